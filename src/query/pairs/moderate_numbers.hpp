#pragma once

#include "query/pairs/quick_pairs.hpp"

#include <firsthit/first_hit.hpp>

#include <bit>
#include <cstdint>

// The input checks of quick kernels: what passes, `check` would pass as usual.

namespace firsthit {

/// Is it 0, or from 2^-100 to 2^100? Such numbers are usual, and so are products of two of them.
inline bool is_moderate(double x) {
  constexpr auto doubled = [](double of) {
    return std::bit_cast<std::uint64_t>(of) << 1U;
  };  // without the sign
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

inline bool is_moderate(const Query& query) { return query.horizon >= 0.0 && is_moderate_size(query.margin); }

}  // namespace firsthit
