#include "record/pictures/svg.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace firsthit::svg {

Rgb mix(Rgb from, Rgb to, double share) {
  Rgb mixed = 0;
  for (const int shift : {16, 8, 0}) {
    const double a = static_cast<double>((from >> shift) & 0xffU);
    const double b = static_cast<double>((to >> shift) & 0xffU);
    mixed |= static_cast<Rgb>(std::lround(a + share * (b - a))) << shift;
  }
  return mixed;
}

double brightness(Rgb color) {
  const auto part = [&](int shift) { return static_cast<double>((color >> shift) & 0xffU) / 255.0; };
  return 0.299 * part(16) + 0.587 * part(8) + 0.114 * part(0);
}

std::string text(Rgb color) { return fmt::format("#{:06x}", color & 0xffffffU); }

std::string pixels(double value) {
  constexpr double kReach = 1e5;
  const double tenths = std::round(std::clamp(value, -kReach, kReach) * 10.0) + 0.0;
  const auto whole = static_cast<long>(tenths);
  const long absolute = std::labs(whole);
  const char* sign = whole < 0 ? "-" : "";
  return absolute % 10 == 0 ? fmt::format("{}{}", sign, absolute / 10)
                            : fmt::format("{}{}.{}", sign, absolute / 10, absolute % 10);
}

std::string printable(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) >= 0x7f) c = '?';
  return result;
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : printable(text)) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

}  // namespace firsthit::svg
