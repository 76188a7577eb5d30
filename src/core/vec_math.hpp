#pragma once

#include <firsthit/vec.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

// Arithmetic on Vec<D>. Not installed: compiled with our flags only. Every sum is taken in the
// order of the axes, so a mirrored or negated argument gives a mirrored or negated result.

namespace firsthit {

template <int D>
constexpr Vec<D> operator+(const Vec<D>& a, const Vec<D>& b) {
  Vec<D> r;
  for (int i = 0; i < D; ++i) r.c[i] = a.c[i] + b.c[i];
  return r;
}

template <int D>
constexpr Vec<D> operator-(const Vec<D>& a, const Vec<D>& b) {
  Vec<D> r;
  for (int i = 0; i < D; ++i) r.c[i] = a.c[i] - b.c[i];
  return r;
}

template <int D>
constexpr Vec<D> operator-(const Vec<D>& a) {
  Vec<D> r;
  for (int i = 0; i < D; ++i) r.c[i] = -a.c[i];
  return r;
}

template <int D>
constexpr Vec<D> operator*(double s, const Vec<D>& a) {
  Vec<D> r;
  for (int i = 0; i < D; ++i) r.c[i] = s * a.c[i];
  return r;
}

template <int D>
constexpr double dot(const Vec<D>& a, const Vec<D>& b) {
  double r = a.c[0] * b.c[0];
  for (int i = 1; i < D; ++i) r += a.c[i] * b.c[i];
  return r;
}

template <int D>
constexpr double length_squared(const Vec<D>& a) {
  return dot(a, a);
}

template <int D>
double length(const Vec<D>& a) {
  return std::sqrt(length_squared(a));
}

/// The signed area of the parallelogram that a and b span: above zero if b lies to the left of a.
constexpr double cross(const Vec<2>& a, const Vec<2>& b) { return a.c[0] * b.c[1] - a.c[1] * b.c[0]; }

/// The vector turned by a right angle, counterclockwise.
constexpr Vec<2> turned_left(const Vec<2>& a) { return {-a.c[1], a.c[0]}; }

constexpr Vec<3> cross(const Vec<3>& a, const Vec<3>& b) {
  return {a.c[1] * b.c[2] - a.c[2] * b.c[1], a.c[2] * b.c[0] - a.c[0] * b.c[2],
          a.c[0] * b.c[1] - a.c[1] * b.c[0]};
}

/// |a x b|^2: the squared area of the parallelogram that a and b span.
constexpr double cross_squared(const Vec<2>& a, const Vec<2>& b) {
  const double z = cross(a, b);
  return z * z;
}

constexpr double cross_squared(const Vec<3>& a, const Vec<3>& b) { return length_squared(cross(a, b)); }

/// The largest absolute coordinate.
template <int D>
double max_abs(const Vec<D>& a) {
  double r = 0.0;
  for (int i = 0; i < D; ++i) r = std::max(r, std::fabs(a.c[i]));
  return r;
}

template <int D>
double sum_abs(const Vec<D>& a) {
  double r = 0.0;
  for (int i = 0; i < D; ++i) r += std::fabs(a.c[i]);
  return r;
}

template <int D>
bool is_finite(const Vec<D>& a) {
  for (int i = 0; i < D; ++i)
    if (!std::isfinite(a.c[i])) return false;
  return true;
}

template <int D>
constexpr bool is_zero(const Vec<D>& a) {
  for (int i = 0; i < D; ++i)
    if (a.c[i] != 0.0) return false;
  return true;
}

/// Unit vectors along the axes.
template <int D>
inline constexpr std::array<Vec<D>, static_cast<std::size_t>(D)> kCoordinateAxes = [] {
  std::array<Vec<D>, static_cast<std::size_t>(D)> r;
  for (std::size_t i = 0; i < D; ++i) r[i][i] = 1.0;
  return r;
}();

}  // namespace firsthit
