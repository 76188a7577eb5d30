#include "world/ball_lanes.hpp"

#include "core/random.hpp"
#include "query/ball_kernels.hpp"
#include "support/instruction_sets.hpp"
#include "world/flight.hpp"

#include <gtest/gtest.h>

#include <algorithm>
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
  CandidateList<D> list;
  const bool on_a_line = random.below(2) == 0;
  const bool alike = random.below(2) == 0;
  for (Id id = 0; id <= count; ++id) {
    Record<D> record;
    for (std::size_t axis = 0; axis < D; ++axis) {
      record.position[axis] = nearly_quarter(random, 16);
      record.velocity[axis] = on_a_line && axis > 0 ? 0.0 : nearly_quarter(random, 2);
    }
    record.clock = {static_cast<std::int64_t>(random.below(3)),
                    0.0625 * static_cast<double>(random.below(4))};
    records.push_back(record);
    radius.push_back(alike ? 0.5 : 0.25 * static_cast<double>(1 + random.below(3)));
    if (id > 0 || random.below(2) == 0) list.add_moving(id, {});
  }
  const Candidates<D> candidates = list.view_of(0);
  const double bound = random.below(2) == 0 ? HUGE_VAL : random.uniform(0.0, 10.0);
  std::vector<Approach> found;
  find_approaches(
      {records.data(), alike ? nullptr : radius.data(), radius[0], 0, {}, timebase.tick(), HUGE_VAL},
      candidates, bound, found);
  const auto start_of = [&](Id other) { return later(records[0].clock, records[other].clock); };
  const auto delay_of = [&](Id other) {
    const Vec<D> d = flight.separation(0, records[0], other, records[other], {}, start_of(other));
    return ball_ball_delay(d, records[other].velocity - records[0].velocity, radius[0] + radius[other]);
  };
  const auto from_own = [&](Id other) {
    return timebase.between(records[0].clock, start_of(other)) + delay_of(other);
  };
  std::vector<bool> told(count + 1, false);
  double earliest = bound;
  for (const Approach& one : found) {
    const Id other = candidates.partner[one.candidate];
    ASSERT_NE(other, 0U);
    told[other] = true;
    if (!one.is_known) continue;  // left to the one kernel
    ASSERT_EQ(one.delay, delay_of(other)) << "ball " << other;
    ASSERT_EQ(one.behind, timebase.between(records[other].clock, records[0].clock));
    earliest = std::min(earliest, from_own(other));
  }
  for (Id other = 1; other <= count; ++other)
    ASSERT_TRUE(told[other] || from_own(other) > earliest || delay_of(other) == kNever) << "ball " << other;
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
