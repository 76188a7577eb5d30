#pragma once

#include <firsthit/vec.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <span>

namespace firsthit {

/// A multiple of one of several vectors.
struct Multiple {
  std::size_t index = 0;
  double share = 0.0;  // >= 0
};

/// Multiples, none below zero, of at most three of `rays` that add up to `target`: the first that do, the
/// fewest first. None if the target is out of the cone of all of them, by more than rounding explains. All
/// rays have about the same length.
std::optional<std::array<Multiple, 3>> combined(std::span<const Vec<3>> rays, const Vec<3>& target);

}  // namespace firsthit
