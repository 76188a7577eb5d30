#include "world/heaps/balance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firsthit {

namespace {

/// What rounding leaves of a sum, in parts of the largest target. Smaller: a balanced pile of hundreds would
/// not be known as one. Larger: one that is off balance would; but balance is solved for anew where bodies
/// come to rest.
constexpr double kMissed = 0x1p-30;

/// Prices and values that rounding could explain.
constexpr double kNothing = 0x1p-36;

/// Pivots that are none. Smaller: one exchange could enlarge what rounding has left by its inverse. Larger:
/// contacts that are nearly alike could not take each other's place.
constexpr double kLeastPivot = 0x1p-24;

/// Sums this far off, in parts of the largest target, are solved for anew, at most so many times.
constexpr double kOff = 0x1p-40;
constexpr int kMostRenewals = 4;

/// Of a square, what rounding leaves of what is a sum of others.
constexpr double kDependent = 0x1p-36;

/// After so many steps a row, steps are chosen so that they end (Bland's rule), and after as many again
/// nothing is found.
constexpr std::size_t kStepsARow = 12;

class Simplex {
 public:
  Simplex(std::span<const UnitPush> pushes, std::span<const double> target)
      : pushes_(pushes),
        target_(target.begin(), target.end()),
        rows_(target.size()),
        inverse_(rows_ * rows_, 0.0),
        value_(rows_),
        basis_(rows_),
        is_used_(pushes.size(), false),
        column_(rows_),
        prices_(rows_) {
    for (std::size_t i = 0; i < rows_; ++i) {
      largest_ = std::max(largest_, std::fabs(target[i]));
      inverse_[i * rows_ + i] = target[i] < 0.0 ? -1.0 : 1.0;
      value_[i] = std::fabs(target[i]);
      basis_[i] = missing(i);
    }
  }

  Balance solved(std::span<const double> cost) {
    const std::vector<double> free(pushes_.size(), 0.0);
    std::size_t steps = 0;
    for (int renewals = 0;; ++renewals) {
      pass(free, 1.0, steps);
      bool balanced = true;
      for (std::size_t i = 0; i < rows_; ++i) balanced = balanced && !is_missed(i);
      if (balanced) pass(cost, 0.0, steps);
      if (renewals == kMostRenewals || !is_off() || !renew()) break;
    }
    Balance found{std::vector<double>(pushes_.size(), 0.0), std::vector<bool>(rows_, false)};
    for (std::size_t i = 0; i < rows_; ++i) {
      if (!is_missing(i))
        found.size[basis_[i]] = std::max(value_[i], 0.0);
      else
        found.missed[basis_[i] - pushes_.size()] = is_missed(i);
    }
    return found;
  }

 private:
  std::size_t missing(std::size_t row) const { return pushes_.size() + row; }
  bool is_missing(std::size_t i) const { return basis_[i] >= pushes_.size(); }
  bool is_missed(std::size_t i) const { return is_missing(i) && value_[i] > kMissed * largest_; }

  /// Steps until nothing gets better, or they are too many.
  void pass(std::span<const double> cost, double of_missing, std::size_t& steps) {
    find_prices(cost, of_missing);
    while (step(cost, of_missing == 0.0, steps)) {
    }
  }

  /// What a unit of each row is worth.
  void find_prices(std::span<const double> cost, double of_missing) {
    std::fill(prices_.begin(), prices_.end(), 0.0);
    for (std::size_t i = 0; i < rows_; ++i) {
      const double c = is_missing(i) ? of_missing : cost[basis_[i]];
      if (c == 0.0) continue;
      const double* row = &inverse_[i * rows_];
      for (std::size_t k = 0; k < rows_; ++k) prices_[k] += c * row[k];
    }
  }

  /// One more push takes part, and another one less; false if nothing gets better by it.
  bool step(std::span<const double> cost, bool keeps_balance, std::size_t& steps) {
    if (++steps > 2 * kStepsARow * (rows_ + 1)) return false;
    const bool carefully = steps > kStepsARow * (rows_ + 1);
    std::size_t enters = pushes_.size();
    double best = -kNothing;
    for (std::size_t j = 0; j < pushes_.size(); ++j) {
      if (is_used_[j]) continue;
      const double gain = cost[j] - pushes_[j].dot(prices_);
      if (!(gain < best)) continue;
      best = gain;
      enters = j;
      if (carefully) break;
    }
    if (enters == pushes_.size()) return false;
    for (std::size_t i = 0; i < rows_; ++i) column_[i] = pushes_[enters].dot({&inverse_[i * rows_], rows_});
    const std::size_t leaves = leaving(keeps_balance);
    if (leaves == rows_) return false;
    exchange(enters, leaves);
    const double* row = &inverse_[leaves * rows_];
    for (std::size_t k = 0; k < rows_; ++k) prices_[k] += best * row[k];
    return true;
  }

