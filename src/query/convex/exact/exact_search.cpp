#include "query/convex/exact/exact_search.hpp"

#include "exact/double_order.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
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

/// About how far it is from some time until the first touch [T]; not a number if unknown.
struct Steps {
  double of_part = std::numeric_limits<double>::quiet_NaN();   ///< if the same part stays nearest
  double of_slope = std::numeric_limits<double>::quiet_NaN();  ///< as the gap falls now: never too far
};

/// What the search knows of the pair at one double.
template <int D>
struct Look {
  NearestPart<D> nearest;
  bool before = false;    ///< apart and closing: the first touch is still to come
  bool touching = false;  ///< the gap is exactly 0 and falling: it is the first touch
  Steps steps;
};

/// The second derivative of the squared distance from a part, halved: the square of the speed across it,
/// times `scale`.
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

/// The square of the distance less that of the reach is a t^2 + 2 b t + c, while the part stays nearest:
/// its earlier root, and Newton's step for the distance itself.
template <int D>
Steps rough_steps(const ExactPair<D>& pair, const NearestPart<D>& nearest, const Integer& scale,
                  const Integer& measure) {
  const Integer normal_squared = dot(nearest.normal, nearest.normal);
  Integer bend_scale;
  const Integer bent = bend(pair, nearest, bend_scale);
  // In units of about the reach and the speed, as the whole numbers may be too large for doubles.
  const auto length = static_cast<std::int64_t>(pair.reach.bits());
  const auto speed = static_cast<std::int64_t>(dot(pair.velocity, pair.velocity).bits()) / 2;
  const double a = rough_quotient(bent, bend_scale, -2 * speed);
  const double b = rough_quotient(dot(nearest.normal, pair.velocity) * nearest.height, normal_squared * scale,
                                  -speed - length);
  const double c = rough_quotient(measure, normal_squared * scale * scale, -2 * length);
  const double reach = rough_quotient(pair.reach, 1, -length);
  const double root = std::sqrt(b * b - a * c);
  const double distance = std::sqrt(c + reach * reach);
  const std::int64_t e = std::clamp<std::int64_t>(length - speed + pair.time_unit, -2000, 2000);
  const auto in_time = [&](double t) { return std::ldexp(t, static_cast<int>(e)); };
  return {in_time(b < 0.0 ? c / (root - b) : (-b - root) / a),
          in_time(c / (distance + reach) * distance / -b)};
}

template <int D>
Look<D> look(const ExactPair<D>& pair, NearestPart<D> nearest, const Integer& scale) {
  Look<D> r;
  if (!nearest.inside) {
    const Integer measure = gap_measure(pair, nearest, scale);
    const bool closing = dot(nearest.normal, pair.velocity).sign() < 0;
    r.before = measure.sign() > 0 && closing;
    r.touching = measure.sign() == 0 && closing;
    r.steps = rough_steps(pair, nearest, scale, measure);
  }
  r.nearest = std::move(nearest);
  return r;
}

/// The doubles in which a time is looked for, by their ordinals: after `low` and not after `high`.
struct Bracket {
  std::int64_t low = 0;
  std::int64_t high = 0;

  /// Between the two, if the guess is, give or take some rounding; else nothing.
  std::optional<std::int64_t> inside(double guess) const {
    constexpr std::int64_t kRounding = 4;
    if (!(guess >= 0.0)) return std::nullopt;
    const std::int64_t i = ordinal(guess);
    if (i < low - kRounding || i > high + kRounding) return std::nullopt;
    return std::clamp(i, low + 1, high - 1);
  }
  std::int64_t middle() const { return low + (high - low) / 2; }
};

}  // namespace

template <int D>
int gap_sign(const ExactPair<D>& pair, const NearestPart<D>& nearest, const Integer& scale) {
  return gap_measure(pair, nearest, scale).sign();
}

template <int D>
std::optional<ExactTouch<D>> first_touch_in(const ExactPair<D>& pair, NearestPart<D> at_start, double end,
                                            QueryTrace* trace) {
  constexpr int kQuick = 16;  // steps; by then the guesses have found it, but for rare shapes
  // The touch is after low, where the pair is apart and closing, and not after high, or it is after the end.
  Bracket bracket{0, ordinal(end) + 1};
  Look<D> low = look(pair, std::move(at_start), 1);
  Look<D> high;
  double time = 0.0;
  Steps steps = low.steps;
  for (int count = 0; bracket.high - bracket.low > 1; ++count) {
    std::optional<std::int64_t> next = bracket.inside(std::min(time + steps.of_part, end));
    if (!next) next = bracket.inside(from_ordinal(bracket.low) + low.steps.of_slope);
    // Half way in the order of doubles: that ends in any case.
    if (!next || (count > kQuick && count % 2 == 0)) next = bracket.middle();
    time = from_ordinal(*next);
    if (trace != nullptr) ++trace->steps;
    const RationalPlace<D> place = pair.at(time);
    const ExactSimplex<D>& start = high.nearest.part.size > 0 ? high.nearest.part : low.nearest.part;
    Look<D> now = look(pair, nearest_part(pair.hull, place, start), place.scale);
    steps = now.steps;
    (now.before ? bracket.low : bracket.high) = *next;
    (now.before ? low : high) = std::move(now);
  }
  if (bracket.high > ordinal(end)) return std::nullopt;
  const double upper = from_ordinal(bracket.high);
  if (high.touching) return ExactTouch<D>{upper, upper, high.nearest.normal};
  return ExactTouch<D>{from_ordinal(bracket.low), upper, low.nearest.normal};
}

template int gap_sign(const ExactPair<2>&, const NearestPart<2>&, const Integer&);
template int gap_sign(const ExactPair<3>&, const NearestPart<3>&, const Integer&);
template std::optional<ExactTouch<2>> first_touch_in(const ExactPair<2>&, NearestPart<2>, double,
                                                     QueryTrace*);
template std::optional<ExactTouch<3>> first_touch_in(const ExactPair<3>&, NearestPart<3>, double,
                                                     QueryTrace*);

}  // namespace firsthit
