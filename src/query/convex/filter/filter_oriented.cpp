#include "core/vec_math.hpp"
#include "query/convex/filter/filter_rounding.hpp"
#include "query/convex/filter/filter_shadows.hpp"
#include "query/convex/filter/filter_stages.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

// Boxes in any direction. K is the set of places between both its planes across every axis: across the
// faces of either box and, in space, across an edge of each. So the course is inside of K while it is
// between all of them.

namespace firsthit {
namespace {

using Kind = GapEvent::Kind;

template <int D>
class OrientedFilter {
 public:
  OrientedFilter(const Sides<D>& a, const Sides<D>& b, double end, ConvexEvent<D>& event, MetFacet& met)
      : end_(end), event_(event), met_(met), boxes_(a, b) {}

  bool run() {
    if (!boxes_.in_range()) return false;
    boxes_.cast_shadows();
    if (sweep()) return true;
    if (!drop_copies()) return false;
    event_ = {};
    return sweep();
  }

 private:
  using Facet = BoxFacet<D>;
  static constexpr std::size_t kFaces = BoxShadows<D>::kFaces;
  static constexpr std::size_t kShadows = BoxShadows<D>::kShadows;

  bool sweep() {
    double enter = -HUGE_VAL;  // surely not entered before
    double exit = HUGE_VAL;    // surely left by then
    std::size_t last = 0;
    for (std::size_t k = 0; k < kShadows; ++k) {
      const Shadow& s = boxes_.shadow[k];
      const double fast = std::fabs(s.speed);
      if (!(fast > 4.0 * s.speed_error)) {
        if (std::fabs(s.place) - s.reach > s.error + 6.0 * s.speed_error * end_) return true;
        continue;
      }
      const double inverse = 1.0 / fast;
      const double behind = s.speed < 0.0 ? s.place : -s.place;
      const double in = (behind - s.reach) * inverse;
      const double out = (behind + s.reach) * inverse;
      const double doubt = 1.5 * inverse;
      const double lowest = in - doubt * (s.error + std::fabs(in) * s.speed_error);
      exit = std::min(exit, out + doubt * (s.error + std::fabs(out) * s.speed_error));
      last = lowest > enter ? k : last;
      enter = std::max(enter, lowest);
    }
    if (enter > exit || exit < 0.0 || enter > end_) return true;
    if (boxes_.solid == 0) return false;
    return enter > 0.0 ? impact(last) : from_inside();
  }

  /// Boxes that share an axis, or a plane across one, have the same slab more than once, and some without
  /// any width. True if there are any; one of each is kept.
  bool drop_copies() {
    bool found = false;
    const auto drop = [&](std::size_t id) {
      boxes_.shadow[id] = {0.0, 0.0, HUGE_VAL, 0.0, 0.0};
      found = true;
    };
    for (std::size_t k = 0; k < D; ++k)
      for (std::size_t m = 0; m < D; ++m) {
        const bool same_plane = parallel_faces(k, m);
        const bool same_axis = parallel(boxes_.a.axis[k], boxes_.b.axis[m]);
        if (same_plane) drop(kAxes<D> + m);
        if constexpr (D == 3)
          for (std::size_t n = 0; n < 3; ++n)
            for (std::size_t o = 0; o < 3; ++o)
              if ((same_axis && (n == k || o == m)) || (same_plane && n != k && o != m))
                drop(kFaces + 3 * n + o);
      }
    return found;
  }

  /// Of one axis, either way around.
  static bool parallel(const Vec<D>& a, const Vec<D>& b) { return a == b || a == -b; }

  bool parallel_faces(std::size_t k, std::size_t m) const {
    const Facet a = boxes_.facet(k);
    const Facet b = boxes_.facet(kAxes<D> + m);
    return in_plane(a, *b.along[0]) && in_plane(a, *b.along[D - 2]);
  }

  /// Is the axis surely across the facet's normal, without any error?
  static bool in_plane(const Facet& facet, const Vec<D>& axis) {
    for (const Vec<D>* along : facet.along)
      if (parallel(*along, axis)) return true;
    Enclosed sum;
    for (std::size_t i = 0; i < D; ++i) {
      if constexpr (D == 2) {
        sum = sum + Enclosed(facet.normal[i]) * axis[i];
      } else {
        const Vec<3>& e = *facet.along[0];
        const Vec<3>& f = *facet.along[1];
        const std::size_t x = (i + 1) % 3;
        const std::size_t y = (i + 2) % 3;
        sum = sum + (Enclosed(e[x]) * f[y] - Enclosed(e[y]) * f[x]) * axis[i];
      }
    }
    return sum.surely_zero();
  }

  /// sign * normal with 26 bits more.
  HeadVec<D> split_normal(const Facet& facet, double sign) const {
    HeadVec<D> r;
    if constexpr (D == 2) {
      for (std::size_t i = 0; i < 2; ++i) {
        const Split n(sign * facet.normal[i]);
        r.head[i] = n.head;
        r.tail[i] = n.tail;
        r.error[i] = 0.0;
      }
    } else {
      std::array<Split, 3> e;
      std::array<Split, 3> f;
      for (std::size_t i = 0; i < 3; ++i) {
        e[i] = Split(sign * (*facet.along[0])[i]);
        f[i] = Split((*facet.along[1])[i]);
      }
      for (std::size_t i = 0; i < 3; ++i) {
        const std::size_t x = (i + 1) % 3;
        const std::size_t y = (i + 2) % 3;
        SplitSum sum;
        sum.add_product(e[x], f[y]);
        sum.add_product({-e[y].head, -e[y].tail}, f[x]);
        const Split n(sum.parts());
        r.head[i] = n.head;
        r.tail[i] = n.tail;
        r.error[i] = 0x1p-73 * (std::fabs(e[x].head * f[y].head) + std::fabs(e[y].head * f[x].head));
      }
    }
    return r;
  }

