#include "world/response/impact_resolver.hpp"

#include "core/vec_math.hpp"
#include "world/bodies/fixed_shape.hpp"
#include "world/bodies/scales.hpp"
#include "world/response/bounce.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace firsthit {

namespace {

/// Who is pushed along on the ground hops by this part of the smaller radius, and by no fewer roundings of
/// positions. Smaller: more events, in proportion to one over the root. Larger: the two are further apart
/// than in truth, and the energy of the first hop, which comes from nowhere, is more.
constexpr double kHop = 0x1p-24;
constexpr double kHopRoundings = 64.0;

/// Who takes part in an event: so many need no memory anew.
constexpr std::size_t kFew = 16;

}  // namespace

template <int D>
void ImpactResolver<D>::start(double contact_duration) {
  last_impacts_.start(table_.size(), contact_duration);
  rounding_ = PositionRounding<D>(space_);
  begin_to_hop();
  reporter_.statistics().start();
  others_.reserve(kFew);
  mates_.reserve(kFew);
  places_.reserve(kFew);
  changes_.reserve(kFew);
}

template <int D>
Resolution ImpactResolver<D>::resolve_any(std::span<Record<D>> records, const OrderedPair<D>& pair,
                                          const Instant& time) {
  const bool carries = resting_.supports().carries_anybody();
  Resolution resolution = carry_out(records, pair, time);
  if (resolution.turns && (carries || resting_.supports().carries_anybody()))
    free_fallen(records, pair, time);
  if (jams_) part_all(records, pair, *std::exchange(jams_, {}), time);
  const bool hops = hops_.count > 0 && resting_.enabled();  // where nobody does, nothing more is asked
  if (hops && hops_.count >= hops_of_a_search()) rest_together(records, pair, time);
  if (std::exchange(strikes_, false) && !presses_) strike_all(records, pair, time);
  if (std::exchange(presses_, false)) hop_together(records, pair, time);
  resolution.others = others_;
  return resolution;
}

/// Whoever is held by those whose courses have changed, and is held by them no more, falls.
template <int D>
void ImpactResolver<D>::free_fallen(std::span<Record<D>> records, const OrderedPair<D>& pair,
                                    const Instant& time) {
  free_carried(records, pair, pair.low, time);
  free_carried(records, pair, pair.high, time);
  std::size_t freed = 0;
  const auto free_all = [&] {
    for (; freed < others_.size(); ++freed) free_carried(records, pair, others_[freed], time);
  };
  free_all();
  for (std::vector<Id> unloaded = resting_.take_unloaded(); !unloaded.empty();
       unloaded = resting_.take_unloaded()) {
    for (const Id carrier : unloaded) {
      while (const std::optional<Id> fails = resting_.is_still(records, carrier)
                                                 ? resting_.overloaded(carrier, flight_.acceleration(carrier))
                                                 : std::nullopt) {
        let_fall(records, pair, *fails, carrier, time);
        free_all();
      }
    }
  }
}

template <int D>
Resolution ImpactResolver<D>::carry_out(std::span<Record<D>> records, const OrderedPair<D>& pair,
                                        const Instant& time) {
  const auto [low, high, image] = pair;
  others_.clear();
  sticks_ = false;
  resting_.set_surroundings(records, time, {});
  if (table_.interactions.has_overlap_pairs() && (overlap_pairs_.contains(pair) || table_.passes(low, high)))
    return pass_through(records, pair, time);
  if (table_.has_turning() && (table_.turns(low) || table_.turns(high)))
    return resolve_turning(records, pair, time);
  if (!table_.meet_as_balls(low, high)) return resolve_solids(records, pair, time);
  Contact contact = contact_of(records, low, high, image, time);
  const bool anybody_held = resting_.supports().holds_anybody();
  if (anybody_held) {
    halfway_ = true;
    for (const Party* party : {&contact.a, &contact.b})
      if (table_.moves(party->id)) resting_.rebase(party->id, party->place.wraps);
  }
  gather(records, time, contact);
  if (anybody_held) {
    std::optional<double> slid = end_slide(records, pair, time);
    if (!slid) slid = leave_support(records, contact, time);
    if (slid) return {*slid / rounding_of(contact), false, true, false, others_};
    if (!contact.may_hold())
      find_still_holder(records, contact, contact.toward, touching_point(contact) - contact.a.place.position,
                        time);
  }
  halfway_ = true;
  wake_struck(records, contact, time);
  if (may_rub()) see_spins(contact, time);
  const Answer answer = respond(contact, time);
  if (may_rub()) settle_spins(contact, answer.bounced, time);

  // Of two that move, the longer flight counts: who lies on a ball that has just hit the floor is not stuck.
  const auto [shorter, longer] = std::minmax(contact.a.elapsed, contact.b.elapsed);
  const double approach = answer.bounced.closing * (std::isfinite(longer) ? longer : shorter);
  if (answer.impact) {
    reporter_.measure_impact(contact, answer.bounced, time);
    if (reporter_.is_heard(contact.a.id, contact.b.id))
      reporter_.report_impact(contact, answer.bounced, time, touching_point(contact), told_spins());
    reporter_.count_impact(contact.a.id, contact.b.id);
  }
  if (answer.rests) tell_rest(contact, answer, time);
  part_pushed(contact);
  if (!is_zero(answer.out)) shift(contact.is_turned() ? contact.b : contact.a, answer.out);
  renew_all(records, contact.a, answer.bounced.velocity_a, high, time);
  renew_all(records, contact.b, answer.bounced.velocity_b, low, time);
  if (sticks_) place_members(records, low);
  return {approach / rounding_of(contact), answer.impact, true, is_too_fast(contact, answer), others_};
}

