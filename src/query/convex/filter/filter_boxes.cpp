#include "core/vec_math.hpp"
#include "query/convex/filter/filter_rounding.hpp"
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

/// Both planes of K across one axis, and when the course passes them.
struct Slab {
  Enclosed p;       // exact
  Enclosed v;       // exact
  Enclosed half;    // exact
  double sign = 0;  // of v
  double enter = -HUGE_VAL;
  double exit = HUGE_VAL;
  double error = 0.0;  // of both

  Slab() = default;
  Slab(double from_a, double from_b, double velocity_a, double velocity_b, double half_a, double half_b)
      : p(exact_difference(from_b, from_a), 0.0),
        v(exact_difference(velocity_b, velocity_a), 0.0),
        half(exact_difference(half_a, -half_b), 0.0) {
    if (v.value.high == 0.0) return;
    sign = v.value.high > 0.0 ? 1.0 : -1.0;
    const double inverse = 1.0 / std::fabs(v.value.high);
    enter = (-half.value.high - sign * p.value.high) * inverse;
    exit = (half.value.high - sign * p.value.high) * inverse;
    error = 8.0 * kHalfUlp * ((half.value.high + std::fabs(p.value.high)) * inverse);
  }

  Moment entering() const { return {-half - p * sign, v * sign}; }
  Moment leaving() const { return {half - p * sign, v * sign}; }
  double side() const { return p.value.high < 0.0 ? -1.0 : 1.0; }
  /// Behind the nearer plane.
  Enclosed depth() const { return half - p * side(); }
};

template <int D>
class BoxFilter {
 public:
  BoxFilter(const RoundedPolytope<D>& a, const RoundedPolytope<D>& b, double end, ConvexEvent<D>& event)
      : end_(end), event_(event) {
    const Vec<D>& half_a = a.offsets.back();
    const Vec<D>& half_b = b.offsets.back();
    bool solid_a = true;
    bool solid_b = true;
    for (std::size_t i = 0; i < D; ++i) {
      slab_[i] = Slab(a.position[i], b.position[i], a.velocity[i], b.velocity[i], half_a[i], half_b[i]);
      solid_a = solid_a && half_a[i] > 0.0;
      solid_b = solid_b && half_b[i] > 0.0;
    }
    solid_ = solid_a || solid_b;
  }

  bool run() {
    double enter = -HUGE_VAL;  // surely not entered before
    double exit = HUGE_VAL;    // surely left by then
    std::size_t last = 0;
    for (std::size_t i = 0; i < D; ++i) {
      const Slab& slab = slab_[i];
      if (slab.sign == 0.0) {
        if (slab.depth().surely_negative()) return true;
        continue;
      }
      if (slab.enter - slab.error > enter) {
        enter = slab.enter - slab.error;
        last = i;
      }
      exit = std::min(exit, slab.exit + slab.error);
    }
    if (enter > exit || exit < 0.0 || enter > end_) return true;
    if (!solid_) return false;
    if (enter > 0.0 && surely_alone(last)) return impact({}, last);
    return careful();
  }

 private:
  using Active = std::array<bool, kAxes<D>>;

  /// Does the course enter this slab after all others, and leave none before?
  bool surely_alone(std::size_t last) const {
    const double enter = slab_[last].enter;
    for (std::size_t i = 0; i < D; ++i) {
      const Slab& slab = slab_[i];
      const double doubt = slab_[last].error + slab.error;
      if (slab.sign == 0.0 ? !slab.depth().surely_positive() : i != last && !(enter - slab.enter > doubt))
        return false;
      if (!(slab.exit - enter > doubt)) return false;
    }
    return true;
  }

  bool impact(Active tied, std::size_t last) {
    NeighbouringDoubles times;
    if (!surely_between(slab_[last].entering(), times)) return false;
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
      if (axes[i]) r[i] = -slab_[i].v;
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
        const Order depth = order(slab_[i].depth());
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
      const Order enters = order(slab_[i].entering(), slab_[last].entering());
      const Order leaves = order(slab_[i].leaving(), slab_[first].leaving());
      if (enters == Order::Doubt || leaves == Order::Doubt) return false;
      if (enters == Order::More) last = i;
      if (leaves == Order::Less) first = i;
    }
    if (last == D) return at_rest(inside, flat);
    return in_motion(last, first, inside, flat);
  }

  bool at_rest(bool inside, const Active& flat) { return inside ? from_inside() : graze({}, 0.0, flat); }

  bool in_motion(std::size_t last, std::size_t first, bool inside, const Active& flat) {
    const Moment enter = slab_[last].entering();
    const Moment leave = slab_[first].leaving();
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
      const Order same = i == last ? Order::Equal : order(slab_[i].entering(), enter);
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
      const Order now = order(slab_[i].leaving().numerator);
      if (now == Order::Doubt) return false;
      leaving[i] = now == Order::Equal;
    }
    return graze(leaving, 0.0, flat);
  }

  bool graze(const Active& leaving, double touch, const Active& flat) {
    Vec<D> r{};
    for (std::size_t i = 0; i < D; ++i) r[i] = flat[i] ? slab_[i].side() : leaving[i] ? slab_[i].sign : 0.0;
    event_.direction = r;
    event_.event.touch = touch;
    return true;
  }

  /// Overlapping at the start: out through the nearest plane, or planes.
  bool from_inside() {
    std::size_t least = 0;
    Active tied{true};
    for (std::size_t i = 1; i < D; ++i) {
      const Order deeper = order(slab_[i].depth() - slab_[least].depth());
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
      const bool both = slab_[i].p.surely_zero();  // planes are as near
      const bool towards = slab_[i].side() * slab_[i].sign < 0.0;
      closing = closing && towards && !both;
      if (towards || both) against[i] = -slab_[i].v;
      all[i] = both ? 0.0 : slab_[i].side();
    }
    event_.event.kind = closing ? Kind::Overlap : Kind::None;
    event_.event.touch = 0.0;
    event_.direction = all;
    bool none = true;
    for (const Enclosed& x : against) none = none && x.surely_zero();
    return none || surely_scaled<D>(against, event_.direction);
  }

  std::array<Slab, kAxes<D>> slab_;
  double end_;
  ConvexEvent<D>& event_;
  bool solid_ = true;
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
