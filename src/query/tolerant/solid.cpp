#include "query/tolerant/solid.hpp"

#include "core/vec_math.hpp"
#include "query/base/pair_table.hpp"
#include "query/convex/polytope/rounded_polytope.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace firsthit {
namespace {

using std::numeric_limits;

template <int D>
double width_of(const SolidPiece<D>& piece) {
  if (piece.is_curved()) return 2.0 * piece.radius;
  double width = numeric_limits<double>::infinity();
  if (piece.kind == SolidPiece<D>::Kind::Box) {
    for (std::size_t axis = 0; axis < D; ++axis) width = std::min(width, 2.0 * piece.half[axis]);
    return width;
  }
  for (const Vec<D>& n : piece.facets.normals) width = std::min(width, piece.reach(n) + piece.reach(-n));
  return piece.facets.normals.empty() ? 0.0 : width;
}

template <int D>
SolidPiece<D> sharp(std::span<const Vec<D>> vertices, bool is_seam = false) {
  SolidPiece<D> piece;
  piece.kind = SolidPiece<D>::Kind::Sharp;
  piece.is_seam = is_seam;
  piece.facets = facets_of(vertices);
  return piece;
}

template <int D>
SolidPiece<D> rounded(std::span<const Vec<D>> vertices, double radius) {
  SolidPiece<D> piece;
  piece.kind = SolidPiece<D>::Kind::Round;
  piece.radius = radius;
  piece.facets = facets_of(vertices);
  return piece;
}

/// Of a concave polygon also the diagonals between its pieces: what is thin could slip in along them.
void add_polygon(const Polygon& polygon, std::vector<SolidPiece<2>>& pieces) {
  for (std::size_t i = 0; i < polygon.pieces(); ++i) pieces.push_back(sharp<2>(polygon.piece(i)));
  const auto count = static_cast<int>(polygon.vertices().size());
  for (std::size_t i = 0; i < polygon.pieces(); ++i) {
    const auto numbers = polygon.numbers(i);
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      const int from = numbers[k];
      const int to = numbers[(k + 1) % numbers.size()];
      const bool is_edge = (from + 1) % count == to || (to + 1) % count == from;
      if (is_edge || from > to) continue;
      const std::array<Vec<2>, 2> ends = {polygon.vertices()[static_cast<std::size_t>(from)],
                                          polygon.vertices()[static_cast<std::size_t>(to)]};
      pieces.push_back(sharp<2>(ends, true));
    }
  }
}

template <int D>
void add_pieces(const Shape<D>& shape, std::vector<SolidPiece<D>>& pieces) {
  if constexpr (D == 2) {
    if (const auto* polygon = std::get_if<Polygon>(&shape)) return add_polygon(*polygon, pieces);
  }
  if (const auto* box = std::get_if<Box<D>>(&shape)) {
    pieces.emplace_back();
    pieces.back().kind = SolidPiece<D>::Kind::Box;
    pieces.back().half = box->half_extents;
    return;
  }
  RoundedPolytope<D> core;
  make_polytope<D>(shape, {}, {}, core);
  std::vector<Vec<D>> vertices;
  for (std::size_t i = 0; i < vertex_count(core); ++i) vertices.push_back(offset_of(core, i));
  if (vertices.size() == 1 && is_zero(vertices[0])) {
    pieces.emplace_back();
    pieces.back().radius = core.radius;
    return;
  }
  const bool is_round = core.radius > 0.0 || vertices.size() == 1;
  pieces.push_back(is_round ? rounded<D>(vertices, core.radius) : sharp<D>(vertices));
}

/// Its bounds and widths, from its pieces.
template <int D>
void measure(Solid<D>& solid) {
  constexpr double kFar = numeric_limits<double>::infinity();
  solid.width = kFar;
  for (std::size_t axis = 0; axis < D; ++axis) {
    solid.bounds.low[axis] = kFar;
    solid.bounds.high[axis] = -kFar;
  }
  for (SolidPiece<D>& piece : solid.pieces) {
    piece.width = width_of(piece);
    if (!piece.is_seam) solid.width = std::min(solid.width, piece.width);
    for (std::size_t axis = 0; axis < D; ++axis) {
      Vec<D> along;
      along[axis] = 1.0;
      solid.bounds.high[axis] = std::max(solid.bounds.high[axis], piece.reach(along));
      solid.bounds.low[axis] = std::min(solid.bounds.low[axis], -piece.reach(-along));
    }
  }
}

