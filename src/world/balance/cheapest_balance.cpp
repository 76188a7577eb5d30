#include "world/balance/cheapest_balance.hpp"

#include "world/balance/basis_factors.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace firsthit {

namespace {

/// What rounding leaves of a sum, in parts of the largest target. Smaller: a balanced pile of hundreds would
/// not be known as one. Larger: one that is off balance would; but balance is solved for anew where bodies
/// come to rest.
constexpr double kMissed = 0x1p-30;

/// Prices and values that rounding could explain.
constexpr double kNothing = 0x1p-36;

/// Of the fastest of what is missed, what rounding leaves of who does not move with it.
constexpr double kMoves = 0x1p-24;

/// Pivots that are none, in parts of the largest number that they are chosen from. Smaller: one exchange
/// could enlarge what rounding has left by its inverse, and of a thousand bodies that touch those that take
/// part could be told apart no more. Larger: contacts that are nearly alike could not take each other's
/// place.
constexpr double kLeastPivot = 0x1p-24;

/// A pivot is told in two ways, by its column and by its row: if they differ by this part rounding has
/// reached the factors.
constexpr double kDoubtful = 0x1p-20;

/// Sums this far off, in parts of the largest target, are solved for anew, at most so many times.
constexpr double kOff = 0x1p-40;
constexpr int kMostRenewals = 4;

/// After so many steps a row, steps are chosen so that they end (Bland's rule), and after as many again
/// nothing is found.
constexpr std::size_t kStepsARow = 8;

/// After so many steps factors are found anew. Fewer: that costs more than the steps. More: these do.
constexpr std::size_t kStepsOfFactors = 64;

class Simplex {
 public:
  Simplex(std::span<const UnitPush> pushes, std::span<const double> target)
      : pushes_(pushes),
        target_(target.begin(), target.end()),
        rows_(target.size()),
        signs_(signs_of(target)),
        factors_(signs_),
        value_(rows_),
        basis_(rows_),
        is_used_(pushes.size(), false),
        column_(rows_),
        row_(rows_),
        prices_(rows_) {
    for (const double one : target) largest_ = std::max(largest_, std::fabs(one));
    begin();
  }

  Balance solved(std::span<const double> cost) {
    const std::vector<double> free(pushes_.size(), 0.0);
    Balance found{std::vector<double>(pushes_.size(), 0.0), {}};
    for (int renewals = 0;; ++renewals) {
      bool is_sound = pass(free, 1.0);
      found.moves = moves();
      if (is_sound && found.is_reached()) is_sound = pass(cost, 0.0);
      if (is_sound && (renewals == kMostRenewals || !is_off())) break;
      if (is_sound && !renew()) begin();
      if (renewals < kMostRenewals) continue;
      found.moves.assign(rows_, true);  // nobody is known to stand
      return found;
    }
    for (std::size_t i = 0; i < rows_; ++i)
      if (!is_missing(i)) found.size[basis_[i]] = std::max(value_[i], 0.0);
    return found;
  }

