#pragma once

#include <gmpxx.h>

#include <cmath>
#include <limits>
#include <optional>

// The numbers of the oracle: whole ones of any size, and rounded ones that know their error. Every
// formula is written once, for both: the rounded ones decide what is clear, the whole ones the rest.

namespace firsthit::judging {

/// A whole number known to within an error. An error of 0 says that the value is the very number.
class Approx {
  using Limits = std::numeric_limits<long double>;
  /// Whole numbers below are sums and products without rounding.
  static constexpr long double kWhole = 1.0L / Limits::epsilon();
  /// Relative error of one operation, with room for the rounding of the errors themselves.
  static constexpr long double kUnit = Limits::epsilon();
  static constexpr long double kRoom = 1.0L + 16.0L * Limits::epsilon();

 public:
  Approx() = default;
  explicit Approx(long x) : value_(static_cast<long double>(x)) {}  ///< Requires: a small number
  explicit Approx(const mpz_class& x);

  /// Its sign, if it is certain.
  std::optional<int> sign() const {
    if (value_ > error_) return 1;
    if (value_ < -error_) return -1;
    if (value_ == 0.0L && error_ == 0.0L) return 0;
    return std::nullopt;
  }
  long double value() const { return value_; }

  friend Approx operator+(const Approx& a, const Approx& b) {
    return made(a.value_ + b.value_, a.error_ + b.error_);
  }
  friend Approx operator-(const Approx& a, const Approx& b) {
    return made(a.value_ - b.value_, a.error_ + b.error_);
  }
  friend Approx operator*(const Approx& a, const Approx& b) {
    const long double error =
        a.error_ == 0.0L && b.error_ == 0.0L
            ? 0.0L
            : std::fabs(a.value_) * b.error_ + std::fabs(b.value_) * a.error_ + a.error_ * b.error_;
    return made(a.value_ * b.value_, error);
  }
  friend Approx operator-(const Approx& a) { return {-a.value_, a.error_}; }
  Approx& operator+=(const Approx& b) { return *this = *this + b; }
  Approx& operator*=(const Approx& b) { return *this = *this * b; }

  /// The smaller of the two numbers.
  friend Approx lesser(const Approx& a, const Approx& b) {
    if (a.value_ + a.error_ < b.value_ - b.error_ || (a.error_ == 0.0L && a.value_ <= b.value_ - b.error_))
      return a;
    if (b.value_ + b.error_ < a.value_ - a.error_ || (b.error_ == 0.0L && b.value_ <= a.value_ - a.error_))
      return b;
    const long double low = std::fmin(a.value_ - a.error_, b.value_ - b.error_);
    const long double high = std::fmin(a.value_ + a.error_, b.value_ + b.error_);
    const long double middle = 0.5L * (low + high);
    return {middle, (0.5L * (high - low) + 4.0L * kUnit * (std::fabs(low) + std::fabs(high))) * kRoom};
  }
  friend Approx greater(const Approx& a, const Approx& b) { return -lesser(-a, -b); }

 private:
  Approx(long double value, long double error) : value_(value), error_(error) {}

  static Approx made(long double value, long double error) {
    if (error == 0.0L && std::fabs(value) < kWhole) return {value, 0.0L};
    return {value, (error + std::fabs(value) * kUnit) * kRoom};
  }

  long double value_ = 0.0L;
  long double error_ = 0.0L;
};

inline const mpz_class& lesser(const mpz_class& a, const mpz_class& b) { return a < b ? a : b; }
inline const mpz_class& greater(const mpz_class& a, const mpz_class& b) { return a < b ? b : a; }

/// A fraction, above 0 below the line.
template <class T>
struct Fraction {
  T above;
  T below;
};

/// The power of two that the last bit of x stands for; a large number for 0.
int last_bit(double x);

/// x / 2^unit. Requires: that is a whole number.
mpz_class whole(double x, int unit);

/// x * 2^power. Requires: that is a whole number.
mpz_class shifted(const mpz_class& x, int power);

/// above / below, rounded to the nearest double, ties to even. Requires: below > 0, the result is 0 or
/// normal.
double nearest_double(const mpz_class& above, const mpz_class& below);

}  // namespace firsthit::judging
