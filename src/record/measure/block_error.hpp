#pragma once

#include <firsthit/statistics.hpp>

#include <cstdint>
#include <optional>
#include <vector>

namespace firsthit {

/// The standard error of a mean of values in a row that know of each other: the mean of two neighbours is a
/// value of a row half as long, and so on, until what is left in a row no longer knows of itself.
/// Source: Flyvbjerg and Petersen, 1989, doi:10.1063/1.457480.
///
/// Memory: O(log n) for n values. Cost: O(1) a value, in the mean.
class BlockError {
 public:
  void add(double value);

  /// Of the first row whose error no shorter row exceeds by more than the uncertainty of its own,
  /// error / sqrt(2 (n - 1)). Rows of fewer than 16 are not looked at; none if the first has fewer than 32.
  std::optional<double> error() const;

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.rows_);
  }

 private:
  struct Row {
    std::uint64_t count = 0;
    double mean = 0.0;
    double squares = 0.0;  // the sum of squared distances from the mean
    double waiting = 0.0;  // for its neighbour, where the count is odd

    template <class Self, class Archive>
    static void persist(Self& self, Archive& archive) {
      archive(self.count, self.mean, self.squares, self.waiting);
    }
  };
  static double error_of(const Row& row);

  std::vector<Row> rows_;  // each half as long as the one before
};

/// The standard error of the compressibility P V / (N T), from its values between samples. They must be
/// equally far apart: what is left at the begin and the end does not count.
class CompressibilityError {
 public:
  /// To be told of every sample, at `time` [T].
  void add(double time, const Statistics& counted);

  /// `freely_moving` bodies share the kinetic energy of `count`.
  std::optional<double> error(double freely_moving, double count) const;

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.last_, self.spacing_, self.blocks_);
  }

 private:
  struct Sample {
    double time = 0.0;
    double kinetic_action = 0.0;
    double virial = 0.0;

    template <class Self, class Archive>
    static void persist(Self& self, Archive& archive) {
      archive(self.time, self.kinetic_action, self.virial);
    }
  };

  std::optional<Sample> last_;  // since measuring began
  double spacing_ = 0.0;        // [T] of the first two
  BlockError blocks_;           // of virial / (2 kinetic action)
};

}  // namespace firsthit
