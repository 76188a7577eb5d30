#include "geometry/orientation.hpp"

#include "core/vec_math.hpp"
#include "exact/integer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firsthit {
namespace {

/// The power of two that makes whole numbers of all coordinates.
int shift_to_whole(const Vec<2>& a, const Vec<2>& b, const Vec<2>& c) {
  int lowest = std::numeric_limits<double>::max_exponent;
  for (const Vec<2>* place : {&a, &b, &c})
    for (const double x : place->c) {
      int exponent = 0;
      std::frexp(x, &exponent);
      if (x != 0.0) lowest = std::min(lowest, exponent);
    }
  return std::numeric_limits<double>::digits - lowest;
}

}  // namespace

int orientation(const Vec<2>& a, const Vec<2>& b, const Vec<2>& c) {
  // (a - c) x (b - c): two roundings of the differences, one of each product, one of the result, so at
  // most 4.1 * 2^-53 of the products' sizes, and what underflows.
  const double left = (a[0] - c[0]) * (b[1] - c[1]);
  const double right = (a[1] - c[1]) * (b[0] - c[0]);
  const double area = left - right;
  const double error = 0x1p-50 * (std::fabs(left) + std::fabs(right)) + 0x1p-1000;
  if (area > error) return 1;
  if (area < -error) return -1;

  const int shift = shift_to_whole(a, b, c);
  const auto difference = [&](double x, double y) {
    return Integer::scaled(x, shift) - Integer::scaled(y, shift);
  };
  return compare(difference(a[0], c[0]) * difference(b[1], c[1]),
                 difference(a[1], c[1]) * difference(b[0], c[0]));
}

}  // namespace firsthit
