#include "world/cells/layout/cell_layout.hpp"

#include "world/cells/layout/cell_slots.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace firsthit {

namespace {

/// Balls to a cell, where cells may be so wide. Fewer: more cells are passed and looked into. More: more
/// balls are looked at.
constexpr double kBallsPerCell = 1.0;

/// Balls larger than that many times the one in the middle of all are large balls. Larger: cells as wide as
/// the largest of the others hold too many of the smallest.
constexpr double kLikeSizes = 2.0;

/// Large balls may be in so many cells for each of the others. More: lists are better.
constexpr double kMostCellsOfLarge = 8.0;
/// So far, in sides of a box that repeat, a large ball may be from whom it can touch, now or while either
/// stays where it is, by a few cells: then the image that is nearest is the one.
constexpr double kWidestLarge = 0.499;
constexpr double kStayOfSmall = 1.25;
constexpr double kStayOfLarge = 0.25;

/// Lists are better where more balls than this are in the cells around one: they hold fewer.
constexpr double kMostAround = 40.0;

/// By how much cells are wider than two balls that touch, in roundings of the largest length that takes part,
/// and as a part of the radius, for roundings of time. Places 16 u, ends of cells 8 u and delays under
/// gravity 16 u: 40 u a body, of two 80, and 256 ulp are 512 u; clocks 2^-31 r a body. Smaller: somebody
/// might be met out of sight. Larger: cells are wider for nothing. Whole derivation:
/// docs/numerics/neighbour-lists.md.
constexpr double kMarginRoundings = 256.0;
constexpr double kClockMargin = 0x1p-28;

/// Along an axis that repeats: of all images of a ball in a cell beside one's own, the nearest is the one in
/// that cell. (With four the next would be as near, with three nearer.)
constexpr double kFewestCells = 5.0;
/// The same of two that are beyond their cells by as much, for each cell more than four.
constexpr double kMostOverhang = 0.2;
/// In diameters, no cell is wider by its overhangs than that. More: float states would be less sharp.
constexpr double kLongestStay = 8.0;
constexpr double kMostCells = 0x1p15;

template <int D>
double volume_of(double radius) {
  return D == 2 ? 3.2 * radius * radius : 4.2 * radius * radius * radius;
}

/// [L] How far cells of such a width overlap with what is beside them, `count` of them along an axis that
/// repeats, or as many as there can be between walls. `touching`: the way between two balls that touch.
double overhang(double width, double touching, double count) {
  const double most =
      std::min(kMostOverhang * (count - 4.0) * width, 0.5 * (kLongestStay * touching - width));
  return std::clamp(0.5 * (width - touching), 0.0, std::max(most, 0.0));
}

/// Do cells do for the balls that are larger than `layout.largest`? If so, they overlap no further than those
/// allow.
template <int D>
bool suit_large_balls(CellLayout<D>& layout, const std::vector<double>& large_balls, std::size_t others,
                      const Space<D>& space) {
  double largest = 0.0;
  double cells = 0.0;
  for (const double radius : large_balls) {
    double around = D == 2 ? 4.0 : 6.0;  // that are cut by the surface
    for (std::size_t axis = 1; axis < D; ++axis)
      around *= 2.0 * (radius + layout.largest) / layout.width[axis] + 2.0;
    cells += around;
    largest = std::max(largest, radius);
  }
  for (std::size_t axis = 0; axis < D; ++axis) {
    if (space.sides[axis] != Side::Periodic) continue;
    const double widest = kWidestLarge * (space.max[axis] - space.min[axis]);
    const double left = widest - (largest + layout.largest + kStayOfSmall * layout.width[axis]);
    if (left < 0.0) return false;
    layout.overhang[axis] = std::min(layout.overhang[axis], 0.5 * left);  // to both sides of its cell
    if (large_balls.size() > 1 && 2.0 * largest + kStayOfLarge * layout.width[axis] > widest) return false;
  }
  return cells <= kMostCellsOfLarge * static_cast<double>(others);
}

}  // namespace

template <int D>
std::optional<CellLayout<D>> layout_of_cells(const BodyTable<D>& table, const Space<D>& space) {
  if (!table.fixed.empty() || table.moving.empty()) return std::nullopt;
  std::vector<double> radii = table.radius.values();
  const auto middle = radii.begin() + static_cast<std::ptrdiff_t>(radii.size() / 2);
  std::nth_element(radii.begin(), middle, radii.end());
  const double like = kLikeSizes * *middle;
  CellLayout<D> layout;
  double volume = 1.0;
  double scale = 0.0;
  for (std::size_t axis = 0; axis < D; ++axis) {
    if (space.sides[axis] == Side::Open) return std::nullopt;
    const double length = space.max[axis] - space.min[axis];
    volume *= length;
    scale = std::max(scale, std::fabs(space.min[axis]) + std::fabs(space.max[axis]) + 4.0 * length);
  }
  std::vector<double> large_balls;
  for (const double radius : radii) {
    if (!(radius > 0.0)) return std::nullopt;
    if (radius <= like) {
      layout.largest = std::max(layout.largest, radius);
    } else {
      large_balls.push_back(radius);
      volume -= volume_of<D>(radius);
    }
  }
  const std::size_t others = table.size() - large_balls.size();
  const double touching = 2.0 * layout.largest +
                          kMarginRoundings * std::numeric_limits<double>::epsilon() * scale +
                          kClockMargin * layout.largest;
  const double share = kBallsPerCell * volume / static_cast<double>(others);
  if (!std::isfinite(share) || !(share > 0.0)) return std::nullopt;
  const double wanted = D == 2 ? std::sqrt(share) : std::cbrt(share);
  double cells = 1.0;  // those behind walls as well
  double around = static_cast<double>(others);
  for (std::size_t axis = 0; axis < D; ++axis) {
    const double length = space.max[axis] - space.min[axis];
    const double count = std::min(std::clamp(std::round(length / wanted), kFewestCells, kMostCells),
                                  std::floor(length / touching));
    if (count < (space.sides[axis] == Side::Periodic ? kFewestCells : 1.0)) return std::nullopt;
    layout.count[axis] = static_cast<std::int32_t>(count);
    layout.width[axis] = length / count;
    layout.overhang[axis] =
        overhang(layout.width[axis], touching, space.sides[axis] == Side::Periodic ? count : kMostCells);
    around *= 3.0 * layout.width[axis];
    cells *= count + (space.sides[axis] == Side::Periodic ? 0.0 : 2.0);
  }
  // A piece that goes on behind a cell's first is for three bodies, but for the last.
  const double pieces = cells + static_cast<double>(table.size());
  if (pieces > static_cast<double>(CellSlots::kMostPieces) || around > kMostAround * volume)
    return std::nullopt;
  if (!large_balls.empty() && !suit_large_balls(layout, large_balls, others, space)) return std::nullopt;
  return layout;
}

template std::optional<CellLayout<2>> layout_of_cells(const BodyTable<2>&, const Space<2>&);
template std::optional<CellLayout<3>> layout_of_cells(const BodyTable<3>&, const Space<3>&);

}  // namespace firsthit
