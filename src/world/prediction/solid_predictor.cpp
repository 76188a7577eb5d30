#include "world/prediction/solid_predictor.hpp"

#include "core/vec_math.hpp"
#include "query/tolerant/solid_support.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firsthit {

namespace {

/// A depth that positions cannot tell from none, in ulp of the largest length that takes part. Places 12 u,
/// their difference 4 u, facets and reaches 20 u, heights and times 10 u, the place at the event 8 u: 54 u, u
/// half an ulp. A pair is told twice, before the impact and from the records that came of it: 108 u < 128 u.
/// Smaller: a box would stumble over the joint of two tiles. Larger: bodies overlap by more, and at a quarter
/// more than four times as much what is thin would be passed. Derivation: docs/numerics/solids.md.
constexpr double kRoundings = 64.0;

/// The same for the rounding of times.
constexpr double kClockRoundings = 2.0;

}  // namespace

template <int D>
void set_tolerance(RelativeMotion<D>& approach, double length, double speed, const Space<D>& space) {
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
  Found found = next_meeting(records, pair);
  if (!supports_.holds_anybody()) return found;
  const Instant& slid = supports_.slide_ends(pair.low, pair.high);
  if (slid == kEndOfTime || found.time < slid) return found;
  return {slid, {}, found.tolerance, {}, true};
}

template <int D>
auto SolidPredictor<D>::next_meeting(std::span<const Record<D>> records, const OrderedPair<D>& pair) const
    -> Found {
  const Record<D>& a = records[pair.low];
  const Record<D>& b = pair.high < kFirstSide ? records[pair.high] : a;
  const Timebase& timebase = flight_.timebase();
  const Instant& start = later(a.clock, b.clock);
  Found found = next_from(records, pair, start);
  if (!found.meeting.happens()) return found;
  found.time = timebase.after(start, found.meeting.delay);
  if (!flight_.is_long(a, b, found.meeting.delay)) return found;
  const double lead = flight_.lead(a, b);
  const Instant near = timebase.after(start, std::max(found.meeting.delay - lead, 0.0));
  Found from_near = next_from(records, pair, near);
  if (!from_near.meeting.happens()) return found;
  from_near.time = timebase.after(near, from_near.meeting.delay);
  return from_near;
}

template <int D>
auto SolidPredictor<D>::next_from(std::span<const Record<D>> records, const OrderedPair<D>& pair,
                                  const Instant& start) const -> Found {
  const RelativeMotion<D> approach = approach_of(records, pair, start);
  if (approach.tolerance >= extent_of(pair.low) + extent_of(pair.high))
    return {};  // so far away none can tell
  if (supports_.holds_anybody()) {
    if (supports_.rests_on(pair.low, pair.high, pair.image))
      return next_of_held(pair, approach, supports_.along(pair.low), false);
    Image<D> turned = pair.image;
    for (auto& n : turned) n = -n;
    if (pair.high < kFirstSide && supports_.rests_on(pair.high, pair.low, turned))
      return next_of_held(pair, approach, supports_.along(pair.high), true);
  }
  return {kEndOfTime, meet_from(pair, approach), approach.tolerance, {}, false};
}

/// Of two of which one holds the other by some of their pieces: these do not meet, but may part.
template <int D>
auto SolidPredictor<D>::next_of_held(const OrderedPair<D>& pair, const RelativeMotion<D>& approach,
                                     std::span<const Support<D>> supports, bool turned) const -> Found {
  const Id body = turned ? pair.high : pair.low;
  const Id holder = turned ? pair.low : pair.high;
  RelativeMotion<D> from_body = approach;
  if (turned) {
    from_body.d = -approach.d;
    from_body.v = -approach.v;
    from_body.g = -approach.g;
  }
  const std::span<const SolidPiece<D>> own = solid(body).pieces;
  const bool is_side = holder >= kFirstSide;
  const bool flat = is_side || solid(holder).plane.has_value();
  Found next;
  const auto keep = [&](SolidMeeting<D> found, std::size_t own_piece, std::size_t other_piece) {
    if (!(found.delay < next.meeting.delay)) return;
    found.piece_a = turned ? other_piece : own_piece;
    found.piece_b = turned ? own_piece : other_piece;
    next = {kEndOfTime, found, approach.tolerance, {}, false};
  };
  const std::size_t others = flat ? 1 : solid(holder).pieces.size();
  for (std::size_t i = 0; i < own.size(); ++i) {
    for (std::size_t k = 0; k < others; ++k) {
      const auto holds = std::find_if(supports.begin(), supports.end(), [&](const Support<D>& one) {
        return one.id == holder && one.own_piece == i && one.other_piece == k;
      });
      if (holds == supports.end()) {
        keep(piece_meets(pair, approach, turned ? k : i, turned ? i : k), i, k);
      } else if (!flat) {
        SolidMeeting<D> end;
        end.delay = time_on_face(own[i], solid(holder).pieces[k], from_body, supports_.into(body, *holds));
        if (!(end.delay < next.meeting.delay)) continue;
        next = {kEndOfTime, end, approach.tolerance, *holds, false};
      }
    }
  }
  return next;
}

