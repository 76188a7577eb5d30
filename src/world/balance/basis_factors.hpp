#pragma once

#include "world/balance/unit_push.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace firsthit {

/// A square matrix of pushes, of which each reaches few rows, as factors that equations are solved by: lower
/// and upper triangles (Gauss). Where another push takes the place of one, its column and the row of its
/// pivot become the last of the upper triangle, and what that row had in others is taken away by a multiple
/// of each.
///
/// Cost: of equations, the numbers in the factors: for n bodies of a pile about n log n; of a push that is
/// replaced, no more than of equations.
/// Source: Markowitz 1957, doi:10.1287/mnsc.3.3.255 (which pivot leaves the others thin); Forrest and Tomlin
/// 1972, doi:10.1007/BF01584548 (columns replaced one by one).
class BasisFactors {
 public:
  /// Of pushes that reach one row each, in order, by so much.
  explicit BasisFactors(std::span<const double> diagonal);

  /// Of other pushes, one for each row. False, and as before, if they cannot be told apart.
  bool renew(std::span<const UnitPush> columns);
  /// The size of each push, where they add up to `sum`, by row.
  void solve(std::span<const double> sum, std::vector<double>& sizes) const;
  /// What each row is worth, where each push is worth so much.
  void solve_transposed(std::vector<double> worth, std::vector<double>& of_rows) const;
  /// Another push takes the place of one; `share`: its size among all pushes that would add up to it. False
  /// if rounding shows by now: they had better be renewed.
  bool replace(std::size_t column, const UnitPush& push, double share);
  /// So many have been replaced since the last renewal.
  std::size_t replaced() const { return replaced_; }

 private:
  struct Entry {
    std::uint32_t at = 0;
    double value = 0.0;
  };
  /// One step of elimination: the rows of `lower`, up to there, lose so much times this one.
  struct Step {
    std::uint32_t row = 0;
    std::uint32_t lower_end = 0;
  };
  /// Of the upper triangle: what it has in rows whose pivots come before its own.
  struct Upper {
    std::uint32_t row = 0;  // of its pivot
    double pivot = 1.0;
    std::vector<Entry> others;
  };
  struct Triangles {
    std::vector<Step> steps;
    std::vector<Entry> lower;
    std::vector<Upper> columns;        // by push
    std::vector<std::uint32_t> order;  // of the columns
  };
  /// The row has lost so much of each of these.
  struct Loss {
    std::uint32_t row = 0;
    std::vector<Entry> of;
  };
  class Elimination;

  void eliminate(std::vector<double>& sum) const;
  void note_rows();

  Triangles triangles_;
  std::vector<Loss> losses_;
  std::vector<std::vector<std::uint32_t>> in_row_;  // by row: columns that have it among their others
  std::size_t replaced_ = 0;
};

}  // namespace firsthit
