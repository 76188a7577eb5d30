#pragma once

#include <cstddef>
#include <cstdint>

namespace firsthit {

/// More than any number and what is written behind it on the way.
inline constexpr std::size_t kMostOfNumber = 64;

/// Writes the shortest text that reads back as the same double, plain from 1e-4 to 1e16 and with an exponent
/// beyond, negative zero as zero; returns its end. Requires: room for kMostOfNumber.
char* write_number(char* to, double number);
char* write_number(char* to, std::uint64_t number);

}  // namespace firsthit
