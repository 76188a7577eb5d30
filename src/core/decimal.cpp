#include "core/decimal.hpp"

#include <version>

#ifdef __cpp_lib_to_chars
#include <charconv>
#else
#include <algorithm>
#include <cmath>
#include <ios>
#include <limits>
#include <locale>
#include <sstream>
#endif

namespace firsthit {

#ifdef __cpp_lib_to_chars

std::optional<LeadingDecimal> leading_decimal(std::string_view text) {
  double x = 0.0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), x);
  if (failure != std::errc()) return std::nullopt;
  return LeadingDecimal{x, text.substr(static_cast<std::size_t>(end - text.data()))};
}

std::optional<double> read_decimal(std::string_view text) {
  const std::optional<LeadingDecimal> found = leading_decimal(text);
  return found && found->rest.empty() ? std::optional(found->number) : std::nullopt;
}

std::string shortest_decimal(double x) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, x);
  return {text, end.ptr};
}

#else

namespace {

/// "inf", "-Infinity", "NaN": what has no digits.
std::optional<double> read_word(std::string_view text) {
  const bool is_negative = text.starts_with('-');
  std::string word(text.substr(is_negative ? 1 : 0));
  for (char& c : word)
    if ('A' <= c && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  const double sign = is_negative ? -1.0 : 1.0;
  if (word == "inf" || word == "infinity") return sign * std::numeric_limits<double>::infinity();
  if (word == "nan") return std::copysign(std::numeric_limits<double>::quiet_NaN(), sign);
  return std::nullopt;
}

std::string written(double x, std::ios_base::fmtflags form, int digits_after_point) {
  std::ostringstream stream;
  stream.imbue(std::locale::classic());
  stream.setf(form, std::ios_base::floatfield);
  stream.precision(digits_after_point);
  stream << x;
  return stream.str();
}

}  // namespace

std::optional<double> read_decimal(std::string_view text) {
  if (const std::optional<double> word = read_word(text)) return word;
  // Streams take more than that, such as hexadecimal numbers.
  if (text.empty() || text[0] == '+' || text.find_first_not_of("0123456789+-.eE") != std::string_view::npos)
    return std::nullopt;
  std::istringstream stream{std::string(text)};
  stream.imbue(std::locale::classic());
  double x = 0.0;
  stream >> x;
  // LLVM's library gives a number with fewer digits than doubles have, and says all the same that it failed.
  const bool is_small = x != 0.0 && std::abs(x) < std::numeric_limits<double>::min();
  if (stream.fail() && !is_small) return std::nullopt;
  stream.clear();
  if (stream.peek() != std::istringstream::traits_type::eof()) return std::nullopt;
  const bool is_zero =
      text.substr(0, text.find_first_of("eE")).find_first_of("123456789") == std::string_view::npos;
  if (std::isinf(x) || (x == 0.0 && !is_zero)) return std::nullopt;
  return x;
}

std::optional<LeadingDecimal> leading_decimal(std::string_view text) {
  std::size_t length = std::min(text.find_first_not_of("0123456789+-.eE"), text.size());
  for (; length > 0; --length)
    if (const std::optional<double> x = read_decimal(text.substr(0, length)))
      return LeadingDecimal{*x, text.substr(length)};
  return std::nullopt;
}

std::string shortest_decimal(double x) {
  if (!std::isfinite(x)) return std::isnan(x) ? "nan" : x > 0.0 ? "inf" : "-inf";
  // As std::to_chars: no more digits than it takes (but for some powers of two, of which the shortest text is
  // not the nearest one: a digit more), without an exponent unless that is longer.
  constexpr int kEnough = 17;
  std::string with_exponent;
  int digits = 0;
  do with_exponent = written(x, std::ios_base::scientific, digits);
  while (read_decimal(with_exponent) != x && ++digits < kEnough);
  const int exponent = std::stoi(with_exponent.substr(with_exponent.find('e') + 1));
  std::string without = written(x, std::ios_base::fixed, std::max(digits - exponent, 0));
  return without.size() <= with_exponent.size() ? without : with_exponent;
}

#endif

}  // namespace firsthit
