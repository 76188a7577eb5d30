#pragma once

namespace firsthit {

/// A value and what its rounding lost: the exact result is their sum.
struct Exactly {
  double value;
  double error;
};

/// a + b without loss. Source: Knuth, TAOCP 2, 4.2.2, theorem B.
constexpr Exactly two_sum(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  const double a_part = sum - b_part;
  return {sum, (a - a_part) + (b - b_part)};
}

/// a * b without loss, if neither overflows nor the error underflows. Needs no fused multiply-add,
/// so that every machine gets the same bits. Source: Dekker, Numer. Math. 18, 224 (1971).
constexpr Exactly two_product(double a, double b) {
  constexpr double kSplit = 134217729.0;  // 2^27 + 1
  const double p = a * b;
  const double ca = kSplit * a;
  const double cb = kSplit * b;
  const double a_high = ca - (ca - a);
  const double b_high = cb - (cb - b);
  const double a_low = a - a_high;
  const double b_low = b - b_high;
  return {p, ((a_high * b_high - p) + a_high * b_low + a_low * b_high) + a_low * b_low};
}

/// a * b - c * d with a relative error of at most 4 * 2^-53, even where the products nearly cancel,
/// and with the exact sign. Products must neither overflow nor lose their errors to underflow.
constexpr double difference_of_products(double a, double b, double c, double d) {
  const Exactly ab = two_product(a, b);
  const Exactly cd = two_product(c, d);
  const Exactly difference = two_sum(ab.value, -cd.value);
  return difference.value + (difference.error + (ab.error - cd.error));
}

/// A sum that carries its rounding errors along: about twice the digits of a double.
class LongSum {
 public:
  constexpr void add(double x) {
    const Exactly s = two_sum(value_, x);
    value_ = s.value;
    error_ += s.error;
  }
  constexpr void add_product(double a, double b) {
    const Exactly p = two_product(a, b);
    add(p.value);
    error_ += p.error;
  }
  constexpr double value() const { return value_ + error_; }
  /// Exactly the opposite of b - a.
  friend constexpr LongSum operator-(const LongSum& a, const LongSum& b) {
    const Exactly s = two_sum(a.value_, -b.value_);
    LongSum difference;
    difference.value_ = s.value;
    difference.error_ = (a.error_ - b.error_) + s.error;
    return difference;
  }

 private:
  double value_ = 0.0;
  double error_ = 0.0;
};

}  // namespace firsthit
