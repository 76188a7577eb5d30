#include "world/characters/world_bvh.hpp"

#include "core/decimal.hpp"
#include "core/prefetch.hpp"
#include "core/vec_math.hpp"
#include "engine/candidates.hpp"
#include "query/tolerant/solid_patch.hpp"
#include "world/prediction/solid_predictor.hpp"

#include <firsthit/error.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace firsthit {

template <int D>
Bounds<D> WorldBvh<D>::bounds_at(const Solid<D>& solid, const Vec<D>& position) {
  return moved(solid.bounds, position);
}

/// Around a body at its place: with room to move, if it does, so that the tree need not follow every step.
template <int D>
Bounds<D> WorldBvh<D>::roomy_bounds(Id body) const {
  constexpr double kRoom = 0.25;  // of its size: more would lead to looks at what is far off
  const Solid<D>& solid = this->solid(body);
  return grown(bounds_at(solid, places_[body]), table_.moves(body) ? kRoom * solid.extent : 0.0);
}

/// A body is where its record says, and stands as it says; false if it did before.
template <int D>
bool WorldBvh<D>::stand(Id body, const Record<D>& record, const Instant& now) {
  const Vec<D> place = table_.moves(body) ? flight_.place_at(body, record, now).position
                                          : place_of_fixed(body, record.position);
  const bool has_moved = !(place == places_[body]);
  places_[body] = place;
  if (!table_.turns(body)) return has_moved;
  const Orientation<D> stands = spins_.at(body, now, flight_.timebase()).stands();
  return turned_.set(body, table_.solid(body), stands) || has_moved;
}

template <int D>
void WorldBvh<D>::update(std::span<const Record<D>> records, const Instant& now) {
  const auto count = static_cast<Id>(table_.size());
  const auto known = static_cast<Id>(places_.size());
  if (updated_ == now && known == count && forgotten_.empty()) return;
  least_radius_ = table_.least_radius > 0.0 ? table_.least_radius : kLeastRadius * table_.largest_length;
  places_.resize(count);
  const auto put = [&](Id id) {
    if (table_.is_gone(id)) {
      for (BoundsTree<D>* tree : {&fixed_, &moving_})
        if (tree->contains(id)) tree->remove(id);
      std::erase(planes_, id);
      return;
    }
    BoundsTree<D>& tree = table_.moves(id) ? moving_ : fixed_;
    const bool is_in = tree.contains(id);
    if (table_.solid(id).pieces.empty()) {
      places_[id] = records[id].position;
      if (table_.solid(id).plane && std::find(planes_.begin(), planes_.end(), id) == planes_.end())
        planes_.push_back(id);
      return;
    }
    if (!stand(id, records[id], now) && is_in) return;
    if (!is_in) {
      tree.insert(id, roomy_bounds(id));
    } else if (!holds(tree.bounds(id), bounds_at(solid(id), places_[id]))) {
      tree.update(id, roomy_bounds(id));
    }
  };
  if (known == 0) {
    std::vector<typename BoundsTree<D>::Leaf> fixed;
    std::vector<typename BoundsTree<D>::Leaf> moving;
    for (Id id = 0; id < count; ++id) {
      const Solid<D>& solid = table_.solid(id);
      if (table_.is_gone(id) || solid.pieces.empty()) {
        put(id);
        continue;
      }
      stand(id, records[id], now);
      (table_.moves(id) ? moving : fixed).push_back({id, roomy_bounds(id)});
    }
    fixed_.build(std::move(fixed));
    moving_.build(std::move(moving));
  } else {
    for (const Id id : forgotten_)
      if (id < count) put(id);
    for (Id id = known; id < count; ++id) put(id);
    if (!(updated_ == now))
      for (const Id id : table_.moving) put(id);
  }
  forgotten_.clear();
  updated_ = now;
}

template <int D>
void WorldBvh<D>::forget(Id body) {
  if (!places_.empty()) forgotten_.push_back(body);
}

template <int D>
bool WorldBvh<D>::is_asked(Id body, const QueryFilter& among) const {
  const InteractionRules<D>& interactions = table_.interactions;
  if (interactions.is_sensor(body) && !among.sensors) return false;
  const Filter& filter = interactions.filter(body);
  return (filter.mask & among.filter.category) != 0 && (filter.category & among.filter.mask) != 0 &&
         std::find(among.exclude.begin(), among.exclude.end(), BodyId{body}) == among.exclude.end();
}

