#include "core/vec_math.hpp"
#include "query/turning/axis_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

// Of two corners, f(t) = n(t) . (p(t) + x_b(t) - x_a(t)) is their distance along an axis n that turns. With a
// bound K on the size of its third derivative, f(t) >= f0 + f1 t + f2 t^2 / 2 - K t^3 / 6. Where all these
// are above what the radii reach, the axis separates the two. Derivation: docs/numerics/turning.md.

namespace firsthit {
namespace {

/// The corners of one body along an axis, in the plane; those in space are SpaceCorners.
template <int D>
class CornersAlong {
 public:
  /// `sign`: 1 if those that reach least far count, -1 if those that reach furthest.
  CornersAlong(const AxisNow<D>& axis, const TurningBody<D>& body, double sign)
      : axis_(axis), body_(body), sign_(sign), moves_(axis.relative_rate(body)) {
    const auto corners = body.corners();
    if (corners.empty()) return;
    least_ = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const double along = sign * dot(axis.n, corners[i]);
      nearest_ = along < least_ ? i : nearest_;
      least_ = std::min(least_, along);
    }
    // Of several as near, the one that comes nearer soonest, whichever is listed first.
    for (std::size_t i = nearest_ + 1; i < corners.size(); ++i) {
      if (sign * dot(axis.n, corners[i]) != least_) continue;
      const Taylor f = of(i);
      const Taylor g = of(nearest_);
      if (f.rate < g.rate || (f.rate == g.rate && f.bend < g.bend)) nearest_ = i;
    }
  }

  /// Of the one that is nearest now; of nothing, if there is none.
  Taylor nearest() const { return body_.corners().empty() ? Taylor{} : of(nearest_); }

  /// Calls use(Taylor) for all others that may be the nearest within a time.
  void for_others(double time, const auto& use) const {
    const double moved = moves_ * time;
    if (moved == 0.0) return;
    const auto corners = body_.corners();
    const double square = moved * moved * (1.0 + 0x1p-40);
    for (std::size_t i = 0; i < corners.size(); ++i) {
      if (i == nearest_) continue;
      const double beyond = sign_ * dot(axis_.n, corners[i]) - least_;
      const Vec<D> apart = corners[i] - corners[nearest_];
      if (beyond * beyond <= square * length_squared(apart)) use(of(i));
    }
  }

 private:
  Taylor of(std::size_t i) const {
    const Taylor f = axis_.of_corner(body_, i);
    return {sign_ * f.value, sign_ * f.rate, sign_ * f.bend, f.third};
  }

  const AxisNow<D>& axis_;
  const TurningBody<D>& body_;
  double sign_;
  double moves_;
  double least_ = 0.0;
  std::size_t nearest_ = 0;
};

}  // namespace

template <int D>
double safe_step(const TurningPair<D>& pair, const TurningInstant<D>& now, const TurningAxis<D>& axis,
                 double least, double longest, double enough) {
  const AxisNow<D> as_now(axis);
  const double axis_rate = size_of(axis.rate);
  const double time = std::min(longest, longest_bounded(pair, axis_rate));
  Taylor common = as_now.of_path(now);
  common.value -= pair.radii + least + (pair.plane ? pair.plane->height : 0.0);
  take_errors(pair, now, axis_rate, common);
  const CornersAlong<D> of_a(as_now, pair.a, -1.0);
  const CornersAlong<D> of_b(as_now, pair.b, 1.0);
  const Taylor nearest_a = of_a.nearest();
  const Taylor nearest_b = of_b.nearest();
  // Longer than the nearest two allow it is not; of the others, few come into question within that.
  const Taylor nearest = common + (nearest_a + nearest_b);
  if (!(nearest.value > 0.0)) return 0.0;
  const auto with_path = [&](Taylor f, double within) {
    f.third = f.third * (1.0 + 0x1p-40) + third_of_path(now, axis_rate, within);
    return f;
  };
  const double most =
      longest_safe(time, [&](double within) { return time_above_zero(with_path(nearest, within), within); });
  if (most <= enough) return 0.0;
  double safe = most;
  common = with_path(common, most);
  InlineVector<Taylor, 8> all_of_a;
  all_of_a.push_back(nearest_a);
  of_a.for_others(most, [&](const Taylor& a) { all_of_a.push_back(a); });
  // All within the same time, so that the order does not show.
  const auto keep_safe = [&](const Taylor& f) {
    if (!(f.value > 0.0)) safe = 0.0;
    if (safe > 0.0) safe = std::min(safe, time_above_zero(f, most));
  };
  for (const Taylor& a : all_of_a.all().subspan(1)) keep_safe(common + (a + nearest_b));
  of_b.for_others(most, [&](const Taylor& b) {
    for (const Taylor& a : all_of_a.all()) keep_safe(common + (a + b));
  });
  return safe;
}

/// The direction of a way, as it turns.
TurningAxis<2> axis_between(const Vec<2>& way, const Vec<2>& velocity, double distance) {
  const Vec<2> normal = (1.0 / distance) * way;
  return {normal, cross(normal, velocity) / distance};
}
TurningAxis<3> axis_between(const Vec<3>& way, const Vec<3>& velocity, double distance) {
  const Vec<3> normal = (1.0 / distance) * way;
  return {normal, (1.0 / distance) * cross(normal, velocity)};
}

template <int D>
double safe_step_of_balls(const TurningPair<D>& pair, const TurningInstant<D>& now, double least,
                          double longest) {
  const double distance = pair.plane ? dot(pair.plane->normal, now.place) : now.distance;
  const double reach = (pair.plane ? pair.plane->height : pair.a.reach()) + pair.b.reach();
  const double apart = distance - (reach + pair.radii + least);
  if (!(apart > 0.0)) return 0.0;
  const TurningAxis<D> axis =
      pair.plane ? TurningAxis<D>{pair.plane->normal} : axis_between(now.place, now.velocity, distance);
  const AxisNow<D> as_now(axis);
  const double axis_rate = size_of(axis.rate);
  Taylor f = as_now.of_path(now);
  f.value = apart;
  const double velocity = now.speed;
  const double place = now.distance;
  f.rate -= kDerivativeError * (velocity + axis_rate * place);
  f.bend -= kDerivativeError * (now.acceleration_size + axis_rate * (2.0 * velocity + axis_rate * place));
  return longest_safe(longest, [&](double time) {
    f.third = third_of_path(now, axis_rate, time);
    return time_above_zero(f, time);
  });
}

template double safe_step_of_balls(const TurningPair<2>&, const TurningInstant<2>&, double, double);
template double safe_step_of_balls(const TurningPair<3>&, const TurningInstant<3>&, double, double);
template double safe_step(const TurningPair<2>&, const TurningInstant<2>&, const TurningAxis<2>&, double,
                          double, double);

}  // namespace firsthit
