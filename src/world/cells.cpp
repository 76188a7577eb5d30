#include "world/cells.hpp"

#include "core/prefetch.hpp"
#include "core/vec_math.hpp"
#include "query/ball_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace firsthit {

namespace {

/// Words of a piece of a cell.
constexpr std::size_t kPiece = CellSlots::kSlots + 1;

/// Cells: who looks from outside finds bodies up to so far beyond theirs. Rounding explains 2^-40 of it.
constexpr double kBesideCell = 0x1p-20;

}  // namespace

template <int D>
Cells<D>::Cells(const BodyTable<D>& table, const Flight<D>& flight, const Space<D>& space,
                const CellLayout<D>& layout)
    : table_(table), flight_(flight), space_(space), layout_(layout) {
  std::size_t cells = 1;
  Block inside;
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    strides_[axis] = cells;
    cells *= static_cast<std::size_t>(layout_.count[axis]);
    inverse_width_[axis] = 1.0 / layout_.width[axis];
    inside[axis].part = {0, strides_[axis], 2 * strides_[axis]};
  }
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    for (std::int32_t cell = 0; cell < layout_.count[axis]; ++cell) {
      threes_[axis].push_back(around(cell, axis));
      ends_[axis].push_back(space_.min[axis] + cell * layout_.width[axis]);
    }
    ends_[axis].push_back(space_.min[axis] + layout_.count[axis] * layout_.width[axis]);
    if (!repeats(axis)) {
      ends_[axis].front() = -kNever;
      ends_[axis].back() = kNever;
    }
    Block face = inside;
    face[axis].end = 1;
    ahead_[axis][0] = sight_of(face);
    face[axis] = inside[axis];
    face[axis].begin = 2;
    ahead_[axis][1] = sight_of(face);
  }
  all_around_ = sight_of(inside);
  slots_.resize(cells);
  homes_.resize(table_.size());
}

template <int D>
void Cells<D>::start(std::span<const Record<D>> records) {
  for (const Id id : table_.moving) settle(id, {records[id].position, {}});
}

template <int D>
std::size_t Cells<D>::number(const Numbers& cell) const {
  std::size_t number = 0;
  for (std::size_t axis = 0; axis < kAxes; ++axis)
    number += static_cast<std::size_t>(cell[axis]) * strides_[axis];
  return number;
}

template <int D>
Image<D> Cells<D>::boxes_of(Id body) const {
  const FewBoxes<D> boxes = homes_[body].boxes;
  return boxes.are_too_many() ? far_.at(body) : boxes.boxes();
}

