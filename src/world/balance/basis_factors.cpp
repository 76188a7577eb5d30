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

/// Pivots that are told in two ways, and differ by this part, are of factors that rounding has reached.
constexpr double kDoubtful = 0x1p-24;

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
    into.columns.resize(rows_.size());
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
    into.steps.push_back({pivot.row, static_cast<std::uint32_t>(into.lower.size())});
    into.columns[pivot.column] = {pivot.row, pivot.value, std::move(eliminated_[pivot.column])};
    into.order.push_back(pivot.column);
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
  for (std::uint32_t i = 0; i < diagonal.size(); ++i) {
    triangles_.columns.push_back({i, diagonal[i], {}});
    triangles_.order.push_back(i);
  }
  note_rows();
}

bool BasisFactors::renew(std::span<const UnitPush> columns) {
  Triangles triangles;
  if (!Elimination(columns).eliminate(triangles)) return false;
  triangles_ = std::move(triangles);
  losses_.clear();
  replaced_ = 0;
  note_rows();
  return true;
}

void BasisFactors::note_rows() {
  in_row_.assign(triangles_.columns.size(), {});
  for (std::uint32_t column = 0; column < triangles_.columns.size(); ++column)
    for (const Entry& one : triangles_.columns[column].others) in_row_[one.at].push_back(column);
}

/// What is left of a sum for the upper triangle.
void BasisFactors::eliminate(std::vector<double>& sum) const {
  std::uint32_t from = 0;
  for (const Step& step : triangles_.steps) {
    const double own = sum[step.row];
    if (own != 0.0)
      for (std::uint32_t i = from; i < step.lower_end; ++i)
        sum[triangles_.lower[i].at] -= triangles_.lower[i].value * own;
    from = step.lower_end;
  }
  for (const Loss& loss : losses_)
    for (const Entry& one : loss.of) sum[loss.row] -= one.value * sum[one.at];
}

void BasisFactors::solve(std::span<const double> sum, std::vector<double>& sizes) const {
  std::vector<double> left(sum.begin(), sum.end());
  eliminate(left);
  for (std::size_t k = triangles_.order.size(); k-- > 0;) {
    const std::uint32_t at = triangles_.order[k];
    const Upper& column = triangles_.columns[at];
    const double size = left[column.row] / column.pivot;
    sizes[at] = size;
    if (size == 0.0) continue;
    for (const Entry& one : column.others) left[one.at] -= one.value * size;
  }
}

void BasisFactors::solve_transposed(std::vector<double> worth, std::vector<double>& of_rows) const {
  for (const std::uint32_t at : triangles_.order) {
    const Upper& column = triangles_.columns[at];
    double own = worth[at];
    for (const Entry& one : column.others) own -= one.value * of_rows[one.at];
    of_rows[column.row] = own / column.pivot;
  }
  for (std::size_t k = losses_.size(); k-- > 0;) {
    const double own = of_rows[losses_[k].row];
    if (own == 0.0) continue;
    for (const Entry& one : losses_[k].of) of_rows[one.at] -= one.value * own;
  }
  for (std::size_t k = triangles_.steps.size(); k-- > 0;) {
    const Step& step = triangles_.steps[k];
    double& own = of_rows[step.row];
    for (std::uint32_t i = k == 0 ? 0 : triangles_.steps[k - 1].lower_end; i < step.lower_end; ++i)
      own -= triangles_.lower[i].value * of_rows[triangles_.lower[i].at];
  }
}

bool BasisFactors::replace(std::size_t column, const UnitPush& push, double share) {
  ++replaced_;
  std::vector<double> left(triangles_.columns.size(), 0.0);
  push.add_to(left, 1.0);
  eliminate(left);
  Upper& own = triangles_.columns[column];
  for (const Entry& one : own.others) {
    std::vector<std::uint32_t>& those = in_row_[one.at];
    those.erase(std::find(those.begin(), those.end(), column));
  }
  std::vector<std::uint32_t>& order = triangles_.order;
  const auto place = std::find(order.begin(), order.end(), column);
  // The row of its pivot loses what it has in later columns, from the first on.
  Loss loss{own.row, {}};
  if (!in_row_[own.row].empty()) {
    std::vector<double> has(triangles_.columns.size(), 0.0);  // by column
    for (const std::uint32_t later : in_row_[own.row]) {
      std::vector<Entry>& others = triangles_.columns[later].others;
      const auto at =
          std::find_if(others.begin(), others.end(), [&own](const Entry& one) { return one.at == own.row; });
      has[later] = at->value;
      others.erase(at);
    }
    in_row_[own.row].clear();
    std::vector<double> lost(triangles_.columns.size(), 0.0);  // by row
    for (auto later = place + 1; later != order.end(); ++later) {
      const Upper& one = triangles_.columns[*later];
      double rest = has[*later];
      for (const Entry& other : one.others) rest -= other.value * lost[other.at];
      if (rest == 0.0) continue;
      lost[one.row] = rest / one.pivot;
      loss.of.push_back({one.row, lost[one.row]});
    }
  }
  double pivot = left[own.row];
  for (const Entry& one : loss.of) pivot -= one.value * left[one.at];
  const double told = own.pivot * share;
  const bool is_sound = std::fabs(pivot - told) <= kDoubtful * std::fabs(told);
  own.pivot = is_sound ? pivot : told;
  own.others.clear();
  for (std::uint32_t row = 0; row < left.size(); ++row) {
    if (left[row] == 0.0 || row == own.row) continue;
    own.others.push_back({row, left[row]});
    in_row_[row].push_back(static_cast<std::uint32_t>(column));
  }
  order.erase(place);
  order.push_back(static_cast<std::uint32_t>(column));
  if (!loss.of.empty()) losses_.push_back(std::move(loss));
  return is_sound;
}

}  // namespace firsthit
