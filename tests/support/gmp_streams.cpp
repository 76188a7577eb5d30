#include <gmpxx.h>

#include <ostream>
#include <string>

// What libgmpxx has for the streams of the standard library that it was built with, for those of another.

std::ostream& operator<<(std::ostream& out, mpz_srcptr number) { return out << mpz_class(number).get_str(); }
std::ostream& operator<<(std::ostream& out, mpq_srcptr number) { return out << mpq_class(number).get_str(); }
std::ostream& operator<<(std::ostream& out, mpf_srcptr number) {
  mp_exp_t exponent = 0;
  const std::string digits = mpf_class(number).get_str(exponent, 10, 20);
  const bool negative = digits.starts_with('-');
  return out << (negative ? "-0." : "0.") << digits.substr(negative ? 1 : 0) << 'e' << exponent;
}
