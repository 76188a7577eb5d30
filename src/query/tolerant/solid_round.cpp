#include "query/tolerant/solid_round.hpp"

#include "core/vec_math.hpp"
#include "query/convex/contact/contact.hpp"
#include "query/convex/exact/convex_event.hpp"
#include "query/convex/exact/signed_gap.hpp"
#include "query/round/ball_kernels.hpp"
#include "query/tolerant/solid_falling.hpp"
#include "query/tolerant/solid_planes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace firsthit {
namespace {

/// Where a course enters what is grown by some radius.
template <int D>
struct Entry {
  double time = kNever;    // [T]
  Vec<D> normal{};         // outward, unit to rounding
  bool is_inside = false;  // from the start, and closing
};

/// Numbers so small that the exact stage of convex shapes refuses them are nothing beside any tolerance.
template <int D>
Vec<D> without_dust(Vec<D> v) {
  constexpr double kDust = 0x1p-300;
  for (std::size_t axis = 0; axis < D; ++axis)
    if (std::fabs(v[axis]) < kDust) v[axis] = 0.0;
  return v;
}

template <int D>
void fill_core(const SolidPiece<D>& piece, RoundedPolytope<D>& core) {
  if (piece.kind == SolidPiece<D>::Kind::Box) {
    make_polytope<D>(Box<D>{piece.half}, {}, {}, core);
  } else if (piece.kind == SolidPiece<D>::Kind::Ball) {
    make_polytope<D>(Point{}, {}, {}, core);
  } else {
    core.offsets = piece.facets.vertices;
  }
}

}  // namespace

template <int D>
void fill_cores(const SolidPiece<D>& a, const SolidPiece<D>& b, const Vec<D>& d, RoundedPolytope<D>& core_a,
                RoundedPolytope<D>& core_b) {
  fill_core(a, core_a);
  fill_core(b, core_b);
  core_a.position = core_a.velocity = core_b.velocity = {};
  core_b.position = without_dust(d);
}

namespace {

/// Any two pieces, by the kernel of convex shapes.
template <int D>
class ConvexPair {
 public:
  ConvexPair(const SolidPiece<D>& a, const SolidPiece<D>& b, const RelativeMotion<D>& approach) {
    fill_cores(a, b, approach.d, a_, b_);
    b_.velocity = without_dust(approach.v);
  }

  Entry<D> enter(double radius) {
    a_.radius = radius;
    const ConvexEvent<D> found = convex_event(a_, b_, 0.0, std::numeric_limits<double>::max());
    if (found.event.kind == GapEvent::Kind::None || is_zero(found.direction)) return {};
    return {found.event.lower, unit(found.direction), found.event.kind == GapEvent::Kind::Overlap};
  }

 private:
  RoundedPolytope<D> a_;
  RoundedPolytope<D> b_;
};

/// A box along the axes, and a ball with its centre at x, seen from the box.
template <int D>
class BoxAndBall {
 public:
  BoxAndBall(const Vec<D>& half, const Vec<D>& x, const Vec<D>& v) : half_(half), x_(x), v_(v) {}

  Entry<D> enter(double radius) const {
    const Vec<D> from_surface = x_ - nearest_to(x_);
    if (length_squared(from_surface) <= radius * radius) return from_inside(from_surface);
    if (passes_by(radius)) return {};
    Entry<D> first;
    for (std::size_t axis = 0; axis < D; ++axis)
      if (enter_face(axis, radius, first)) return first;
    if constexpr (D == 3) {
      for (std::size_t axis = 0; axis < D; ++axis) enter_edges(axis, radius, first);
    }
    for (unsigned corner = 0; corner < 1U << D; ++corner) {
      Vec<D> apart;
      for (std::size_t axis = 0; axis < D; ++axis)
        apart[axis] = x_[axis] - ((corner >> axis & 1U) != 0 ? half_[axis] : -half_[axis]);
      first.time = std::min(first.time, ball_ball_delay(apart, v_, radius));
    }
    if (first.time == kNever) return first;
    const Vec<D> there = x_ + first.time * v_;
    first.normal = unit_or_zero(there - nearest_to(there));
    return first;
  }

 private:
  static Vec<D> unit_or_zero(const Vec<D>& a) {
    const double size = length(a);
    return size > 0.0 ? (1.0 / size) * a : Vec<D>{};
  }

  Vec<D> nearest_to(const Vec<D>& x) const {
    Vec<D> nearest;
    for (std::size_t axis = 0; axis < D; ++axis)
      nearest[axis] = std::clamp(x[axis], -half_[axis], half_[axis]);
    return nearest;
  }

