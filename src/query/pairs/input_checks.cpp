#include "query/pairs/input_checks.hpp"

#include "core/bits.hpp"
#include "core/vec_math.hpp"

#include <firsthit/error.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <span>

namespace firsthit {
namespace {

/// What is accepted. Lengths are then within a factor of 2^901: in units in which the largest is 2^200 the
/// smallest is above 2^-703, and velocities are from 2^-902 to 2^902, all of them normal doubles, so that
/// rescaling rounds nothing. Further apart: it would. Derivation: docs/numerics/scale.md.
constexpr double kSmallest = 0x1p-450;
constexpr double kLargest = 0x1p450;

constexpr std::uint64_t without_sign(double x) { return bit_cast<std::uint64_t>(x) << 1U; }

/// Is it 0, or of such a size? By bits, which are in the order of sizes.
constexpr bool is_between(double x, double smallest, double largest) {
  const std::uint64_t size = without_sign(x);
  const std::uint64_t least = without_sign(smallest);
  return (size - least <= without_sign(largest) - least) | (size == 0);
}

/// Remembers whether all sizes were usual.
class Numbers {
 public:
  bool are_usual() const { return usual_; }

  void check(double x, const Where& where) {
    if (!is_between(x, kSmallestUsual, kLargestUsual)) look_closer(x, where);
  }

  /// As small as it likes.
  void check_below(double x, const Where& where) {
    if (!(std::fabs(x) <= kLargestUsual)) look_closer(x, where);
  }

  void check_size(double x, const Where& where) {
    check(x, where);
    if (x < 0.0) refuse(where, ">= 0", x);
  }

  template <int D>
  void check(const Vec<D>& a, const Where& where) {
    if (is_usual(a)) return;
    for (int i = 0; i < D; ++i) look_closer(a.c[i], {&where, nullptr, i});
  }

  template <int D>
  void check(std::span<const Vec<D>> vertices, const Where& where) {
    bool usual = true;
    for (const Vec<D>& vertex : vertices) usual &= is_usual(vertex);
    for (std::size_t i = 0; !usual && i < vertices.size(); ++i)
      check(vertices[i], {&where, nullptr, static_cast<int>(i)});
  }

 private:
  template <int D>
  static bool is_usual(const Vec<D>& a) {
    bool r = true;
    for (const double x : a.c) r &= is_between(x, kSmallestUsual, kLargestUsual);
    return r;
  }
  [[gnu::cold, gnu::noinline]] void look_closer(double x, const Where& where);

  bool usual_ = true;
};

void Numbers::look_closer(double x, const Where& where) {
  usual_ = usual_ && is_between(x, kSmallestUsual, kLargestUsual);
  if (!std::isfinite(x)) refuse(where, "a finite number", x);
  if (!is_between(x, kSmallest, kLargest)) refuse(where, "0 or a size from 2^-450 to 2^450", x);
}

/// One overload for each shape.
template <int D>
struct ShapeCheck {
  const Where& where;
  Numbers& numbers;