  /// Of each, in order, what bears what it has by then; those that this leans on bear it, too.
  void begin_with(const RowsByDepth& by_depth, std::span<const double> cost) {
    const std::size_t width = by_depth.width;
    std::vector<std::size_t> place(by_depth.order.size());
    for (std::size_t i = 0; i < place.size(); ++i) place[by_depth.order[i]] = i;
    std::vector<std::vector<std::size_t>> of(place.size());  // pushes, by the first that they reach
    for (std::size_t j = 0; j < pushes_.size(); ++j) {
      std::size_t first = place.size();
      for (std::uint32_t k = 0; k < pushes_[j].count; ++k)
        first = std::min(first, place[pushes_[j].row[k] / width]);
      if (first < place.size()) of[first].push_back(j);
    }
    std::vector<double> left = target_;
    for (std::size_t i = 0; i < place.size(); ++i) {
      const std::size_t begin = by_depth.order[i] * width;
      std::vector<UnitPush> own;
      std::vector<double> costs;
      for (const std::size_t j : of[i]) {
        own.emplace_back();
        costs.push_back(cost[j]);
        for (std::uint32_t k = 0; k < pushes_[j].count; ++k)
          if (pushes_[j].row[k] / width == by_depth.order[i])
            own.back().add(pushes_[j].row[k] - begin, pushes_[j].value[k]);
      }
      Simplex one(own, std::span(left).subspan(begin, width));
      one.solved(costs);
      for (std::size_t k = 0; k < width; ++k) {
        signs_[begin + k] = one.signs_[k];
        if (one.is_missing(k)) {
          basis_[begin + k] = pushes_.size() + begin + one.basis_[k] - own.size();
          continue;
        }
        const std::size_t j = of[i][one.basis_[k]];
        basis_[begin + k] = j;
        is_used_[j] = true;
        pushes_[j].add_to(left, -std::max(one.value_[k], 0.0));
      }
    }
    if (!renew()) begin();
  }

 private:
  /// Everything is missing yet.
  void begin() {
    signs_ = signs_of(target_);
    factors_ = BasisFactors(signs_);
    next_renewal_ = kStepsOfFactors;
    is_used_.assign(pushes_.size(), false);
    for (std::size_t i = 0; i < rows_; ++i) {
      value_[i] = std::fabs(target_[i]);
      basis_[i] = pushes_.size() + i;
    }
  }
  bool is_missing(std::size_t i) const { return basis_[i] >= pushes_.size(); }
  /// By row, if anything is missed: does it move with that? By their prices, which are the velocities.
  std::vector<bool> moves() const {
    std::vector<bool> them;
    for (std::size_t i = 0; i < rows_; ++i)
      if (is_missing(i) && value_[i] > kMissed * largest_) {
        for (const double price : prices_) them.push_back(std::fabs(price) > kMoves);
        break;
      }
    return them;
  }
  UnitPush push_of(std::size_t i) const {
    if (!is_missing(i)) return pushes_[basis_[i]];
    UnitPush missing;
    missing.add(basis_[i] - pushes_.size(), signs_[basis_[i] - pushes_.size()]);
    return missing;
  }
  static std::vector<double> signs_of(std::span<const double> target) {
    std::vector<double> signs;
    for (const double one : target) signs.push_back(one < 0.0 ? -1.0 : 1.0);
    return signs;
  }

  /// Steps until nothing gets better, or they are too many. False, and everything is missing again, if those
  /// that take part cannot be told apart any more.
  bool pass(std::span<const double> cost, double of_missing) {
    find_prices(cost, of_missing);
    while (step(cost, of_missing == 0.0)) {
      if (factors_.replaced() < next_renewal_) continue;
      if (!renew()) {
        begin();
        return false;
      }
      find_prices(cost, of_missing);
    }
    return true;
  }

  /// What a unit of each row is worth.
  void find_prices(std::span<const double> cost, double of_missing) {
    std::vector<double> worth(rows_);
    for (std::size_t i = 0; i < rows_; ++i) worth[i] = is_missing(i) ? of_missing : cost[basis_[i]];
    factors_.solve_transposed(std::move(worth), prices_);
  }

  /// One more push takes part, and another one less; false if nothing gets better by it.
  bool step(std::span<const double> cost, bool keeps_balance) {
    if (++steps_ > 2 * kStepsARow * (rows_ + 1)) return false;
    const bool carefully = steps_ > kStepsARow * (rows_ + 1);
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
    std::fill(row_.begin(), row_.end(), 0.0);
    pushes_[enters].add_to(row_, 1.0);
    factors_.solve(row_, column_);
    const std::size_t leaves = leaving(keeps_balance);
    if (leaves == rows_) return false;
    std::vector<double> one(rows_, 0.0);
    one[leaves] = best / column_[leaves];
    factors_.solve_transposed(std::move(one), row_);
    if (factors_.replaced() > 0 && std::fabs(pushes_[enters].dot(row_) / best - 1.0) > kDoubtful) {
      next_renewal_ = 0;
      return true;
    }
    for (std::size_t k = 0; k < rows_; ++k) prices_[k] += row_[k];
    exchange(enters, leaves);
    return true;
  }

