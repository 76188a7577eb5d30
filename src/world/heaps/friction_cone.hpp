#pragma once

#include <firsthit/vec.hpp>

#include <vector>

namespace firsthit {

/// More friction than this tells nothing.
inline constexpr double kMostFriction = 0x1p20;

/// Pushes at the rim of the cone of friction about a push along the normal (unit): that, and friction across
/// it, times 1 / max(1, friction). In the plane both; in space eight, and one against what of `load` is
/// across the normal, so what they span lies within the cone. Requires: friction <= kMostFriction.
template <int D>
std::vector<Vec<D>> friction_cone(const Vec<D>& normal, double friction, const Vec<D>& load);

}  // namespace firsthit
