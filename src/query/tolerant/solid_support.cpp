#include "query/tolerant/solid_support.hpp"

#include "core/vec_math.hpp"
#include "query/tolerant/solid_falling.hpp"
#include "query/tolerant/solid_nearest.hpp"
#include "query/tolerant/solid_patch.hpp"
#include "query/tolerant/solid_round.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace firsthit {
namespace {

/// Two that pass each other along an edge leave it by no more than this part of their way: velocities of a
/// heap are told apart no better (kIdle). Larger: the normal, and with it the forces, would turn as they go,
/// by as much for each radius of their way. Smaller: what rounds of velocities keeps them from resting.
constexpr double kOffRidge = 0x1p-40;

template <int D>
double furthest(const std::vector<Vec<D>>& vertices, const Vec<D>& along) {
  double most = -std::numeric_limits<double>::infinity();
  for (const Vec<D>& vertex : vertices) most = std::max(most, dot(along, vertex));
  return most;
}

/// The directions across `normal` that bound what faces along it.
std::vector<Vec<2>> edges_of(const std::vector<Vec<2>>& /*facing*/, const Vec<2>& normal) {
  const auto ways = ways_across(normal);
  return {ways[0], -ways[0]};
}

std::vector<Vec<3>> edges_of(const std::vector<Vec<3>>& facing, const Vec<3>& normal) {
  const auto ways = ways_across(normal);
  std::vector<Vec<2>> seen;
  for (const Vec<3>& vertex : facing) seen.push_back({dot(ways[0], vertex), dot(ways[1], vertex)});
  std::vector<Vec<3>> edges;
  for (const Vec<2>& edge : facets_of<2>(seen).normals)
    edges.push_back(edge[0] * ways[0] + edge[1] * ways[1]);
  return edges;
}

/// The planes across the normal within which two faces lie on each other.
template <int D>
std::vector<Plane<D>> bounds_of_face(const SolidPiece<D>& a, const SolidPiece<D>& b,
                                     const RelativeMotion<D>& approach, const Vec<D>& normal) {
  const std::vector<Vec<D>> of_a = facing_vertices(a, normal);
  const std::vector<Vec<D>> of_b = facing_vertices(b, -normal);
  std::vector<Plane<D>> planes;
  const auto add = [&](const Vec<D>& edge) {
    planes.push_back(plane_at(edge, furthest(of_a, edge) + furthest(of_b, -edge), approach));
  };
  for (const Vec<D>& edge : edges_of(of_a, normal)) add(edge);
  if (D == 3)
    for (const Vec<D>& edge : edges_of(of_b, normal)) add(-edge);
  return planes;
}

/// The planes beyond the ends of the edge along which two lie on each other, and no further to its sides, as
/// round ones do; none where they do not.
std::vector<Plane<2>> ends_of_ridge(const SolidPiece<2>& /*a*/, const SolidPiece<2>& /*b*/,
                                    const RelativeMotion<2>& /*approach*/, const Vec<2>& /*normal*/) {
  return {};
}

std::vector<Plane<3>> ends_of_ridge(const SolidPiece<3>& a, const SolidPiece<3>& b,
                                    const RelativeMotion<3>& approach, const Vec<3>& normal) {
  constexpr double kParallel = 0x1p-100;  // squares of what rounds of edges that are parallel
  const std::vector<Vec<3>> of_a = facing_vertices(a, normal), of_b = facing_vertices(b, -normal);
  Vec<3> along;
  for (const std::vector<Vec<3>>* facing : {&of_a, &of_b}) {
    if (facing->size() == 1) continue;
    if (facing->size() > 2) return {};
    const Vec<3> edge = facing->back() - facing->front();
    const double size = length(edge);
    if (!(size > 0.0)) continue;
    const Vec<3> way = (1.0 / size) * edge;
    if (!is_zero(along) && length_squared(cross(along, way)) > kParallel) return {};
    along = way;
  }
  if (is_zero(along)) return {};
  std::vector<Plane<3>> planes;
  for (const Vec<3>& end : {along, -along})
    planes.push_back(plane_at(end, furthest(of_a, end) + furthest(of_b, -end), approach));
  return planes;
}

template <int D>
bool is_face_to_face(const SolidPiece<D>& a, const SolidPiece<D>& b, const RelativeMotion<D>& approach,
                     const Vec<D>& normal) {
  const std::vector<Plane<D>> planes = bounds_of_face(a, b, approach, normal);
  return !planes.empty() && std::all_of(planes.begin(), planes.end(), [&](const Plane<D>& plane) {
    return plane.gap < -approach.tolerance;
  });
}

/// The direction of the edge about which one goes round the other, where they lie on each other along a
/// normal; zero if it is a corner. Of a face it is the edge beyond which they are, or almost.
Vec<3> ridge_of(const SolidPiece<3>& a, const SolidPiece<3>& b, const RelativeMotion<3>& approach,
                const Vec<3>& normal) {
  constexpr double kOneDirection = 0x1p-40;  // squares of what rounds of vectors that are alike
  const std::vector<Vec<3>> of_a = facing_vertices(a, normal), of_b = facing_vertices(b, -normal);
  if (of_a.size() <= 2 && of_b.size() <= 2) {
    Vec<3> longest;
    for (const std::vector<Vec<3>>& facing : {of_a, of_b})
      for (const Vec<3>& vertex : facing)
        if (length_squared(vertex - facing[0]) > length_squared(longest)) longest = vertex - facing[0];
    const double size = length(longest);
    return size > 0.0 ? (1.0 / size) * longest : longest;
  }
  Vec<3> ridge;
  for (const Plane<3>& plane : bounds_of_face(a, b, approach, normal)) {
    if (plane.gap < -approach.tolerance) continue;
    const Vec<3> along = cross(plane.normal, normal);
    if (!is_zero(ridge) && length_squared(cross(ridge, along)) > kOneDirection) return {};
    ridge = (1.0 / length(along)) * along;
  }
  return ridge;
}

}  // namespace

