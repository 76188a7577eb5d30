#include "geometry/facets.hpp"

#include "core/expect.hpp"
#include "core/vec_math.hpp"
#include "exact/integer_vec.hpp"
#include "geometry/orientation.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace firsthit {
namespace {

using Numbers = std::vector<std::size_t>;

/// The places in the order of their coordinates, each once.
template <int D>
std::vector<Vec<D>> sorted(std::span<const Vec<D>> places) {
  std::vector<Vec<D>> r;
  for (const Vec<D>& place : places) {
    FIRSTHIT_EXPECT(is_finite(place));
    r.push_back(place + Vec<D>{});  // without negative zeros
  }
  std::sort(r.begin(), r.end(), [](const Vec<D>& a, const Vec<D>& b) {
    return std::lexicographical_compare(a.c, a.c + D, b.c, b.c + D);
  });
  r.erase(std::unique(r.begin(), r.end()), r.end());
  return r;
}

/// The largest exponent of all coordinates, or the smallest of those that are not 0, as by frexp.
template <int D, class Better>
int outermost_exponent(std::span<const Vec<D>> places, int none, const Better& better) {
  int r = none;
  for (const Vec<D>& place : places)
    for (const double x : place.c) {
      int exponent = 0;
      std::frexp(x, &exponent);
      if (x != 0.0) r = better(r, exponent);
    }
  return r;
}

/// Places as multiples of one power of two.
template <int D>
std::vector<IntegerVec<D>> whole(std::span<const Vec<D>> places) {
  using Limits = std::numeric_limits<double>;
  const int shift = Limits::digits - outermost_exponent<D>(places, Limits::max_exponent,
                                                           [](int a, int b) { return std::min(a, b); });
  std::vector<IntegerVec<D>> r(places.size());
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t axis = 0; axis < std::size_t{D}; ++axis)
      r[i][axis] = Integer::scaled(places[i][axis], shift);
  return r;
}

/// Error: its parts' relation is right to 1.1 u, its length to 3.6 u. Requires: not zero.
template <int D>
Vec<D> unit(const IntegerVec<D>& direction) {
  std::size_t most = 0;
  for (const Integer& x : direction.c) most = std::max(most, x.bits());
  Vec<D> r;
  for (std::size_t axis = 0; axis < std::size_t{D}; ++axis) {
    const Integer& x = direction[axis];
    if (x.sign() == 0) continue;
    const auto exponent = static_cast<std::int64_t>(x.bits()) - 64 - static_cast<std::int64_t>(most);
    r[axis] = x.sign() * std::ldexp(static_cast<double>(x.top()), static_cast<int>(exponent));
  }
  const double size = length(r);
  for (double& x : r.c) x /= size;
  return r;
}

/// The numbers of the hull's corners, counterclockwise; two if all are on a line. Requires: different places.
/// Source: Andrew 1979, doi:10.1016/0020-0190(79)90072-3.
Numbers corners_of(std::span<const Vec<2>> places) {
  Numbers order(places.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&places](std::size_t i, std::size_t j) {
    const Vec<2>& a = places[i];
    const Vec<2>& b = places[j];
    return a[0] < b[0] || (a[0] == b[0] && a[1] < b[1]);
  });
  Numbers corners;
  const auto add_chain = [&](auto from, auto to) {
    const std::size_t start = corners.size();
    for (; from != to; ++from) {
      while (corners.size() >= start + 2 &&
             orientation(places[corners.end()[-2]], places[corners.back()], places[*from]) <= 0)
        corners.pop_back();
      corners.push_back(*from);
    }
    if (order.size() > 1) corners.pop_back();  // the next chain starts there
  };
  add_chain(order.begin(), order.end());
  if (order.size() > 1) add_chain(order.rbegin(), order.rend());
  return corners;
}

/// A plane through three places.
class SpacePlane {
 public:
  SpacePlane(const std::vector<Vec<3>>& rough, const std::vector<IntegerVec<3>>& places, std::size_t a,
             std::size_t b, std::size_t c)
      : rough_(rough), places_(places), at_(a), b_(b), c_(c) {
    const Vec<3> p = rough[b] - rough[a];
    const Vec<3> q = rough[c] - rough[a];
    for (std::size_t i = 0; i < 3; ++i) {
      const std::size_t j = (i + 1) % 3;
      const std::size_t k = (i + 2) % 3;
      normal_[i] = p[j] * q[k] - p[k] * q[j];
      size_[i] = std::fabs(p[j] * q[k]) + std::fabs(p[k] * q[j]);
    }
  }