  void operator()(const Point&) const {}
  void operator()(const Ball& ball) const { numbers.check_size(ball.radius, {&where, ".radius"}); }
  void operator()(const Segment<D>& segment) const {
    numbers.check(segment.from, {&where, ".from"});
    numbers.check(segment.to, {&where, ".to"});
  }
  void operator()(const Capsule<D>& capsule) const {
    numbers.check(capsule.from, {&where, ".from"});
    numbers.check(capsule.to, {&where, ".to"});
    numbers.check_size(capsule.radius, {&where, ".radius"});
  }
  void operator()(const Box<D>& box) const { check_half_extents(box.half_extents); }
  void operator()(const OrientedBox<D>& box) const {
    check_half_extents(box.half_extents);
    const Where axes{&where, ".axes"};
    const Where products{&where, ".half_extents[k] * axes"};
    for (int k = 0; k < D; ++k) {
      const Vec<D>& axis = box.axes[static_cast<std::size_t>(k)];
      numbers.check(axis, {&axes, nullptr, k});
      // Nothing rounds these products: they have a range of their own.
      numbers.check(box.half_extents.c[k] * axis, {&products, nullptr, k});
    }
  }
  void operator()(const Hull<D>& hull) const {
    const Where vertices{&where, ".vertices"};
    if (hull.vertices.empty()) refuse(vertices, "at least one", "none");
    numbers.check<D>(hull.vertices, vertices);
    numbers.check_size(hull.radius, {&where, ".radius"});
  }
  void operator()(const Polygon& polygon) const {
    if (D == 3) refuse(where, "no polygon in 3D", "one");
    numbers.check<2>(polygon.vertices(), {&where, ".vertices"});
  }
  void operator()(const Triangle& triangle) const {
    if (D == 2) refuse(where, "no triangle in 2D", "one");
    numbers.check<3>(triangle.vertices, {&where, ".vertices"});
  }
  void operator()(const HalfSpace<D>& plane) const {
    check_direction(plane.normal, {&where, ".normal"});
    numbers.check(plane.offset, {&where, ".offset"});
    if (!numbers.are_usual())
      numbers.check(plane.offset / max_abs(plane.normal), {&where, ".offset / normal"});
  }
  void operator()(const Container&) const { refuse(where, "a shape that queries know", "a container"); }
  void operator()(const Arc& arc) const {
    if (D == 3) refuse(where, "no arc in 3D", "one");
    const Where radius{&where, ".radius"};
    numbers.check(arc.radius, radius);
    if (!(arc.radius > 0.0)) refuse(radius, "> 0", arc.radius);
    check_direction(arc.from, {&where, ".from"});
    check_direction(arc.to, {&where, ".to"});
  }

 private:
  template <int N>
  void check_direction(const Vec<N>& direction, const Where& name) const {
    numbers.check(direction, name);
    if (is_zero(direction)) refuse(name, "a vector that is not zero", 0.0);
  }
  void check_half_extents(const Vec<D>& half) const {
    const Where name{&where, ".half_extents"};
    for (int i = 0; i < D; ++i) numbers.check_size(half.c[i], {&name, nullptr, i});
  }
};

void check_rotation(std::span<const double> numbers, const Where& name) {
  double largest = 0.0;
  for (const double x : numbers) {
    if (!std::isfinite(x)) refuse(name, "finite numbers", x);
    largest = std::max(largest, std::fabs(x));
  }
  if (largest == 0.0) refuse(name, "a number that is not 0", 0.0);
}
void check_orientation(const Orientation<2>& q, const Where& name) {
  check_rotation(std::array{q.w, q.z}, name);
}
void check_orientation(const Orientation<3>& q, const Where& name) {
  check_rotation(std::array{q.w, q.x, q.y, q.z}, name);
}

/// The least moment of inertia over the largest of what tumbles. Smaller: what twists such a needle about its
/// own axis would turn it endlessly fast.
constexpr double kThin = 1e-6;

/// Moments of inertia of something that is thick in all directions.
void check_inertia(const PrincipalInertia& inertia, const Where& name) {
  const Where moments{&name, ".moments"};
  const Vec<3>& m = inertia.moments;
  const double most = max_abs(m);
  for (int i = 0; i < 3; ++i) {
    const Where at{&moments, nullptr, i};
    if (!std::isfinite(m.c[i])) refuse(at, "a finite number", m.c[i]);
  }
  for (int i = 0; i < 3; ++i) {
    const Where at{&moments, nullptr, i};
    if (!(m.c[i] > kThin * most && most <= 0x1p+500 && most >= 0x1p-500))
      refuse(at, "> 1e-6 of the largest, which is from 2^-500 to 2^500", m.c[i]);
  }
  for (int i = 0; i < 3; ++i) {
    const Where at{&moments, nullptr, i};
    if (!(m.c[i] <= (1.0 + kThin) * (m.c[(i + 1) % 3] + m.c[(i + 2) % 3])))
      refuse(at, "at most the sum of the two others", m.c[i]);
  }
  check_orientation(inertia.axes, {&name, ".axes"});
}

template <int D>
struct MotionCheck {
  const Where& where;
  Numbers& numbers;

