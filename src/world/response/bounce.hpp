#pragma once

#include <firsthit/vec.hpp>

#include "core/vec_math.hpp"
#include "exact/double_double.hpp"
#include "exact/signed_sum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firsthit {

/// What a bounce does to the two velocities, and with how much impulse.
template <int D>
struct Bounce {
  Vec<D> velocity_a;     ///< [L/T] after
  Vec<D> velocity_b;     ///< [L/T] after
  double closing = 0.0;  ///< [L/T] how fast the gap shrank before, > 0 if it did
  double impulse = 0.0;  ///< [M L/T], >= 0
};

/// The same way, so long that its square keeps all its digits: a bounce does not care for the length.
template <int D>
Vec<D> long_enough(const Vec<D>& d) {
  constexpr double kShort = 0x1p-400;
  constexpr double kLonger = 0x1p600;
  return max_abs(d) < kShort ? kLonger * d : d;
}

/// Half a rounding of the speeds that take part, in units of `strength` in the functions below.
template <int D>
double least_push(const Vec<D>& v_a, const Vec<D>& v_b, double distance) {
  const double push = 0.5 * std::numeric_limits<double>::epsilon() * (max_abs(v_a) + max_abs(v_b)) / distance;
  return push > 0.0 ? push
                    : std::numeric_limits<double>::denorm_min();  // above 0: it is doubled until it tells
}

/// How two masses share a change of their relative velocity; one of them may be infinite.
struct Shares {
  double a;
  double b;
};

/// [M] m_a m_b / (m_a + m_b), one of the masses may be infinite. Whoever of the two comes first, it is the
/// same.
inline double reduced_mass(double m_a, double m_b) {
  const double lighter = std::min(m_a, m_b);
  const double heavier = std::max(m_a, m_b);
  return std::isinf(heavier) ? lighter : heavier / (m_a + m_b) * lighter;
}

inline Shares shares(double m_a, double m_b) {
  if (std::isinf(m_a)) return {0.0, 1.0};
  if (std::isinf(m_b)) return {1.0, 0.0};
  return {m_b / (m_a + m_b), m_a / (m_a + m_b)};
}

/// With little or no restitution the last rounding may leave two closing: they would bounce for ever. Instead
/// they are pushed a little more, by the least that tells. Arguments as of bounce.
template <int D>
[[gnu::cold, gnu::noinline]] Bounce<D> pushed_apart(const Vec<D>& d, const Vec<D>& v_a, const Vec<D>& v_b,
                                                    double strength, Shares share) {
  Bounce<D> after;
  double push = least_push(v_a, v_b, length(d));
  do {
    after.velocity_a = v_a + ((strength - push) * share.a) * d;
    after.velocity_b = v_b - ((strength - push) * share.b) * d;
    push *= 2.0;
  } while (signed_dot(d, after.velocity_b - after.velocity_a) < 0.0);
  return after;
}

/// Two smooth bodies bounce. toward [L]: from a to b along the normal, of any length but 0; restitution 0 to
/// 1; one of the masses [M] may be infinite. Bodies that do not close keep their velocities; afterwards none
/// close: both exactly, as whoever predicts their next impact decides it.
///
/// With d along the normal and u = (v_b - v_a) . d: v_a += (1 + e) m_b / (m_a + m_b) u / d^2 d, and b the
/// other way. The normal is never rounded to unit length, so energy is kept to the last place when e = 1.
template <int D>
inline Bounce<D> bounce(const Vec<D>& toward, const Vec<D>& v_a, const Vec<D>& v_b, double m_a, double m_b,
                        double restitution) {
  const Vec<D> d = long_enough(toward);
  Bounce<D> after{v_a, v_b, 0.0, 0.0};
  const double u = signed_dot(d, v_b - v_a);
  if (!(u < 0.0)) return after;
  const double d2 = length_squared(d);
  const double strength = (1.0 + restitution) * (u / d2);
  const Shares share = shares(m_a, m_b);
  const double distance = std::sqrt(d2);
  after.velocity_a = v_a + (strength * share.a) * d;
  after.velocity_b = v_b - (strength * share.b) * d;
  after.closing = -u / distance;
  after.impulse = -strength * reduced_mass(m_a, m_b) * distance;
  if (signed_dot(d, after.velocity_b - after.velocity_a) < 0.0) {
    const Bounce<D> pushed = pushed_apart(d, v_a, v_b, strength, share);
    after.velocity_a = pushed.velocity_a;
    after.velocity_b = pushed.velocity_b;
  }
  return after;
}

/// a . b to about twice the digits of a double.
template <int D>
DoubleDouble long_dot(const Vec<D>& a, const Vec<D>& b) {
  DoubleDouble sum;
  for (std::size_t i = 0; i < D; ++i) {
    const Exactly p = two_product(a[i], b[i]);
    sum = sum + DoubleDouble{p.value, p.error};
  }
  return sum;
}

/// (d . v) / (d . d), rounded once. Off one and the same wall, the roundings of d . d would add up from
/// bounce to bounce: ten million of them would change the energy by 1e-9 of itself.
template <int D>
double share_along(const Vec<D>& d, const Vec<D>& v) {
  const DoubleDouble u = long_dot(d, v);
  const DoubleDouble d2 = long_dot(d, d);
  const double quotient = u.high / d2.high;
  return quotient + (u - d2 * quotient).high / d2.high;
}

/// v, changed by its last digits until it does not lead along `toward`, exactly; and where it leads neither
/// there nor away, `pull` does not either. What stands still does so afterwards.
template <int D>
Vec<D> parted(const Vec<D>& toward, const Vec<D>& v, const Vec<D>& pull = {}) {
  const Vec<D> d = long_enough(toward);
  const auto leads = [&d, &pull](const Vec<D>& velocity) {
    const double rate = signed_dot(d, velocity);
    return rate > 0.0 || (rate == 0.0 && signed_dot(d, pull) > 0.0);
  };
  Vec<D> free = v;
  if (is_zero(v) || !leads(v)) return free;
  for (double push = least_push(v, {}, length(d)); leads(free); push *= 2.0) free = v - push * d;
  return free;
}

/// A smooth ball bounces off something fixed. toward [L]: along the normal, into what is fixed.
template <int D>
Bounce<D> bounce_off(const Vec<D>& toward, const Vec<D>& velocity, double mass, double restitution) {
  const Vec<D> d = long_enough(toward);
  const double u = signed_dot(d, velocity);
  if (!(u > 0.0)) return {velocity, Vec<D>{}, 0.0, 0.0};
  const double strength = (1.0 + restitution) * share_along(d, velocity);
  const double distance = length(d);
  return {parted(d, velocity - strength * d), Vec<D>{}, u / distance, strength * mass * distance};
}

}  // namespace firsthit
