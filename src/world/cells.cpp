#include "world/cells.hpp"

#include "core/expect.hpp"
#include "core/vec_math.hpp"
#include "query/ball_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace firsthit {

namespace {

/// Balls to a cell, where cells may be so wide. Fewer: more cells are passed and looked into. More: more
/// balls are looked at.
constexpr double kBallsPerCell = 0.6;

/// Balls are of like sizes if none is larger than another by more than this. Larger: cells as wide as the
/// largest hold too many of the smallest.
constexpr double kLikeSizes = 2.0;

/// Lists are better where more balls than this are in the cells around one: they hold fewer.
constexpr double kMostAround = 20.0;

/// By how much cells are wider than two balls that touch, in roundings of the largest length that takes part,
/// and as a part of the radius, for roundings of time. Derivation: docs/numerics/neighbour-lists.md.
constexpr double kMarginRoundings = 256.0;
constexpr double kClockMargin = 0x1p-28;

/// Cells along an axis that repeats are all different, and on both sides of one are others.
constexpr double kFewestCells = 3.0;
constexpr double kMostCells = 0x1p15;

/// Cells: who looks from outside finds bodies up to so far beyond theirs. Rounding explains 2^-40 of it.
constexpr double kBesideCell = 0x1p-20;

/// Up to so many bodies, nothing is fetched ahead: a cache holds all that is looked at.
constexpr std::size_t kFitCache = 30000;

}  // namespace

template <int D>
std::optional<CellLayout<D>> Cells<D>::layout(const BodyTable<D>& table, const Space<D>& space) {
  if (!table.fixed.empty() || table.moving.empty()) return std::nullopt;
  const auto [smallest, largest] = std::minmax_element(table.radius.begin(), table.radius.end());
  if (!(*smallest > 0.0) || *largest > kLikeSizes * *smallest) return std::nullopt;
  double volume = 1.0;
  double scale = 0.0;
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
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
  auto around = static_cast<double>(table.size());
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    const double length = space.max[axis] - space.min[axis];
    const double count = std::min(std::clamp(std::round(length / wanted), kFewestCells, kMostCells),
                                  std::floor(length / touching));
    if (count < (space.sides[axis] == Side::Periodic ? kFewestCells : 1.0)) return std::nullopt;
    layout.count[axis] = static_cast<std::int32_t>(count);
    layout.width[axis] = length / count;
    around *= 3.0 / count;
  }
  if (around > kMostAround) return std::nullopt;
  return layout;
}

template <int D>
Cells<D>::PackedBoxes::PackedBoxes(const Image<D>& boxes) {
  constexpr std::int32_t kHalf = 1 << (kBits - 1);
  constexpr std::uint32_t kMask = (1U << kBits) - 1;
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    if (boxes[axis] < -kHalf || boxes[axis] >= kHalf) {
      bits_ = kFar;
      return;
    }
    bits_ |= (static_cast<std::uint32_t>(boxes[axis]) & kMask) << (static_cast<int>(axis) * kBits);
  }
}

template <int D>
std::int32_t Cells<D>::PackedBoxes::along(std::size_t axis) const {
  const int above = 32 - (static_cast<int>(axis) + 1) * kBits;
  return static_cast<std::int32_t>(bits_ << above) >> (32 - kBits);
}

template <int D>
Cells<D>::Cells(const BodyTable<D>& table, const Flight<D>& flight, const Space<D>& space,
                const CellLayout<D>& layout)
    : table_(table), flight_(flight), space_(space), layout_(layout) {
  std::size_t cells = 1;
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    strides_[axis] = cells;
    cells *= static_cast<std::size_t>(layout_.count[axis]);
    inverse_width_[axis] = 1.0 / layout_.width[axis];
  }
  for (std::size_t axis = 0; axis < kAxes; ++axis)
    for (std::int32_t cell = 0; cell < layout_.count[axis]; ++cell)
      threes_[axis].push_back(around(cell, axis));
  cells_.resize(cells);
  homes_.resize(table_.size());
}

template <int D>
void Cells<D>::start(std::span<const Record<D>> records) {
  for (const Id id : table_.moving) {
    Home& home = homes_[id];
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      const double place = (records[id].position[axis] - space_.min[axis]) * inverse_width_[axis];
      home.cell[axis] = std::clamp(static_cast<std::int32_t>(place), 0, layout_.count[axis] - 1);
    }
    put(id);
    plan(id, records[id].position, records[id].velocity, records[id].clock);
  }
}

