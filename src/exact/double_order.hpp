#pragma once

#include "core/bits.hpp"

#include <cstdint>

namespace firsthit {

/// Numbers the doubles from 0 on in their order, 0 itself as 0. Requires: x >= 0.
constexpr std::int64_t ordinal(double x) { return x == 0.0 ? 0 : bit_cast<std::int64_t>(x); }
constexpr double from_ordinal(std::int64_t i) { return bit_cast<double>(i); }

}  // namespace firsthit
