#pragma once

#include <functional>
#include <string>

namespace firsthit::bench {

/// What a collision costs, and how much memory a ball takes, from 100 balls to ten million: a table, and the
/// same as a picture with the sizes of this machine's caches. False if the picture cannot be written.
bool draw_curve(const std::string& picture, const std::function<void(const std::string&)>& progress);

}  // namespace firsthit::bench
