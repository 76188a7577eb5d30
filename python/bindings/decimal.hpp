#pragma once

#include <array>
#include <bit>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace firsthit::python {

__extension__ using Wide = unsigned __int128;

/// So many bytes behind a cell must be readable: digits are looked at in words.
constexpr std::size_t kBehindCells = 32;

/// A word of text, its first character lowest.
inline std::uint64_t word_of(const char* text) {
  std::uint64_t r;
  std::memcpy(&r, text, sizeof r);
  if constexpr (std::endian::native == std::endian::big) r = __builtin_bswap64(r);
  return r;
}

/// 10^-k, rounded down, as `digits` 2^`exponent` with the highest bit of `digits` set.
struct NegativePower {
  std::uint64_t digits = 0;
  int exponent = 0;
};

/// For k up to 27, as 5^27 is the last power of 5 in a word.
constexpr std::array<NegativePower, 28> kNegativePowers = [] {
  std::array<NegativePower, 28> r{};
  std::uint64_t power = 1;  // of 5
  for (int k = 0; k < 28; ++k, power *= 5) {
    // 2^(bits + 63) / 5^k has its highest bit at 63, but for powers of two, of which 1 is the only one.
    const int bits = static_cast<int>(std::bit_width(power)) - (k == 0 ? 1 : 0);
    r[static_cast<std::size_t>(k)] = {
        static_cast<std::uint64_t>((static_cast<Wide>(1) << (bits + 63)) / power), -(bits + 63) - k};
  }
  return r;
}();

/// Appends up to eight digits at `text` to `number`, if `wanted`. How many there are.
inline unsigned append_digits(const char* text, bool wanted, std::uint64_t& number) {
  constexpr std::array<std::uint64_t, 9> kPowers = {1,      10,      100,      1000,     10000,
                                                    100000, 1000000, 10000000, 100000000};
  constexpr std::uint64_t kEach = 0x0101010101010101;
  const std::uint64_t word = word_of(text) ^ kEach * '0';  // digits are 0 to 9 now
  // Above 9 the highest bit of the sum is set, or that of the byte itself; carries reach only bytes behind.
  const std::uint64_t others = ((word + kEach * 0x76) | word) & kEach * 0x80;
  const unsigned count = wanted ? static_cast<unsigned>(std::countr_zero(others)) / 8 : 0;
  std::uint64_t digits = count == 0 ? 0 : word << 8 * (8 - count);  // zeros before them
  digits = digits * 10 + (digits >> 8);                             // pairs, in every other byte
  digits = ((digits & 0x000000ff000000ff) * 0x000f424000000064 +
            ((digits >> 16) & 0x000000ff000000ff) * 0x0000271000000001) >>
           32;
  number = number * kPowers[count] + digits;
  return count;
}

/// Reads the number that a cell begins with, of a sign, digits, a point and digits as `write_number` has
/// them; where it ends, or null if it is none of those or not surely rounded.
///
/// W = number 2^z and 10^-k = M 2^e with 2^63 <= W, M < 2^64, of which M is up to 1 too small: their product
/// is within W < 2^64 of the exact one. Its highest 64 bits, of which up to one place is lost in front, are
/// thus less than 3 too small. Of them 53 stay; so the 11 others tell the nearest double, but where they are
/// from 1021 to 1024, around one half.
inline const char* read_decimal(const char* at, double& value) {
  const bool negative = *at == '-';
  at += negative ? 1 : 0;
  const char* const begin = at;
  const auto is_digit = [](char c) { return static_cast<unsigned char>(c - '0') < 10; };
  std::uint64_t number = 0;
  for (; is_digit(*at); ++at) number = number * 10 + static_cast<std::uint64_t>(*at - '0');
  if (at == begin) return nullptr;
  unsigned after_point = 0;
  if (*at == '.') {
    ++at;
    // No branches: how many digits there are changes from cell to cell.
    const unsigned first = append_digits(at, true, number);
    const unsigned second = append_digits(at + 8, first == 8, number);
    after_point = first + second + append_digits(at + 16, second == 8, number);
    at += after_point;
  }
  constexpr std::ptrdiff_t kMostDigits = 19;  // of which a word has room for all
  if ((*at != ',' && *at != '\n') || at - begin > kMostDigits + (after_point > 0 ? 1 : 0)) return nullptr;
  if (number == 0) {
    value = negative ? -0.0 : 0.0;
    return at;
  }
  if (after_point == 0 && number >> 53 == 0) {
    value = negative ? -static_cast<double>(number) : static_cast<double>(number);
    return at;
  }
  const NegativePower& power = kNegativePowers[after_point];
  const int zeros = std::countl_zero(number);
  const Wide product = static_cast<Wide>(number << zeros) * power.digits;
  const auto upper = static_cast<std::uint64_t>(product >> 64), lower = static_cast<std::uint64_t>(product);
  const int lost = upper >> 63 == 0 ? 1 : 0;
  const std::uint64_t highest = lost != 0 ? upper << 1 | lower >> 63 : upper;
  const std::uint64_t rest = highest & 2047;
  if (rest - 1021 < 4) return nullptr;
  const std::uint64_t rounded = (highest >> 11) + (rest >> 10);  // up to 2^53, which the exponent takes over
  const auto exponent = static_cast<std::uint64_t>(power.exponent - zeros + 64 - lost + 11 + 1075 - 1);
  value = std::bit_cast<double>((exponent << 52) + rounded + (std::uint64_t{negative} << 63));
  return at;
}

/// The double nearest to the number that a cell begins with; where it ends, or null if there is none.
/// Requires: a comma or a new line before `end`, and kBehindCells more bytes to look at.
inline const char* read_number(const char* at, const char* end, double& value) {
  if (const char* const behind = read_decimal(at, value)) return behind;
  const std::from_chars_result read = std::from_chars(at, end, value);
  return read.ec == std::errc{} ? read.ptr : nullptr;
}

}  // namespace firsthit::python
