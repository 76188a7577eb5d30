#pragma once

#include "world/balance/unit_push.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace firsthit {

/// As many of some pushes as say something of their own, and how others are made of them.
///
/// Whichever has most that is new, but for a factor of 16 in its square, is taken each time, so that what the
/// others say follows from those that are taken without being enlarged; of such ones the one that fewest of
/// those left have a row in common with, so that few numbers are needed, and of equals the first.
///
/// Cost: for n bodies of a pile some n sqrt(n), and n log n for each solution.
/// Source: Cholesky's method with diagonal pivots: Higham 2002, Accuracy and Stability of Numerical
/// Algorithms, sec. 10.3; which of them leaves few numbers: Tinney and Walker 1967,
/// doi:10.1109/PROC.1967.6011.
class IndependentPushes {
 public:
  IndependentPushes(std::span<const UnitPush> pushes, std::size_t rows);

  /// Those that are taken, in order.
  const std::vector<std::size_t>& taken() const { return taken_; }
  bool are_all() const { return taken_.size() == pushes_.size(); }
  /// The sizes of the pushes, none of those that are not taken, whose sum has such products with them.
  std::vector<double> sizes_for(std::vector<double> products) const;
  /// The sizes whose sum comes nearest to this one, by row.
  std::vector<double> nearest(std::span<const double> sum) const;

  const std::vector<UnitPush>& all() const { return pushes_; }
  /// What of a sum is along any of them goes.
  void take_from(std::vector<double>& sum) const;
  /// What pushes of these sizes do together.
  std::vector<double> summed(std::span<const double> sizes) const;

 private:
  struct Entry {
    std::uint32_t at = 0;
    double value = 0.0;
  };
  struct Step {
    std::uint32_t push = 0;
    double pivot = 0.0;
    std::uint32_t end = 0;  // of what it does to those after it
  };
  class Elimination;

  std::vector<UnitPush> pushes_;
  std::size_t rows_;
  std::vector<std::size_t> taken_;
  std::vector<Step> steps_;
  std::vector<Entry> below_;
};

}  // namespace firsthit
