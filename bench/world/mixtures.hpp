#pragma once

#include <functional>
#include <string>

namespace firsthit::bench {

/// What a collision costs in mixtures of many small balls and a few large balls, beside the small ones alone.
/// Prints a table, and tells `progress` what is being done.
void measure_mixtures(bool quick, const std::function<void(const std::string&)>& progress);

}  // namespace firsthit::bench
