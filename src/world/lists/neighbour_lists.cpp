#include "world/lists/neighbour_lists.hpp"

#include "core/expect.hpp"
#include "core/prefetch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace firsthit {

namespace {

/// By how much the first reach may grow before a body needs the next coarser cells.
constexpr double kRoom = 1.5;

template <int D>
double smallest_reach(const BodyTable<D>& table, double shell) {
  double smallest = std::numeric_limits<double>::infinity();
  for (const Id id : table.moving) smallest = std::min(smallest, table.radius[id] + shell);
  return std::isfinite(smallest) ? smallest : 1.0;
}

template <int D>
PackedImage<D> packed(const Image<D>& image) {
  const PackedImage<D> few(image);
  FIRSTHIT_EXPECT(!few.are_too_many());
  return few;
}

}  // namespace

template <int D>
NeighbourLists<D>::NeighbourLists(const BodyTable<D>& table, const FreeFlight<D>& flight,
                                  const ImageCounters<D>& wraps, const Space<D>& space, const Shells& shells)
    : table_(table),
      flight_(flight),
      space_(space),
      regions_(table, flight, wraps, shells),
      grid_(flight.period(), kRoom * smallest_reach(table, shells.first)),
      lists_(table.size()) {
  grid_.resize(table.size());
}

template <int D>
void NeighbourLists<D>::start(std::span<const Record<D>> records, const Instant& now) {
  for (const Id id : table_.fixed) place_fixed(id);
  for (const Id id : table_.moving) {
    regions_.renew(records, id, now);
    grid_.place(id, regions_[id].centre, regions_[id].reach);
    find(id);
    tell_others(id);
    set_list(id);
  }
}

/// False if it is everywhere, and thus in no cell.
template <int D>
bool NeighbourLists<D>::place_fixed(Id fixed) {
  const Body<D>& body = table_.fixed_body(fixed);
  if (is_everywhere(body.shape)) {
    everywhere_.push_back(fixed);
    return false;
  }
  const auto [centre, reach] = ball_around(body.shape);
  regions_.place_fixed(fixed, body.position + centre);
  grid_.place(fixed, regions_[fixed].centre, reach);
  return true;
}

/// Calls each(body, entry) for those who move and may have something fixed on their lists.
template <int D>
template <class Each>
void NeighbourLists<D>::each_who_reaches(Id fixed, const Each& each) {
  const Shape<D>& shape = table_.fixed_body(fixed).shape;
  if (is_everywhere(shape)) {
    for (const Id id : table_.moving)
      if (regions_.reaches_fixed(id, fixed, {})) each(id, Entry{fixed, {}});
    return;
  }
  grid_.visit(regions_[fixed].centre, ball_around(shape).reach, [&](Id id, const Image<D>& image) {
    if (!table_.moves(id)) return;
    const Entry entry{fixed, packed<D>(image).turned()};
    if (regions_.reaches_fixed(id, fixed, entry.image.boxes())) each(id, entry);
  });
}

template <int D>
void NeighbourLists<D>::add(std::span<const Record<D>> records, Id body, const Instant& now,
                            std::vector<Id>& affected) {
  lists_.resize(table_.size());
  regions_.resize(table_.size());
  grid_.make_room(table_.size());
  if (table_.moves(body)) {
    refresh(records, body, now);
    return;
  }
  place_fixed(body);
  each_who_reaches(body, [&](Id other, const Entry& entry) {
    pool_.append(lists_[other], entry);
    affected.push_back(other);
  });
}

/// Lists may go on naming what was fixed: candidates tell no more of it.
template <int D>
void NeighbourLists<D>::remove(Id body) {
  pool_.each(lists_[body], [&](const Entry& entry) {
    if (is_kept_by(entry.partner)) pool_.remove(lists_[entry.partner], Entry{body, entry.image.turned()});
  });
  pool_.clear(lists_[body]);
  grid_.take_away(body);
  std::erase(everywhere_, body);
}

template <int D>
void NeighbourLists<D>::refresh(std::span<const Record<D>> records, Id body, const Instant& now) {
  pool_.each(lists_[body], [&](const Entry& entry) {
    if (is_kept_by(entry.partner)) pool_.fetch(lists_[entry.partner]);
  });
  regions_.adapt(body, lists_[body].size());
  regions_.renew(records, body, now);
  grid_.place(body, regions_[body].centre, regions_[body].reach);
  find(body);
  tell_others(body);
  set_list(body);
}

