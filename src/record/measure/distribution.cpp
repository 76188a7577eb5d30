#include "record/measure/distribution.hpp"

#include "core/expect.hpp"
#include "core/vec_math.hpp"
#include "record/base/compensated_sum.hpp"
#include "record/measure/pair_counts.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>

namespace firsthit {
namespace {

constexpr double kPi = 3.14159265358979323846;

/// Bodies further apart than a few of their mean distances hardly know of each other; the number of
/// pairs, and what counting them takes, grows with the cube of it.
constexpr double kRangeInMeanDistances = 5.0;

/// Of Maxwell's speeds a share of 1e-7 in 2D, 2e-10 in 3D, lies above so many times the root of the mean
/// square.
constexpr double kRangeInTypicalSpeeds = 4.0;

/// A number for a cell, or nothing.
std::string cell(const std::optional<double>& value) { return value ? fmt::format("{}", *value + 0.0) : ""; }

/// The radial distribution g(r): how many bodies are at distance r from one, relative to an ideal gas.
/// Defined where space is the same everywhere.
template <int D>
class RadialDistribution final : public Distribution<D> {
 public:
  RadialDistribution(const BinRequest& request, const RunSetup<D>& setup)
      : Distribution<D>(request.bins, request.range.value_or(default_range(setup))), setup_(setup) {
    FIRSTHIT_EXPECT(this->edges_.back() <= half_shortest_side(setup.space));
  }

  std::string_view name() const override { return "radial_distribution"; }

  void add(const Frame<D>& frame) override {
    if (setup_.bodies.size() < 2) return;
    std::vector<std::uint64_t> counts(this->bins(), 0);
    count_pairs(setup_.space, frame.states.kept(), this->edges_.back(), counts);
    for (std::size_t bin = 0; bin < counts.size(); ++bin) this->counts_[bin] += counts[bin];
    ++this->samples_;
    this->latest_ = relative(counts, 1.0);
  }

  std::string table(const Measured&) const override {
    std::string text = "r_low [L],r_high [L],g [1]\n";
    const std::vector<double> mean = relative(this->counts_, static_cast<double>(this->samples_));
    for (std::size_t bin = 0; bin < this->bins(); ++bin)
      text += fmt::format("{},{},{}\n", this->edges_[bin], this->edges_[bin + 1],
                          cell(this->samples_ > 0 ? std::optional<double>(mean[bin]) : std::nullopt));
    return text;
  }

 private:
  static double volume_of(const Space<D>& space) {
    double volume = 1.0;
    for (std::size_t axis = 0; axis < D; ++axis) volume *= space.max[axis] - space.min[axis];
    return volume;
  }

  static double half_shortest_side(const Space<D>& space) {
    double shortest = space.max[0] - space.min[0];
    for (std::size_t axis = 1; axis < D; ++axis)
      shortest = std::min(shortest, space.max[axis] - space.min[axis]);
    return 0.5 * shortest;
  }

  static double default_range(const RunSetup<D>& setup) {
    const double share =
        volume_of(setup.space) / static_cast<double>(std::max<std::size_t>(setup.bodies.size(), 1));
    const double distance = D == 2 ? std::sqrt(share) : std::cbrt(share);
    return std::min(half_shortest_side(setup.space), kRangeInMeanDistances * distance);
  }

  /// Counts of pairs in `samples` samples, divided by what an ideal gas would have: of N (N - 1) / 2
  /// pairs the share that the shell has in the box.
  std::vector<double> relative(const std::vector<std::uint64_t>& counts, double samples) const {
    const auto bodies = static_cast<double>(setup_.bodies.size());
    const double density = 0.5 * bodies * (bodies - 1.0) * samples / volume_of(setup_.space);
    std::vector<double> result(counts.size());
    for (std::size_t bin = 0; bin < counts.size(); ++bin) {
      const double low = this->edges_[bin];
      const double high = this->edges_[bin + 1];
      const double sum =
          D == 2 ? kPi * (low + high) : 4.0 * kPi / 3.0 * (low * low + low * high + high * high);
      result[bin] = static_cast<double>(counts[bin]) / (density * sum * this->width(bin));
    }
    return result;
  }

  const RunSetup<D>& setup_;
};

/// The share of Maxwell's speeds above `speed` [L/T], of bodies for which T / m is `variance` [L^2/T^2].
template <int D>
double maxwell_above(double speed, double variance) {
  const double x = speed / std::sqrt(2.0 * variance);
  if (D == 2) return std::exp(-x * x);
  return std::erfc(x) + 2.0 / std::sqrt(kPi) * x * std::exp(-x * x);
}

/// How many bodies are how fast.
template <int D>
class SpeedHistogram final : public Distribution<D> {
 public:
  SpeedHistogram(const BinRequest& request, const RunSetup<D>& setup, const Frame<D>& begin)
      : Distribution<D>(request.bins,
                        request.range.value_or(kRangeInTypicalSpeeds * typical_speed(setup, begin))),
        setup_(setup),
        drift_(drift_of(setup, begin)) {}

