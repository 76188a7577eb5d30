#pragma once

#include "oracle/number.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

// Vectors of the oracle's numbers.

namespace firsthit::judging {

template <class T, int D>
using Vector = std::array<T, static_cast<std::size_t>(D)>;

template <class T, std::size_t N>
std::array<T, N> operator+(const std::array<T, N>& a, const std::array<T, N>& b) {
  std::array<T, N> r;
  for (std::size_t i = 0; i < N; ++i) r[i] = a[i] + b[i];
  return r;
}

template <class T, std::size_t N>
std::array<T, N> operator-(const std::array<T, N>& a, const std::array<T, N>& b) {
  std::array<T, N> r;
  for (std::size_t i = 0; i < N; ++i) r[i] = a[i] - b[i];
  return r;
}

template <class T, std::size_t N>
std::array<T, N> operator-(const std::array<T, N>& a) {
  std::array<T, N> r;
  for (std::size_t i = 0; i < N; ++i) r[i] = -a[i];
  return r;
}

template <class T, std::size_t N>
std::array<T, N> operator*(const T& s, const std::array<T, N>& a) {
  std::array<T, N> r;
  for (std::size_t i = 0; i < N; ++i) r[i] = s * a[i];
  return r;
}

template <class T, std::size_t N>
T dot(const std::array<T, N>& a, const std::array<T, N>& b) {
  T r = a[0] * b[0];
  for (std::size_t i = 1; i < N; ++i) r += a[i] * b[i];
  return r;
}

template <class T>
std::array<T, 3> cross(const std::array<T, 3>& a, const std::array<T, 3>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

template <class T>
T cross(const std::array<T, 2>& a, const std::array<T, 2>& b) {
  return a[0] * b[1] - a[1] * b[0];
}

/// a turned right by a quarter.
template <class T>
std::array<T, 2> turned(const std::array<T, 2>& a) {
  return {a[1], -a[0]};
}

/// The squared area of the parallelogram of two vectors.
template <class T, std::size_t N>
T squared_area(const std::array<T, N>& a, const std::array<T, N>& b) {
  const auto area = cross(a, b);
  if constexpr (N == 2) {
    return area * area;
  } else {
    return dot(area, area);
  }
}

template <std::size_t N>
bool is_zero(const std::array<mpz_class, N>& a) {
  for (const mpz_class& x : a)
    if (x != 0) return false;
  return true;
}

/// Do they point the same way?
template <std::size_t N>
bool same_direction(const std::array<mpz_class, N>& a, const std::array<mpz_class, N>& b) {
  return squared_area(a, b) == 0 && dot(a, b) > 0;
}

/// Takes out what all components have in common: shorter numbers, the same direction.
template <std::size_t N>
void shorten(std::array<mpz_class, N>& a) {
  mpz_class divisor = 0;
  for (const mpz_class& x : a) mpz_gcd(divisor.get_mpz_t(), divisor.get_mpz_t(), x.get_mpz_t());
  if (divisor > 1)
    for (mpz_class& x : a) mpz_divexact(x.get_mpz_t(), x.get_mpz_t(), divisor.get_mpz_t());
}

/// The dimension that vectors span.
template <int D>
int dimension(const std::vector<Vector<mpz_class, D>>& vectors) {
  const auto longest =
      std::find_if(vectors.begin(), vectors.end(), [](const auto& a) { return !is_zero(a); });
  if (longest == vectors.end()) return 0;
  const auto other = std::find_if(vectors.begin(), vectors.end(),
                                  [&](const auto& a) { return squared_area(a, *longest) != 0; });
  if (other == vectors.end()) return 1;
  if constexpr (D == 3) {
    const auto normal = cross(*longest, *other);
    for (const auto& a : vectors)
      if (dot(normal, a) != 0) return 3;
  }
  return 2;
}

template <std::size_t N>
std::array<Approx, N> rounded(const std::array<mpz_class, N>& a) {
  std::array<Approx, N> r;
  for (std::size_t i = 0; i < N; ++i) r[i] = Approx(a[i]);
  return r;
}

}  // namespace firsthit::judging
