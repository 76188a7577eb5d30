#pragma once

#include "exact/integer.hpp"

#include <array>
#include <cstddef>

namespace firsthit {

/// A vector of whole numbers.
template <int D>
struct IntegerVec {
  std::array<Integer, static_cast<std::size_t>(D)> c;

  Integer& operator[](std::size_t axis) { return c[axis]; }
  const Integer& operator[](std::size_t axis) const { return c[axis]; }
};

template <int D>
IntegerVec<D> operator+(const IntegerVec<D>& a, const IntegerVec<D>& b) {
  IntegerVec<D> r;
  for (std::size_t i = 0; i < D; ++i) r[i] = a[i] + b[i];
  return r;
}

template <int D>
IntegerVec<D> operator-(const IntegerVec<D>& a, const IntegerVec<D>& b) {
  IntegerVec<D> r;
  for (std::size_t i = 0; i < D; ++i) r[i] = a[i] - b[i];
  return r;
}

template <int D>
IntegerVec<D> operator-(const IntegerVec<D>& a) {
  IntegerVec<D> r = a;
  for (std::size_t i = 0; i < D; ++i) r[i].negate();
  return r;
}

template <int D>
IntegerVec<D> operator*(const Integer& s, const IntegerVec<D>& a) {
  IntegerVec<D> r;
  for (std::size_t i = 0; i < D; ++i) r[i] = s * a[i];
  return r;
}

template <int D>
bool is_zero(const IntegerVec<D>& a) {
  for (std::size_t i = 0; i < D; ++i)
    if (a[i].sign() != 0) return false;
  return true;
}

template <int D>
Integer dot(const IntegerVec<D>& a, const IntegerVec<D>& b) {
  Integer r = a[0] * b[0];
  for (std::size_t i = 1; i < D; ++i) r.add_product(a[i], b[i]);
  return r;
}

inline Integer difference_of_products(const Integer& a, const Integer& b, const Integer& c,
                                      const Integer& d) {
  Integer r = a * b;
  r.add_product(c, d, -1);
  return r;
}

inline Integer cross(const IntegerVec<2>& a, const IntegerVec<2>& b) {
  return difference_of_products(a[0], b[1], a[1], b[0]);
}

inline IntegerVec<3> cross(const IntegerVec<3>& a, const IntegerVec<3>& b) {
  return {{difference_of_products(a[1], b[2], a[2], b[1]), difference_of_products(a[2], b[0], a[0], b[2]),
           difference_of_products(a[0], b[1], a[1], b[0])}};
}

/// Does b point where a points? Requires: neither is zero.
inline bool same_direction(const IntegerVec<2>& a, const IntegerVec<2>& b) {
  return cross(a, b).sign() == 0 && dot(a, b).sign() > 0;
}
inline bool same_direction(const IntegerVec<3>& a, const IntegerVec<3>& b) {
  return is_zero(cross(a, b)) && dot(a, b).sign() > 0;
}

/// a, turned to the left by a right angle.
inline IntegerVec<2> left_of(const IntegerVec<2>& a) { return {{-a[1], a[0]}}; }

}  // namespace firsthit
