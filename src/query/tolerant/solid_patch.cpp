#include "query/tolerant/solid_patch.hpp"

#include "core/vec_math.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace firsthit {

std::array<Vec<2>, 1> ways_across(const Vec<2>& n) { return {Vec<2>{-n[1], n[0]}}; }

std::array<Vec<3>, 2> ways_across(const Vec<3>& n) {
  std::size_t least = 0;
  for (std::size_t axis = 1; axis < 3; ++axis)
    if (std::fabs(n[axis]) < std::fabs(n[least])) least = axis;
  Vec<3> other;
  other[least] = 1.0;
  Vec<3> first = cross(n, other);
  first = (1.0 / length(first)) * first;
  return {first, cross(n, first)};
}

namespace {

/// What is lower than the highest vertex by this part of a piece's size still faces along the normal. Larger:
/// blunt corners would pass for faces. Smaller: rounding would take a face's corners away.
constexpr double kFlat = 0x1p-36;

struct Extent {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  double size() const { return std::max(high - low, 0.0); }
  double middle() const { return 0.5 * (low + high); }
};

Extent common(const Extent& a, const Extent& b) { return {std::max(a.low, b.low), std::min(a.high, b.high)}; }

template <int D>
using Extents = std::array<Extent, std::size_t{D - 1}>;

template <int D>
using Ways = std::array<Vec<D>, std::size_t{D - 1}>;

/// Calls each(vertex) for the corners of the core that face along `normal`.
template <int D, class Each>
void each_facing(const SolidPiece<D>& piece, const Vec<D>& normal, const Each& each) {
  const double core = piece.reach(normal) - piece.radius;
  double size = max_abs(piece.half);
  for (const Vec<D>& vertex : piece.facets.vertices) size = std::max(size, max_abs(vertex));
  const auto add = [&](const Vec<D>& vertex) {
    if (dot(normal, vertex) >= core - kFlat * size) each(vertex);
  };
  if (piece.kind == SolidPiece<D>::Kind::Ball) add(Vec<D>{});
  if (piece.kind == SolidPiece<D>::Kind::Box) {
    for (unsigned corner = 0; corner < 1U << D; ++corner) {
      Vec<D> vertex = piece.half;
      for (std::size_t axis = 0; axis < D; ++axis)
        if ((corner >> axis & 1U) == 0) vertex[axis] = -vertex[axis];
      add(vertex);
    }
  }
  for (const Vec<D>& vertex : piece.facets.vertices) add(vertex);
}

/// How far what faces along `normal` reaches each of the ways across it, from `place` on.
template <int D>
Extents<D> facing_extents(const SolidPiece<D>& piece, const Vec<D>& normal, const Ways<D>& ways,
                          const Vec<D>& place = {}) {
  Extents<D> extents;
  each_facing(piece, normal, [&](const Vec<D>& vertex) {
    for (std::size_t k = 0; k < D - 1; ++k) {
      const double x = dot(ways[k], place + vertex);
      extents[k].low = std::min(extents[k].low, x);
      extents[k].high = std::max(extents[k].high, x);
    }
  });
  return extents;
}

template <int D>
Extents<D> common_extents(const SolidPiece<D>& a, const SolidPiece<D>& b, const Vec<D>& d,
                          const Vec<D>& normal) {
  const Ways<D> ways = ways_across(normal);
  Extents<D> extents = facing_extents(a, normal, ways);
  const Extents<D> of_b = facing_extents(b, -normal, ways, d);
  for (std::size_t k = 0; k < D - 1; ++k) extents[k] = common(extents[k], of_b[k]);
  return extents;
}

template <int D>
double area_of(const Extents<D>& extents) {
  double area = 1.0;
  for (const Extent& extent : extents) area *= extent.size();
  return area;
}

template <int D>
Vec<D> middle_of(const Extents<D>& extents, const Vec<D>& normal, double height) {
  const auto ways = ways_across(normal);
  Vec<D> middle = height * normal;
  for (std::size_t k = 0; k < D - 1; ++k) middle = middle + extents[k].middle() * ways[k];
  return middle;
}

}  // namespace

