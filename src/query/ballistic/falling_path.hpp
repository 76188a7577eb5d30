#pragma once

#include "exact/double_double.hpp"
#include "query/ballistic/flight_proof.hpp"
#include "query/base/course.hpp"

#include <firsthit/vec.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

// A flight with twice the digits. Derivation of the bounds: docs/numerics/falling.md.

namespace firsthit {

/// A place errs by 23.5 u^2 of what it is made of, a velocity by 10.1 u^2: counted as 2^-48 u = 32 u^2. As a
/// double, either is known to u of itself and 2^-48 of that. Smaller: answers might be wrong. Larger: less is
/// seen of what comes from afar. Whole derivation: docs/numerics/falling.md.
inline constexpr double kBlur = 0x1p-48;

/// Is each number 0, or from 2^-100 to 2^100?
template <int D>
bool is_moderate(const Vec<D>& a) {
  for (const double x : a.c) {
    const double size = std::fabs(x);
    if (!(size >= 0x1p-100 && size <= 0x1p100) && size != 0.0) return false;
  }
  return true;
}

/// A number along one axis, and the size of what it is made of: it is known to 2^-53 of |value| + kBlur size.
struct Blurred {
  DoubleDouble value;
  double size = 0.0;

  double high() const { return value.high; }
  double padded() const { return std::fabs(value.high) + kBlur * size; }
};

/// b's place relative to a's, its velocity and half of its acceleration, at a moment.
template <int D>
struct FallingState {
  std::array<Blurred, static_cast<std::size_t>(D)> place;
  std::array<Blurred, static_cast<std::size_t>(D)> speed;
  std::array<double, static_cast<std::size_t>(D)> half_pull;  ///< rounded
};

/// The exact differences of two courses.
template <int D>
class FallingPath {
 public:
  FallingPath(const Course<D>& a, const Course<D>& b)
      : is_moderate(firsthit::is_moderate(a.position) && firsthit::is_moderate(b.position) &&
                    firsthit::is_moderate(a.velocity) && firsthit::is_moderate(b.velocity) &&
                    firsthit::is_moderate(a.acceleration) && firsthit::is_moderate(b.acceleration)) {
    for (std::size_t i = 0; i < D; ++i) {
      place_[i] = exact_difference(b.position[i], a.position[i]);
      speed_[i] = exact_difference(b.velocity[i], a.velocity[i]);
      const DoubleDouble pull = exact_difference(b.acceleration[i], a.acceleration[i]);
      half_pull_[i] = {0.5 * pull.high, 0.5 * pull.low};
    }
  }

  FallingState<D> at(double t) const {
    FallingState<D> r;
    for (std::size_t i = 0; i < D; ++i) {
      const double d = std::fabs(place_[i].high);
      const double v = std::fabs(speed_[i].high);
      const double g = std::fabs(half_pull_[i].high);
      r.half_pull[i] = half_pull_[i].high;
      if (t == 0.0) {
        r.place[i] = {place_[i], d};
        r.speed[i] = {speed_[i], v};
        continue;
      }
      const DoubleDouble gain = half_pull_[i] * t;
      r.place[i] = {place_[i] + (speed_[i] + gain) * t, d + t * (v + t * g)};
      r.speed[i] = {speed_[i] + DoubleDouble{2.0 * gain.high, 2.0 * gain.low}, v + 2.0 * (t * g)};
    }
    return r;
  }

  /// [T] In which it moves about as far as it is away, or `size`.
  double crossing_time(double size) const {
    double speed = 0.0;
    double pull = 0.0;
    for (std::size_t i = 0; i < D; ++i) {
      size = std::max(size, std::fabs(place_[i].high));
      speed = std::max(speed, std::fabs(speed_[i].high));
      pull = std::max(pull, std::fabs(half_pull_[i].high));
    }
    return std::min(size / speed, std::sqrt(size / pull));
  }

  bool is_moderate;

 private:
  std::array<DoubleDouble, static_cast<std::size_t>(D)> place_;
  std::array<DoubleDouble, static_cast<std::size_t>(D)> speed_;
  std::array<DoubleDouble, static_cast<std::size_t>(D)> half_pull_;
};

/// Error: 3.1 u^2 of the sum.
inline DoubleDouble sum_of(const Vec<3>& x) { return exact_sum(x[0], x[1]) + DoubleDouble{x[2], 0.0}; }

/// |p|^2 - sigma^2 in the time since the moment of a state. Error of the lowest coefficient: 2^-100 of
/// `sizes`, told as 2^-51 of it, since 2^-49 of a coefficient's size counts.
template <int D>
RoundedPolynomial squared_gap(const FallingState<D>& state, const DoubleDouble& sigma) {
  RoundedPolynomial p;
  DoubleDouble gap = -(sigma * sigma);
  double sizes = sigma.high * sigma.high;
  for (std::size_t i = 0; i < D; ++i) {
    const Blurred& place = state.place[i];
    const Blurred& speed = state.speed[i];
    const double pull = state.half_pull[i];
    gap = gap + place.value * place.value;
    sizes += std::fabs(place.high()) * place.size + 0x1p-102 * (place.size * place.size);
    p.c[1] += 2.0 * (place.high() * speed.high());
    p.c[2] += speed.high() * speed.high() + 2.0 * (place.high() * pull);
    p.c[3] += 2.0 * (speed.high() * pull);
    p.c[4] += pull * pull;
    p.size[1] += 2.0 * (place.padded() * speed.padded());
    p.size[2] += speed.padded() * speed.padded() + 2.0 * (place.padded() * std::fabs(pull));
    p.size[3] += 2.0 * (speed.padded() * std::fabs(pull));
  }
  p.size[4] = p.c[4];
  p.c[0] = gap.high;
  p.size[0] = std::fabs(gap.high) + 0x1p-51 * sizes;
  return p;
}

}  // namespace firsthit
