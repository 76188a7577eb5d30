#pragma once

#include <string>

namespace firsthit::bench {

/// Do the library, the textbook and the yardstick compute the same? Compares their first collisions one by
/// one, and then, when rounding has driven them apart, energy, overlaps and pressure.
/// Returns a line for everything that differs.
std::string differences_of_programs();

}  // namespace firsthit::bench
