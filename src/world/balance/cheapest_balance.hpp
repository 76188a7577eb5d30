#pragma once

#include "world/balance/unit_push.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace firsthit {

/// Sizes, none below zero, with which pushes add up to a target.
struct Balance {
  std::vector<double> size;  ///< of each push
  /// By row, where they do not add up to it: what is missed there would move, if nothing held it but these
  /// pushes, against which nothing moves (the dual solution). All that is missed moves; what does not may be
  /// in balance without the others.
  std::vector<bool> moves;

  bool is_reached() const { return moves.empty(); }
};

/// Rows that belong together, as the directions of a body do, and who passes on to whom what it bears.
struct RowsByDepth {
  std::size_t width = 0;           ///< so many rows each
  std::vector<std::size_t> order;  ///< all of them, each before those that it may lie on
};

/// The balance of least total cost: the simplex method in two phases, each choice in a fixed order. Where
/// there is none, what comes nearest in the sum of what is missed. Costs >= 0. All pushes have about the same
/// length.
/// Where depths are told it begins with what each passes on by itself; only what that leaves is looked for.
/// Cost: O(pushes) a step, and the numbers in the factors of those that take part; there are some 3 steps a
/// row, half as many where depths are told, and 16 at most.
/// Source: Dantzig 1963, Linear Programming and Extensions, ch. 5 and 9.
Balance cheapest_balance(std::span<const UnitPush> pushes, std::span<const double> cost,
                         std::span<const double> target, const RowsByDepth& by_depth = {});

}  // namespace firsthit
