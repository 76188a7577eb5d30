#pragma once

#include <cstddef>

namespace firsthit::inline v0 {

/// A point or a vector in D dimensions, D doubles side by side and nothing else.
///
/// It carries no arithmetic on purpose: what the library computes is compiled with the library's
/// flags only, so that a caller's compiler options never reach a result.
template <int D>
struct Vec {
  static_assert(D == 2 || D == 3);

  double c[static_cast<std::size_t>(D)] = {};

  constexpr double& operator[](std::size_t axis) { return c[axis]; }
  constexpr const double& operator[](std::size_t axis) const { return c[axis]; }

  friend constexpr bool operator==(const Vec&, const Vec&) = default;
};

using Vec2 = Vec<2>;
using Vec3 = Vec<3>;

}  // namespace firsthit::inline v0
