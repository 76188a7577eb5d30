#pragma once

#include "record/base/request.hpp"
#include "record/measure/observables.hpp"
#include "record/setup/setup.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace firsthit {

/// A function in bins of equal width from 0 on, of one sample and averaged over all that were added.
template <int D>
class Distribution {
 public:
  virtual ~Distribution() = default;

  virtual std::string_view name() const = 0;

  /// Where the bins begin and end, one more than there are bins; empty where the request names no
  /// range, and none follows from the gas.
  const std::vector<double>& edges() const { return edges_; }

  virtual void add(const Frame<D>& frame) = 0;

  /// What the last sample gave, bin by bin; empty where that is not defined.
  const std::vector<double>& latest() const { return latest_; }

  /// What `latest` is to tell: of a sample that was added before.
  void set_latest(std::vector<double> latest) { latest_ = std::move(latest); }

  /// All that samples have come to.
  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    const std::size_t bins = self.counts_.size();
    archive(self.counts_, self.latest_, self.samples_);
    archive.require(self.counts_.size() == bins && (self.latest_.empty() || self.latest_.size() == bins),
                    "expected a number for each bin, found others");
  }

  /// A CSV file of the whole: a row a bin.
  virtual std::string table(const Measured& measured) const = 0;

  /// More than `table` takes [bytes].
  std::size_t table_space() const { return 256 + 128 * edges_.size(); }

 protected:
  Distribution(std::size_t bins, double range);

  std::size_t bins() const { return counts_.size(); }
  double width(std::size_t bin) const { return edges_[bin + 1] - edges_[bin]; }

  std::vector<double> edges_;
  std::vector<double> latest_;
  std::vector<std::uint64_t> counts_;  // of all samples
  std::uint64_t samples_ = 0;
};

/// Those that are asked for, of a gas that starts as in `begin`. `setup` must outlive them.
/// Requires: a radial distribution only where space is the same everywhere (is_uniform), of a range up to
/// half the shortest side.
template <int D>
std::vector<std::unique_ptr<Distribution<D>>> distributions_of(const ObservableRequest& request,
                                                               const RunSetup<D>& setup,
                                                               const Frame<D>& begin);

}  // namespace firsthit
