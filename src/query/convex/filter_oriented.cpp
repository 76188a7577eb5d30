#include "core/vec_math.hpp"
#include "query/convex/filter_rounding.hpp"
#include "query/convex/filter_stages.hpp"

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

/// A box along the axes or in any other direction.
template <int D>
struct Sides {
  std::array<Vec<D>, kAxes<D>> axis;
  Vec<D> half;
  double largest = 0.0;  // component of an axis
  double reach = 0.0;    // [L] sum of the half extents

  explicit Sides(const Core<D>& core) {
    half = core.box != nullptr ? core.box->half_extents : core.offsets.back();
    for (std::size_t k = 0; k < D; ++k) {
      if (core.box != nullptr) {
        axis[k] = core.box->axes[k];
      } else {
        axis[k] = {};
        axis[k][k] = 1.0;
      }
      largest = std::max(largest, max_abs(axis[k]));
      reach += half[k];
    }
  }
};

/// K, its place and speed along an axis, all times its length.
struct Shadow {
  double place = 0.0;
  double speed = 0.0;
  double reach = 0.0;
  double error = 0.0;        // of place and reach together
  double speed_error = 0.0;  // of speed
};

template <int D>
class OrientedFilter {
 public:
  OrientedFilter(const Core<D>& a, const Core<D>& b, double end, ConvexEvent<D>& event)
      : end_(end), event_(event), a_(a), b_(b) {
    double p_sum = 0.0;
    for (std::size_t i = 0; i < D; ++i) {
      exact_p_[i] = exact_difference(b.position[i], a.position[i]);
      exact_v_[i] = exact_difference(b.velocity[i], a.velocity[i]);
      p_[i] = exact_p_[i].high;
      v_[i] = exact_v_[i].high;
      p_sum += std::fabs(p_[i]);
      speed_size_ += std::fabs(v_[i]);
    }
    scale_ = a_.largest * b_.largest;
    size_ = p_sum + 3.0 * (a_.largest * a_.reach + b_.largest * b_.reach);
  }

  bool run() {
    if (!(in_range(size_) && in_range(a_.largest) && in_range(b_.largest) &&
          (speed_size_ == 0.0 || in_range(speed_size_))))
      return false;
    cast_shadows();
    if (sweep()) return true;
    if (!drop_copies()) return false;
    event_ = {};
    return sweep();
  }

 private:
  static constexpr std::size_t kFaces = 2 * kAxes<D>;
  static constexpr std::size_t kShadows = D == 2 ? kFaces : kFaces + kAxes<D> * kAxes<D>;

  static bool in_range(double x) { return x >= kSmallestFiltered && x <= kLargestFiltered; }

  /// A facet of K by the axes that it extends along, with its outward normal.
  struct Facet {
    std::array<const Vec<D>*, kAxes<D> - 1> along;
    std::size_t free_a = 0;  // a bit for each of a's axes among them
    std::size_t free_b = 0;
    Vec<D> normal;  // rounded
    double scale = 1.0;  // of products of their components
  };

