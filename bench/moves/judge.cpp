#include "judge.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace moves {
namespace {

constexpr double kWide = 2.0;  // [L] of a cell

std::int64_t cell_of(double x) { return static_cast<std::int64_t>(std::floor(x / kWide)); }

/// Calls `each` for the key of every cell of a range.
template <int D, class Each>
void each_cell(const Vec<D>& low, const Vec<D>& high, const Each& each) {
  std::array<std::int64_t, std::size_t{D}> cell{};
  for (std::size_t axis = 0; axis < D; ++axis) cell[axis] = cell_of(low[axis]);
  for (std::size_t axis = 0; axis < D;) {
    std::uint64_t key = 0;
    for (const std::int64_t c : cell) key = key << 21U | (static_cast<std::uint64_t>(c) & 0x1fffffU);
    each(key);
    for (axis = 0; axis < D; ++axis) {
      if (++cell[axis] <= cell_of(high[axis])) break;
      cell[axis] = cell_of(low[axis]);
    }
  }
}

}  // namespace

template <int D>
Judge<D>::Judge(const Landscape<D>& landscape) : landscape_(landscape) {
  for (std::size_t i = 0; i < landscape.blocks.size(); ++i) {
    const Block<D>& block = landscape.blocks[i];
    Vec<D> low, high;
    for (std::size_t axis = 0; axis < D; ++axis) {
      low[axis] = block.middle[axis] - block.half[axis];
      high[axis] = block.middle[axis] + block.half[axis];
    }
    each_cell<D>(low, high, [&](std::uint64_t key) { cells_[key].push_back(i); });
  }
}

template <int D>
template <class Each>
void Judge<D>::each_near(const Vec<D>& low, const Vec<D>& high, const Each& each) const {
  each_cell<D>(low, high, [&](std::uint64_t key) {
    const auto found = cells_.find(key);
    if (found == cells_.end()) return;
    for (const std::size_t i : found->second) each(landscape_.blocks[i]);
  });
}

template <int D>
double Judge<D>::depth(const Vec<D>& place) const {
  Vec<D> low, high;
  for (std::size_t axis = 0; axis < D; ++axis) {
    low[axis] = place[axis] - landscape_.half[axis];
    high[axis] = place[axis] + landscape_.half[axis];
  }
  double deepest = -std::numeric_limits<double>::infinity();
  each_near(low, high, [&](const Block<D>& block) {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t axis = 0; axis < D; ++axis)
      least = std::min(
          least, landscape_.half[axis] + block.half[axis] - std::fabs(place[axis] - block.middle[axis]));
    deepest = std::max(deepest, least);
  });
  return deepest;
}

template <int D>
bool Judge<D>::crosses(const Vec<D>& from, const Vec<D>& to, double slop) const {
  Vec<D> low, high;
  for (std::size_t axis = 0; axis < D; ++axis) {
    low[axis] = std::min(from[axis], to[axis]) - landscape_.half[axis];
    high[axis] = std::max(from[axis], to[axis]) + landscape_.half[axis];
  }
  bool found = false;
  each_near(low, high, [&](const Block<D>& block) {
    double enters = 0.0;
    double leaves = 1.0;
    for (std::size_t axis = 0; axis < D; ++axis) {
      const double reach = landscape_.half[axis] + block.half[axis] - slop;
      const double apart = block.middle[axis] - from[axis];
      const double way = to[axis] - from[axis];
      if (way == 0.0) {
        if (std::fabs(apart) >= reach) return;
        continue;
      }
      enters = std::max(enters, (apart - std::copysign(reach, way)) / way);
      leaves = std::min(leaves, (apart + std::copysign(reach, way)) / way);
    }
    found = found || enters < leaves;
  });
  return found;
}

template class Judge<2>;
template class Judge<3>;

}  // namespace moves
