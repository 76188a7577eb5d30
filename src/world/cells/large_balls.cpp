#include "world/cells/large_balls.hpp"

#include "core/prefetch.hpp"
#include "core/vec_math.hpp"
#include "query/round/ball_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace firsthit {

namespace {

/// How far large balls roam before they change their cells, in cells. Smaller: they do so more often. Larger:
/// they look at more balls.
constexpr double kRoam = 0.125;

}  // namespace

template <int D>
LargeBalls<D>::LargeBalls(const BodyTable<D>& table, const FreeFlight<D>& flight, const CellMap<D>& map,
                          const CellSlots& small, const CellLayout<D>& layout)
    : table_(table),
      flight_(flight),
      map_(map),
      small_(small),
      largest_(layout.largest),
      part_of_radii_(layout.part_of_radii) {
  const auto [narrow, wide] = std::minmax_element(layout.width.c, layout.width.c + D);
  roam_ = kRoam * *narrow;
  beside_ = 4.0 * CellMap<D>::kBeside * *wide + length(layout.overhang);
}

template <int D>
void LargeBalls<D>::start(std::span<const Record<D>> records, const Instant& now) {
  std::vector<Place<D>> places;
  for (const Id id : table_.moving) {
    if (!(table_.radius[id] > largest_)) continue;
    places.push_back(flight_.place_at(id, records[id], now));
    // What is no ball is not all of the ball around it.
    all_.push_back({id, places.back().position, {}, table_.is_all_balls(), {}, {}, {}});
  }
  if (none()) return;
  slots_.resize(map_.size());
  for (std::uint32_t large_ball = 0; large_ball < all_.size(); ++large_ball)
    slots_.put(map_.number(map_.cell_at(all_[large_ball].centre)), large_ball, false);
  for (std::uint32_t large_ball = 0; large_ball < all_.size(); ++large_ball) look_inside(large_ball);
  for (const LargeBall& large_ball : all_)
    slots_.take(map_.number(map_.cell_at(large_ball.centre)), number_of(large_ball));
  for (std::uint32_t large_ball = 0; large_ball < all_.size(); ++large_ball)
    move(large_ball, places[large_ball]);
}

template <int D>
void LargeBalls<D>::move(std::uint32_t large_ball, const Place<D>& place) {
  LargeBall& it = all_[large_ball];
  it.soon.forget();
  for (const std::uint32_t cell : it.cells) slots_.take(cell, large_ball);
  it.centre = place.position;
  for (std::size_t axis = 0; axis < kAxes; ++axis)
    it.boxes[axis] = static_cast<std::int32_t>(place.wraps[axis]);
  it.cells.clear();
  each_row(it, [&](std::uint32_t row, std::int32_t first, std::int32_t last, std::int32_t first_inside,
                   std::int32_t last_inside) {
    std::int32_t box = 0;
    for (std::int32_t cell = first; cell <= last; ++cell) {
      if (it.hollow && cell == first_inside && first_inside <= last_inside) cell = last_inside + 1;
      if (cell <= last) it.cells.push_back(row + map_.part(0, map_.wrapped(0, cell, box)));
    }
  });
  enter_cells(large_ball);
}

/// Of two that touch, each is in the cell where they do.
template <int D>
void LargeBalls<D>::enter_cells(std::uint32_t large_ball) {
  LargeBall& it = all_[large_ball];
  const auto add_once = [](std::vector<std::uint32_t>& all, std::uint32_t one) {
    if (std::find(all.begin(), all.end(), one) == all.end()) all.push_back(one);
  };
  it.near.clear();
  for (const std::uint32_t cell : it.cells) {
    slots_.each_in(cell, [&](std::uint32_t other, bool) {
      add_once(it.near, other);
      add_once(all_[other].near, large_ball);
      all_[other].soon.forget();  // it has not looked at this one
    });
    slots_.put(cell, large_ball, false);
  }
}

/// Calls each(row, first, last, first_inside, last_inside) for all rows of cells that a large ball may reach:
/// which cells along the first axis, and which of them are so deep inside of it that nobody gets there.
template <int D>
template <class Row>
void LargeBalls<D>::each_row(const LargeBall& large_ball, const Row& each) const {
  const double radius = table_.radius[large_ball.id];
  const double outer = radius + largest_ + roam_ + beside_;
  const double inner = std::max(part_of_radii_ * radius - roam_ - beside_, 0.0);
  const auto range = [&](std::size_t axis, double reach) {
    const double at = map_.in_cells(axis, large_ball.centre[axis]);
    const double cells = reach / map_.width(axis);
    return std::array{map_.first_beyond(axis, at - cells), map_.last_before(axis, at + cells)};
  };
  const auto square = [](double x) { return x * x; };
  /// Adds the squared distances of the nearest and of the farthest of a cell along an axis.
  const auto farther = [&](std::array<double, 2> squared, std::size_t axis, std::int32_t cell) {
    const double below = (cell - map_.in_cells(axis, large_ball.centre[axis])) * map_.width(axis);
    const double above = below + map_.width(axis);
    squared[0] += square(std::max({below, -above, 0.0}));
    squared[1] += square(std::max(std::fabs(below), std::fabs(above)));
    return squared;
  };
  const auto row = [&](std::uint32_t part, const std::array<double, 2>& squared) {
    if (squared[0] > square(outer)) return;
    const auto [first, last] = range(0, std::sqrt(square(outer) - squared[0]));
    std::array<std::int32_t, 2> inside{1, 0};
    if (squared[1] < square(inner)) {
      const double at = map_.in_cells(0, large_ball.centre[0]);
      const double cells = std::sqrt(square(inner) - squared[1]) / map_.width(0);
      inside = {map_.last_before(0, at - cells) + 1, map_.first_beyond(0, at + cells) - 1};
    }
    each(part, first, last, inside[0], inside[1]);
  };
  const auto plane = [&](std::uint32_t part, const std::array<double, 2>& squared) {
    const auto [first, last] = range(1, outer);
    std::int32_t box = 0;
    for (std::int32_t y = first; y <= last; ++y)
      row(part + map_.part(1, map_.wrapped(1, y, box)), farther(squared, 1, y));
  };
  if constexpr (D == 2) {
    plane(0, {});
  } else {
    const auto [first, last] = range(2, outer);
    std::int32_t box = 0;
    for (std::int32_t z = first; z <= last; ++z)
      plane(map_.part(2, map_.wrapped(2, z, box)), farther({}, 2, z));
  }
}

