#pragma once

#include <array>
#include <cstdint>

namespace firsthit {

/// The natural logarithm of x > 0, from + - * / and bit patterns only: the same bits everywhere.
/// Error: below 2 units in the last place.
/// Requires: x finite and above zero.
double natural_logarithm(double x);

/// Stirs 64 bits; 0 stays 0. Source: Stafford's variant 13, as in SplitMix64.
constexpr std::uint64_t stir(std::uint64_t x) {
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

/// Spreads a seed over many words. Source: Steele, Lea, Flood 2014, doi:10.1145/2714064.2660195.
class SplitMix64 {
 public:
  explicit constexpr SplitMix64(std::uint64_t seed) : state_(seed) {}
  constexpr std::uint64_t next() { return stir(state_ += 0x9e3779b97f4a7c15U); }

 private:
  std::uint64_t state_;
};

/// Random numbers that are the same on every machine for a seed: xoshiro256++.
/// Source: Blackman, Vigna 2021, doi:10.1145/3460772.
class Random {
 public:
  /// Streams of one seed are independent for all practical purposes.
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0);

  /// Starts from a state as it is. Requires: not all zero.
  explicit Random(const std::array<std::uint64_t, 4>& state) : state_(state) {}

  std::uint64_t next();
  /// In [0, 1), a multiple of 2^-53.
  double uniform();
  /// In [lo, hi]; hi itself only by rounding. Requires: lo <= hi, hi - lo finite.
  double uniform(double lo, double hi);
  /// In [0, n), every value equally likely. Requires: n > 0.
  std::uint64_t below(std::uint64_t n);
  /// Normal with mean 0 and variance 1. Source: Marsaglia, Bray 1964, doi:10.1137/1006063.
  double normal();

 private:
  std::array<std::uint64_t, 4> state_;
  double spare_ = 0.0;  // the polar method makes two at a time
  bool has_spare_ = false;
};

}  // namespace firsthit
