#include "query/tolerant/solid_planes.hpp"

#include "query/tolerant/solid_falling.hpp"

#include <algorithm>
#include <limits>

namespace firsthit {
namespace {

/// A cross product of edges shorter than this (squared) has lost its direction to rounding; a face of one of
/// the two then has nearly that normal.
constexpr double kParallelEdges = 0x1p-60;

template <int D>
Vec<D> axis_vector(std::size_t axis, double length) {
  Vec<D> v;
  v[axis] = length;
  return v;
}

/// Calls each(normal) for the faces of a piece until it returns false. Returns whether it never did.
template <int D, class Each>
bool each_normal(const SolidPiece<D>& piece, const Each& each) {
  if (piece.kind == SolidPiece<D>::Kind::Box) {
    for (std::size_t axis = 0; axis < D; ++axis)
      if (!each(axis_vector<D>(axis, 1.0)) || !each(axis_vector<D>(axis, -1.0))) return false;
    return true;
  }
  return std::all_of(piece.facets.normals.begin(), piece.facets.normals.end(), each);
}

template <int D, class Each>
bool each_edge(const SolidPiece<D>& piece, const Each& each) {
  if (piece.kind == SolidPiece<D>::Kind::Box) {
    for (std::size_t axis = 0; axis < D; ++axis)
      if (!each(axis_vector<D>(axis, 1.0))) return false;
    return true;
  }
  return std::all_of(piece.facets.edges.begin(), piece.facets.edges.end(), each);
}

/// Calls each(normal) for all planes of two pieces until it returns false. Returns whether it never did.
template <int D, class Each>
bool each_normal_between(const SolidPiece<D>& a, const SolidPiece<D>& b, const Each& add) {
  if (!each_normal(a, add) || !each_normal(b, [&](const Vec<D>& normal) { return add(-normal); }))
    return false;
  if constexpr (D == 3) {
    return each_edge(a, [&](const Vec<3>& of_a) {
      return each_edge(b, [&](const Vec<3>& of_b) {
        const Vec<3> across = cross(of_a, of_b);
        const double squared = length_squared(across);
        if (squared < kParallelEdges) return true;
        const Vec<3> normal = (1.0 / std::sqrt(squared)) * across;
        return add(normal) && add(-normal);
      });
    });
  }
  return true;
}

}  // namespace

template <int D>
bool collect_planes(const SolidPiece<D>& a, const SolidPiece<D>& b, const RelativeMotion<D>& approach,
                    InlineVector<Plane<D>, 24>& planes) {
  return each_normal_between(a, b, [&](const Vec<D>& normal) {
    const Plane<D> plane = plane_at(normal, a.reach(normal) + b.reach(-normal), approach);
    if (plane.keeps_apart()) return false;
    planes.push_back(plane);
    return true;
  });
}

template <int D>
void collect_normals(const SolidPiece<D>& a, const SolidPiece<D>& b, InlineVector<Vec<D>, 24>& normals) {
  each_normal_between(a, b, [&](const Vec<D>& normal) {
    normals.push_back(normal);
    return true;
  });
}

template <int D>
SolidMeeting<D> pass_planes(std::span<const Plane<D>> planes, const RelativeMotion<D>& approach) {
  if (approach.falls()) return fall_through_planes(planes, approach);
  constexpr double kEver = std::numeric_limits<double>::infinity();
  // Where the course is inside all planes.
  double touch = -kEver;
  const Plane<D>* touched = nullptr;
  for (const Plane<D>& plane : planes) {
    if (!(plane.rate < 0.0)) continue;
    const double enters = plane.gap / -plane.rate;
    if (!(enters > touch)) continue;
    touch = enters;
    touched = &plane;
  }
  if (touched == nullptr) return {};  // it never comes in, or is in and does not close
  const double tolerance = approach.tolerance + approach.tolerance_growth * std::max(touch, 0.0);

  // Where it is deeper than the tolerance.
  double deep = -kEver;
  double leaves = kEver;
  double others = -kEver;  // when it is that deep behind all planes but the touched one's
  const Plane<D>* deepened = nullptr;
  for (const Plane<D>& plane : planes) {
    const double room = plane.gap + tolerance;
    if (plane.rate > 0.0) {
      leaves = std::min(leaves, -room / plane.rate);
    } else if (plane.rate < 0.0) {
      const double enters = room / -plane.rate;
      if (enters > deep) {
        deep = enters;
        deepened = &plane;
      }
      if (!is_same_face(plane, *touched)) others = std::max(others, enters);
    } else if (room > 0.0) {
      return {};
    }
  }
  if (!(deep < leaves) || !(leaves > 0.0)) return {};
  if (deep > 0.0) {
    const bool firm = touch >= 0.0 && others <= touch;
    const Plane<D>& met = firm ? *touched : *deepened;
    return {firm ? touch : deep, met.normal, met.reach, 0.0};
  }
  // Deep in from the start: the normal is that of the least depth, and nothing happens unless that grows.
  const Plane<D>& nearest =
      *std::max_element(planes.begin(), planes.end(), [](const Plane<D>& a, const Plane<D>& b) {
        return a.gap < b.gap || (a.gap == b.gap && a.rate < b.rate);
      });
  if (!(nearest.rate < 0.0)) return {};
  return {0.0, nearest.normal, nearest.reach, 0.0};
}

template <int D>
SolidOverlap overlap_of(std::span<const Plane<D>> planes) {
  constexpr double kEver = std::numeric_limits<double>::infinity();
  SolidOverlap overlap{-kEver, kEver};
  for (const Plane<D>& plane : planes) {
    if (plane.rate < 0.0) {
      overlap.begin = std::max(overlap.begin, plane.gap / -plane.rate);
    } else if (plane.rate > 0.0) {
      overlap.end = std::min(overlap.end, -plane.gap / plane.rate);
    } else if (plane.gap >= 0.0) {
      return {};
    }
  }
  return overlap.begin < overlap.end ? overlap : SolidOverlap{};
}

template SolidOverlap overlap_of(std::span<const Plane<2>>);
template SolidOverlap overlap_of(std::span<const Plane<3>>);
template void collect_normals(const SolidPiece<2>&, const SolidPiece<2>&, InlineVector<Vec<2>, 24>&);
template void collect_normals(const SolidPiece<3>&, const SolidPiece<3>&, InlineVector<Vec<3>, 24>&);
template bool collect_planes(const SolidPiece<2>&, const SolidPiece<2>&, const RelativeMotion<2>&,
                             InlineVector<Plane<2>, 24>&);
template bool collect_planes(const SolidPiece<3>&, const SolidPiece<3>&, const RelativeMotion<3>&,
                             InlineVector<Plane<3>, 24>&);
template SolidMeeting<2> pass_planes(std::span<const Plane<2>>, const RelativeMotion<2>&);
template SolidMeeting<3> pass_planes(std::span<const Plane<3>>, const RelativeMotion<3>&);

}  // namespace firsthit
