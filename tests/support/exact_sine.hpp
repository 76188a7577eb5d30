#pragma once

#include <gmpxx.h>

namespace firsthit {

/// Sine and cosine by GMP, to more than 200 bits: what ours are held against.
struct ExactSine {
  static constexpr mp_bitcnt_t kBits = 384;
  mpf_class sin{0, kBits};
  mpf_class cos{0, kBits};
};

/// The arctangent of 1 / n, by its series.
inline mpf_class arctangent_of_inverse(int n) {
  mpf_class power(1, ExactSine::kBits);
  power /= n;
  mpf_class sum(0, ExactSine::kBits);
  for (int k = 1; k < 300; k += 2) {
    const mpf_class term(power / k, ExactSine::kBits);
    if (k % 4 == 1)
      sum += term;
    else
      sum -= term;
    power /= n * n;
  }
  return sum;
}

/// By Machin's formula.
inline const mpf_class& exact_pi() {
  static const mpf_class kPi(16 * arctangent_of_inverse(5) - 4 * arctangent_of_inverse(239),
                             ExactSine::kBits);
  return kPi;
}

/// Of an angle [rad], by Taylor's series for what is left beyond whole turns.
inline ExactSine exact_sine(const mpf_class& angle) {
  const mpf_class turn(2 * exact_pi(), ExactSine::kBits);
  const mpf_class turns(floor(angle / turn + 0.5), ExactSine::kBits);
  const mpf_class x(angle - turns * turn, ExactSine::kBits);
  ExactSine r;
  mpf_class term(1, ExactSine::kBits);
  for (int k = 0; k < 90; ++k) {
    mpf_class& sum = k % 2 == 0 ? r.cos : r.sin;
    if (k % 4 < 2)
      sum += term;
    else
      sum -= term;
    term *= x;
    term /= k + 1;
  }
  return r;
}

/// A double as such a number.
inline mpf_class exact(double x) { return mpf_class(x, ExactSine::kBits); }

/// How far a double is from the truth.
inline double off(double x, const mpf_class& truth) {
  return mpf_class(abs(exact(x) - truth), ExactSine::kBits).get_d();
}

}  // namespace firsthit
