#include "query/tolerant/solid_meeting.hpp"

#include "core/vec_math.hpp"
#include "query/tolerant/solid_falling.hpp"
#include "query/tolerant/solid_patch.hpp"
#include "query/tolerant/solid_planes.hpp"
#include "query/tolerant/solid_round.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace firsthit {
namespace {

template <int D>
SolidMeeting<D> boxes_meet_by_planes(const SolidPiece<D>& a, const SolidPiece<D>& b,
                                     const RelativeMotion<D>& approach) {
  std::array<Plane<D>, std::size_t{2 * D}> planes;
  std::size_t count = 0;
  for (std::size_t axis = 0; axis < D; ++axis) {
    const double reach = a.half[axis] + b.half[axis];
    for (const double sign : {1.0, -1.0}) {
      Plane<D>& plane = planes[count++];
      plane.normal[axis] = sign;
      plane.reach = reach;
      plane.gap = sign * approach.d[axis] - reach;
      plane.rate = sign * approach.v[axis];
      plane.fall = sign * approach.g[axis];
      if (plane.keeps_apart()) return {};
    }
  }
  return pass_planes<D>(planes, approach);
}

/// What pass_planes makes of their planes, to the bit: along an axis one of two is entered, the other left.
template <int D>
SolidMeeting<D> boxes_meet(const SolidPiece<D>& a, const SolidPiece<D>& b,
                           const RelativeMotion<D>& approach) {
  if (approach.falls()) return boxes_meet_by_planes(a, b, approach);
  constexpr double kEver = std::numeric_limits<double>::infinity();
  const Vec<D> reach = a.half + b.half;
  Vec<D> entered;  // [L] how far d is before the plane that is entered,
  Vec<D> left;     // and how far behind the one that is left
  double touch = -kEver;
  std::size_t touched = D;
  for (std::size_t axis = 0; axis < D; ++axis) {
    const double along = approach.v[axis] < 0.0 ? approach.d[axis] : -approach.d[axis];
    const double speed = std::fabs(approach.v[axis]);
    entered[axis] = along - reach[axis];
    left[axis] = -along - reach[axis];
    if (left[axis] >= 0.0 || (speed == 0.0 && entered[axis] >= 0.0)) return {};
    if (speed > 0.0 && entered[axis] / speed > touch) {
      touch = entered[axis] / speed;
      touched = axis;
    }
  }
  if (touched == D) return {};
  const double tolerance = approach.tolerance + approach.tolerance_growth * std::max(touch, 0.0);
  double deep = -kEver;
  double leaves = kEver;
  double others = -kEver;
  std::size_t deepened = D;
  for (std::size_t axis = 0; axis < D; ++axis) {
    const double speed = std::fabs(approach.v[axis]);
    if (speed == 0.0) {
      if (entered[axis] + tolerance > 0.0 || left[axis] + tolerance > 0.0) return {};
      continue;
    }
    leaves = std::min(leaves, -(left[axis] + tolerance) / speed);
    const double enters = (entered[axis] + tolerance) / speed;
    if (enters > deep) {
      deep = enters;
      deepened = axis;
    }
    if (axis != touched) others = std::max(others, enters);
  }
  if (!(deep < leaves) || !(leaves > 0.0)) return {};
  if (!(deep > 0.0)) return boxes_meet_by_planes(a, b, approach);
  const bool firm = touch >= 0.0 && others <= touch;
  const std::size_t met = firm ? touched : deepened;
  SolidMeeting<D> meeting;
  meeting.delay = firm ? touch : deep;
  meeting.normal[met] = approach.v[met] < 0.0 ? 1.0 : -1.0;
  meeting.reach = reach[met];
  return meeting;
}

template <int D>
SolidMeeting<D> sharp_pieces_meet(const SolidPiece<D>& a, const SolidPiece<D>& b,
                                  const RelativeMotion<D>& approach) {
  InlineVector<Plane<D>, 24> planes;
  if (!collect_planes(a, b, approach, planes)) return {};
  return pass_planes<D>(planes.all(), approach);
}

/// Would rounding let one of them slip in where the other has, or they both have, no inside?
template <int D>
bool is_thin(const SolidPiece<D>& a, const SolidPiece<D>& b, const RelativeMotion<D>& approach) {
  const double least = 2.0 * approach.least_radius;
  if (a.is_seam || b.is_seam) return !(a.is_seam && b.is_seam) && (a.is_seam ? b : a).width < least;
  return a.width + b.width < least || (approach.a_moves && a.width < least) ||
         (approach.b_moves && b.width < least);
}

}  // namespace

