#pragma once

#include "oracle/turning/long_float.hpp"

#include <firsthit/vec.hpp>

#include <cstddef>

namespace firsthit::turning_judge {

/// A place or a direction in numbers of a type.
template <int D, class N>
struct Place {
  N c[static_cast<std::size_t>(D)] = {};

  N& operator[](std::size_t i) { return c[i]; }
  const N& operator[](std::size_t i) const { return c[i]; }
};

template <class N, int D>
Place<D, N> place_of(const Vec<D>& v) {
  Place<D, N> r;
  for (std::size_t i = 0; i < std::size_t{D}; ++i) r[i] = N(v[i]);
  return r;
}

template <int D, class N>
Place<D, N> operator+(Place<D, N> a, const Place<D, N>& b) {
  for (std::size_t i = 0; i < std::size_t{D}; ++i) a[i] += b[i];
  return a;
}

template <int D, class N>
Place<D, N> operator-(Place<D, N> a, const Place<D, N>& b) {
  for (std::size_t i = 0; i < std::size_t{D}; ++i) a[i] -= b[i];
  return a;
}

template <int D, class N>
Place<D, N> operator*(const N& s, Place<D, N> a) {
  for (std::size_t i = 0; i < std::size_t{D}; ++i) a[i] *= s;
  return a;
}

template <int D, class N>
N dot(const Place<D, N>& a, const Place<D, N>& b) {
  N r = a[0] * b[0];
  for (std::size_t i = 1; i < std::size_t{D}; ++i) r += a[i] * b[i];
  return r;
}

template <int D, class N>
N length(const Place<D, N>& a) {
  using std::sqrt;
  return sqrt(dot(a, a));
}

/// Of no particular direction if there is none.
template <int D, class N>
Place<D, N> unit(const Place<D, N>& a) {
  const N size = length(a);
  if (size == N(0.0)) return a;
  return (N(1.0) / size) * a;
}

template <class N>
Place<2, N> turned_left(const Place<2, N>& a) {
  return {{N(0.0) - a[1], a[0]}};
}

template <class N>
N cross(const Place<2, N>& a, const Place<2, N>& b) {
  return a[0] * b[1] - a[1] * b[0];
}

template <class N>
Place<3, N> cross(const Place<3, N>& a, const Place<3, N>& b) {
  return {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
}

}  // namespace firsthit::turning_judge
