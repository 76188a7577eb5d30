#include "core/vec_math.hpp"
#include "query/turning/base/turning_pair.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit {
namespace {

/// What times and distances here are rounded by, many times over: a window that is too wide costs nothing.
constexpr double kWide = 0x1p-40;

/// [T] One whole turn.
constexpr double kTurn = 6.283185307179587;

/// When |p + v t| <= reach. Requires: v is not 0.
template <int D>
std::optional<TurningWindow> straight_window(const Vec<D>& p, const Vec<D>& v, double reach, double end) {
  const double speed = length(v);
  const Vec<D> along = (1.0 / speed) * v;
  const double nearest = -dot(p, along);  // [L] along the way
  const Vec<D> there = p + nearest * along;
  const double grown = reach + kWide * (reach + sum_abs(p));
  const double beside = length(there);
  if (beside > grown) return std::nullopt;
  const double half = std::sqrt((grown - beside) * (grown + beside)) + kWide * grown;
  const double slack = kWide * (std::fabs(nearest) + half);
  const double last = ((nearest + half) + slack) / speed;
  if (last < 0.0) return std::nullopt;
  const double first = std::max(0.0, ((nearest - half) - slack) / speed);
  if (first > end) return std::nullopt;
  return TurningWindow{first, std::min(end, last)};
}

}  // namespace

template <int D>
std::optional<TurningWindow> window_of(const TurningReach<D>& pair, double end) {
  const CubicPath<D>& a = pair.a;
  const CubicPath<D>& b = pair.b;
  const Vec<D> p = b.position - a.position;
  const Vec<D> v = b.velocity - a.velocity;
  const Vec<D> acceleration = b.acceleration - a.acceleration;
  const bool falls = !is_zero(acceleration);
  const bool bends = !is_zero(b.jerk - a.jerk);
  const double reach = pair.reach;
  if (!falls && !bends && is_zero(v)) {
    const bool a_spins = pair.rate_a > 0.0;
    const bool b_spins = pair.rate_b > 0.0;
    if (!pair.is_plane && length(p) > reach + kWide * (reach + sum_abs(p))) return std::nullopt;
    // What precesses is never again as it was.
    if ((a_spins && b_spins) || pair.precesses) return TurningWindow{0.0, end};
    const double rate = std::max(pair.rate_a, pair.rate_b);
    return TurningWindow{0.0, rate > 0.0 ? std::min(end, (1.0 + kWide) * kTurn / rate) : 0.0};
  }
  if (pair.is_plane || bends) return TurningWindow{0.0, end};
  if (!falls) return straight_window(p, v, reach, end);
  // From then on |a| t^2 / 2 - |v| t - |p| is more than the reach.
  const double g = length(acceleration);
  const double speed = length(v);
  const double last = (speed + std::sqrt(speed * speed + 2.0 * g * (length(p) + reach))) / g;
  return TurningWindow{0.0, std::min(end, (1.0 + kWide) * last)};
}

template <int D>
std::optional<TurningWindow> window_of(const TurningPair<D>& pair, double end) {
  return window_of(
      TurningReach<D>{pair.a.path(), pair.b.path(), (pair.a.reach() + pair.b.reach()) + pair.radii,
                      pair.a.rate(), pair.b.rate(), pair.a.precesses() || pair.b.precesses(),
                      pair.plane.has_value()},
      end);
}

template std::optional<TurningWindow> window_of(const TurningReach<2>&, double);
template std::optional<TurningWindow> window_of(const TurningReach<3>&, double);
template std::optional<TurningWindow> window_of(const TurningPair<2>&, double);
template std::optional<TurningWindow> window_of(const TurningPair<3>&, double);

}  // namespace firsthit
