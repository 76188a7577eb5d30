#pragma once

#include "core/bits.hpp"
#include "query/pairs/quick_pairs.hpp"

#include <firsthit/first_hit.hpp>

#include <cstdint>

// The input checks of quick kernels: what passes, `check` would pass as usual.

namespace firsthit {

/// Is it 0, or from 2^-100 to 2^100? Such numbers are usual, and so are products of two of them.
inline bool is_moderate(double x) {
  constexpr auto doubled = [](double of) { return bit_cast<std::uint64_t>(of) << 1U; };  // without the sign
  constexpr std::uint64_t kSmallest = doubled(0x1p-100);
  constexpr std::uint64_t kWidth = doubled(0x1p100) - kSmallest;
  const std::uint64_t size = doubled(x);
  return size - kSmallest <= kWidth || size == 0;
}

/// And not below 0?
inline bool is_moderate_size(double x) { return is_moderate(x) && x >= 0.0; }

template <int D>
bool is_moderate(const Vec<D>& a) {
  for (const double x : a.c)
    if (!is_moderate(x)) return false;
  return true;
}

template <int D>
bool is_moderate(const Linear<D>& motion) {
  return is_moderate(motion.position) && is_moderate(motion.velocity);
}

inline bool is_moderate(const Ball& ball) { return is_moderate_size(ball.radius); }

template <int D>
bool is_moderate(const Box<D>& box) {
  for (const double half : box.half_extents.c)
    if (!is_moderate_size(half)) return false;
  return true;
}

template <int D>
bool is_moderate(const OrientedBox<D>& box) {
  for (const Vec<D>& axis : box.axes)
    if (!is_moderate(axis)) return false;
  return is_moderate(Box<D>{box.half_extents});
}

template <class S, int D>
bool is_moderate(const OnCourse<S, D>& body) {
  return is_moderate(body.shape) && is_moderate(body.motion);
}

inline bool is_moderate(const Spinning<2>& motion) {
  const Orientation<2>& q = motion.orientation;
  return is_moderate(motion.position) && is_moderate(motion.velocity) && is_moderate(motion.acceleration) &&
         is_moderate(motion.centre) && is_moderate(motion.angular_velocity) && is_moderate(q.w) &&
         is_moderate(q.z) && (q.w != 0.0 || q.z != 0.0);
}

inline bool is_moderate(const Spinning<3>& motion) {
  const Orientation<3>& q = motion.orientation;
  return is_moderate(motion.position) && is_moderate(motion.velocity) && is_moderate(motion.acceleration) &&
         is_moderate(motion.centre) && is_moderate(motion.angular_velocity) && is_moderate(q.w) &&
         is_moderate(q.x) && is_moderate(q.y) && is_moderate(q.z) &&
         (q.w != 0.0 || q.x != 0.0 || q.y != 0.0 || q.z != 0.0);
}

inline bool is_moderate(const Capsule<2>& capsule) {
  return is_moderate(capsule.from) && is_moderate(capsule.to) && is_moderate_size(capsule.radius);
}

inline bool is_moderate(const Hull<2>& hull) {
  for (const Vec<2>& vertex : hull.vertices)
    if (!is_moderate(vertex)) return false;
  return !hull.vertices.empty() && is_moderate_size(hull.radius);
}

inline bool is_moderate(const Polygon& polygon) {
  for (const Vec<2>& vertex : polygon.vertices())
    if (!is_moderate(vertex)) return false;
  return true;
}

/// A shape of the plane, of corners, that spins.
inline bool is_moderate_spin(const Moving<2>& moving) {
  const auto* motion = std::get_if<Spinning<2>>(&moving.motion);
  if (motion == nullptr || !is_moderate(*motion)) return false;
  if (const auto* box = std::get_if<Box<2>>(&moving.shape)) return is_moderate(*box);
  if (const auto* hull = std::get_if<Hull<2>>(&moving.shape)) return is_moderate(*hull);
  if (const auto* capsule = std::get_if<Capsule<2>>(&moving.shape)) return is_moderate(*capsule);
  if (const auto* polygon = std::get_if<Polygon>(&moving.shape)) return is_moderate(*polygon);
  return false;
}

/// A box that spins in space.
inline bool is_moderate_spin(const Moving<3>& moving) {
  const auto* motion = std::get_if<Spinning<3>>(&moving.motion);
  const auto* box = std::get_if<Box<3>>(&moving.shape);
  return motion != nullptr && box != nullptr && is_moderate(*box) && is_moderate(*motion);
}

inline bool is_moderate(const Query& query) { return query.horizon >= 0.0 && is_moderate_size(query.margin); }

}  // namespace firsthit
