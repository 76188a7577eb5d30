#pragma once

#include <functional>
#include <string>

namespace firsthit::bench {

/// Ten million balls in space: how long they take to start, what a collision costs, and how much memory the
/// process needs at most. Prints a line, and tells `progress` what is being done.
void measure_largest(const std::function<void(const std::string&)>& progress);

}  // namespace firsthit::bench