/// Is one of them faster than the clock can follow, as what is crushed without any loss becomes?
template <int D>
bool ImpactResolver<D>::is_too_fast(const Contact& contact, const Answer& answer) const {
  if (!table_.interactions.is_select()) return false;
  const auto too_fast = [&](Id id, const Vec<D>& velocity) {
    return table_.is_dynamic(id) &&
           !(max_abs(velocity) <= fastest_clocked(flight_.timebase(), table_.length_of(id)));
  };
  return too_fast(contact.a.id, answer.bounced.velocity_a) ||
         too_fast(contact.b.id, answer.bounced.velocity_b);
}

/// What positions [L] of one body cannot tell from nothing.
template <int D>
double ImpactResolver<D>::rounding_of(const Party& party) const {
  return rounding_.of(party.place.position, table_.radius[party.id]);
}

/// The approach [L] that the rounding of positions could explain.
template <int D>
double ImpactResolver<D>::rounding_of(const Contact& contact) const {
  return rounding_.of(contact.a.place.position, contact.b.place.position, contact.radii);
}

template <int D>
auto ImpactResolver<D>::respond(const Contact& contact, const Instant& time) -> Answer {
  const bool both_yield = table_.is_dynamic(contact.a.id) && table_.is_dynamic(contact.b.id);
  const Answer answer = has_rule(contact)    ? obey(contact, time)
                        : contact.may_hold() ? meet_fixed(contact, time)
                                             : meet_moving(contact, time);
  if (last_impacts_.are_kept() && answer.impact) {
    for (const Id id : {contact.a.id, contact.b.id}) {
      if (table_.moves(id)) last_impacts_.remember(id, time, both_yield);
      for (const Id mate : bonds_.of(id))
        if (table_.moves(mate)) last_impacts_.remember(mate, time, both_yield);
    }
  }
  return answer;
}

/// Of what no impact moves.
template <int D>
Holder ImpactResolver<D>::unmoved(Id a, Id b) const {
  if (!table_.moves(b)) return Holder::B;
  if (!table_.moves(a)) return Holder::A;
  if (!flight_.falls() || table_.is_dynamic(a) == table_.is_dynamic(b)) return Holder::None;
  return table_.is_dynamic(a) ? Holder::B : Holder::A;
}

/// What positions [L] cannot tell from nothing where a body comes to rest: of solids their tolerance.
template <int D>
double ImpactResolver<D>::landing_rounding(const Contact& contact) const {
  return std::max(contact.tolerance, rounding_of(contact));
}

/// Of two that move the one may press the other on, as along the ground, or where what lies below yields:
/// then their bounces would get ever smaller. Instead they hop. Returns how fast [L/T] they part, `rebound`
/// unless that is too slow.
template <int D>
double ImpactResolver<D>::hop(const Contact& contact, double rebound) const {
  const Party& a = contact.a;
  const Party& b = contact.b;
  const Vec<D> normal = contact.normal();
  const double press = dot(normal, a.acceleration - b.acceleration);
  if (!(press > 0.0)) return rebound;
  const double height = std::max(kHop * std::min(table_.radius[a.id], table_.radius[b.id]),
                                 kHopRoundings * rounding_of(contact));
  return std::max(rebound, std::sqrt(2.0 * press * height));
}

