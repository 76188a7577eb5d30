#include "world/balance/least_pushes.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace firsthit {

namespace {

/// Of a square, what rounding leaves of what is a sum of others.
constexpr double kDependent = 0x1p-36;

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

}  // namespace firsthit