template <int D>
std::size_t Cells<D>::number(const Numbers& cell) const {
  std::size_t number = 0;
  for (std::size_t axis = 0; axis < kAxes; ++axis)
    number += static_cast<std::size_t>(cell[axis]) * strides_[axis];
  return number;
}

/// The cells around one along an axis, in the box of that one.
template <int D>
auto Cells<D>::around(std::int32_t here, std::size_t axis) const -> Three {
  const std::int32_t count = layout_.count[axis];
  const auto part = [&](std::int32_t cell) { return static_cast<std::size_t>(cell) * strides_[axis]; };
  Three three{{0, part(here), 0}, {0, 0, 0}};
  if (here > 0) {
    three.part[0] = part(here - 1);
  } else if (repeats(axis)) {
    three.part[0] = part(count - 1);
    three.box[0] = -1;
  } else {
    three.begin = 1;
  }
  if (here + 1 < count) {
    three.part[2] = part(here + 1);
  } else if (repeats(axis)) {
    three.box[2] = 1;
  } else {
    three.end = 2;
  }
  return three;
}

template <int D>
auto Cells<D>::around(Id body) const -> Block {
  const Home& home = homes_[body];
  Block block;
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    block[axis] = threes_[axis][static_cast<std::size_t>(home.cell[axis])];
    for (std::int32_t& box : block[axis].box) box += home.boxes[axis];
  }
  return block;
}

/// Calls each(cell, box) for all cells of a block.
template <int D>
template <class Each>
void Cells<D>::each_in(const Block& block, Each&& each) const {
  Image<D> box{};
  const auto row = [&](std::size_t before) {
    for (std::size_t y = block[1].begin; y < block[1].end; ++y) {
      box[1] = block[1].box[y];
      for (std::size_t x = block[0].begin; x < block[0].end; ++x) {
        box[0] = block[0].box[x];
        each(before + block[1].part[y] + block[0].part[x], box);
      }
    }
  };
  if constexpr (D == 2) {
    row(0);
  } else {
    for (std::size_t z = block[2].begin; z < block[2].end; ++z) {
      box[2] = block[2].box[z];
      row(block[2].part[z]);
    }
  }
}

/// Calls each(body, boxes) for all who are in a cell.
template <int D>
template <class Each>
void Cells<D>::each_in(std::size_t number, const Each& each) const {
  for (const Cell* cell = &cells_[number];; cell = &cells_[cell->next]) {
    for (std::size_t slot = 0; slot < kSlots; ++slot) {
      if (cell->body[slot] == kNobody) return;
      each(cell->body[slot], cell->boxes[slot]);
    }
    if (cell->next == kNone) return;
  }
}

/// What the record of `other`, who is in a cell of `box`, must be moved by.
template <int D>
Image<D> Cells<D>::image_of(Id other, PackedBoxes boxes, const Image<D>& box) const {
  Image<D> image = box;
  if (boxes.are_zero()) return image;
  for (std::size_t axis = 0; axis < kAxes; ++axis)
    image[axis] -= boxes.are_far() ? homes_[other].boxes[axis] : boxes.along(axis);
  return image;
}

/// Nobody could foretell how many are in a cell: all its slots are taken over, and only those that count
/// kept.
template <int D>
void Cells<D>::look(Id body, const Block& block) {
  constexpr std::size_t kMost = (D == 2 ? 9 : 27) * kSlots;
  std::size_t count = 0;
  if (found_.size() < kMost) found_.resize(kMost);
  each_in(block, [&](std::size_t number, const Image<D>& box) {
    const Cell* cell = &cells_[number];
    while (true) {
      for (std::size_t slot = 0; slot < kSlots; ++slot) {
        const Id other = cell->body[slot];
        Candidate<D>& to = found_[count];
        to = {other, box};
        if (!cell->boxes[slot].are_zero() && other != kNobody)
          to.image = image_of(other, cell->boxes[slot], box);
        count += static_cast<std::size_t>((other != kNobody) & (other != body));
      }
      if (cell->next == kNone) break;
      cell = &cells_[cell->next];
      if (found_.size() < count + kMost) found_.resize(2 * (count + kMost));
    }
  });
  count_ = count;
}

template <int D>
void Cells<D>::add_side(std::size_t axis, bool upper) {
  if (found_.size() == count_) found_.emplace_back();
  found_[count_++] = {side_id(axis, upper), {}};
}

