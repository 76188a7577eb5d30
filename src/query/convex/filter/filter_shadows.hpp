#pragma once

#include "core/vec_math.hpp"
#include "query/convex/filter/filter_rounding.hpp"
#include "query/convex/polytope/rounded_polytope.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace firsthit {

/// A box along the axes or in any other direction, on a straight course. Refers to where the caller has it.
template <int D>
struct Sides {
  const Vec<D>& position;  ///< [L]
  const Vec<D>& velocity;  ///< [L/T]
  const std::array<Vec<D>, kAxes<D>>& axis;
  const Vec<D>& half;
  double largest = 0.0;  // component of an axis
  double reach = 0.0;    // [L] sum of the half extents

  Sides(const OrientedBox<D>& box, const Linear<D>& motion)
      : Sides(motion.position, motion.velocity, box.axes, box.half_extents) {}
  explicit Sides(const RoundedPolytope<D>& core)
      : Sides(core.position, core.velocity, core.box != nullptr ? core.box->axes : kCoordinateAxes<D>,
              core.box != nullptr ? core.box->half_extents : core.offsets.back()) {}

 private:
  Sides(const Vec<D>& place, const Vec<D>& speed, const std::array<Vec<D>, kAxes<D>>& axes,
        const Vec<D>& half_extents)
      : position(place), velocity(speed), axis(axes), half(half_extents) {
    for (std::size_t k = 0; k < D; ++k) {
      largest = std::max(largest, max_abs(axis[k]));
      reach += half[k];
    }
  }
};

/// K, its place and speed along an axis, all times its length.
struct Shadow {
  double place;
  double speed;
  double reach;
  double error;        // of place and reach together
  double speed_error;  // of speed
};

/// A facet of K by the axes that it extends along, with a normal.
template <int D>
struct BoxFacet {
  std::array<const Vec<D>*, kAxes<D> - 1> along;
  std::size_t free_a = 0;  // a bit for each of a's axes among them
  std::size_t free_b = 0;
  Vec<D> normal;       // rounded
  double scale = 1.0;  // of products of their components
};

/// Two boxes in any direction, and what K looks like along each axis across which it may have a facet. Refers
/// to the boxes' sides.
template <int D>
class BoxShadows {
 public:
  static constexpr std::size_t kFaces = 2 * kAxes<D>;
  static constexpr std::size_t kShadows = D == 2 ? kFaces : kFaces + kAxes<D> * kAxes<D>;

  const Sides<D>& a;
  const Sides<D>& b;
  std::array<DoubleDouble, kAxes<D>> exact_p;  // exact
  std::array<DoubleDouble, kAxes<D>> exact_v;  // exact
  Vec<D> p;
  Vec<D> v;
  double scale;             // of products of an axis of each
  double size;              // [L] of p and both boxes, in all
  double speed_size = 0.0;  // [L/T] of v
  int solid = 0;            // how many surely are: with at least one, K is all that is between the planes
  /// Across a's faces, then b's, then a's edge k and b's edge m.
  std::array<Shadow, kShadows> shadow;

  BoxShadows(const Sides<D>& from, const Sides<D>& to) : a(from), b(to) {
    double p_sum = 0.0;
    for (std::size_t i = 0; i < D; ++i) {
      exact_p[i] = exact_difference(to.position[i], from.position[i]);
      exact_v[i] = exact_difference(to.velocity[i], from.velocity[i]);
      p[i] = exact_p[i].high;
      v[i] = exact_v[i].high;
      p_sum += std::fabs(p[i]);
      speed_size += std::fabs(v[i]);
    }
    scale = a.largest * b.largest;
    size = p_sum + 3.0 * (a.largest * a.reach + b.largest * b.reach);
  }

  /// Are the sizes those that the errors hold for?
  bool in_range() const {
    return in_range(size) && in_range(a.largest) && in_range(b.largest) &&
           (speed_size == 0.0 || in_range(speed_size));
  }

  void cast_shadows() {
    if constexpr (D == 2) {
      cast_faces(a, b, 0);
      cast_faces(b, a, 2);
    } else {
      const Faces faces_a(a, b);
      const Faces faces_b(b, a);
      cast_faces(faces_a, a, b, 0);
      cast_faces(faces_b, b, a, 3);
      cast_edges(faces_a, faces_b);
    }
  }

