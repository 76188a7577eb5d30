#pragma once

#include <firsthit/vec.hpp>

#include <cmath>

namespace firsthit {

/// The power of two above |x|, and next to it; 0 for 0.
inline int exponent(double x) {
  int e = 0;
  std::frexp(x, &e);
  return e;
}

/// a times 2^e.
template <int D>
Vec<D> scaled(const Vec<D>& a, int e) {
  Vec<D> r;
  for (int i = 0; i < D; ++i) r.c[i] = std::ldexp(a.c[i], e);
  return r;
}

/// Is every number 0, or of a size that numbers within the accepted range and their differences have? Beyond
/// it exact arithmetic would take too long, and rounded arithmetic answers alone.
template <int D>
bool is_in_range(const Vec<D>& a) {
  for (int i = 0; i < D; ++i)
    if (a.c[i] != 0.0 && !(std::fabs(a.c[i]) > 0x1p-260 && std::fabs(a.c[i]) < 0x1p210)) return false;
  return true;
}

}  // namespace firsthit
