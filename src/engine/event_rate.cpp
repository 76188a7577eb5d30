#include "engine/event_rate.hpp"

#include "engine/bin_scale.hpp"

#include <cmath>

namespace firsthit {

namespace {

/// Below so many events their rate is a guess.
constexpr std::uint64_t kFewEvents = 16;

}  // namespace

void EventRate::start_again(std::int64_t moment, std::int64_t bin) {
  moment_ = moment;
  bin_ = bin;
  counted_ = late_ = 0;
}

std::optional<int> EventRate::finer_by(std::int64_t now, double events_per_bin) const {
  const auto elapsed = static_cast<double>(now - moment_);
  if (counted_ < kFewEvents || !(elapsed > 0.0)) return {};
  const double bin = std::ldexp(1.0, BinScale::kMoments);
  return log2_rounded(bin * static_cast<double>(counted_) / (events_per_bin * elapsed));
}

int log2_rounded(double x) { return static_cast<int>(std::lround(std::log2(x))); }

}  // namespace firsthit
