#pragma once

#include "core/random.hpp"
#include "core/vec_math.hpp"
#include "query/convex/polytope/rounded_polytope.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string_view>

// Random pairs of convex shapes on straight courses, of kinds that are asked for by name.

namespace firsthit::testing {

enum class Numbers {
  Continuum,  // no ties
  Grid,       // multiples of 1/2: ties and degenerate shapes
  Nudged,     // the grid's, some of them moved by a few units in the last place
  Ratios,     // the grid's, some of them scaled by up to 2^30 either way
  Wild        // of any size that is accepted
};

template <int D>
struct FilterQuery {
  Shape<D> shape_a, shape_b;
  Vec<D> position_a, position_b, velocity_a, velocity_b;
  double margin = 0.0;
  double end = 0.0;
};

template <int D>
inline constexpr int kShapeKinds = 0;
template <>
inline constexpr std::array<std::string_view, 9> kShapeKinds<2> = {
    "point", "ball", "segment", "capsule", "box", "oriented box", "turned box", "skew box", "hull"};
template <>
inline constexpr std::array<std::string_view, 10> kShapeKinds<3> = {
    "point",        "ball",       "segment",  "capsule", "box",
    "oriented box", "turned box", "skew box", "hull",    "triangle"};

class FilterSource {
 public:
  FilterSource(std::uint64_t seed, Numbers numbers) : random_(seed), numbers_(numbers) {}

  template <int D>
  FilterQuery<D> query(std::string_view kind_a, std::string_view kind_b) {
    FilterQuery<D> q;
    q.shape_a = shape<D>(kind_a);
    q.shape_b = shape<D>(kind_b);
    const double span = random_.below(4) == 0 ? 1.0 : 4.0;
    q.position_a = vec<D>(span);
    q.position_b = vec<D>(span);
    q.velocity_a = vec<D>(1.0);
    for (std::size_t i = 0; i < D; ++i) {
      const double aimed = 0.3 * (q.position_a[i] - q.position_b[i]) + random_.uniform(-0.8, 0.8);
      q.velocity_b[i] = numbers_ == Numbers::Continuum ? q.velocity_a[i] + aimed : refined(aimed);
    }
    q.end = random_.below(2) == 0 ? 100.0 : random_.uniform(0.0, 3.0);
    if (random_.below(4) == 0) q.margin = std::fabs(number(0.5));
    return q;
  }

 private:
  /// In [-size, size].
  double number(double size) { return refined(random_.uniform(-size, size)); }

  double refined(double x) {
    if (numbers_ == Numbers::Continuum) return x;
    if (numbers_ == Numbers::Wild && random_.below(2) == 0) {
      const int exponent = static_cast<int>(random_.below(391)) - 195;
      return std::fabs(x) < 0x1p-4 ? 0.0 : std::ldexp(x, exponent);
    }
    x = 0.5 * std::round(2.0 * x);
    if (x == 0.0 || numbers_ == Numbers::Grid || numbers_ == Numbers::Wild || random_.below(2) == 0) return x;
    if (numbers_ == Numbers::Ratios) return std::ldexp(x, static_cast<int>(random_.below(61)) - 30);
    return x * (1.0 + 0x1p-52 * (static_cast<double>(random_.below(7)) - 3.0));
  }

  template <int D>
  Vec<D> vec(double size) {
    Vec<D> r;
    for (std::size_t i = 0; i < D; ++i) r[i] = number(size);
    return r;
  }

  double length(double low, double high) { return std::fabs(refined(random_.uniform(low, high))); }

  template <int D>
  Shape<D> shape(std::string_view kind) {
    if (kind == "point") return Point{};
    if (kind == "ball") return Ball{length(0.3, 1.0)};
    if (kind == "segment") {
      const Vec<D> from = vec<D>(1.0);
      const Vec<D> to = vec<D>(1.0);
      return Segment<D>{from, to};
    }
    if (kind == "capsule") {
      const Vec<D> from = vec<D>(1.0);
      const Vec<D> to = vec<D>(1.0);
      return Capsule<D>{from, to, length(0.2, 0.6)};
    }
    if (kind == "box") return Box<D>{halves<D>()};
    if (kind == "oriented box") return OrientedBox<D>{halves<D>(), turned<D>()};
    if (kind == "skew box") {
      OrientedBox<D> r{halves<D>(), {}};
      for (Vec<D>& axis : r.axes) axis = vec<D>(1.0);
      return r;
    }
    if (kind == "turned box") {
      // Now and then by an angle that other boxes have too, or not at all.
      constexpr std::array<double, 4> kSines = {0.0, 0.6, 0.8, 0.28};
      const double sine = random_.below(2) == 0 ? kSines[random_.below(4)] : random_.uniform(-1.0, 1.0);
      return OrientedBox<D>{halves<D>(), turned_about_z<D>(sine)};
    }
    if constexpr (D == 3)
      if (kind == "triangle") {
        Triangle r;
        for (Vec<3>& v : r.vertices) v = vec<3>(1.0);
        return r;
      }
    Hull<D> r;
    const std::uint64_t size = 4 + random_.below(8);
    for (std::uint64_t i = 0; i < size; ++i) r.vertices.push_back(vec<D>(1.0));
    if (random_.below(3) == 0) r.radius = length(0.1, 0.6);
    return r;
  }

  template <int D>
  Vec<D> halves() {
    Vec<D> r;
    for (std::size_t i = 0; i < D; ++i) r[i] = length(0.3, 1.0);
    return r;
  }

  /// Axes of unit length across each other, to rounding.
  template <int D>
  std::array<Vec<D>, static_cast<std::size_t>(D)> turned() {
    if constexpr (D == 2) {
      return turned_about_z<2>(random_.uniform(-1.0, 1.0));
    } else {
      Vec<3> u{};
      Vec<3> w{};
      double across = 0.0;
      while (across < 0.1) {
        for (std::size_t i = 0; i < 3; ++i) {
          u[i] = random_.uniform(-1.0, 1.0);
          w[i] = random_.uniform(-1.0, 1.0);
        }
        u = (1.0 / std::sqrt(length_squared(u) + 1e-9)) * u;
        w = w - dot(u, w) * u;
        across = length_squared(w);
      }
      w = (1.0 / std::sqrt(across)) * w;
      return {u, w, {u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]}};
    }
  }

  template <int D>
  static std::array<Vec<D>, static_cast<std::size_t>(D)> turned_about_z(double s) {
    const double c = std::sqrt(1.0 - s * s);
    std::array<Vec<D>, static_cast<std::size_t>(D)> r{};
    for (std::size_t i = 0; i < D; ++i) r[i][i] = 1.0;
    r[0][0] = r[1][1] = c;
    r[0][1] = s;
    r[1][0] = -s;
    return r;
  }

  Random random_;
  Numbers numbers_;
};

/// The cores of a query, which must outlive them.
template <int D>
struct FilterCores {
  RoundedPolytope<D> a, b;
  explicit FilterCores(const FilterQuery<D>& q) {
    make_polytope<D>(q.shape_a, q.position_a, q.velocity_a, a);
    make_polytope<D>(q.shape_b, q.position_b, q.velocity_b, b);
  }
};

}  // namespace firsthit::testing
