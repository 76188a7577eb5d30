#include "record/base/number_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>

// Tables of events are numbers for the most part, a run waits for them, and fmt takes twice as long for them.

namespace firsthit {
namespace {

constexpr int kFirstWithExponent = 16;  // powers of ten of the first digit
constexpr int kLastWithExponent = -5;

/// Eight digits in one word, the first of them in the lowest byte: halves, then their halves, then theirs.
/// With x < 10^4, x / 100 is x 5243 >> 19, and with x < 100, x / 10 is x 103 >> 10; in lanes of 32 and 16
/// bits.
std::uint64_t eight_digits(std::uint64_t number) {
  const std::uint64_t fours = number / 10000 | (number % 10000) << 32U;
  const std::uint64_t hundreds = ((fours * 5243) >> 19U) & 0x0000007f0000007fU;
  const std::uint64_t twos = hundreds | (fours - 100 * hundreds) << 16U;
  const std::uint64_t tens = ((twos * 103) >> 10U) & 0x000f000f000f000fU;
  return tens | (twos - 10 * tens) << 8U;
}

constexpr int kMostDigits = 17;

constexpr std::array<std::uint64_t, kMostDigits + 1> kPowersOfTen = [] {
  std::array<std::uint64_t, kMostDigits + 1> powers{};
  powers[0] = 1;
  for (std::size_t i = 1; i < powers.size(); ++i) powers[i] = 10 * powers[i - 1];
  return powers;
}();

/// Of a number above 0 and below 10^17. It has b bits, so floor(b log10(2)) digits or one more; 1233 / 4096
/// is log10(2) to 2^-15, which floors the same up to 64 bits.
int count_digits(std::uint64_t number) {
  const int least = ((64 - std::countl_zero(number)) * 1233) >> 12;
  return least + (number >= kPowersOfTen[static_cast<std::size_t>(least)] ? 1 : 0);
}

/// The digits of a number, and zeros behind them: 17 in all, to be written in a few large pieces, how many
/// they may be. What is too much is written over.
class Digits {
 public:
  explicit Digits(std::uint64_t number) : count_(count_digits(number)) {
    number *= kPowersOfTen[static_cast<std::size_t>(kMostDigits - count_)];
    const std::uint64_t low = number % 10000000000000000U;
    first_ = static_cast<char>('0' + number / 10000000000000000U);
    rest_ = {eight_digits(low / 100000000U) + kZeros, eight_digits(low % 100000000U) + kZeros};
  }
  int count() const { return count_; }

  char* write(char* to) const {
    *to = first_;
    put(to + 1, rest_[0]);
    put(to + 9, rest_[1]);
    return to + count_;
  }
  /// Those from the `begin`-th on, which is not the first.
  char* write_from(char* to, int begin) const {
    const auto bits = static_cast<unsigned>(8 * (begin - 1));
    const auto [low, high] = bits < 64U ? rest_ : std::array{rest_[1], std::uint64_t{0}};
    const unsigned part = bits % 64U;
    put(to, low >> part | (high << 1U) << (63U - part));
    put(to + 8, high >> part);
    return to + (count_ - begin);
  }

 private:
  static constexpr std::uint64_t kZeros = 0x3030303030303030U;

  static void put(char* to, std::uint64_t word) {
    if constexpr (std::endian::native == std::endian::little) {
      std::memcpy(to, &word, sizeof word);
    } else {
      for (unsigned k = 0; k < 8; ++k) to[k] = static_cast<char>(word >> (8 * k));
    }
  }

  int count_;
  char first_;
  std::array<std::uint64_t, 2> rest_;
};

char* write_exponent(char* to, int exponent) {
  *to++ = 'e';
  *to++ = exponent < 0 ? '-' : '+';
  const int size = std::abs(exponent);
  if (size >= 100) *to++ = static_cast<char>('0' + size / 100);
  *to++ = static_cast<char>('0' + size / 10 % 10);
  *to++ = static_cast<char>('0' + size % 10);
  return to;
}

}  // namespace

char* write_number(char* to, std::uint64_t number) {
  return std::to_chars(to, to + kMostOfNumber, number).ptr;
}

char* write_number(char* to, double number) {
  if (!std::isfinite(number)) return fmt::format_to(to, "{}", number);
  if (number == 0.0) {
    *to++ = '0';
    return to;
  }
  *to = '-';
  to += number < 0.0 ? 1 : 0;
  // The digits alone: fmt has no public name for them.
  const auto decimal = fmt::detail::dragonbox::to_decimal(std::abs(number));
  const Digits digits(decimal.significand);
  const int leading = decimal.exponent + digits.count() - 1;  // the power of ten of the first digit
  // Most numbers have a point between their digits, or zeros before them. Which of the two nobody can
  // foretell: so there are no branches, and of what has no point within one is written behind its end.
  if (leading > kLastWithExponent && leading < digits.count() - 1) {
    const bool small = leading < 0;
    const int zeros = small ? 1 - leading : 0;  // and the point
    const int before = small ? zeros + digits.count() : leading + 1;
    std::memcpy(to, "0.000000", 8);
    char* const end = digits.write(to + zeros);
    to[before] = '.';
    digits.write_from(to + before + 1, small ? 1 : before);
    return small ? end : end + 1;
  }
  char* end = digits.write(to);
  if (leading > kLastWithExponent && leading < kFirstWithExponent)
    return std::fill_n(end, decimal.exponent, '0');
  if (digits.count() > 1) {
    to[1] = '.';
    end = digits.write_from(to + 2, 1);
  }
  return write_exponent(end, leading);
}

}  // namespace firsthit
