#pragma once

#include <cmath>

namespace firsthit {

/// A sum whose rounding errors are summed beside it.
/// Error: 2^-53 of the sum, plus about n 2^-106 of the sum of the terms' magnitudes.
/// Source: Neumaier 1974, Zeitschrift fuer Angewandte Mathematik und Mechanik 54, 39-51.
class CompensatedSum {
 public:
  void add(double term) {
    const double sum = sum_ + term;
    correction_ += std::abs(sum_) >= std::abs(term) ? (sum_ - sum) + term : (term - sum) + sum_;
    sum_ = sum;
  }

  double value() const { return sum_ + correction_; }

 private:
  double sum_ = 0.0;
  double correction_ = 0.0;
};

}  // namespace firsthit
