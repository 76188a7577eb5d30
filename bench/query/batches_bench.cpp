#include "batches_bench.hpp"

#include "core/random.hpp"
#include "core/vec_math.hpp"
#include "timed_answers.hpp"

#include <firsthit/batch.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <vector>

// Pairs as a broad phase hands them over: apart at the start, while the boxes around their sweeps through
// the window overlap.

namespace {

using namespace firsthit;

constexpr std::size_t kCount = 100000;
constexpr Query kWindow{1.0, 0.0};

class Load {
 public:
  template <class A, class B, int D>
  void draw(Straight<A, D>& a, Straight<B, D>& b) {
    do {
      draw(a.shape);
      draw(b.shape);
      a.position = vector<D>(4.0);
      b.position = vector<D>(4.0);
      a.velocity = vector<D>(1.0);
      b.velocity = vector<D>(1.0);
    } while (!sweeps_overlap(a, b) || first_hit(moving(a), moving(b), {0.0, 0.0}).outcome != Outcome::Miss);
  }

  template <class S, int D>
  static Moving<D> moving(const Straight<S, D>& x) {
    return {x.shape, Linear<D>{x.position, x.velocity}};
  }

 private:
  void draw(Ball& ball) { ball.radius = random_.uniform(0.25, 0.75); }

  void draw(Point&) {}

  template <int D>
  void draw(Segment<D>& segment) {
    segment.from = vector<D>(0.5);
    segment.to = vector<D>(0.5);
  }

  template <int D>
  void draw(Box<D>& box) {
    for (double& x : box.half_extents.c) x = random_.uniform(0.25, 0.75);
  }

  template <int D>
  void draw(OrientedBox<D>& box) {
    for (double& x : box.half_extents.c) x = random_.uniform(0.25, 0.75);
    for (std::size_t k = 0; k < D; ++k) {
      Vec<D>& axis = box.axes[k];
      axis = vector<D>(1.0);
      for (std::size_t m = 0; m < k; ++m) axis = axis - dot(axis, box.axes[m]) * box.axes[m];
      axis = (1.0 / length(axis)) * axis;
    }
  }

  template <int D>
  Vec<D> vector(double size) {
    Vec<D> r;
    for (double& x : r.c) x = random_.uniform(-size, size);
    return r;
  }

  static double reach(const Ball& ball, std::size_t) { return ball.radius; }

  static double reach(const Point&, std::size_t) { return 0.0; }

  template <int D>
  static double reach(const Segment<D>& segment, std::size_t axis) {
    return std::max(std::fabs(segment.from[axis]), std::fabs(segment.to[axis]));
  }

  template <int D>
  static double reach(const Box<D>& box, std::size_t axis) {
    return box.half_extents[axis];
  }

  template <int D>
  static double reach(const OrientedBox<D>& box, std::size_t axis) {
    double r = 0.0;
    for (std::size_t k = 0; k < D; ++k) r += box.half_extents[k] * std::fabs(box.axes[k][axis]);
    return r;
  }

  template <class A, class B, int D>
  static bool sweeps_overlap(const Straight<A, D>& a, const Straight<B, D>& b) {
    for (std::size_t i = 0; i < D; ++i) {
      const auto low = [i](const auto& x) {
        return std::min(x.position[i], x.position[i] + x.velocity[i]) - reach(x.shape, i);
      };
      const auto high = [i](const auto& x) {
        return std::max(x.position[i], x.position[i] + x.velocity[i]) + reach(x.shape, i);
      };
      if (low(a) > high(b) || low(b) > high(a)) return false;
    }
    return true;
  }

  Random random_{1};
};

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
