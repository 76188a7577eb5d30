#include "query/convex/exact_search.hpp"

#include "exact/double_order.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace firsthit {
namespace {

/// (distance^2 - reach^2) * (normal * scale)^2
template <int D>
Integer gap_measure(const ExactPair<D>& pair, const NearestPart<D>& nearest, const Integer& scale) {
  const Integer reach = scale * pair.reach;
  return nearest.height * nearest.height - reach * reach * dot(nearest.normal, nearest.normal);
}

/// p / q to about 50 bits, times 2^exponent.
double rough_quotient(const Integer& p, const Integer& q, std::int64_t exponent) {
  const Magnified a = p.rounded();
  const Magnified b = q.rounded();
  const std::int64_t e = std::clamp<std::int64_t>(a.exponent - b.exponent + exponent, -2000, 2000);
  return std::ldexp(a.value / b.value, static_cast<int>(e));
}

/// What the search knows of the pair at one double.
template <int D>
struct Look {
  NearestPart<D> nearest;
  bool before = false;    ///< apart and closing: the first touch is still to come
  bool touching = false;  ///< the gap is exactly 0 and falling: it is the first touch
  double step = 0.0;      ///< [T] about how far from here the first touch is; not a number if unknown
};

template <int D>
Integer bend(const ExactPair<D>& pair, const NearestPart<D>& nearest, Integer& scale) {
  const IntegerVec<D>& v = pair.velocity;
  if (nearest.part.size == 1) {
    scale = 1;
    return dot(v, v);
  }
  if constexpr (D == 3) {
    if (nearest.part.size == 2) {
      const IntegerVec<3> edge = nearest.part[1].place - nearest.part[0].place;
      const IntegerVec<3> turn = cross(edge, v);
      scale = dot(edge, edge);
      return dot(turn, turn);
    }
  }
  const Integer rate = dot(nearest.normal, v);
  scale = dot(nearest.normal, nearest.normal);
  return rate * rate;
}

/// Where the part that is nearest now will be at the reach: the earlier root of a t^2 + 2 b t + c, the square
/// of the distance less that of the reach.
template <int D>
double rough_step(const ExactPair<D>& pair, const NearestPart<D>& nearest, const Integer& scale,
                  const Integer& measure) {
  const Integer normal_squared = dot(nearest.normal, nearest.normal);
  Integer bend_scale;
  const Integer bent = bend(pair, nearest, bend_scale);
  // In the pair's units, times 2^shift: the numbers may be too large for doubles.
  const auto length = static_cast<std::int64_t>(pair.reach.bits());
  const auto speed = static_cast<std::int64_t>(dot(pair.velocity, pair.velocity).bits()) / 2;
  const double a = rough_quotient(bent, bend_scale, -2 * speed);
  const double b = rough_quotient(dot(nearest.normal, pair.velocity) * nearest.height, normal_squared * scale,
                                  -speed - length);
  const double c = rough_quotient(measure, normal_squared * scale * scale, -2 * length);
  const double root = std::sqrt(b * b - a * c);
  const double t = b < 0.0 ? c / (root - b) : (-b - root) / a;
  const std::int64_t e = std::clamp<std::int64_t>(length - speed + pair.time_unit, -2000, 2000);
  return std::ldexp(t, static_cast<int>(e));
}

template <int D>
Look<D> look(const ExactPair<D>& pair, NearestPart<D> nearest, const Integer& scale) {
  Look<D> r;
  if (!nearest.inside) {
    const Integer measure = gap_measure(pair, nearest, scale);
    const bool closing = dot(nearest.normal, pair.velocity).sign() < 0;
    r.before = measure.sign() > 0 && closing;
    r.touching = measure.sign() == 0 && closing;
    r.step = rough_step(pair, nearest, scale, measure);
  } else {
    r.step = std::nan("");
  }
  r.nearest = std::move(nearest);
  return r;
}

}  // namespace

template <int D>
int gap_sign(const ExactPair<D>& pair, const NearestPart<D>& nearest) {
  return gap_measure(pair, nearest, 1).sign();
}

template <int D>
std::optional<Touch<D>> first_touch_in(const ExactPair<D>& pair, NearestPart<D> at_start, double end) {
  std::int64_t low = 0;                  // before the first touch
  std::int64_t high = ordinal(end) + 1;  // not before it, or after the end
  bool touching = false;                 // at high
  double time = 0.0;
  Look<D> last = look(pair, std::move(at_start), 1);
  NearestPart<D> at_low = last.nearest;
  IntegerVec<D> normal_at_high;
  for (int steps = 0; high - low > 1; ++steps) {
    // Where the nearest part says, or else half way in the order of doubles, which ends in any case.
    const double guess = time + last.step;
    std::int64_t next = guess >= 0.0 ? ordinal(std::min(guess, end)) : low;
    const bool halve = std::isnan(guess) || (steps > 6 && steps % 2 == 0);
    next = halve ? low + (high - low) / 2 : std::clamp(next, low + 1, high - 1);
    time = from_ordinal(next);
    const Place<D> place = pair.at(time);
    last = look(pair, nearest_part(pair.hull, place, last.nearest.part), place.scale);
    if (last.before) {
      low = next;
      at_low = last.nearest;
    } else {
      high = next;
      touching = last.touching;
      normal_at_high = last.nearest.normal;
    }
  }
  if (high > ordinal(end)) return std::nullopt;
  if (touching) return Touch<D>{from_ordinal(high), from_ordinal(high), normal_at_high};
  return Touch<D>{from_ordinal(low), from_ordinal(high), at_low.normal};
}

template int gap_sign(const ExactPair<2>&, const NearestPart<2>&);
template int gap_sign(const ExactPair<3>&, const NearestPart<3>&);
template std::optional<Touch<2>> first_touch_in(const ExactPair<2>&, NearestPart<2>, double);
template std::optional<Touch<3>> first_touch_in(const ExactPair<3>&, NearestPart<3>, double);

}  // namespace firsthit