  void operator()(const Linear<D>& motion) const {
    numbers.check(motion.position, {&where, ".position"});
    numbers.check(motion.velocity, {&where, ".velocity"});
  }
  void operator()(const Falling<D>& motion) const {
    (*this)(Linear<D>{motion.position, motion.velocity});
    numbers.check(motion.acceleration, {&where, ".acceleration"});
  }
  void operator()(const Spinning<D>& motion) const {
    (*this)(Falling<D>{motion.position, motion.velocity, motion.acceleration});
    numbers.check(motion.centre, {&where, ".centre"});
    check_rate(motion.angular_velocity, {&where, ".angular_velocity"});
    check_orientation(motion.orientation, {&where, ".orientation"});
  }
  void operator()(const Precessing<D>& motion) const {
    (*this)(Falling<D>{motion.position, motion.velocity, motion.acceleration});
    numbers.check(motion.centre, {&where, ".centre"});
    check_rate(motion.precession, {&where, ".precession"});
    check_rate(motion.spin, {&where, ".spin"});
    check_orientation(motion.orientation, {&where, ".orientation"});
  }
  void operator()(const Tumbling<D>& motion) const {
    (*this)(Falling<D>{motion.position, motion.velocity, motion.acceleration});
    numbers.check(motion.centre, {&where, ".centre"});
    check_rate(motion.angular_velocity, {&where, ".angular_velocity"});
    check_orientation(motion.orientation, {&where, ".orientation"});
    if (D == 3) check_inertia(motion.inertia, {&where, ".inertia"});
  }
  void operator()(const Spline<D>& motion) const {
    const Where control{&where, ".control"};
    for (int i = 0; i < 4; ++i)
      numbers.check(motion.control[static_cast<std::size_t>(i)], {&control, nullptr, i});
    const Where duration{&where, ".duration"};
    numbers.check(motion.duration, duration);
    if (!(motion.duration > 0.0)) refuse(duration, "> 0", motion.duration);
    numbers.check(motion.centre, {&where, ".centre"});
    check_rate(motion.angular_velocity, {&where, ".angular_velocity"});
    check_orientation(motion.orientation, {&where, ".orientation"});
  }

 private:
  void check_rate(double rate, const Where& name) const { numbers.check_below(rate, name); }
  void check_rate(const Vec<3>& rate, const Where& name) const {
    for (int i = 0; i < 3; ++i) numbers.check_below(rate.c[i], {&name, nullptr, i});
  }
};

}  // namespace

std::string Where::text() const {
  const std::string own = name != nullptr ? name : "[" + std::to_string(index) + "]";
  return outer != nullptr ? outer->text() + own : own;
}

template <int D>
bool check(const Moving<D>& moving, const Where& where) {
  const Where shape{&where, ".shape"};
  const Where motion{&where, ".motion"};
  Numbers numbers;
  std::visit(ShapeCheck<D>{shape, numbers}, moving.shape);
  const MotionCheck<D> check_motion{motion, numbers};
  if (const auto* linear = std::get_if<Linear<D>>(&moving.motion))
    check_motion(*linear);
  else
    std::visit(check_motion, moving.motion);
  return numbers.are_usual();
}

template <int D>
bool check(const Placed<D>& placed, const Where& where) {
  const Where shape{&where, ".shape"};
  Numbers numbers;
  std::visit(ShapeCheck<D>{shape, numbers}, placed.shape);
  numbers.check(placed.position, {&where, ".position"});
  check_orientation(placed.orientation, {&where, ".orientation"});
  return numbers.are_usual();
}

bool check(const Query& query, const Where& where) {
  if (!(query.horizon >= 0.0)) refuse({&where, ".horizon"}, ">= 0", query.horizon);
  Numbers numbers;
  numbers.check_size(query.margin, {&where, ".margin"});
  return numbers.are_usual();
}

void refuse(const Where& where, const std::string& expected, const std::string& found) {
  throw InputError(where.text() + ": expected " + expected + ", found " + found);
}

void refuse(const Where& where, const std::string& expected, double found) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", found);
  refuse(where, expected, std::string(text));
}

template bool check(const Moving<2>&, const Where&);
template bool check(const Moving<3>&, const Where&);
template bool check(const Placed<2>&, const Where&);
template bool check(const Placed<3>&, const Where&);

}  // namespace firsthit
