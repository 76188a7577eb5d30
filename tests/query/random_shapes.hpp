#pragma once

#include "core/random.hpp"

#include <firsthit/distance.hpp>
#include <firsthit/error.hpp>
#include <firsthit/first_hit.hpp>

#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

// Random shapes of every kind, and what becomes of them in a mirror or in other units.

namespace firsthit {

/// How many kinds of shapes queries know, in either dimension.
inline constexpr std::uint64_t kShapeKinds = 9;

/// Numbers from a coarse grid, where touches and ties are common, or from the continuum.
class ShapeSource {
 public:
  ShapeSource(std::uint64_t seed, bool grid) : random_(seed), grid_(grid) {}

  double number(double size) {
    return grid_ ? 0.5 * size * (static_cast<double>(random_.below(5)) - 2.0) : random_.uniform(-size, size);
  }
  double size(double largest) { return std::fabs(number(largest)); }
  std::uint64_t below(std::uint64_t n) { return random_.below(n); }

  template <int D>
  Vec<D> vector(double size) {
    Vec<D> r;
    for (double& x : r.c) x = number(size);
    return r;
  }

  template <int D>
  Shape<D> shape(std::uint64_t kind) {
    switch (kind) {
      case 0:
        return Point{};
      case 1:
        return Ball{size(1.0)};
      case 2:
        return Segment<D>{vector<D>(2.0), vector<D>(2.0)};
      case 3:
        return Capsule<D>{vector<D>(2.0), vector<D>(2.0), size(1.0)};
      case 4:
        return Box<D>{absolute(vector<D>(1.0))};
      case 5:
        return oriented<D>();
      case 6: {
        Hull<D> hull;
        const std::size_t count = 1 + below(7);
        for (std::size_t i = 0; i < count; ++i) hull.vertices.push_back(vector<D>(2.0));
        if (below(3) == 0) hull.radius = size(1.0);
        return hull;
      }
      case 7:
        return half_space<D>();
      default:
        if constexpr (D == 3) return Triangle{{vector<3>(2.0), vector<3>(2.0), vector<3>(2.0)}};
        if constexpr (D == 2) return polygon();
    }
  }

  Polygon polygon() {
    for (;;) {
      std::vector<Vec<2>> vertices(3 + below(4));
      for (Vec<2>& v : vertices) v = vector<2>(2.0);
      try {
        return Polygon(std::move(vertices));
      } catch (const InputError&) {
      }
    }
  }

  template <int D>
  Moving<D> moving(std::uint64_t kind) {
    Shape<D> s = shape<D>(kind);
    const Vec<D> place = vector<D>(4.0);
    const Vec<D> velocity = vector<D>(1.0);
    return {std::move(s), Linear<D>{place, velocity}};
  }

 private:
  template <int D>
  static Vec<D> absolute(Vec<D> a) {
    for (double& x : a.c) x = std::fabs(x);
    return a;
  }

  template <int D>
  OrientedBox<D> oriented() {
    OrientedBox<D> box{absolute(vector<D>(1.0)), {}};
    for (std::size_t k = 0; k < D; ++k) box.axes[k][k] = 1.0;
    for (std::size_t k = 0; k + 1 < D; ++k) {
      // Turned in the plane of two axes, by a Pythagorean angle on the grid.
      const double angle = random_.uniform(0.0, 6.0);
      const double cosine = grid_ ? 0.6 : 1.0 - angle / 3.0;
      const double sine = grid_ ? 0.8 : std::sqrt(1.0 - cosine * cosine);
      for (Vec<D>& axis : box.axes) {
        const double x = axis[k];
        const double y = axis[k + 1];
        axis[k] = cosine * x - sine * y;
        axis[k + 1] = sine * x + cosine * y;
      }
    }
    return box;
  }

  template <int D>
  HalfSpace<D> half_space() {
    HalfSpace<D> plane{vector<D>(1.0), number(2.0)};
    if (plane.normal == Vec<D>{}) plane.normal[0] = 1.0;
    return plane;
  }

  Random random_;
  bool grid_;
};

/// Every vector multiplied by `signs`, every length by `length`.
template <int D>
struct Change {
  Vec<D> signs;
  double length = 1.0;
  double time = 1.0;

  Vec<D> turned(Vec<D> a) const {
    for (std::size_t i = 0; i < D; ++i) a[i] *= signs[i];
    return a;
  }
  Vec<D> place(Vec<D> a) const {
    for (std::size_t i = 0; i < D; ++i) a[i] *= length * signs[i];
    return a;
  }

  Shape<D> operator()(const Shape<D>& shape) const {
    return std::visit([&](const auto& s) -> Shape<D> { return changed(s); }, shape);
  }
  Placed<D> operator()(const Placed<D>& placed) const {
    return {(*this)(placed.shape), place(placed.position)};
  }
  Moving<D> operator()(const Moving<D>& moving) const {
    const auto& motion = std::get<Linear<D>>(moving.motion);
    Vec<D> velocity = place(motion.velocity);
    for (double& x : velocity.c) x /= time;
    return {(*this)(moving.shape), Linear<D>{place(motion.position), velocity}};
  }

 private:
  template <class S>
  S changed(const S& shape) const {
    return shape;
  }
  Ball changed(const Ball& ball) const { return {length * ball.radius}; }
  Segment<D> changed(const Segment<D>& s) const { return {place(s.from), place(s.to)}; }
  Capsule<D> changed(const Capsule<D>& s) const { return {place(s.from), place(s.to), length * s.radius}; }
  Box<D> changed(const Box<D>& box) const { return {scaled(box.half_extents)}; }
  OrientedBox<D> changed(const OrientedBox<D>& box) const {
    OrientedBox<D> r{scaled(box.half_extents), box.axes};
    for (Vec<D>& axis : r.axes) axis = turned(axis);
    return r;
  }
  Hull<D> changed(const Hull<D>& hull) const { return {places(hull.vertices), length * hull.radius}; }
  HalfSpace<D> changed(const HalfSpace<D>& plane) const {
    return {turned(plane.normal), length * plane.offset};
  }
  Polygon changed(const Polygon& polygon) const {
    if constexpr (D == 2) return Polygon(places(polygon.vertices()));
    return polygon;
  }
  Triangle changed(const Triangle& triangle) const {
    Triangle r = triangle;
    if constexpr (D == 3)
      for (Vec<3>& v : r.vertices) v = place(v);
    return r;
  }
  Vec<D> scaled(Vec<D> a) const {
    for (double& x : a.c) x *= length;
    return a;
  }
  std::vector<Vec<D>> places(std::vector<Vec<D>> vertices) const {
    for (Vec<D>& v : vertices) v = place(v);
    return vertices;
  }
};

}  // namespace firsthit
