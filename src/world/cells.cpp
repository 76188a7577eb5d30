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
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    const std::int32_t count = layout_.count[axis];
    // Behind a wall there are cells too, without anybody: nobody need ask whether a cell is at a wall.
    const std::int32_t behind = repeats(axis) ? 0 : 1;
    const auto part = [&](std::int32_t cell) {
      if (repeats(axis)) cell = (cell + count) % count;
      return static_cast<std::uint32_t>(static_cast<std::size_t>(cell + behind) * cells);
    };
    for (std::int32_t cell = 0; cell < count; ++cell) {
      threes_[axis].push_back({part(cell - 1), part(cell), part(cell + 1)});
      ends_[axis].push_back(space_.min[axis] + cell * layout_.width[axis]);
    }
    ends_[axis].push_back(space_.min[axis] + count * layout_.width[axis]);
    if (!repeats(axis)) {
      ends_[axis].front() = -kNever;
      ends_[axis].back() = kNever;
    }
    inverse_width_[axis] = 1.0 / layout_.width[axis];
    cells *= static_cast<std::size_t>(count + 2 * behind);
  }
  slots_.resize(cells);
  homes_.resize(table_.size());
}

template <int D>
void Cells<D>::start(std::span<const Record<D>> records) {
  for (const Id id : table_.moving) settle(id, {records[id].position, {}});
}

