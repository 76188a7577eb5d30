#include "query/convex/filter/filter_boxes.hpp"

#include "core/vec_math.hpp"
#include "query/convex/filter/filter_stages.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

// Boxes along the axes: K is one too, and the course is inside of it while it is between both planes of
// every axis. All times are fractions, so that even ties are told by double-doubles.

namespace firsthit {
namespace {

using Kind = GapEvent::Kind;

/// Below 0, 0 or above 0; or nobody knows.
enum class Order { Less, Equal, More, Doubt };

Order order(const Enclosed& difference) {
  return difference.surely_negative()   ? Order::Less
         : difference.surely_positive() ? Order::More
         : difference.surely_zero()     ? Order::Equal
                                        : Order::Doubt;
}

/// A time: numerator / speed. Requires: speed > 0.
struct Moment {
  Enclosed numerator;
  Enclosed speed;
};

Order order(const Moment& a, const Moment& b) { return order(a.numerator * b.speed - b.numerator * a.speed); }

/// The doubles next to a moment after 0.
bool surely_between(const Moment& moment, NeighbouringDoubles& times) {
  const double guess = moment.numerator.value.high / moment.speed.value.high;
  const Enclosed rest = moment.numerator - moment.speed * guess;
  const double step = rest.value.high / moment.speed.value.high;
  const Exactly time = two_sum(guess, step);
  const double error = 1.01 * (rest.error / moment.speed.value.high) + 0x1p-50 * std::fabs(step);
  return surely_between({time.value, time.error}, error, times);
}

Enclosed exactly(const DoubleDouble& x) { return {x, 0.0}; }

// Of a slab, exactly.
Moment entering_of(const Slab& slab) {
  return {-exactly(slab.half) - exactly(slab.p) * slab.sign, exactly(slab.v) * slab.sign};
}
Moment leaving_of(const Slab& slab) {
  return {exactly(slab.half) - exactly(slab.p) * slab.sign, exactly(slab.v) * slab.sign};
}
double side_of(const Slab& slab) { return slab.p.high < 0.0 ? -1.0 : 1.0; }
/// Behind the nearer plane.
Enclosed depth_of(const Slab& slab) { return exactly(slab.half) - exactly(slab.p) * side_of(slab); }

template <int D>
class BoxFilter {
 public:
  BoxFilter(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double end, ConvexEvent<D>& event)
      : slab_(slabs_between<D>({a.position, a.velocity, a.offsets.back()},
                               {b.position, b.velocity, b.offsets.back()})),
        end_(end),
        event_(event),
        solid_(is_solid(a.offsets.back()) || is_solid(b.offsets.back())) {}

  bool run() {
    const SlabPassage<D> passage(slab_);
    if (passage.missed(end_)) return true;
    if (!solid_) return false;
    SureImpact<D> impact;
    return take(event_of_boxes(slab_, passage, end_, impact), impact, event_) || careful();
  }

 private:
  using Active = std::array<bool, kAxes<D>>;

  static bool is_solid(const Vec<D>& half_extents) {
    bool r = true;
    for (const double half : half_extents.c) r = r && half > 0.0;
    return r;
  }

  bool impact(Active tied, std::size_t last) {
    NeighbouringDoubles times;
    if (!surely_between(entering_of(slab_[last]), times)) return false;
    if (times.upper > end_) return true;
    tied[last] = true;
    if (!direction(tied)) return false;
    event_.event = {Kind::Impact, times.lower, times.upper, times.lower};
    return true;
  }

  /// -v along the given axes only.
  bool direction(const Active& axes) {
    std::array<Enclosed, kAxes<D>> r;
    for (std::size_t i = 0; i < D; ++i)
      if (axes[i]) r[i] = -exactly(slab_[i].v);
    return surely_scaled<D>(r, event_.direction);
  }

  /// All orders of times, exactly.
  bool careful() {
    bool inside = true;  // of the slabs that are not crossed
    std::size_t last = D;
    std::size_t first = D;
    Active flat{};  // on a plane for ever
    for (std::size_t i = 0; i < D; ++i) {
      if (slab_[i].sign == 0.0) {
        const Order depth = order(depth_of(slab_[i]));
        if (depth == Order::Doubt) return false;
        if (depth == Order::Less) return true;
        flat[i] = depth == Order::Equal;
        inside = inside && !flat[i];
        continue;
      }
      if (last == D) {
        last = first = i;
        continue;
      }
      const Order enters = order(entering_of(slab_[i]), entering_of(slab_[last]));
      const Order leaves = order(leaving_of(slab_[i]), leaving_of(slab_[first]));
      if (enters == Order::Doubt || leaves == Order::Doubt) return false;
      if (enters == Order::More) last = i;
      if (leaves == Order::Less) first = i;
    }
    if (last == D) return at_rest(inside, flat);
    return in_motion(last, first, inside, flat);
  }

