#pragma once

#include "world/balance/unit_push.hpp"

#include <span>
#include <vector>

namespace firsthit {

/// The sizes, none below zero, of pushes after which each row that it pushes against moves along it by at
/// least `wanted` (of each push), and which move all least: with `inverse_mass` of each row, the least of
/// sum(mass * change^2). `speed`: of each row before.
/// Cost: O(n^2) for each that comes to push, and O(n^3) for each that pushes no more.
/// Source: Lawson and Hanson 1974, Solving Least Squares Problems, ch. 23.
std::vector<double> least_pushes(std::span<const UnitPush> pushes, std::span<const double> wanted,
                                 std::span<const double> speed, std::span<const double> inverse_mass);

}  // namespace firsthit
