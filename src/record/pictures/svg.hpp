#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace firsthit::svg {

/// A colour, 0xRRGGBB.
using Rgb = std::uint32_t;

/// `from` with a share of `to`, 0 to 1.
Rgb mix(Rgb from, Rgb to, double share);

/// How bright it looks, 0 to 1.
double brightness(Rgb color);

/// `#rrggbb`.
std::string text(Rgb color);

/// Pixels with one decimal at most; coordinates far outside any drawing are cut to its reach.
std::string pixels(double value);

/// With a question mark for everything but the printable characters of ASCII.
std::string printable(std::string_view text);

/// With what XML keeps to itself replaced, and printable.
std::string escaped(std::string_view text);

}  // namespace firsthit::svg