/// Has two that have bounced part as fast as they hop, if that is faster. Requires: somebody may come to
/// rest, and contacts do not last.
template <int D>
void ImpactResolver<D>::lift(const Contact& contact, double restitution, Bounce<D>& bounced) {
  const double rebound = restitution * bounced.closing;
  double least = rebound;
  if (resting_.supports().holds_anybody()) least = hop(contact, least);
  if (const double hops = heap_hop(contact, bounced.closing, restitution); hops > least) {
    least = hops;
    ++hops_.count;
  }
  if (!(least > rebound)) return;
  const double more = least - rebound;
  const double mass_a = bonds_.mass(contact.a.id);
  const double mass_b = bonds_.mass(contact.b.id);
  const Shares share = shares(mass_a, mass_b);
  bounced.velocity_a = bounced.velocity_a - (share.a * more) * contact.normal();
  bounced.velocity_b = bounced.velocity_b + (share.b * more) * contact.normal();
  bounced.impulse += reduced_mass(mass_a, mass_b) * more;
}

template <int D>
auto ImpactResolver<D>::meet_moving(const Contact& contact, const Instant& time) -> Answer {
  const Party& a = contact.a;
  const Party& b = contact.b;
  double restitution = table_.restitution(a.id, b.id);
  bool lasting = false;
  for (const Id id : {a.id, b.id})
    lasting = lasting || last_impacts_.in_contact(id, flight_.timebase(), time);
  if (lasting) restitution = 1.0;
  Answer answer;
  Bounce<D>& bounced = answer.bounced;
  bounced = bounce(contact.toward, a.velocity, b.velocity, bonds_.mass(a.id), bonds_.mass(b.id), restitution);
  if (resting_.supports().may_rest() && !last_impacts_.are_kept()) {
    lift(contact, restitution, bounced);
    if (bounced.closing > 0.0) count_slow(contact, bounced.closing, time);
  }
  if (may_rub() && !lasting) rub_in(contact.toward, a, b, false, time, bounced);
  if (resting_.supports().holds_anybody()) {
    const double rounding = rounding_of(contact);
    bounced.velocity_a = resting_.knocked(a.id, a.place.position, bounced.velocity_a, rounding);
    bounced.velocity_b = resting_.knocked(b.id, b.place.position, bounced.velocity_b, rounding);
  }
  return answer;
}

template <int D>
Touch<D> ImpactResolver<D>::touch_of(const Contact& contact) const {
  const bool turned = contact.is_turned();
  const Vec<D> toward = turned ? -contact.toward : contact.toward;
  const double size = length(toward);
  return {support_of(contact),
          size > 0.0 ? (1.0 / size) * toward : Vec<D>{},
          contact.curvature,
          contact.distance - contact.radii,
          turned ? contact.a.velocity : contact.b.velocity,
          contact.ridge,
          resting_.acceleration_of(turned ? contact.a.id : contact.b.id)};
}

