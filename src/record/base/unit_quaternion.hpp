#pragma once

#include <firsthit/orientation.hpp>

#include <array>
#include <cmath>
#include <span>

namespace firsthit {

/// The numbers of an angular velocity: one in the plane.
inline std::span<const double> components_of(const double& angular_velocity) {
  return {&angular_velocity, 1};
}
inline std::span<const double> components_of(const Vec<3>& angular_velocity) { return angular_velocity.c; }

/// A rotation as others write it: a quaternion of length 1.
struct UnitQuaternion {
  double x = 0.0;
  double y = 0.0;
  double z = 0.0;
  double w = 1.0;
};

inline UnitQuaternion unit_quaternion(const Orientation<2>& turned) {
  const double size = std::sqrt(turned.w * turned.w + turned.z * turned.z);
  return {0.0, 0.0, turned.z / size, turned.w / size};
}
inline UnitQuaternion unit_quaternion(const Orientation<3>& turned) {
  const auto [w, x, y, z] = turned;
  const double size = std::sqrt((w * w + x * x) + (y * y + z * z));
  return {x / size, y / size, z / size, w / size};
}

/// Where it takes the axes: directions of length 1.
inline std::array<std::array<double, 3>, 3> turned_axes(const UnitQuaternion& turned) {
  const auto [x, y, z, w] = turned;
  return {{{w * w + x * x - y * y - z * z, 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)},
           {2.0 * (x * y - w * z), w * w - x * x + y * y - z * z, 2.0 * (y * z + w * x)},
           {2.0 * (x * z + w * y), 2.0 * (y * z - w * x), w * w - x * x - y * y + z * z}}};
}

}  // namespace firsthit