template <int D>
void Cells<D>::set_boxes(Id body, const Image<D>& boxes) {
  if (homes_[body].boxes.are_too_many()) far_.erase(body);
  homes_[body].boxes = FewBoxes<D>(boxes);
  if (homes_[body].boxes.are_too_many()) far_[body] = boxes;
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
  const Image<D> boxes = boxes_of(body);
  Block block;
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    block[axis] = threes_[axis][home.at[axis]];
    for (std::int32_t& box : block[axis].box) box += boxes[axis];
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

/// Of a block around cell (1, 1, 1).
template <int D>
auto Cells<D>::sight_of(const Block& block) const -> Sight {
  std::size_t middle = 0;
  for (std::size_t axis = 0; axis < kAxes; ++axis) middle += strides_[axis];
  Sight sight;
  sight.run = block[0].end - block[0].begin;
  std::size_t cells = 0;
  each_in(block, [&](std::size_t number, const Image<D>&) {
    if (cells++ % sight.run == 0)
      sight.way[sight.runs++] = static_cast<std::ptrdiff_t>(number) - static_cast<std::ptrdiff_t>(middle);
  });
  return sight;
}

/// Puts a body into the cell that its home tells.
template <int D>
void Cells<D>::put(Id body) {
  Home& home = homes_[body];
  const bool away = !home.boxes.are_zero();
  bool is_inside = !away;
  for (std::size_t axis = 0; axis < kAxes; ++axis)
    is_inside &= home.at[axis] > 0 && home.at[axis] + 1 < layout_.count[axis];
  home.is_inside = is_inside ? 1 : 0;
  slots_.put(home.number, body, away);
}

/// Looks into the cells in sight of one. False where that does not do: a cell goes on, or somebody is marked.
/// Nobody could foretell how many are in a cell: all its slots are taken over, and only those that count
/// kept.
template <int D>
bool Cells<D>::look_from(const CellSlots::Piece* middle, const Sight& sight, CandidateList<D>& found) {
  found.clear(kAround * kPiece);
  Id* to = found.partners();
  std::uint32_t states = 0;
  const auto take_over = [&](const CellSlots::Piece& piece) {
    std::memcpy(to, &piece, sizeof(piece));
    to += piece.count();
    states |= piece.state();
  };
  if (sight.run == 3) {
    for (std::size_t k = 0; k < sight.runs; ++k) {
      const CellSlots::Piece* const piece = middle + sight.way[k];
      take_over(piece[0]);
      take_over(piece[1]);
      take_over(piece[2]);
    }
  } else {
    for (std::size_t k = 0; k < sight.runs; ++k) take_over(middle[sight.way[k]]);
  }
  found.set_moving(static_cast<std::size_t>(to - found.partners()), false);
  return !CellSlots::Piece::goes_on(states) && !CellSlots::Piece::has_marked(states);
}

/// Looks into the cells of a block.
template <int D>
void Cells<D>::look(const Block& block) {
  // Each box for all slots of a piece.
  std::array<std::array<std::array<std::int32_t, kPiece>, 3>, kAxes> boxes;
  for (std::size_t axis = 0; axis < kAxes; ++axis)
    for (std::size_t k = 0; k < 3; ++k) boxes[axis][k].fill(block[axis].box[k]);
  found_.clear(kAround * kPiece);
  Id* const ids = found_.partners();
  std::int32_t* const images[3] = {found_.images(0), found_.images(1), found_.images(kAxes - 1)};
  const CellSlots::Piece* const cells = slots_.first(0);
  std::size_t count = 0;
  std::uint32_t states = 0;
  const auto plane = [&](std::size_t before, const std::int32_t* z_boxes) {
    for (std::size_t y = block[1].begin; y < block[1].end; ++y) {
      const CellSlots::Piece* const row = cells + before + block[1].part[y];
      for (std::size_t x = block[0].begin; x < block[0].end; ++x) {
        const CellSlots::Piece& piece = row[block[0].part[x]];
        std::memcpy(ids + count, &piece, sizeof(piece));
        std::memcpy(images[0] + count, boxes[0][x].data(), sizeof(piece));
        std::memcpy(images[1] + count, boxes[1][y].data(), sizeof(piece));
        if constexpr (D == 3) std::memcpy(images[2] + count, z_boxes, sizeof(piece));
        count += piece.count();
        states |= piece.state();
      }
    }
  };
  if constexpr (D == 2) {
    plane(0, nullptr);
  } else {
    for (std::size_t z = block[2].begin; z < block[2].end; ++z) plane(block[2].part[z], boxes[2][z].data());
  }
  found_.set_moving(count, true);
  if (CellSlots::Piece::goes_on(states)) look_further(block);
  if (CellSlots::Piece::goes_on(states) || CellSlots::Piece::has_marked(states)) unmark();
}

/// Looks into what cells of a block go on in.
template <int D>
void Cells<D>::look_further(const Block& block) {
  each_in(block, [&](std::size_t number, const Image<D>& box) {
    for (const CellSlots::Piece* piece = slots_.first(number); piece->goes_on();) {
      piece = slots_.next(*piece);
      for (std::size_t slot = 0; slot < piece->count(); ++slot) found_.add_moving(piece->body(slot), box);
    }
  });
  found_.set_moving(found_.moving(), true);
}

/// Those who are marked are not in the box of their record.
template <int D>
void Cells<D>::unmark() {
  for (std::size_t k = 0; k < found_.moving(); ++k) {
    Id& other = found_.partners()[k];
    if ((other & CellSlots::kMark) == 0) continue;
    other &= ~CellSlots::kMark;
    const Image<D> boxes = boxes_of(other);
    for (std::size_t axis = 0; axis < kAxes; ++axis) found_.images(axis)[k] -= boxes[axis];
  }
}

template <int D>
Candidates<D> Cells<D>::candidates(Id body) {
  const Home& home = homes_[body];
  if (home.is_inside != 0 && look_from(slots_.first(home.number), all_around_, found_))
    return found_.view_of(body);
  look(around(body));
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    if (repeats(axis)) continue;
    if (home.at[axis] == 0) add_side(axis, false);
    if (home.at[axis] + 1 == layout_.count[axis]) add_side(axis, true);
  }
  return found_.view_of(body);
}

