#include "query/first_hit_input.hpp"

#include "core/vec_math.hpp"

#include <firsthit/error.hpp>

#include <cmath>
#include <cstdio>
#include <span>

namespace firsthit {
namespace {

constexpr double kSmallest = 0x1p-200;
constexpr double kLargest = 0x1p200;

[[noreturn]] void refuse_number(double x, const Where& where) {
  if (!std::isfinite(x)) refuse(where, "a finite number", x);
  refuse(where, "0 or a size from 2^-200 to 2^200", x);
}

void check_number(double x, const Where& where) {
  const double size = std::fabs(x);
  if (size != 0.0 && !(size >= kSmallest && size <= kLargest)) refuse_number(x, where);
}

void check_size(double x, const Where& where) {
  check_number(x, where);
  if (x < 0.0) refuse(where, ">= 0", x);
}

template <int D>
void check_vector(const Vec<D>& a, const Where& where) {
  for (int i = 0; i < D; ++i) check_number(a.c[i], {&where, nullptr, i});
}

template <int D>
void check_vertices(std::span<const Vec<D>> vertices, const Where& where) {
  for (std::size_t i = 0; i < vertices.size(); ++i)
    check_vector(vertices[i], {&where, nullptr, static_cast<int>(i)});
}

template <int D>
void check_half_extents(const Vec<D>& half, const Where& where) {
  for (int i = 0; i < D; ++i) check_size(half.c[i], {&where, nullptr, i});
}

/// One overload for each shape.
template <int D>
struct ShapeCheck {
  const Where& where;

  void operator()(const Point&) const {}
  void operator()(const Ball& ball) const { check_size(ball.radius, {&where, ".radius"}); }
  void operator()(const Segment<D>& segment) const {
    check_vector(segment.from, {&where, ".from"});
    check_vector(segment.to, {&where, ".to"});
  }
  void operator()(const Capsule<D>& capsule) const {
    check_vector(capsule.from, {&where, ".from"});
    check_vector(capsule.to, {&where, ".to"});
    check_size(capsule.radius, {&where, ".radius"});
  }
  void operator()(const Box<D>& box) const {
    check_half_extents(box.half_extents, {&where, ".half_extents"});
  }
  void operator()(const OrientedBox<D>& box) const {
    check_half_extents(box.half_extents, {&where, ".half_extents"});
    const Where axes{&where, ".axes"};
    const Where products{&where, ".half_extents[k] * axes"};
    for (int k = 0; k < D; ++k) {
      const Vec<D>& axis = box.axes[static_cast<std::size_t>(k)];
      check_vector(axis, {&axes, nullptr, k});
      // The exact stage rounds these products never: they have a range of their own.
      check_vector(box.half_extents.c[k] * axis, {&products, nullptr, k});
    }
  }
  void operator()(const Hull<D>& hull) const {
    const Where vertices{&where, ".vertices"};
    if (hull.vertices.empty()) refuse(vertices, "at least one", "none");
    check_vertices<D>(hull.vertices, vertices);
    check_size(hull.radius, {&where, ".radius"});
  }
  void operator()(const Polygon&) const {
    if (D == 3) refuse(where, "no polygon in 3D", "one");  // its numbers were checked when it was made
  }
  void operator()(const Triangle& triangle) const {
    if (D == 2) refuse(where, "no triangle in 2D", "one");
    check_vertices<3>(triangle.vertices, {&where, ".vertices"});
  }
  void operator()(const HalfSpace<D>& plane) const {
    const Where normal{&where, ".normal"};
    check_vector(plane.normal, normal);
    check_number(plane.offset, {&where, ".offset"});
    if (is_zero(plane.normal)) refuse(normal, "a vector that is not zero", 0.0);
  }
  void operator()(const Container&) const { refuse(where, "a shape that queries know", "a container"); }
  void operator()(const Arc&) const { refuse(where, "a shape that queries know", "an arc"); }
};

template <int D>
struct MotionCheck {
  const Where& where;

  void operator()(const Linear<D>& motion) const {
    check_vector(motion.position, {&where, ".position"});
    check_vector(motion.velocity, {&where, ".velocity"});
  }
  void operator()(const Falling<D>& motion) const {
    (*this)(Linear<D>{motion.position, motion.velocity});
    check_vector(motion.acceleration, {&where, ".acceleration"});
  }
};

}  // namespace

std::string Where::text() const {
  const std::string own = name != nullptr ? name : "[" + std::to_string(index) + "]";
  return outer != nullptr ? outer->text() + own : own;
}

template <int D>
void check(const Moving<D>& moving, const Where& where) {
  const Where shape{&where, ".shape"};
  const Where motion{&where, ".motion"};
  std::visit(ShapeCheck<D>{shape}, moving.shape);
  std::visit(MotionCheck<D>{motion}, moving.motion);
}

template <int D>
void check(const Placed<D>& placed, const Where& where) {
  const Where shape{&where, ".shape"};
  std::visit(ShapeCheck<D>{shape}, placed.shape);
  check_vector(placed.position, {&where, ".position"});
}

void check(const Query& query, const Where& where) {
  if (!(query.horizon >= 0.0)) refuse({&where, ".horizon"}, ">= 0", query.horizon);
  check_size(query.margin, {&where, ".margin"});
}

void refuse(const Where& where, const std::string& expected, const std::string& found) {
  throw InputError(where.text() + ": expected " + expected + ", found " + found);
}

void refuse(const Where& where, const std::string& expected, double found) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", found);
  refuse(where, expected, std::string(text));
}

template void check(const Moving<2>&, const Where&);
template void check(const Moving<3>&, const Where&);
template void check(const Placed<2>&, const Where&);
template void check(const Placed<3>&, const Where&);

}  // namespace firsthit
