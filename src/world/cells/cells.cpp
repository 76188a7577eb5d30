#include "world/cells/cells.hpp"

#include "core/bits.hpp"
#include "core/expect.hpp"
#include "core/prefetch.hpp"
#include "core/vec_math.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firsthit {

namespace {

/// So many boxes may be taken off a place without losing more digits than the margin of a cell allows.
constexpr std::int32_t kFewBoxes = 2;

/// As many bodies are in no near cache. (Where they fly far, and soon get out of order, it takes more.)
constexpr std::size_t kManyToOrder = 100000;

template <int D>
bool has_large_balls(const BodyTable<D>& table, const CellLayout<D>& layout) {
  return std::any_of(table.radius.values().begin(), table.radius.values().end(),
                     [&](double radius) { return radius > layout.largest; });
}

}  // namespace

template <int D>
Cells<D>::Cells(const BodyTable<D>& table, const FreeFlight<D>& flight, const Space<D>& space,
                const CellLayout<D>& layout, std::size_t many)
    : table_(table),
      flight_(flight),
      space_(space),
      layout_(layout),
      has_walls_(std::any_of(space.sides.begin(), space.sides.end(),
                             [](Side side) { return side != Side::Periodic; })),
      chooses_(layout.overlap_widely()),
      many_(many),
      map_(space, layout),
      addresses_(table.size()),
      large_balls_(table, flight, map_, slots_, layout),
      float_states_(table, flight, space, layout, has_large_balls(table, layout)) {
  slots_.resize(map_.size());
}

template <int D>
void Cells<D>::start(std::span<const Record<D>> records, const Instant& now) {
  for (const Id id : table_.moving)
    if (!(table_.radius[id] > layout_.largest)) settle(id, flight_.place_at(id, records[id], now));
  large_balls_.start(records, now);
  for (std::uint32_t large_ball = 0; large_ball < large_balls_.size(); ++large_ball)
    addresses_[large_balls_.id(large_ball)].set_large_ball(large_ball);
  float_states_.start(records, now);
}

/// Where neighbours in space are neighbours in memory, who looks at some of them finds others in the same
/// lines of a cache, as a row of cells has them side by side. Those that fly far are soon in other lines, but
/// by Z-order for long in the same pages. Of few bodies all are near anyway.
template <int D>
std::vector<Id> Cells<D>::better_order() const {
  std::vector<Id> order;
  if (flight_.falls() || table_.size() < (chooses_ ? kFitFarCache : kManyToOrder)) return order;
  order.reserve(table_.size());
  for (std::uint32_t large_ball = 0; large_ball < large_balls_.size(); ++large_ball)
    order.push_back(large_balls_.id(large_ball));
  const auto take = [&](std::size_t cell) {
    slots_.each_in(cell, [&](Id body, bool) { order.push_back(body); });
  };
  if (chooses_) {
    map_.each_in_z_order(take);
  } else {
    for (std::size_t cell = 0; cell < map_.size(); ++cell) take(cell);
  }
  return order;
}

/// Where nothing around a cell is across a side of the box, and everybody is in the box of his record,
/// records are as near as they seem.
template <int D>
Candidates<D> Cells<D>::seen_by(Id body, bool anybody_is_away) {
  Candidates<D> all = found_.view_of(body);
  all.are_nearest = anybody_is_away || addresses_[body].is_inside == 0;
  return all;
}

/// Puts a body into the cell that its home tells.
template <int D>
void Cells<D>::put(Id body) {
  Address& home = addresses_[body];
  const bool away = home.boxes != 0;
  bool is_inside = !away;
  for (std::size_t axis = 0; axis < kAxes; ++axis) is_inside &= !map_.is_at_side(home.at, axis);
  home.is_inside = is_inside ? 1 : 0;
  slots_.put(cell_of(body), body, away);
}

template <int D>
Candidates<D> Cells<D>::candidates(Id body) {
  const Address& home = addresses_[body];
  found_.clear();
  bool away = true;
  if (home.is_large != 0) {
    large_balls_.gather(home.large_ball(), found_);
  } else {
    away = slots_.gather(map_.around(home.at), found_);
    away |= large_balls_.add_in(cell_of(body), found_);
  }
  if (home.is_inside == 0) {
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      if (map_.repeats(axis)) continue;
      if (home.is_large != 0 || home.at[axis] == 0) add_side(axis, false);
      if (home.is_large != 0 || home.at[axis] + 1 == map_.count(axis)) add_side(axis, true);
    }
  }
  return seen_by(body, away);
}

