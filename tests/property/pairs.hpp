#pragma once

#include "core/random.hpp"
#include "property/reference_events.hpp"
#include "query/base/pair_table.hpp"

#include <firsthit/error.hpp>
#include <firsthit/first_hit.hpp>

#include <cmath>
#include <cstdint>

// Random and hostile pairs, and the exact gaps that they have.

namespace firsthit::laws {

template <int D>
Vec<D> position(const Motion<D>& motion) {
  return course_of(motion).position;
}

template <int D>
Vec<D> velocity(const Motion<D>& motion) {
  return course_of(motion).velocity;
}

template <int D>
Vec<D> acceleration(const Motion<D>& motion) {
  const auto* falling = std::get_if<Falling<D>>(&motion);
  return falling != nullptr ? falling->acceleration : Vec<D>{};
}

inline double radius(const auto& shape) {
  const auto* ball = std::get_if<Ball>(&shape);
  return ball != nullptr ? ball->radius : 0.0;
}

/// How numbers are drawn: from a coarse grid, where touches and ties are common, or from the continuum.
enum class Draw { Grid, Continuum, Wild };

class Source {
 public:
  explicit Source(std::uint64_t seed) : random_(seed) {}

  double number(Draw draw, double size) {
    if (draw == Draw::Grid) return size * 0.25 * (static_cast<double>(random_.below(9)) - 4.0);
    const double x = random_.uniform(-size, size);
    if (draw == Draw::Continuum) return x;
    const int exponent = static_cast<int>(random_.below(41)) - 20;
    return std::ldexp(x, exponent);
  }

  double size(Draw draw, double largest) {
    if (draw == Draw::Grid) return largest * 0.25 * static_cast<double>(random_.below(5));
    return std::fabs(number(draw, largest));
  }

  template <int D>
  Vec<D> vector(Draw draw, double size) {
    Vec<D> r;
    for (int i = 0; i < D; ++i) r.c[i] = number(draw, size);
    return r;
  }

  template <int D>
  Motion<D> motion(Draw draw, bool falls, double distance, double speed) {
    const Vec<D> place = vector<D>(draw, distance);
    const Vec<D> velocity = vector<D>(draw, speed);
    if (!falls) return Linear<D>{place, velocity};
    const Vec<D> acceleration = vector<D>(draw, speed);
    return Falling<D>{place, velocity, acceleration};
  }

  bool chance(double p) { return random_.uniform() < p; }
  std::uint64_t below(std::uint64_t n) { return random_.below(n); }
  double uniform(double low, double high) { return random_.uniform(low, high); }

 private:
  Random random_;
};

/// b's place relative to a, a parabola per coordinate.
template <int D>
std::vector<reference::Coefficients> path(const Moving<D>& a, const Moving<D>& b) {
  std::vector<reference::Coefficients> r;
  for (std::size_t i = 0; i < static_cast<std::size_t>(D); ++i) {
    const mpq_class place = mpq_class(position(b.motion)[i]) - mpq_class(position(a.motion)[i]);
    const mpq_class speed = mpq_class(velocity(b.motion)[i]) - mpq_class(velocity(a.motion)[i]);
    const mpq_class fall = mpq_class(acceleration(b.motion)[i]) - mpq_class(acceleration(a.motion)[i]);
    r.push_back({place, speed, mpq_class(fall / 2)});
  }
  return r;
}

template <int D>
reference::Coefficients ball_gap(const Moving<D>& a, const Moving<D>& b) {
  reference::Coefficients r(5);
  for (const reference::Coefficients& p : path(a, b))
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) r[j + k] += p[j] * p[k];
  const mpq_class sigma = mpq_class(radius(a.shape)) + mpq_class(radius(b.shape));
  r[0] -= sigma * sigma;
  return r;
}

/// Requires: `length` is the exact length of the plane's normal.
template <int D>
reference::Coefficients plane_gap(const Moving<D>& solid, const Moving<D>& ball, double length) {
  const auto& plane = std::get<HalfSpace<D>>(solid.shape);
  reference::Coefficients r(3);
  std::size_t axis = 0;
  for (const reference::Coefficients& p : path(solid, ball)) {
    for (std::size_t k = 0; k < 3; ++k) r[k] += mpq_class(plane.normal[axis]) * p[k];
    ++axis;
  }
  r[0] -= mpq_class(plane.offset) + mpq_class(radius(ball.shape)) * mpq_class(length);
  return r;
}

inline reference::Kind kind(Outcome outcome) {
  switch (outcome) {
    case Outcome::Miss:
      return reference::Kind::Miss;
    case Outcome::Graze:
      return reference::Kind::Graze;
    case Outcome::Impact:
      return reference::Kind::Impact;
    default:
      return reference::Kind::Overlap;
  }
}

}  // namespace firsthit::laws
