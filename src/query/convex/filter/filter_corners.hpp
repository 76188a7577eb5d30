#pragma once

#include "core/vec_math.hpp"
#include "exact/double_double.hpp"
#include "query/convex/filter/filter_rounding.hpp"
#include "query/convex/polytope/rounded_polytope.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

namespace firsthit {

/// The corners of a core, relative to its place: rounded for guesses, enclosed for proofs.
template <int D>
struct Corners {
  static constexpr std::size_t kBoxCorners = std::size_t{1} << D;

  const RoundedPolytope<D>* core;
  const RoundedPolytope<D>* other =
      nullptr;                            // a box along the axes, as this one: half extents are sums of both
  std::span<const Vec<D>> corner;         // within 4 u of `extent`
  std::array<double, kAxes<D>> extent{};  // [L] no corner is further out along an axis, but for 4 u of it
  bool is_box;                            // corner i lies at +half_extents[k] where bit k of i is set
  std::array<Vec<D>, kBoxCorners> own;    // NOLINT: an oriented box's only

  explicit Corners(const RoundedPolytope<D>& c)
      : core(&c), corner(c.offsets), is_box(c.box != nullptr || is_plain_box(c)) {
    if (c.box != nullptr) {
      take(*c.box);
      return;
    }
    for (const Vec<D>& x : corner)
      for (std::size_t i = 0; i < D; ++i) extent[i] = std::max(extent[i], std::fabs(x[i]));
  }
  /// Of a and b together, which is what their differences need; or of the point that is left of b.
  Corners(const RoundedPolytope<D>& c, const RoundedPolytope<D>& with, bool is_sum)
      : core(&c), is_box(is_sum) {
    own[0] = {};
    corner = {own.data(), is_sum ? kBoxCorners : 1};
    if (!is_sum) return;
    other = &with;
    for (std::size_t n = 0; n < kBoxCorners; ++n) own[n] = c.offsets[n] + with.offsets[n];
    for (std::size_t i = 0; i < D; ++i) extent[i] = own[kBoxCorners - 1][i];
  }
  Corners(const Corners&) = delete;  // corner may point to own
  Corners& operator=(const Corners&) = delete;

  /// Are corners sums, which had to be rounded?
  bool is_rounded() const { return core->box != nullptr || other != nullptr; }

  std::size_t furthest(const Vec<D>& along) const {
    std::size_t best = 0;
    double most = dot(along, corner[0]);
    for (std::size_t i = 1; i < corner.size(); ++i) {
      const double reach = dot(along, corner[i]);
      if (reach > most) {
        most = reach;
        best = i;
      }
    }
    return best;
  }

  Enclosed exact(std::size_t i, std::size_t axis) const {
    if (other != nullptr) return Enclosed(core->offsets[i][axis]) + other->offsets[i][axis];
    if (core->box == nullptr) return corner[i][axis];
    Enclosed sum;
    for (std::size_t k = 0; k < D; ++k) {
      const double half = core->box->half_extents[k];
      sum = sum + Enclosed((i >> k & 1U) != 0 ? half : -half) * core->box->axes[k][axis];
    }
    return sum;
  }

  /// From corner `from` to corner `to`: of a box, along the axes in which they differ only.
  Enclosed exact_step(std::size_t from, std::size_t to, std::size_t axis) const {
    if (core->box == nullptr) return exact(to, axis) - exact(from, axis);
    Enclosed sum;
    for (std::size_t k = 0; k < D; ++k) {
      if (((from ^ to) >> k & 1U) == 0) continue;
      const double whole = 2.0 * core->box->half_extents[k];
      sum = sum + Enclosed((to >> k & 1U) != 0 ? whole : -whole) * core->box->axes[k][axis];
    }
    return sum;
  }

 private:
  void take(const OrientedBox<D>& box) {
    std::array<Vec<D>, kAxes<D>> side;
    for (std::size_t k = 0; k < D; ++k) {
      side[k] = box.half_extents[k] * box.axes[k];
      for (std::size_t i = 0; i < D; ++i) extent[i] += std::fabs(side[k][i]);
    }
    for (std::size_t n = 0; n < kBoxCorners; ++n) {
      own[n] = (n & 1U) != 0 ? side[0] : -side[0];
      for (std::size_t k = 1; k < D; ++k) own[n] = (n >> k & 1U) != 0 ? own[n] + side[k] : own[n] - side[k];
    }
    corner = {own.data(), kBoxCorners};
  }
};

/// Two cores as the filter sees them: b from a.
template <int D>
struct CorePair {
  Corners<D> a;
  Corners<D> b;
  std::array<Enclosed, kAxes<D>> exact_p;  // exact
  std::array<Enclosed, kAxes<D>> exact_v;  // exact
  Enclosed exact_s;
  Vec<D> p;
  Vec<D> v;
  double s;
  double size = 0.0;   // [L] of both cores and s
  double noise = 0.0;  // [L] what rounding may do to a place, and far more

  CorePair(const RoundedPolytope<D>& core_a, const RoundedPolytope<D>& core_b, double margin)
      : CorePair(core_a, core_b, margin, is_plain_box(core_a) && is_plain_box(core_b)) {}

  /// [L] of both cores along an axis
  double extent(std::size_t axis) const { return a.extent[axis] + b.extent[axis]; }
  Vec<D> place(double t) const { return p + t * v; }

  bool in_range() const {
    const double length = 0x1p36 * noise;
    const double speed = max_abs(v);
    return length >= kSmallestFiltered && length <= kLargestFiltered && speed <= kLargestFiltered &&
           (speed == 0.0 || speed >= kSmallestFiltered);
  }

 private:
  CorePair(const RoundedPolytope<D>& core_a, const RoundedPolytope<D>& core_b, double margin, bool boxes)
      : a(boxes ? Corners<D>(core_a, core_b, true) : Corners<D>(core_a)),
        b(boxes ? Corners<D>(core_b, core_a, false) : Corners<D>(core_b)),
        exact_s(Enclosed(core_a.radius) + core_b.radius + margin),
        s(exact_s.value.high) {
    for (std::size_t i = 0; i < D; ++i) {
      exact_p[i] = {exact_difference(core_b.position[i], core_a.position[i]), 0.0};
      exact_v[i] = {exact_difference(core_b.velocity[i], core_a.velocity[i]), 0.0};
      p[i] = exact_p[i].value.high;
      v[i] = exact_v[i].value.high;
      size = std::max(size, extent(i));
      noise += std::fabs(p[i]);
    }
    size += s;
    noise = 0x1p-36 * (noise + size);
  }
};

}  // namespace firsthit