template <int D>
PieceKernel piece_kernel(const SolidPiece<D>& a, const SolidPiece<D>& b, const RelativeMotion<D>& approach) {
  using Kind = typename SolidPiece<D>::Kind;
  const bool thin = is_thin(a, b, approach);
  if ((a.is_seam || b.is_seam) && !thin) return PieceKernel::None;
  if (thin || a.is_curved() || b.is_curved()) return PieceKernel::Round;
  return a.kind == Kind::Box && b.kind == Kind::Box ? PieceKernel::Boxes : PieceKernel::Sharp;
}

namespace {

template <int D>
SolidMeeting<D> pieces_meet(const SolidPiece<D>& a, const SolidPiece<D>& b,
                            const RelativeMotion<D>& approach) {
  switch (piece_kernel(a, b, approach)) {
    case PieceKernel::None:
      break;
    case PieceKernel::Round:
      return round_pieces_meet(a, b, approach);
    case PieceKernel::Boxes:
      return boxes_meet(a, b, approach);
    case PieceKernel::Sharp:
      return sharp_pieces_meet(a, b, approach);
  }
  return {};
}

/// The plane of `solid`, and a piece above it.
template <int D>
Plane<D> plane_over(const HalfSpace<D>& solid, const SolidPiece<D>& piece,
                    const RelativeMotion<D>& approach) {
  return plane_at(solid.normal, solid.offset + piece.reach(-solid.normal), approach);
}

template <int D>
SolidMeeting<D> plane_and_piece_meet(const HalfSpace<D>& solid, const SolidPiece<D>& piece,
                                     const RelativeMotion<D>& approach) {
  const Plane<D> plane = plane_over(solid, piece, approach);
  if (plane.keeps_apart()) return {};
  return pass_planes<D>({&plane, 1}, approach);
}

/// While the course is behind all of these planes.
template <int D>
std::vector<SolidOverlap> overlaps_behind(std::span<const Plane<D>> planes,
                                          const RelativeMotion<D>& approach) {
  std::vector<SolidOverlap> all;
  if (!approach.falls()) {
    all.push_back(overlap_of(planes));
  } else {
    for (const TimeInterval& interval : intervals_behind(planes))
      all.push_back({interval.begin, interval.end});
  }
  return all;
}

template <int D>
std::vector<SolidOverlap> pieces_overlap(const SolidPiece<D>& a, const SolidPiece<D>& b,
                                         const RelativeMotion<D>& approach) {
  const PieceKernel kernel = piece_kernel(a, b, approach);
  if (kernel == PieceKernel::None) return {};
  if (kernel == PieceKernel::Round) {
    if (!approach.falls()) return {round_pieces_overlap(a, b, approach)};
    std::vector<SolidOverlap> all;
    for (const TimeInterval& interval : round_pieces_intervals(a, b, approach))
      all.push_back({interval.begin, interval.end});
    return all;
  }
  InlineVector<Plane<D>, 24> planes;
  if (!collect_planes(a, b, approach, planes)) return {};
  return overlaps_behind<D>(planes.all(), approach);
}

template <int D>
SolidDepth<D> pieces_depth(const SolidPiece<D>& a, const SolidPiece<D>& b,
                           const RelativeMotion<D>& approach) {
  if (piece_kernel(a, b, approach) == PieceKernel::Round) return round_pieces_depth(a, b, approach);
  RelativeMotion<D> still = approach;
  still.v = still.g = {};
  InlineVector<Plane<D>, 24> planes;
  if (!collect_planes(a, b, still, planes)) return {};
  const auto all = planes.all();
  const auto nearest = std::max_element(all.begin(), all.end(),
                                        [](const Plane<D>& x, const Plane<D>& y) { return x.gap < y.gap; });
  return nearest == all.end() ? SolidDepth<D>{} : SolidDepth<D>{-nearest->gap, nearest->normal};
}

/// [T] In which the course goes as far as the tolerance, from t [T] on.
template <int D>
double slack_at(double t, const RelativeMotion<D>& approach) {
  const double tolerance = approach.tolerance_at(t);
  const double speed = length(approach.falls() ? approach.v + t * approach.g : approach.v);
  const double slack = speed > 0.0 ? tolerance / speed : 0.0;
  if (!approach.falls()) return slack;
  const double from_rest = std::sqrt(2.0 * tolerance / length(approach.g));
  return speed > 0.0 ? std::min(slack, from_rest) : from_rest;
}

template <int D>
RelativeMotion<D> turned(RelativeMotion<D> approach) {
  approach.d = -approach.d;
  approach.v = -approach.v;
  approach.g = -approach.g;
  std::swap(approach.a_moves, approach.b_moves);
  return approach;
}

template <int D>
void keep_first(const SolidMeeting<D>& found, SolidMeeting<D>& first) {
  if (found.delay < first.delay || (found.delay == first.delay && found.area > first.area)) first = found;
}

}  // namespace

