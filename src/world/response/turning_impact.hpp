#pragma once

#include <firsthit/vec.hpp>

#include "core/vec_math.hpp"
#include "world/bodies/interaction_rules.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit {

/// One of two that meet off their centres.
struct TurningParty {
  double inverse_mass = 0.0;      // [1/M] 0 of what no impact moves
  double inverse_inertia = 0.0;   // [1/(M L^2)] 0 of what no impact turns
  Vec<2> velocity{};              // [L/T]
  double angular_velocity = 0.0;  // [rad/T]
};

/// What an impulse at a place does to how the two pass each other there.
struct ContactMass {
  double normal = 0.0;  // [1/M] the matrix, along the normal and to its left
  double across = 0.0;
  double mixed = 0.0;
};

/// `arm` [L]: from the centre to the place. n: unit.
inline ContactMass contact_mass(const TurningParty& party, const Vec<2>& arm, const Vec<2>& n) {
  const double left = dot(arm, n);  // an impulse to the left of n has this lever
  const double along = cross(arm, n);
  return {party.inverse_mass + along * along * party.inverse_inertia,
          party.inverse_mass + left * left * party.inverse_inertia, along * left * party.inverse_inertia};
}

inline Vec<2> velocity_at(const TurningParty& party, const Vec<2>& arm) {
  return party.velocity + party.angular_velocity * turned_left(arm);
}

/// Where two that touch along a line push each other: the impulses at its ends that leave neither of them
/// closing, and push, but do not pull, and only where it does not part; told by their resultant. Of all that
/// leave none closing it is the least in energy.
/// `apart` [L]: from a's centre to b's. Ends are seen from a's.
inline Vec<2> pushing_place(const TurningParty& a, const TurningParty& b, const Vec<2>& apart,
                            const Vec<2>& n, const Vec<2>& low, const Vec<2>& high) {
  const auto rate = [&](const Vec<2>& place) {
    return dot(n, velocity_at(b, place - apart) - velocity_at(a, place));
  };
  const auto give = [&](const Vec<2>& place) {
    return contact_mass(a, place, n).normal + contact_mass(b, place - apart, n).normal;
  };
  const double both = (a.inverse_mass + b.inverse_mass) + cross(low, n) * cross(high, n) * a.inverse_inertia +
                      cross(low - apart, n) * cross(high - apart, n) * b.inverse_inertia;
  const double rate_low = rate(low), rate_high = rate(high);
  const double give_low = give(low), give_high = give(high);
  if (rate_low < 0.0 && !(rate_high - both / give_low * rate_low < 0.0)) return low;
  if (rate_high < 0.0 && !(rate_low - both / give_high * rate_high < 0.0)) return high;
  // give_low x + both y = -rate_low, both x + give_high y = -rate_high
  const double x = both * rate_high - give_high * rate_low;
  const double y = both * rate_low - give_low * rate_high;
  return x + y > 0.0 ? low + (y / (x + y)) * (high - low) : 0.5 * (low + high);
}

/// An impact that closes more slowly than this part of the speeds at which the place turns about both loses
/// nothing along the normal: who turns along another would else bounce on it endlessly, ever
/// lower. Smaller: more bounces, in proportion to one over it. Larger: the two are further apart than in
/// truth, by its square, and slow impacts lose less than they should.
inline constexpr double kTurningHop = 0x1p-9;

/// What b gets, and a the opposite.
struct TurningImpulse {
  double normal = 0.0;   // [M L/T] >= 0
  double across = 0.0;   // [M L/T] to the left of the normal
  double closing = 0.0;  // [L/T] before, at the place
};

/// The law of Chatterjee and Ruina: with P1 the impulse that leaves the place neither closing nor parting,
/// along the normal, and P2 the one that leaves it no velocity at all, P = (1 + e) P1 + (1 + beta) (P2 - P1),
/// and if friction does not give that much, as much of the second part as it does. Of two balls it is
/// Walton's law. For e from 0 to 1 and beta from -1 to 1 no energy comes of it, whatever the shapes. Source:
/// Chatterjee and Ruina, J. Appl. Mech. 65, 939 (1998), doi:10.1115/1.2791938.
/// `slow` [L/T]: so slow a closing loses nothing either. `lift` [L/T]: at least so fast they part. `fallen`
/// [L/T]: what of their closing they have from falling into each other, out of which they are put again.
inline TurningImpulse turning_impulse(const TurningParty& a, const TurningParty& b, const Vec<2>& arm_a,
                                      const Vec<2>& arm_b, const Vec<2>& n, double restitution,
                                      const Surfaces& surfaces, double slow = 0.0, double lift = 0.0,
                                      double fallen = 0.0) {
  const Vec<2> u = velocity_at(b, arm_b) - velocity_at(a, arm_a);
  const double u_n = dot(n, u), u_t = dot(turned_left(n), u);
  if (!(u_n < lift)) return {};
  const ContactMass of_a = contact_mass(a, arm_a, n), of_b = contact_mass(b, arm_b, n);
  const double k_nn = of_a.normal + of_b.normal;
  const double k_tt = of_a.across + of_b.across;
  const double k_nt = of_a.mixed + of_b.mixed;
  const double closing = std::max(-u_n, 0.0);
  const double turns =
      std::fabs(a.angular_velocity) * length(arm_a) + std::fabs(b.angular_velocity) * length(arm_b);
  if (closing < std::max(kTurningHop * turns, slow)) restitution = 1.0;
  if (fallen > 0.0) {  // what lifts them apart again costs energy
    const double left = closing * closing - fallen * fallen * (k_nn / (a.inverse_mass + b.inverse_mass));
    restitution = left > 0.0 ? restitution * (std::sqrt(left) / closing) : 0.0;
  }
  // What lifts them presses on the surface as the rest does.
  TurningImpulse impulse{(std::max(restitution * closing, lift) - u_n) / k_nn, 0.0, closing};
  if (!(surfaces.friction > 0.0)) return impulse;
  const double plastic = -u_n / k_nn;
  const double size = k_nn * k_tt - k_nt * k_nt;
  const double more = (k_nt * u_t - k_tt * u_n) / size - plastic;  // P2 - P1, along the normal
  const double across = (k_nt * u_n - k_nn * u_t) / size;          // and to its left
  // What hops loses nothing along the surface either, as long as it grips: else each hop would take some.
  const double full = 1.0 + (closing < slow ? 1.0 : surfaces.tangential_restitution);
  // What friction allows: |part across| <= mu (impulse + part more).
  const double bound = std::fabs(across) - surfaces.friction * more;
  double part = full;
  if (!std::isinf(surfaces.friction) && full * bound > surfaces.friction * impulse.normal)
    part = surfaces.friction * impulse.normal / bound;
  if (more < 0.0) part = std::min(part, impulse.normal / -more);  // nobody pulls
  impulse.normal = std::max(impulse.normal + part * more, 0.0);
  impulse.across = part * across;
  return impulse;
}

}  // namespace firsthit
