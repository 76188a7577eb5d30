#include "world/bodies/scales.hpp"
#include "world/lists/verlet_regions.hpp"

#include <gtest/gtest.h>

#include <vector>

// Balls that touch and lose half of their speed in every impact soon have speeds whose squares are
// below the smallest double. The time in which such a ball leaves its region was then computed as 0:
// its list of neighbours expired again and again at the same instant, and the run never ended.

namespace firsthit {
namespace {

TEST(VanishingSpeeds, LeaveARegionLater) {
  BodyTable<2> table;
  table.add(Body<2>{Ball{0.5}, {0.5, 0.5}, {}, 1.0, {}, BodyKind::Dynamic});
  const FreeFlight<2> flight({}, {}, Timebase(1.0));
  ImageCounters<2> wraps;
  wraps.resize(1);
  for (double speed = 1.0; speed > 0.0; speed *= 0.5) {
    VerletRegions<2> regions(table, flight, wraps, Shells{0.25, 0.25, 0.25, 0.25});
    const std::vector<Record<2>> records = {{{0.5, 0.5}, {-speed, 0.5 * speed}, Instant{5, 0.5}}};
    regions.renew(records, 0, records[0].clock);
    ASSERT_LT(records[0].clock, regions[0].expiry) << "at speed " << speed;
    regions.course_changed(records, 0);
    ASSERT_LT(records[0].clock, regions[0].expiry) << "at speed " << speed;
  }
}

}  // namespace
}  // namespace firsthit
