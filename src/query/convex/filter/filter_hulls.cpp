#include "core/vec_math.hpp"
#include "query/convex/filter/filter_corners.hpp"
#include "query/convex/filter/filter_depth.hpp"
#include "query/convex/filter/filter_nearest.hpp"
#include "query/convex/filter/filter_rounding.hpp"
#include "query/convex/filter/filter_stages.hpp"
#include "query/convex/filter/filter_touch.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

// Any two cores: a guess of the first touch in doubles, then its proof.

namespace firsthit {
namespace {

/// How far the gap over one supporting plane is surely above 0, as a function of time.
struct PlaneGap {
  double now;    // lower bound at time 0
  double slope;  // its derivative, rounded down
  double rounding;

  bool surely_open(double t) const { return now + slope * t > rounding * (std::fabs(slope) * t); }
};

template <int D>
class HullFilter {
 public:
  HullFilter(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double margin, double end,
             ConvexEvent<D>& event)
      : pair_(a, b, margin), end_(end), event_(event) {}

  bool run() {
    if (!pair_.in_range()) return false;
    const double reach = std::max(pair_.s, kThinnest * pair_.size);
    double t = 0.0;
    double open_until = 0.0;  // surely apart until then
    for (int step = 0; step < kMostSteps; ++step) {
      const Vec<D> x = pair_.place(t);
      const Vec<D> away = x - nearest(x);
      const double distance = length(away);
      if (!(distance > pair_.noise)) return step == 0 && inside();
      const double closing = -dot(away, pair_.v) / distance;
      if (step == 0 && !(distance - pair_.s > pair_.noise)) return touching();
      const PlaneGap plane = gap_along(away);
      if (plane.surely_open(open_until) && (plane.slope >= 0.0 || plane.surely_open(end_)))
        return true;  // no event
      if (!(closing > 0.0)) return false;
      if (plane.surely_open(open_until)) {
        const double until = (plane.now / -plane.slope) * (1.0 - 0x1p-40);
        if (until > open_until && plane.surely_open(until)) open_until = until;
      }
      const double advance = (distance - reach) / closing;
      if (!(advance > 0x1p-46 * t)) return touch(t + (distance - pair_.s) / closing);
      t += advance;
    }
    return false;
  }

 private:
  static constexpr int kMostSteps = 30;
  static constexpr double kThinnest = 0x1p-20;

  Difference<D> support(const Vec<D>& along) const {
    Difference<D> r;
    r.i = pair_.a.furthest(along);
    r.j = pair_.b.furthest(-along);
    r.w = pair_.a.corner[r.i] - pair_.b.corner[r.j];
    return r;
  }

  /// The place of K nearest to x. The simplex that it was found in stays for the next time.
  Vec<D> nearest(const Vec<D>& x) {
    if (simplex_.count == 0) simplex_.corner[simplex_.count++] = support(x);
    Vec<D> place = nearest_place(x, simplex_, false);
    for (int step = 0; step < 30; ++step) {
      if (simplex_.count == D + 1) return x;
      const Vec<D> away = x - place;
      const Difference<D> next = support(away);
      const double gain = dot(away, next.w - place);
      if (!(gain > 0x1p-40 * length_squared(away)) || known(next)) return place;
      simplex_.corner[simplex_.count++] = next;
      place = nearest_place(x, simplex_, true);
    }
    return place;
  }

  bool known(const Difference<D>& next) const {
    for (std::size_t k = 0; k < simplex_.count; ++k)
      if (simplex_.corner[k].i == next.i && simplex_.corner[k].j == next.j) return true;
    return false;
  }

  PlaneGap gap_along(const Vec<D>& n) const {
    double sum = dot(n, pair_.p - support(n).w);
    double size = 0.0;
    double slope_size = 0.0;
    for (std::size_t i = 0; i < D; ++i) {
      size += std::fabs(n[i]) * (std::fabs(pair_.p[i]) + pair_.extent(i));
      slope_size += std::fabs(n[i] * pair_.v[i]);
    }
    const double radius = pair_.s * length(n);
    return {sum - radius - 32.0 * kHalfUlp * (size + radius), dot(n, pair_.v) - 8.0 * kHalfUlp * slope_size,
            8.0 * kHalfUlp};
  }

  bool touch(double t) {
    const ProvenTouch<D> touch(pair_, simplex_, t);
    NeighbouringDoubles times;
    if (surely_between(touch.time(), touch.time_error(), times)) return impact(touch, t, times);
    // Where it is a double itself, it must be the guess to be seen.
    if (!(touch.time_error() < 0x1p-60 * touch.time().high)) return false;
    const ProvenTouch<D> again(pair_, simplex_, touch.time().high);
    return surely_between(again.time(), again.time_error(), times) && impact(again, touch.time().high, times);
  }

  bool impact(const ProvenTouch<D>& touch, double t, const NeighbouringDoubles& times) {
    const double step = std::fabs(touch.time().high - t) + (times.upper - times.lower);
    if (!touch.surely_nearest(2.0 * step)) return false;
    if (times.upper > end_) return true;
    if (!touch.direction_at(times.lower, event_.direction)) return false;
    event_.event = {GapEvent::Kind::Impact, times.lower, times.upper, times.lower};
    return true;
  }

  /// K's nearest place is not further off than s at the start, or it is hard to tell.
  bool touching() {
    using Sign = typename ProvenTouch<D>::Sign;
    if (!(pair_.s > 0.0)) return false;
    const ProvenTouch<D> touch(pair_, simplex_, 0.0);
    if (!touch.surely_nearest(0.0) || touch.gap_at_guess() != Sign::Negative) return false;
    return touches_already(touch);
  }

  /// Within K at the start.
  bool inside() {
    std::vector<Difference<D>> tied;
    if (simplex_.count != D + 1 || !find_least_depth(pair_, simplex_, tied)) return false;
    const ProvenTouch<D> touch(pair_, simplex_);
    const auto on_plane = [&touch](const Difference<D>& corner) { return touch.surely_on_plane(corner); };
    return touch.surely_facet() && std::all_of(tied.begin(), tied.end(), on_plane) && touches_already(touch);
  }

  bool touches_already(const ProvenTouch<D>& touch) {
    using Sign = typename ProvenTouch<D>::Sign;
    const Sign closing = touch.closing();
    if (closing == Sign::Doubt && !is_zero(pair_.v)) return false;
    if (!touch.direction_at(0.0, event_.direction)) return false;
    event_.event.kind = closing == Sign::Positive ? GapEvent::Kind::Overlap : GapEvent::Kind::None;
    event_.event.touch = 0.0;
    return true;
  }

  CorePair<D> pair_;
  double end_;
  ConvexEvent<D>& event_;
  Simplex<D> simplex_;
};

}  // namespace

template <int D>
bool filter_hulls(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double margin, double end,
                  ConvexEvent<D>& event) {
  event = {};
  return HullFilter<D>(a, b, margin, end, event).run();
}

template bool filter_hulls(const RoundedPolytope<2>&, const RoundedPolytope<2>&, double, double,
                           ConvexEvent<2>&);
template bool filter_hulls(const RoundedPolytope<3>&, const RoundedPolytope<3>&, double, double,
                           ConvexEvent<3>&);

}  // namespace firsthit