/// The first and the last such image along each axis.
template <int D>
void WorldBvh<D>::find_images(const BoundsTree<D>& tree, const Bounds<D>& where, Image<D>& low,
                              Image<D>& high) const {
  constexpr double kMostBoxes = 0x1p29;  // seconds of looking
  constexpr double kFarthest = 0x1p30;   // what images count: places asked about are within 2^29 lengths
  const Bounds<D> all = tree.whole();
  double boxes = 1.0;
  for (std::size_t axis = 0; axis < D; ++axis) {
    if (!flight_.period().along(axis)) continue;
    const double length = flight_.period().length[axis];
    const double first = std::floor((where.low[axis] - all.high[axis]) / length);
    const double last = std::max(first, std::ceil((where.high[axis] - all.low[axis]) / length));
    boxes *= last - first + 1.0;
    if (!(first >= -kFarthest && last <= kFarthest && boxes <= kMostBoxes))
      throw InputError(
          "World: expected a question about at most 2^29 of the boxes that repeat, found one about " +
          shortest_decimal(boxes));
    low[axis] = static_cast<std::int32_t>(first);
    high[axis] = static_cast<std::int32_t>(last);
  }
}

/// [L] Where it is; or an image of it, if it lies more than a length of a periodic side off: all that
/// questions look at is near the box then.
template <int D>
Vec<D> WorldBvh<D>::place_of_fixed(Id body, const Vec<D>& position) const {
  const Bounds<D> bounds = bounds_at(table_.solid(body), position);
  Vec<D> place = position;
  for (std::size_t axis = 0; axis < D; ++axis) {
    if (!flight_.period().along(axis)) continue;
    const double length = flight_.period().length[axis];
    const double middle = 0.5 * bounds.low[axis] + 0.5 * bounds.high[axis];
    const double boxes = std::floor((middle - space_.min[axis]) / length);
    if (std::fabs(boxes) > 1.0) place[axis] -= boxes * length;
  }
  return place;
}

template <int D>
RelativeMotion<D> WorldBvh<D>::approach(const Sweep<D>& sweep, Id body, const Vec<D>& shift) const {
  RelativeMotion<D> approach;
  const bool is_body = body < kFirstSide;
  const Vec<D> place = is_body ? places_[body] + shift : sweep.from;
  approach.d = place - sweep.from;
  approach.v = -sweep.way;
  approach.a_moves = true;
  approach.b_moves = is_body && table_.moves(body);
  approach.least_radius = least_radius_;
  double length = std::max(max_abs(sweep.from) + sweep.solid.extent, max_abs(place));
  const double extent = is_body ? table_.extent(body) : 0.0;
  if (std::isfinite(extent)) length = std::max(length, max_abs(place) + extent);
  set_tolerance(approach, length, max_abs(sweep.way), space_);
  return approach;
}

/// Is the body solid from the other side only?
template <int D>
bool WorldBvh<D>::lets_pass(const Sweep<D>& sweep, Id body, const Vec<D>& shift, double tolerance) const {
  const Vec<D>& one_way = table_.interactions.one_way(body);
  if (is_zero(one_way)) return false;
  const double against = dot(one_way, sweep.way);
  if (!(against < 0.0)) return true;
  const Vec<D> up = (1.0 / length(one_way)) * one_way;
  const double height = dot(up, sweep.from - (places_[body] + shift));
  double reach = -std::numeric_limits<double>::infinity();
  for (const SolidPiece<D>& piece : solid(body).pieces) reach = std::max(reach, piece.reach(up));
  double depth = -std::numeric_limits<double>::infinity();
  for (const SolidPiece<D>& piece : sweep.solid.pieces) depth = std::max(depth, piece.reach(-up));
  return height < reach + depth - tolerance;
}

template <int D>
SolidMeeting<D> WorldBvh<D>::meet(const Sweep<D>& sweep, Id body, const Vec<D>& shift,
                                  SolidPiece<D>& room) const {
  if (body >= kFirstSide) return meet_side(sweep, body);
  const bool plain = !sweep.solid.plane && table_.is_plain(body) && !table_.turns(body);
  const std::span<const SolidPiece<D>> pieces =
      plain ? table_.pieces(body, room) : std::span<const SolidPiece<D>>();
  if (plain && boxes_part(sweep.solid.pieces[0], pieces[0], places_[body] + shift - sweep.from, -sweep.way,
                          2.0 * least_radius_))
    return {};
  const RelativeMotion<D> course = approach(sweep, body, shift);
  if (sweep.from_one_side && lets_pass(sweep, body, shift, course.tolerance)) return {};
  return plain ? pieces_meet<D>(sweep.solid.pieces, pieces, course)
               : solids_meet(sweep.solid, solid(body), course);
}

