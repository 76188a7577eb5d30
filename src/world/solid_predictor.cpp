#include "world/solid_predictor.hpp"

#include "core/vec_math.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firsthit {

namespace {

/// A depth that positions cannot tell from none, in roundings of the largest length that takes part: places,
/// separations, facets and their reaches together round less than 40 times. Smaller: a box would stumble over
/// the joint of two tiles. Larger: bodies overlap by more, and at a quarter more than four times as much what
/// is thin would be passed. Derivation: docs/numerics/solids.md.
constexpr double kRoundings = 64.0;

/// The same for the rounding of times.
constexpr double kClockRoundings = 2.0;

}  // namespace

template <int D>
void set_tolerance(Approach<D>& approach, double length, double speed, const Space<D>& space) {
  constexpr double kRounding = std::numeric_limits<double>::epsilon();
  for (std::size_t axis = 0; axis < D; ++axis)
    if (space.sides[axis] != Side::Open)
      length = std::max({length, std::fabs(space.min[axis]), std::fabs(space.max[axis])});
  approach.tolerance = kRounding * kRoundings * length;
  approach.tolerance_growth = kRounding * kRoundings * speed;
}

template <int D>
Vec<D> SolidPredictor<D>::apart(std::span<const Record<D>> records, const OrderedPair<D>& pair,
                                const Instant& time) const {
  if (pair.high < kFirstSide)
    return flight_.separation(pair.low, records[pair.low], pair.high, records[pair.high], pair.image, time);
  const std::size_t axis = side_axis(pair.high);
  const double wall = side_is_upper(pair.high) ? space_.max[axis] : space_.min[axis];
  Vec<D> d;
  d[axis] = wall - flight_.place_at(pair.low, records[pair.low], time).position[axis];
  return d;
}

template <int D>
auto SolidPredictor<D>::meet(std::span<const Record<D>> records, const OrderedPair<D>& pair) const -> Found {
  const Record<D>& a = records[pair.low];
  const Record<D>& b = pair.high < kFirstSide ? records[pair.high] : a;
  const Timebase& timebase = flight_.timebase();
  const Instant& start = later(a.clock, b.clock);
  Found found{kEndOfTime, meet_from(records, pair, start)};
  if (!found.meeting.happens()) return found;
  found.time = timebase.after(start, found.meeting.delay);
  if (!flight_.is_long(a, b, found.meeting.delay)) return found;
  const double lead = flight_.lead(a, b);
  const Instant near = timebase.after(start, std::max(found.meeting.delay - lead, 0.0));
  const SolidMeeting<D> from_near = meet_from(records, pair, near);
  return from_near.happens() ? Found{timebase.after(near, from_near.delay), from_near} : found;
}

template <int D>
Approach<D> SolidPredictor<D>::approach_of(std::span<const Record<D>> records, const OrderedPair<D>& pair,
                                           const Instant& start) const {
  const Id a = pair.low;
  const Id b = pair.high;
  Approach<D> approach;
  approach.d = apart(records, pair, start);
  approach.a_moves = table_.moves(a);
  approach.b_moves = table_.moves(b);
  if (approach.a_moves) approach.v = -flight_.velocity_at(a, records[a], start);
  if (approach.b_moves) approach.v = approach.v + flight_.velocity_at(b, records[b], start);
  approach.least_radius = table_.least_radius;
  set_tolerance(records, pair, approach);
  return approach;
}

template <int D>
SolidMeeting<D> SolidPredictor<D>::meet_from(std::span<const Record<D>> records, const OrderedPair<D>& pair,
                                             const Instant& start) const {
  const Approach<D> approach = approach_of(records, pair, start);
  if (approach.tolerance >= extent_of(pair.low) + extent_of(pair.high))
    return {};  // so far away none can tell
  const bool is_side = pair.high >= kFirstSide;
  const bool plain =
      table_.plain(pair.low).extent >= 0.0 && (is_side || table_.plain(pair.high).extent >= 0.0);
  if (!plain && !is_side) return solids_meet(table_.solid(pair.low), table_.solid(pair.high), approach);
  SolidPiece<D> a;
  if (plain) fill_plain(pair.low, a);
  const std::span<const SolidPiece<D>> pieces =
      plain ? std::span<const SolidPiece<D>>(&a, 1) : table_.solid(pair.low).pieces;
  if (is_side) {
    const std::size_t axis = side_axis(pair.high);
    const double sign = side_is_upper(pair.high) ? 1.0 : -1.0;
    Vec<D> into;
    into[axis] = sign;
    return pieces_meet_plane<D>(pieces, into, sign * approach.d[axis], approach);
  }
  SolidPiece<D> b;
  fill_plain(pair.high, b);
  return pieces_meet<D>(pieces, {&b, 1}, approach);
}