template <int D>
Candidates<D> Cells<D>::newcomers(Id body) {
  const Address& home = addresses_[body];
  if (home.is_large != 0) return candidates(body);
  const std::size_t axis = home.axis;
  const bool up = home.up != 0;
  found_.clear();
  bool away = slots_.gather(map_.ahead(home.at, axis, up), found_);
  away |= large_balls_.add_in(cell_of(body), found_);
  if (home.is_inside == 0 && !map_.repeats(axis) && home.at[axis] == (up ? map_.count(axis) - 1 : 0))
    add_side(axis, up);
  return seen_by(body, away);
}

/// (Flat: it is part of every impact.)
template <int D>
[[gnu::flatten]] void Cells<D>::course_changed(std::span<const Record<D>> records, Id body) {
  float_states_.course_changed(records, body);
  const Address& home = addresses_[body];
  if (home.is_large != 0) {
    if (flight_.repeats()) large_balls_.course_changed(home.large_ball(), records[body]);
  } else if (chooses_ || is_across(records[body], home)) {
    choose_cell(records[body], body);
  }
  if (large_balls_.are_told()) tell_large_balls(body);
}

/// Is a cell beyond the box of a record, or was it? (Whether it is at a side, nobody could foretell.)
template <int D>
bool Cells<D>::is_across(const Record<D>& record, const Address& home) const {
  auto across = static_cast<int>(home.boxes != 0);
  for (std::size_t axis = 0; axis < kAxes; ++axis)
    across |= static_cast<int>(map_.is_across(axis, home.at[axis], record.position[axis]));
  return across != 0;
}

/// Of the cells that overlap where a body is, takes the one that it leaves last on its new course: it looks
/// around anyway, and a passage less is to be carried out. (No branches: nobody could foretell them.)
template <int D>
void Cells<D>::choose_cell(const Record<D>& record, Id body) {
  Address& home = addresses_[body];
  std::array<std::int32_t, kAxes> step{};
  std::int32_t steps = 0;
  double boxes = 0.0;
  for (std::size_t axis = 0; chooses_ && axis < kAxes; ++axis) {
    const double v = record.velocity[axis];
    const double ahead =
        std::copysign(1.0, v) * map_.from_middle(axis, home.at[axis], record.position[axis], boxes);
    const auto down = static_cast<std::int32_t>(bit_cast<std::uint64_t>(v) >> 63U);
    step[axis] = (1 - 2 * down) & -static_cast<std::int32_t>(ahead > 0.5 - map_.overhang(axis));
    steps |= step[axis];
  }
  if (steps == 0 && !is_across(record, home)) return;
  Cell at = home.at;
  Image<D> beyond{};
  bool changes = home.boxes != 0;
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    at[axis] = map_.beside(axis, home.at[axis], step[axis]);
    // Cells are beyond the box only where the record is at one of its sides, and the cell at the other.
    map_.from_middle(axis, at[axis], record.position[axis], boxes);
    beyond[axis] = static_cast<std::int32_t>(boxes);
    changes |= at[axis] != home.at[axis] || beyond[axis] != 0;
  }
  if (!changes) return;
  slots_.take(cell_of(body), body);
  home.at = at;
  addresses_.set_boxes(body, beyond);
  put(body);
}

template <int D>
void Cells<D>::refresh(std::span<const Record<D>> records, Id body, const Instant& now) {
  float_states_.passed(records, body, now);
  Address& home = addresses_[body];
  if (home.is_large != 0) {
    large_balls_.move(home.large_ball(), flight_.place_at(body, records[body], now));
    return;
  }
  const std::size_t axis = home.axis;
  const std::int32_t step = home.up != 0 ? 1 : -1;
  const std::int32_t at = home.at[axis] + step;
  const Cell next = map_.next(home.at, axis, home.up != 0);
  slots_.take(cell_of(body), body);
  if (next[axis] != at) {
    Image<D> boxes = addresses_.boxes(body);
    boxes[axis] += step;
    addresses_.set_boxes(body, boxes);
  }
  home.at = next;
  put(body);
  if (large_balls_.are_told()) tell_large_balls(body);
}

template <int D>
void Cells<D>::start_anew(std::span<const Record<D>> records, Id body, const Instant& now) {
  float_states_.start_anew(records, body, now);
  large_balls_.forget_soon();
  if (addresses_[body].is_large != 0) {
    refresh(records, body, now);
    return;
  }
  slots_.take(cell_of(body), body);
  settle(body, flight_.place_at(body, records[body], now));
}

/// Puts a body that is in no cell into that of its place.
template <int D>
void Cells<D>::settle(Id body, const Place<D>& place) {
  Address& home = addresses_[body];
  home.at = map_.cell_at(place.position);
  Image<D> boxes{};
  for (std::size_t axis = 0; axis < kAxes; ++axis) boxes[axis] = static_cast<std::int32_t>(place.wraps[axis]);
  addresses_.set_boxes(body, boxes);
  put(body);
}

