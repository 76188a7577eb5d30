#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <cmath>

// A ball that loses all of its speed across a segment slides along it, and past its end. There the
// prediction took the end for the nearest part and the response the face, or the other way, in about two
// of a hundred such courses: the end's impact was never answered, and the run ended as a collapse.

namespace firsthit {
namespace {

TEST(SlidingPastAnEnd, IsNoCollapse) {
  constexpr std::uint64_t kSeed = 77;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  Random random(kSeed);
  int slid = 0;
  for (int i = 0; i < 5000; ++i) {
    const bool round = i % 2 == 1;
    World<2> world(open_space<2>({}, 0.0));
    const double angle = random.uniform(0.0, 6.28);
    const Vec<2> along{std::cos(angle), std::sin(angle)};
    const Vec<2> up{-along[1], along[0]};
    const Vec<2> end{random.uniform(-3.0, 3.0), random.uniform(-3.0, 3.0)};
    const double radius = random.uniform(0.01, 0.5);
    const double sink = random.uniform(-1.0, -0.1);
    const double back = random.uniform(0.2, 1.0);
    const auto at = [&](double x, double y) {
      return Vec<2>{end[0] + x * along[0] + y * up[0], end[1] + x * along[1] + y * up[1]};
    };
    const double rise = radius - 0.5 * back * sink;
    world.add(ball<2>(at(-back, rise), {along[0] + sink * up[0], along[1] + sink * up[1]}, radius));
    if (round) {
      // The top of a large arc: the ball slides off along its tangent.
      const Vec<2> centre = at(0.0, -4.0);
      world.add(fixed<2>(Arc{4.0, up, {-along[0], -along[1]}}, centre));
    } else {
      world.add(fixed<2>(Segment<2>{end, at(-3.0, 0.0)}));
    }
    const RunResult result = world.run_until(20.0);
    ASSERT_EQ(result.outcome, RunOutcome::ReachedTime) << i;
    if (world.collisions() > 0) ++slid;
  }
  EXPECT_GT(slid, 2500);
}

}  // namespace
}  // namespace firsthit