template <int D>
SolidMeeting<D> pieces_meet(std::span<const SolidPiece<D>> a, std::span<const SolidPiece<D>> b,
                            const RelativeMotion<D>& approach) {
  SolidMeeting<D> first;
  for (std::size_t k = 0; k < b.size(); ++k) {
    for (std::size_t i = 0; i < a.size(); ++i) {
      SolidMeeting<D> found = pieces_meet(a[i], b[k], approach);
      if (!found.happens() || found.delay > first.delay) continue;
      found.area = contact_area(a[i], b[k], approach.at(found.delay), found.normal);
      found.piece_a = i;
      found.piece_b = k;
      keep_first(found, first);
    }
  }
  return first;
}

template <int D>
SolidMeeting<D> solids_meet(const Solid<D>& a, const Solid<D>& b, const RelativeMotion<D>& approach) {
  if (a.plane && b.plane) return {};  // neither moves, or they overlap for ever
  if (b.plane) {
    SolidMeeting<D> met = solids_meet(b, a, turned(approach));
    met.normal = -met.normal;
    std::swap(met.piece_a, met.piece_b);
    return met;
  }
  if (!a.plane) return pieces_meet<D>(a.pieces, b.pieces, approach);
  SolidMeeting<D> first;
  for (std::size_t k = 0; k < b.pieces.size(); ++k) {
    SolidMeeting<D> found = plane_and_piece_meet(*a.plane, b.pieces[k], approach);
    if (!found.happens()) continue;
    found.area = flat_area(b.pieces[k], -found.normal);
    found.piece_b = k;
    keep_first(found, first);
  }
  return first;
}

template <int D>
SolidOverlap solids_overlap(const Solid<D>& a, const Solid<D>& b, const RelativeMotion<D>& approach,
                            double after, bool inside) {
  if (a.plane && b.plane) return {};
  if (b.plane) return solids_overlap(b, a, turned(approach), after, inside);
  std::vector<SolidOverlap> all;
  const auto add = [&](const std::vector<SolidOverlap>& some) {
    for (SolidOverlap one : some) {
      if (one.begin == std::numeric_limits<double>::infinity()) continue;
      one.slack = slack_at(std::max(one.begin, 0.0), approach);
      all.push_back(one);
    }
  };
  for (const SolidPiece<D>& piece_b : b.pieces) {
    if (a.plane) {
      const Plane<D> plane = plane_over(*a.plane, piece_b, approach);
      add(overlaps_behind<D>({&plane, 1}, approach));
    }
    for (const SolidPiece<D>& piece_a : a.pieces) add(pieces_overlap(piece_a, piece_b, approach));
  }
  std::sort(all.begin(), all.end(), [](const SolidOverlap& x, const SolidOverlap& y) {
    return x.begin < y.begin || (x.begin == y.begin && x.end < y.end);
  });
  // While any two pieces do. What ends when the next begins, but for the tolerance, goes on.
  for (std::size_t i = 0; i < all.size();) {
    SolidOverlap one = all[i];
    for (++i; i < all.size() && all[i].begin <= one.end + one.slack; ++i)
      one.end = std::max(one.end, all[i].end);
    const double slack = inside ? -one.slack : one.slack;
    if (one.end - one.begin > 2.0 * one.slack && one.end > after + slack) return one;
  }
  return {};
}

