#pragma once

#include "exact/integer.hpp"

#include <array>
#include <cstddef>
#include <utility>
#include <vector>

// The roots of small polynomials in the window [0, 1], and the signs of other polynomials there,
// decided exactly. Derivation: docs/numerics/features.md.

namespace firsthit {

/// numerator / 2^shift.
struct BinaryFraction {
  Integer numerator;
  std::size_t shift = 0;

  BinaryFraction() = default;
  BinaryFraction(Integer n, std::size_t s) : numerator(std::move(n)), shift(s) {}
  explicit BinaryFraction(double x);  ///< Requires: 0 <= x <= 1.
};

/// c[0] + c[1] t + c[2] t^2 + c[3] t^3.
struct IntegerCubic {
  std::array<Integer, 4> c;

  int degree() const;  ///< -1 for the zero polynomial
  bool is_zero() const { return degree() < 0; }
  int sign_at(const BinaryFraction& t) const;
};

/// Two doubles around a number in [0, 1]: neighbours, or equal if the number is a double.
struct Enclosure {
  double lower = 0.0;
  double upper = 0.0;
};

/// One root of a polynomial, known exactly: its only one, and a simple one, between two fractions.
class WindowRoot {
 public:
  /// A root that is a fraction itself.
  explicit WindowRoot(BinaryFraction root);
  /// The only root of `f` in the open interval; `sign_after` is f's sign right behind it.
  WindowRoot(const IntegerCubic& f, BinaryFraction low, BinaryFraction high, int sign_after);

  bool is_at_start() const { return known_ && low_.numerator.sign() == 0; }
  Enclosure enclosure();  ///< narrows the interval as well
  /// How often it is a root: the polynomial changes its sign there if that is odd.
  int multiplicity() const { return multiplicity_; }
  void set_multiplicity(int times) { multiplicity_ = times; }
  /// The sign of g at the root. Requires: the degree of g is at most 2.
  int sign_of(const IntegerCubic& g) const;

 private:
  int side_of(const BinaryFraction& x) const;  // the sign of root - x
  int side_of_ratio(const Integer& p, const Integer& q) const;
  int side_of_root(const IntegerCubic& of, int half) const;
  void set_low(const BinaryFraction& x);
  void set_high(const BinaryFraction& x);
  void set_root(const BinaryFraction& x);
  double guess() const;

  IntegerCubic f_;
  BinaryFraction low_;
  BinaryFraction high_;
  int sign_after_ = 0;
  int multiplicity_ = 1;
  bool known_ = false;  // low_ is the root
};

/// The distinct roots of f in [0, 1] in order, but for multiple roots, which may stand out of order.
/// Requires: f is not zero.
std::vector<WindowRoot> window_roots(const IntegerCubic& f);

}  // namespace firsthit
