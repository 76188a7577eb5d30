#pragma once

#include "world/balance/unit_push.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace firsthit {

/// A square matrix of pushes, of which each reaches few rows, as factors that equations are solved by: lower
/// and upper triangles (Gauss), and since then one column for each push that another one has replaced.
///
/// Cost: of equations, the numbers in the factors: for n bodies of a pile about n log n.
/// Source: Markowitz 1957, doi:10.1287/mnsc.3.3.255 (which pivot leaves the others thin); Dantzig and
/// Orchard-Hays 1954, doi:10.1090/S0025-5718-1954-0061469-8 (columns replaced one by one).
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
  /// Another push takes the place of one; `sizes`: of all pushes, that would add up to it.
  void replace(std::size_t column, std::span<const double> sizes);
  /// So many have been replaced since the last renewal.
  std::size_t replaced() const { return replaced_.size(); }

 private:
  struct Entry {
    std::uint32_t at = 0;
    double value = 0.0;
  };
  /// One step of elimination. The rows below lose `lower` times the pivot's; `upper`: what the column has in
  /// rows that were pivots before.
  struct Step {
    std::uint32_t row = 0;
    std::uint32_t column = 0;
    double pivot = 1.0;
    std::uint32_t lower_end = 0;
    std::uint32_t upper_end = 0;
  };
  struct Triangles {
    std::vector<Step> steps;
    std::vector<Entry> lower;
    std::vector<Entry> upper;
  };
  struct Replaced {
    std::uint32_t column = 0;
    double pivot = 1.0;
    std::vector<Entry> others;
  };
  class Elimination;

  Triangles triangles_;
  std::vector<Replaced> replaced_;
};

}  // namespace firsthit
