#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

// How far a measured mean, or a measured distribution, may be off by chance.

namespace firsthit {

inline constexpr double kPi = 3.14159265358979323846;

/// A mean over blocks of a run, and how uncertain that leaves it.
struct Mean {
  double value = 0.0;
  double error = 0.0;  ///< standard error, from the scatter of the blocks
};

inline Mean mean_of(const std::vector<double>& blocks) {
  const auto n = static_cast<double>(blocks.size());
  Mean mean;
  for (const double x : blocks) mean.value += x / n;
  double sum = 0.0;
  for (const double x : blocks) sum += (x - mean.value) * (x - mean.value);
  mean.error = std::sqrt(sum / (n * (n - 1.0)));
  return mean;
}

/// Chance may explain this many standard errors: one run in 15,000 by the normal law. As the scatter is
/// itself estimated, of 20 blocks one in 1,200, of 10 one in 300 (Student's t).
inline constexpr double kStandardErrors = 4.0;

/// Counts numbers that should be uniform in [0, 1) in bins of equal width.
class Uniformity {
 public:
  void add(double u) {
    const double bin = std::floor(u * kBins);
    ++counts_[static_cast<std::size_t>(std::clamp(bin, 0.0, kBins - 1.0))];
    total_ += 1.0;
  }
  double total() const { return total_; }

  /// Pearson's chi-squared, with kBins - 1 degrees of freedom.
  double chi_squared() const {
    const double expected = total_ / kBins;
    double sum = 0.0;
    for (const std::uint64_t count : counts_) {
      const double off = static_cast<double>(count) - expected;
      sum += off * off / expected;
    }
    return sum;
  }

  /// What chi-squared exceeds by chance once in a million: the approximation of Wilson and Hilferty 1931,
  /// doi:10.1073/pnas.17.12.684, at 4.753 standard deviations.
  static double limit() {
    constexpr double kFreedom = kBins - 1.0;
    return kFreedom * std::pow(1.0 - 2.0 / (9.0 * kFreedom) + 4.753 * std::sqrt(2.0 / (9.0 * kFreedom)), 3.0);
  }

 private:
  static constexpr double kBins = 32.0;
  std::vector<std::uint64_t> counts_ = std::vector<std::uint64_t>(static_cast<std::size_t>(kBins));
  double total_ = 0.0;
};

/// Leaves a figure in the test's report (--gtest_output=json:FILE).
inline void note(const std::string& name, double measured, double theory) {
  ::testing::Test::RecordProperty(name, std::to_string(measured) + ", theory " + std::to_string(theory) +
                                            ", deviation " +
                                            std::to_string(100.0 * (measured / theory - 1.0)) + " %");
}

}  // namespace firsthit