  std::string_view name() const override { return "speed_histogram"; }

  void add(const Frame<D>& frame) override {
    if (this->edges_.empty()) return;
    this->latest_.assign(this->bins(), 0.0);
    const double bins_per_speed = static_cast<double>(this->bins()) / this->edges_.back();
    for (std::size_t i = 0; i < frame.states.size(); ++i) {
      if (setup_.bodies[i].kinematic) continue;
      const double bin = length(frame.states[i].velocity - drift_) * bins_per_speed;
      if (bin < static_cast<double>(this->bins())) this->latest_[static_cast<std::size_t>(bin)] += 1.0;
    }
    for (std::size_t bin = 0; bin < this->bins(); ++bin)
      this->counts_[bin] += static_cast<std::uint64_t>(this->latest_[bin]);
    ++this->samples_;
  }

  std::string table(const Measured& measured) const override {
    std::string text = "v_low [L/T],v_high [L/T],count [1],density [T/L],maxwell [T/L]\n";
    if (this->edges_.empty()) return text;
    const double all = static_cast<double>(this->samples_) * static_cast<double>(dynamic_count(setup_));
    const std::vector<double> expected = maxwell(measured.temperature.value_or(0.0));
    for (std::size_t bin = 0; bin < this->bins(); ++bin) {
      const auto count = static_cast<double>(this->counts_[bin]);
      std::optional<double> density;
      if (all > 0.0) density = count / (all * this->width(bin));
      std::optional<double> theory;
      if (!expected.empty()) theory = expected[bin];
      text += fmt::format("{},{},{},{},{}\n", this->edges_[bin], this->edges_[bin + 1], this->counts_[bin],
                          cell(density), cell(theory));
    }
    return text;
  }

 private:
  static double typical_speed(const RunSetup<D>& setup, const Frame<D>& frame) {
    const Vec<D> drift = drift_of(setup, frame);
    CompensatedSum squares;
    for (std::size_t i = 0; i < frame.states.size(); ++i)
      if (!setup.bodies[i].kinematic) squares.add(length_squared(frame.states[i].velocity - drift));
    return std::sqrt(squares.value() / static_cast<double>(std::max<std::size_t>(dynamic_count(setup), 1)));
  }

  /// The densities [T/L] of Maxwell's speeds at `temperature`, averaged over the bodies' masses and over
  /// each bin; none without a temperature above zero.
  std::vector<double> maxwell(double temperature) const {
    if (!(temperature > 0.0)) return {};
    std::map<double, double> shares;  // by mass
    const double share_of_one = 1.0 / static_cast<double>(dynamic_count(setup_));
    for (const MovingBody& body : setup_.bodies)
      if (!body.kinematic) shares[body.mass] += share_of_one;
    std::vector<double> result(this->bins(), 0.0);
    for (const auto& [mass, share] : shares) {
      double above = 1.0;
      for (std::size_t bin = 0; bin < result.size(); ++bin) {
        const double next = maxwell_above<D>(this->edges_[bin + 1], temperature / mass);
        result[bin] += share * std::max(0.0, above - next) / this->width(bin);
        above = next;
      }
    }
    return result;
  }

  const RunSetup<D>& setup_;
  Vec<D> drift_;
};

}  // namespace

template <int D>
Distribution<D>::Distribution(std::size_t bins, double range) {
  if (!(range > 0.0)) return;
  for (std::size_t k = 0; k < bins; ++k)
    edges_.push_back(range * static_cast<double>(k) / static_cast<double>(bins));
  edges_.push_back(range);  // as given, unrounded
  counts_.assign(bins, 0);
}

template <int D>
std::vector<std::unique_ptr<Distribution<D>>> distributions_of(const ObservableRequest& request,
                                                               const RunSetup<D>& setup,
                                                               const Frame<D>& begin) {
  std::vector<std::unique_ptr<Distribution<D>>> result;
  FIRSTHIT_EXPECT(!request.radial_distribution || is_uniform(setup));
  if (request.radial_distribution)
    result.push_back(std::make_unique<RadialDistribution<D>>(*request.radial_distribution, setup));
  if (request.speed_histogram)
    result.push_back(std::make_unique<SpeedHistogram<D>>(*request.speed_histogram, setup, begin));
  return result;
}

template class Distribution<2>;
template class Distribution<3>;
template std::vector<std::unique_ptr<Distribution<2>>> distributions_of(const ObservableRequest&,
                                                                        const RunSetup<2>&, const Frame<2>&);
template std::vector<std::unique_ptr<Distribution<3>>> distributions_of(const ObservableRequest&,
                                                                        const RunSetup<3>&, const Frame<3>&);

}  // namespace firsthit
