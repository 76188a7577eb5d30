#pragma once

#include <firsthit/orientation.hpp>
#include <firsthit/vec.hpp>

#include <array>
#include <variant>

namespace firsthit::inline v0 {

/// Straight motion at constant velocity; at rest with a velocity of zero.
template <int D>
struct Linear {
  Vec<D> position{};  ///< [L] now
  Vec<D> velocity{};  ///< [L/T]

  /// Place after `delay` [T]. Error: one rounding of the product and one of the sum per coordinate.
  /// Cost: O(1). Threads: any number at once.
  Vec<D> at(double delay) const;
};

/// Motion under constant acceleration.
template <int D>
struct Falling {
  Vec<D> position{};      ///< [L] now
  Vec<D> velocity{};      ///< [L/T] now
  Vec<D> acceleration{};  ///< [L/T^2]

  /// Place after `delay` [T]: position + delay * (velocity + delay / 2 * acceleration).
  /// Error: four roundings per coordinate, each of the value that it rounds. Cost: O(1). Threads: any number
  /// at once.
  Vec<D> at(double delay) const;
};

/// Counterclockwise by an angle [degrees]. Exact for multiples of 90, else within 2^-50 rad of the angle; the
/// same bits everywhere. Throws InputError unless it is finite. Cost: O(1). Threads: any number at once.
Orientation<2> turned_by(double degrees);

/// About an axis of any length but 0, counterclockwise as seen from its tip, by an angle [degrees], as
/// `turned_by` of the plane. Cost: O(1). Threads: any number at once.
Orientation<3> turned_by(double degrees, const Vec<3>& axis);

/// Straight or falling motion of a shape that turns at a constant angular velocity, by any angle, about a
/// point of its own.
///
/// With the centre on the axis of a screw and the velocity along it, it is a screw motion. In space a free
/// body turns so if its moments of inertia are equal, or about one of its principal axes.
template <int D>
struct Spinning {
  Vec<D> position{};                      ///< [L] of the centre, now
  Vec<D> velocity{};                      ///< [L/T] of the centre, now
  AngularVelocity<D> angular_velocity{};  ///< [rad/T]
  Orientation<D> orientation{};           ///< now
  Vec<D> acceleration{};                  ///< [L/T^2] of the centre
  Vec<D> centre{};                        ///< [L] what it turns about, as the shape's own numbers tell places

  /// [L] The centre's place after `delay` [T]. Error: as Falling::at. Cost: O(1). Threads: any number at
  /// once.
  Vec<D> at(double delay) const;
  /// [L] Where the point is after `delay` [T] that the shape's own numbers tell as `of_shape`.
  /// Requires: at most 2^30 rad until then. Error: 2^-47 of the sizes of all terms. Cost: O(1). Threads: any
  /// number at once.
  Vec<D> at(double delay, const Vec<D>& of_shape) const;
};

/// Motion along a cubic curve, with or without spin, as robot arms and animations move.
///
/// It ends after `duration`: so does the window of a query.
template <int D>
struct Spline {
  /// [L] Bezier's control points of the centre: it is at the first now and at the last after `duration`, and
  /// leaves and arrives along the ways to those between.
  std::array<Vec<D>, 4> control{};
  double duration = 1.0;                  ///< [T] > 0
  AngularVelocity<D> angular_velocity{};  ///< [rad/T]
  Orientation<D> orientation{};           ///< now
  Vec<D> centre{};                        ///< [L] what it turns about, as the shape's own numbers tell places

  /// [L] As `Spinning::at`. Cost: O(1). Threads: any number at once.
  Vec<D> at(double delay) const;
  /// [L] As `Spinning::at`. Cost: O(1). Threads: any number at once.
  Vec<D> at(double delay, const Vec<D>& of_shape) const;
};

/// Straight or falling motion of a body of which two moments of inertia are equal, a symmetric top: it spins
/// about its own axis, which turns about the axis of its angular momentum (regular precession).
///
/// Its turning after a time is first that of `spin`, then `orientation`, then that of `precession`. Of a body
/// with moments of inertia (i, i, k) and the angular momentum l: precession = l / i, and spin is along its
/// third axis, (1 / k - 1 / i) times the part of l along it. In the plane both add up.
template <int D>
struct Precessing {
  Vec<D> position{};                ///< [L] of the centre, now
  Vec<D> velocity{};                ///< [L/T] of the centre, now
  AngularVelocity<D> precession{};  ///< [rad/T] in the world
  AngularVelocity<D> spin{};        ///< [rad/T] as the shape's own numbers tell directions
  Orientation<D> orientation{};     ///< now
  Vec<D> acceleration{};            ///< [L/T^2] of the centre
  Vec<D> centre{};                  ///< [L] what it turns about, as the shape's own numbers tell places

  /// [L] As `Spinning::at`. Cost: O(1). Threads: any number at once.
  Vec<D> at(double delay) const;
  /// [L] As `Spinning::at`. Cost: O(1). Threads: any number at once.
  Vec<D> at(double delay, const Vec<D>& of_shape) const;
};

/// Straight or falling motion of a rigid body that nothing twists, as a brick that is thrown: its angular
/// momentum stays, its angular velocity does not, unless its moments of inertia are equal or it turns about a
/// principal axis.
///
/// Where two moments are equal it precesses, as Precessing tells, in closed form. Else it is followed step by
/// step: each quarter of a radian errs by some 8 roundings, and what turns about the axis of its middle
/// moment makes more of that as it turns over. In the plane it is Spinning.
template <int D>
struct Tumbling {
  Vec<D> position{};                      ///< [L] of the centre, now
  Vec<D> velocity{};                      ///< [L/T] of the centre, now
  AngularVelocity<D> angular_velocity{};  ///< [rad/T] now
  Orientation<D> orientation{};           ///< now
  Vec<D> acceleration{};                  ///< [L/T^2] of the centre
  Vec<D> centre{};                        ///< [L] of mass, as the shape's own numbers tell places
  PrincipalInertia inertia{};             ///< in space

  /// [L] As `Spinning::at`. Cost: O(1). Threads: any number at once.
  Vec<D> at(double delay) const;
  /// [L] As `Spinning::at`. Where it is followed step by step it throws InputError beyond 2^16 rad if it
  /// takes longer to come back to how it turns, as where moments are nearly equal. Cost: O(1), or O(radians)
  /// until it comes back. Threads: any number at once.
  Vec<D> at(double delay, const Vec<D>& of_shape) const;
};

/// How a place changes with time.
template <int D>
using Motion = std::variant<Linear<D>, Falling<D>, Spinning<D>, Spline<D>, Precessing<D>, Tumbling<D>>;

}  // namespace firsthit::inline v0