  BoxFacet<D> facet(std::size_t id) const {
    BoxFacet<D> r;
    if constexpr (D == 2) {
      const Vec<2>& along = id < 2 ? a.axis[id] : b.axis[id - 2];
      r.along = {&along};
      r.normal = {along[1], -along[0]};
      (id < 2 ? r.free_a : r.free_b) = std::size_t{1} << id % 2;
      r.scale = id < 2 ? a.largest : b.largest;
    } else if (id < kFaces) {
      const Sides<3>& box = id < 3 ? a : b;
      r.along = {&box.axis[(id + 1) % 3], &box.axis[(id + 2) % 3]};
      r.normal = cross(*r.along[0], *r.along[1]);
      (id < 3 ? r.free_a : r.free_b) = std::size_t{7} ^ std::size_t{1} << id % 3;
      r.scale = box.largest * box.largest;
    } else {
      const std::size_t k = (id - kFaces) / 3;
      const std::size_t m = (id - kFaces) % 3;
      r.along = {&a.axis[k], &b.axis[m]};
      r.normal = cross(*r.along[0], *r.along[1]);
      r.free_a = std::size_t{1} << k;
      r.free_b = std::size_t{1} << m;
      r.scale = scale;
    }
    return r;
  }

 private:
  static bool in_range(double x) { return x >= kSmallestFiltered && x <= kLargestFiltered; }

  Shadow cast(double place, double speed, double reach, double product) const {
    return {place, speed, reach, 24.0 * kHalfUlp * size * product, 16.0 * kHalfUlp * speed_size * product};
  }

  void cast_faces(const Sides<2>& own, const Sides<2>& other, std::size_t first) {
    const double det = std::fabs(cross(own.axis[0], own.axis[1]));
    note_solid(own, det);
    for (std::size_t k = 0; k < 2; ++k) {
      const Vec<2>& along = own.axis[k];
      const double reach = own.half[1 - k] * det + (other.half[0] * std::fabs(cross(along, other.axis[0])) +
                                                    other.half[1] * std::fabs(cross(along, other.axis[1])));
      shadow[first + k] = cast(cross(p, along), cross(v, along), reach, own.largest);
    }
  }

  /// The normals of a box' faces, and how far the axes of the other reach along them.
  struct Faces {
    std::array<Vec<3>, 3> normal;
    std::array<std::array<double, 3>, 3> other;
    double det;

    Faces(const Sides<3>& box, const Sides<3>& from) {
      for (std::size_t k = 0; k < 3; ++k) {
        normal[k] = cross(box.axis[(k + 1) % 3], box.axis[(k + 2) % 3]);
        for (std::size_t m = 0; m < 3; ++m) other[k][m] = std::fabs(dot(normal[k], from.axis[m]));
      }
      det = std::fabs(dot(normal[0], box.axis[0]));
    }
  };

  void cast_faces(const Faces& faces, const Sides<3>& own, const Sides<3>& other, std::size_t first) {
    note_solid(own, faces.det);
    for (std::size_t k = 0; k < 3; ++k) {
      const auto& reach = faces.other[k];
      shadow[first + k] =
          cast(dot(faces.normal[k], p), dot(faces.normal[k], v),
               own.half[k] * faces.det +
                   (other.half[0] * reach[0] + other.half[1] * reach[1] + other.half[2] * reach[2]),
               own.largest * own.largest);
    }
  }

  void cast_edges(const Faces& faces_a, const Faces& faces_b) {
    for (std::size_t m = 0; m < 3; ++m) {
      const Vec<3> place = cross(b.axis[m], p);
      const Vec<3> speed = cross(b.axis[m], v);
      const std::size_t m1 = (m + 1) % 3;
      const std::size_t m2 = (m + 2) % 3;
      for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t k1 = (k + 1) % 3;
        const std::size_t k2 = (k + 2) % 3;
        // (a[k] x b[m]) . a[k1] = -(a[k] x a[k1]) . b[m]: along the face normal k2.
        const double reach = (a.half[k1] * faces_a.other[k2][m] + a.half[k2] * faces_a.other[k1][m]) +
                             (b.half[m1] * faces_b.other[m2][k] + b.half[m2] * faces_b.other[m1][k]);
        shadow[kFaces + 3 * k + m] = cast(dot(a.axis[k], place), dot(a.axis[k], speed), reach, scale);
      }
    }
  }

  /// If neither box has an extent everywhere, K may be smaller than what is between the planes.
  void note_solid(const Sides<D>& box, double det) {
    bool extended = true;
    double product = 1.0;
    for (std::size_t k = 0; k < D; ++k) {
      extended = extended && box.half[k] > 0.0;
      product *= box.largest;
    }
    solid += extended && det > 0x1p-20 * product ? 1 : 0;
  }
};

}  // namespace firsthit
