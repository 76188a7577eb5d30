#pragma once

#include "geometry/rotation.hpp"

#include <firsthit/motion.hpp>

#include <array>
#include <cstddef>
#include <vector>

namespace firsthit {

/// [rad] One whose period is longer than so much is not followed further by a query. Larger: one question may
/// take longer than a second.
inline constexpr double kLongestTumble = 0x1p16;

/// How a rigid body turns in space that nothing twists (Euler's top): its angular momentum stays.
///
/// If two of its moments are equal, or it turns about a principal axis, that is a regular precession, told
/// in closed form. Else its angular velocity, in its own principal axes, and its orientation are power series
/// in time, cut where a bound tells that what is left out is below rounding, from knot to knot. Where it
/// turns for long whole periods of its angular velocity are passed over, each of which turns it by one angle.
/// Derivation: docs/numerics/tops.md.
class FreeTop {
 public:
  /// Stands still.
  FreeTop() = default;
  /// A top that turns so at 0. Requires: moments > 0, each at most the sum of the two others.
  FreeTop(const Orientation<3>& orientation, const Vec<3>& angular_velocity, const PrincipalInertia& inertia);

  /// [rad/T] r: a place at a distance d never moves faster than r d about the centre, and the second and
  /// third derivatives of its way are no larger than r^2 d and r^3 d.
  double rate() const { return rate_; }
  /// [rad/T] It never turns faster.
  double fastest() const { return fastest_; }
  /// [rad] How far queries follow it: kLargestAngle, unless its moments are so nearly equal, or it so nearly
  /// stays about its middle axis, that each knot on the way has to be found.
  double furthest_angle() const {
    return period_ * fastest_ > kLongestTumble ? kLongestTumble : kLargestAngle;
  }
  /// Is its course found from knot to knot?
  bool is_stepped() const { return is_stepped_; }

  /// [rad/T] Of one that is not stepped, as Precessing tells them.
  const Vec<3>& precession() const { return precession_; }
  Vec<3> spin_of_shape() const { return rotation_of(back_).inverse_of(spin_); }

  /// How it is after a time.
  struct Turned {
    Orientation<3> orientation{};   ///< unit to rounding; of the shape, in the world
    Vec<3> angular_velocity{};      ///< [rad/T] in the world
    Vec<3> angular_acceleration{};  ///< [rad/T^2]
  };
  /// Requires: time >= 0, and fastest() times it is at most kLargestAngle. Error: some 30 u of a number; if
  /// it is stepped, some 8 u for each quarter of a radian more, and what the motion itself makes of that.
  /// Cost: O(1); if it is stepped O(radians), of a period and kFollowed at most, where it was not asked for a
  /// time near before.
  Turned after(double time);

 private:
  static constexpr std::size_t kMostTerms = 28;

  /// In units of the step's length, all in principal axes.
  struct Knot {
    Orientation<3> orientation;  // of the principal axes
    Vec<3> turning;              // [rad/step]
  };
  using Series = std::array<std::array<double, 7>, kMostTerms>;  // turning, then orientation (w, x, y, z)

  void begin(const Vec<3>& angular_velocity);
  void take_steady(const Vec<3>& precession, const Vec<3>& spin);
  void take_steps(const Vec<3>& turning);
  void expand(const Knot& knot);
  Knot at_part(double part) const;
  Knot next() const;
  void go_to(std::size_t number);
  Knot followed(double time);
  Orientation<3> periods_passed(double count);

  bool is_stepped_ = false;
  double rate_ = 0.0;
  double fastest_ = 0.0;
  Orientation<3> start_{};  // of the principal axes
  Orientation<3> back_{};   // from these to the shape's own
  // Of a steady one: as Precessing tells.
  Vec<3> precession_{};  // [rad/T] in the world
  Vec<3> spin_{};        // [rad/T] in principal axes
  // Of a stepped one.
  double step_ = 0.0;    // [T] a power of two
  Vec<3> moments_{};     // over the largest
  Vec<3> gain_{};        // of Euler's equations: turning_i' = gain_i turning_j turning_k
  Vec<3> momentum_{};    // in the world, of the turning in units of the step
  double energy_ = 0.0;  // twice
  double period_ = 0.0;  // [T] of the turning in principal axes
  Orientation<3> after_period_{0.0, 0.0, 0.0, 0.0};  // 0 until it is asked for
  std::size_t terms_ = 0;
  Knot start_knot_{};
  std::size_t first_ = 0;                                // number of the first that is kept
  std::vector<Knot> knots_;                              // some, up to the last that was found
  std::size_t expanded_ = static_cast<std::size_t>(-1);  // the number of the one whose series this is
  Series series_{};
};

}  // namespace firsthit
