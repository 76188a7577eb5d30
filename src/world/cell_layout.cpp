#include "world/cell_layout.hpp"

#include "world/cell_slots.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firsthit {

namespace {

/// Balls to a cell, where cells may be so wide. Fewer: more cells are passed and looked into. More: more
/// balls are looked at.
constexpr double kBallsPerCell = 0.6;

/// Balls are of like sizes if none is larger than another by more than this. Larger: cells as wide as the
/// largest hold too many of the smallest.
constexpr double kLikeSizes = 2.0;

/// Lists are better where more balls than this are in the cells around one: they hold fewer.
constexpr double kMostAround = 40.0;

/// By how much cells are wider than two balls that touch, in roundings of the largest length that takes part,
/// and as a part of the radius, for roundings of time. Derivation: docs/numerics/neighbour-lists.md.
constexpr double kMarginRoundings = 256.0;
constexpr double kClockMargin = 0x1p-28;

/// Along an axis that repeats: of all images of a ball in a cell beside one's own, the nearest is the one in
/// that cell. (With four the next would be as near, with three nearer.)
constexpr double kFewestCells = 5.0;
constexpr double kMostCells = 0x1p15;
constexpr double kMostCellsInAll = 0x1p30;

}  // namespace

template <int D>
std::optional<CellLayout<D>> layout_of_cells(const BodyTable<D>& table, const Space<D>& space) {
  if (!table.fixed.empty() || table.moving.empty() || table.size() > CellSlots::kMostBodies)
    return std::nullopt;
  const auto [smallest, largest] =
      std::minmax_element(table.radius.values().begin(), table.radius.values().end());
  if (!(*smallest > 0.0) || *largest > kLikeSizes * *smallest) return std::nullopt;
  double volume = 1.0;
  double scale = 0.0;
  for (std::size_t axis = 0; axis < D; ++axis) {
    if (space.sides[axis] == Side::Open) return std::nullopt;
    const double length = space.max[axis] - space.min[axis];
    volume *= length;
    scale = std::max(scale, std::fabs(space.min[axis]) + std::fabs(space.max[axis]) + 4.0 * length);
  }
  const double touching = 2.0 * *largest + kMarginRoundings * std::numeric_limits<double>::epsilon() * scale +
                          kClockMargin * *largest;
  const double share = kBallsPerCell * volume / static_cast<double>(table.size());
  const double wanted = D == 2 ? std::sqrt(share) : std::cbrt(share);
  if (!std::isfinite(share) || !(wanted > 0.0)) return std::nullopt;
  CellLayout<D> layout;
  layout.largest = *largest;
  double cells = 1.0;
  auto around = static_cast<double>(table.size());
  for (std::size_t axis = 0; axis < D; ++axis) {
    const double length = space.max[axis] - space.min[axis];
    const double count = std::min(std::clamp(std::round(length / wanted), kFewestCells, kMostCells),
                                  std::floor(length / touching));
    if (count < (space.sides[axis] == Side::Periodic ? kFewestCells : 1.0)) return std::nullopt;
    layout.count[axis] = static_cast<std::int32_t>(count);
    layout.width[axis] = length / count;
    around *= 3.0 / count;
    cells *= count;
  }
  if (cells > kMostCellsInAll) return std::nullopt;
  if (around > kMostAround) return std::nullopt;
  return layout;
}

template std::optional<CellLayout<2>> layout_of_cells(const BodyTable<2>&, const Space<2>&);
template std::optional<CellLayout<3>> layout_of_cells(const BodyTable<3>&, const Space<3>&);

}  // namespace firsthit
