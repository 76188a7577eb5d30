#include "geometry/rotation.hpp"

#include "exact/double_double.hpp"
#include "exact/sin_cos.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit {
namespace {

/// By a power of two that brings the largest number to [1, 2), where squares might overflow or vanish.
template <std::size_t N>
std::array<double, N> of_moderate_size(std::array<double, N> numbers) {
  double size = 0.0;
  for (const double x : numbers) size = std::max(size, std::fabs(x));
  if (size > 0x1p-200 && size < 0x1p200) return numbers;
  const int exponent = -std::ilogb(size);
  for (double& x : numbers) x = std::ldexp(x, exponent);
  return numbers;
}

/// About a unit axis: cos + (1 - cos) axis axis^T + sin [axis].
Rotation<3> about(const Vec<3>& axis, const SinCos& angle) {
  const double rest = 1.0 - angle.cos;
  Rotation<3> r;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k) r.rows[i][k] = rest * (axis[i] * axis[k]);
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    const std::size_t k = (i + 2) % 3;
    r.rows[i][i] += angle.cos;
    r.rows[j][k] -= angle.sin * axis[i];
    r.rows[k][j] += angle.sin * axis[i];
  }
  return r;
}

}  // namespace

template <>
Rotation<2> rotation_of(const Orientation<2>& orientation) {
  if (orientation == Orientation<2>{}) return {};
  const auto [w, z] = of_moderate_size<2>({orientation.w, orientation.z});
  const double square = w * w + z * z;
  const double cos = (w - z) * (w + z) / square;
  const double sin = 2.0 * (w * z) / square;
  return {{Vec<2>{cos, -sin}, Vec<2>{sin, cos}}};
}

template <>
Rotation<3> rotation_of(const Orientation<3>& orientation) {
  if (orientation == Orientation<3>{}) return {};
  const auto [w, x, y, z] = of_moderate_size<4>({orientation.w, orientation.x, orientation.y, orientation.z});
  const double square = (w * w + x * x) + (y * y + z * z);
  const double half = 0.5 * square;
  return {{Vec<3>{((w * w + x * x) - half) / half, (x * y - w * z) / half, (x * z + w * y) / half},
           Vec<3>{(x * y + w * z) / half, ((w * w + y * y) - half) / half, (y * z - w * x) / half},
           Vec<3>{(x * z - w * y) / half, (y * z + w * x) / half, ((w * w + z * z) - half) / half}}};
}

template <>
SteadySpin<2>::SteadySpin(const double& angular_velocity) : size_high_(angular_velocity) {}

template <>
SteadySpin<3>::SteadySpin(const Vec<3>& angular_velocity) {
  const double scale = max_abs(angular_velocity);
  if (scale == 0.0) return;
  const bool is_usual = scale > 0x1p-200 && scale < 0x1p200;
  const int exponent = is_usual ? 0 : std::ilogb(scale);
  Vec<3> moderate = angular_velocity;
  if (!is_usual)
    for (double& x : moderate.c) x = std::ldexp(x, -exponent);
  DoubleDouble square;
  for (const double x : moderate.c) {
    const Exactly product = two_product(x, x);
    square = square + DoubleDouble{product.value, product.error};
  }
  // The root with a rest: the angle after many turns needs more digits than a double has.
  const double root = std::sqrt(square.high);
  const Exactly again = two_product(root, root);
  const double rest = (((square.high - again.value) - again.error) + square.low) / (2.0 * root);
  size_high_ = is_usual ? root : std::ldexp(root, exponent);
  size_low_ = is_usual ? rest : std::ldexp(rest, exponent);
  for (std::size_t i = 0; i < 3; ++i) axis_[i] = moderate[i] / root;
}

template <int D>
double SteadySpin<D>::angle_within(double time) const {
  return std::fabs(size_high_) * time;
}

template <>
Rotation<2> SteadySpin<2>::after(double time) const {
  const auto [sin, cos] = sin_cos_of_product(size_high_, time);
  return {{Vec<2>{cos, -sin}, Vec<2>{sin, cos}}};
}

template <>
Rotation<3> SteadySpin<3>::after(double time) const {
  if (size_high_ == 0.0) return {};
  return about(axis_, sin_cos(DoubleDouble{size_high_, size_low_} * time));
}

template <>
std::array<SinCos, 2> SteadySpin<2>::angles_after(const SteadySpin& spin, const SteadySpin& other,
                                                  double time) {
  return sin_cos_of_products(spin.size_high_, other.size_high_, time);
}

template <>
std::array<SinCos, 2> SteadySpin<3>::angles_after(const SteadySpin& spin, const SteadySpin& other,
                                                  double time) {
  return sin_cos(DoubleDouble{spin.size_high_, spin.size_low_} * time,
                 DoubleDouble{other.size_high_, other.size_low_} * time);
}

template <>
std::array<Rotation<2>, 2> SteadySpin<2>::after(const SteadySpin& spin, const SteadySpin& other,
                                                double time) {
  const auto angles = angles_after(spin, other, time);
  const auto turned = [](const SinCos& angle) {
    return Rotation<2>{{Vec<2>{angle.cos, -angle.sin}, Vec<2>{angle.sin, angle.cos}}};
  };
  return {turned(angles[0]), turned(angles[1])};
}

template <>
std::array<Rotation<3>, 2> SteadySpin<3>::after(const SteadySpin& spin, const SteadySpin& other,
                                                double time) {
  const auto angles = angles_after(spin, other, time);
  return {about(spin.axis_, angles[0]), about(other.axis_, angles[1])};
}

template class SteadySpin<2>;
template class SteadySpin<3>;

}  // namespace firsthit
