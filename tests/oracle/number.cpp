#include "oracle/number.hpp"

#include <cstddef>

namespace firsthit::judging {

Approx::Approx(const mpz_class& x) {
  constexpr int kDigits = std::numeric_limits<long double>::digits;
  const int bits = static_cast<int>(mpz_sizeinbase(x.get_mpz_t(), 2));
  const int dropped = bits > kDigits ? bits - kDigits : 0;
  mpz_class top;
  mpz_tdiv_q_2exp(top.get_mpz_t(), x.get_mpz_t(), static_cast<mp_bitcnt_t>(dropped));
  long double value = 0.0L;
  for (std::size_t i = mpz_size(top.get_mpz_t()); i-- > 0;)
    value = std::ldexp(value, GMP_LIMB_BITS) +
            static_cast<long double>(mpz_getlimbn(top.get_mpz_t(), static_cast<mp_size_t>(i)));
  value_ = std::ldexp(sgn(x) < 0 ? -value : value, dropped);
  const bool exact =
      dropped == 0 || mpz_divisible_2exp_p(x.get_mpz_t(), static_cast<mp_bitcnt_t>(dropped)) != 0;
  error_ = exact ? 0.0L : std::ldexp(1.0L, dropped);
}

int last_bit(double x) {
  if (x == 0.0) return 1 << 20;
  int exponent = 0;
  const auto mantissa = static_cast<long>(std::ldexp(std::frexp(x, &exponent), 53));
  return exponent - 53 + __builtin_ctzl(static_cast<unsigned long>(mantissa));
}

mpz_class shifted(const mpz_class& x, int power) {
  mpz_class r;
  if (power >= 0) {
    mpz_mul_2exp(r.get_mpz_t(), x.get_mpz_t(), static_cast<mp_bitcnt_t>(power));
  } else {
    mpz_tdiv_q_2exp(r.get_mpz_t(), x.get_mpz_t(), static_cast<mp_bitcnt_t>(-power));
  }
  return r;
}

mpz_class whole(double x, int unit) {
  if (x == 0.0) return 0;
  int exponent = 0;
  const auto mantissa = static_cast<long>(std::ldexp(std::frexp(x, &exponent), 53));
  return shifted(mantissa, exponent - 53 - unit);
}

double nearest_double(const mpz_class& above, const mpz_class& below) {
  if (above == 0) return 0.0;
  mpz_class a = abs(above);
  mpz_class b = below;
  const int size =
      static_cast<int>(mpz_sizeinbase(a.get_mpz_t(), 2)) - static_cast<int>(mpz_sizeinbase(b.get_mpz_t(), 2));
  int power = size - 55;  // the quotient has 55 or 56 bits
  (power < 0 ? a : b) = shifted(power < 0 ? a : b, std::abs(power));
  mpz_class quotient;
  mpz_class rest;
  mpz_fdiv_qr(quotient.get_mpz_t(), rest.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
  const int spare = static_cast<int>(mpz_sizeinbase(quotient.get_mpz_t(), 2)) - 53;
  const mpz_class unit = shifted(1, spare);
  mpz_class tail = quotient % unit;
  quotient /= unit;
  tail = 2 * tail - unit;
  if (tail > 0 || (tail == 0 && (rest != 0 || mpz_odd_p(quotient.get_mpz_t()) != 0))) ++quotient;
  const double r = std::ldexp(quotient.get_d(), power + spare);
  return above < 0 ? -r : r;
}

}  // namespace firsthit::judging