  Entry<D> from_inside(const Vec<D>& from_surface) const {
    Entry<D> entry;
    entry.normal = unit_or_zero(from_surface);
    if (is_zero(from_surface)) {
      std::size_t least = 0;
      for (std::size_t axis = 1; axis < D; ++axis)
        if (half_[axis] - std::fabs(x_[axis]) < half_[least] - std::fabs(x_[least])) least = axis;
      entry.normal = {};
      entry.normal[least] = x_[least] < 0.0 ? -1.0 : 1.0;
    }
    if (!(rate_along(entry.normal, v_) < 0.0)) return {};
    entry.time = 0.0;
    entry.is_inside = true;
    return entry;
  }

  /// Does the course miss the box around the grown one, but for rounding?
  bool passes_by(double radius) const {
    double enters = 0.0;
    double leaves = kNever;
    for (std::size_t axis = 0; axis < D; ++axis) {
      const double reach = half_[axis] + radius;
      const double toward = v_[axis] < 0.0 ? x_[axis] : -x_[axis];
      const double speed = std::fabs(v_[axis]);
      if (speed == 0.0) {
        if (std::fabs(x_[axis]) > reach) return true;
        continue;
      }
      enters = std::max(enters, (toward - reach) / speed);
      leaves = std::min(leaves, (toward + reach) / speed);
    }
    return leaves < enters || leaves < 0.0;
  }

  bool enter_face(std::size_t axis, double radius, Entry<D>& first) const {
    if (v_[axis] == 0.0) return false;
    const double side = v_[axis] < 0.0 ? 1.0 : -1.0;
    const double time = (side * x_[axis] - (half_[axis] + radius)) / std::fabs(v_[axis]);
    if (!(time >= 0.0)) return false;
    for (std::size_t other = 0; other < D; ++other)
      if (other != axis && !(std::fabs(x_[other] + time * v_[other]) <= half_[other])) return false;
    first.time = time;
    first.normal = {};
    first.normal[axis] = side;
    return true;
  }

  /// The four edges along one axis, in space.
  void enter_edges(std::size_t along, double radius, Entry<D>& first) const {
    const std::size_t i = (along + 1) % 3;
    const std::size_t j = (along + 2) % 3;
    for (const double side_i : {-1.0, 1.0}) {
      for (const double side_j : {-1.0, 1.0}) {
        const Vec<2> apart{x_[i] - side_i * half_[i], x_[j] - side_j * half_[j]};
        const double time = ball_ball_delay(apart, Vec<2>{v_[i], v_[j]}, radius);
        if (time < first.time && std::fabs(x_[along] + time * v_[along]) <= half_[along]) first.time = time;
      }
    }
  }

  Vec<D> half_;
  Vec<D> x_;
  Vec<D> v_;
};

/// [L] How far they are apart, the radius taken off.
template <int D>
double signed_gap_of(const SolidPiece<D>& a, const SolidPiece<D>& b, const Vec<D>& d, double radius) {
  RoundedPolytope<D> core_a;
  RoundedPolytope<D> core_b;
  fill_cores(a, b, d, core_a, core_b);
  core_a.radius = radius;
  return signed_gap(core_a, core_b).gap;
}

/// Does a course that enters like this surely get deeper than the tolerance? What is grown by a radius holds
/// a ball of that radius that it touches here.
template <int D>
bool is_surely_deep(const Entry<D>& entry, const Vec<D>& v, double radius, double tolerance) {
  const double rate = rate_along(entry.normal, v);
  return rate < 0.0 && 0.25 * radius * rate * rate > tolerance * length_squared(v);
}

template <int D, class Pair>
Entry<D> settled(Pair& pair, double radius, const RelativeMotion<D>& approach) {
  const Entry<D> first = pair.enter(radius);
  if (first.time == kNever) return first;
  const double tolerance = approach.tolerance + approach.tolerance_growth * first.time;
  if (!first.is_inside && is_surely_deep(first, approach.v, radius, tolerance)) return first;
  const Entry<D> deep = pair.enter(std::max(radius - tolerance, 0.0));
  if (deep.time == kNever) return deep;
  const Entry<D>& entry = first.is_inside || !(rate_along(first.normal, approach.v) < 0.0) ? deep : first;
  return rate_along(entry.normal, approach.v) < 0.0 ? entry : Entry<D>{};
}

}  // namespace