template <int D>
FaceContact<D> face_contact_of(const SolidPiece<D>& a, const SolidPiece<D>& b,
                               const RelativeMotion<D>& approach, const Vec<D>& known) {
  const bool round = piece_kernel(a, b, approach) == PieceKernel::Round;
  const double radius = round ? joint_radius(a, b, approach) : 0.0;
  FaceContact<D> standing{known, 0.0, 0.0, {}};
  if (!is_face_to_face(a, b, approach, known)) {
    standing.curvature = 1.0 / (round ? radius : approach.least_radius);
    if (round) {
      const CoresApart<D> apart = cores_apart(a, b, approach.d, 0.0625 * approach.tolerance);
      if (!is_zero(apart.normal)) standing.normal = apart.normal;
      if (is_face_to_face(a, b, approach, standing.normal)) standing.curvature = 0.0;
    }
  }
  const Vec<D>& n = standing.normal;
  if constexpr (D == 3) {
    if (standing.curvature != 0.0) standing.ridge = ridge_of(a, b, approach, n);
  }
  standing.gap = dot(n, approach.d) - (core_reach(a, n) + core_reach(b, -n) + radius);
  return standing;
}

template <int D>
double time_on_face(const SolidPiece<D>& a, const SolidPiece<D>& b, const RelativeMotion<D>& approach,
                    const Vec<D>& normal) {
  double time = std::numeric_limits<double>::infinity();
  std::vector<Plane<D>> bounds = ends_of_ridge(a, b, approach, normal);
  if (bounds.empty()) bounds = bounds_of_face(a, b, approach, normal);
  for (const Plane<D>& plane : bounds) {
    const Parabola height = height_over(plane);
    if (height.a == 0.0 && height.b == 0.0)
      continue;  // it stands still, if only in balance on something round
    time = std::min(time, Parabola{-height.a, -height.b, -height.c}.first_below(0.0).begin);
  }
  return time;
}

template <int D>
bool go_along_ridge(const SolidPiece<D>& a, const SolidPiece<D>& b, const RelativeMotion<D>& approach,
                    const Vec<D>& normal) {
  const std::vector<Plane<D>> ends = ends_of_ridge(a, b, approach, normal);
  if (ends.empty()) return false;
  for (const Plane<D>& end : ends)
    if (!(end.gap < -approach.tolerance)) return false;
  const Vec<D>& along = ends[0].normal;
  const Vec<D> off = approach.v - dot(approach.v, along) * along;
  return length(off) <= kOffRidge * length(approach.v);
}

template bool go_along_ridge(const SolidPiece<2>&, const SolidPiece<2>&, const RelativeMotion<2>&,
                             const Vec<2>&);
template bool go_along_ridge(const SolidPiece<3>&, const SolidPiece<3>&, const RelativeMotion<3>&,
                             const Vec<3>&);
template FaceContact<2> face_contact_of(const SolidPiece<2>&, const SolidPiece<2>&, const RelativeMotion<2>&,
                                        const Vec<2>&);
template FaceContact<3> face_contact_of(const SolidPiece<3>&, const SolidPiece<3>&, const RelativeMotion<3>&,
                                        const Vec<3>&);
template double time_on_face(const SolidPiece<2>&, const SolidPiece<2>&, const RelativeMotion<2>&,
                             const Vec<2>&);
template double time_on_face(const SolidPiece<3>&, const SolidPiece<3>&, const RelativeMotion<3>&,
                             const Vec<3>&);

}  // namespace firsthit
