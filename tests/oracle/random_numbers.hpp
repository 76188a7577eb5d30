#pragma once

#include "core/random.hpp"
#include "oracle/cases.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

// The numbers that a query is made of, in one of the styles.

namespace firsthit::judging {

class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : random_(seed, 0xca5e) {}

  /// Begins a query.
  void prepare(Style style) {
    tangent_ = style == Style::Tangent;
    grid_ = style == Style::Grid || style == Style::Neighbours || (style != Style::Continuum && chance(0.5));
    largest_ = chance(0.5) ? 1 : 3;
    step_ = grid_ && chance(0.3) ? 0.5 : 1.0;
    noise_ = chance(0.2) ? 0.0 : std::ldexp(1.0, -static_cast<int>(4 + random_.below(52)));
    replay_ = false;
    bank_.clear();
  }
  /// All numbers once more as they were from the first on, but for some noise; or new ones again.
  void replay(bool on) {
    replay_ = on;
    next_ = 0;
  }

  bool on_grid() const { return grid_; }
  bool is_tangent() const { return tangent_; }
  double step() const { return step_; }  ///< of the grid

  bool chance(double p) { return random_.uniform() < p; }
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_.below(n)); }
  double uniform(double low, double high) { return random_.uniform(low, high); }
  double whole(std::uint64_t largest) {
    return static_cast<double>(random_.below(2 * largest + 1)) - static_cast<double>(largest);
  }

  /// Of the size of 1.
  double number() {
    if (replay_ && next_ < bank_.size()) {
      const double x = bank_[next_++];
      return chance(0.3) ? x : x + noise_ * random_.uniform(-1.0, 1.0);
    }
    const double x = grid_ ? whole(largest_) * step_ : random_.uniform(-1.0, 1.0);
    bank_.push_back(x);
    return x;
  }
  /// From 0 on.
  double size() {
    if (chance(0.1)) return 0.0;
    if (grid_) return static_cast<double>(1 + random_.below(tangent_ ? 5 : 2)) * step_;
    return std::fabs(number());
  }
  template <int D>
  Vec<D> vector() {
    Vec<D> r;
    for (double& x : r.c) x = number();
    return r;
  }
  template <int D>
  Vec<D> vector_or_zero() {
    return chance(0.5) ? vector<D>() : Vec<D>{};
  }

 private:
  Random random_;
  bool grid_ = false;
  bool tangent_ = false;
  std::uint64_t largest_ = 1;
  double step_ = 1.0;
  bool replay_ = false;
  double noise_ = 0.0;
  std::vector<double> bank_;
  std::size_t next_ = 0;
};

}  // namespace firsthit::judging