template <int D>
SolidMeeting<D> WorldBvh<D>::meet_side(const Sweep<D>& sweep, Id side) const {
  const std::size_t axis = side_axis(side);
  const double sign = side_is_upper(side) ? 1.0 : -1.0;
  const double wall = side_is_upper(side) ? space_.max[axis] : space_.min[axis];
  Vec<D> into;
  into[axis] = sign;
  return pieces_meet_plane<D>(sweep.solid.pieces, into, sign * (wall - sweep.from[axis]),
                              approach(sweep, side, {}));
}

template <int D>
double WorldBvh<D>::gap(const Sweep<D>& sweep, const SweepHit<D>& hit) const {
  if (hit.body < kFirstSide)
    return dot(hit.meeting.normal, (places_[hit.body] + hit.shift) - sweep.from) - hit.meeting.reach;
  const std::size_t axis = side_axis(hit.body);
  const double wall = side_is_upper(hit.body) ? space_.max[axis] : space_.min[axis];
  return hit.meeting.normal[axis] * (wall - sweep.from[axis]) - hit.meeting.reach;
}

/// Where they touch, seen from the shape's place.
template <int D>
Vec<D> WorldBvh<D>::meeting_point(const Sweep<D>& sweep, const SweepHit<D>& hit) const {
  const SolidPiece<D>& piece = sweep.solid.pieces[hit.meeting.piece_a];
  SolidPiece<D> room;
  const std::span<const SolidPiece<D>> others =
      hit.body < kFirstSide ? pieces(hit.body, room) : std::span<const SolidPiece<D>>();
  if (others.empty()) return flat_middle(piece, hit.meeting.normal);
  const Vec<D> apart = (places_[hit.body] + hit.shift) - sweep.from;
  return contact_middle(piece, others[hit.meeting.piece_b], apart, hit.meeting.normal);
}

template <int D>
CastHit<D> WorldBvh<D>::told(const Sweep<D>& there, const SweepHit<D>& hit, double fraction) const {
  return {BodyId{hit.body}, fraction, there.from, hit.meeting.normal, there.from + meeting_point(there, hit),
          hit.meeting.area};
}

template <int D>
std::vector<SweepHit<D>> WorldBvh<D>::within(const Sweep<D>& sweep) const {
  std::vector<std::pair<double, SweepHit<D>>> found;
  const Bounds<D> where = bounds_at(sweep.solid, sweep.from);
  visit_images(moving_, where, [&](Id body, const Vec<D>& shift, const Bounds<D>&) {
    if (!is_asked(body, sweep) || !is_zero(table_.interactions.one_way(body))) return true;
    const RelativeMotion<D> course = approach(sweep, body, shift);
    const SolidDepth<D> depth = solids_depth(sweep.solid, solid(body), course);
    if (!(depth.depth > course.tolerance) || is_zero(depth.normal)) return true;
    SolidMeeting<D> meeting;
    meeting.normal = depth.normal;
    meeting.reach = dot(depth.normal, course.d) + depth.depth;
    found.push_back({depth.depth, {body, shift, meeting}});
    return true;
  });
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
    return a.first > b.first || (a.first == b.first && a.second.body < b.second.body);
  });
  std::vector<SweepHit<D>> hits;
  for (auto& [depth, hit] : found) hits.push_back(hit);
  return hits;
}

template <int D>
double WorldBvh<D>::margin(const Sweep<D>& sweep) const {
  const RelativeMotion<D> widest = approach(sweep, kFirstSide, {});
  return 2.0 * (widest.tolerance + widest.tolerance_growth) + least_radius_;
}

template <int D>
void WorldBvh<D>::gather(const Sweep<D>& sweep, double reach, NearbyBodies<D>& vicinity) const {
  const Bounds<D> start = grown(bounds_at(sweep.solid, sweep.from), reach + margin(sweep));
  vicinity.where_ = around(start, moved(start, sweep.way));
  vicinity.is_whole_ = true;
  for (const BoundsTree<D>* tree : {&fixed_, &moving_})
    vicinity.is_whole_ =
        vicinity.is_whole_ &&
        visit_images(*tree, vicinity.where_, [&](Id body, const Vec<D>& shift, const Bounds<D>& bounds) {
          if (vicinity.neighbours_.size() == NearbyBodies<D>::kMost) return false;
          prefetch(&places_[body]);
          table_.fetch_shape(body);
          vicinity.neighbours_.push_back({body, shift, moved(bounds, shift)});
          return true;
        });
}