template <int D>
[[gnu::flatten]] Instant Cells<D>::expiry(std::span<const Record<D>> records, Id body, const Instant& now) {
  Address& home = addresses_[body];
  const Record<D>& record = records[body];
  if (flight_.falls() || home.is_large != 0) return expiry_from_now(home, body, record, now);
  Vec<D> place = record.position;
  if (home.boxes != 0 && !see_from_cell(home, place)) return expiry_from_now(home, body, record, now);
  const CellExit exit = straight_exit(map_, home.at, place, record.velocity);
  home.leave_by(exit);
  return later(now, flight_.timebase().after(record.clock, exit.delay));
}

template <int D>
Instant Cells<D>::expiry_from_now(Address& home, Id body, const Record<D>& record, const Instant& now) const {
  const Vec<D> position = flight_.place_at(body, record, now).position;
  const Vec<D> velocity = flight_.velocity_at(body, record, now);
  if (home.is_large != 0)
    return flight_.timebase().after(now, large_balls_.roam_delay(home.large_ball(), position, velocity));
  const CellExit exit =
      falling_exit(map_, home.at, position, velocity, flight_.acceleration(body), flight_.period());
  home.leave_by(exit);
  return flight_.timebase().after(now, exit.delay);
}

/// Moves a record's place by as many boxes as the cell is beyond its box. False if they are many.
template <int D>
bool Cells<D>::see_from_cell(const Address& home, Vec<D>& place) const {
  const PackedNearImage<D> near(home.boxes);
  if (near.are_too_many()) return false;
  const Image<D> boxes = near.boxes();
  bool few = true;
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    few &= boxes[axis] >= -kFewBoxes && boxes[axis] <= kFewBoxes;
    place[axis] -= boxes[axis] * flight_.period().length[axis];
  }
  return few;
}

template <int D>
void Cells<D>::prefetch_event(std::span<const Record<D>> records, Id body, EventKind kind, int stage) {
  const Address& home = addresses_[body];
  if (stage == 0) {
    prefetch(&home);
    prefetch(&records[body]);
    if (sees()) prefetch(float_states_.by_id() + body);
    return;
  }
  if (home.is_large != 0) return;
  const bool passes = kind == EventKind::Refresh;
  const Cell at = passes ? map_.next(home.at, home.axis, home.up != 0) : home.at;
  const CellPatch patch = passes ? map_.patch_ahead(at, home.axis, home.up != 0) : map_.patch_around(at);
  if (stage == 2) {
    // Of those who do not choose their cells, whoever is near is known before the impact is carried out.
    if (sees() && chooses_) gather(body, at, patch, ahead_);
    return;
  }
  large_balls_.fetch(cell_of(body));
  prefetch(slots_.first(cell_of(body)));
  prefetch(slots_.first(map_.number(at)));
  patch.each_row([&](std::uint32_t row) {
    prefetch(slots_.first(row + patch.inner[0]));
    prefetch(slots_.first(row + patch.inner[2]));  // what is between them is in one of their lines
  });
}

template <int D>
void Cells<D>::visit(const Vec<D>& centre, double reach, const Found& found) const {
  large_balls_.visit(centre, reach, found);
  reach += layout_.largest;
  std::array<std::int32_t, kAxes> low{};
  std::array<std::int32_t, kAxes> high{};
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    const double middle = map_.in_cells(axis, centre[axis]);
    const double wide = reach / map_.width(axis) + map_.overhang(axis);
    low[axis] = map_.first_beyond(axis, middle - wide);
    high[axis] = map_.last_before(axis, middle + wide);
  }
  each_image<D>(low, high, [&](const std::array<std::int32_t, kAxes>& at) {
    std::uint32_t number = 0;
    Image<D> box{};
    for (std::size_t axis = 0; axis < kAxes; ++axis)
      number += map_.part(axis, map_.wrapped(axis, at[axis], box[axis]));
    slots_.each_in(number, [&](Id other, bool marked) {
      Image<D> image = box;
      if (marked) {
        const Image<D> boxes = addresses_.boxes(other);
        for (std::size_t axis = 0; axis < kAxes; ++axis) image[axis] -= boxes[axis];
      }
      found(other, image);
    });
  });
}

template <int D>
void Cells<D>::add(std::span<const Record<D>>, Id, const Instant&, std::vector<Id>&) {
  FIRSTHIT_EXPECT(false);  // it is not flexible
}

template <int D>
void Cells<D>::remove(Id) {
  FIRSTHIT_EXPECT(false);  // it is not flexible
}

template class Cells<2>;
template class Cells<3>;

}  // namespace firsthit