template <int D>
Candidates<D> Cells<D>::newcomers(Id body) {
  const Home& home = homes_[body];
  const std::size_t axis = home.axis;
  const bool up = home.up != 0;
  if (home.is_inside != 0 && look_from(slots_.first(home.number), ahead_[axis][home.up], found_))
    return found_.view_of(body);
  Block block = around(body);
  Three& three = block[axis];
  const bool at_side = up ? three.end < 3 : three.begin > 0;
  if (up)
    three.begin = 2;
  else
    three.end = 1;
  look(block);
  if (at_side) add_side(axis, up);
  return found_.view_of(body);
}

template <int D>
void Cells<D>::course_changed(std::span<const Record<D>> records, Id body) {
  const Home& home = homes_[body];
  if (home.is_inside != 0 || !flight_.repeats()) return;
  const Record<D>& record = records[body];
  Image<D> boxes{};
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    if (!repeats(axis)) continue;
    // Cells are beyond the box only where the record is at one of its sides, and the cell at the other.
    const double place = (record.position[axis] - space_.min[axis]) * inverse_width_[axis];
    const double behind = place - (home.at[axis] + 0.5);
    const double half = 0.5 * layout_.count[axis];
    boxes[axis] = behind > half ? 1 : behind < -half ? -1 : 0;
  }
  if (home.boxes.are_zero() && boxes == Image<D>{}) return;
  slots_.take(home.number, body);
  set_boxes(body, boxes);
  put(body);
}

template <int D>
void Cells<D>::refresh(std::span<const Record<D>>, Id body, const Instant&) {
  Home& home = homes_[body];
  slots_.take(home.number, body);
  const std::size_t axis = home.axis;
  const std::int32_t count = layout_.count[axis];
  const std::int32_t step = home.up != 0 ? 1 : -1;
  std::int32_t at = home.at[axis] + step;
  if (at == count || at < 0) {
    Image<D> boxes = boxes_of(body);
    boxes[axis] += step;
    set_boxes(body, boxes);
    at -= step * count;
  }
  home.number += static_cast<std::uint32_t>((at - home.at[axis]) * static_cast<std::int32_t>(strides_[axis]));
  home.at[axis] = static_cast<std::uint16_t>(at);
  put(body);
}

template <int D>
void Cells<D>::start_anew(std::span<const Record<D>> records, Id body, const Instant& now) {
  slots_.take(homes_[body].number, body);
  settle(body, flight_.place_at(body, records[body], now));
}

/// Puts a body that is in no cell into that of its place.
template <int D>
void Cells<D>::settle(Id body, const Place<D>& place) {
  Home& home = homes_[body];
  Numbers cell;
  Image<D> boxes{};
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    const double x = (place.position[axis] - space_.min[axis]) * inverse_width_[axis];
    cell[axis] = std::clamp(static_cast<std::int32_t>(x), 0, layout_.count[axis] - 1);
    home.at[axis] = static_cast<std::uint16_t>(cell[axis]);
    boxes[axis] = static_cast<std::int32_t>(place.wraps[axis]);
  }
  home.number = static_cast<std::uint32_t>(number(cell));
  set_boxes(body, boxes);
  put(body);
}

template <int D>
Instant Cells<D>::expiry(std::span<const Record<D>> records, Id body, const Instant& now) {
  Home& home = homes_[body];
  const Record<D>& record = records[body];
  const Timebase& timebase = flight_.timebase();
  if (!flight_.falls() && home.boxes.are_zero())
    return later(now, timebase.after(record.clock, leave_straight(record, home)));
  const Vec<D> position = flight_.place_at(body, record, now).position;
  const Vec<D> velocity = flight_.velocity_at(body, record, now);
  return timebase.after(now, leave(position, velocity, flight_.acceleration(body), home));
}

