#include "exact/exact_sum.hpp"

#include <bit>
#include <cmath>
#include <limits>

namespace firsthit {

/// Afterwards all chunks but the last are in [0, 2^32); the last has the sign.
void ExactSum::carry() {
  for (std::size_t i = 0; i + 1 < kChunks; ++i) {
    chunks_[i + 1] += chunks_[i] >> 32;
    chunks_[i] &= 0xffffffff;
  }
  room_ = kTermsBetweenCarries;
}

double ExactSum::value() const {
  if (!is_finite_) return std::numeric_limits<double>::infinity();
  ExactSum sum = *this;
  sum.carry();
  const bool negative = sum.chunks_.back() < 0;
  if (negative) {
    for (std::int64_t& chunk : sum.chunks_) chunk = -chunk;
    sum.carry();
  }
  std::size_t top = kChunks - 1;
  while (top > 0 && sum.chunks_[top] == 0) --top;
  const auto chunk = [&sum, top](std::size_t below) {
    return below <= top ? static_cast<std::uint64_t>(sum.chunks_[top - below]) : 0;
  };
  if (chunk(0) == 0) return 0.0;
  // The first 64 bits, the last of them set if anything comes after: enough to round to 53.
  const int zeros = std::countl_zero(chunk(0)) - 32;
  std::uint64_t leading = ((chunk(0) << 32U) | chunk(1)) << zeros | chunk(2) >> (32 - zeros);
  bool more = (chunk(2) << (32 + zeros)) != 0;
  for (std::size_t i = 0; i + 2 < top; ++i) more = more || sum.chunks_[i] != 0;
  if (more) leading |= 1U;
  const double value =
      std::ldexp(static_cast<double>(leading), 32 * (static_cast<int>(top) - 1) - zeros - 1075);
  return negative ? -value : value;
}

}  // namespace firsthit
