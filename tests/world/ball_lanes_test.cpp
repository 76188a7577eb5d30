#include "world/ball_lanes.hpp"

#include "core/random.hpp"
#include "query/ball_kernels.hpp"
#include "support/instruction_sets.hpp"
#include "world/flight.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

// What lanes say of many pairs, beside the kernel of one pair, which rational numbers judge elsewhere.

namespace firsthit {
namespace {

/// Quarters, some of them a rounding away: as of balls on lattices, after some impacts.
double nearly_quarter(Random& random, int most) {
  const double x =
      0.25 * (static_cast<double>(random.below(static_cast<std::uint64_t>(2 * most + 1))) - most);
  const double noise = static_cast<double>(random.below(5)) - 2.0;
  return random.below(3) == 0 ? x : x + noise * 0x1p-51;
}

template <int D>
void check(std::uint64_t seed) {
  SCOPED_TRACE(testing::Message() << "D " << D << ", seed " << seed);
  Random random(seed);
  const std::size_t count = 1 + random.below(40);
  const Timebase timebase(0.25);
  const Flight<D> flight(Vec<D>{}, Period<D>{}, timebase);
  std::vector<Record<D>> records;
  std::vector<double> radius;
  std::vector<Candidate<D>> candidates;
  std::vector<std::uint32_t> places;
  const bool on_a_line = random.below(2) == 0;
  for (Id id = 0; id <= count; ++id) {
    Record<D> record;
    for (std::size_t axis = 0; axis < D; ++axis) {
      record.position[axis] = nearly_quarter(random, 16);
      record.velocity[axis] = on_a_line && axis > 0 ? 0.0 : nearly_quarter(random, 2);
    }
    record.clock = {static_cast<std::int64_t>(random.below(3)),
                    0.0625 * static_cast<double>(random.below(4))};
    records.push_back(record);
    radius.push_back(0.25 * static_cast<double>(1 + random.below(3)));
    if (id == 0) continue;
    candidates.push_back({id, {}});
    places.push_back(id - 1);
  }
  places.resize(count + kMostLanes, places.back());
  Approaches found;
  found.reserve(count);
  find_approaches({records.data(), radius.data(), 0, {}, timebase.tick(), HUGE_VAL}, candidates,
                  places.data(), count, found);
  const auto one_pair = [&](std::size_t i) {
    const Record<D>& other = records[i + 1];
    const Instant start = later(records[0].clock, other.clock);
    const Vec<D> d = flight.separation(0, records[0], candidates[i].partner, other, {}, start);
    return ball_ball_delay(d, other.velocity - records[0].velocity, radius[0] + radius[i + 1]);
  };
  std::vector<bool> told(count, false);
  for (std::size_t k = 0; k < found.count; ++k) {
    const auto i = static_cast<std::size_t>(found.candidate[k]);
    told[i] = true;
    if (std::isnan(found.from_own[k])) continue;  // left to the one kernel
    ASSERT_EQ(found.delay[k], one_pair(i)) << "candidate " << i;
  }
  for (std::size_t i = 0; i < count; ++i) ASSERT_TRUE(told[i] || one_pair(i) == kNever) << "candidate " << i;
}

TEST(BallLanes, SayWhatTheKernelOfOnePairSaysByEveryInstructionSet) {
  for (const std::int64_t set : instruction_sets()) {
    const OnlyInstructionSet only(set);
    SCOPED_TRACE(hwy::TargetName(set));
    for (std::uint64_t seed = 1; seed <= 3000 && !testing::Test::HasFatalFailure(); ++seed) {
      check<2>(seed);
      check<3>(seed);
    }
  }
}

}  // namespace
}  // namespace firsthit
