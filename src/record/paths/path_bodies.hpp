#pragma once

#include "record/base/run_info.hpp"
#include "record/paths/paths_file.hpp"
#include "record/setup/moving_bodies.hpp"

#include <cstddef>
#include <vector>

namespace firsthit {

/// The nearest number of 32 bits, never an infinite one.
float rounded(double number);

/// Every `stride`-th body, in the units of the file: what stays as it is during a run.
void put_bodies(PathsFile& file, const MovingBodies& bodies, std::size_t stride,
                const std::vector<PlainShape>& shapes, const RunInfo& info);

}  // namespace firsthit