template <int D>
std::uint32_t Cells<D>::number(const Cell& cell) const {
  std::uint32_t number = 0;
  for (std::size_t axis = 0; axis < kAxes; ++axis) number += threes_[axis][cell[axis]][1];
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

/// The cells around one.
template <int D>
auto Cells<D>::around(const Cell& cell) const -> Numbers {
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

/// Those that come into sight of one who passes into the cell along an axis.
template <int D>
auto Cells<D>::ahead(const Cell& cell, std::size_t axis, bool up) const -> NumbersAhead {
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

/// Gathers whoever is in some cells. Nobody could foretell how many are in one: all its slots are taken over,
/// and only those that count kept. True if somebody is marked.
template <int D>
bool Cells<D>::gather(CandidateList<D>& found, std::span<const std::uint32_t> cells) const {
  found.clear(kAround * kPiece);
  Id* to = found.partners();
  std::uint32_t states = 0;
  for (const std::uint32_t cell : cells) {
    const CellSlots::Piece& piece = *slots_.first(cell);
    piece.copy_unmarked(to);
    to += piece.count();
    states |= piece.state();
  }
  found.set_moving(static_cast<std::size_t>(to - found.partners()));
  if (CellSlots::Piece::goes_on(states)) {
    for (const std::uint32_t cell : cells) {
      for (const CellSlots::Piece* piece = slots_.first(cell); piece->goes_on();) {
        piece = slots_.next(*piece);
        states |= piece->state();
        for (std::size_t slot = 0; slot < piece->count(); ++slot)
          found.add_moving(piece->body(slot) & ~CellSlots::kMark, {});
      }
    }
  }
  return CellSlots::Piece::has_marked(states);
}

/// Where nothing around a cell is across a side of the box, and everybody is in the box of his record,
/// records are as near as they seem.
template <int D>
Candidates<D> Cells<D>::seen_by(Id body, bool anybody_is_away) {
  Candidates<D> all = found_.view_of(body);
  all.are_nearest = anybody_is_away || homes_[body].is_inside == 0;
  return all;
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

template <int D>
Candidates<D> Cells<D>::candidates(Id body) {
  const Home& home = homes_[body];
  const bool away = gather(found_, around(home.at));
  if (home.is_inside == 0) {
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      if (repeats(axis)) continue;
      if (home.at[axis] == 0) add_side(axis, false);
      if (home.at[axis] + 1 == layout_.count[axis]) add_side(axis, true);
    }
  }
  return seen_by(body, away);
}

template <int D>
Candidates<D> Cells<D>::newcomers(Id body) {
  const Home& home = homes_[body];
  const std::size_t axis = home.axis;
  const bool up = home.up != 0;
  const bool away = gather(found_, ahead(home.at, axis, up));
  if (home.is_inside == 0 && !repeats(axis) && home.at[axis] == (up ? layout_.count[axis] - 1 : 0))
    add_side(axis, up);
  return seen_by(body, away);
}

template <int D>
void Cells<D>::course_changed(std::span<const Record<D>> records, Id body) {
  const Home& home = homes_[body];
  if (home.is_inside != 0 || !flight_.repeats()) return;
  const Record<D>& record = records[body];
  Image<D> boxes{};
  bool is_away = !home.boxes.are_zero();
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    if (!repeats(axis)) continue;
    // Cells are beyond the box only where the record is at one of its sides, and the cell at the other.
    const double place = (record.position[axis] - space_.min[axis]) * inverse_width_[axis];
    const double behind = place - (home.at[axis] + 0.5);
    const double half = 0.5 * layout_.count[axis];
    boxes[axis] = static_cast<std::int32_t>(behind > half) - static_cast<std::int32_t>(behind < -half);
    is_away |= boxes[axis] != 0;
  }
  if (!is_away) return;
  slots_.take(home.number, body);
  set_boxes(body, boxes);
  put(body);
}

template <int D>
void Cells<D>::refresh(std::span<const Record<D>>, Id body, const Instant&) {
  Home& home = homes_[body];
  slots_.take(home.number, body);
  const std::size_t axis = home.axis;
  const std::int32_t step = home.up != 0 ? 1 : -1;
  const std::int32_t at = home.at[axis] + step;
  const Cell next = passed(home);
  if (next[axis] != at) {
    Image<D> boxes = boxes_of(body);
    boxes[axis] += step;
    set_boxes(body, boxes);
  }
  home.number += threes_[axis][next[axis]][1] - threes_[axis][home.at[axis]][1];
  home.at = next;
  put(body);
}

/// The cell that comes next.
template <int D>
auto Cells<D>::passed(const Home& home) const -> Cell {
  const std::int32_t count = layout_.count[home.axis];
  std::int32_t at = home.at[home.axis] + (home.up != 0 ? 1 : -1);
  at = at == count ? 0 : at;
  at = at < 0 ? count - 1 : at;
  Cell next = home.at;
  next[home.axis] = static_cast<std::uint16_t>(at);
  return next;
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
  Image<D> boxes{};
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    const double x = (place.position[axis] - space_.min[axis]) * inverse_width_[axis];
    const std::int32_t at = std::clamp(static_cast<std::int32_t>(x), 0, layout_.count[axis] - 1);
    home.at[axis] = static_cast<std::uint16_t>(at);
    boxes[axis] = static_cast<std::int32_t>(place.wraps[axis]);
  }
  home.number = number(home.at);
  set_boxes(body, boxes);
  put(body);
}

template <int D>
Instant Cells<D>::expiry(std::span<const Record<D>> records, Id body, const Instant& now,
                         const Instant& until) {
  Home& home = homes_[body];
  const Record<D>& record = records[body];
  const Timebase& timebase = flight_.timebase();
  if (flight_.falls() || !home.boxes.are_zero()) {
    const Vec<D> position = flight_.place_at(body, record, now).position;
    const Vec<D> velocity = flight_.velocity_at(body, record, now);
    return timebase.after(now, leave(position, velocity, flight_.acceleration(body), home));
  }
  if (!(until == kEndOfTime) && keeps_within(home, record, timebase.between(record.clock, until)))
    return kEndOfTime;
  return later(now, timebase.after(record.clock, leave_straight(record, home)));
}

/// Is the body still in its cell so long [T] after its clock? Requires: it does not fall, and is in the box
/// of its record.
template <int D>
bool Cells<D>::keeps_within(const Home& home, const Record<D>& record, double elapsed) const {
  bool keeps = true;
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    const double x = record.position[axis] + elapsed * record.velocity[axis];
    const double* const ends = &ends_[axis][home.at[axis]];
    keeps &= ends[0] <= x && x <= ends[1];
  }
  return keeps;
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

template <int D>
void Cells<D>::anticipate(std::span<const Record<D>> records, Id body, EventKind kind, int stage) {
  if (stage == 0) {
    prefetch(&homes_[body]);
    prefetch(&records[body]);
    return;
  }
  const Home& home = homes_[body];
  const auto look = [&](std::span<const std::uint32_t> cells) {
    if (stage == 2) {
      gather(coming_, cells);
    } else {
      for (const std::uint32_t cell : cells) prefetch(slots_.first(cell));
    }
  };
  if (stage == 1) prefetch(slots_.first(home.number));
  if (kind == EventKind::Refresh) {
    look(ahead(passed(home), home.axis, home.up != 0));
  } else {
    look(around(home.at));
  }
  if (stage == 1) return;
  const Candidates<D> coming = coming_.view_of(body);
  const double* const radius = table_.radius.by_id();
  for (std::size_t k = 0; k < coming.moving; ++k) {
    const Id other = coming.partner[k];
    prefetch(&records[other]);
    if (radius != nullptr) prefetch(radius + other);
  }
}

template <int D>
void Cells<D>::visit(const Vec<D>& centre, double reach, const Found& found) const {
  reach += layout_.largest;
  std::array<std::int32_t, kAxes> low{};
  std::array<std::int32_t, kAxes> high{};
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
  for (auto at = low; at[kAxes - 1] <= high[kAxes - 1];) {
    Cell cell{};
    Image<D> box{};
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      const std::int32_t count = layout_.count[axis];
      box[axis] = at[axis] >= 0 ? at[axis] / count : -((count - 1 - at[axis]) / count);
      cell[axis] = static_cast<std::uint16_t>(at[axis] - box[axis] * count);
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
