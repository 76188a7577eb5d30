#include "core/vec_math.hpp"
#include "query/convex/filter_rounding.hpp"
#include "query/convex/filter_stages.hpp"

#include <cmath>
#include <cstddef>

namespace firsthit {
namespace {

constexpr double kTermError = 8.0 * kHalfUlp;      // of a sum of products of rounded differences
constexpr double kGapError = 0x1p-71;  // of a gap from heads and tails
constexpr double kProductError = 64.0 * kHalfUlp;  // of products of such sums

/// The course of b seen from a, and the distance at which they touch.
template <int D>
struct BallCourse {
  DoubleDouble p[static_cast<std::size_t>(D)];  // exact
  DoubleDouble v[static_cast<std::size_t>(D)];  // exact
  DoubleDouble s;                               // error: 2.1 u^2 of it

  BallCourse(const Core<D>& a, const Core<D>& b, double margin) {
    for (std::size_t i = 0; i < D; ++i) {
      p[i] = exact_difference(b.position[i], a.position[i]);
      v[i] = exact_difference(b.velocity[i], a.velocity[i]);
    }
    const Exactly radii = two_sum(a.radius, b.radius);
    const Exactly sum = two_sum(radii.value, margin);
    s = fast_two_sum(sum.value, radii.error + sum.error);
  }
};

/// Where b is, seen from a, at a time of 26 bits, and the gap there.
template <int D>
struct BallPlace {
  HeadVec<D> x;
  double gap = 0.0;   // x . x - s^2

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
      x.error[i] = kTailError * (std::fabs(course.p[i].high) + std::fabs(path));

      const Exactly total = two_sum(sum, x.head[i] * x.head[i]);
      sum = total.value;
      rest += total.error + x.tail[i] * (2.0 * x.head[i] + x.tail[i]);
    }
    gap = sum + rest;
  }
};

enum class Start { Apart, Inside, Doubt };

/// For what may touch already: the sign of the gap now, with twice the digits.
template <int D>
Start at_start(const BallCourse<D>& course, double p_squared, double s_squared, double& gap) {
  gap = BallPlace<D>(course, 0.0).gap;
  const double error = kGapError * (2.0 * p_squared + s_squared);
  return gap > error ? Start::Apart : gap < -error ? Start::Inside : Start::Doubt;
}

constexpr bool in_range(double squared) {
  return squared >= kSmallestFiltered * kSmallestFiltered && squared <= kLargestFiltered * kLargestFiltered;
}

}  // namespace

template <int D>
bool filter_balls(const Core<D>& a, const Core<D>& b, double margin, double end, ConvexEvent<D>& event) {
  const BallCourse<D> course(a, b, margin);
  const double s_squared = course.s.high * course.s.high;
  double dot = 0.0;
  double dot_size = 0.0;
  double p_squared = 0.0;
  double v_squared = 0.0;
  for (std::size_t i = 0; i < D; ++i) {
    const double p = course.p[i].high;
    const double v = course.v[i].high;
    dot += p * v;
    dot_size += std::fabs(p * v);
    p_squared += p * p;
    v_squared += v * v;
  }
  const double dot_error = kTermError * dot_size;
  double gap = p_squared - s_squared;
  const double gap_error = kTermError * (p_squared + s_squared);
  event = {};
  if (gap > gap_error && dot >= dot_error) return true;  // parting
  // The gap is above its tangent at the start.
  if (gap > gap_error && gap + 2.0 * (dot * end) > gap_error + 2.0 * kTermError * (dot_size * end)) return true;

  double area_squared = 0.0;  // |p x v|^2
  double area_error = 0.0;
  for (std::size_t i = 0; i < D; ++i)
    for (std::size_t j = i + 1; j < D; ++j) {
      const double left = course.p[i].high * course.v[j].high;
      const double right = course.p[j].high * course.v[i].high;
      const double area = left - right;
      const double error = kTermError * (std::fabs(left) + std::fabs(right));
      area_squared += area * area;
      area_error += (2.0 * std::fabs(area) + error) * error;
    }
  const double reach_squared = v_squared * s_squared;
  const double room = reach_squared - area_squared;
  const double room_error = area_error + kProductError * (reach_squared + area_squared);
  if (gap > gap_error && room < -room_error) return true;  // passing by

  // What follows has products of two differences and a time: their errors must not underflow.
  if (!in_range(p_squared) || !in_range(v_squared)) return false;
  if (!(gap > gap_error)) {
    switch (at_start(course, p_squared, s_squared, gap)) {
      case Start::Apart:
        if (dot >= dot_error) return true;
        break;
      case Start::Inside:
        if (!(dot < -dot_error || dot >= dot_error)) return false;
        event.event.kind = dot < 0.0 ? GapEvent::Kind::Overlap : GapEvent::Kind::None;
        event.event.touch = 0.0;
        return surely_scaled(BallPlace<D>(course, 0.0).x, event.direction);
      case Start::Doubt:
        return false;
    }
  }

  if (!(dot < 0.0 && room > 16.0 * room_error)) return false;
  const double guess = head(gap / (std::sqrt(room) - dot));
  BallPlace<D> near(course, guess);
  // With d from the guess to the root: v^2 d^2 - 2 closing d + gap = 0.
  const double closing = -(dot + v_squared * guess);
  const double closing_error = 2.0 * (dot_error + kTermError * v_squared * guess);
  const double half = 0.5 / closing;
  const double first = near.gap * half;
  const double bend = v_squared * first * half;
  if (!(closing > 64.0 * closing_error && std::fabs(bend) < 0x1p-18 && std::fabs(first) < 0x1p-24 * guess))
    return false;
  const double correction = first * (1.0 + (bend + 2.0 * bend * bend));
  const double error = std::fabs(first) * (1.1 * closing_error * 2.0 * half + 0x1p-49) +
                       2.0 * half * kGapError * (2.0 * (p_squared + v_squared * guess * guess) + s_squared);
  const DoubleDouble time = fast_two_sum(guess, correction);
  Neighbours times;
  if (!surely_between(time, error, times)) return false;
  if (times.upper > end) return true;

  const double step = times.lower - guess;
  for (std::size_t i = 0; i < D; ++i) near.x.tail[i] += course.v[i].high * step;
  if (!surely_scaled(near.x, event.direction)) return false;
  event.event = {GapEvent::Kind::Impact, times.lower, times.upper, times.lower};
  return true;
}

template bool filter_balls(const Core<2>&, const Core<2>&, double, double, ConvexEvent<2>&);
template bool filter_balls(const Core<3>&, const Core<3>&, double, double, ConvexEvent<3>&);

}  // namespace firsthit
