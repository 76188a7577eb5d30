#include "world/cells/layout/cell_map.hpp"

#include "query/round/ball_kernels.hpp"

#include <algorithm>

namespace firsthit {

template <int D>
CellMap<D>::CellMap(const Space<D>& space, const CellLayout<D>& layout) : space_(space), layout_(layout) {
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    const std::int32_t count = layout_.count[axis];
    const std::int32_t behind = repeats(axis) ? 0 : 1;
    const auto part = [&](std::int32_t cell) {
      if (repeats(axis)) cell = (cell + count) % count;
      return static_cast<std::uint32_t>(static_cast<std::size_t>(cell + behind) * size_);
    };
    for (std::int32_t cell = 0; cell < count; ++cell) {
      threes_[axis].push_back({part(cell - 1), part(cell), part(cell + 1)});
      const auto side = [&](std::int32_t before) { return space_.min[axis] + before * layout_.width[axis]; };
      ends_[axis].push_back({side(cell) - layout_.overhang[axis], side(cell + 1) + layout_.overhang[axis]});
    }
    if (!repeats(axis)) {
      ends_[axis].front()[0] = -kNever;
      ends_[axis].back()[1] = kNever;
    }
    per_count_[axis] = repeats(axis) ? 1.0 / count : 0.0;
    overhang_[axis] = layout_.overhang[axis] / layout_.width[axis];
    inverse_width_[axis] = 1.0 / layout_.width[axis];
    size_ *= static_cast<std::size_t>(count + 2 * behind);
  }
}

template <int D>
auto CellMap<D>::around(const Cell& cell) const -> Numbers {
  const Three& x = threes_[0][cell[0]];
  const Three& y = threes_[1][cell[1]];
  Numbers all;
  std::size_t count = 0;
  const auto plane = [&](std::uint32_t from) {
    for (const std::uint32_t part_y : y)
      for (const std::uint32_t part_x : x) all[count++] = from + part_y + part_x;
  };
  if constexpr (D == 2) {
    plane(0);
  } else {
    for (const std::uint32_t part_z : threes_[2][cell[2]]) plane(part_z);
  }
  return all;
}

template <int D>
auto CellMap<D>::ahead(const Cell& cell, std::size_t axis, bool up) const -> NumbersAhead {
  const std::uint32_t from = threes_[axis][cell[axis]][up ? 2 : 0];
  const std::size_t across = axis == 0 ? 1 : 0;
  NumbersAhead all;
  std::size_t count = 0;
  const auto row = [&](std::uint32_t before) {
    for (const std::uint32_t part : threes_[across][cell[across]]) all[count++] = before + part;
  };
  if constexpr (D == 2) {
    row(from);
  } else {
    const std::size_t along = axis == 2 ? 1 : 2;
    for (const std::uint32_t part : threes_[along][cell[along]]) row(from + part);
  }
  return all;
}

template <int D>
auto CellMap<D>::cell_at(const Vec<D>& place) const -> Cell {
  Cell cell;
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    const double last = layout_.count[axis] - 1;
    cell[axis] = static_cast<std::uint16_t>(std::clamp(in_cells(axis, place[axis]), 0.0, last));
  }
  return cell;
}

template class CellMap<2>;
template class CellMap<3>;

}  // namespace firsthit
