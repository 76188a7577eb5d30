#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <cmath>

namespace firsthit {

/// The double that is nearest to a multiple of the smallest double, of two the even one.
inline double nearest_double(const mpq_class& exact) {
  mpz_class unit = 1;
  mpz_mul_2exp(unit.get_mpz_t(), unit.get_mpz_t(), 1074);
  const mpq_class in_units = exact * unit;
  const mpz_class size = abs(in_units.get_num());
  const auto bits = static_cast<long>(mpz_sizeinbase(size.get_mpz_t(), 2));
  const auto shift = static_cast<unsigned long>(std::max(0L, bits - 53));
  mpz_class kept = size >> shift;
  const mpz_class last = mpz_class(1) << shift;
  const mpz_class twice_lost = 2 * (size - kept * last);
  if (twice_lost > last || (twice_lost == last && kept % 2 != 0)) ++kept;
  const double value = std::ldexp(kept.get_d(), static_cast<int>(shift) - 1074);
  return exact < 0 ? -value : value;
}

}  // namespace firsthit
