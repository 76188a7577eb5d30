#pragma once

#include "core/vec_math.hpp"
#include "exact/sin_cos.hpp"

#include <firsthit/motion.hpp>

#include <array>
#include <cstddef>

namespace firsthit {

/// A rotation as a matrix, by rows.
template <int D>
struct Rotation {
  std::array<Vec<D>, static_cast<std::size_t>(D)> rows = kCoordinateAxes<D>;

  Vec<D> of(const Vec<D>& a) const {
    Vec<D> r;
    for (std::size_t i = 0; i < D; ++i) r[i] = dot(rows[i], a);
    return r;
  }
  /// Turned back.
  Vec<D> inverse_of(const Vec<D>& a) const {
    Vec<D> r;
    for (std::size_t i = 0; i < D; ++i) {
      double sum = rows[0][i] * a[0];
      for (std::size_t k = 1; k < D; ++k) sum += rows[k][i] * a[k];
      r[i] = sum;
    }
    return r;
  }
};

/// First q, then p.
template <int D>
Rotation<D> operator*(const Rotation<D>& p, const Rotation<D>& q) {
  Rotation<D> r;
  for (std::size_t i = 0; i < D; ++i) r.rows[i] = q.inverse_of(p.rows[i]);
  return r;
}

/// The one that an orientation describes. Requires: finite, not all 0. Error: 6 u of each number in the
/// plane, 9 u in space. Derivation: docs/numerics/turning.md.
template <int D>
Rotation<D> rotation_of(const Orientation<D>& orientation);

/// What a constant angular velocity does in a time, from its size and direction.
template <int D>
class SteadySpin {
 public:
  explicit SteadySpin(const AngularVelocity<D>& angular_velocity);

  /// [rad] The angle turned through within `time` is at most this, rounded.
  double angle_within(double time) const;
  /// Requires: angle_within(time) <= kLargestAngle. Error: 2 u of each number in the
  /// plane, as a matrix 28 u in space.
  Rotation<D> after(double time) const;
  /// Of two in the same time: the same bits, for less.
  static std::array<Rotation<D>, 2> after(const SteadySpin& spin, const SteadySpin& other, double time);
  /// Of the angles that two turn by in the same time, counterclockwise about their axes.
  static std::array<SinCos, 2> angles_after(const SteadySpin& spin, const SteadySpin& other, double time);
  const Vec<3>& axis() const { return axis_; }  ///< unit, off by 2 u; 0 if nothing spins, and in the plane

 private:
  double size_high_ = 0.0;  // [rad/T] with its sign in the plane
  double size_low_ = 0.0;
  Vec<3> axis_{};  // unit; in space only
};

}  // namespace firsthit
