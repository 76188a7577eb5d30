#pragma once

#include "core/bits.hpp"
#include "query/pairs/quick_pairs.hpp"

#include <firsthit/first_hit.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>

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

/// The same of many, two at a time and without branches: a tenth of the time of two balls of the plane.
class ModerateNumbers {
 public:
  /// Of `kCount` numbers side by side, at least two.
  template <std::size_t kCount>
  void look_at(const double* numbers) {
    for (std::size_t i = 0; i + 1 < kCount; i += 2) add(without_sign(two_at(numbers + i)));
    if constexpr (kCount % 2 == 1) add(without_sign(two_at(numbers + kCount - 2)));
  }
  /// The same of sizes: not below 0.
  template <std::size_t kCount>
  void look_at_sizes(const double* numbers) {
    for (std::size_t i = 0; i + 1 < kCount; i += 2) add(two_at(numbers + i));
    if constexpr (kCount % 2 == 1) add(two_at(numbers + kCount - 2));
  }
  void look_at_sizes(double a, double b) { add(Two{a, b}); }

  bool are_all() const {
#ifdef __SSE2__
    return __builtin_ia32_movmskpd(reinterpret_cast<Two>(others_)) == 0;  // told at once
#else
    return (others_[0] | others_[1]) == 0;
#endif
  }

 private:
  using Two = double __attribute__((vector_size(16)));
  using Which = decltype(Two{} < Two{});

  static Two two_at(const double* numbers) {
    Two two;
    std::memcpy(&two, numbers, sizeof two);
    return two;
  }
  static Two without_sign(Two x) {
    return reinterpret_cast<Two>(reinterpret_cast<Which>(x) & std::numeric_limits<std::int64_t>::max());
  }
  /// (What is no number is neither 0, nor at most anything.)
  void add(Two size) {
    others_ |= ((size < Two{0x1p-100, 0x1p-100}) & (size != Two{})) | ~(size <= Two{0x1p100, 0x1p100});
  }

  Which others_ = {};  // a mask of whether any was not
};

template <int D>
void look_at(ModerateNumbers& numbers, const Linear<D>& motion) {
  static_assert(sizeof(Linear<D>) == 2 * D * sizeof(double));  // side by side
  numbers.look_at<std::size_t{2 * D}>(reinterpret_cast<const double*>(&motion));
}
template <int D>
void look_at(ModerateNumbers& numbers, const Box<D>& box) {
  numbers.look_at_sizes<std::size_t{D}>(box.half_extents.c);
}
template <int D>
void look_at(ModerateNumbers& numbers, const OrientedBox<D>& box) {
  numbers.look_at_sizes<std::size_t{D}>(box.half_extents.c);
  for (const Vec<D>& axis : box.axes) numbers.look_at<std::size_t{D}>(axis.c);
}
/// Of two balls, and of all others.
inline void look_at(ModerateNumbers& numbers, const Ball& a, const Ball& b) {
  numbers.look_at_sizes(a.radius, b.radius);
}
inline void look_at(ModerateNumbers& numbers, const Ball& ball) {
  numbers.look_at_sizes(ball.radius, ball.radius);
}
template <class A, class B>
void look_at(ModerateNumbers& numbers, const A& a, const B& b) {
  look_at(numbers, a);
  look_at(numbers, b);
}

template <int D>
bool is_moderate(const Vec<D>& a) {
  ModerateNumbers numbers;
  numbers.look_at<std::size_t{D}>(a.c);
  return numbers.are_all();
}

template <int D>
bool is_moderate(const Box<D>& box) {
  ModerateNumbers numbers;
  look_at(numbers, box);
  return numbers.are_all();
}

/// Are the numbers of both, and of the query?
template <class A, class B, int D>
bool are_moderate(const OnCourse<A, D>& a, const OnCourse<B, D>& b, const Query& query) {
  ModerateNumbers numbers;
  look_at(numbers, a.shape, b.shape);
  look_at(numbers, a.motion);
  look_at(numbers, b.motion);
  numbers.look_at_sizes(query.margin, query.margin);
  return numbers.are_all() && query.horizon >= 0.0;
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
