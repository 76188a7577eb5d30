#pragma once

#include <cstdint>
#include <vector>

namespace firsthit {

/// An integer times a power of two, of any size: what sums and products of doubles are, exactly.
///
/// Value: sign * sum of limbs[i] * 2^(32 (exponent + i)). Neither end of the limbs is zero.
class Dyadic {
 public:
  Dyadic() = default;
  Dyadic(double value);  // NOLINT: a double is a dyadic number. Requires: finite.

  int sign() const { return sign_; }
  Dyadic operator-() const;
  friend Dyadic operator+(const Dyadic& a, const Dyadic& b);
  friend Dyadic operator-(const Dyadic& a, const Dyadic& b) { return a + -b; }
  friend Dyadic operator*(const Dyadic& a, const Dyadic& b);

 private:
  using Limbs = std::vector<std::uint32_t>;

  std::int64_t end() const { return exponent_ + static_cast<std::int64_t>(limbs_.size()); }
  std::uint32_t limb_at(std::int64_t place) const;
  static int compare_sizes(const Dyadic& a, const Dyadic& b);
  void trim();

  int sign_ = 0;
  std::int64_t exponent_ = 0;
  Limbs limbs_;
};

}  // namespace firsthit
