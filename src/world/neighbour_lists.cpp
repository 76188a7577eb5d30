#include "world/neighbour_lists.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firsthit {

namespace {

/// Entries that a list may gather beyond what it held when last tidied, before it is tidied again.
constexpr std::size_t kUntidy = 32;

template <int D>
double smallest_reach(const BodyTable<D>& table, double shell) {
  double smallest = std::numeric_limits<double>::infinity();
  for (const Id id : table.moving) smallest = std::min(smallest, table.radius[id] + shell);
  return std::isfinite(smallest) ? smallest : 1.0;
}

}  // namespace

template <int D>
NeighbourLists<D>::NeighbourLists(const BodyTable<D>& table, const Flight<D>& flight, const Wraps<D>& wraps,
                                  const Space<D>& space, const Shells& shells)
    : table_(table),
      flight_(flight),
      space_(space),
      regions_(table, flight, wraps, shells),
      grid_(flight.period(), smallest_reach(table, shells.first)),
      lists_(table.bodies.size()) {
  grid_.resize(table.bodies.size());
}

template <int D>
void NeighbourLists<D>::start(std::span<const Record<D>> records) {
  for (const Id id : table_.fixed) {
    const Body<D>& body = table_.bodies[id];
    if (is_everywhere(body.shape)) {
      everywhere_.push_back(id);
      continue;
    }
    const auto [centre, reach] = ball_around(body.shape);
    regions_.place_fixed(id, body.position + centre);
    grid_.place(id, regions_[id].centre, reach);
  }
  for (const Id id : table_.moving) {
    regions_.renew(records, id, Instant{});
    grid_.place(id, regions_[id].centre, regions_[id].reach);
  }
  for (const Id id : table_.moving) fill(id, false);
}

template <int D>
void NeighbourLists<D>::refresh(std::span<const Record<D>> records, Id body, const Instant& now) {
  if (lists_[body].tidy < kNeighbours<D> / 2) regions_.widen(body);
  if (lists_[body].tidy > kNeighbours<D> * 2) regions_.narrow(body);
  regions_.renew(records, body, now);
  grid_.place(body, regions_[body].centre, regions_[body].reach);
  ++lists_[body].stamp;  // whatever other lists say of this body is out of date now
  fill(body, true);
}

template <int D>
void NeighbourLists<D>::fill(Id body, bool tell_others) {
  List& list = lists_[body];
  list.entries.clear();
  const Region<D>& region = regions_[body];
  const auto add = [&](Id partner, const Image<D>& image) {
    Entry entry{partner, lists_[partner].stamp, {}};
    for (std::size_t axis = 0; axis < D; ++axis) entry.image[axis] = static_cast<std::int16_t>(image[axis]);
    list.entries.push_back(entry);
  };
  grid_.visit(region.centre, region.reach, [&](Id other, const Image<D>& image) {
    if (other == body) return;  // moves along with its own images
    if (!table_.moves(other)) {
      if (regions_.reaches_fixed(body, other, image)) add(other, image);
      return;
    }
    if (!regions_.reach_each_other(body, other, image)) return;
    add(other, image);
    if (!tell_others) return;
    Entry back{body, list.stamp, {}};
    for (std::size_t axis = 0; axis < D; ++axis) back.image[axis] = static_cast<std::int16_t>(-image[axis]);
    append(lists_[other], back);
  });
  for (const Id id : everywhere_)
    if (regions_.reaches_fixed(body, id, {})) add(id, {});
  for (std::size_t axis = 0; axis < D; ++axis) {
    if (space_.sides[axis] != Side::Wall) continue;
    for (const bool upper : {false, true})
      if (regions_.reaches_side(body, axis, upper, space_))
        list.entries.push_back({side_id(axis, upper), 0, {}});
  }
  list.tidy = list.entries.size();
}

template <int D>
bool NeighbourLists<D>::is_dead(const Entry& entry) const {
  return entry.partner < lists_.size() && lists_[entry.partner].stamp != entry.stamp;
}

template <int D>
void NeighbourLists<D>::append(List& list, const Entry& entry) {
  list.entries.push_back(entry);
  if (list.entries.size() <= 2 * list.tidy + kUntidy) return;
  std::erase_if(list.entries, [this](const Entry& e) { return is_dead(e); });
  list.tidy = list.entries.size();
}

template <int D>
std::span<const Candidate<D>> NeighbourLists<D>::candidates(Id body) {
  List& list = lists_[body];
  std::erase_if(list.entries, [this](const Entry& e) { return is_dead(e); });
  list.tidy = list.entries.size();
  found_.clear();
  for (const Entry& entry : list.entries) {
    Image<D> image{};
    if (flight_.repeats() && entry.partner < kFirstSide) {
      for (std::size_t axis = 0; axis < D; ++axis) image[axis] = entry.image[axis];
      image = regions_.between_records(body, entry.partner, image);
    }
    found_.push_back({entry.partner, image});
  }
  return found_;
}

template <int D>
void NeighbourLists<D>::visit(const Vec<D>& centre, double reach, const Found& found) const {
  grid_.visit(centre, reach, [&](Id id, Image<D> image) {
    for (std::size_t axis = 0; axis < D; ++axis)
      image[axis] += static_cast<std::int32_t>(regions_.offset(id, axis));
    found(id, image);
  });
}

template class NeighbourLists<2>;
template class NeighbourLists<3>;

}  // namespace firsthit
