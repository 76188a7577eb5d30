#include "world/response/impact_resolver.hpp"

#include "core/vec_math.hpp"

// What impacts, and friction on supports, do to those who turn or slide.

namespace firsthit {

/// Those who are stuck together do not turn.
template <int D>
Rubbed<D> ImpactResolver<D>::rubbed(Id id, const Instant& time) const {
  return {1.0 / bonds_.mass(id), bonds_.of(id).empty() ? spins_.inverse_inertia(id) : 0.0,
          id < table_.size() ? table_.radius[id] : 0.0, spins_.velocity_at(id, time, flight_.timebase())};
}

/// The surfaces of two that bounce, by `bounced`, rub along each other. `toward`: from a to b, which no
/// impact moves if it is `held`.
template <int D>
void ImpactResolver<D>::rub_in(const Vec<D>& toward, const Party& a, const Party& b, bool held,
                               const Instant& time, Bounce<D>& bounced) {
  Rubbed<D> other = rubbed(b.id, time);
  if (held) other.inverse_mass = other.inverse_inertia = 0.0;
  Vec<D> passing = b.velocity;
  if (const double size = length(toward); !table_.interactions.belts().empty() && size > 0.0)
    passing = passing + table_.surface_velocity(b.id, (1.0 / size) * toward);
  const Friction<D> friction =
      rub(toward, a.velocity, passing, rubbed(a.id, time), other, table_.surfaces(a.id, b.id), bounced);
  spun_.a_after = friction.a;
  spun_.b_after = friction.b;
  spun_.tangential_impulse = friction.impulse;
}

/// How the two turn before anything happens to them.
template <int D>
void ImpactResolver<D>::see_spins(const Contact& contact, const Instant& time) {
  spun_ = {};
  spun_.a_before = spun_.a_after = spins_.velocity_at(contact.a.id, time, flight_.timebase());
  spun_.b_before = spun_.b_after = spins_.velocity_at(contact.b.id, time, flight_.timebase());
}

template <int D>
void ImpactResolver<D>::stop_spins(const Contact& contact) {
  if (table_.yields(contact.a.id)) spun_.a_after = {};
  if (table_.yields(contact.b.id)) spun_.b_after = {};
}

/// How the two turn after the impact, and what friction does to them on what holds them.
template <int D>
void ImpactResolver<D>::settle_spins(const Contact& contact, const Bounce<D>& bounced, const Instant& time) {
  spun_.a_acceleration = rub_on_support(contact.a, bounced.velocity_a, spun_.a_after, time);
  spun_.b_acceleration = rub_on_support(contact.b, bounced.velocity_b, spun_.b_after, time);
}

/// As one that the flat support of `touch` holds alone. What is no ball does not roll.
template <int D>
Slider<D> ImpactResolver<D>::slider_on(const Touch<D>& touch, const Party& party, const Vec<D>& velocity,
                                       const AngularVelocity<D>& turning) const {
  const Vec<D>& into = touch.into;
  const Vec<D> carried = touch.velocity + table_.surface_velocity(touch.support.id, into);
  const Vec<D> relative = velocity - carried;
  const Vec<D> gravity = flight_.gravity() - touch.acceleration;
  const double radius = table_.radius[party.id];
  const double inverse_inertia = table_.turns(party.id) ? 0.0 : spins_.inverse_inertia(party.id);
  return {into,
          dot(into, gravity),
          without(gravity, std::span<const Vec<D>>(&into, 1), 1U),
          relative - dot(into, relative) * into,
          turning,
          radius,
          table_.mass[party.id] * radius * radius * inverse_inertia,
          carried,
          rounding_of(party),
          touch.acceleration};
}

/// The same of one that rests on one flat support, if friction acts there.
template <int D>
std::optional<Slider<D>> ImpactResolver<D>::slider_of(const Party& party, const Vec<D>& velocity,
                                                      const AngularVelocity<D>& turning) const {
  const std::optional<Touch<D>> touch = resting_.only_flat_support(party.id, party.place.position);
  if (!touch) return {};
  return slider_on(*touch, party, velocity, turning);
}

/// A body goes on with this velocity and turns so fast: whatever holds it, friction there acts from now on.
/// Returns how that changes its turning [rad/T^2].
template <int D>
AngularVelocity<D> ImpactResolver<D>::rub_on_support(const Party& party, const Vec<D>& velocity,
                                                     const AngularVelocity<D>& turning, const Instant& time) {
  AngularVelocity<D> acceleration{};
  if (!table_.is_dynamic(party.id)) {
    if (table_.is_pinned(party.id)) turn(party.id, turning, acceleration, time);
    return acceleration;
  }
  if (const std::optional<Slider<D>> slider = slider_of(party, velocity, turning)) {
    Slide<D> way =
        firsthit::slide(*slider, table_.surfaces(party.id, resting_.supports().of(party.id)[0].id));
    if (table_.turns(party.id) && !stands_for(party, *slider, turning, way)) {
      resting_.release(party.id);
    } else {
      if (!is_zero(slider->lifted)) way.acceleration = way.acceleration + slider->lifted;
      resting_.set_slide(party.id, way);
      if (spins_.spins(party.id) && !table_.turns(party.id)) acceleration = way.angular_acceleration;
    }
  } else if (table_.turns(party.id) && turning != AngularVelocity<D>{} &&
             !resting_.supports().of(party.id).empty()) {
    resting_.release(party.id);
  }
  turn(party.id, turning, acceleration, time);
  return acceleration;
}

template <int D>
void ImpactResolver<D>::turn(Id body, const AngularVelocity<D>& turning,
                             const AngularVelocity<D>& acceleration, const Instant& time) {
  if (!spins_.spins(body)) return;
  const Spin<D>& before = spins_[body];
  if (before.acceleration == acceleration && spins_.velocity_at(body, time, flight_.timebase()) == turning)
    return;
  reporter_.statistics().add_spin(spins_, body, time);
  Spin<D> spin = spins_.at(body, time, flight_.timebase());
  spin.velocity = turning;
  spin.acceleration = acceleration;
  spins_.set(body, spin);
}

template <int D>
auto ImpactResolver<D>::turned(std::span<const Record<D>> records, Id body, const Orientation<D>& orientation,
                               const Instant& time) -> Changes {
  const Spin<D> now = spins_.at(body, time, flight_.timebase());
  reporter_.statistics().add_spin(spins_, body, time);
  spins_.set(body, {orientation, 0, now.velocity, time, now.acceleration});
  changes_.clear();
  if (!table_.turns(body)) return changes_;
  const Party party = party_of(records, body, time);
  gather(records, time, party);
  if (!resting_.supports().of(body).empty()) resting_.release(body);
  change_all(TurnKind::Moved, party, body, party.velocity, time);
  return changes_;
}

template <int D>
auto ImpactResolver<D>::spun(std::span<const Record<D>> records, Id body, const AngularVelocity<D>& turning,
                             const Instant& time) -> Changes {
  changes_.clear();
  const bool rests =
      table_.is_dynamic(body) && (!resting_.supports().of(body).empty() || resting_.heaps().contains(body));
  if (!rests) turn(body, turning, {}, time);
  if (!rests && !table_.turns(body)) return changes_;
  const Party party = party_of(records, body, time);
  gather(records, time, party);
  change_all(TurnKind::Steered, party, body, party.velocity, turning, time);
  return changes_;
}

/// If what friction does to one of the two on the other has come to an end, nothing else happens to it.
/// Returns how far [L] it has slid.
template <int D>
std::optional<double> ImpactResolver<D>::end_slide(std::span<Record<D>> records, const OrderedPair<D>& pair,
                                                   const Instant& time) {
  if (time < resting_.supports().slide_ends(pair.low, pair.high)) return {};
  const auto slides = [&](Id body, Id support) {
    const std::span<const Support<D>> all = resting_.supports().of(body);
    return !all.empty() && all[0].id == support;
  };
  const Id body = slides(pair.low, pair.high) ? pair.low : pair.high;
  const Id support = body == pair.low ? pair.high : pair.low;
  const Party party = party_of(records, body, time);
  gather(records, time, party);
  std::optional<Slider<D>> slider =
      slider_of(party, party.velocity, spins_.velocity_at(body, time, flight_.timebase()));
  if (!slider) return {};
  const std::uint32_t ends = resting_.supports().find(body)->slide_ends;
  if ((ends & kStandEnds) != 0) return fall_off(records, party, support, time);
  firsthit::end_slide(*slider, ends);
  const Vec<D> velocity = slider->carried + slider->velocity;
  rub_on_support(party, velocity, slider->angular_velocity, time);
  reporter_.report_turn((ends & kSlipEnds) != 0 ? TurnKind::Gripped : TurnKind::Rubbed, party, support,
                        velocity, time);
  renew_all(records, party, velocity, body, time);
  return length(party.velocity) * party.elapsed;
}

template Rubbed<2> ImpactResolver<2>::rubbed(Id, const Instant&) const;
template void ImpactResolver<2>::rub_in(const Vec<2>&, const Party&, const Party&, bool, const Instant&,
                                        Bounce<2>&);
template void ImpactResolver<2>::see_spins(const Contact&, const Instant&);
template void ImpactResolver<2>::stop_spins(const Contact&);
template void ImpactResolver<2>::settle_spins(const Contact&, const Bounce<2>&, const Instant&);
template AngularVelocity<2> ImpactResolver<2>::rub_on_support(const Party&, const Vec<2>&,
                                                              const AngularVelocity<2>&, const Instant&);
template Slider<2> ImpactResolver<2>::slider_on(const Touch<2>&, const Party&, const Vec<2>&,
                                                const AngularVelocity<2>&) const;
template void ImpactResolver<2>::turn(Id, const AngularVelocity<2>&, const AngularVelocity<2>&,
                                      const Instant&);
template auto ImpactResolver<2>::turned(std::span<const Record<2>>, Id, const Orientation<2>&, const Instant&)
    -> Changes;
template auto ImpactResolver<2>::spun(std::span<const Record<2>>, Id, const AngularVelocity<2>&,
                                      const Instant&) -> Changes;
template std::optional<double> ImpactResolver<2>::end_slide(std::span<Record<2>>, const OrderedPair<2>&,
                                                            const Instant&);
template Rubbed<3> ImpactResolver<3>::rubbed(Id, const Instant&) const;
template void ImpactResolver<3>::rub_in(const Vec<3>&, const Party&, const Party&, bool, const Instant&,
                                        Bounce<3>&);
template void ImpactResolver<3>::see_spins(const Contact&, const Instant&);
template void ImpactResolver<3>::stop_spins(const Contact&);
template void ImpactResolver<3>::settle_spins(const Contact&, const Bounce<3>&, const Instant&);
template AngularVelocity<3> ImpactResolver<3>::rub_on_support(const Party&, const Vec<3>&,
                                                              const AngularVelocity<3>&, const Instant&);
template Slider<3> ImpactResolver<3>::slider_on(const Touch<3>&, const Party&, const Vec<3>&,
                                                const AngularVelocity<3>&) const;
template void ImpactResolver<3>::turn(Id, const AngularVelocity<3>&, const AngularVelocity<3>&,
                                      const Instant&);
template auto ImpactResolver<3>::turned(std::span<const Record<3>>, Id, const Orientation<3>&, const Instant&)
    -> Changes;
template auto ImpactResolver<3>::spun(std::span<const Record<3>>, Id, const AngularVelocity<3>&,
                                      const Instant&) -> Changes;
template std::optional<double> ImpactResolver<3>::end_slide(std::span<Record<3>>, const OrderedPair<3>&,
                                                            const Instant&);

}  // namespace firsthit