  /// 1 in front of it, where the three run counterclockwise; -1 behind it, 0 on it.
  int side_of(std::size_t i) const {
    if (i == at_ || i == b_ || i == c_) return 0;
    // Differences err by u, so the normal's parts by 4.1 u of their products' sizes, their products with
    // another difference by 6.2 u, and the sum by 8.4 u. No number is above 1, so little underflows.
    constexpr double kError = 0x1p-49;  // 16 u
    constexpr double kUnderflow = 0x1p-1000;
    const Vec<3> to = rough_[i] - rough_[at_];
    const double height = dot(normal_, to);
    const double size =
        size_[0] * std::fabs(to[0]) + size_[1] * std::fabs(to[1]) + size_[2] * std::fabs(to[2]);
    if (height > kError * size + kUnderflow) return 1;
    if (height < -kError * size - kUnderflow) return -1;
    return dot(normal(), places_[i] - places_[at_]).sign();
  }

  /// Exactly.
  const IntegerVec<3>& normal() const {
    if (!is_exact_) exact_ = cross(places_[b_] - places_[at_], places_[c_] - places_[at_]);
    is_exact_ = true;
    return exact_;
  }

 private:
  const std::vector<Vec<3>>& rough_;
  const std::vector<IntegerVec<3>>& places_;
  std::size_t at_, b_, c_;
  Vec<3> normal_, size_;
  mutable IntegerVec<3> exact_;
  mutable bool is_exact_ = false;
};

/// The hull of places in space, face by face.
class SpaceHull {
 public:
  explicit SpaceHull(const std::vector<Vec<3>>& places)
      : doubles_(places), whole_(whole<3>(places)), is_corner_(places.size()) {
    constexpr int kLeastExponent =
        std::numeric_limits<double>::min_exponent - std::numeric_limits<double>::digits;
    const int most =
        outermost_exponent<3>(places, kLeastExponent, [](int a, int b) { return std::max(a, b); });
    for (Vec<3> place : places) {
      for (double& x : place.c) x = std::ldexp(x, -most);
      rough_.push_back(place);
    }
  }

  Facets<3> facets() {
    wrap();
    return std::move(facets_);
  }

  HullFaces faces() {
    wrap();
    std::vector<std::size_t> number(doubles_.size());  // of a corner among corners
    for (std::size_t i = 0, next = 0; i < doubles_.size(); ++i)
      if (is_corner_[i]) number[i] = next++;
    for (HullFaces::Face& face : faces_)
      for (std::size_t& corner : face.corners) corner = number[corner];
    return {std::move(facets_.vertices), std::move(faces_)};
  }

 private:
  void wrap() {
    const std::size_t last = doubles_.size() - 1;
    std::size_t beside = 1;  // the line through the first and the last
    while (beside < last && is_zero(cross(whole_[last] - whole_[0], whole_[beside] - whole_[0]))) ++beside;
    if (beside >= last) {
      add_corners({0, last});
      if (last > 0) add_edge(0, last);
    } else {
      const SpacePlane plane = through(0, last, beside);
      std::size_t off = 1;
      while (off < last && plane.side_of(off) == 0) ++off;
      if (off < last) {
        add_faces();
      } else {
        add_flat(plane.normal());
      }
    }
    for (std::size_t i = 0; i < doubles_.size(); ++i)
      if (is_corner_[i]) facets_.vertices.push_back(doubles_[i]);
  }

  /// An edge of a face that is yet unknown, which is to its left, and a place that is not on its line.
  struct OpenEdge {
    std::size_t from, to, other;
  };

  SpacePlane through(std::size_t a, std::size_t b, std::size_t c) const {
    return SpacePlane(rough_, whole_, a, b, c);
  }

  Vec<2> seen_along(std::size_t axis, std::size_t i) const {
    return {doubles_[i][(axis + 1) % 3], doubles_[i][(axis + 2) % 3]};
  }

  /// Of places in a plane, counterclockwise around its normal.
  Numbers corners_in_plane(const Numbers& places, const IntegerVec<3>& normal) const {
    std::size_t axis = 0;
    while (normal[axis].sign() == 0) ++axis;
    std::vector<Vec<2>> seen;
    for (const std::size_t i : places) seen.push_back(seen_along(axis, i));
    Numbers corners = corners_of(seen);
    for (std::size_t& corner : corners) corner = places[corner];
    if (normal[axis].sign() < 0) std::reverse(corners.begin(), corners.end());
    return corners;
  }

  void add_corners(const Numbers& corners) {
    for (const std::size_t i : corners) is_corner_[i] = true;
  }

  void add_edge(std::size_t from, std::size_t to) {
    constexpr double kNearlyParallel = 0x1p-90;  // squared; far above what rounding makes
    const IntegerVec<3> along = whole_[to] - whole_[from];
    const Vec<3> direction = unit(along);
    for (std::size_t i = 0; i < directions_.size(); ++i)
      if (cross_squared(direction, facets_.edges[i]) < kNearlyParallel &&
          is_zero(cross(along, directions_[i])))
        return;
    directions_.push_back(along);
    facets_.edges.push_back(direction);
  }

