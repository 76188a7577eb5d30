#include "batches_bench.hpp"

#include "load.hpp"
#include "timed_answers.hpp"

#include <firsthit/batch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <vector>

namespace {

using namespace firsthit;

constexpr std::size_t kCount = 100000;
constexpr Query kWindow{1.0, 0.0};

template <class A, class B, int D>
int compare(const char* name) {
  std::vector<Straight<A, D>> a(kCount);
  std::vector<Straight<B, D>> b(kCount);
  Load load;
  for (std::size_t i = 0; i < kCount; ++i) load.draw(a[i], b[i]);
  std::vector<Moving<D>> moving_a;
  std::vector<Moving<D>> moving_b;
  for (std::size_t i = 0; i < kCount; ++i) {
    moving_a.push_back(Load::moving(a[i]));
    moving_b.push_back(Load::moving(b[i]));
  }

  std::vector<Encounter<D>> single(kCount);
  std::vector<Encounter<D>> batch(kCount);
  const double one_by_one = nanoseconds(kCount, [&] {
    for (std::size_t i = 0; i < kCount; ++i) single[i] = first_hit(moving_a[i], moving_b[i], kWindow);
  });
  const double in_batch = nanoseconds(kCount, [&] {
    first_hit(std::span<const Straight<A, D>>(a), std::span<const Straight<B, D>>(b),
              std::span<Encounter<D>>(batch), kWindow);
  });
  const auto hits =
      std::count_if(single.begin(), single.end(), [](const auto& e) { return static_cast<bool>(e); });
  const bool same = hash_of(single) == hash_of(batch);
  std::printf("%dD %s: %.1f ns a query one by one, %.1f ns in a batch, %.1f %% hit, hash %016llx%s\n", D,
              name, one_by_one, in_batch, 100.0 * static_cast<double>(hits) / kCount,
              static_cast<unsigned long long>(hash_of(batch)), same ? "" : ": THE ANSWERS DIFFER");
  return same ? 0 : 1;
}

}  // namespace

int compare_batches() {
  int different = 0;
  different += compare<Ball, Ball, 2>("ball and ball");
  different += compare<Ball, Ball, 3>("ball and ball");
  different += compare<Box<2>, Box<2>, 2>("box and box");
  different += compare<Box<3>, Box<3>, 3>("box and box");
  different += compare<OrientedBox<2>, OrientedBox<2>, 2>("oriented boxes");
  different += compare<OrientedBox<3>, OrientedBox<3>, 3>("oriented boxes");
  different += compare<Ball, Box<2>, 2>("ball and box");
  different += compare<Ball, Box<3>, 3>("ball and box");
  different += compare<Point, Segment<2>, 2>("point and segment");
  return different;
}
