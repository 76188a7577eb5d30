#include "query/first_hit_input.hpp"

#include "core/vec_math.hpp"

#include <firsthit/error.hpp>

#include <cmath>
#include <cstdio>

namespace firsthit {
namespace {

constexpr double kSmallest = 0x1p-200;
constexpr double kLargest = 0x1p200;

void check_number(double x, const std::string& where) {
  if (!std::isfinite(x)) refuse(where, "a finite number", x);
  const double size = std::fabs(x);
  if (size != 0.0 && (size < kSmallest || size > kLargest))
    refuse(where, "0 or a size from 2^-200 to 2^200", x);
}

template <int D>
void check_vector(const Vec<D>& a, const std::string& where) {
  for (int i = 0; i < D; ++i) check_number(a.c[i], where + "[" + std::to_string(i) + "]");
}

void check_shape(const Point&, const std::string&) {}

void check_shape(const Ball& ball, const std::string& where) {
  check_number(ball.radius, where + "radius");
  if (ball.radius < 0.0) refuse(where + "radius", ">= 0", ball.radius);
}

template <int D>
void check_shape(const Segment<D>& segment, const std::string& where) {
  check_vector(segment.from, where + "from");
  check_vector(segment.to, where + "to");
}

template <int D>
void check_shape(const HalfSpace<D>& plane, const std::string& where) {
  check_vector(plane.normal, where + "normal");
  check_number(plane.offset, where + "offset");
  if (is_zero(plane.normal)) refuse(where + "normal", "a vector that is not zero", 0.0);
}

void check_shape(const Container&, const std::string& where) {
  refuse(where, "a shape that queries know", "a container");
}

void check_shape(const Arc&, const std::string& where) {
  refuse(where, "a shape that queries know", "an arc");
}

template <int D>
void check_shape(const Capsule<D>& capsule, const std::string& where) {
  check_shape(Segment<D>{capsule.from, capsule.to}, where);
  check_shape(Ball{capsule.radius}, where);
}

template <int D>
void check_half_extents(const Vec<D>& half, const std::string& where) {
  check_vector(half, where);
  for (int i = 0; i < D; ++i)
    if (half.c[i] < 0.0) refuse(where + "[" + std::to_string(i) + "]", ">= 0", half.c[i]);
}

template <int D>
void check_shape(const Box<D>& box, const std::string& where) {
  check_half_extents(box.half_extents, where + "half_extents");
}

template <int D>
void check_shape(const OrientedBox<D>& box, const std::string& where) {
  check_half_extents(box.half_extents, where + "half_extents");
  for (std::size_t k = 0; k < box.axes.size(); ++k) {
    const std::string axis = "axes[" + std::to_string(k) + "]";
    check_vector(box.axes[k], where + axis);
    // Nothing below rounds these products: they have a range of their own.
    check_vector(box.half_extents.c[k] * box.axes[k],
                 where + "half_extents[" + std::to_string(k) + "] * " + axis);
  }
}

template <int D>
void check_vertices(std::span<const Vec<D>> vertices, const std::string& where) {
  for (std::size_t i = 0; i < vertices.size(); ++i)
    check_vector(vertices[i], where + "vertices[" + std::to_string(i) + "]");
}

template <int D>
void check_shape(const Hull<D>& hull, const std::string& where) {
  if (hull.vertices.empty()) refuse(where + "vertices", "at least one", "none");
  check_vertices<D>(hull.vertices, where);
}

void check_shape(const Polygon&, const std::string&) {}  // as it was when it was made

void check_shape(const Triangle& triangle, const std::string& where) {
  check_vertices<3>(triangle.vertices, where);
}

template <int D>
void check_motion(const Linear<D>& motion, const std::string& where) {
  check_vector(motion.position, where + "position");
  check_vector(motion.velocity, where + "velocity");
}

template <int D>
void check_motion(const Falling<D>& motion, const std::string& where) {
  check_motion(Linear<D>{motion.position, motion.velocity}, where);
  check_vector(motion.acceleration, where + "acceleration");
}

}  // namespace

template <int D>
void check(const Moving<D>& moving, const char* name) {
  const std::string where(name);
  std::visit([&](const auto& shape) { check_shape(shape, where + ".shape."); }, moving.shape);
  if (D == 3 && std::holds_alternative<Polygon>(moving.shape))
    refuse(where + ".shape", "no polygon in 3D", "one");
  if (D == 2 && std::holds_alternative<Triangle>(moving.shape))
    refuse(where + ".shape", "no triangle in 2D", "one");
  std::visit([&](const auto& motion) { check_motion(motion, where + ".motion."); }, moving.motion);
}

void check(const Query& query) {
  if (!(query.horizon >= 0.0)) refuse("query.horizon", ">= 0", query.horizon);
  check_number(query.margin, "query.margin");
  if (query.margin < 0.0) refuse("query.margin", ">= 0", query.margin);
}

void refuse(const std::string& where, const std::string& expected, const std::string& found) {
  throw InputError("first_hit: " + where + ": expected " + expected + ", found " + found);
}

void refuse(const std::string& where, const std::string& expected, double found) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", found);
  refuse(where, expected, std::string(text));
}

template void check<2>(const Moving<2>&, const char*);
template void check<3>(const Moving<3>&, const char*);

}  // namespace firsthit
