#include "world/ball_resolver.hpp"

#include "core/vec_math.hpp"
#include "response/bounce.hpp"
#include "world/segment_math.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>
#include <variant>

namespace firsthit {

namespace {

/// Two bodies that came together by less than this many roundings of their coordinates have made no
/// progress: positions cannot tell it from none. Smaller: a collapse is seen later, or, where noise
/// keeps bodies a few ulp apart, never. Larger: honest short approaches count as none.
constexpr double kRoundingsOfStillness = 16.0;

}  // namespace

/// One of the two sides of an impact, at its time. What is fixed has no velocity.
template <int D>
struct BallResolver<D>::Party {
  Id id;
  Place<D> place;
  Vec<D> velocity;
  double elapsed;  // [T] since the clock; infinite for what is fixed
};

/// An impact at its time, the smaller id first.
template <int D>
struct BallResolver<D>::Contact {
  Party a;
  Party b;
  Vec<D> toward;    // from a to b, of any length
  double distance;  // [L] between the centres, or from the ball's centre to the surface of what is fixed
  double radii;     // [L] the distance at which they touch
};

template <int D>
double BallResolver<D>::resolve(std::span<Record<D>> records, Id body, const Event<D>& event) {
  Id low = body;
  Id high = event.partner;
  Image<D> image = event.image;
  if (high < low) {
    std::swap(low, high);
    for (auto& n : image) n = -n;
  }
  const Contact contact = contact_of(records, low, high, image, event.time);
  const Bounce<D> bounced = respond(contact);

  const double approach = bounced.closing * std::min(contact.a.elapsed, contact.b.elapsed);
  if (!observers_.empty()) tell(contact, bounced, event.time);
  ++impacts_;
  if (table_.moves(low)) renew(records[low], contact.a, bounced.velocity_a, event.time);
  if (table_.moves(high)) renew(records[high], contact.b, bounced.velocity_b, event.time);
  return approach / rounding_of(contact);
}

/// The approach [L] that the rounding of positions could explain.
template <int D>
double BallResolver<D>::rounding_of(const Contact& contact) const {
  double scale =
      std::max({max_abs(contact.a.place.position), max_abs(contact.b.place.position), contact.radii});
  for (std::size_t axis = 0; axis < D; ++axis)
    if (space_.sides[axis] != Side::Open)
      scale = std::max({scale, std::fabs(space_.min[axis]), std::fabs(space_.max[axis])});
  return kRoundingsOfStillness * std::numeric_limits<double>::epsilon() * scale;
}

template <int D>
Bounce<D> BallResolver<D>::respond(const Contact& contact) const {
  const auto& [a, b, toward, distance, radii] = contact;
  const double restitution = table_.restitution(a.id, b.id);
  if (!table_.moves(b.id)) return bounce_off(toward, a.velocity, table_.mass[a.id], restitution);
  if (table_.moves(a.id))
    return bounce(toward, a.velocity, b.velocity, table_.mass[a.id], table_.mass[b.id], restitution);
  const Bounce<D> off = bounce_off(-toward, b.velocity, table_.mass[b.id], restitution);
  return {Vec<D>{}, off.velocity_a, off.closing, off.impulse};
}

template <int D>
auto BallResolver<D>::party_of(std::span<const Record<D>> records, Id id, const Instant& time) const
    -> Party {
  const double never = std::numeric_limits<double>::infinity();
  if (!table_.moves(id))
    return {id, {id < records.size() ? records[id].position : Vec<D>{}, {}}, Vec<D>{}, never};
  const Record<D>& record = records[id];
  return {id, flight_.place_at(record, time), flight_.velocity_at(record, time),
          flight_.timebase().between(record.clock, time)};
}

template <int D>
auto BallResolver<D>::contact_of(std::span<const Record<D>> records, Id a, Id b, const Image<D>& image,
                                 const Instant& time) const -> Contact {
  Contact contact{party_of(records, a, time), party_of(records, b, time), {}, 0.0, 0.0};
  if (b >= kFirstSide) {
    const std::size_t axis = side_axis(b);
    const double sign = side_is_upper(b) ? 1.0 : -1.0;
    const double wall = side_is_upper(b) ? space_.max[axis] : space_.min[axis];
    contact.toward[axis] = sign;
    contact.distance = sign * (wall - contact.a.place.position[axis]);
    contact.radii = table_.radius[a];
    contact.b.place.position = contact.a.place.position;
    contact.b.place.position[axis] = wall;
    return contact;
  }
  const auto present = [&](Id id) {  // what is fixed does not fall
    return table_.moves(id) ? records[id] : Record<D>{records[id].position, {}, time};
  };
  const Vec<D> d = flight_.separation(present(a), present(b), image, time);
  contact.radii = table_.radius[a] + table_.radius[b];
  if (table_.moves(a) && table_.moves(b)) {
    contact.toward = d;
    contact.distance = length(d);
  } else if (table_.moves(a)) {
    std::tie(contact.toward, contact.distance) = toward_fixed(d, b);
  } else {
    std::tie(contact.toward, contact.distance) = toward_fixed(-d, a);
    contact.toward = -contact.toward;
  }
  return contact;
}

/// The direction (of any length) from a ball's centre into something fixed, and the distance [L] to
/// its surface (for a fixed ball: to its centre). separation: from the ball's centre to its place.
template <int D>
std::pair<Vec<D>, double> BallResolver<D>::toward_fixed(const Vec<D>& separation, Id fixed) const {
  const Shape<D>& shape = table_.bodies[fixed].shape;
  if (const auto* half_space = std::get_if<HalfSpace<D>>(&shape)) {
    const double height = -dot(half_space->normal, separation) - half_space->offset;
    return {-half_space->normal, height / length(half_space->normal)};
  }
  if constexpr (D == 2) {
    if (const auto* segment = std::get_if<Segment<2>>(&shape)) {
      return toward_segment(separation + segment->from, separation + segment->to);
    }
  }
  return {separation, length(separation)};
}

template <int D>
void BallResolver<D>::renew(Record<D>& record, const Party& party, const Vec<D>& velocity,
                            const Instant& time) {
  record = {party.place.position, velocity, time};
  for (std::size_t axis = 0; axis < D; ++axis) wraps_[party.id][axis] += party.place.wraps[axis];
}

template <int D>
void BallResolver<D>::tell(const Contact& contact, const Bounce<D>& bounced, const Instant& time) {
  const auto& [a, b, toward, distance, radii] = contact;
  const bool both_move = table_.moves(a.id) && table_.moves(b.id);
  const auto side = [](const Party& party, const Vec<D>& after) {
    return ImpactSide<D>{BodyId{party.id}, party.place.position, party.velocity, after,
                         std::isfinite(party.elapsed) ? party.elapsed : 0.0};
  };
  Impact<D> impact;
  impact.index = impacts_;
  impact.time = flight_.timebase().since_start(time);
  impact.kind = both_move            ? ImpactKind::BallBall
                : b.id >= kFirstSide ? ImpactKind::BallSide
                                     : ImpactKind::BallObstacle;
  impact.a = side(a, bounced.velocity_a);
  impact.b = side(b, bounced.velocity_b);
  const double size = length(toward);
  if (size > 0.0) impact.normal = (1.0 / size) * toward;
  impact.point = table_.moves(a.id) ? a.place.position + table_.radius[a.id] * impact.normal
                                    : b.place.position - table_.radius[b.id] * impact.normal;
  impact.impulse = bounced.impulse;
  impact.virial = both_move ? bounced.impulse * distance : 0.0;
  impact.overlap = std::max(0.0, radii - distance);
  for (Observer<D>* observer : observers_) observer->impact(impact);
}

template class BallResolver<2>;
template class BallResolver<3>;

}  // namespace firsthit
