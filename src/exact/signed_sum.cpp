#include "exact/signed_sum.hpp"

#include "exact/double_double.hpp"
#include "exact/dyadic.hpp"

namespace firsthit {

double sharp_sum(const double* a, const double* b, std::size_t count) {
  DoubleDouble sum;
  double size = 0.0;
  std::size_t terms = 0;
  bool in_range = true;
  for (std::size_t i = 0; i < count; ++i) {
    if (a[i] == 0.0 || b[i] == 0.0) continue;
    const Exactly product = two_product(a[i], b[i]);
    const double its_size = std::fabs(product.value);
    in_range = in_range && its_size > 0x1p-900 && its_size < 0x1p900 && std::fabs(a[i]) < 0x1p900 &&
               std::fabs(b[i]) < 0x1p900;
    sum = sum + DoubleDouble{product.value, product.error};
    size += its_size;
    ++terms;
  }
  // One sum rounds relative to itself; of more, what was rounded first may be most of what is left: three
  // sums of 3.1 u^2 each are below 9.4 u^2 of the sum of sizes, counted as 16 u^2 = 2^-102.
  if (in_range && (terms <= 2 || std::fabs(sum.high) > 0x1p-102 * size)) return sum.high;
  Dyadic exact;
  for (std::size_t i = 0; i < count; ++i) exact = exact + Dyadic(a[i]) * Dyadic(b[i]);
  const double rest = in_range ? 0x1p-102 * size : 0x1p-1022;
  return exact.sign() * rest;
}

}  // namespace firsthit
