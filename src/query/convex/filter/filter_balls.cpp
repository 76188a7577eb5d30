#include "query/convex/filter/filter_rounding.hpp"
#include "query/convex/filter/filter_stages.hpp"

#include <array>
#include <cmath>
#include <cstddef>

namespace firsthit {
namespace {

using Kind = GapEvent::Kind;

// What rounds, u = 2^-53. Smaller: an answer might differ from the exact stage's. Larger: that is asked more
// often. Whole derivation: docs/numerics/convex-filter.md.

/// Of a sum of products of rounded differences: two factors, a product and two sums, 5.1 u, and 3.1 u by
/// which the sum of sizes is short.
constexpr double kTermError = 8.0 * kHalfUlp;
/// Of products of such sums: 11 roundings of v^2 s^2 and 4 of squares and sums, 16 u, four times over.
constexpr double kProductError = 64.0 * kHalfUlp;
/// Of a place from heads and tails: 12 roundings of 2^-78 and those of the quotients, 20 * 2^-78.
constexpr double kPlaceError = 0x1p-72;
/// Of a gap from such places: 12 * 2^-78 from them, 3 * 2^-76 from products of tails, 7 roundings of sums of
/// up to 2^-22.9, 2^-75 from s.
constexpr double kGapError = 0x1p-71;

/// The course of b seen from a, and the distance at which they touch.
template <int D>
struct BallCourse {
  DoubleDouble p[kAxes<D>];  // exact
  DoubleDouble v[kAxes<D>];  // exact
  DoubleDouble s;            // error: 2.1 u^2 of it

  BallCourse(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double margin) {
    for (std::size_t i = 0; i < D; ++i) {
      p[i] = exact_difference(b.position[i], a.position[i]);
      v[i] = exact_difference(b.velocity[i], a.velocity[i]);
    }
    const Exactly radii = two_sum(a.radius, b.radius);
    const Exactly sum = two_sum(radii.value, margin);
    s = fast_two_sum(sum.value, radii.error + sum.error);
  }
};

/// Its products, rounded.
struct Approach {
  double p_squared = 0.0;
  double v_squared = 0.0;
  double s_squared = 0.0;
  double dot = 0.0;  // p . v
  double dot_error = 0.0;
  double gap = 0.0;  // p . p - s^2
  double gap_error = 0.0;

  template <int D>
  explicit Approach(const BallCourse<D>& course) : s_squared(course.s.high * course.s.high) {
    double size = 0.0;
    for (std::size_t i = 0; i < D; ++i) {
      const double p = course.p[i].high;
      const double v = course.v[i].high;
      dot += p * v;
      size += std::fabs(p * v);
      p_squared += p * p;
      v_squared += v * v;
    }
    dot_error = kTermError * size;
    gap = p_squared - s_squared;
    gap_error = kTermError * (p_squared + s_squared);
  }

  bool in_range() const {
    constexpr double kSmallest = kSmallestFiltered * kSmallestFiltered;
    constexpr double kLargest = kLargestFiltered * kLargestFiltered;
    return p_squared >= kSmallest && p_squared <= kLargest && v_squared >= kSmallest && v_squared <= kLargest;
  }
};

/// v^2 s^2 - |p x v|^2: above 0 if the lines of flight come closer than s.
struct Room {
  double value = 0.0;
  double error = 0.0;

  template <int D>
  Room(const BallCourse<D>& course, const Approach& approach) {
    double area_squared = 0.0;
    for (std::size_t i = 0; i < D; ++i)
      for (std::size_t j = i + 1; j < D; ++j) {
        const double left = course.p[i].high * course.v[j].high;
        const double right = course.p[j].high * course.v[i].high;
        const double area = left - right;
        const double doubt = kTermError * (std::fabs(left) + std::fabs(right));
        area_squared += area * area;
        error += (2.0 * std::fabs(area) + doubt) * doubt;
      }
    const double reach_squared = approach.v_squared * approach.s_squared;
    value = reach_squared - area_squared;
    error += kProductError * (reach_squared + area_squared);
  }
};

/// Where b is, seen from a, at a time of 26 bits, and the gap there.
template <int D>
struct BallPlace {
  HeadVec<D> x;
  double gap = 0.0;  // x . x - s^2

