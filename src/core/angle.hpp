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

/// The angle from 0 to pi [rad] between two vectors, from the lengths of their difference and of their sum
/// where both are unit vectors; the same bits everywhere. Error: 2^-50 of it, besides that of what is given.
/// Requires: neither below 0, not both 0.
double angle_between_units(double difference, double sum);

}  // namespace firsthit
