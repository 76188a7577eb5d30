#include "core/vec_math.hpp"
#include "query/convex/filter_rounding.hpp"
#include "query/convex/filter_stages.hpp"
#include "query/convex/filter_touch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

// Boxes in any direction: K's facets are across the faces of either box, or across an edge of each. A
// separating axis proves a miss; the last one that is entered is the guess of the facet that is hit.

namespace firsthit {
namespace {

Vec<3> cross(const Vec<3>& a, const Vec<3>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

/// Half edges and half extents of a box along the axes or of any other.
template <int D>
struct Sides {
  std::array<Vec<D>, kAxes<D>> axis;
  Vec<D> half;
  double largest = 0.0;  // component of an axis
  double reach = 0.0;    // sum of half extents

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

template <int D>
class OrientedFilter {
 public:
  OrientedFilter(const Core<D>& a, const Core<D>& b, double end, ConvexEvent<D>& event)
      : core_a_(a), core_b_(b), end_(end), event_(event), a_(a), b_(b), p_(b.position - a.position),
        v_(b.velocity - a.velocity) {
    double p_sum = 0.0;
    double v_sum = 0.0;
    for (std::size_t i = 0; i < D; ++i) {
      p_sum += std::fabs(p_[i]);
      v_sum += std::fabs(v_[i]);
    }
    place_error_ = 24.0 * kHalfUlp * (p_sum + 3.0 * (a_.largest * a_.reach + b_.largest * b_.reach));
    speed_error_ = 16.0 * kHalfUlp * v_sum;
  }

  bool run() {
    if constexpr (D == 2) {
      look_2d();
    } else {
      look_3d();
    }
    if (apart_ || enter_ > exit_ || exit_ < 0.0 || enter_ > end_) return true;
    if (!(enter_ > 0.0)) return false;
    return prove();
  }

 private:
  /// One axis: the places of b along it, its speed, how far K reaches, and the size of its products.
  void look(double place, double speed, double reach, double size, std::size_t id) {
    const double error = place_error_ * size;
    const double error_v = speed_error_ * size;
    const double fast = std::fabs(speed);
    const double behind = speed < 0.0 ? place : -place;
    if (!(fast > 4.0 * error_v)) {
      apart_ = apart_ || std::fabs(place) - reach > error + 6.0 * error_v * end_;
      return;
    }
    const double inverse = 1.0 / fast;
    const double enter = (behind - reach) * inverse;
    const double exit = (behind + reach) * inverse;
    const double doubt = 1.5 * inverse;
    const double lowest = enter - doubt * (error + std::fabs(enter) * error_v);
    exit_ = std::min(exit_, exit + doubt * (error + std::fabs(exit) * error_v));
    if (lowest > enter_) {
      enter_ = lowest;
      last_ = id;
    }
  }

  void look_2d() {
    const std::array<const Sides<2>*, 2> box = {&a_, &b_};
    for (std::size_t m = 0; m < 2; ++m)
      for (std::size_t k = 0; k < 2; ++k) {
        const Vec<2>& along = box[m]->axis[k];
        const Sides<2>& other = *box[1 - m];
        const double reach = box[m]->half[1 - k] * std::fabs(firsthit::cross(along, box[m]->axis[1 - k])) +
                             other.half[0] * std::fabs(firsthit::cross(along, other.axis[0])) +
                             other.half[1] * std::fabs(firsthit::cross(along, other.axis[1]));
        look(firsthit::cross(along, p_), firsthit::cross(along, v_), reach, box[m]->largest, 2 * m + k);
      }
  }

  void look_3d() {
    std::array<Vec<3>, 3> face_a;
    std::array<Vec<3>, 3> face_b;
    for (std::size_t k = 0; k < 3; ++k) {
      face_a[k] = cross(a_.axis[(k + 1) % 3], a_.axis[(k + 2) % 3]);
      face_b[k] = cross(b_.axis[(k + 1) % 3], b_.axis[(k + 2) % 3]);
    }
    std::array<std::array<double, 3>, 3> ab;  // |face of a . axis of b|
    std::array<std::array<double, 3>, 3> ba;
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t m = 0; m < 3; ++m) {
        ab[k][m] = std::fabs(dot(face_a[k], b_.axis[m]));
        ba[k][m] = std::fabs(dot(face_b[k], a_.axis[m]));
      }
    const double det_a = std::fabs(dot(face_a[0], a_.axis[0]));
    const double det_b = std::fabs(dot(face_b[0], b_.axis[0]));
    const double size_a = a_.largest * a_.largest;
    const double size_b = b_.largest * b_.largest;
    for (std::size_t k = 0; k < 3; ++k) {
      look(dot(face_a[k], p_), dot(face_a[k], v_),
           a_.half[k] * det_a + (b_.half[0] * ab[k][0] + b_.half[1] * ab[k][1] + b_.half[2] * ab[k][2]), size_a,
           k);
      look(dot(face_b[k], p_), dot(face_b[k], v_),
           b_.half[k] * det_b + (a_.half[0] * ba[k][0] + a_.half[1] * ba[k][1] + a_.half[2] * ba[k][2]), size_b,
           3 + k);
    }
    const double size = a_.largest * b_.largest;
    for (std::size_t m = 0; m < 3; ++m) {
      const Vec<3> place = cross(b_.axis[m], p_);
      const Vec<3> speed = cross(b_.axis[m], v_);
      const std::size_t m1 = (m + 1) % 3;
      const std::size_t m2 = (m + 2) % 3;
      for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t k1 = (k + 1) % 3;
        const std::size_t k2 = (k + 2) % 3;
        // (a[k] x b[m]) . a[k1] = (a[k1] x a[k]) . b[m], across the face k2
        const double reach = a_.half[k1] * ab[k2][m] + a_.half[k2] * ab[k1][m] + b_.half[m1] * ba[m2][k] +
                             b_.half[m2] * ba[m1][k];
        look(dot(a_.axis[k], place), dot(a_.axis[k], speed), reach, size, 6 + 3 * k + m);
      }
    }
  }

  bool prove() {
    const CorePair<D> pair(core_a_, core_b_, 0.0);
    if (!pair.in_range()) return false;
    Simplex<D> simplex;
    // The face or edge of each box that is met, by the signs of its half edges; 0 where it extends.
    Vec<D> normal;
    unsigned free_a = 0;
    unsigned free_b = 0;
    if constexpr (D == 2) {
      const Vec<2>& along = last_ < 2 ? a_.axis[last_] : b_.axis[last_ - 2];
      normal = {along[1], -along[0]};
      (last_ < 2 ? free_a : free_b) = 1U << (last_ % 2);
    } else if (last_ < 6) {
      const Sides<3>& box = last_ < 3 ? a_ : b_;
      const std::size_t k = last_ % 3;
      normal = cross(box.axis[(k + 1) % 3], box.axis[(k + 2) % 3]);
      (last_ < 3 ? free_a : free_b) = 7U & ~(1U << k);
    } else {
      const std::size_t k = (last_ - 6) / 3;
      const std::size_t m = (last_ - 6) % 3;
      normal = cross(a_.axis[k], b_.axis[m]);
      free_a = 1U << k;
      free_b = 1U << m;
    }
    if (dot(normal, v_) > 0.0) normal = -normal;
    std::size_t i = 0;
    std::size_t j = 0;
    for (std::size_t k = 0; k < D; ++k) {
      if (dot(normal, a_.axis[k]) > 0.0) i |= std::size_t{1} << k;
      if (dot(normal, b_.axis[k]) < 0.0) j |= std::size_t{1} << k;
    }
    i &= ~std::size_t{free_a};
    j &= ~std::size_t{free_b};
    const double t = dot(normal, (pair.a.corner[i] - pair.b.corner[j]) - p_) / dot(normal, v_);
    // The corner nearest to the place of impact, in the coordinates of the sides.
    const Vec<D> x = pair.place(t) - (pair.a.corner[i] - pair.b.corner[j]);
    std::array<std::size_t, 2> flip_i{};
    std::array<std::size_t, 2> flip_j{};
    std::array<Vec<D>, 2> side{};
    std::size_t n = 0;
    for (std::size_t k = 0; k < D; ++k) {
      if ((free_a >> k & 1U) != 0) {
        side[n] = (2.0 * a_.half[k]) * a_.axis[k];
        flip_i[n++] = std::size_t{1} << k;
      }
      if ((free_b >> k & 1U) != 0) {
        side[n] = (-2.0 * b_.half[k]) * b_.axis[k];
        flip_j[n++] = std::size_t{1} << k;
      }
    }
    for (std::size_t k = 0; k + 1 < D; ++k) {
      double share;
      if constexpr (D == 2) {
        share = dot(x, side[0]) / length_squared(side[0]);
      } else {
        const Vec<3> across = cross(normal, side[1 - k]);
        share = dot(x, across) / dot(side[k], across);
      }
      if (share > 0.5) {
        i ^= flip_i[k];
        j ^= flip_j[k];
      }
    }
    const auto add = [&](std::size_t of_a, std::size_t of_b) {
      simplex.corner[simplex.count++] = {pair.a.corner[of_a] - pair.b.corner[of_b], of_a, of_b};
    };
    add(i, j);
    for (std::size_t k = 0; k + 1 < D; ++k) add(i ^ flip_i[k], j ^ flip_j[k]);
    const Touch<D> touch(pair, simplex, t);
    Neighbours times;
    if (!surely_between(touch.time(), touch.time_error(), times)) return false;
    if (!touch.surely_nearest(2.0 * (std::fabs(touch.time().high - t) + (times.upper - times.lower))))
      return false;
    if (times.upper > end_) return true;
    if (!touch.direction_at(times.lower, event_.direction)) return false;
    event_.event = {GapEvent::Kind::Impact, times.lower, times.upper, times.lower};
    return true;
  }

  const Core<D>& core_a_;
  const Core<D>& core_b_;
  double end_;
  ConvexEvent<D>& event_;
  Sides<D> a_;
  Sides<D> b_;
  Vec<D> p_;
  Vec<D> v_;
  double place_error_;  // for an axis of size 1
  double speed_error_;
  bool apart_ = false;
  double enter_ = -HUGE_VAL;
  double exit_ = HUGE_VAL;
  std::size_t last_ = 0;
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
