#pragma once

#include <firsthit/vec.hpp>

#include <variant>

namespace firsthit::inline v0 {

/// Straight motion at constant velocity; at rest with a velocity of zero.
template <int D>
struct Linear {
  Vec<D> position{};  ///< [L] now
  Vec<D> velocity{};  ///< [L/T]

  /// Place after `delay` [T]. Error: one rounding of the product and one of the sum per coordinate.
  /// Cost: O(1). Threads: any number at once.
  Vec<D> at(double delay) const;
};

/// Motion under constant acceleration.
template <int D>
struct Falling {
  Vec<D> position{};      ///< [L] now
  Vec<D> velocity{};      ///< [L/T] now
  Vec<D> acceleration{};  ///< [L/T^2]

  /// Place after `delay` [T]: position + delay * (velocity + delay / 2 * acceleration).
  /// Error: four roundings per coordinate, each of the value that it rounds. Cost: O(1). Threads: any number
  /// at once.
  Vec<D> at(double delay) const;
};

/// How a place changes with time.
template <int D>
using Motion = std::variant<Linear<D>, Falling<D>>;

}  // namespace firsthit::inline v0