/// Whoever is outside of a large ball, or leaves it, never gets deep inside. It is hollow if nobody is there
/// to begin with. Requires: large balls are in the cells of their centres.
template <int D>
void LargeBalls<D>::look_inside(std::uint32_t large_ball) {
  LargeBall& it = all_[large_ball];
  each_row(it, [&](std::uint32_t row, std::int32_t first, std::int32_t last, std::int32_t first_inside,
                   std::int32_t last_inside) {
    std::int32_t box = 0;
    for (std::int32_t cell = first; cell <= last; ++cell) {
      const std::uint32_t number = row + map_.part(0, map_.wrapped(0, cell, box));
      if (cell >= first_inside && cell <= last_inside && small_.first(number)->count() > 0) it.hollow = false;
      slots_.each_in(number, [&](std::uint32_t other, bool) {
        LargeBall& that = all_[other];
        const double larger = part_of_radii_ * std::max(table_.radius[it.id], table_.radius[that.id]);
        if (other != large_ball && length(way_between(it.centre, that.centre)) < larger)
          it.hollow = that.hollow = false;
      });
    }
  });
}

/// In the nearest image.
template <int D>
Vec<D> LargeBalls<D>::way_between(const Vec<D>& from, const Vec<D>& to) const {
  Vec<D> way = to - from;
  for (std::size_t axis = 0; axis < kAxes; ++axis)
    if (map_.repeats(axis))
      way[axis] -= flight_.period().length[axis] * std::nearbyint(way[axis] * flight_.per_box()[axis]);
  return way;
}

template <int D>
void LargeBalls<D>::course_changed(std::uint32_t large_ball, const Record<D>& record) {
  LargeBall& it = all_[large_ball];
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    // The two are near each other, or the record is at one side of the box, and the cells at the other.
    const double half = 0.5 * flight_.period().length[axis];
    const double behind = record.position[axis] - it.centre[axis];
    it.boxes[axis] = !map_.repeats(axis) ? 0 : behind > half ? 1 : behind < -half ? -1 : 0;
  }
}

template <int D>
bool LargeBalls<D>::is_in(std::uint32_t large_ball, std::uint32_t cell) const {
  bool found = false;
  slots_.each_in(cell, [&](std::uint32_t other, bool) { found |= other == large_ball; });
  return found;
}

template <int D>
bool LargeBalls<D>::add_in(std::uint32_t cell, CandidateList<D>& found) const {
  if (none() || slots_.first(cell)->count() == 0) return false;
  slots_.each_in(cell, [&](std::uint32_t large_ball, bool) { found.add_moving(all_[large_ball].id, {}); });
  return true;
}

template <int D>
void LargeBalls<D>::gather(std::uint32_t large_ball, CandidateList<D>& found) const {
  const LargeBall& it = all_[large_ball];
  // So many are in no cache: they are fetched ahead.
  constexpr std::size_t kFetched = 64;
  const std::span<const std::uint32_t> cells = it.cells;
  for (std::size_t k = 0; k < cells.size(); k += kFetched) {
    const std::size_t ahead = std::min(k + kFetched, cells.size());
    for (const std::uint32_t cell : cells.subspan(ahead, std::min(kFetched, cells.size() - ahead)))
      prefetch(small_.first(cell));
    small_.gather(cells.subspan(k, ahead - k), found);
  }
  for (const std::uint32_t other : it.near) found.add_moving(all_[other].id, {});
}

/// As if it flew straight away.
template <int D>
double LargeBalls<D>::roam_delay(std::uint32_t large_ball, const Vec<D>& position,
                                 const Vec<D>& velocity) const {
  const LargeBall& it = all_[large_ball];
  const double room = std::max(roam_ - length(way_between(it.centre, position)), 0.0);
  const double speed = length(velocity);
  const double pull = length(flight_.acceleration(it.id));
  if (speed == 0.0 && pull == 0.0) return kNever;
  return 2.0 * room / (speed + std::sqrt(speed * speed + 2.0 * pull * room));
}

template <int D>
void LargeBalls<D>::visit(const Vec<D>& centre, double reach,
                          const typename NeighbourFinder<D>::Found& found) const {
  for (const LargeBall& large_ball : all_) {
    const double far = reach + table_.radius[large_ball.id] + roam_ + beside_;
    Image<D> low{};
    Image<D> high{};
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      if (!map_.repeats(axis)) continue;
      const double d = large_ball.centre[axis] - centre[axis];
      low[axis] = static_cast<std::int32_t>(std::ceil((-far - d) * flight_.per_box()[axis]));
      high[axis] = static_cast<std::int32_t>(std::floor((far - d) * flight_.per_box()[axis]));
    }
    each_image<D>(low, high, [&](Image<D> image) {
      for (std::size_t axis = 0; axis < kAxes; ++axis) image[axis] -= large_ball.boxes[axis];
      found(large_ball.id, image);
    });
  }
}

template class LargeBalls<2>;
template class LargeBalls<3>;

}  // namespace firsthit
