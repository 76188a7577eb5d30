#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

// Three inelastic balls on a line: the middle one is hit for ever, in a finite time, exactly if the
// restitution e is below 7 - 4 sqrt(3) = 0.0718.
// Bernu and Mazighi 1990, doi:10.1088/0305-4470/23/24/030; McNamara and Young 1992, doi:10.1063/1.858323.
//
// With closing speeds (u, w) of the left and the right pair, an impact of the left makes them
// (-e u, w + a u), a = (1 + e) / 2, and the other way round. Two impacts in a row multiply by a matrix of
// trace a^2 - 2 e and determinant e^2. Its eigenvalues are real, and there are directions (u, w) that
// repeat for ever, exactly if a^2 >= 4 e; otherwise it turns every direction until both pairs part.

namespace firsthit {
namespace {

const double kCritical = 7.0 - 4.0 * std::sqrt(3.0);

/// Runs two balls into one at rest between them; their common centre of mass is at 0.
RunResult run_three_balls(double restitution, std::uint64_t& impacts) {
  World<2> world(open_space<2>({}, restitution));
  world.add(ball<2>({-5.0, 0.0}, {1.0, 0.0}));
  world.add(ball<2>({1.0, 0.0}, {}));
  world.add(ball<2>({4.0, 0.0}, {-1.0, 0.0}));
  RunResult result = world.run_until(1e6);
  impacts = world.collisions();
  return result;
}

/// The same by the recurrence above: how many impacts there are until both pairs part. The right pair is
/// nearer and meets first. At most `limit`.
std::uint64_t impacts_by_recurrence(double restitution, std::uint64_t limit) {
  long double next = 1.0L;
  long double other = 1.0L;
  std::uint64_t impacts = 0;
  while (next > 0.0L && impacts < limit) {
    const long double hit = next;
    next = other + 0.5L * (1.0L + static_cast<long double>(restitution)) * hit;
    other = -static_cast<long double>(restitution) * hit;
    ++impacts;
  }
  return impacts;
}

TEST(ThreeBalls, CollapseBelowTheCriticalRestitution) {
  for (const double below : {1.0, 0.5, 0.1, 0.01, 1e-3, 1e-4, 1e-5}) {
    std::uint64_t impacts = 0;
    const RunResult result = run_three_balls(kCritical * (1.0 - below), impacts);
    EXPECT_EQ(result.outcome, RunOutcome::Collapsed) << below << " below";
    EXPECT_EQ(result.culprits.size(), 3U);
    EXPECT_EQ(impacts_by_recurrence(kCritical * (1.0 - below), 5000), 5000U) << "theory: endlessly many";
  }
}

TEST(ThreeBalls, PartAboveItAfterAsManyImpactsAsTheoryCounts) {
  // The nearer, the more: pi / sqrt(above) or so. What a run can still tell from a collapse is 1e-4
  // above, with 338 impacts, though the gaps fall below all rounding after 30 of them.
  for (const double above : {1e-4, 2e-4, 1e-3, 0.01, 0.1, 1.0, 5.0}) {
    std::uint64_t impacts = 0;
    const RunResult result = run_three_balls(kCritical * (1.0 + above), impacts);
    EXPECT_EQ(result.outcome, RunOutcome::ReachedTime) << above << " above";
    EXPECT_EQ(impacts, impacts_by_recurrence(kCritical * (1.0 + above), 5000)) << above << " above";
  }
}

}  // namespace
}  // namespace firsthit
