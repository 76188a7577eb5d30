#include "world/prediction/ball_lanes.hpp"

#include "core/random.hpp"
#include "query/round/ball_kernels.hpp"
#include "support/instruction_sets.hpp"
#include "world/growth/growth.hpp"
#include "world/motion/free_flight.hpp"
#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

// Whom lanes leave of many, beside the kernel of one pair, which rational numbers judge elsewhere.

namespace firsthit {
namespace {

/// Quarters, some of them a rounding away: as of balls on lattices, after some impacts.
double nearly_quarter(Random& random, int most) {
  const double x =
      0.25 * (static_cast<double>(random.below(static_cast<std::uint64_t>(2 * most + 1))) - most);
  const double noise = static_cast<double>(random.below(5)) - 2.0;
  return random.below(3) == 0 ? x : x + noise * 0x1p-51;
}

struct Tally {
  std::size_t meet = 0;
  std::size_t told = 0;  // of those
};

template <int D>
void check(std::uint64_t seed, Tally& tally) {
  SCOPED_TRACE(testing::Message() << "D " << D << ", seed " << seed);
  Random random(seed);
  const std::size_t count = 1 + random.below(40);
  const Timebase timebase(0.25);
  const FreeFlight<D> flight(Vec<D>{}, Period<D>{}, timebase);
  std::vector<Record<D>> records;
  BodyTable<D> table;
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
    table.add(ball<D>({}, {}, alike ? 0.5 : 0.25 * static_cast<double>(1 + random.below(3))));
    if (id > 0 || random.below(2) == 0) list.add_moving(id, {});
  }
  const Candidates<D> candidates = list.view_of(0);
  const double bound = random.below(2) == 0 ? HUGE_VAL : random.uniform(0.0, 10.0);
  const Instant now{3, 0.0};
  table.close();
  LaneView<D> own(records, 0, now, table, flight);
  if (random.below(2) == 0) {
    own.growth = 0.0625 * static_cast<double>(1 + random.below(8));
    own.scale = 1.0 + 4.0 * own.growth;  // it is above 0 at all clocks
  }
  std::vector<Candidate<D>> found;
  find_first(own, candidates, bound, found);
  std::vector<bool> told(count + 1, false);
  for (const Candidate<D>& one : found) told[one.partner] = true;
  if (own.growth == 0.0) {
    ASSERT_FALSE(told[0]);
  }
  // What should have happened before now is nobody's next meeting.
  const auto meeting = [&](Id other) {
    const Instant start = later(records[0].clock, records[other].clock);
    const Vec<D> d = flight.separation(0, records[0], other, records[other], {}, start);
    const Vec<D> v = records[other].velocity - records[0].velocity;
    const double radii = table.radius[0] + table.radius[other];
    const double scale = own.scale - own.growth * timebase.between(start, now);
    const double delay = own.growth > 0.0 ? growing_delay(d, v, radii * scale, radii * own.growth)
                                          : ball_ball_delay(d, v, radii);
    const Instant time = delay == kNever ? kEndOfTime : timebase.after(start, delay);
    return time < now ? kEndOfTime : time;
  };
  Instant first = bound < kNever ? timebase.after(now, bound) : kEndOfTime;
  for (Id other = 1; other <= count; ++other) first = earlier(first, meeting(other));
  for (Id other = 1; other <= count; ++other) {
    const Instant time = meeting(other);
    if (time == kEndOfTime) continue;
    tally.meet += 1;
    if (told[other]) tally.told += 1;
    ASSERT_TRUE(told[other] || first < time) << "ball " << other;
  }
}

TEST(BallLanes, TellWhomTheKernelOfOnePairFindsFirstByEveryInstructionSet) {
  for (const std::int64_t set : instruction_sets()) {
    const OnlyInstructionSet only(set);
    SCOPED_TRACE(hwy::TargetName(set));
    Tally tally;
    for (std::uint64_t seed = 1; seed <= 3000 && !testing::Test::HasFatalFailure(); ++seed) {
      check<2>(seed, tally);
      check<3>(seed, tally);
    }
    EXPECT_GT(tally.meet, 5000U);
    EXPECT_LT(tally.told, tally.meet / 2) << "most come later, and are left out";
  }
}

}  // namespace
}  // namespace firsthit
