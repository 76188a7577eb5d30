#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace firsthit {

/// A sum of doubles without any error, rounded once when it is read: no order of the terms, and no number of
/// them, changes it. Infinite once a term is not finite.
///
/// A fixed-point number over the whole range of doubles, in chunks of 32 bits that stand in 64, so that
/// carries can wait for a thousand terms. Source: Neal 2015, Fast exact summation using small and large
/// superaccumulators, arXiv:1505.05571. Cost: some ten instructions a term.
class ExactSum {
 public:
  void add(double term) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &term, sizeof bits);
    const std::uint64_t exponent = (bits >> 52U) & 0x7ffU;
    std::uint64_t mantissa = bits & ((std::uint64_t{1} << 52U) - 1U);
    if (exponent != 0) mantissa |= std::uint64_t{1} << 52U;
    // What is below 2^-1022 has the exponent of 2^-1022.
    const std::uint64_t shift = exponent == 0 ? 1 : exponent;
    is_finite_ = is_finite_ && exponent != 0x7ffU;
    const auto low = static_cast<std::int64_t>((mantissa << (shift & 31U)) & 0xffffffffU);
    const auto high = static_cast<std::int64_t>(mantissa >> (32U - (shift & 31U)));
    const std::size_t chunk = shift >> 5U;
    const bool negative = bits >> 63U != 0;
    chunks_[chunk] += negative ? -low : low;
    chunks_[chunk + 1] += negative ? -high : high;
    if (--room_ == 0) carry();
  }

  double value() const;

  /// What it is made of, to be kept in a file: archive(...) reads or writes it.
  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.chunks_, self.room_, self.is_finite_);
    archive.require(self.room_ > 0 && self.room_ <= kTermsBetweenCarries,
                    "expected a sum, found another number");
  }

 private:
  /// With chunk i the sum of chunks_[i] 2^(32 i - 1075). The highest exponent is 2046: its mantissa reaches
  /// into chunk 64, and 2^13 of those fill chunk 65: the last is for as many terms as there may be.
  static constexpr std::size_t kChunks = 67;
  /// A term adds less than 2^53 to a chunk, and what is left of one after carrying is below 2^32:
  /// 2^32 + 1000 2^53 < 2^63.
  static constexpr int kTermsBetweenCarries = 1000;

  void carry();

  std::array<std::int64_t, kChunks> chunks_{};
  int room_ = kTermsBetweenCarries;
  bool is_finite_ = true;
};

}  // namespace firsthit
