#include "core/random.hpp"

#include "core/bits.hpp"
#include "core/expect.hpp"

#include <bit>
#include <cmath>

namespace firsthit {

double natural_logarithm(double x) {
  FIRSTHIT_EXPECT(x > 0.0 && std::isfinite(x));
  // x = m 2^e with m in [sqrt(1/2), sqrt(2)).
  int exponent = 0;
  if (x < 0x1p-1022) {
    x *= 0x1p54;
    exponent = -54;
  }
  auto bits = bit_cast<std::uint64_t>(x);
  exponent += static_cast<int>(bits >> 52U) - 1023;
  bits = (bits & 0x000fffffffffffffU) | 0x3ff0000000000000U;
  double m = bit_cast<double>(bits);
  if (m > 1.4142135623730951) {
    m *= 0.5;
    ++exponent;
  }
  // log m = 2 artanh(s) = f - s (f - r) with f = m - 1 (exact), s = f / (2 + f) and
  // r = 2 (s^2/3 + s^4/5 + ...). |s| < 0.1716: the first term left out is below 2^-57 of f.
  const double f = m - 1.0;
  const double s = f / (2.0 + f);
  const double z = s * s;
  double r = 0.0;
  for (int k = 23; k >= 3; k -= 2) r = (r + 1.0 / k) * z;
  r *= 2.0;
  const double e = exponent;
  constexpr double kLn2High = 0x1.62e42feep-1;       // 32 bits: its product with e is exact
  constexpr double kLn2Low = 0x1.a39ef35793c76p-33;  // ln 2 - kLn2High
  return e * kLn2High - ((s * (f - r) - e * kLn2Low) - f);
}

Random::Random(std::uint64_t seed, std::uint64_t stream) : state_{} {
  SplitMix64 spread(seed + stir(stream));
  for (std::uint64_t& word : state_) word = spread.next();
}

std::uint64_t Random::next() {
  auto& s = state_;
  const std::uint64_t result = std::rotl(s[0] + s[3], 23) + s[0];
  const std::uint64_t t = s[1] << 17U;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = std::rotl(s[3], 45);
  return result;
}

double Random::uniform() { return static_cast<double>(next() >> 11U) * 0x1p-53; }

double Random::uniform(double lo, double hi) {
  FIRSTHIT_EXPECT(lo <= hi && std::isfinite(hi - lo));
  const double x = lo + (hi - lo) * uniform();
  return x < hi ? x : hi;
}

std::uint64_t Random::below(std::uint64_t n) {
  FIRSTHIT_EXPECT(n > 0);
  // 2^64 mod n values at the low end would make some remainders likelier than others.
  const std::uint64_t unfair = (0 - n) % n;
  std::uint64_t word = next();
  while (word < unfair) word = next();
  return word % n;
}

double Random::normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  double u = 0.0;
  double v = 0.0;
  double q = 0.0;
  do {
    u = 2.0 * uniform() - 1.0;
    v = 2.0 * uniform() - 1.0;
    q = u * u + v * v;
  } while (q >= 1.0 || q == 0.0);
  const double scale = std::sqrt(-2.0 * natural_logarithm(q) / q);
  spare_ = v * scale;
  has_spare_ = true;
  return u * scale;
}

}  // namespace firsthit
