#include "world/response/impact_resolver.hpp"

// What impacts do to those who turn.

namespace firsthit {

/// Those who are stuck together do not turn.
template <int D>
Rubbed<D> ImpactResolver<D>::rubbed(Id id) const {
  return {1.0 / bonds_.mass(id), bonds_.of(id).empty() ? spins_.inverse_inertia(id) : 0.0,
          id < table_.size() ? table_.radius[id] : 0.0, spins_[id].velocity};
}

/// The surfaces of two that bounce, by `bounced`, rub along each other. `toward`: from a to b.
template <int D>
void ImpactResolver<D>::rub_in(const Vec<D>& toward, const Party& a, const Party& b, Bounce<D>& bounced) {
  const Friction<D> friction =
      rub(toward, a.velocity, b.velocity, rubbed(a.id), rubbed(b.id), table_.surfaces(a.id, b.id), bounced);
  spun_.a_after = friction.a;
  spun_.b_after = friction.b;
  spun_.tangential_impulse = friction.impulse;
}

/// How the two turn before anything happens to them.
template <int D>
void ImpactResolver<D>::see_spins(const Contact& contact) {
  spun_.a_before = spun_.a_after = spins_[contact.a.id].velocity;
  spun_.b_before = spun_.b_after = spins_[contact.b.id].velocity;
  spun_.tangential_impulse = {};
}

template <int D>
void ImpactResolver<D>::stop_spins(const Contact& contact) {
  if (table_.is_dynamic(contact.a.id)) spun_.a_after = {};
  if (table_.is_dynamic(contact.b.id)) spun_.b_after = {};
}

template <int D>
void ImpactResolver<D>::settle_spins(const Contact& contact, const Instant& time) {
  const auto settle = [&](Id id, const AngularVelocity<D>& before, const AngularVelocity<D>& after) {
    if (before != after) set_angular_velocity(id, after, time);
  };
  settle(contact.a.id, spun_.a_before, spun_.a_after);
  settle(contact.b.id, spun_.b_before, spun_.b_after);
}

template <int D>
void ImpactResolver<D>::set_angular_velocity(Id body, const AngularVelocity<D>& velocity,
                                             const Instant& time) {
  if (!spins_.spins(body)) return;
  Spin<D> spin = spins_[body].at(time, flight_.timebase());
  reporter_.statistics().add_spin(spins_.energy(body), spins_[body].clock, time);
  spin.velocity = velocity;
  spins_.set(body, spin);
}

template Rubbed<2> ImpactResolver<2>::rubbed(Id) const;
template void ImpactResolver<2>::rub_in(const Vec<2>&, const Party&, const Party&, Bounce<2>&);
template void ImpactResolver<2>::see_spins(const Contact&);
template void ImpactResolver<2>::stop_spins(const Contact&);
template void ImpactResolver<2>::settle_spins(const Contact&, const Instant&);
template void ImpactResolver<2>::set_angular_velocity(Id, const AngularVelocity<2>&, const Instant&);
template Rubbed<3> ImpactResolver<3>::rubbed(Id) const;
template void ImpactResolver<3>::rub_in(const Vec<3>&, const Party&, const Party&, Bounce<3>&);
template void ImpactResolver<3>::see_spins(const Contact&);
template void ImpactResolver<3>::stop_spins(const Contact&);
template void ImpactResolver<3>::settle_spins(const Contact&, const Instant&);
template void ImpactResolver<3>::set_angular_velocity(Id, const AngularVelocity<3>&, const Instant&);

}  // namespace firsthit
