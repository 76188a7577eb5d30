#pragma once

#include <optional>
#include <string>
#include <string_view>

// Doubles as decimal text, whatever the locale, also where the standard library has no floating <charconv>.

namespace firsthit {

/// The double nearest to a decimal number, which is all of `text`: no blanks, no plus sign. Nothing if it is
/// none, or beyond the range of doubles. `inf` and `nan` are numbers, however they are spelt, as to
/// std::from_chars.
std::optional<double> read_decimal(std::string_view text);

/// The same of the longest beginning of a text that is a number.
struct LeadingDecimal {
  double number = 0.0;
  std::string_view rest;  ///< what follows
};
std::optional<LeadingDecimal> leading_decimal(std::string_view text);

/// The shortest text that reads back as the same double.
std::string shortest_decimal(double x);

}  // namespace firsthit