  bool at_rest(bool inside, const Active& flat) { return inside ? from_inside() : graze({}, 0.0, flat); }

  bool in_motion(std::size_t last, std::size_t first, bool inside, const Active& flat) {
    const Moment enter = entering_of(slab_[last]);
    const Moment leave = leaving_of(slab_[first]);
    const Order length = order(enter, leave);
    const Order start = order(enter.numerator);
    const Order stop = order(leave.numerator);
    if (length == Order::Doubt || start == Order::Doubt || stop == Order::Doubt) return false;
    if (length == Order::More || stop == Order::Less) return true;
    if (start == Order::Less && stop == Order::More) return inside ? from_inside() : graze_from_start(flat);
    if (start == Order::Less) return graze_from_start(flat);

    Active tied{};  // entered at the same time
    for (std::size_t i = 0; i < D; ++i) {
      if (slab_[i].sign == 0.0) continue;
      const Order same = i == last ? Order::Equal : order(entering_of(slab_[i]), enter);
      if (same == Order::Doubt) return false;
      tied[i] = same == Order::Equal;
    }
    const bool enters = inside && length == Order::Less;
    if (start == Order::Equal) {
      if (!direction(tied)) return false;
      event_.event.kind = enters ? Kind::Impact : Kind::None;
      event_.event.touch = 0.0;
      return true;
    }
    if (enters) return impact(tied, last);
    NeighbouringDoubles times;
    if (!surely_between(enter, times)) return false;
    if (times.upper > end_) return true;
    return direction(tied) && (event_.event.touch = times.lower, true);
  }

  /// Touches from the start, and never enters: the planes that it is on now.
  bool graze_from_start(const Active& flat) {
    Active leaving{};
    for (std::size_t i = 0; i < D; ++i) {
      if (slab_[i].sign == 0.0) continue;
      const Order now = order(leaving_of(slab_[i]).numerator);
      if (now == Order::Doubt) return false;
      leaving[i] = now == Order::Equal;
    }
    return graze(leaving, 0.0, flat);
  }

  bool graze(const Active& leaving, double touch, const Active& flat) {
    Vec<D> r{};
    for (std::size_t i = 0; i < D; ++i) r[i] = flat[i] ? side_of(slab_[i]) : leaving[i] ? slab_[i].sign : 0.0;
    event_.direction = r;
    event_.event.touch = touch;
    return true;
  }

  /// Overlapping at the start: out through the nearest plane, or planes.
  bool from_inside() {
    std::size_t least = 0;
    Active tied{true};
    for (std::size_t i = 1; i < D; ++i) {
      const Order deeper = order(depth_of(slab_[i]) - depth_of(slab_[least]));
      if (deeper == Order::Doubt) return false;
      if (deeper == Order::Less) {
        least = i;
        tied = {};
      }
      tied[i] = deeper != Order::More;
    }
    bool closing = true;
    std::array<Enclosed, kAxes<D>> against;  // -v on the cone of the planes' normals
    Vec<D> all{};
    for (std::size_t i = 0; i < D; ++i) {
      if (!tied[i]) continue;
      const bool both = exactly(slab_[i].p).surely_zero();  // planes are as near
      const bool towards = side_of(slab_[i]) * slab_[i].sign < 0.0;
      closing = closing && towards && !both;
      if (towards || both) against[i] = -exactly(slab_[i].v);
      all[i] = both ? 0.0 : side_of(slab_[i]);
    }
    event_.event.kind = closing ? Kind::Overlap : Kind::None;
    event_.event.touch = 0.0;
    event_.direction = all;
    bool none = true;
    for (const Enclosed& x : against) none = none && x.surely_zero();
    return none || surely_scaled<D>(against, event_.direction);
  }

  Slabs<D> slab_;
  double end_;
  ConvexEvent<D>& event_;
  bool solid_;  // at least one of them
};

}  // namespace

template <int D>
bool filter_boxes(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double end,
                  ConvexEvent<D>& event) {
  event = {};
  return BoxFilter<D>(a, b, end, event).run();
}

template bool filter_boxes(const RoundedPolytope<2>&, const RoundedPolytope<2>&, double, ConvexEvent<2>&);
template bool filter_boxes(const RoundedPolytope<3>&, const RoundedPolytope<3>&, double, ConvexEvent<3>&);

}  // namespace firsthit
