#pragma once

#include <firsthit/vec.hpp>

namespace firsthit {

/// On which side of the line from a to b the place c is: 1 to the left, -1 to the right, 0 on the line.
/// Exact for all finite numbers.
int orientation(const Vec<2>& a, const Vec<2>& b, const Vec<2>& c);

}  // namespace firsthit