template PieceKernel piece_kernel(const SolidPiece<2>&, const SolidPiece<2>&, const RelativeMotion<2>&);
template PieceKernel piece_kernel(const SolidPiece<3>&, const SolidPiece<3>&, const RelativeMotion<3>&);
template SolidOverlap solids_overlap(const Solid<2>&, const Solid<2>&, const RelativeMotion<2>&, double,
                                     bool);
template SolidOverlap solids_overlap(const Solid<3>&, const Solid<3>&, const RelativeMotion<3>&, double,
                                     bool);

template <int D>
SolidDepth<D> solids_depth(const Solid<D>& a, const Solid<D>& b, const RelativeMotion<D>& approach) {
  SolidDepth<D> deepest;
  const auto keep = [&](double depth, const Vec<D>& normal) {
    if (depth > deepest.depth) deepest = {depth, normal};
  };
  if (b.plane && !a.plane) {
    const SolidDepth<D> other = solids_depth(b, a, turned(approach));
    return {other.depth, -other.normal};
  }
  for (const SolidPiece<D>& piece_b : b.pieces) {
    if (a.plane)
      keep(a.plane->offset + piece_b.reach(-a.plane->normal) - dot(a.plane->normal, approach.d),
           a.plane->normal);
    for (const SolidPiece<D>& piece_a : a.pieces) {
      if (piece_a.is_seam || piece_b.is_seam) continue;
      const SolidDepth<D> depth = pieces_depth(piece_a, piece_b, approach);
      keep(depth.depth, depth.normal);
    }
  }
  return deepest;
}

template SolidDepth<2> solids_depth(const Solid<2>&, const Solid<2>&, const RelativeMotion<2>&);
template SolidDepth<3> solids_depth(const Solid<3>&, const Solid<3>&, const RelativeMotion<3>&);

template <int D>
SolidMeeting<D> pieces_meet_plane(std::span<const SolidPiece<D>> pieces, const Vec<D>& into, double height,
                                  const RelativeMotion<D>& approach) {
  SolidMeeting<D> first;
  Plane<D> plane;
  plane.normal = into;
  plane.rate = rate_along(into, approach.v);
  if (approach.falls()) plane.fall = rate_along(into, approach.g);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    plane.reach = pieces[i].reach(into);
    plane.gap = height - plane.reach;
    if (plane.keeps_apart()) continue;
    SolidMeeting<D> found = pass_planes<D>({&plane, 1}, approach);
    if (!found.happens()) continue;
    found.area = flat_area(pieces[i], into);
    found.piece_a = i;
    keep_first(found, first);
  }
  return first;
}

template SolidMeeting<2> solids_meet(const Solid<2>&, const Solid<2>&, const RelativeMotion<2>&);
template SolidMeeting<3> solids_meet(const Solid<3>&, const Solid<3>&, const RelativeMotion<3>&);
template SolidMeeting<2> pieces_meet(std::span<const SolidPiece<2>>, std::span<const SolidPiece<2>>,
                                     const RelativeMotion<2>&);
template SolidMeeting<2> pieces_meet_plane(std::span<const SolidPiece<2>>, const Vec<2>&, double,
                                           const RelativeMotion<2>&);
template SolidMeeting<3> pieces_meet(std::span<const SolidPiece<3>>, std::span<const SolidPiece<3>>,
                                     const RelativeMotion<3>&);
template SolidMeeting<3> pieces_meet_plane(std::span<const SolidPiece<3>>, const Vec<3>&, double,
                                           const RelativeMotion<3>&);

}  // namespace firsthit
