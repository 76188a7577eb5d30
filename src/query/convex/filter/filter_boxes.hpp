#pragma once

#include "exact/double_double.hpp"
#include "query/convex/filter/filter_rounding.hpp"
#include "query/convex/filter/sure_impact.hpp"

#include <array>
#include <cmath>
#include <cstddef>

// Boxes along the axes: K is one too, and the course is inside of it while it is between both planes of every
// axis. All times are fractions.

namespace firsthit {

/// Both planes of K across one axis, and when the course passes them.
struct Slab {
  DoubleDouble p;        // [L] exact
  DoubleDouble v;        // [L/T] exact
  DoubleDouble half;     // [L] exact
  double size;           // [L] what p and half are rounded by, over u
  double sign = 0.0;     // of v
  double inverse = 0.0;  // of |v|
  double enter = -HUGE_VAL;
  double exit = HUGE_VAL;
  double error = 0.0;  // of both: five roundings of 1.02 u, counted as 8 u

  Slab(const DoubleDouble& place, const DoubleDouble& velocity, const DoubleDouble& half_extent)
      : p(place), v(velocity), half(half_extent), size(half.high + std::fabs(p.high)) {
    if (v.high == 0.0) return;
    sign = std::copysign(1.0, v.high);
    inverse = 1.0 / std::fabs(v.high);
    enter = (-half.high - sign * p.high) * inverse;
    exit = (half.high - sign * p.high) * inverse;
    error = 8.0 * kHalfUlp * (size * inverse);
  }

  bool moves() const { return sign != 0.0; }
  /// Behind the nearer plane, within 4 u of size.
  double depth() const { return half.high - std::fabs(p.high); }
  double depth_error() const { return 4.0 * kHalfUlp * size; }
};

template <int D>
using Slabs = std::array<Slab, kAxes<D>>;

/// A box on a straight course.
template <int D>
struct BoxBody {
  const Vec<D>& position;      ///< [L]
  const Vec<D>& velocity;      ///< [L/T]
  const Vec<D>& half_extents;  ///< [L]
};

template <int D>
Slabs<D> slabs_between(const BoxBody<D>& a, const BoxBody<D>& b) {
  return for_each_axis<D>([&](std::size_t i) {
    return Slab(exact_difference(b.position[i], a.position[i]),
                exact_difference(b.velocity[i], a.velocity[i]),
                exact_sum(a.half_extents[i], b.half_extents[i]));
  });
}

/// What the times of all slabs tell in rounded arithmetic.
template <int D>
struct SlabPassage {
  double enter = -HUGE_VAL;  // surely not inside of all before
  double exit = HUGE_VAL;    // surely left one by then
  bool outside = false;      // for ever
  std::size_t last = 0;      // the slab that is entered last, as far as doubles tell

  explicit SlabPassage(const Slabs<D>& slabs) {
    for (std::size_t i = 0; i < D; ++i) {
      const Slab& slab = slabs[i];
      const bool moves = slab.moves();
      const bool beyond = slab.depth() < -slab.depth_error();
      outside = outside | (!moves & beyond);
      const double in = slab.enter - slab.error;
      const double out = slab.exit + slab.error;
      last = in > enter ? i : last;
      enter = in > enter ? in : enter;
      exit = out < exit ? out : exit;
    }
  }

  bool missed(double end) const { return outside | (enter > exit) | (exit < 0.0) | (enter > end); }

  /// Is that slab surely entered after all others, and before one is left?
  bool enters_alone(const Slabs<D>& slabs) const {
    const Slab& best = slabs[last];
    bool sure = best.moves();
    for (std::size_t i = 0; i < D; ++i) {
      const Slab& slab = slabs[i];
      const double doubt = best.error + slab.error;
      const bool moves = slab.moves();
      const bool within = slab.depth() > slab.depth_error();
      sure = sure & (moves | within) & ((i == last) | (best.enter - slab.enter > doubt)) &
             (slab.exit - best.enter > doubt);
    }
    return sure;
  }
};

/// What becomes of boxes that are apart at the start and meet side to side, beyond doubt, across the axis
/// passage.last. Requires: one of them is solid.
template <int D>
Told event_of_boxes(const Slabs<D>& slabs, const SlabPassage<D>& passage, double end, SureImpact<D>& impact) {
  if (passage.missed(end)) return Told::Miss;
  if (!(passage.enter > 0.0 && passage.enters_alone(slabs))) return Told::Nothing;
  const Slab& slab = slabs[passage.last];
  // (-half - p) / v where v > 0, and mirrored where it is not: a sum of four doubles, whose tails add up to
  // within 3 u^2 of their size, counted as 16 u^2.
  const Exactly total = two_sum(-slab.half.high, -slab.sign * slab.p.high);
  const DoubleDouble way{total.value, total.error - (slab.half.low + slab.sign * slab.p.low)};
  const DoubleDouble speed{std::fabs(slab.v.high), slab.sign * slab.v.low};
  NeighbouringDoubles times;
  if (!surely_between_quotient(way, 16.0 * kUnitSquared * slab.size, speed, slab.inverse, times))
    return Told::Nothing;
  if (times.upper > end) return Told::Miss;
  impact.lower = times.lower;
  impact.upper = times.upper;
  impact.direction = {};
  impact.direction[passage.last] = -slab.sign;
  return Told::Impact;
}

}  // namespace firsthit