/// Every corner of a box around its place.
template <int D>
std::vector<Vec<D>> corners_of(const Vec<D>& half) {
  std::vector<Vec<D>> corners(std::size_t{1} << D, half);
  for (std::size_t i = 0; i < corners.size(); ++i)
    for (std::size_t axis = 0; axis < D; ++axis)
      if ((i >> axis & 1) != 0) corners[i][axis] = -half[axis];
  return corners;
}

template <int D>
SolidPiece<D> turned(const SolidPiece<D>& piece, const Rotation<D>& rotation) {
  using Kind = typename SolidPiece<D>::Kind;
  if (piece.kind == Kind::Ball) return piece;
  std::vector<Vec<D>> vertices = piece.kind == Kind::Box ? corners_of<D>(piece.half) : piece.facets.vertices;
  for (Vec<D>& vertex : vertices) vertex = rotation.of(vertex);
  return piece.kind == Kind::Round ? rounded<D>(vertices, piece.radius) : sharp<D>(vertices, piece.is_seam);
}

}  // namespace

template <int D>
double SolidPiece<D>::reach(const Vec<D>& n) const {
  double most = -numeric_limits<double>::infinity();
  if (kind == Kind::Ball) return radius;
  if (kind == Kind::Box) {
    most = 0.0;
    for (std::size_t axis = 0; axis < D; ++axis) most += std::fabs(n[axis]) * half[axis];
    return most;
  }
  for (const Vec<D>& vertex : facets.vertices) most = std::max(most, dot(n, vertex));
  return most + radius;
}

template <int D>
Solid<D> solid_of(const Shape<D>& shape) {
  constexpr double kFar = numeric_limits<double>::infinity();
  Solid<D> solid;
  if (const auto* half_space = std::get_if<HalfSpace<D>>(&shape)) {
    const double size = length(half_space->normal);
    solid.plane = HalfSpace<D>{(1.0 / size) * half_space->normal, half_space->offset / size};
    for (std::size_t axis = 0; axis < D; ++axis) {
      solid.bounds.low[axis] = -kFar;
      solid.bounds.high[axis] = kFar;
    }
    solid.extent = solid.width = kFar;
    return solid;
  }
  add_pieces(shape, solid.pieces);
  solid.extent = extent_of(shape);
  measure(solid);
  return solid;
}

template <int D>
Solid<D> turned(const Solid<D>& solid, const Rotation<D>& rotation) {
  if (rotation.rows == kCoordinateAxes<D>) return solid;
  Solid<D> r;
  for (const SolidPiece<D>& piece : solid.pieces) r.pieces.push_back(turned(piece, rotation));
  r.extent = (1.0 + 0x1p-48) * solid.extent;
  measure(r);
  return r;
}

template <int D>
double extent_of(const Shape<D>& shape) {
  const ShapeClass kind = class_of<D>(shape);
  if (kind == ShapeClass::HalfSpace || kind == ShapeClass::Container || kind == ShapeClass::Arc)
    return numeric_limits<double>::infinity();
  double extent = 0.0;
  RoundedPolytope<D> core;
  make_polytope<D>(shape, {}, {}, core);
  for (std::size_t i = 0; i < vertex_count(core); ++i) extent = std::max(extent, length(offset_of(core, i)));
  return extent + core.radius;
}

template struct SolidPiece<2>;
template struct SolidPiece<3>;
template Solid<2> solid_of(const Shape<2>&);
template Solid<3> solid_of(const Shape<3>&);
template Solid<2> turned(const Solid<2>&, const Rotation<2>&);
template Solid<3> turned(const Solid<3>&, const Rotation<3>&);
template double extent_of(const Shape<2>&);
template double extent_of(const Shape<3>&);

}  // namespace firsthit
