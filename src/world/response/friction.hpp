#pragma once

#include <firsthit/orientation.hpp>
#include <firsthit/vec.hpp>

#include "core/vec_math.hpp"
#include "world/bodies/interaction_rules.hpp"
#include "world/bodies/spin_table.hpp"
#include "world/response/bounce.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit {

/// One of two whose surfaces rub: what an impulse at its surface does to it.
template <int D>
struct Rubbed {
  double inverse_mass = 0.0;              // [1/M] 0 of what no impact moves
  double inverse_inertia = 0.0;           // [1/(M L^2)] 0 of what no impact turns
  double arm = 0.0;                       // [L] from its centre to the contact, along the normal
  AngularVelocity<D> angular_velocity{};  // [rad/T]
};

/// What friction does in an impact.
template <int D>
struct Friction {
  Vec<D> impulse{};        // [M L/T] that b gets from a
  AngularVelocity<D> a{};  // [rad/T] after
  AngularVelocity<D> b{};
};

/// Walton's law: the impulse along the surfaces is what turns their relative velocity u there into -beta u,
/// if that is at most mu times the impulse along the normal; else it is that much. For balls both impulses
/// act on different parts of the motion, so no energy comes from anywhere.
///
/// d [L]: from a to b along the normal, of any length but 0. `bounced`: what the impact does along it; its
/// velocities get what friction adds, and none close afterwards, exactly. With 1 / k = 1 / m_a + 1 / m_b +
/// r_a^2 / I_a + r_b^2 / I_b, P = min((1 + beta) k |u|, mu J).
/// Source: Walton's parameters, as in Foerster, Louge, Chang and Allia, doi:10.1063/1.868282.
template <int D>
Friction<D> rub(const Vec<D>& d, const Vec<D>& v_a, const Vec<D>& v_b, const Rubbed<D>& a, const Rubbed<D>& b,
                const Surfaces& surfaces, Bounce<D>& bounced) {
  Friction<D> after{{}, a.angular_velocity, b.angular_velocity};
  if (!(surfaces.friction > 0.0 && bounced.impulse > 0.0)) return after;
  const double d2 = length_squared(d);
  const Vec<D> normal = (1.0 / std::sqrt(d2)) * d;
  const Vec<D> passing =
      (v_b - v_a) - turning_velocity(a.arm * a.angular_velocity + b.arm * b.angular_velocity, normal);
  const Vec<D> along = passing - (dot(passing, d) / d2) * d;
  const double speed = length(along);
  const double give = (a.inverse_mass + b.inverse_mass) +
                      (a.arm * a.arm * a.inverse_inertia + b.arm * b.arm * b.inverse_inertia);
  if (!(speed > 0.0 && give > 0.0)) return after;
  const double grip = (1.0 + surfaces.tangential_restitution) / give;
  const double slip = surfaces.friction * (bounced.impulse / speed);
  after.impulse = -std::min(grip, slip) * along;
  bounced.velocity_a = bounced.velocity_a - a.inverse_mass * after.impulse;
  bounced.velocity_b = bounced.velocity_b + b.inverse_mass * after.impulse;
  const AngularVelocity<D> twist = cross(normal, after.impulse);
  after.a = a.angular_velocity - (a.arm * a.inverse_inertia) * twist;
  after.b = b.angular_velocity - (b.arm * b.inverse_inertia) * twist;
  if (signed_dot(d, bounced.velocity_b - bounced.velocity_a) < 0.0) {
    const double all = a.inverse_mass + b.inverse_mass;
    const Bounce<D> pushed = pushed_apart(d, bounced.velocity_a, bounced.velocity_b, 0.0,
                                          {a.inverse_mass / all, b.inverse_mass / all});
    bounced.velocity_a = pushed.velocity_a;
    bounced.velocity_b = pushed.velocity_b;
  }
  return after;
}

}  // namespace firsthit