  /// Who is at zero first as the entering push grows. Of those about as soon as he (Harris 1973) whoever is
  /// missing, then the largest pivot, then the lowest.
  std::size_t leaving(bool keeps_balance) const {
    const double slack = kNothing * largest_;
    const auto pivot_of = [&](std::size_t i) {
      return keeps_balance && is_missing(i) ? std::fabs(column_[i]) : column_[i];
    };
    double first = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < rows_; ++i)
      if (const double pivot = pivot_of(i); pivot > kLeastPivot)
        first = std::min(first, (std::max(value_[i], 0.0) + slack) / pivot);
    std::size_t leaves = rows_;
    for (std::size_t i = 0; i < rows_; ++i) {
      const double pivot = pivot_of(i);
      if (!(pivot > kLeastPivot) || std::max(value_[i], 0.0) / pivot > first) continue;
      if (leaves == rows_ || (is_missing(i) != is_missing(leaves) ? is_missing(i) : pivot > pivot_of(leaves)))
        leaves = i;
    }
    return leaves;
  }

  void exchange(std::size_t enters, std::size_t leaves) {
    double* const pivot_row = &inverse_[leaves * rows_];
    const double scale = 1.0 / column_[leaves];
    for (std::size_t k = 0; k < rows_; ++k) pivot_row[k] *= scale;
    const double size = value_[leaves] * scale;
    for (std::size_t i = 0; i < rows_; ++i) {
      if (i == leaves || column_[i] == 0.0) continue;
      double* const row = &inverse_[i * rows_];
      for (std::size_t k = 0; k < rows_; ++k) row[k] -= column_[i] * pivot_row[k];
      value_[i] -= column_[i] * size;
    }
    value_[leaves] = size;
    if (!is_missing(leaves)) is_used_[basis_[leaves]] = false;
    basis_[leaves] = enters;
    is_used_[enters] = true;
  }

  /// Do those that take part not add up to the target, as many steps have been rounded?
  bool is_off() const {
    std::vector<double> left = target_;
    for (std::size_t i = 0; i < rows_; ++i) add_basis(i, -value_[i], left);
    return std::any_of(left.begin(), left.end(),
                       [this](double one) { return !(std::fabs(one) <= kOff * largest_); });
  }
  void add_basis(std::size_t i, double size, std::vector<double>& sum) const {
    if (is_missing(i)) {
      const std::size_t row = basis_[i] - pushes_.size();
      sum[row] += target_[row] < 0.0 ? -size : size;
      return;
    }
    const UnitPush& push = pushes_[basis_[i]];
    for (std::uint32_t k = 0; k < push.count; ++k) sum[push.row[k]] += size * push.value[k];
  }
  /// The inverse and the values from those that take part; false, and as before, if they cannot be told
  /// apart. (Gauss and Jordan, by the largest pivot of each column.)
  bool renew() {
    std::vector<double> matrix(rows_ * rows_, 0.0);  // by row of the target: what each of the basis does
    std::vector<double> one(rows_);
    for (std::size_t i = 0; i < rows_; ++i) {
      std::fill(one.begin(), one.end(), 0.0);
      add_basis(i, 1.0, one);
      for (std::size_t row = 0; row < rows_; ++row) matrix[row * rows_ + i] = one[row];
    }
    std::vector<double> inverse(rows_ * rows_, 0.0);
    for (std::size_t i = 0; i < rows_; ++i) inverse[i * rows_ + i] = 1.0;
    for (std::size_t i = 0; i < rows_; ++i) {
      std::size_t pivot = i;
      for (std::size_t row = i + 1; row < rows_; ++row)
        if (std::fabs(matrix[row * rows_ + i]) > std::fabs(matrix[pivot * rows_ + i])) pivot = row;
      if (!(std::fabs(matrix[pivot * rows_ + i]) > kNothing)) return false;
      for (std::vector<double>* of : {&matrix, &inverse}) {
        double* const own = &(*of)[i * rows_];
        if (pivot != i) std::swap_ranges(own, own + rows_, &(*of)[pivot * rows_]);
      }
      const double scale = 1.0 / matrix[i * rows_ + i];
      for (std::size_t k = 0; k < rows_; ++k) {
        matrix[i * rows_ + k] *= scale;
        inverse[i * rows_ + k] *= scale;
      }
      for (std::size_t row = 0; row < rows_; ++row) {
        const double part = matrix[row * rows_ + i];
        if (row == i || part == 0.0) continue;
        for (std::size_t k = i; k < rows_; ++k) matrix[row * rows_ + k] -= part * matrix[i * rows_ + k];
        for (std::size_t k = 0; k < rows_; ++k) inverse[row * rows_ + k] -= part * inverse[i * rows_ + k];
      }
    }
    inverse_ = std::move(inverse);
    for (std::size_t i = 0; i < rows_; ++i) {
      value_[i] = 0.0;
      for (std::size_t k = 0; k < rows_; ++k) value_[i] += inverse_[i * rows_ + k] * target_[k];
    }
    return true;
  }