template <int D>
double contact_area(const SolidPiece<D>& a, const SolidPiece<D>& b, const Vec<D>& d, const Vec<D>& normal) {
  using Kind = typename SolidPiece<D>::Kind;
  if (a.kind == Kind::Ball || b.kind == Kind::Ball) return 0.0;
  if (a.kind == Kind::Box && b.kind == Kind::Box) {
    double area = 1.0;
    for (std::size_t axis = 0; axis < D; ++axis) {
      if (normal[axis] != 0.0) continue;
      const double high = std::min(a.half[axis], d[axis] + b.half[axis]);
      const double low = std::max(-a.half[axis], d[axis] - b.half[axis]);
      area *= std::max(high - low, 0.0);
    }
    return area;
  }
  return area_of<D>(common_extents(a, b, d, normal));
}

template <int D>
std::vector<Vec<D>> facing_vertices(const SolidPiece<D>& piece, const Vec<D>& normal) {
  std::vector<Vec<D>> facing;
  each_facing(piece, normal, [&](const Vec<D>& vertex) { facing.push_back(vertex); });
  return facing;
}

template <int D>
double flat_area(const SolidPiece<D>& piece, const Vec<D>& normal) {
  return area_of<D>(facing_extents(piece, normal, ways_across(normal)));
}

namespace {

/// Is it a unit vector along an axis?
template <int D>
bool is_along_axis(const Vec<D>& normal) {
  int others = 0;
  for (std::size_t axis = 0; axis < D; ++axis) others += normal[axis] == 0.0 ? 1 : 0;
  return others == D - 1 && max_abs(normal) == 1.0;
}

/// Of two boxes along the axes that touch along one of them: what the corners would tell, to the bit.
template <int D>
Vec<D> boxes_middle(const Vec<D>& half_a, const Vec<D>& half_b, const Vec<D>& d, const Vec<D>& normal) {
  Vec<D> middle;
  for (std::size_t axis = 0; axis < D; ++axis) {
    const Extent both =
        common({-half_a[axis], half_a[axis]}, {d[axis] - half_b[axis], d[axis] + half_b[axis]});
    middle[axis] = normal[axis] != 0.0 ? half_a[axis] * normal[axis] : both.middle();
  }
  return middle;
}

/// Are the corners that face along `normal` those of the rectangle around them that lies along ways_across?
bool is_along_ways(const SolidPiece<3>& piece, const Vec<3>& normal) {
  const auto ways = ways_across(normal);  // along the same lines as those across -normal
  const Extents<3> extents = facing_extents(piece, normal, ways);
  bool along = true;
  std::size_t count = 0;
  each_facing(piece, normal, [&](const Vec<3>& vertex) {
    ++count;
    for (std::size_t k = 0; k < 2; ++k)
      along = along && (dot(ways[k], vertex) == extents[k].low || dot(ways[k], vertex) == extents[k].high);
  });
  return along && (count >= 4 || extents[0].size() == 0.0 || extents[1].size() == 0.0);
}

/// Along `normal` in 2D: at most so far from a place [L], along a unit vector, lies what is kept.
struct HalfPlane {
  Vec<2> normal;
  double room;
};

/// What bounds a convex flat thing whose corners these are: a polygon's sides, or the ends and both sides of
/// what lies on a line.
std::vector<HalfPlane> bounds_of(const std::vector<Vec<2>>& corners) {
  std::vector<HalfPlane> bounds;
  for (const Vec<2>& normal : facets_of<2>(corners).normals) {
    double room = -std::numeric_limits<double>::infinity();
    for (const Vec<2>& corner : corners) room = std::max(room, dot(normal, corner));
    bounds.push_back({normal, room});
  }
  return bounds;
}

/// What of a convex thing, whose corners follow each other, lies in a half-plane, but for `rounding` [L].
std::vector<Vec<2>> clipped(const std::vector<Vec<2>>& corners, const HalfPlane& half, double rounding) {
  std::vector<Vec<2>> kept;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec<2>& at = corners[i];
    const Vec<2>& next = corners[i + 1 < corners.size() ? i + 1 : 0];
    const double out = dot(half.normal, at) - half.room, out_next = dot(half.normal, next) - half.room;
    if (out <= rounding) kept.push_back(at);
    if (std::min(out, out_next) < -rounding && std::max(out, out_next) > rounding)
      kept.push_back(at + (out / (out - out_next)) * (next - at));
  }
  return kept;
}