/// When the body passes into the next cell, in time from its clock [T]. Requires: it does not fall, and is in
/// the box of its record. (What it does along an axis is as good as random: no branch could foretell it.)
template <int D>
double Cells<D>::leave_straight(const Record<D>& record, Home& home) const {
  std::array<double, kAxes> delay;
  double least = kNever;
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    const double v = record.velocity[axis];
    const auto up = static_cast<std::uint32_t>(v > 0.0);
    const double way = ends_[axis][home.at[axis] + up] - record.position[axis];
    delay[axis] = v != 0.0 ? way / v : kNever;
    least = delay[axis] < least ? delay[axis] : least;
  }
  std::size_t first = kAxes - 1;
  for (std::size_t axis = kAxes - 1; axis-- > 0;) first = delay[axis] == least ? axis : first;
  home.axis = first & 3U;
  home.up = record.velocity[first] > 0.0 ? 1 : 0;
  return std::max(least, 0.0);
}

/// The same from now on, for a body that is now at `position` inside the box.
template <int D>
double Cells<D>::leave(const Vec<D>& position, const Vec<D>& velocity, const Vec<D>& acceleration,
                       Home& home) const {
  double least = kNever;
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    const double v = velocity[axis];
    const double a = acceleration[axis];
    // The ways to both sides of the cell: above 0, but for rounding.
    double below = position[axis] - (space_.min[axis] + home.at[axis] * layout_.width[axis]);
    bool is_lowest = false;
    bool is_highest = false;
    if (repeats(axis)) {
      const double box = side(axis);
      if (below > 0.5 * box) below -= box;
      if (below < -0.5 * box) below += box;
    } else {
      is_lowest = home.at[axis] == 0;
      is_highest = home.at[axis] + 1 == layout_.count[axis];
    }
    const double above = layout_.width[axis] - below;
    const auto consider = [&](double delay, bool up) {
      if (!(delay < least)) return;
      least = delay;
      home.axis = axis & 3U;
      home.up = up ? 1 : 0;
    };
    if (a == 0.0) {
      if (v > 0.0 && !is_highest) consider(std::max(above, 0.0) / v, true);
      if (v < 0.0 && !is_lowest) consider(std::max(below, 0.0) / -v, false);
    } else {
      if (!is_highest) consider(plane_delay(above, -v, -a), true);
      if (!is_lowest) consider(plane_delay(below, v, a), false);
    }
  }
  return least;
}

/// At the sides of the box nothing is fetched ahead.
template <int D>
void Cells<D>::anticipate(std::span<const Record<D>> records, Id body, EventKind kind, int stage) {
  if (stage == 0) {
    prefetch(&homes_[body]);
    prefetch(&records[body]);
    return;
  }
  const Home& home = homes_[body];
  if (home.is_inside == 0) return;
  const Sight& sight = kind == EventKind::Refresh ? ahead_[home.axis][home.up] : all_around_;
  auto from = static_cast<std::ptrdiff_t>(home.number);
  if (kind == EventKind::Refresh) {
    const auto stride = static_cast<std::ptrdiff_t>(strides_[home.axis]);
    from += home.up != 0 ? stride : -stride;
    // One further on there may be a side.
    const std::int32_t next = home.at[home.axis] + (home.up != 0 ? 1 : -1);
    if (next == 0 || next + 1 == layout_.count[home.axis]) return;
  }
  const CellSlots::Piece* const middle = slots_.first(static_cast<std::size_t>(from));
  if (stage == 1) {
    prefetch(middle);
    for (std::size_t k = 0; k < sight.runs; ++k) {
      prefetch(middle + sight.way[k]);
      if (sight.run > 1) prefetch(middle + sight.way[k] + sight.run - 1);
    }
    return;
  }
  look_from(middle, sight, coming_);
  const Candidates<D> coming = coming_.view_of(body);
  const double* const radius = table_.radius.by_id();
  for (std::size_t k = 0; k < coming.moving; ++k) {
    const Id other = coming.partner[k] & ~CellSlots::kMark;
    prefetch(&records[other]);
    if (radius != nullptr) prefetch(radius + other);
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
    slots_.each_in(number(cell), [&](Id other, bool marked) {
      Image<D> image = box;
      if (marked) {
        const Image<D> boxes = boxes_of(other);
        for (std::size_t axis = 0; axis < kAxes; ++axis) image[axis] -= boxes[axis];
      }
      found(other, image);
    });
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
