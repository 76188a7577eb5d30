#pragma once

#include "exact/dyadic.hpp"

#include <cstddef>
#include <vector>

namespace firsthit {

/// rational + root * sqrt(N), exactly; N belongs to the polynomial that the number is part of.
struct Surd {
  Dyadic rational;
  Dyadic root;
};

/// A polynomial in one variable with exact coefficients rational + root sqrt(N), lowest power first.
class Polynomial {
 public:
  /// Requires: radicand >= 0, and above 0 if any coefficient has a root part.
  Polynomial(std::vector<Surd> coefficients, Dyadic radicand);

  bool is_zero() const { return coefficients_.empty(); }
  std::size_t degree() const { return coefficients_.size() - 1; }  ///< Requires: not zero.
  int sign_of_coefficient(std::size_t power) const;                ///< 0 above the degree
  int sign_at(const Dyadic& x) const;

  Polynomial derivative() const;
  Polynomial shifted(const Dyadic& x) const;  ///< p(x + t) as a polynomial in t
  Polynomial divided_by_power(
      std::size_t k) const;  ///< p(t) / t^k. Requires: the k lowest coefficients are 0.
  Polynomial minus_remainder(
      const Polynomial& divisor) const;  ///< -(p mod divisor), times some number above 0

 private:
  int sign_of(const Surd& a) const;
  Surd product(const Surd& a, const Surd& b) const;

  std::vector<Surd> coefficients_;  // the last one is not zero
  Dyadic radicand_;
};

/// Counts the distinct real roots of a polynomial by Sturm's theorem.
class SturmChain {
 public:
  explicit SturmChain(const Polynomial& p);  ///< Requires: p is not zero.

  /// Changes of sign along the chain at x: the roots in (x, y] are as many as they differ between x and y.
  /// Requires: p(x) is not 0.
  int variations_at(const Dyadic& x) const;

 private:
  std::vector<Polynomial> chain_;
};

}  // namespace firsthit
