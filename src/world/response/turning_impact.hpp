#pragma once

#include <firsthit/vec.hpp>

#include "core/vec_math.hpp"
#include "world/bodies/interaction_rules.hpp"
#include "world/bodies/spin_table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <type_traits>

namespace firsthit {

/// One of two that meet off their centres.
template <int D>
struct TurningParty {
  double inverse_mass = 0.0;              // [1/M] 0 of what no impact moves
  InverseInertia<D> inverse_inertia{};    // [1/(M L^2)] 0 of what no impact turns
  Vec<D> velocity{};                      // [L/T]
  AngularVelocity<D> angular_velocity{};  // [rad/T]
};

/// What an impulse at a place does to how the two pass each other there.
struct ContactMass {
  double normal = 0.0;  // [1/M] the matrix, along the normal and to its left
  double across = 0.0;
  double mixed = 0.0;
};

/// `arm` [L]: from the centre to the place. n: unit.
inline ContactMass contact_mass(const TurningParty<2>& party, const Vec<2>& arm, const Vec<2>& n) {
  const double left = dot(arm, n);  // an impulse to the left of n has this lever
  const double along = cross(arm, n);
  return {party.inverse_mass + along * along * party.inverse_inertia,
          party.inverse_mass + left * left * party.inverse_inertia, along * left * party.inverse_inertia};
}

/// [L/T] `arm` [L]: from the centre to the place.
template <int D>
Vec<D> velocity_at(const TurningParty<D>& party, const Vec<D>& arm) {
  return party.velocity + turning_velocity(party.angular_velocity, arm);
}

/// Where two that touch along a line push each other: the impulses at its ends that leave neither of them
/// closing, and push, but do not pull, and only where it does not part; told by their resultant. Of all that
/// leave none closing it is the least in energy.
/// `apart` [L]: from a's centre to b's. Ends are seen from a's.
inline Vec<2> pushing_place(const TurningParty<2>& a, const TurningParty<2>& b, const Vec<2>& apart,
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

/// So many times as fast as the fastest hop a place may slip, and be given that back, where it grips. Larger:
/// who is braked so much that no force would let him slide on (Painleve's paradox) comes back. Smaller: who
/// rocks on a narrow foot loses what it slips each time.
inline constexpr double kGrippedSlip = 16.0;

/// Across a normal: to the left of it in the plane, along a vector in space.
template <int D>
using Across = std::conditional_t<D == 2, double, Vec<D>>;

inline double size_of_across(double across) { return std::fabs(across); }
inline double size_of_across(const Vec<3>& across) { return length(across); }
inline Vec<2> vector_across(double across, const Vec<2>& n) { return across * turned_left(n); }
inline Vec<3> vector_across(const Vec<3>& across, const Vec<3>&) { return across; }

/// What b gets, and a the opposite.
template <int D>
struct TurningImpulse {
  double normal = 0.0;   // [M L/T] >= 0
  Across<D> across{};    // [M L/T]
  double closing = 0.0;  // [L/T] before, at the place
};

/// Two that meet off their centres, and what comes of it.
template <int D>
struct TurningPush {
  TurningParty<D> a;
  TurningParty<D> b;
  TurningImpulse<D> impulse;
};

/// [M L/T] What it takes besides the impulse that stops `u` [L/T] along the normal to stop it whole.
template <int D>
struct GripImpulse {
  double normal = 0.0;
  Across<D> across{};
};

/// Does no impact move either from where it is, or goes?
template <int D>
bool are_held(const TurningParty<D>& a, const TurningParty<D>& b) {
  return a.inverse_mass + b.inverse_mass == 0.0;
}

/// [M L^2/T] What an impulse turns what is held by. By its levers, as the impulse is made from these: what
/// rounds of long arms would be more than short levers.
inline double twist_of(const TurningImpulse<2>& impulse, const Vec<2>& arm, const Vec<2>& n) {
  return cross(arm, n) * impulse.normal + dot(arm, n) * impulse.across;
}

/// The square of what levers are, over the arms, where a push leads through the axles of two that are held:
/// it turns nobody. Larger: who closes there may come deeper, by this part of its arm. Smaller: what rounds
/// may pass for a lever.
inline constexpr double kThroughAxle = 0x1p-80;

/// Two that are held at their places touch this near [rad] the line through both, at least, where what acts
/// along it turns neither: there they do not grip. Smaller: what rounds of larger and larger impulses shows,
/// 2^-52 over it. Larger: more places without friction.
inline constexpr double kNoLever = 0x1p-10;

/// Of two that are held at their places and turn: it stops both, and needs arms that lead elsewhere.
inline GripImpulse<2> grip_of_pinned(const TurningParty<2>& a, const TurningParty<2>& b, const Vec<2>& arm_a,
                                     const Vec<2>& arm_b, const Vec<2>& n) {
  const double between = cross(arm_a, arm_b);
  const double least = kNoLever * length(arm_a) * length(arm_b);
  if (!(a.inverse_inertia > 0.0 && b.inverse_inertia > 0.0) || !(std::fabs(between) > least)) return {};
  // With P along n and across it: P2 turns a by -w_a, and so arm_a x P2 = I_a w_a, arm_b x P2 = -I_b w_b.
  const double lever_a = cross(arm_a, n), lever_b = cross(arm_b, n);
  const double spin_a = a.angular_velocity / a.inverse_inertia;
  const double spin_b = b.angular_velocity / b.inverse_inertia;
  const double give_a = lever_a * a.inverse_inertia, give_b = lever_b * b.inverse_inertia;
  const double across = -(lever_a * spin_b + lever_b * spin_a) / between;
  const double mixed = dot(arm_a, n) * give_a + dot(arm_b, n) * give_b;
  return {-mixed / (lever_a * give_a + lever_b * give_b) * across, across};
}

inline GripImpulse<2> grip_impulse(const ContactMass& k, const Vec<2>& u, const Vec<2>& n) {
  const double u_n = dot(n, u), u_t = dot(turned_left(n), u);
  const double size = k.normal * k.across - k.mixed * k.mixed;
  return {(k.mixed * u_t - k.across * u_n) / size + u_n / k.normal, (k.mixed * u_n - k.normal * u_t) / size};
}

/// [1/M] What an impulse at a place does to how two pass each other there: symmetric, its columns.
struct ContactMatrix {
  std::array<Vec<3>, 3> columns{};

  Vec<3> operator*(const Vec<3>& p) const {
    return p[0] * columns[0] + p[1] * columns[1] + p[2] * columns[2];
  }
  /// Which impulse changes how they pass each other by u.
  Vec<3> impulse(const Vec<3>& u) const {
    const int scale = std::ilogb(columns[0][0] + columns[1][1] + columns[2][2]);  // products stay in range
    std::array<Vec<3>, 3> k = columns;
    for (Vec<3>& column : k)
      for (double& x : column.c) x = std::ldexp(x, -scale);
    const std::array<Vec<3>, 3> minors{cross(k[1], k[2]), cross(k[2], k[0]), cross(k[0], k[1])};
    const double det = dot(k[0], minors[0]);
    Vec<3> p{dot(minors[0], u) / det, dot(minors[1], u) / det, dot(minors[2], u) / det};
    for (double& x : p.c) x = std::ldexp(x, -scale);
    return p;
  }
};

inline GripImpulse<3> grip_impulse(const ContactMatrix& k, const Vec<3>& u, const Vec<3>& n) {
  const Vec<3> whole = k.impulse(-u);
  const double normal = dot(n, whole);
  return {normal + dot(n, u) / dot(n, k * n), whole - normal * n};
}

inline GripImpulse<2> grip_of(const TurningParty<2>& a, const TurningParty<2>& b, const Vec<2>& arm_a,
                              const Vec<2>& arm_b, const ContactMass& k, const Vec<2>& u, const Vec<2>& n) {
  if (are_held(a, b)) return grip_of_pinned(a, b, arm_a, arm_b, n);
  return grip_impulse(k, u, n);
}
inline GripImpulse<3> grip_of(const TurningParty<3>&, const TurningParty<3>&, const Vec<3>&, const Vec<3>&,
                              const ContactMatrix& k, const Vec<3>& u, const Vec<3>& n) {
  return grip_impulse(k, u, n);
}

/// Of two that pass each other along the normal, what rounds off it is slower than this part of that. Larger:
/// who slips so slowly is not rubbed. Smaller: that has no direction.
inline constexpr double kNoSlip = 0x1p-48;

/// Along the slip only: what stops that part of it, and leaves what it does across.
inline GripImpulse<3> grip_against_slip(const ContactMatrix& k, const Vec<3>& u, const Vec<3>& n) {
  const Vec<3> slip = u - dot(n, u) * n;
  const double speed = length(slip);
  if (!(speed > kNoSlip * length(u))) return {};
  const Vec<3> along = (1.0 / speed) * slip;
  const Vec<3> of_along = k * along;
  const double mixed = dot(n, of_along) / dot(n, k * n);
  const double size = speed / (dot(along, of_along) - mixed * dot(n, of_along));
  return {size * mixed, -size * along};
}
inline GripImpulse<2> grip_against_slip(const ContactMass& k, const Vec<2>& u, const Vec<2>& n) {
  return grip_impulse(k, u, n);
}

inline ContactMass mass_at(const TurningParty<2>& a, const TurningParty<2>& b, const Vec<2>& arm_a,
                           const Vec<2>& arm_b, const Vec<2>& n) {
  const ContactMass of_a = contact_mass(a, arm_a, n), of_b = contact_mass(b, arm_b, n);
  return {of_a.normal + of_b.normal, of_a.across + of_b.across, of_a.mixed + of_b.mixed};
}
inline ContactMatrix mass_at(const TurningParty<3>& a, const TurningParty<3>& b, const Vec<3>& arm_a,
                             const Vec<3>& arm_b, const Vec<3>&) {
  ContactMatrix k;
  const double masses = a.inverse_mass + b.inverse_mass;
  const InverseTensor& of_a = a.inverse_inertia;
  const InverseTensor& of_b = b.inverse_inertia;
  if (!of_a.is_even() || !of_b.is_even()) {
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec<3>& push = kCoordinateAxes<3>[i];
      k.columns[i] =
          masses * push + (cross(of_a * cross(arm_a, push), arm_a) + cross(of_b * cross(arm_b, push), arm_b));
    }
    return k;
  }
  const double give_a = of_a.values()[0];
  const double give_b = of_b.values()[0];
  const double spread = length_squared(arm_a) * give_a + length_squared(arm_b) * give_b;
  for (std::size_t i = 0; i < 3; ++i) {
    k.columns[i][i] = masses + spread;
    k.columns[i] = k.columns[i] - ((arm_a[i] * give_a) * arm_a + (arm_b[i] * give_b) * arm_b);
  }
  return k;
}
inline double mass_along(const ContactMass& k, const Vec<2>&) { return k.normal; }
inline double mass_along(const ContactMatrix& k, const Vec<3>& n) { return dot(n, k * n); }

/// The law of Chatterjee and Ruina: with P1 the impulse that leaves the place neither closing nor parting,
/// along the normal, and P2 the one that leaves it no velocity at all, P = (1 + e) P1 + (1 + beta) (P2 - P1),
/// and if friction does not give that much, as much of the second part as it does. Of two balls it is
/// Walton's law. For e from 0 to 1 and beta from -1 to 1 no energy comes of it, whatever the shapes. Source:
/// Chatterjee and Ruina, J. Appl. Mech. 65, 939 (1998), doi:10.1115/1.2791938.
/// `slow` [L/T]: so slow a closing loses nothing either. `lift` [L/T]: at least so fast they part. `fallen`
/// [L/T]: what of their closing they have from falling into each other, out of which they are put again.
template <int D>
TurningImpulse<D> turning_impulse(const TurningParty<D>& a, const TurningParty<D>& b, const Vec<D>& arm_a,
                                  const Vec<D>& arm_b, const Vec<D>& n, double restitution,
                                  const Surfaces& surfaces, double slow = 0.0, double lift = 0.0,
                                  double fallen = 0.0) {
  const Vec<D> u = velocity_at(b, arm_b) - velocity_at(a, arm_a);
  double u_n = dot(n, u);
  if constexpr (D == 2)
    if (are_held(a, b))  // by levers, as in twist_of
      u_n = dot(n, b.velocity - a.velocity) +
            (cross(arm_b, n) * b.angular_velocity - cross(arm_a, n) * a.angular_velocity);
  if (!(u_n < lift)) return {};
  const auto mass = mass_at(a, b, arm_a, arm_b, n);
  const double k_nn = mass_along(mass, n);
  if constexpr (D == 2)
    if (are_held(a, b) && !(k_nn > kThroughAxle * (length_squared(arm_a) * a.inverse_inertia +
                                                   length_squared(arm_b) * b.inverse_inertia)))
      return {};
  const double closing = std::max(-u_n, 0.0);
  const double turns =
      speed_of(a.angular_velocity) * length(arm_a) + speed_of(b.angular_velocity) * length(arm_b);
  if (closing < std::max(kTurningHop * turns, slow)) restitution = 1.0;
  if (fallen > 0.0) {  // what lifts them apart again costs energy
    const double left = closing * closing - fallen * fallen * (k_nn / (a.inverse_mass + b.inverse_mass));
    restitution = left > 0.0 ? restitution * (std::sqrt(left) / closing) : 0.0;
  }
  // What lifts them presses on the surface as the rest does.
  TurningImpulse<D> impulse{(std::max(restitution * closing, lift) - u_n) / k_nn, {}, closing};
  if (!(surfaces.friction > 0.0)) return impulse;
  // P2 - P1. It is not along the slip where a body of space is hit off its centre; but as hops press a body
  // on a surface over which it slips for long, their friction is.
  const bool hops = closing < slow && !are_held(a, b);
  const GripImpulse<D> more = hops ? grip_against_slip(mass, u, n) : grip_of(a, b, arm_a, arm_b, mass, u, n);
  // What hops loses nothing along the surface either, as long as it grips: else each hop would take some.
  const bool gives_back = closing < slow && length(u - dot(n, u) * n) <= kGrippedSlip * slow;
  const double full = 1.0 + (gives_back ? 1.0 : surfaces.tangential_restitution);
  // What friction allows: |part across| <= mu (impulse + part more).
  const double bound = size_of_across(more.across) - surfaces.friction * more.normal;
  double part = full;
  if (!std::isinf(surfaces.friction) && full * bound > surfaces.friction * impulse.normal)
    part = surfaces.friction * impulse.normal / bound;
  if (more.normal < 0.0) part = std::min(part, impulse.normal / -more.normal);  // nobody pulls
  impulse.normal = std::max(impulse.normal + part * more.normal, 0.0);
  impulse.across = part * more.across;
  return impulse;
}

}  // namespace firsthit