  void add_flat(const IntegerVec<3>& normal) {
    Numbers all(doubles_.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    const Numbers corners = corners_in_plane(all, normal);
    add_corners(corners);
    facets_.normals = {unit(normal), unit(-normal)};
    faces_ = {{facets_.normals[0], corners}, {facets_.normals[1], Numbers(corners.rbegin(), corners.rend())}};
    for (std::size_t k = 0; k < corners.size(); ++k) {
      const std::size_t from = corners[k];
      const std::size_t to = corners[(k + 1) % corners.size()];
      add_edge(from, to);
      facets_.normals.push_back(unit(cross(whole_[to] - whole_[from], normal)));
    }
  }

  /// Gift wrapping, edge by edge. Source: Chand, Kapur 1970, doi:10.1145/321556.321564.
  void add_faces() {
    std::vector<OpenEdge> open = {first_edge()};
    std::set<std::pair<std::size_t, std::size_t>> done;
    while (!open.empty()) {
      const OpenEdge edge = open.back();
      open.pop_back();
      if (done.contains({edge.from, edge.to})) continue;
      const Numbers corners = add_face(edge);
      for (std::size_t k = 0; k < corners.size(); ++k) {
        const std::size_t from = corners[k];
        const std::size_t to = corners[(k + 1) % corners.size()];
        done.insert({from, to});
        if (done.contains({to, from})) {
          add_edge(from, to);
        } else {
          open.push_back({to, from, corners[(k + 2) % corners.size()]});
        }
      }
    }
  }

  Numbers add_face(const OpenEdge& edge) {
    // As the edge is one of the hull, all are within less than half a turn around it: the last is no further
    // than any other.
    std::optional<SpacePlane> plane = through(edge.from, edge.to, edge.other);
    for (std::size_t i = 0; i < doubles_.size(); ++i)
      if (plane->side_of(i) > 0) plane.emplace(through(edge.from, edge.to, i));
    Numbers places;
    for (std::size_t i = 0; i < doubles_.size(); ++i)
      if (plane->side_of(i) == 0) places.push_back(i);
    const Numbers corners = corners_in_plane(places, plane->normal());
    add_corners(corners);
    facets_.normals.push_back(unit(plane->normal()));
    faces_.push_back({facets_.normals.back(), corners});
    return corners;
  }

  /// One of the hull's edges: seen along the z axis, all are on one side of it.
  OpenEdge first_edge() const {
    const auto turn = [this](std::size_t a, std::size_t b, std::size_t c) {
      return orientation(seen_along(2, a), seen_along(2, b), seen_along(2, c));
    };
    std::size_t to = doubles_.size() - 1;
    for (std::size_t i = 0; i < doubles_.size(); ++i)
      if (turn(0, to, i) < 0) to = i;
    Numbers in_plane;
    std::size_t other = 0;
    for (std::size_t i = 0; i < doubles_.size(); ++i) {
      if (turn(0, to, i) == 0) {
        in_plane.push_back(i);
      } else {
        other = i;
      }
    }
    const IntegerVec<3> along = whole_[to] - whole_[0];
    const Numbers corners = corners_in_plane(in_plane, {{along[1], -along[0], Integer()}});
    return {corners[0], corners[1], other};
  }

  const std::vector<Vec<3>>& doubles_;
  std::vector<Vec<3>> rough_;  // by a power of two smaller, so that none is above 1
  std::vector<IntegerVec<3>> whole_;
  std::vector<bool> is_corner_;
  std::vector<IntegerVec<3>> directions_;  // of the edges
  Facets<3> facets_;
  std::vector<HullFaces::Face> faces_;  // their corners as places are numbered
};

}  // namespace

template <>
Facets<2> facets_of(std::span<const Vec<2>> places) {
  FIRSTHIT_EXPECT(!places.empty());
  const std::vector<Vec<2>> all = sorted(places);
  Facets<2> r;
  for (const std::size_t corner : corners_of(all)) r.vertices.push_back(all[corner]);
  const std::size_t n = r.vertices.size();
  if (n == 1) return r;
  const std::vector<IntegerVec<2>> corners = whole<2>(r.vertices);
  for (std::size_t i = 0; i < n; ++i) {
    const IntegerVec<2> along = corners[(i + 1) % n] - corners[i];
    r.normals.push_back(unit(-left_of(along)));
    if (n == 2) r.normals.push_back(unit(along));
  }
  return r;
}

template <>
Facets<3> facets_of(std::span<const Vec<3>> places) {
  FIRSTHIT_EXPECT(!places.empty());
  const std::vector<Vec<3>> all = sorted(places);
  return SpaceHull(all).facets();
}

HullFaces faces_of(std::span<const Vec<3>> places) {
  FIRSTHIT_EXPECT(!places.empty());
  const std::vector<Vec<3>> all = sorted(places);
  return SpaceHull(all).faces();
}

}  // namespace firsthit