  bool sweep() {
    double enter = -HUGE_VAL;  // surely not entered before
    double exit = HUGE_VAL;    // surely left by then
    std::size_t last = 0;
    for (std::size_t k = 0; k < kShadows; ++k) {
      const Shadow& s = shadow_[k];
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
    if (!solid_) return false;
    return enter > 0.0 ? impact(last) : from_inside();
  }

  /// Boxes that share an axis, or a plane across one, have the same slab more than once, and some without
  /// any width. True if there are any; one of each is kept.
  bool drop_copies() {
    bool found = false;
    const auto drop = [&](std::size_t id) {
      shadow_[id] = {0.0, 0.0, HUGE_VAL, 0.0, 0.0};
      found = true;
    };
    for (std::size_t k = 0; k < D; ++k)
      for (std::size_t m = 0; m < D; ++m) {
        const bool same_plane = parallel_faces(k, m);
        const bool same_axis = parallel(a_.axis[k], b_.axis[m]);
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
    const Facet a = facet(k);
    const Facet b = facet(kAxes<D> + m);
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

  Shadow shadow(double place, double speed, double reach, double scale) const {
    return {place, speed, reach, 24.0 * kHalfUlp * size_ * scale, 16.0 * kHalfUlp * speed_size_ * scale};
  }

  /// Faces of a, then of b, then a's edge k across b's edge m.
  void cast_shadows() {
    if constexpr (D == 2) {
      cast_faces(a_, b_, 0);
      cast_faces(b_, a_, 2);
    } else {
      const Faces a(a_, b_);
      const Faces b(b_, a_);
      cast_faces(a, a_, b_, 0);
      cast_faces(b, b_, a_, 3);
      cast_edges(a, b);
    }
  }

  void cast_faces(const Sides<2>& own, const Sides<2>& other, std::size_t first) {
    const double det = std::fabs(cross(own.axis[0], own.axis[1]));
    note_solid(own, det);
    for (std::size_t k = 0; k < 2; ++k) {
      const Vec<2>& along = own.axis[k];
      const double reach =
          own.half[1 - k] * det + (other.half[0] * std::fabs(cross(along, other.axis[0])) +
                                   other.half[1] * std::fabs(cross(along, other.axis[1])));
      shadow_[first + k] = shadow(cross(p_, along), cross(v_, along), reach, own.largest);
    }
  }

  /// The normals of a box' faces, and how far the axes of the other reach along them.
  struct Faces {
    std::array<Vec<3>, 3> normal;
    std::array<std::array<double, 3>, 3> other;
    double det;

    Faces(const Sides<3>& box, const Sides<3>& from) {
      for (std::size_t k = 0; k < 3; ++k) {
        normal[k] = cross(box.axis[(k + 1) % 3], box.axis[(k + 2) % 3]);
        for (std::size_t m = 0; m < 3; ++m) other[k][m] = std::fabs(dot(normal[k], from.axis[m]));
      }
      det = std::fabs(dot(normal[0], box.axis[0]));
    }
  };

  void cast_faces(const Faces& faces, const Sides<3>& own, const Sides<3>& other, std::size_t first) {
    note_solid(own, faces.det);
    for (std::size_t k = 0; k < 3; ++k) {
      const auto& reach = faces.other[k];
      shadow_[first + k] = shadow(
          dot(faces.normal[k], p_), dot(faces.normal[k], v_),
          own.half[k] * faces.det +
              (other.half[0] * reach[0] + other.half[1] * reach[1] + other.half[2] * reach[2]),
          own.largest * own.largest);
    }
  }

  void cast_edges(const Faces& a, const Faces& b) {
    for (std::size_t m = 0; m < 3; ++m) {
      const Vec<3> place = cross(b_.axis[m], p_);
      const Vec<3> speed = cross(b_.axis[m], v_);
      const std::size_t m1 = (m + 1) % 3;
      const std::size_t m2 = (m + 2) % 3;
      for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t k1 = (k + 1) % 3;
        const std::size_t k2 = (k + 2) % 3;
        // (a[k] x b[m]) . a[k1] = -(a[k] x a[k1]) . b[m]: along the face normal k2.
        const double reach = (a_.half[k1] * a.other[k2][m] + a_.half[k2] * a.other[k1][m]) +
                             (b_.half[m1] * b.other[m2][k] + b_.half[m2] * b.other[m1][k]);
        shadow_[kFaces + 3 * k + m] =
            shadow(dot(a_.axis[k], place), dot(a_.axis[k], speed), reach, scale_);
      }
    }
  }

  /// If neither box has an extent everywhere, K may be smaller than what is between the planes.
  void note_solid(const Sides<D>& box, double det) {
    bool extended = true;
    double size = 1.0;
    for (std::size_t k = 0; k < D; ++k) {
      extended = extended && box.half[k] > 0.0;
      size *= box.largest;
    }
    solid_ = solid_ || (extended && det > 0x1p-20 * size);
  }

  Facet facet(std::size_t id) const {
    Facet r;
    if constexpr (D == 2) {
      const Vec<2>& along = id < 2 ? a_.axis[id] : b_.axis[id - 2];
      r.along = {&along};
      r.normal = {along[1], -along[0]};
      (id < 2 ? r.free_a : r.free_b) = std::size_t{1} << id % 2;
      r.scale = id < 2 ? a_.largest : b_.largest;
    } else if (id < kFaces) {
      const Sides<3>& box = id < 3 ? a_ : b_;
      r.along = {&box.axis[(id + 1) % 3], &box.axis[(id + 2) % 3]};
      r.normal = cross(*r.along[0], *r.along[1]);
      (id < 3 ? r.free_a : r.free_b) = std::size_t{7} ^ std::size_t{1} << id % 3;
      r.scale = box.largest * box.largest;
    } else {
      const std::size_t k = (id - kFaces) / 3;
      const std::size_t m = (id - kFaces) % 3;
      r.along = {&a_.axis[k], &b_.axis[m]};
      r.normal = cross(*r.along[0], *r.along[1]);
      r.free_a = std::size_t{1} << k;
      r.free_b = std::size_t{1} << m;
      r.scale = scale_;
    }
    return r;
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
    const Shadow& s = shadow_[last];
    const double sign = s.speed < 0.0 ? 1.0 : -1.0;
    const double fast = std::fabs(s.speed);
    const double guess = head((sign * s.place - s.reach) / fast);
    if (!(guess > 0.0 && surely_between_others(last, guess))) return false;

    const Facet facet = this->facet(last);
    const HeadVec<D> normal = split_normal(facet, sign);
    std::array<SplitSum, kAxes<D>> place;  // of x from the facet's plane
    const Split time(guess);
    for (std::size_t i = 0; i < D; ++i) {
      place[i] = SplitSum(exact_p_[i]);
      place[i].add_product(Split(Exactly{exact_v_[i].high, exact_v_[i].low}), time);
    }
    if (!add_corner(a_, facet, facet.free_a, -sign, place) || !add_corner(b_, facet, facet.free_b, -sign, place))
      return false;
    SplitSum height;
    for (std::size_t i = 0; i < D; ++i) {
      height.add_product(Split(normal.head[i], normal.tail[i]), Split(place[i].parts()));
    }
    const double step = height.value() / fast;
    const double error = std::fabs(step) * (1.1 * s.speed_error / fast + 0x1p-49) +
                         0x1p-67 * (facet.scale * (size_ + speed_size_ * guess)) / fast;
    if (!(std::fabs(step) < kNear * guess)) return false;
    const DoubleDouble when = fast_two_sum(guess, step);
    Neighbours times;
    if (!surely_between(when, error, times)) return false;
    if (times.upper > end_) return true;
    if (!surely_scaled(normal, event_.direction)) return false;
    event_.event = {Kind::Impact, times.lower, times.upper, times.lower};
    return true;
  }

  static constexpr double kNear = 0x1p-24;

  /// Within kNear of the guess, relative to it.
  bool surely_between_others(std::size_t last, double guess) const {
    bool sure = true;
    for (std::size_t k = 0; k < kShadows; ++k) {
      const Shadow& s = shadow_[k];
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
      const Shadow& s = shadow_[k];
      depth[k] = HUGE_VAL;
      error[k] = 0.0;
      if (s.reach == HUGE_VAL) continue;
      const Facet facet = this->facet(k);
      const double size = length(facet.normal);
      if (!(size > 0x1p-12 * facet.scale)) return false;
      depth[k] = (s.reach - std::fabs(s.place)) / size;
      error[k] = 1.1 * (s.error / size) + 0x1p-36 * std::fabs(depth[k]);
      if (depth[k] < depth[least]) least = k;
    }
    const Shadow& s = shadow_[least];
    if (!(depth[least] > error[least] && std::fabs(s.place) > s.error)) return false;
    for (std::size_t k = 0; k < kShadows; ++k)
      if (k != least && !(depth[k] - error[k] > depth[least] + error[least])) return false;
    if (!(std::fabs(s.speed) > s.speed_error) && speed_size_ != 0.0) return false;
    const double sign = s.place < 0.0 ? -1.0 : 1.0;
    if (!surely_scaled(split_normal(facet(least), sign), event_.direction)) return false;
    event_.event.kind = sign * s.speed < 0.0 ? Kind::Overlap : Kind::None;
    event_.event.touch = 0.0;
    return true;
  }

  double end_;
  ConvexEvent<D>& event_;
  Sides<D> a_;
  Sides<D> b_;
  std::array<DoubleDouble, kAxes<D>> exact_p_;
  std::array<DoubleDouble, kAxes<D>> exact_v_;
  Vec<D> p_;
  Vec<D> v_;
  double scale_;
  double size_;
  double speed_size_ = 0.0;
  bool solid_ = false;
  std::array<Shadow, kShadows> shadow_;
};

}  // namespace

template <int D>
bool filter_oriented(const Core<D>& a, const Core<D>& b, double end, ConvexEvent<D>& event) {
  event = {};
  return OrientedFilter<D>(a, b, end, event).run();
}

template bool filter_oriented(const Core<2>&, const Core<2>&, double, ConvexEvent<2>&);
template bool filter_oriented(const Core<3>&, const Core<3>&, double, ConvexEvent<3>&);

}  // namespace firsthit
