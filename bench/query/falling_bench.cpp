#include "falling_bench.hpp"

#include "core/random.hpp"
#include "core/vec_math.hpp"
#include "query/explain.hpp"
#include "timed_answers.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <vector>

// Pairs that fall differently, and that come near each other: at some time within the window their distance
// is up to twice that at which they touch.

namespace {

using namespace firsthit;

constexpr std::size_t kCount = 20000;
constexpr Query kWindow{4.0, 0.0};

/// How b's acceleration differs from a's.
enum class Pull { Other, ByALastDigit, Opposed };

template <int D>
class Load {
 public:
  Vec<D> vector(double size) {
    Vec<D> r;
    for (double& x : r.c) x = random_.uniform(-size, size);
    return r;
  }
  double uniform(double low, double high) { return random_.uniform(low, high); }

  /// Within the window b is once up to 2 `reach` away from a.
  void draw(Falling<D>& a, Falling<D>& b, double reach, Pull pull) {
    a = {vector(4.0), vector(1.0), vector(1.0)};
    b.acceleration = pull == Pull::Other ? vector(1.0) : -a.acceleration;
    if (pull == Pull::ByALastDigit)
      for (std::size_t i = 0; i < D; ++i) b.acceleration[i] = std::nextafter(a.acceleration[i], 2.0);
    const Vec<D> place = vector(1.0);
    const Vec<D> near = (random_.uniform(0.0, 2.0) * reach / length(place)) * place;
    const Vec<D> speed = vector(2.0);
    const double time = random_.uniform(0.0, kWindow.horizon);
    const Vec<D> g = b.acceleration - a.acceleration;
    b.velocity = a.velocity + (speed - time * g);
    b.position = a.position + (near - time * ((speed - time * g) + (0.5 * time) * g));
  }

 private:
  Random random_{1};
};

template <int D>
void time_pairs(const char* name, const std::vector<Moving<D>>& a, const std::vector<Moving<D>>& b) {
  std::vector<Encounter<D>> answers(kCount);
  const double time = nanoseconds(kCount, [&] {
    for (std::size_t i = 0; i < kCount; ++i) answers[i] = first_hit(a[i], b[i], kWindow);
  });
  QueryTrace trace;
  for (std::size_t i = 0; i < kCount; ++i) explained_first_hit(a[i], b[i], kWindow, trace);
  const auto hits =
      std::count_if(answers.begin(), answers.end(), [](const auto& e) { return static_cast<bool>(e); });
  std::printf("%dD falling, %s: %.0f ns a query, %.1f %% hit, %zu of %zu by whole numbers, hash %016llx\n", D,
              name, time, 100.0 * static_cast<double>(hits) / kCount, trace.exact, kCount,
              static_cast<unsigned long long>(hash_of(answers)));
}

template <int D>
void time_balls(const char* name, Pull pull) {
  Load<D> load;
  std::vector<Moving<D>> a;
  std::vector<Moving<D>> b;
  while (a.size() < kCount) {
    const Ball ball_a{load.uniform(0.25, 0.75)};
    const Ball ball_b{load.uniform(0.25, 0.75)};
    Falling<D> motion_a;
    Falling<D> motion_b;
    load.draw(motion_a, motion_b, ball_a.radius + ball_b.radius, pull);
    a.push_back({ball_a, motion_a});
    b.push_back({ball_b, motion_b});
  }
  time_pairs(name, a, b);
}

void time_segments(const char* name, double radius) {
  Load<2> load;
  std::vector<Moving<2>> a;
  std::vector<Moving<2>> b;
  while (a.size() < kCount) {
    const Segment<2> segment{load.vector(0.5), load.vector(0.5)};
    Falling<2> motion_a;
    Falling<2> motion_b;
    load.draw(motion_a, motion_b, 0.5 + radius, Pull::Other);
    a.push_back({segment, motion_a});
    if (radius > 0.0) {
      b.push_back({Ball{radius}, motion_b});
    } else {
      b.push_back({Point{}, motion_b});
    }
  }
  time_pairs(name, a, b);
}

}  // namespace

void time_falling() {
  time_balls<2>("balls", Pull::Other);
  time_balls<3>("balls", Pull::Other);
  time_balls<3>("balls whose accelerations differ by a last digit", Pull::ByALastDigit);
  time_balls<3>("balls with opposed accelerations", Pull::Opposed);
  time_segments("point and segment", 0.0);
  time_segments("ball and segment", 0.5);
}