  std::span<const UnitPush> pushes_;
  std::vector<double> target_;
  std::size_t rows_;
  double largest_ = 0.0;
  std::vector<double> inverse_;     // of the pushes that take part, by rows
  std::vector<double> value_;       // how much of each
  std::vector<std::size_t> basis_;  // which; from pushes_.size() on: what is missing of a row
  std::vector<bool> is_used_;
  std::vector<double> column_;
  std::vector<double> prices_;
};

/// A symmetric matrix above zero that grows row by row, in factors (Cholesky).
class GrowingFactors {
 public:
  /// `row`: what stands beside the diagonal. False, and nothing added, if the new row says nothing new.
  bool add(std::vector<double> row, double diagonal) {
    double left = diagonal;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) row[i] -= rows_[i][k] * row[k];
      row[i] /= rows_[i][i];
      left -= row[i] * row[i];
    }
    if (!(left > kDependent * diagonal)) return false;
    row.push_back(std::sqrt(left));
    rows_.push_back(std::move(row));
    return true;
  }
  /// What gives `right` if the matrix is applied to it.
  std::vector<double> solved(std::vector<double> right) const {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) right[i] -= rows_[i][k] * right[k];
      right[i] /= rows_[i][i];
    }
    for (std::size_t i = rows_.size(); i-- > 0;) {
      right[i] /= rows_[i][i];
      for (std::size_t k = 0; k < i; ++k) right[k] -= rows_[i][k] * right[i];
    }
    return right;
  }

 private:
  std::vector<std::vector<double>> rows_;
};

}  // namespace

Balance cheapest_balance(std::span<const UnitPush> pushes, std::span<const double> cost,
                         std::span<const double> target) {
  return Simplex(pushes, target).solved(cost);
}

std::vector<std::size_t> first_independent(std::span<const UnitPush> pushes, std::size_t rows) {
  std::vector<std::size_t> kept;
  GrowingFactors factors;
  std::vector<double> one(rows, 0.0);
  for (std::size_t i = 0; i < pushes.size(); ++i) {
    const UnitPush& push = pushes[i];
    for (std::uint32_t k = 0; k < push.count; ++k) one[push.row[k]] = push.value[k];
    std::vector<double> row;
    for (const std::size_t j : kept) row.push_back(pushes[j].dot(one));
    if (factors.add(std::move(row), push.dot(one))) kept.push_back(i);
    for (std::uint32_t k = 0; k < push.count; ++k) one[push.row[k]] = 0.0;
  }
  return kept;
}

std::vector<double> least_pushes(std::span<const UnitPush> pushes, std::span<const double> wanted,
                                 std::span<const double> speed, std::span<const double> inverse_mass) {
  const std::size_t n = pushes.size();
  std::vector<double> missing(n);
  double largest = 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    missing[i] = wanted[i] - pushes[i].dot(speed);
    largest = std::max(largest, std::fabs(missing[i]));
  }
  std::vector<double> give(n * n);  // what each does to each
  std::vector<double> one(speed.size(), 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::uint32_t k = 0; k < pushes[i].count; ++k)
      one[pushes[i].row[k]] = pushes[i].value[k] * inverse_mass[pushes[i].row[k]];
    for (std::size_t j = 0; j < n; ++j) give[i * n + j] = pushes[j].dot(one);
    for (std::uint32_t k = 0; k < pushes[i].count; ++k) one[pushes[i].row[k]] = 0.0;
  }
  std::vector<double> size(n, 0.0);
  std::vector<std::size_t> pushing;
  std::vector<bool> is_out(n, false);  // pushes, or says nothing that those who push do not say
  GrowingFactors factors;
  const auto add = [&](std::size_t i) {
    std::vector<double> row;
    for (const std::size_t j : pushing) row.push_back(give[i * n + j]);
    if (!factors.add(std::move(row), give[i * n + i])) return false;
    pushing.push_back(i);
    return true;
  };
  for (std::size_t steps = 0; steps < 8 * n + 8; ++steps) {
    std::size_t enters = n;
    double most = 0x1p-30 * largest;
    for (std::size_t i = 0; i < n; ++i) {
      if (is_out[i]) continue;
      double left = missing[i];
      for (const std::size_t j : pushing) left -= give[i * n + j] * size[j];
      if (left > most) {
        most = left;
        enters = i;
      }
    }
    if (enters == n) break;
    is_out[enters] = true;
    if (!add(enters)) continue;
    while (true) {
      std::vector<double> right;
      for (const std::size_t i : pushing) right.push_back(missing[i]);
      const std::vector<double> next = factors.solved(std::move(right));
      double part = 1.0;
      for (std::size_t i = 0; i < pushing.size(); ++i)
        if (!(next[i] > 0.0)) part = std::min(part, size[pushing[i]] / (size[pushing[i]] - next[i]));
      std::vector<std::size_t> still;
      for (std::size_t i = 0; i < pushing.size(); ++i) {
        double& now = size[pushing[i]];
        now = part == 1.0 ? next[i] : now + part * (next[i] - now);
        if (part == 1.0 || now > 0x1p-50 * std::fabs(next[i])) {
          still.push_back(pushing[i]);
        } else {
          now = 0.0;
          is_out[pushing[i]] = false;
        }
      }
      if (part == 1.0 || still.size() == pushing.size()) break;
      pushing.clear();
      factors = {};
      for (const std::size_t i : still) add(i);
    }
  }
  return size;
}