template <int D>
std::span<const Candidate<D>> Cells<D>::candidates(Id body) {
  look(body, around(body));
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    if (repeats(axis)) continue;
    if (homes_[body].cell[axis] == 0) add_side(axis, false);
    if (homes_[body].cell[axis] == layout_.count[axis] - 1) add_side(axis, true);
  }
  return {found_.data(), count_};
}

template <int D>
std::optional<std::span<const Candidate<D>>> Cells<D>::newcomers(Id body) {
  if (last_.body != body) return std::nullopt;
  Block block = around(body);
  Three& three = block[last_.axis];
  const bool up = last_.step > 0;
  const bool at_side = up ? three.end < 3 : three.begin > 0;
  if (up)
    three.begin = 2;
  else
    three.end = 1;
  look(body, block);
  if (at_side) add_side(last_.axis, up);
  return std::span<const Candidate<D>>(found_.data(), count_);
}

template <int D>
void Cells<D>::course_changed(std::span<const Record<D>> records, Id body) {
  Home& home = homes_[body];
  const Record<D>& record = records[body];
  Image<D> boxes{};
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    if (!repeats(axis)) continue;
    // Cells are beyond the box only where the record is at one of its sides, and the cell at the other.
    const double place = (record.position[axis] - space_.min[axis]) * inverse_width_[axis];
    const double behind = place - (home.cell[axis] + 0.5);
    const double half = 0.5 * layout_.count[axis];
    boxes[axis] = behind > half ? 1 : behind < -half ? -1 : 0;
  }
  if (boxes != home.boxes) {
    take(body);
    home.boxes = boxes;
    put(body);
  }
  plan(body, record.position, record.velocity, record.clock);
}

template <int D>
void Cells<D>::refresh(std::span<const Record<D>> records, Id body, const Instant& now) {
  Home& home = homes_[body];
  const Place<D> place = flight_.place_at(body, records[body], now);
  take(body);
  if (home.expiry == now) {
    const std::size_t axis = home.axis;
    home.cell[axis] += home.step;
    if (home.cell[axis] == layout_.count[axis]) {
      home.cell[axis] = 0;
      ++home.boxes[axis];
    } else if (home.cell[axis] < 0) {
      home.cell[axis] = layout_.count[axis] - 1;
      --home.boxes[axis];
    }
    last_ = {body, axis, home.step};
  } else {
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      const double x = (place.position[axis] - space_.min[axis]) * inverse_width_[axis];
      home.cell[axis] = std::clamp(static_cast<std::int32_t>(x), 0, layout_.count[axis] - 1);
      home.boxes[axis] = static_cast<std::int32_t>(place.wraps[axis]);
    }
    last_ = {};
  }
  put(body);
  plan(body, place.position, flight_.velocity_at(body, records[body], now), now);
}

/// Tells when the body, now at `position` inside the box, passes into the next cell.
template <int D>
void Cells<D>::plan(Id body, const Vec<D>& position, const Vec<D>& velocity, const Instant& now) {
  Home& home = homes_[body];
  const Vec<D>& acceleration = flight_.acceleration(body);
  double least = kNever;
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    const double v = velocity[axis];
    const double a = acceleration[axis];
    // The ways to both sides of the cell: above 0, but for rounding.
    double below = position[axis] - (space_.min[axis] + home.cell[axis] * layout_.width[axis]);
    bool is_lowest = false;
    bool is_highest = false;
    if (repeats(axis)) {
      const double box = side(axis);
      if (below > 0.5 * box) below -= box;
      if (below < -0.5 * box) below += box;
    } else {
      is_lowest = home.cell[axis] == 0;
      is_highest = home.cell[axis] + 1 == layout_.count[axis];
    }
    const double above = layout_.width[axis] - below;
    const auto consider = [&](double delay, std::int8_t step) {
      if (!(delay < least)) return;
      least = delay;
      home.axis = static_cast<std::uint8_t>(axis);
      home.step = step;
    };
    if (a == 0.0) {
      if (v > 0.0 && !is_highest) consider(std::max(above, 0.0) / v, 1);
      if (v < 0.0 && !is_lowest) consider(std::max(below, 0.0) / -v, -1);
    } else {
      if (!is_highest) consider(plane_delay(above, -v, -a), 1);
      if (!is_lowest) consider(plane_delay(below, v, a), -1);
    }
  }
  home.expiry = flight_.timebase().after(now, least);
}