template <int D>
auto ImpactResolver<D>::meet_fixed(const Contact& contact, const Instant& time) -> Answer {
  const bool turned = contact.is_turned();
  const Party& ball = turned ? contact.b : contact.a;
  const Party& fixed = turned ? contact.a : contact.b;
  const Vec<D> toward = turned ? -contact.toward : contact.toward;
  const Touch<D> touch = touch_of(contact);
  const double rounding = landing_rounding(contact);

  double restitution = table_.restitution(ball.id, fixed.id);
  bool knocked = false;
  bool lasting = false;
  if (last_impacts_.are_kept()) {
    // What gravity presses onto a support comes to rest there, unless others keep knocking at it.
    const bool pressed =
        resting_.enabled() && dot(touch.into, flight_.acceleration(ball.id) - touch.acceleration) > 0.0;
    knocked = last_impacts_.in_contact_with_dynamic(ball.id, flight_.timebase(), time);
    if (knocked) restitution = 1.0;
    lasting = !pressed && last_impacts_.in_contact(ball.id, flight_.timebase(), time);
  }
  const Landing<D> landing = resting_.land(ball.id, ball.place.position, ball.velocity, touch, restitution,
                                           lasting, ball.elapsed, rounding);

  const double mass = bonds_.mass(ball.id);
  const Vec<D> relative = ball.velocity - fixed.velocity;
  Bounce<D> bounced;
  if (landing.rests || landing.lift > 0.0) {
    bounced.closing = std::max(dot(touch.into, relative), 0.0);
    bounced.impulse = mass * (bounced.closing + landing.lift);
    bounced.velocity_a =
        landing.rests ? landing.velocity : ball.velocity - (bounced.closing + landing.lift) * touch.into;
  } else {
    bounced = bounce_off(toward, relative, mass, landing.restitution);
    bounced.velocity_a = bounced.velocity_a + fixed.velocity;
  }
  bounced.velocity_b = fixed.velocity;
  if (may_rub() && !knocked && !lasting) rub_in(toward, ball, fixed, true, time, bounced);
  if (may_rub() && (landing.jams || touch.curvature != 0.0))
    count_glide(ball, fixed.id, bounced.closing, landing.jams);
  if (landing.rests) {
    if (may_rub() && !is_zero(spun_.tangential_impulse))
      bounced.velocity_a = resting_.knocked(ball.id, ball.place.position, bounced.velocity_a, rounding);
  } else {
    const Vec<D> free = bounced.velocity_a;
    bounced.velocity_a = resting_.knocked(ball.id, ball.place.position, free, rounding);
    // What holds it may lead it into this again, as where a tile stands out by a rounding: it hops.
    if (!resting_.supports().of(ball.id).empty() &&
        dot(touch.into, bounced.velocity_a - fixed.velocity) > 0.0) {
      resting_.release(ball.id);
      bounced.velocity_a = free;
    }
  }
  const bool rests = landing.rests && resting_.supports().rests_on(ball.id, touch.support);
  // What holds it, or a stop, may have left it closing by a rounding.
  if (!rests && (touch.curvature == 0.0 || landing.rests))
    bounced.velocity_a = parted(toward, bounced.velocity_a - fixed.velocity,
                                flight_.acceleration(ball.id) - touch.acceleration) +
                         fixed.velocity;
  if (turned) {
    std::swap(bounced.velocity_a, bounced.velocity_b);
    std::swap(spun_.a_after, spun_.b_after);
    spun_.tangential_impulse = -spun_.tangential_impulse;
  }
  return {bounced, !landing.rests || bounced.closing > 0.0, rests, landing.out};
}

/// What is fixed of the two, seen from where the ball's record will be.
template <int D>
Support<D> ImpactResolver<D>::support_of(const Contact& contact) const {
  const bool turned = contact.is_turned();
  Support<D> support{turned ? contact.a.id : contact.b.id,
                     {},
                     turned ? contact.piece_b : contact.piece_a,
                     turned ? contact.piece_a : contact.piece_b};
  if (resting_.supports().is_everywhere_or_side(support.id)) return support;
  const Place<D>& place = turned ? contact.b.place : contact.a.place;
  for (std::size_t axis = 0; axis < D; ++axis)
    support.image[axis] =
        (turned ? -contact.image[axis] : contact.image[axis]) - static_cast<std::int32_t>(place.wraps[axis]);
  return support;
}

/// If a body has run off what it rests on, nothing else happens to it. Returns how far [L] it has slid.
template <int D>
std::optional<double> ImpactResolver<D>::leave_support(std::span<Record<D>> records, const Contact& contact,
                                                       const Instant& time) {
  const bool turned = contact.is_turned();
  if (table_.moves(turned ? contact.a.id : contact.b.id)) return {};
  const Party& ball = turned ? contact.b : contact.a;
  const Support<D> support = support_of(contact);
  if (!resting_.supports().rests_on(ball.id, support)) return {};
  if (resting_.heaps().contains(ball.id)) return leave_heap(records, contact.pair(), ball, time);
  return leave(records, ball, support, time);
}

/// Returns how far [L] it has slid.
template <int D>
double ImpactResolver<D>::leave(std::span<Record<D>> records, Party ball, const Support<D>& support,
                                const Instant& time) {
  ball.place.position = resting_.leave(ball.id, ball.place.position, ball.velocity, support);
  if (may_rub())
    rub_on_support(ball, ball.velocity, spins_.velocity_at(ball.id, time, flight_.timebase()), time);
  reporter_.report_turn(TurnKind::Left, ball, support.id, ball.velocity, time);
  renew_all(records, ball, ball.velocity, ball.id, time);
  return length(ball.velocity) * ball.elapsed;
}

