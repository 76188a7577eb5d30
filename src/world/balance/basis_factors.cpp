#include "world/balance/basis_factors.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace firsthit {

namespace {

/// Pivots that are none, in parts of pushes of length 1.
constexpr double kNoPivot = 0x1p-36;

/// Of the largest number of its column a pivot is so much at least. Smaller: rounding grows by the inverse
/// at each step. Larger: the factors have more numbers.
constexpr double kLeastOfColumn = 0x1p-4;

/// So many columns of those with fewest numbers are looked through for a pivot.
constexpr int kColumnsLookedAt = 4;

}  // namespace

/// Gauss's elimination of rows, by pivots in rows and columns with few numbers.
class BasisFactors::Elimination {
 public:
  explicit Elimination(std::span<const UnitPush> columns)
      : rows_(columns.size()),
        rows_of_(columns.size()),
        eliminated_(columns.size()),
        at_(columns.size(), 0),
        is_left_(columns.size(), true) {
    for (std::uint32_t column = 0; column < columns.size(); ++column) {
      for (std::uint32_t k = 0; k < columns[column].count; ++k) {
        if (columns[column].value[k] == 0.0) continue;
        rows_[columns[column].row[k]].push_back({column, columns[column].value[k]});
        rows_of_[column].push_back(columns[column].row[k]);
      }
      count_again(column);
    }
  }

  /// False: no pivot is left.
  bool eliminate(Triangles& into) {
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      const Pivot pivot = best_pivot();
      if (pivot.value == 0.0) return false;
      take(pivot, into);
    }
    return true;
  }

 private:
  struct Pivot {
    std::uint32_t row = 0;
    std::uint32_t column = 0;
    double value = 0.0;
    std::size_t fills = 0;
  };

  double value_at(std::uint32_t row, std::uint32_t column) const {
    for (const Entry& one : rows_[row])
      if (one.at == column) return one.value;
    return 0.0;
  }

  /// A column has another number of numbers now.
  void count_again(std::uint32_t column) {
    const std::size_t count = rows_of_[column].size();
    if (by_count_.size() <= count) by_count_.resize(count + 1);
    by_count_[count].push_back(column);
  }

  Pivot best_pivot() {
    Pivot best;
    int looked_at = 0;
    for (std::size_t count = 1; count < by_count_.size(); ++count) {
      std::vector<std::uint32_t>& those = by_count_[count];
      for (std::size_t i = those.size(); i-- > 0;) {
        const std::uint32_t column = those[i];
        if (!is_left_[column] || rows_of_[column].size() != count) {  // it was counted again
          those[i] = those.back();
          those.pop_back();
          continue;
        }
        if (!look_at(column, best)) continue;
        if (best.fills == 0 || ++looked_at == kColumnsLookedAt) return best;
      }
    }
    return best;
  }
  /// False: it has no pivot.
  bool look_at(std::uint32_t column, Pivot& best) const {
    const std::size_t count = rows_of_[column].size();
    double largest = 0.0;
    for (const std::uint32_t row : rows_of_[column])
      largest = std::max(largest, std::fabs(value_at(row, column)));
    if (!(largest > kNoPivot)) return false;
    for (const std::uint32_t row : rows_of_[column]) {
      const double value = value_at(row, column);
      if (std::fabs(value) < kLeastOfColumn * largest) continue;
      const std::size_t fills = (count - 1) * (rows_[row].size() - 1);
      if (best.value == 0.0 || fills < best.fills ||
          (fills == best.fills && std::fabs(value) > std::fabs(best.value)))
        best = {row, column, value, fills};
    }
    return true;
  }

  void take(const Pivot& pivot, Triangles& into) {
    // A copy: rows grow while it is read.
    std::vector<Entry> pivot_row = std::move(rows_[pivot.row]);
    rows_[pivot.row].clear();
    pivot_row.erase(std::find_if(pivot_row.begin(), pivot_row.end(),
                                 [&](const Entry& one) { return one.at == pivot.column; }));
    is_left_[pivot.column] = false;
    for (const Entry& one : pivot_row) {
      std::vector<std::uint32_t>& of = rows_of_[one.at];
      of.erase(std::find(of.begin(), of.end(), pivot.row));
      eliminated_[one.at].push_back({pivot.row, one.value});
    }
    for (const std::uint32_t row : rows_of_[pivot.column]) {
      if (row == pivot.row) continue;
      const double part = value_at(row, pivot.column) / pivot.value;
      into.lower.push_back({row, part});
      take_from(row, pivot.column, part, pivot_row);
    }
    for (const Entry& one : pivot_row) count_again(one.at);
    for (const Entry& one : eliminated_[pivot.column]) into.upper.push_back(one);
    into.steps.push_back({pivot.row, pivot.column, pivot.value, static_cast<std::uint32_t>(into.lower.size()),
                          static_cast<std::uint32_t>(into.upper.size())});
  }

  /// A row loses so much of the pivot's, and what it has in the pivot's column.
  void take_from(std::uint32_t row, std::uint32_t column, double part, const std::vector<Entry>& pivot_row) {
    std::vector<Entry>& own = rows_[row];
    own.erase(std::find_if(own.begin(), own.end(), [&](const Entry& one) { return one.at == column; }));
    for (std::uint32_t i = 0; i < own.size(); ++i) at_[own[i].at] = i + 1;
    for (const Entry& one : pivot_row) {
      if (const std::uint32_t known = at_[one.at]; known > 0) {
        own[known - 1].value -= part * one.value;
        continue;
      }
      own.push_back({one.at, -part * one.value});
      rows_of_[one.at].push_back(row);
    }
    for (const Entry& one : own) at_[one.at] = 0;
  }

  std::vector<std::vector<Entry>> rows_;             // those left, by column
  std::vector<std::vector<std::uint32_t>> rows_of_;  // by column: those left in which it has a number
  std::vector<std::vector<Entry>> eliminated_;       // by column: what it has in rows that were pivots
  std::vector<std::uint32_t> at_;                    // by column: its place in a row, from 1 on
  std::vector<bool> is_left_;                        // by column
  // Columns by how many numbers they have, or had: of those that have others now some are still there.
  std::vector<std::vector<std::uint32_t>> by_count_;
};