  /// Enters the facet's slab last: at that moment surely inside of all others, so it meets that facet alone.
  bool impact(std::size_t last) {
    const Shadow& s = boxes_.shadow[last];
    const double sign = s.speed < 0.0 ? 1.0 : -1.0;
    const double fast = std::fabs(s.speed);
    const double guess = head((sign * s.place - s.reach) / fast);
    if (!(guess > 0.0 && surely_between_others(last, guess))) return false;

    const Facet facet = boxes_.facet(last);
    const HeadVec<D> normal = split_normal(facet, sign);
    std::array<SplitSum, kAxes<D>> place;  // of x from the facet's plane
    const Split time(guess);
    for (std::size_t i = 0; i < D; ++i) {
      place[i] = SplitSum(boxes_.exact_p[i]);
      place[i].add_product(Split(Exactly{boxes_.exact_v[i].high, boxes_.exact_v[i].low}), time);
    }
    if (!add_corner(boxes_.a, facet, facet.free_a, -sign, place) ||
        !add_corner(boxes_.b, facet, facet.free_b, -sign, place))
      return false;
    SplitSum height;
    for (std::size_t i = 0; i < D; ++i) {
      height.add_product(Split(normal.head[i], normal.tail[i]), Split(place[i].parts()));
    }
    const double step = height.value() / fast;
    const double error = std::fabs(step) * (1.1 * s.speed_error / fast + 0x1p-49) +
                         0x1p-69 * (facet.scale * (boxes_.size + boxes_.speed_size * guess)) / fast;
    if (!(std::fabs(step) < kNear * guess)) return false;
    const DoubleDouble when = fast_two_sum(guess, step);
    NeighbouringDoubles times;
    if (!surely_between(when, error, times)) return false;
    if (times.upper > end_) return true;
    if (!surely_scaled(normal, event_.direction)) return false;
    event_.event = {Kind::Impact, times.lower, times.upper, times.lower};
    met_ = {boxes_.solid == 2, facet.free_a, facet.free_b};
    return true;
  }

  static constexpr double kNear = 0x1p-24;

  /// Within kNear of the guess, relative to it.
  bool surely_between_others(std::size_t last, double guess) const {
    bool sure = true;
    for (std::size_t k = 0; k < kShadows; ++k) {
      const Shadow& s = boxes_.shadow[k];
      const double place = std::fabs(s.place + s.speed * guess);
      const double doubt = s.error + (s.speed_error + 2.0 * kNear * std::fabs(s.speed)) * guess;
      sure = sure & ((place + doubt < s.reach) | (k == last));
    }
    return sure;
  }

  /// Goes from the box' place to its corner that is furthest along the normal, but for the facet's own axes.
  bool add_corner(const Sides<D>& box, const Facet& facet, std::size_t free, double sign,
                  std::array<SplitSum, kAxes<D>>& place) const {
    for (std::size_t k = 0; k < D; ++k) {
      if ((free >> k & 1U) != 0) continue;
      const double reach = dot(facet.normal, box.axis[k]);
      if (!(std::fabs(reach) > 32.0 * kHalfUlp * facet.scale * box.largest)) {
        if (!in_plane(facet, box.axis[k])) return false;
        continue;
      }
      const Split half(std::copysign(box.half[k], reach) * sign);
      for (std::size_t i = 0; i < D; ++i) place[i].add_product(half, Split(box.axis[k][i]));
    }
    return true;
  }

  /// Overlapping at the start: out through the nearest plane.
  bool from_inside() {
    std::array<double, kShadows> depth;
    std::array<double, kShadows> error;
    std::size_t least = 0;
    for (std::size_t k = 0; k < kShadows; ++k) {
      const Shadow& s = boxes_.shadow[k];
      depth[k] = HUGE_VAL;
      error[k] = 0.0;
      if (s.reach == HUGE_VAL) continue;
      const Facet facet = boxes_.facet(k);
      const double size = length(facet.normal);
      if (!(size > 0x1p-12 * facet.scale)) return false;
      depth[k] = (s.reach - std::fabs(s.place)) / size;
      error[k] = 1.1 * (s.error / size) + 0x1p-36 * std::fabs(depth[k]);
      if (depth[k] < depth[least]) least = k;
    }
    const Shadow& s = boxes_.shadow[least];
    if (!(depth[least] > error[least] && std::fabs(s.place) > s.error)) return false;
    for (std::size_t k = 0; k < kShadows; ++k)
      if (k != least && !(depth[k] - error[k] > depth[least] + error[least])) return false;
    if (!(std::fabs(s.speed) > s.speed_error) && boxes_.speed_size != 0.0) return false;
    const double sign = s.place < 0.0 ? -1.0 : 1.0;
    if (!surely_scaled(split_normal(boxes_.facet(least), sign), event_.direction)) return false;
    event_.event.kind = sign * s.speed < 0.0 ? Kind::Overlap : Kind::None;
    event_.event.touch = 0.0;
    return true;
  }

  double end_;
  ConvexEvent<D>& event_;
  MetFacet& met_;
  BoxShadows<D> boxes_;
};

}  // namespace

template <int D>
bool filter_oriented(const Sides<D>& a, const Sides<D>& b, double end, ConvexEvent<D>& event, MetFacet& met) {
  event = {};
  met = {};
  return OrientedFilter<D>(a, b, end, event, met).run();
}

template bool filter_oriented(const Sides<2>&, const Sides<2>&, double, ConvexEvent<2>&, MetFacet&);
template bool filter_oriented(const Sides<3>&, const Sides<3>&, double, ConvexEvent<3>&, MetFacet&);

}  // namespace firsthit
