#pragma once

#include <mpfr.h>

#include <cmath>

// The numbers that the judge counts with: double, long double, and 200 bits.

namespace firsthit::turning_judge {

/// A number of 200 bits, rounded to nearest.
class LongFloat {
 public:
  static constexpr int kBits = 200;

  LongFloat() : LongFloat(0.0) {}
  LongFloat(double x) {
    mpfr_init2(x_, kBits);
    mpfr_set_d(x_, x, MPFR_RNDN);
  }
  LongFloat(const LongFloat& other) {
    mpfr_init2(x_, kBits);
    mpfr_set(x_, other.x_, MPFR_RNDN);
  }
  LongFloat& operator=(const LongFloat& other) {
    mpfr_set(x_, other.x_, MPFR_RNDN);
    return *this;
  }
  ~LongFloat() { mpfr_clear(x_); }

  explicit operator double() const { return mpfr_get_d(x_, MPFR_RNDN); }

  LongFloat& operator+=(const LongFloat& b) { return mpfr_add(x_, x_, b.x_, MPFR_RNDN), *this; }
  LongFloat& operator-=(const LongFloat& b) { return mpfr_sub(x_, x_, b.x_, MPFR_RNDN), *this; }
  LongFloat& operator*=(const LongFloat& b) { return mpfr_mul(x_, x_, b.x_, MPFR_RNDN), *this; }
  LongFloat& operator/=(const LongFloat& b) { return mpfr_div(x_, x_, b.x_, MPFR_RNDN), *this; }
  friend LongFloat operator+(LongFloat a, const LongFloat& b) { return a += b; }
  friend LongFloat operator-(LongFloat a, const LongFloat& b) { return a -= b; }
  friend LongFloat operator*(LongFloat a, const LongFloat& b) { return a *= b; }
  friend LongFloat operator/(LongFloat a, const LongFloat& b) { return a /= b; }
  friend LongFloat operator-(LongFloat a) { return mpfr_neg(a.x_, a.x_, MPFR_RNDN), a; }
  friend bool operator<(const LongFloat& a, const LongFloat& b) { return mpfr_less_p(a.x_, b.x_) != 0; }
  friend bool operator>(const LongFloat& a, const LongFloat& b) { return b < a; }
  friend bool operator<=(const LongFloat& a, const LongFloat& b) { return mpfr_lessequal_p(a.x_, b.x_) != 0; }
  friend bool operator>=(const LongFloat& a, const LongFloat& b) { return b <= a; }
  friend bool operator==(const LongFloat& a, const LongFloat& b) { return mpfr_equal_p(a.x_, b.x_) != 0; }

  friend LongFloat sqrt(LongFloat a) { return mpfr_sqrt(a.x_, a.x_, MPFR_RNDN), a; }
  friend LongFloat fabs(LongFloat a) { return mpfr_abs(a.x_, a.x_, MPFR_RNDN), a; }
  friend void sin_cos(const LongFloat& angle, LongFloat& sine, LongFloat& cosine) {
    mpfr_sin_cos(sine.x_, cosine.x_, angle.x_, MPFR_RNDN);
  }

 private:
  mpfr_t x_;
};

/// What a rounding is off by, relatively.
template <class N>
inline constexpr double kRounding = 0x1p-53;
template <>
inline constexpr double kRounding<long double> = 0x1p-64;
template <>
inline constexpr double kRounding<LongFloat> = 0x1p-199;

template <class N>
struct SineCosine {
  N sine;
  N cosine;
};

/// Of an angle rate * time, whose product is formed exactly.
template <class N>
SineCosine<N> sine_cosine(const N& rate, double time) {
  if constexpr (std::is_same_v<N, LongFloat>) {
    SineCosine<N> r;
    sin_cos(rate * time, r.sine, r.cosine);
    return r;
  } else {
    const N angle = rate * N(time);
    const N rest = std::fma(rate, N(time), -angle);
    const N sine = std::sin(angle);
    const N cosine = std::cos(angle);
    return {sine + rest * cosine, cosine - rest * sine};
  }
}

}  // namespace firsthit::turning_judge