/// Everybody near the region of `body`, into near_.
template <int D>
void NeighbourLists<D>::find(Id body) {
  near_.clear();
  const VerletRegion<D>& region = regions_[body];
  grid_.visit(region.centre, region.reach, [&](Id other, const Image<D>& image) {
    if (other == body) return;  // moves along with its own images
    if (table_.moves(other) || regions_.reaches_fixed(body, other, image))
      near_.push_back({{other, packed<D>(image)}});
  });
  for (const Id id : everywhere_)
    if (regions_.reaches_fixed(body, id, {})) near_.push_back({{id, {}}});
  for (std::size_t axis = 0; axis < D; ++axis) {
    if (space_.sides[axis] != Side::Wall) continue;
    for (const bool upper : {false, true})
      if (regions_.reaches_side(body, axis, upper, space_)) near_.push_back({{side_id(axis, upper), {}}});
  }
}

/// Takes `body` off the lists of those that are no longer near, and puts it on those of the new ones. Most
/// stay: their lists are not touched.
template <int D>
void NeighbourLists<D>::tell_others(Id body) {
  constexpr std::uint32_t kNone = 0xffffffffU;
  std::array<std::uint32_t, 64> heads;  // of chains through near_, by the last bits of ids
  heads.fill(kNone);
  for (std::uint32_t k = 0; k < near_.size(); ++k)
    near_[k].next = std::exchange(heads[near_[k].entry.partner % heads.size()], k);
  pool_.each(lists_[body], [&](const Entry& entry) {
    std::uint32_t k = heads[entry.partner % heads.size()];
    while (k != kNone && !(near_[k].entry == entry)) k = near_[k].next;
    if (k != kNone) {
      near_[k].is_new = false;
    } else if (is_kept_by(entry.partner)) {
      pool_.remove(lists_[entry.partner], Entry{body, entry.image.turned()});
    }
  });
  for (const Near& near : near_)
    if (near.is_new && is_kept_by(near.entry.partner))
      pool_.append(lists_[near.entry.partner], {body, near.entry.image.turned()});
}

template <int D>
void NeighbourLists<D>::set_list(Id body) {
  pool_.clear(lists_[body]);
  for (const Near& near : near_) pool_.append(lists_[body], near.entry);
}

template <int D>
Candidates<D> NeighbourLists<D>::candidates(Id body) {
  found_.clear(lists_[body].size());
  const bool away = regions_.is_away(body);
  const bool all_move = table_.fixed.empty();
  pool_.each(lists_[body], [&](const Entry& entry) {
    const Id other = entry.partner;
    if (table_.is_gone(other)) return;
    const bool moves = other < lists_.size() && (all_move || table_.moves(other));
    Image<D> image = entry.image.boxes();
    if ((moves || (other < lists_.size() && !is_everywhere(table_.fixed_body(other).shape))) &&
        (away || regions_.is_away(other)))
      image = regions_.between_records(body, other, image);
    if (moves) {
      found_.add_moving(other, image);
    } else {
      found_.add_fixed(other, image);
    }
  });
  return found_.view_of(body);
}

template <int D>
void NeighbourLists<D>::visit(const Vec<D>& centre, double reach, const Found& found) const {
  grid_.visit(centre, reach, [&](Id id, Image<D> image) {
    for (std::size_t axis = 0; axis < D; ++axis) image[axis] += regions_.offset(id, axis);
    found(id, image);
  });
}

template <int D>
void NeighbourLists<D>::prefetch_event(std::span<const Record<D>> records, Id body, EventKind, int stage) {
  if (stage == 0) {
    prefetch(&lists_[body]);
    prefetch(&records[body]);
    prefetch(&regions_[body]);
    prefetch(&regions_[body].expiry);
  } else if (stage == 1) {
    pool_.fetch(lists_[body]);
  }
}

/// Who looks does so by the predictor; here those who are looked at are fetched.
template <int D>
std::span<const Id> NeighbourLists<D>::prefilter(std::span<const Record<D>> records,
                                                 std::span<const Id> bodies, const Instant&) {
  if (records.size() <= kFitNearCache) return {};
  const double* const radius = table_.radius.by_id();
  for (const Id body : bodies) {
    pool_.each(lists_[body], [&](const Entry& entry) {
      if (entry.partner >= records.size()) return;
      prefetch(&records[entry.partner]);
      if (radius != nullptr) prefetch(radius + entry.partner);
      table_.fetch_shape(entry.partner);
    });
  }
  return {};
}

template class NeighbourLists<2>;
template class NeighbourLists<3>;

}  // namespace firsthit