/// The middle of the corners of what two convex pieces of space have in common where they lie on each other.
Vec<3> faces_middle(const SolidPiece<3>& a, const SolidPiece<3>& b, const Vec<3>& d, const Vec<3>& normal) {
  const auto ways = ways_across(normal);
  double size = max_abs(d);
  const auto seen = [&](const SolidPiece<3>& piece, const Vec<3>& toward, const Vec<3>& place) {
    std::vector<Vec<2>> corners;
    each_facing(piece, toward, [&](const Vec<3>& vertex) {
      corners.push_back({dot(ways[0], place + vertex), dot(ways[1], place + vertex)});
      size = std::max(size, max_abs(vertex));
    });
    return facets_of<2>(corners).vertices;
  };
  std::vector<Vec<2>> common = seen(a, normal, {});
  const std::vector<Vec<2>> of_b = seen(b, -normal, d);
  if (of_b.size() == 1) common = of_b;
  if (common.size() > 1) {
    for (const HalfPlane& half : bounds_of(of_b)) {
      std::vector<Vec<2>> kept = clipped(common, half, kFlat * size);
      if (!kept.empty()) common = std::move(kept);  // else they touch but for rounding
    }
  }
  Vec<2> middle;
  for (const Vec<2>& corner : common) middle = middle + (1.0 / static_cast<double>(common.size())) * corner;
  return a.reach(normal) * normal + middle[0] * ways[0] + middle[1] * ways[1];
}

}  // namespace

template <int D>
Vec<D> contact_middle(const SolidPiece<D>& a, const SolidPiece<D>& b, const Vec<D>& d, const Vec<D>& normal) {
  using Kind = typename SolidPiece<D>::Kind;
  if (a.kind == Kind::Box && b.kind == Kind::Box && is_along_axis(normal))
    return boxes_middle(a.half, b.half, d, normal);
  if constexpr (D == 3)
    if (!is_along_ways(a, normal) || !is_along_ways(b, -normal)) return faces_middle(a, b, d, normal);
  return middle_of<D>(common_extents(a, b, d, normal), normal, a.reach(normal));
}

template <int D>
Vec<D> flat_middle(const SolidPiece<D>& piece, const Vec<D>& normal) {
  return middle_of<D>(facing_extents(piece, normal, ways_across(normal)), normal, piece.reach(normal));
}

template double contact_area(const SolidPiece<2>&, const SolidPiece<2>&, const Vec<2>&, const Vec<2>&);
template double contact_area(const SolidPiece<3>&, const SolidPiece<3>&, const Vec<3>&, const Vec<3>&);
template std::vector<Vec<2>> facing_vertices(const SolidPiece<2>&, const Vec<2>&);
template std::vector<Vec<3>> facing_vertices(const SolidPiece<3>&, const Vec<3>&);
template double flat_area(const SolidPiece<2>&, const Vec<2>&);
template double flat_area(const SolidPiece<3>&, const Vec<3>&);
template Vec<2> contact_middle(const SolidPiece<2>&, const SolidPiece<2>&, const Vec<2>&, const Vec<2>&);
template Vec<3> contact_middle(const SolidPiece<3>&, const SolidPiece<3>&, const Vec<3>&, const Vec<3>&);
template Vec<2> flat_middle(const SolidPiece<2>&, const Vec<2>&);
template Vec<3> flat_middle(const SolidPiece<3>&, const Vec<3>&);

}  // namespace firsthit
