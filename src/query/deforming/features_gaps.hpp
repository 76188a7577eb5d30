#pragma once

#include <firsthit/features.hpp>

#include <array>
#include <cstddef>

// The gaps of a pair of features: the differences between every vertex of one and every vertex of the
// other. All questions about touching are questions about gaps.

namespace firsthit {

/// gap = to - from; both are numbers of vertices, in the order in which the features name them.
struct Gap {
  std::size_t from;
  std::size_t to;
};

/// gaps[first] x gaps[second]: up to its sign, twice the area of the triangle of three of four vertices.
struct Area {
  std::size_t first;
  std::size_t second;
};

/// How the gaps of a pair of features are put together. At a touch, and seen along any axis, the areas
/// of each set have no two opposite signs.
template <class Features>
struct FeatureTraits;

template <>
struct FeatureTraits<VertexFace> {
  static constexpr std::size_t kAxes = 3;
  static constexpr std::array<const char*, 4> kVertices = {"vertex", "face[0]", "face[1]", "face[2]"};
  static constexpr std::array<Gap, 3> kGaps = {{{0, 1}, {0, 2}, {0, 3}}};
  static constexpr std::array<Area, 3> kAreas = {{{1, 2}, {2, 0}, {0, 1}}};
  static constexpr std::size_t kFirstSet = 3;  // areas 0 to 2; the second set is empty
};

template <>
struct FeatureTraits<EdgeEdge> {
  static constexpr std::size_t kAxes = 3;
  static constexpr std::array<const char*, 4> kVertices = {"a[0]", "a[1]", "b[0]", "b[1]"};
  static constexpr std::array<Gap, 4> kGaps = {{{0, 2}, {0, 3}, {1, 2}, {1, 3}}};
  static constexpr std::array<Area, 4> kAreas = {{{3, 2}, {0, 1}, {1, 3}, {2, 0}}};
  static constexpr std::size_t kFirstSet = 2;  // areas 0 and 1, then 2 and 3
};

template <>
struct FeatureTraits<PointSegment> {
  static constexpr std::size_t kAxes = 2;
  static constexpr std::array<const char*, 3> kVertices = {"point", "segment[0]", "segment[1]"};
  static constexpr std::array<Gap, 2> kGaps = {{{0, 1}, {0, 2}}};
};

inline std::array<const Vec3*, 4> vertices(const VertexFace& f) {
  return {&f.vertex, &f.face[0], &f.face[1], &f.face[2]};
}
inline std::array<const Vec3*, 4> vertices(const EdgeEdge& f) { return {&f.a[0], &f.a[1], &f.b[0], &f.b[1]}; }
inline std::array<const Vec2*, 3> vertices(const PointSegment& f) {
  return {&f.point, &f.segment[0], &f.segment[1]};
}

}  // namespace firsthit
