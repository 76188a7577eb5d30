#pragma once

#include <firsthit/vec.hpp>

#include <type_traits>

namespace firsthit::inline v0 {

/// How far a shape is turned from the way that it is listed.
///
/// Any numbers that are not all 0 are a rotation: they need not have unit length, and the rotation is exactly
/// the one that these very doubles describe.
template <int D>
struct Orientation;

/// By twice the angle of the complex number w + z i, counterclockwise: (cos(angle / 2), sin(angle / 2)), as
/// in a quaternion about the axis out of the plane.
template <>
struct Orientation<2> {
  double w = 1.0;
  double z = 0.0;

  friend constexpr bool operator==(const Orientation&, const Orientation&) = default;
};

/// By the quaternion w + x i + y j + z k: (cos(angle / 2), sin(angle / 2) * axis).
template <>
struct Orientation<3> {
  double w = 1.0;
  double x = 0.0;
  double y = 0.0;
  double z = 0.0;

  friend constexpr bool operator==(const Orientation&, const Orientation&) = default;
};

/// In the plane a number, counterclockwise; in space a vector along the axis, counterclockwise as seen from
/// its tip [rad/T].
template <int D>
using AngularVelocity = std::conditional_t<D == 2, double, Vec<3>>;

/// How hard a body is to turn about three axes across each other, about none of which it is twisted as it
/// turns.
struct PrincipalInertia {
  /// [M L^2] > 0, each at most the sum of the two others. For motions only their ratios count.
  Vec<3> moments{{1.0, 1.0, 1.0}};
  /// What turns the coordinate axes into these axes, as the shape's own numbers tell directions.
  Orientation<3> axes{};

  friend constexpr bool operator==(const PrincipalInertia&, const PrincipalInertia&) = default;
};

}  // namespace firsthit::inline v0