  BallPlace(const BallCourse<D>& course, double t) {
    const double s_head = head(course.s.high);
    const double s_tail = (course.s.high - s_head) + course.s.low;
    double sum = -(s_head * s_head);
    double rest = -s_tail * (2.0 * s_head + s_tail);
    for (std::size_t i = 0; i < D; ++i) {
      const double v_head = head(course.v[i].high);
      const double v_tail = (course.v[i].high - v_head) + course.v[i].low;
      const double path = v_head * t;
      const Exactly place = two_sum(course.p[i].high, path);
      x.head[i] = head(place.value);
      x.tail[i] = (place.value - x.head[i]) + (place.error + (course.p[i].low + v_tail * t));
      x.error[i] = kPlaceError * (std::fabs(course.p[i].high) + std::fabs(path));
      const Exactly total = two_sum(sum, x.head[i] * x.head[i]);
      sum = total.value;
      rest += total.error + x.tail[i] * (2.0 * x.head[i] + x.tail[i]);
    }
    gap = sum + rest;
  }
};

/// The first root of the gap, from a guess. Requires: the gap is above 0 at the start.
template <int D>
bool impact(const BallCourse<D>& course, const Approach& approach, const Room& room, double end,
            ConvexEvent<D>& event) {
  if (!(approach.in_range() && approach.dot < 0.0 && room.value > 16.0 * room.error)) return false;
  const double root = std::sqrt(room.value);
  const double half = 0.5 / root;
  const double guess = head(approach.gap / (root - approach.dot));
  // Before the closest approach, so that the first root is the near one.
  const double fall = approach.v_squared * guess;
  if (!(approach.dot + fall < -2.0 * (approach.dot_error + kTermError * fall))) return false;
  BallPlace<D> near(course, guess);
  // With d from the guess to the root: gap = v^2 d^2 + 2 root d.
  const double first = near.gap * half;
  const double bend = approach.v_squared * first * half;
  const double correction = first * (1.0 - (bend - 2.0 * (bend * bend)));
  const double size = 2.0 * (approach.p_squared + fall * guess) + approach.s_squared;
  const double error =
      std::fabs(first) * (room.error / room.value + 0x1p-49) + 2.0 * half * (kGapError * size);
  if (!(std::fabs(bend) < 0x1p-18 && std::fabs(first) < 0x1p-24 * guess)) return false;
  NeighbouringDoubles times;
  if (!surely_between(fast_two_sum(guess, correction), error, times)) return false;
  if (times.upper > end) return true;
  const double step = times.lower - guess;
  for (std::size_t i = 0; i < D; ++i) near.x.tail[i] += course.v[i].high * step;
  if (!surely_scaled(near.x, event.direction)) return false;
  event.event = {Kind::Impact, times.lower, times.upper, times.lower};
  return true;
}

enum class Start { Apart, Touching, Doubt };

/// For what may touch at the start; a lower bound of the gap, if it is above 0. Its own function, so that it
/// does not slow down the others.
template <int D>
Start look_at_start(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double margin,
                    double& sharp_gap, ConvexEvent<D>& event) {
  const BallCourse<D> course(a, b, margin);
  const Approach approach(course);
  std::array<Enclosed, kAxes<D>> p;
  for (std::size_t i = 0; i < D; ++i) p[i] = {course.p[i], 0.0};
  if (!(approach.gap < -approach.gap_error)) {
    const Enclosed s(course.s, 2.1 * kUnitSquared * course.s.high);
    Enclosed gap = -(s * s);
    for (const Enclosed& x : p) gap = gap + x * x;
    if (gap.surely_positive()) {
      sharp_gap = gap.value.high - 1.1 * gap.error;
      return Start::Apart;
    }
    if (!gap.surely_negative()) return Start::Doubt;
  }
  const bool closing = approach.dot < -approach.dot_error;
  if (!(closing || approach.dot >= approach.dot_error) || !surely_scaled<D>(p, event.direction))
    return Start::Doubt;
  event.event.kind = closing ? Kind::Overlap : Kind::None;
  event.event.touch = 0.0;
  return Start::Touching;
}

}  // namespace

template <int D>
bool filter_balls(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double margin, double end,
                  ConvexEvent<D>& event) {
  event = {};
  const BallCourse<D> course(a, b, margin);
  Approach approach(course);
  if (!(approach.gap > approach.gap_error)) {
    const Start start = look_at_start(a, b, margin, approach.gap, event);
    if (start != Start::Apart) return start == Start::Touching;
    approach.gap_error = 2.0 * kHalfUlp * approach.gap;
  }
  if (approach.dot >= approach.dot_error) return true;  // parting
  // The gap is above its tangent at the start.
  if (approach.gap + 2.0 * (approach.dot * end) > approach.gap_error + 2.0 * (approach.dot_error * end))
    return true;
  const Room room(course, approach);
  if (room.value < -room.error) return true;  // passing by
  return impact(course, approach, room, end, event);
}

template bool filter_balls(const RoundedPolytope<2>&, const RoundedPolytope<2>&, double, double,
                           ConvexEvent<2>&);
template bool filter_balls(const RoundedPolytope<3>&, const RoundedPolytope<3>&, double, double,
                           ConvexEvent<3>&);

}  // namespace firsthit
