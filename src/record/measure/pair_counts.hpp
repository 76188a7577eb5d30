#pragma once

#include "record/setup/setup.hpp"

#include <cstdint>
#include <vector>

namespace firsthit {

/// How many pairs of bodies are how far apart, in a box whose sides are all periodic: of every pair the
/// images count that are nearer than `range` [L], in `counts.size()` bins of equal width from 0 on.
///
/// Adds to `counts`. Its cost follows the number of bodies that are within range of one.
/// Requires: range at most half the shortest side; positions inside the box.
template <int D>
void count_pairs(const Space<D>& space, const std::vector<FrameState<D>>& states, double range,
                 std::vector<std::uint64_t>& counts);

}  // namespace firsthit