namespace {

/// Does a sweep take the one before the other?
template <int D>
bool comes_first(const SweepHit<D>& a, const SweepHit<D>& b) {
  if (a.meeting.delay != b.meeting.delay) return a.meeting.delay < b.meeting.delay;
  if (a.meeting.area != b.meeting.area) return a.meeting.area > b.meeting.area;
  return a.body < b.body;
}

}  // namespace

template <int D>
std::optional<SweepHit<D>> WorldBvh<D>::first(const Sweep<D>& sweep, const NearbyBodies<D>& vicinity) const {
  std::optional<SweepHit<D>> best;
  SolidPiece<D> room;
  const auto take = [&](Id body, const Vec<D>& shift) {
    const SolidMeeting<D> found = meet(sweep, body, shift, room);
    if (!(found.delay <= 1.0)) return;
    const SweepHit<D> hit{body, shift, found};
    if (!best || comes_first(hit, *best)) best = hit;
  };
  const auto last = [&best] { return best ? best->meeting.delay : 1.0; };
  const Bounds<D> start = grown(bounds_at(sweep.solid, sweep.from), margin(sweep));
  const Bounds<D> all_along = around(start, moved(start, sweep.way));
  if (vicinity.covers(all_along)) {
    const BoxCourse<D> course(start, sweep.way);
    for (const auto& [body, shift, bounds] : vicinity.all())
      if (course.time_to(bounds) <= last() && is_asked(body, sweep)) take(body, shift);
  } else {
    visit_trees(sweep, start, all_along, take, last);
  }
  visit_planes_and_sides(sweep, take);
  return best;
}

template <int D>
std::vector<SweepHit<D>> WorldBvh<D>::all(const Sweep<D>& sweep) const {
  std::vector<SweepHit<D>> hits;
  SolidPiece<D> room;
  const auto take = [&](Id body, const Vec<D>& shift) {
    const SolidMeeting<D> found = meet(sweep, body, shift, room);
    if (found.delay <= 1.0) hits.push_back({body, shift, found});
  };
  const Bounds<D> start = grown(bounds_at(sweep.solid, sweep.from), margin(sweep));
  visit_trees(sweep, start, around(start, moved(start, sweep.way)), take, [] { return 1.0; });
  visit_planes_and_sides(sweep, take);
  // Of each body the first of its images; of two at once the one visited first, as `first` has it.
  std::stable_sort(hits.begin(), hits.end(), [](const SweepHit<D>& a, const SweepHit<D>& b) {
    return a.body != b.body ? a.body < b.body : comes_first(a, b);
  });
  const auto same = [](const SweepHit<D>& a, const SweepHit<D>& b) { return a.body == b.body; };
  hits.erase(std::unique(hits.begin(), hits.end(), same), hits.end());
  std::sort(hits.begin(), hits.end(), comes_first<D>);
  return hits;
}

template <int D>
template <class Take, class Last>
void WorldBvh<D>::visit_trees(const Sweep<D>& sweep, const Bounds<D>& start, const Bounds<D>& all_along,
                              const Take& take, const Last& last) const {
  for (const BoundsTree<D>* tree : {&fixed_, &moving_}) {
    each_shift(*tree, all_along, [&](const Vec<D>& shift) {
      tree->visit_along(moved(start, -shift), sweep.way, [&](Id body, double) {
        if (is_asked(body, sweep)) take(body, shift);
        return last();
      });
      return true;
    });
  }
}

template <int D>
template <class Take>
void WorldBvh<D>::visit_planes_and_sides(const Sweep<D>& sweep, const Take& take) const {
  for (const Id body : planes_)
    if (is_asked(body, sweep)) take(body, {});
  for (std::size_t axis = 0; axis < D; ++axis) {
    if (space_.sides[axis] != Side::Wall || sweep.way[axis] == 0.0) continue;
    const Id side = side_id(axis, sweep.way[axis] > 0.0);
    const auto& but = sweep.among.exclude;
    if (std::find(but.begin(), but.end(), BodyId{side}) == but.end()) take(side, {});
  }
}

template class WorldBvh<2>;
template class WorldBvh<3>;

}  // namespace firsthit
