#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <array>

// Balls in a closed ring that touch and lose half of their speed in every impact soon have speeds
// whose squares are below the smallest double. The time in which such a ball leaves its region was
// then computed as 0, and its list of neighbours expired for ever at the same instant.

namespace firsthit {
namespace {

class VanishingSpeeds : public testing::TestWithParam<NeighbourSearch> {};

TEST_P(VanishingSpeeds, NeverKeepARunFromEnding) {
  constexpr std::array<double, 6> kSpeeds = {1.25, 0.75, 0.25, -0.25, -0.75, -1.25};
  WorldOptions<2> options;
  options.space = {{0.0, 0.0}, {6.0, 1.0}, {Side::Periodic, Side::Open}};
  options.restitution = 0.5;
  options.neighbours = GetParam();
  World<2> world(options);
  for (std::size_t i = 0; i < kSpeeds.size(); ++i) {
    Body<2> body;
    body.shape = Ball{0.5};
    body.position = {static_cast<double>(i) + 0.5, 0.5};
    body.velocity = {kSpeeds[i], 0.0};
    world.add(body);
  }
  RunLimits limits;
  limits.events = 100000;
  EXPECT_EQ(world.run_until(1.0, limits).outcome, RunOutcome::Collapsed);
}

INSTANTIATE_TEST_SUITE_P(, VanishingSpeeds,
                         testing::Values(NeighbourSearch::Lists, NeighbourSearch::AllPairs));

}  // namespace
}  // namespace firsthit
