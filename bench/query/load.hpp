#pragma once

#include "core/random.hpp"
#include "core/vec_math.hpp"

#include <firsthit/batch.hpp>
#include <firsthit/first_hit.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace firsthit {

/// Draws pairs as a broad phase hands them over: apart at the start, while the boxes around their sweeps
/// through a window of 1 overlap.
class Load {
 public:
  template <class A, class B, int D>
  void draw(Straight<A, D>& a, Straight<B, D>& b) {
    do {
      draw(a.shape);
      draw(b.shape);
      a.position = vector<D>(4.0);
      b.position = vector<D>(4.0);
      a.velocity = vector<D>(1.0);
      b.velocity = vector<D>(1.0);
    } while (!sweeps_overlap(a, b) || first_hit(moving(a), moving(b), {0.0, 0.0}).outcome != Outcome::Miss);
  }

  template <class S, int D>
  static Moving<D> moving(const Straight<S, D>& x) {
    return {x.shape, Linear<D>{x.position, x.velocity}};
  }

 private:
  void draw(Ball& ball) { ball.radius = random_.uniform(0.25, 0.75); }

  void draw(Point&) {}

  template <int D>
  void draw(Segment<D>& segment) {
    segment.from = vector<D>(0.5);
    segment.to = vector<D>(0.5);
  }

  template <int D>
  void draw(Box<D>& box) {
    for (double& x : box.half_extents.c) x = random_.uniform(0.25, 0.75);
  }

  template <int D>
  void draw(OrientedBox<D>& box) {
    for (double& x : box.half_extents.c) x = random_.uniform(0.25, 0.75);
    for (std::size_t k = 0; k < D; ++k) {
      Vec<D>& axis = box.axes[k];
      axis = vector<D>(1.0);
      for (std::size_t m = 0; m < k; ++m) axis = axis - dot(axis, box.axes[m]) * box.axes[m];
      axis = (1.0 / length(axis)) * axis;
    }
  }

  template <int D>
  Vec<D> vector(double size) {
    Vec<D> r;
    for (double& x : r.c) x = random_.uniform(-size, size);
    return r;
  }

  static double reach(const Ball& ball, std::size_t) { return ball.radius; }

  static double reach(const Point&, std::size_t) { return 0.0; }

  template <int D>
  static double reach(const Segment<D>& segment, std::size_t axis) {
    return std::max(std::fabs(segment.from[axis]), std::fabs(segment.to[axis]));
  }

  template <int D>
  static double reach(const Box<D>& box, std::size_t axis) {
    return box.half_extents[axis];
  }

  template <int D>
  static double reach(const OrientedBox<D>& box, std::size_t axis) {
    double r = 0.0;
    for (std::size_t k = 0; k < D; ++k) r += box.half_extents[k] * std::fabs(box.axes[k][axis]);
    return r;
  }

  template <class A, class B, int D>
  static bool sweeps_overlap(const Straight<A, D>& a, const Straight<B, D>& b) {
    for (std::size_t i = 0; i < D; ++i) {
      const auto low = [i](const auto& x) {
        return std::min(x.position[i], x.position[i] + x.velocity[i]) - reach(x.shape, i);
      };
      const auto high = [i](const auto& x) {
        return std::max(x.position[i], x.position[i] + x.velocity[i]) + reach(x.shape, i);
      };
      if (low(a) > high(b) || low(b) > high(a)) return false;
    }
    return true;
  }

  Random random_{1};
};

}  // namespace firsthit