/// Of one piece of each; a half-space has none, and is low or high.
template <int D>
SolidMeeting<D> SolidPredictor<D>::piece_meets(const OrderedPair<D>& pair, const RelativeMotion<D>& approach,
                                               std::size_t piece_a, std::size_t piece_b) const {
  const Solid<D>& a = solid(pair.low);
  if (pair.high >= kFirstSide) return meet_side({&a.pieces[piece_a], 1}, pair.high, approach);
  const Solid<D>& b = solid(pair.high);
  if (!a.plane && !b.plane) return pieces_meet<D>({&a.pieces[piece_a], 1}, {&b.pieces[piece_b], 1}, approach);
  Solid<D> one = a.plane ? b : a;
  one.pieces = {one.pieces[a.plane ? piece_b : piece_a]};
  return a.plane ? solids_meet(a, one, approach) : solids_meet(one, b, approach);
}

template <int D>
RelativeMotion<D> SolidPredictor<D>::approach_of(std::span<const Record<D>> records,
                                                 const OrderedPair<D>& pair, const Instant& start) const {
  const Id a = pair.low;
  const Id b = pair.high;
  RelativeMotion<D> approach;
  approach.d = apart(records, pair, start);
  approach.a_moves = table_.moves(a);
  approach.b_moves = table_.moves(b);
  if (approach.a_moves) approach.v = -flight_.velocity_at(a, records[a], start);
  if (approach.b_moves) approach.v = approach.v + flight_.velocity_at(b, records[b], start);
  if (flight_.falls()) {
    if (approach.a_moves) approach.g = -flight_.acceleration(a);
    if (approach.b_moves) approach.g = approach.g + flight_.acceleration(b);
  }
  approach.least_radius = table_.least_radius;
  set_tolerance(records, pair, start, approach);
  return approach;
}

template <int D>
SolidMeeting<D> SolidPredictor<D>::meet_from(const OrderedPair<D>& pair,
                                             const RelativeMotion<D>& approach) const {
  SolidPiece<D> a;
  SolidPiece<D> b;
  const bool stand = supports_.standing(pair.low) != nullptr || supports_.standing(pair.high) != nullptr;
  if (pair.high >= kFirstSide)
    return meet_side(stand ? std::span(solid(pair.low).pieces) : table_.pieces(pair.low, a), pair.high,
                     approach);
  if (stand || !table_.is_plain(pair.low) || !table_.is_plain(pair.high))
    return solids_meet(solid(pair.low), solid(pair.high), approach);
  return pieces_meet<D>(table_.pieces(pair.low, a), table_.pieces(pair.high, b), approach);
}

template <int D>
SolidMeeting<D> SolidPredictor<D>::meet_side(std::span<const SolidPiece<D>> pieces, Id side,
                                             const RelativeMotion<D>& approach) const {
  const std::size_t axis = side_axis(side);
  const double sign = side_is_upper(side) ? 1.0 : -1.0;
  Vec<D> into;
  into[axis] = sign;
  return pieces_meet_plane<D>(pieces, into, sign * approach.d[axis], approach);
}

template <int D>
double SolidPredictor<D>::extent_of(Id id) const {
  return id >= kFirstSide ? std::numeric_limits<double>::infinity() : table_.extent(id);
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
                                      const Instant& start, RelativeMotion<D>& approach) const {
  double length = 0.0;
  double speed = 0.0;
  double pull = 0.0;
  for (const Id id : {pair.low, pair.high}) {
    if (id >= kFirstSide) continue;
    const double extent = extent_of(id);
    const Record<D>& record = records[id];
    length = std::max(length, max_abs(record.position) + (std::isfinite(extent) ? extent : 0.0));
    if (!table_.moves(id)) continue;
    if (record.clock < start && std::count(space_.sides.begin(), space_.sides.end(), Side::Open) > 0)
      length = std::max(length, max_abs(flight_.place_at(id, record, start).position) + extent);
    speed += max_abs(flight_.velocity_at(id, record, start));
    if (flight_.falls()) pull += max_abs(flight_.acceleration(id));
  }
  firsthit::set_tolerance(approach, length, speed, space_);
  approach.tolerance_fall = 0.5 * kRoundings * std::numeric_limits<double>::epsilon() * pull;
  approach.tolerance +=
      kClockRoundings * std::numeric_limits<double>::epsilon() * speed * flight_.timebase().tick();
}

template void set_tolerance(RelativeMotion<2>&, double, double, const Space<2>&);
template void set_tolerance(RelativeMotion<3>&, double, double, const Space<3>&);
template class SolidPredictor<2>;
template class SolidPredictor<3>;

}  // namespace firsthit