template <int D>
SolidMeeting<D> round_pieces_meet(const SolidPiece<D>& a, const SolidPiece<D>& b,
                                  const RelativeMotion<D>& approach) {
  using Kind = typename SolidPiece<D>::Kind;
  if (approach.falls()) return round_pieces_fall(a, b, approach);
  const double radius = joint_radius(a, b, approach);
  Entry<D> entry;
  if (a.kind == Kind::Box && b.kind == Kind::Ball) {
    BoxAndBall<D> pair(a.half, approach.d, approach.v);
    entry = settled(pair, radius, approach);
  } else if (b.kind == Kind::Box && a.kind == Kind::Ball) {
    BoxAndBall<D> pair(b.half, -approach.d, -approach.v);
    RelativeMotion<D> from_b = approach;
    from_b.v = -approach.v;
    entry = settled(pair, radius, from_b);
    entry.normal = -entry.normal;
  } else {
    ConvexPair<D> pair(a, b, approach);
    entry = settled(pair, radius, approach);
  }
  if (entry.time == kNever) return {};
  const double cores = (a.reach(entry.normal) - a.radius) + (b.reach(-entry.normal) - b.radius);
  return {entry.time, entry.normal, cores + radius, 0.0};
}

template <int D>
SolidDepth<D> round_pieces_depth(const SolidPiece<D>& a, const SolidPiece<D>& b,
                                 const RelativeMotion<D>& approach) {
  const double radius = joint_radius(a, b, approach);
  RoundedPolytope<D> core_a;
  RoundedPolytope<D> core_b;
  fill_cores(a, b, approach.d, core_a, core_b);
  core_a.radius = radius;
  const double gap = signed_gap(core_a, core_b).gap;
  if (!(gap < 0.0)) return {};
  // Two that rest tell the normal. Where even the cores meet, and have no inside, both sides are alike: the
  // way on which they close tells.
  Vec<D> normal;
  for (const Vec<D>& way : {Vec<D>{}, approach.v, approach.g, -approach.d}) {
    core_b.velocity = without_dust(way);
    normal = unit(convex_event(core_a, core_b, 0.0, 0.0).direction);
    if (!is_zero(normal)) break;
  }
  return {-gap, normal};
}

/// The course is a straight line: it enters and leaves once each. Both are looked for from where it is surely
/// outside, forth and back.
template <int D>
SolidOverlap round_pieces_overlap(const SolidPiece<D>& a, const SolidPiece<D>& b,
                                  const RelativeMotion<D>& approach) {
  const double radius = joint_radius(a, b, approach);
  const auto enters = [&](const Vec<D>& d, const Vec<D>& v) {
    RelativeMotion<D> along = approach;
    along.d = d;
    along.v = v;
    return ConvexPair<D>(a, b, along).enter(radius);
  };
  const double speed = length(approach.v);
  if (speed == 0.0) {
    const bool now = signed_gap_of(a, b, approach.d, radius) < 0.0;
    return now ? SolidOverlap{-kNever, kNever} : SolidOverlap{};
  }
  double extent = radius;
  for (std::size_t axis = 0; axis < D; ++axis) {
    Vec<D> along;
    along[axis] = 1.0;
    extent += std::max(a.reach(along), a.reach(-along)) + std::max(b.reach(along), b.reach(-along));
  }
  const double middle = -dot(approach.d, (1.0 / speed) * approach.v) / speed;
  const double aside = 2.0 * extent / speed;
  const Entry<D> in = enters(approach.d + (middle - aside) * approach.v, approach.v);
  if (in.time == kNever) return {};
  const Entry<D> out = enters(approach.d + (middle + aside) * approach.v, -approach.v);
  if (out.time == kNever) return {};
  const SolidOverlap overlap{(middle - aside) + in.time, (middle + aside) - out.time};
  return overlap.begin < overlap.end ? overlap : SolidOverlap{};
}

template void fill_cores(const SolidPiece<2>&, const SolidPiece<2>&, const Vec<2>&, RoundedPolytope<2>&,
                         RoundedPolytope<2>&);
template void fill_cores(const SolidPiece<3>&, const SolidPiece<3>&, const Vec<3>&, RoundedPolytope<3>&,
                         RoundedPolytope<3>&);
template SolidDepth<2> round_pieces_depth(const SolidPiece<2>&, const SolidPiece<2>&,
                                          const RelativeMotion<2>&);
template SolidDepth<3> round_pieces_depth(const SolidPiece<3>&, const SolidPiece<3>&,
                                          const RelativeMotion<3>&);
template SolidOverlap round_pieces_overlap(const SolidPiece<2>&, const SolidPiece<2>&,
                                           const RelativeMotion<2>&);
template SolidOverlap round_pieces_overlap(const SolidPiece<3>&, const SolidPiece<3>&,
                                           const RelativeMotion<3>&);
template SolidMeeting<2> round_pieces_meet(const SolidPiece<2>&, const SolidPiece<2>&,
                                           const RelativeMotion<2>&);
template SolidMeeting<3> round_pieces_meet(const SolidPiece<3>&, const SolidPiece<3>&,
                                           const RelativeMotion<3>&);

}  // namespace firsthit