template <int D>
std::uint32_t Cells<D>::new_cell() {
  if (free_ == kNone) {
    cells_.emplace_back();
    return static_cast<std::uint32_t>(cells_.size() - 1);
  }
  const std::uint32_t cell = free_;
  free_ = cells_[cell].next;
  cells_[cell] = {};
  return cell;
}

template <int D>
void Cells<D>::put(Id body) {
  std::size_t cell = number(homes_[body].cell);
  while (cells_[cell].body[kSlots - 1] != kNobody) {
    if (cells_[cell].next == kNone) {
      const std::uint32_t next = new_cell();
      cells_[cell].next = next;
    }
    cell = cells_[cell].next;
  }
  Cell& to = cells_[cell];
  const auto slot =
      static_cast<std::size_t>(std::find(to.body.begin(), to.body.end(), kNobody) - to.body.begin());
  to.body[slot] = body;
  to.boxes[slot] = PackedBoxes(homes_[body].boxes);
}

/// The last one in the cell takes the body's place; what goes on without anybody is given back.
template <int D>
void Cells<D>::take(Id body) {
  const std::size_t first = number(homes_[body].cell);
  std::size_t cell = kNone;
  std::size_t before = first;
  std::size_t last = first;
  for (std::size_t at = first; at != kNone; at = cells_[at].next) {
    const auto& bodies = cells_[at].body;
    if (std::find(bodies.begin(), bodies.end(), body) != bodies.end()) cell = at;
    before = std::exchange(last, at);
  }
  FIRSTHIT_EXPECT(cell != kNone);
  Cell& from = cells_[cell];
  Cell& end = cells_[last];
  std::size_t slot = 0;
  while (from.body[slot] != body) ++slot;
  std::size_t end_slot = kSlots - 1;
  while (end.body[end_slot] == kNobody) --end_slot;
  from.body[slot] = end.body[end_slot];
  from.boxes[slot] = end.boxes[end_slot];
  end.body[end_slot] = kNobody;
  if (end_slot > 0 || last == first) return;
  cells_[before].next = kNone;
  end.next = free_;
  free_ = static_cast<std::uint32_t>(last);
}

template <int D>
void Cells<D>::anticipate(std::span<const Record<D>> records, Id body, int stage) const {
  if (homes_.size() < kFitCache) return;
  if (stage == 0) {
    __builtin_prefetch(&homes_[body]);
    __builtin_prefetch(&records[body]);
  } else if (stage == 1) {
    each_in(around(body), [&](std::size_t cell, const Image<D>&) { __builtin_prefetch(&cells_[cell]); });
  } else {
    each_in(around(body), [&](std::size_t cell, const Image<D>&) {
      each_in(cell, [&](Id other, PackedBoxes) {
        __builtin_prefetch(&records[other]);
        __builtin_prefetch(&table_.radius[other]);
      });
    });
  }
}

template <int D>
void Cells<D>::visit(const Vec<D>& centre, double reach, const Found& found) const {
  reach += layout_.largest;
  Numbers low{};
  Numbers high{};
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    const double middle = (centre[axis] - space_.min[axis]) * inverse_width_[axis];
    const double wide = reach * inverse_width_[axis];
    const double last = layout_.count[axis] - 1.0;
    const bool bounded = !repeats(axis);
    const double from = std::floor(middle - wide - kBesideCell);
    const double to = std::floor(middle + wide + kBesideCell);
    low[axis] = static_cast<std::int32_t>(bounded ? std::clamp(from, 0.0, last) : from);
    high[axis] = static_cast<std::int32_t>(bounded ? std::clamp(to, 0.0, last) : to);
  }
  for (Numbers at = low; at[kAxes - 1] <= high[kAxes - 1];) {
    Numbers cell{};
    Image<D> box{};
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      const std::int32_t count = layout_.count[axis];
      box[axis] = at[axis] >= 0 ? at[axis] / count : -((count - 1 - at[axis]) / count);
      cell[axis] = at[axis] - box[axis] * count;
    }
    each_in(number(cell), [&](Id other, PackedBoxes boxes) { found(other, image_of(other, boxes, box)); });
    std::size_t axis = 0;
    while (axis + 1 < kAxes && ++at[axis] > high[axis]) {
      at[axis] = low[axis];
      ++axis;
    }
    if (axis + 1 == kAxes) ++at[kAxes - 1];
  }
}

template class Cells<2>;
template class Cells<3>;

}  // namespace firsthit
