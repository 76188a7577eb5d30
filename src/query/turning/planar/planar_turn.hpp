#pragma once

#include "geometry/rotation.hpp"

namespace firsthit {

/// A turn of the plane.
struct PlanarTurn {
  double cos = 1.0;
  double sin = 0.0;

  Vec<2> of(const Vec<2>& v) const { return {cos * v[0] - sin * v[1], sin * v[0] + cos * v[1]}; }
  Vec<2> back(const Vec<2>& v) const { return {cos * v[0] + sin * v[1], cos * v[1] - sin * v[0]}; }

  /// First q, then p.
  friend PlanarTurn operator*(const PlanarTurn& p, const PlanarTurn& q) {
    return {p.cos * q.cos - p.sin * q.sin, p.sin * q.cos + p.cos * q.sin};
  }
  /// What q has to be turned by to be p; exactly the opposite of the way back.
  friend PlanarTurn operator-(const PlanarTurn& p, const PlanarTurn& q) {
    return {p.cos * q.cos + p.sin * q.sin, p.sin * q.cos - p.cos * q.sin};
  }
};

inline PlanarTurn turn_of(const Orientation<2>& orientation) {
  const Rotation<2> r = rotation_of(orientation);
  return {r.rows[0][0], r.rows[1][0]};
}

}  // namespace firsthit