template <int D>
double SolidPredictor<D>::extent_of(Id id) const {
  if (id >= kFirstSide) return std::numeric_limits<double>::infinity();
  const double plain = table_.plain(id).extent;
  return plain >= 0.0 ? plain : table_.solid(id).extent;
}

/// Without a look at what all of its shapes hold.
template <int D>
void SolidPredictor<D>::fill_plain(Id id, SolidPiece<D>& piece) const {
  const auto& plain = table_.plain(id);
  if (plain.radius >= 0.0) {
    piece.kind = SolidPiece<D>::Kind::Ball;
    piece.radius = plain.radius;
    piece.width = 2.0 * plain.radius;
    return;
  }
  piece.kind = SolidPiece<D>::Kind::Box;
  piece.half = plain.half;
  piece.width = std::numeric_limits<double>::infinity();
  for (const double half : plain.half.c) piece.width = std::min(piece.width, 2.0 * half);
}

template <int D>
Instant SolidPredictor<D>::pass(std::span<const Record<D>> records, const OrderedPair<D>& pair, bool inside,
                                const Instant& now) const {
  const Timebase& timebase = flight_.timebase();
  const Record<D>& a = records[pair.low];
  const Record<D>& b = records[pair.high];
  const Solid<D>& solid_a = table_.solid(pair.low);
  const Solid<D>& solid_b = table_.solid(pair.high);
  Instant start = later(a.clock, b.clock);
  SolidOverlap overlap = solids_overlap(solid_a, solid_b, approach_of(records, pair, start),
                                        timebase.between(start, now), inside);
  // What lies boxes ahead has lost digits.
  const double ahead = inside ? overlap.end : overlap.begin;
  if (std::isfinite(ahead) && flight_.is_long(a, b, ahead)) {
    const Instant near = timebase.after(start, std::max(ahead - flight_.lead(a, b), 0.0));
    const SolidOverlap from_near = solids_overlap(solid_a, solid_b, approach_of(records, pair, near),
                                                  timebase.between(near, now), inside);
    if (std::isfinite(from_near.begin)) {
      overlap = from_near;
      start = near;
    }
  }
  const double elapsed = timebase.between(start, now);
  if (inside && !(overlap.begin <= elapsed + overlap.slack))
    return now;  // it is so no more, but for rounding
  const double delay = inside ? overlap.end : overlap.begin;
  if (delay <= elapsed) return now;
  return std::isfinite(delay) ? timebase.after(start, delay) : kEndOfTime;
}

template <int D>
void SolidPredictor<D>::set_tolerance(std::span<const Record<D>> records, const OrderedPair<D>& pair,
                                      Approach<D>& approach) const {
  double length = 0.0;
  double speed = 0.0;
  for (const Id id : {pair.low, pair.high}) {
    if (id >= kFirstSide) continue;
    const double extent = extent_of(id);
    length = std::max(length, max_abs(records[id].position) + (std::isfinite(extent) ? extent : 0.0));
    if (table_.moves(id)) speed += max_abs(records[id].velocity);
  }
  firsthit::set_tolerance(approach, length, speed, space_);
  approach.tolerance +=
      kClockRoundings * std::numeric_limits<double>::epsilon() * speed * flight_.timebase().tick();
}

template void set_tolerance(Approach<2>&, double, double, const Space<2>&);
template void set_tolerance(Approach<3>&, double, double, const Space<3>&);
template class SolidPredictor<2>;
template class SolidPredictor<3>;

}  // namespace firsthit
