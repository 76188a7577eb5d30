#include "core/vec_math.hpp"
#include "exact/integer.hpp"
#include "query/paths/path_crossing_cases.hpp"
#include "query/paths/path_crossing_stages.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>

namespace firsthit {
namespace {

constexpr std::int64_t kNone = INT64_MAX;

/// An exponent e such that x is a whole multiple of 2^e.
std::int64_t unit(double x) { return x == 0.0 ? kNone : std::ilogb(x) - 52; }

template <int D>
std::int64_t unit(const Vec<D>& a, const Vec<D>& b) {
  std::int64_t r = kNone;
  for (int i = 0; i < D; ++i) r = std::min({r, unit(a.c[i]), unit(b.c[i])});
  return r;
}

/// Exponents of units in which all that is given is whole.
struct Units {
  std::int64_t length = 0;
  std::int64_t time = 0;

  template <int D>
  Units(const Linear<D>& p, const Linear<D>& q, const PathQuery& query) {
    const std::int64_t place = unit(p.position, q.position);
    const std::int64_t velocity = unit(p.velocity, q.velocity);
    std::int64_t horizon = kNone;
    for (const double x : {query.horizon_p, query.horizon_q})
      if (std::isfinite(x)) horizon = std::min(horizon, unit(x));
    if (horizon != kNone) time = horizon;
    if (velocity == kNone) {
      if (place != kNone) length = place;
    } else if (place == kNone) {
      length = velocity + time;
    } else {
      if (horizon == kNone) time = place - velocity;
      length = std::min(place, velocity + time);
    }
  }
};

template <int D>
PathCourse<Integer, D> course(const Linear<D>& motion, double horizon, const Units& units) {
  PathCourse<Integer, D> r;
  for (std::size_t i = 0; i < std::size_t{D}; ++i)
    r.velocity[i] = Integer::scaled(motion.velocity[i], units.time - units.length);
  r.rests = is_zero(motion.velocity);
  r.forever = !std::isfinite(horizon);
  if (!r.forever) r.horizon = Integer::scaled(horizon, -units.time);
  return r;
}

/// The doubles next to a number >= 0, from a guess; `side(x)` is the sign of x less the number.
template <class Side>
Certified enclose(double guess, const Side& side) {
  constexpr double kMost = std::numeric_limits<double>::max();
  double x = std::min(guess, kMost);
  int at = side(x);
  while (at > 0) {
    const double before = std::nextafter(x, 0.0);
    at = side(before);
    if (at < 0) return {before, x};
    x = before;
  }
  while (at < 0) {
    const double behind = std::nextafter(x, HUGE_VAL);
    at = behind > kMost ? 1 : side(behind);
    if (at > 0) return {x, behind};
    x = behind;
  }
  return {x, x};
}

double magnified(double value, std::int64_t exponent) {
  return std::ldexp(value, static_cast<int>(std::clamp<std::int64_t>(exponent, -4000, 4000)));
}

/// x * 2^shift as a whole number times 2^-places.
struct Shifted {
  Integer value;
  std::size_t places = 0;

  Shifted(double x, std::int64_t shift) {
    if (x == 0.0) return;
    const std::int64_t lowest = unit(x) + shift;
    if (lowest < 0) places = static_cast<std::size_t>(-lowest);
    value = Integer::scaled(x, shift + static_cast<std::int64_t>(places));
  }
};

/// f * 2^exponent
Certified enclosed(const PathFraction<Integer>& f, std::int64_t exponent) {
  const Magnified a = f.numerator.rounded();
  const Magnified b = f.denominator.rounded();
  const double guess = magnified(a.value / b.value, a.exponent - b.exponent + exponent);
  return enclose(guess, [&](double x) {
    const Shifted whole(x, -exponent);
    return compare(whole.value * f.denominator, f.numerator << whole.places);
  });
}

/// sqrt(f) * 2^exponent
Certified enclosed_root(const PathFraction<Integer>& f, std::int64_t exponent) {
  const Magnified a = f.numerator.rounded();
  const Magnified b = f.denominator.rounded();
  const std::int64_t twice = a.exponent - b.exponent;
  const double value = (twice % 2 == 0 ? 1.0 : 2.0) * (a.value / b.value);
  const std::int64_t half = (twice - (twice % 2 == 0 ? 0 : 1)) / 2;
  return enclose(magnified(std::sqrt(value), half + exponent), [&](double x) {
    const Shifted whole(x, -exponent);
    return compare(whole.value * whole.value * f.denominator, f.numerator << (2 * whole.places));
  });
}

Certified enclosed(const PathMoment<Integer>& moment, double horizon, std::int64_t unit_of_time) {
  using At = PathMoment<Integer>::At;
  if (moment.at == At::Between) return enclosed(moment.delay, unit_of_time);
  const double end = moment.at == At::Start ? 0.0 : horizon + 0.0;
  return {end, end};
}

}  // namespace

template <int D>
CertifiedApproach exact_path_approach(const Linear<D>& p, const Linear<D>& q, const PathQuery& query) {
  const Units units(p, q, query);
  PathPair<Integer, D> pair{course(p, query.horizon_p, units), course(q, query.horizon_q, units), {}};
  for (std::size_t i = 0; i < std::size_t{D}; ++i)
    pair.offset[i] =
        Integer::scaled(q.position[i], -units.length) - Integer::scaled(p.position[i], -units.length);
  const PathApproach<Integer> found = *PathCases<Integer, D>(pair).solve();
  const auto stay = [&](const PathStay<Integer>& at, double horizon) -> CertifiedStay {
    return {enclosed(at.enter, horizon, units.time), enclosed(at.leave, horizon, units.time)};
  };
  return {found.stretch, found.opposed, stay(found.p, query.horizon_p), stay(found.q, query.horizon_q),
          enclosed_root(found.distance_squared, units.length)};
}

template CertifiedApproach exact_path_approach(const Linear<2>&, const Linear<2>&, const PathQuery&);
template CertifiedApproach exact_path_approach(const Linear<3>&, const Linear<3>&, const PathQuery&);

}  // namespace firsthit
