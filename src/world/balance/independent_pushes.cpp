#include "world/balance/independent_pushes.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <utility>

namespace firsthit {

namespace {

/// Of a square, what rounding leaves of what is a sum of others.
constexpr double kDependent = 0x1p-36;

/// Of their squares, those that have more new are taken first, by factors of 2^this.
constexpr int kClass = 4;

}  // namespace

/// Cholesky's elimination of the products of all with all.
class IndependentPushes::Elimination {
 public:
  Elimination(std::span<const UnitPush> pushes, std::size_t rows)
      : square_(pushes.size(), 0.0), beside_(pushes.size()), at_(pushes.size(), 0), is_left_(pushes.size()) {
    std::vector<std::vector<Entry>> by_row(rows);
    for (std::uint32_t i = 0; i < pushes.size(); ++i) {
      for (std::uint32_t k = 0; k < pushes[i].count; ++k) {
        const double value = pushes[i].value[k];
        if (value == 0.0) continue;
        square_[i] += value * value;
        for (const Entry& other : by_row[pushes[i].row[k]]) add(i, other.at, value * other.value);
        by_row[pushes[i].row[k]].push_back({i, value});
      }
      for (const Entry& one : beside_[i]) {
        at_[one.at] = 0;
        beside_[one.at].push_back({i, one.value});
      }
    }
    new_ = square_;
    for (std::uint32_t i = 0; i < pushes.size(); ++i)
      if (square_[i] > 0.0) {
        is_left_[i] = true;
        order_.insert(rank(i));
      }
  }

  void eliminate(std::vector<Step>& steps, std::vector<Entry>& below) {
    while (!order_.empty()) {
      const std::uint32_t next = std::get<2>(*order_.begin());
      order_.erase(order_.begin());
      is_left_[next] = false;
      const std::vector<Entry> others = std::move(beside_[next]);
      for (const Entry& one : others) {
        order_.erase(rank(one.at));
        forget(next, one.at);
        below.push_back({one.at, one.value / new_[next]});
      }
      steps.push_back({next, new_[next], static_cast<std::uint32_t>(below.size())});
      take_from_all(others, new_[next]);
    }
  }

 private:
  using Rank = std::tuple<int, std::size_t, std::uint32_t>;

  Rank rank(std::uint32_t i) const {
    return {(std::ilogb(square_[i]) - std::ilogb(new_[i])) / kClass, beside_[i].size(), i};
  }
  /// To the product of the one that is added with one before.
  void add(std::uint32_t i, std::uint32_t other, double product) {
    if (at_[other] == 0) {
      beside_[i].push_back({other, 0.0});
      at_[other] = static_cast<std::uint32_t>(beside_[i].size());
    }
    beside_[i][at_[other] - 1].value += product;
  }
  /// `one` is beside `of` no more.
  void forget(std::uint32_t one, std::uint32_t of) {
    std::vector<Entry>& own = beside_[of];
    own.erase(std::find_if(own.begin(), own.end(), [one](const Entry& entry) { return entry.at == one; }));
  }
  /// Those beside a pivot, none of which is in order now, lose what they have in common with it.
  void take_from_all(const std::vector<Entry>& others, double pivot) {
    for (const Entry& one : others) {
      new_[one.at] -= one.value / pivot * one.value;
      is_left_[one.at] = new_[one.at] > kDependent * square_[one.at];
    }
    for (const Entry& one : others)
      if (is_left_[one.at]) take_from(one.at, one.value / pivot, others);
    for (const Entry& one : others)
      if (is_left_[one.at]) order_.insert(rank(one.at));
    for (const Entry& one : others)
      if (!is_left_[one.at]) leave_out(one.at);
  }
  void take_from(std::uint32_t i, double part, const std::vector<Entry>& others) {
    std::vector<Entry>& own = beside_[i];
    for (std::uint32_t k = 0; k < own.size(); ++k) at_[own[k].at] = k + 1;
    for (const Entry& other : others) {
      if (other.at == i || !is_left_[other.at]) continue;
      if (const std::uint32_t known = at_[other.at]; known > 0)
        own[known - 1].value -= part * other.value;
      else
        own.push_back({other.at, -part * other.value});
    }
    for (const Entry& other : own) at_[other.at] = 0;
  }
  /// What it says follows from those that have been taken.
  void leave_out(std::uint32_t i) {
    for (const Entry& one : beside_[i]) {
      if (is_left_[one.at]) order_.erase(rank(one.at));
      forget(i, one.at);
      if (is_left_[one.at]) order_.insert(rank(one.at));
    }
  }

  std::vector<double> square_;
  std::vector<double> new_;                 // of each square, what those taken do not tell
  std::vector<std::vector<Entry>> beside_;  // those left, and the products with them
  std::vector<std::uint32_t> at_;           // by push: its place in a list, from 1 on
  std::vector<bool> is_left_;
  std::set<Rank> order_;  // those left, the next one first
};

IndependentPushes::IndependentPushes(std::span<const UnitPush> pushes, std::size_t rows)
    : pushes_(pushes.begin(), pushes.end()), rows_(rows) {
  Elimination(pushes, rows).eliminate(steps_, below_);
  for (const Step& step : steps_) taken_.push_back(step.push);
  std::sort(taken_.begin(), taken_.end());
}

std::vector<double> IndependentPushes::sizes_for(std::vector<double> products) const {
  std::uint32_t from = 0;
  for (const Step& step : steps_) {
    for (std::uint32_t i = from; i < step.end; ++i)
      products[below_[i].at] -= below_[i].value * products[step.push];
    from = step.end;
  }
  std::vector<double> sizes(pushes_.size(), 0.0);
  for (std::size_t k = steps_.size(); k-- > 0;) {
    double own = products[steps_[k].push] / steps_[k].pivot;
    for (std::uint32_t i = k == 0 ? 0 : steps_[k - 1].end; i < steps_[k].end; ++i)
      own -= below_[i].value * sizes[below_[i].at];
    sizes[steps_[k].push] = own;
  }
  return sizes;
}

std::vector<double> IndependentPushes::nearest(std::span<const double> sum) const {
  std::vector<double> products;
  for (const UnitPush& push : pushes_) products.push_back(push.dot(sum));
  return sizes_for(std::move(products));
}

void IndependentPushes::take_from(std::vector<double>& sum) const {
  for (int times = 0; times < 2; ++times) {  // as squares lose half of all digits
    const std::vector<double> part = summed(nearest(sum));
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] -= part[i];
  }
}

std::vector<double> IndependentPushes::summed(std::span<const double> sizes) const {
  std::vector<double> sum(rows_, 0.0);
  for (std::size_t i = 0; i < pushes_.size(); ++i) pushes_[i].add_to(sum, sizes[i]);
  return sum;
}

}  // namespace firsthit
