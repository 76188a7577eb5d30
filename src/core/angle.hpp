#pragma once

#include <firsthit/vec.hpp>

namespace firsthit {

/// The unit vector at `degrees`, counterclockwise from the x axis; the same bits everywhere.
/// Exact at multiples of 90, and of equal coordinates at odd multiples of 45. Whole turns change nothing.
/// Error: 2^-51 of either coordinate. Requires: degrees finite.
Vec<2> direction_at(double degrees);

/// Of an angle from 0 to a right one [rad], to 2^-52; the same bits everywhere, as the standard library's is
/// not.
double cosine(double radians);

}  // namespace firsthit
