#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace firsthit {

/// A double seen as value * 2^exponent: for numbers that no double can hold.
struct Magnified {
  double value = 0.0;
  std::int64_t exponent = 0;
};

/// A whole number of any size. Up to kInline limbs of 64 bits it needs no memory of its own.
class Integer {
 public:
  Integer() noexcept {}         // NOLINT: as its own default it would clear the limbs
  Integer(std::int64_t value);  // NOLINT: every int64 is a whole number
  Integer(const Integer& other) { assign(other); }
  Integer(Integer&& other) noexcept { take(other); }
  Integer& operator=(const Integer& other);
  Integer& operator=(Integer&& other) noexcept;
  ~Integer() { release(); }

  /// value * 2^shift. Requires: finite, and the result is a whole number.
  static Integer scaled(double value, std::int64_t shift);
  static Integer from_bits(std::uint64_t bits);
  /// From digits, perhaps with a sign in front. Nothing if the text is anything else.
  static std::optional<Integer> parse(std::string_view decimal);

  int sign() const { return sign_; }
  std::size_t bits() const;  ///< of the absolute value; 0 for 0
  /// The number rounded towards zero to 53 bits.
  Magnified rounded() const;
  std::uint64_t top() const;  ///< the leading 64 bits, the highest of them 1. Requires: not 0.
  void negate() { sign_ = -sign_; }

  /// Adds sign * a * b. Requires: sign is 1 or -1, this is neither a nor b.
  void add_product(const Integer& a, const Integer& b, int sign = 1);

  Integer operator-() const;
  friend Integer operator+(const Integer& a, const Integer& b) { return sum(a, b, b.sign_); }
  friend Integer operator-(const Integer& a, const Integer& b) { return sum(a, b, -b.sign_); }
  friend Integer operator*(const Integer& a, const Integer& b);
  /// Rounded towards zero. Requires: b is not 0.
  friend Integer operator/(const Integer& a, const Integer& b);
  friend Integer operator<<(const Integer& a, std::size_t bits);
  /// -1, 0 or 1: how a compares to b.
  friend int compare(const Integer& a, const Integer& b);

 private:
  static constexpr std::uint32_t kInline = 14;

  static Integer sum(const Integer& a, const Integer& b, int sign_of_b);
  static int compare_sizes(const Integer& a, const Integer& b);
  void reserve(std::uint32_t limbs);  // loses the value
  void add(const std::uint64_t* limbs, std::uint32_t size, int sign);
  void assign(const Integer& other);
  void take(Integer& other);
  void release() {
    if (limbs_ != inline_) delete[] limbs_;
  }
  void trim();

  std::uint64_t* limbs_ = inline_;  // lowest first; the highest is not zero
  std::uint32_t size_ = 0;
  std::uint32_t capacity_ = kInline;
  int sign_ = 0;
  std::uint64_t inline_[kInline];  // NOLINT: only the first size_ limbs are ever read
};

/// The largest whole number whose square is at most n. Requires: n >= 0.
Integer square_root(const Integer& n);

/// p / q if it is a double. Requires: q is not 0.
std::optional<double> exact_quotient(const Integer& p, const Integer& q);

/// The doubles around an exact number, each equal to it if it is a double.
struct Rounded {
  double lower = 0.0;
  double nearest = 0.0;  ///< ties to even
  double upper = 0.0;
};

/// p / q * 2^exponent. Requires: q > 0, and the result is within the range of doubles.
Rounded rounded_quotient(const Integer& p, const Integer& q, std::int64_t exponent = 0);

}  // namespace firsthit