std::vector<std::size_t> independent(std::span<const UnitPush> pushes, std::size_t rows) {
  // Cholesky's method, each time with whichever has most that is new: what the others say follows from those
  // that are taken without being enlarged.
  const std::size_t n = pushes.size();
  std::vector<double> square(n, 0.0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::uint32_t k = 0; k < pushes[i].count; ++k) square[i] += pushes[i].value[k] * pushes[i].value[k];
  std::vector<double> left = square;         // of each, what is new
  std::vector<std::vector<double>> columns;  // of each taken: what all have of what was new in it
  std::vector<bool> is_taken(n, false);
  std::vector<double> one(rows, 0.0);
  while (true) {
    std::size_t most = n;
    for (std::size_t i = 0; i < n; ++i)
      if (!is_taken[i] && left[i] > kDependent * square[i] && (most == n || left[i] > left[most])) most = i;
    if (most == n) break;
    is_taken[most] = true;
    for (std::uint32_t k = 0; k < pushes[most].count; ++k) one[pushes[most].row[k]] = pushes[most].value[k];
    std::vector<double> column(n);
    for (std::size_t i = 0; i < n; ++i) column[i] = pushes[i].dot(one);
    for (const std::vector<double>& before : columns) {
      const double part = before[most];
      if (part == 0.0) continue;
      for (std::size_t i = 0; i < n; ++i) column[i] -= part * before[i];
    }
    const double root = std::sqrt(left[most]);
    for (std::size_t i = 0; i < n; ++i) {
      column[i] /= root;
      left[i] -= column[i] * column[i];
    }
    columns.push_back(std::move(column));
    for (std::uint32_t k = 0; k < pushes[most].count; ++k) one[pushes[most].row[k]] = 0.0;
  }
  std::vector<std::size_t> those;
  for (std::size_t i = 0; i < n; ++i)
    if (is_taken[i]) those.push_back(i);
  return those;
}

Factors::Factors(std::vector<double> matrix, std::size_t n, double least) : lower_(std::move(matrix)), n_(n) {
  double largest = 0.0;
  for (std::size_t i = 0; i < n; ++i) largest = std::max(largest, lower_[i * n + i]);
  for (std::size_t i = 0; i < n && sound_; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = lower_[i * n + j];
      for (std::size_t k = 0; k < j; ++k) sum -= lower_[i * n + k] * lower_[j * n + k];
      if (i != j)
        lower_[i * n + j] = sum / lower_[j * n + j];
      else if (sum > least * largest)
        lower_[i * n + i] = std::sqrt(sum);
      else
        sound_ = false;
    }
  }
}

std::vector<double> Factors::solved(std::vector<double> right) const {
  for (std::size_t i = 0; i < n_; ++i) {
    for (std::size_t k = 0; k < i; ++k) right[i] -= lower_[i * n_ + k] * right[k];
    right[i] /= lower_[i * n_ + i];
  }
  for (std::size_t i = n_; i-- > 0;) {
    for (std::size_t k = i + 1; k < n_; ++k) right[i] -= lower_[k * n_ + i] * right[k];
    right[i] /= lower_[i * n_ + i];
  }
  return right;
}

}  // namespace firsthit