  /// Who is at zero first as the entering push grows. Of those about as soon as he (Harris 1973) whoever is
  /// missing, then the largest pivot, then the lowest.
  std::size_t leaving(bool keeps_balance) const {
    const double slack = kNothing * largest_;
    const auto pivot_of = [&](std::size_t i) {
      return keeps_balance && is_missing(i) ? std::fabs(column_[i]) : column_[i];
    };
    double least = 1.0;
    for (const double one : column_) least = std::max(least, std::fabs(one));
    least *= kLeastPivot;
    double first = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < rows_; ++i)
      if (const double pivot = pivot_of(i); pivot > least)
        first = std::min(first, (std::max(value_[i], 0.0) + slack) / pivot);
    std::size_t leaves = rows_;
    for (std::size_t i = 0; i < rows_; ++i) {
      const double pivot = pivot_of(i);
      if (!(pivot > least) || std::max(value_[i], 0.0) / pivot > first) continue;
      if (leaves == rows_ || (is_missing(i) != is_missing(leaves) ? is_missing(i) : pivot > pivot_of(leaves)))
        leaves = i;
    }
    return leaves;
  }

  void exchange(std::size_t enters, std::size_t leaves) {
    const double size = value_[leaves] / column_[leaves];
    for (std::size_t i = 0; i < rows_; ++i) value_[i] -= column_[i] * size;
    value_[leaves] = size;
    if (!factors_.replace(leaves, pushes_[enters], column_[leaves])) next_renewal_ = 0;
    if (!is_missing(leaves)) is_used_[basis_[leaves]] = false;
    basis_[leaves] = enters;
    is_used_[enters] = true;
  }

  /// Do those that take part not add up to the target, as many steps have been rounded?
  bool is_off() const {
    std::vector<double> left = target_;
    for (std::size_t i = 0; i < rows_; ++i) push_of(i).add_to(left, -value_[i]);
    return std::any_of(left.begin(), left.end(),
                       [this](double one) { return !(std::fabs(one) <= kOff * largest_); });
  }
  /// Factors and values from those that take part; false, and as before, if they cannot be told apart.
  bool renew() {
    std::vector<UnitPush> columns;
    for (std::size_t i = 0; i < rows_; ++i) columns.push_back(push_of(i));
    if (!factors_.renew(columns)) return false;
    next_renewal_ = kStepsOfFactors;
    factors_.solve(target_, value_);
    return true;
  }

  std::span<const UnitPush> pushes_;
  std::vector<double> target_;
  std::size_t rows_;
  double largest_ = 0.0;
  std::vector<double> signs_;       // by row: of what stands for what is missing
  BasisFactors factors_;            // of the pushes that take part
  std::vector<double> value_;       // how much of each
  std::vector<std::size_t> basis_;  // which; from pushes_.size() on: what is missing of a row
  std::vector<bool> is_used_;
  std::vector<double> column_;  // how much of each that takes part is the one that enters
  std::vector<double> row_;
  std::vector<double> prices_;
  std::size_t steps_ = 0;
  std::size_t next_renewal_ = kStepsOfFactors;
};

}  // namespace

Balance cheapest_balance(std::span<const UnitPush> pushes, std::span<const double> cost,
                         std::span<const double> target, const RowsByDepth& by_depth) {
  Simplex simplex(pushes, target);
  if (by_depth.order.size() > 1) simplex.begin_with(by_depth, cost);
  return simplex.solved(cost);
}

}  // namespace firsthit