template <int D>
auto ImpactResolver<D>::party_of(const Record<D>& record, Id id, const Instant& time) const -> Party {
  return {id, flight_.place_at(id, record, time), flight_.velocity_at(id, record, time),
          flight_.acceleration(id), flight_.timebase().between(record.clock, time)};
}

template <int D>
auto ImpactResolver<D>::party_of(std::span<const Record<D>> records, Id id, const Instant& time) const
    -> Party {
  const double never = std::numeric_limits<double>::infinity();
  if (!table_.moves(id))
    return {id, {id < records.size() ? records[id].position : Vec<D>{}, {}}, Vec<D>{}, Vec<D>{}, never};
  return party_of(records[id], id, time);
}

template <int D>
auto ImpactResolver<D>::contact_of(std::span<const Record<D>> records, Id a, Id b, const Image<D>& image,
                                   const Instant& time) const -> Contact {
  const Vec<D> none{};  // by name: written as {} it would have g++ clear all of the contact first
  Contact contact{party_of(records, a, time),
                  party_of(records, b, time),
                  image,
                  none,
                  0.0,
                  table_.radius[a],
                  0.0,
                  0.0,
                  0,
                  0,
                  none,
                  unmoved(a, b)};
  if (b >= kFirstSide) {
    const std::size_t axis = side_axis(b);
    const double sign = side_is_upper(b) ? 1.0 : -1.0;
    const double wall = side_is_upper(b) ? space_.max[axis] : space_.min[axis];
    contact.toward[axis] = sign;
    contact.distance = sign * (wall - contact.a.place.position[axis]);
    contact.b.place.position = contact.a.place.position;
    contact.b.place.position[axis] = wall;
    return contact;
  }
  const Vec<D> d = flight_.separation(a, records[a], b, records[b], image, time);
  if (table_.moves(a) && table_.moves(b)) {
    contact.radii += table_.radius[b];
    contact.toward = d;
    contact.distance = length(d);
    return contact;
  }
  const bool turned = !table_.moves(a);
  const Party& ball = turned ? contact.b : contact.a;
  const Id fixed = turned ? a : b;
  contact.radii = table_.radius_at(ball.id, fixed);
  const Facing<D> face = facing(table_.fixed_body(fixed).shape, turned ? -d : d, contact.radii, ball.velocity,
                                rounding_of(contact));
  contact.toward = turned ? -face.toward : face.toward;
  contact.distance = face.distance;
  contact.curvature = face.curvature;
  return contact;
}

template <int D>
void ImpactResolver<D>::renew(Record<D>& record, const Party& party, const Vec<D>& velocity,
                              const Instant& time) {
  record = {party.place.position, velocity, time};
  if (resting_.supports().holds_anybody())
    record.position = resting_.seated(party.id, party.place.position, rounding_of(party));
  bool wraps = false;
  for (const std::int64_t boxes : party.place.wraps) wraps = wraps || boxes != 0;
  if (!wraps) return;  // most do not: theirs need not come from memory
  wraps_.add(party.id, party.place.wraps);
  overlap_pairs_.rebase(party.id, party.place.wraps);
  if (resting_.supports().holds_anybody()) resting_.rebase_support(party.id, party.place.wraps);
}

/// Where a ball touches what it meets.
template <int D>
Vec<D> ImpactResolver<D>::touching_point(const Contact& contact) const {
  const Party& a = contact.a;
  const Party& b = contact.b;
  return table_.moves(a.id) ? a.place.position + table_.radius[a.id] * contact.normal()
                            : b.place.position - table_.radius[b.id] * contact.normal();
}

/// Where an impact brought the body to rest, it has told of the flight.
template <int D>
void ImpactResolver<D>::tell_rest(const Contact& contact, const Answer& answer, const Instant& time) {
  const bool turned = contact.is_turned();
  Party ball = turned ? contact.b : contact.a;
  const Vec<D>& velocity = turned ? answer.bounced.velocity_b : answer.bounced.velocity_a;
  if (answer.impact) {
    ball.velocity = velocity;
    ball.elapsed = 0.0;
  }
  reporter_.report_turn(TurnKind::Rested, ball, turned ? contact.a.id : contact.b.id, velocity, time);
}

template class ImpactResolver<2>;
template class ImpactResolver<3>;

}  // namespace firsthit
