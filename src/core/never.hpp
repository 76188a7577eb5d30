#pragma once

#include <limits>

namespace firsthit {

/// [T] The delay of what never happens.
inline constexpr double kNever = std::numeric_limits<double>::infinity();

}  // namespace firsthit