BasisFactors::BasisFactors(std::span<const double> diagonal) {
  for (std::uint32_t i = 0; i < diagonal.size(); ++i) triangles_.steps.push_back({i, i, diagonal[i], 0, 0});
}

bool BasisFactors::renew(std::span<const UnitPush> columns) {
  Triangles triangles;
  if (!Elimination(columns).eliminate(triangles)) return false;
  triangles_ = std::move(triangles);
  replaced_.clear();
  return true;
}

void BasisFactors::solve(std::span<const double> sum, std::vector<double>& sizes) const {
  std::vector<double> left(sum.begin(), sum.end());
  std::uint32_t from = 0;
  for (const Step& step : triangles_.steps) {
    const double own = left[step.row];
    if (own != 0.0)
      for (std::uint32_t i = from; i < step.lower_end; ++i)
        left[triangles_.lower[i].at] -= triangles_.lower[i].value * own;
    from = step.lower_end;
  }
  for (std::size_t k = triangles_.steps.size(); k-- > 0;) {
    const Step& step = triangles_.steps[k];
    const double size = left[step.row] / step.pivot;
    sizes[step.column] = size;
    if (size == 0.0) continue;
    for (std::uint32_t i = k == 0 ? 0 : triangles_.steps[k - 1].upper_end; i < step.upper_end; ++i)
      left[triangles_.upper[i].at] -= triangles_.upper[i].value * size;
  }
  for (const Replaced& one : replaced_) {
    double& own = sizes[one.column];
    if (own == 0.0) continue;
    own /= one.pivot;
    for (const Entry& other : one.others) sizes[other.at] -= other.value * own;
  }
}

void BasisFactors::solve_transposed(std::vector<double> worth, std::vector<double>& of_rows) const {
  for (std::size_t k = replaced_.size(); k-- > 0;) {
    const Replaced& one = replaced_[k];
    double own = worth[one.column];
    for (const Entry& other : one.others) own -= other.value * worth[other.at];
    worth[one.column] = own / one.pivot;
  }
  std::uint32_t from = 0;
  for (const Step& step : triangles_.steps) {
    double own = worth[step.column];
    for (std::uint32_t i = from; i < step.upper_end; ++i)
      own -= triangles_.upper[i].value * of_rows[triangles_.upper[i].at];
    of_rows[step.row] = own / step.pivot;
    from = step.upper_end;
  }
  for (std::size_t k = triangles_.steps.size(); k-- > 0;) {
    const Step& step = triangles_.steps[k];
    double& own = of_rows[step.row];
    for (std::uint32_t i = k == 0 ? 0 : triangles_.steps[k - 1].lower_end; i < step.lower_end; ++i)
      own -= triangles_.lower[i].value * of_rows[triangles_.lower[i].at];
  }
}

void BasisFactors::replace(std::size_t column, std::span<const double> sizes) {
  Replaced one;
  one.column = static_cast<std::uint32_t>(column);
  one.pivot = sizes[column];
  for (std::uint32_t i = 0; i < sizes.size(); ++i)
    if (i != column && sizes[i] != 0.0) one.others.push_back({i, sizes[i]});
  replaced_.push_back(std::move(one));
}

}  // namespace firsthit
