#pragma once

#include "core/random.hpp"
#include "core/vec_math.hpp"

#include <firsthit/batch.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

// Random and hostile pairs for batches.

namespace firsthit {

/// How numbers are drawn: from the continuum; from a coarse grid, where touches and ties are common; from
/// a grid, and then moved by an ulp; or of any size.
enum class Draw { Continuum, Grid, NearGrid, Wild };
inline constexpr Draw kDraws[] = {Draw::Continuum, Draw::Grid, Draw::NearGrid, Draw::Wild};

class PairSource {
 public:
  PairSource(std::uint64_t seed, Draw draw) : random_(seed), draw_(draw) {}

  double number(double size) {
    const double grid = size * 0.25 * (static_cast<double>(random_.below(9)) - 4.0);
    if (draw_ == Draw::Grid || (draw_ == Draw::NearGrid && grid == 0.0)) return grid;
    if (draw_ == Draw::NearGrid)
      return std::nextafter(grid, size * (static_cast<double>(random_.below(3)) - 1.0));
    const double x = random_.uniform(-size, size);
    if (draw_ == Draw::Continuum) return x;
    const int exponent = static_cast<int>(random_.below(41)) - 20;
    return std::ldexp(x, random_.below(64) == 0 ? 4 * exponent : exponent);
  }

  double size(double largest) { return std::fabs(number(largest)); }

  template <int D>
  Vec<D> vector(double size) {
    Vec<D> r;
    for (double& x : r.c) x = number(size);
    return r;
  }

  template <int D>
  void draw(Ball& ball) {
    ball.radius = size(0.5);
  }

  template <int D>
  void draw(Point&) {}

  template <int D>
  void draw(Segment<D>& segment) {
    segment.from = vector<D>(0.5);
    segment.to = vector<D>(0.5);
  }

  template <int D>
  void draw(Box<D>& box) {
    for (double& x : box.half_extents.c) x = size(0.5);
  }

  /// With axes across each other but for rounding; on a grid, with any axes.
  template <int D>
  void draw(OrientedBox<D>& box) {
    for (double& x : box.half_extents.c) x = size(0.5);
    for (Vec<D>& axis : box.axes) axis = vector<D>(1.0);
    if (draw_ == Draw::Grid || draw_ == Draw::NearGrid) return;
    for (std::size_t k = 0; k < D; ++k) {
      for (std::size_t m = 0; m < k; ++m) {
        const double along = dot(box.axes[k], box.axes[m]) / dot(box.axes[m], box.axes[m]);
        for (std::size_t i = 0; i < D; ++i) box.axes[k][i] -= along * box.axes[m][i];
      }
      const double length = std::sqrt(dot(box.axes[k], box.axes[k]));
      for (double& x : box.axes[k].c) x = x / length;
    }
  }

  /// Apart or not, and often on a course to meet: towards the first, from a distance.
  template <class A, class B, int D>
  void draw(Straight<A, D>& a, Straight<B, D>& b) {
    draw<D>(a.shape);
    draw<D>(b.shape);
    a.position = vector<D>(1.0);
    a.velocity = random_.below(4) == 0 ? Vec<D>{} : vector<D>(1.0);
    b.position = vector<D>(2.0);
    b.velocity = vector<D>(1.0);
    if (random_.below(2) == 0)
      for (std::size_t i = 0; i < D; ++i)
        b.velocity[i] = a.velocity[i] + 0.5 * (a.position[i] - b.position[i]) + 0.25 * number(0.5);
  }

 private:
  Random random_;
  Draw draw_;
};

/// Pairs of both kinds, side by side.
template <class A, class B, int D>
struct Pairs {
  std::vector<Straight<A, D>> a;
  std::vector<Straight<B, D>> b;

  Pairs(std::uint64_t seed, Draw draw, std::size_t count) : a(count), b(count) {
    PairSource source(seed, draw);
    for (std::size_t i = 0; i < count; ++i) source.draw(a[i], b[i]);
  }
};

}  // namespace firsthit
