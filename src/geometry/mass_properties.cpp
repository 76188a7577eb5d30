#include <firsthit/shape.hpp>

#include <firsthit/error.hpp>

#include "core/never.hpp"
#include "core/vec_math.hpp"
#include "geometry/moments.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace firsthit::inline v0 {
namespace {

/// [L] Of a box: from its middle to its sides.
template <int D>
Rows<D> half_edges(const OrientedBox<D>& box) {
  Rows<D> r;
  for (std::size_t k = 0; k < std::size_t{D}; ++k) r[k] = box.half_extents[k] * box.axes[k];
  return r;
}

/// [L] The largest number of a shape; infinite, if any is not finite.
template <int D>
struct SizeOf {
  static double of(std::span<const double> numbers) {
    double r = 0.0;
    for (const double x : numbers) {
      if (!std::isfinite(x)) return kNever;
      r = std::max(r, std::fabs(x));
    }
    return r;
  }
  static double of(std::span<const Vec<D>> places) {
    double r = 0.0;
    for (const Vec<D>& place : places) r = std::max(r, of(place.c));
    return r;
  }
  double operator()(const Ball& ball) const { return of(std::array{ball.radius}); }
  double operator()(const Capsule<D>& capsule) const {
    return std::max(of(std::array{capsule.from, capsule.to}), of(std::array{capsule.radius}));
  }
  double operator()(const Box<D>& box) const { return of(box.half_extents.c); }
  double operator()(const OrientedBox<D>& box) const { return of(half_edges(box)); }
  double operator()(const Hull<D>& hull) const {
    return std::max(of(hull.vertices), of(std::array{hull.radius}));
  }
  double operator()(const Polygon& polygon) const {
    if constexpr (D == 2) return of(polygon.vertices());
    return 0.0;
  }
  double operator()(const Segment<D>& segment) const { return of(std::array{segment.from, segment.to}); }
  double operator()(const Arc& arc) const {
    const double directions = SizeOf<2>::of(std::array{arc.from, arc.to});
    return std::max(directions < kNever ? 0.0 : kNever, of(std::array{arc.radius}));
  }
  double operator()(const Triangle& triangle) const {
    if constexpr (D == 3) return of(triangle.vertices);
    return 0.0;
  }
  double operator()(const Point&) const { return 0.0; }
  double operator()(const HalfSpace<D>&) const { return 0.0; }
  double operator()(const Container&) const { return 0.0; }
};

[[noreturn]] void refuse(const char* expected, const char* found) {
  throw InputError(std::string("mass_properties: expected ") + expected + ", found " + found);
}

/// In units of 2^exponent, of places seen from `origin`, one of them, so that far away they keep their
/// digits.
template <int D>
struct MomentsOf {
  int exponent;
  Vec<D> origin{};

  double in_units(double x) const { return std::ldexp(x, -exponent); }
  Vec<D> in_units(Vec<D> x) const {
    for (double& c : x.c) c = in_units(c);
    return x;
  }
  std::vector<Vec<D>> seen(std::span<const Vec<D>> places) {
    if (places.empty()) refuse("a hull of at least one vertex", "none");
    origin = places[0];
    std::vector<Vec<D>> r(places.begin(), places.end());
    for (Vec<D>& place : r) place = in_units(place) - in_units(origin);
    return r;
  }
  Moments<D> hull(std::span<const Vec<D>> given, double radius) {
    if (!(radius >= 0.0)) refuse("a radius that is not below 0", "one");
    return of_hull(seen(given), in_units(radius));
  }

  Moments<D> operator()(const Ball& ball) { return hull(std::array{Vec<D>{}}, ball.radius); }
  Moments<D> operator()(const Capsule<D>& capsule) {
    return hull(std::array{capsule.from, capsule.to}, capsule.radius);
  }
  Moments<D> operator()(const Box<D>& box) {
    Moments<D> r{1.0, {}, {}};
    for (std::size_t k = 0; k < std::size_t{D}; ++k) {
      const double half = in_units(box.half_extents[k]);
      r.second[k][k] = half * half / 3.0;
    }
    return r;
  }
  Moments<D> operator()(const OrientedBox<D>& box) {
    Moments<D> r{1.0, {}, {}};
    for (const Vec<D>& edge : half_edges(box)) add(r.second, 1.0 / 3.0, in_units(edge), in_units(edge));
    return r;
  }
  Moments<D> operator()(const Hull<D>& shape) { return hull(shape.vertices, shape.radius); }
  Moments<D> operator()(const Polygon& polygon) {
    if constexpr (D == 2) return of_polygon(seen(polygon.vertices()));
    refuse("a shape of space", "a polygon");
  }
  Moments<D> operator()(const Point&) { return {1.0, {}, {}}; }
  Moments<D> operator()(const Segment<D>& segment) { return hull(std::array{segment.from, segment.to}, 0.0); }
  Moments<D> operator()(const Arc& arc) {
    if constexpr (D == 2) {
      if (is_zero(arc.from) || is_zero(arc.to)) refuse("directions of an arc that are not zero", "one");
      return of_arc({in_units(arc.radius), arc.from, arc.to});
    }
    refuse("a shape of space", "an arc");
  }
  Moments<D> operator()(const Triangle& triangle) {
    if constexpr (D == 3) return hull(triangle.vertices, 0.0);
    refuse("a shape of the plane", "a triangle");
  }
  Moments<D> operator()(const HalfSpace<D>&) { refuse("a shape that ends", "a half-space"); }
  Moments<D> operator()(const Container&) { refuse("a shape that ends", "a container"); }
};

/// About the centre of mass, from the mean of the products of coordinates: its trace less itself.
double inertia_of(const Matrix<2>& mean) { return mean[0][0] + mean[1][1]; }
Rows<3> inertia_of(const Matrix<3>& mean) {
  Rows<3> r;
  for (std::size_t i = 0; i < 3; ++i) {
    r[i] = -mean[i];
    const std::size_t j = (i + 1) % 3;
    const std::size_t k = (i + 2) % 3;
    r[i][i] = mean[j][j] + mean[k][k];
  }
  return r;
}

void scale_by(double& x, int exponent) { x = std::ldexp(x, exponent); }
void scale_by(Rows<3>& rows, int exponent) {
  for (Vec<3>& row : rows)
    for (double& x : row.c) scale_by(x, exponent);
}

}  // namespace

template <int D>
MassProperties<D> mass_properties(const Shape<D>& shape) {
  const double size = std::visit(SizeOf<D>{}, shape);
  if (!(size < kNever)) refuse("finite numbers", "others");
  const int exponent = size > 0.0 ? std::ilogb(size) : 0;
  MomentsOf<D> teller{exponent};
  const Moments<D> moments = std::visit(teller, shape);
  const Vec<D> centre = (1.0 / moments.whole) * moments.first;
  Matrix<D> mean{};
  add(mean, 1.0 / moments.whole, moments.second);
  add(mean, -1.0, centre, centre);
  MassProperties<D> r{volume(shape), centre, inertia_of(mean)};
  for (double& x : r.centre.c) scale_by(x, exponent);
  r.centre = teller.origin + r.centre;
  scale_by(r.inertia_per_mass, 2 * exponent);
  return r;
}

template MassProperties<2> mass_properties(const Shape<2>&);
template MassProperties<3> mass_properties(const Shape<3>&);

}  // namespace firsthit::inline v0
