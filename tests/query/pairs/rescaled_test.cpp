#include "query/pairs/rescaled.hpp"
#include "core/never.hpp"

#include <firsthit/distance.hpp>
#include <firsthit/first_hit.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

// Sizes from 2^-450 to 2^450, and answers that few doubles can tell.

namespace firsthit {
namespace {

constexpr double kMost = std::numeric_limits<double>::max();
constexpr double kLeast = std::numeric_limits<double>::denorm_min();

Moving<2> moving(Shape<2> shape, Vec<2> position, Vec<2> velocity) {
  return {std::move(shape), Linear<2>{position, velocity}};
}

struct Units {
  bool keep_time;
  bool wide;
  double position;  // what became of b's
  double velocity;
};

Units units(double length, double speed, bool keep_time, double other = 1.0) {
  const Rescaled<2> r(moving(Ball{length * other}, {}, {}), moving(Ball{length}, {length, 0.0}, {speed, 0.0}),
                      {}, keep_time);
  const auto& motion = std::get<Linear<2>>(r.b().motion);
  return {keep_time, r.is_wide(), motion.position[0], motion.velocity[0]};
}

TEST(FirstHitScale, MovesLengthsAndSpeedsTogetherWhereThatIsEnough) {
  for (const bool keep_time : {false, true}) {
    const Units r = units(0x1p-440, 0x1p-300, keep_time);
    EXPECT_FALSE(r.wide);
    EXPECT_EQ(r.position, 0x1p-70);
    EXPECT_EQ(r.velocity, 0x1p70);
  }
}

TEST(FirstHitScale, MovesLengthsAndSpeedsApartWhereTheyAreFarApart) {
  const Units r = units(0x1p-330, 0x1p330, false, 0x1p60);
  EXPECT_FALSE(r.wide);
  EXPECT_EQ(r.position, 0x1p-30);
  EXPECT_EQ(r.velocity, 1.0);
}

TEST(FirstHitScale, LeavesWhatIsTooFarApartToTheExactStage) {
  const Units short_and_fast = units(0x1p-330, 0x1p330, true);
  EXPECT_TRUE(short_and_fast.wide);
  EXPECT_EQ(short_and_fast.position, 1.0);
  EXPECT_EQ(short_and_fast.velocity, 0x1p660);
  const Units r = units(0x1p-450, 1.0, false, 0x1p900);
  EXPECT_TRUE(r.wide);
  EXPECT_EQ(r.position, 0x1p-701);
  EXPECT_EQ(r.velocity, 0x1p-251);
}

TEST(FirstHitScale, TellsTimesOfAllSizes) {
  // 2^448 apart at 2^-448, and the other way round.
  for (const double size : {0x1p-448, 0x1p448}) {
    const Encounter<2> hit =
        first_hit(moving(Ball{size}, {}, {}), moving(Ball{size}, {3.0 * size, 0.0}, {-1.0 / size, 0.0}));
    EXPECT_EQ(hit.outcome, Outcome::Impact);
    EXPECT_EQ(hit.delay, size * size);
    EXPECT_EQ(hit.delay_upper, size * size);
    EXPECT_EQ(hit.normal, (Vec<2>{1.0, 0.0}));
    EXPECT_EQ(hit.point_a, (Vec<2>{size, 0.0}));
  }
}

TEST(FirstHitScale, RoundsTimesBelowTheSmallestDoubleToBothSides) {
  // The gap is sqrt(1 + 2^-1002) - 1 = 2^-1003, times 2^100, which is passed at 2^449.
  const double size = 0x1p100;
  const Encounter<2> hit =
      first_hit(moving(Ball{size}, {}, {}), moving(Point{}, {size, 0x1p-401}, {-0x1p449, 0.0}));
  EXPECT_EQ(hit.outcome, Outcome::Impact);
  EXPECT_EQ(hit.delay, 0.0);
  EXPECT_EQ(hit.delay_upper, kLeast);
}

TEST(FirstHitScale, JudgesWindowsThatNoOtherUnitOfTimeTells) {
  // They meet after 2^-500, which is the end of the window or after it.
  const Moving<2> wall = moving(Box<2>{{1.0, 1.0}}, {1.0 + 0x1p-50, 0.0}, {});
  const auto hit = [&](double horizon) {
    return first_hit(moving(Point{}, {}, {0x1p450, 0.0}), wall, {horizon}).outcome;
  };
  EXPECT_EQ(hit(0x1p-500), Outcome::Impact);
  EXPECT_EQ(hit(std::nextafter(0x1p-500, 0.0)), Outcome::Miss);
  EXPECT_EQ(hit(kLeast), Outcome::Miss);
}

TEST(FirstHitScale, GivesTheLargestDoubleForPlacesBeyondThem) {
  // Both go far to the right together, and meet on the way up.
  const Encounter<2> hit =
      first_hit(moving(Ball{1.0}, {}, {0x1p400, 0.0}), moving(Ball{1.0}, {0.0, 4.0}, {0x1p400, -0x1p-440}));
  EXPECT_EQ(hit.outcome, Outcome::Impact);
  EXPECT_EQ(hit.delay, 0x1p441);
  EXPECT_EQ(hit.normal, (Vec<2>{0.0, 1.0}));
  EXPECT_EQ(hit.point_a, (Vec<2>{0x1p841, 1.0}));
  const Encounter<2> beyond = first_hit(moving(HalfSpace<2>{{0.0, 1.0}, 0.0}, {}, {}),
                                        moving(Point{}, {1.0, 0x1p440}, {-0x1p440, -0x1p-440}));
  EXPECT_EQ(beyond.outcome, Outcome::Impact);
  EXPECT_EQ(beyond.delay, 0x1p880);
  EXPECT_EQ(beyond.point_a[0], -kMost);
  EXPECT_TRUE(std::isfinite(beyond.point_a[1]));
}

TEST(FirstHitScale, TellsOfNoTimeAboveTheLargestDouble) {
  // normal . velocity is 2^-800, and the plane 2^400 away.
  const Moving<2> plane = moving(HalfSpace<2>{{1.0, 0x1p-400}, 0.0}, {}, {});
  const Moving<2> slow = moving(Point{}, {0x1p400, 0.0}, {0.0, -0x1p-400});
  EXPECT_EQ(first_hit(plane, slow).outcome, Outcome::Miss);
  EXPECT_EQ(first_hit(plane, slow).delay, kNever);
  const Moving<2> faster = moving(Point{}, {0x1p400, 0.0}, {0.0, -0x1p-200});
  EXPECT_EQ(first_hit(plane, faster).delay, 0x1p1000);
}

TEST(FirstHitScale, IsTheSameForAxesAndNormalsOfAnyLength) {
  const Moving<2> ball = moving(Ball{0.5}, {4.0, 0.25}, {-1.0, 0.0});
  for (const double size : {0x1p-440, 0x1p-199, 0x1p199, 0x1p440}) {
    const Moving<2> box =
        moving(OrientedBox<2>{{1.0 / size, 1.0 / size}, {{{size, 0.0}, {0.0, size}}}}, {}, {});
    const Moving<2> plane = moving(HalfSpace<2>{{size, 0.0}, size}, {}, {});
    for (const Moving<2>& solid : {box, plane}) {
      const Encounter<2> hit = first_hit(solid, ball);
      EXPECT_EQ(hit.delay, 2.5);
      EXPECT_EQ(hit.point_a, (Vec<2>{1.0, 0.25}));
      EXPECT_EQ(distance<2>({solid.shape, {}}, {Ball{0.5}, {4.0, 0.25}}).distance, 2.5);
    }
  }
}

TEST(FirstHitScale, MeasuresDistancesOfAllSizes) {
  for (const double size : {0x1p-448, 0x1p448}) {
    const Separation<2> r = distance<2>({Ball{size}, {3.0 * size, 4.0 * size}}, {Ball{size}, {}});
    EXPECT_EQ(r.distance, 3.0 * size);
    EXPECT_EQ(r.normal, (Vec<2>{-0.6, -0.8}));
    EXPECT_NEAR(r.point_b[0] / size, 0.6, 1e-15);
    EXPECT_NEAR(r.point_a[1] / size, 3.2, 1e-15);
  }
  // Rounded once: sqrt(1 + 2^-1040) - 1, times 2^100, is 2^-941.
  EXPECT_EQ(distance<2>({Ball{0x1p100}, {}}, {Point{}, {0x1p100, 0x1p-420}}).distance, 0x1p-941);
  EXPECT_EQ(distance<2>({Ball{0x1p400}, {}}, {Point{}, {0x1p400, 0x1p-330}}).distance, 0x1p-1061);
}

TEST(FirstHitScale, ScalesPolygonsAsTheyAre) {
  for (const double size : {0x1p-440, 1.0, 0x1p440}) {
    std::vector<Vec<2>> notched = {{0.0, 0.0}, {4.0, 0.0}, {4.0, 3.0}, {3.0, 3.0},
                                   {3.0, 1.0}, {1.0, 1.0}, {1.0, 3.0}, {0.0, 3.0}};
    for (Vec<2>& v : notched) v = {v[0] * size, v[1] * size};
    const Encounter<2> hit = first_hit(moving(Polygon(notched), {}, {}),
                                       moving(Ball{0.5 * size}, {2.0 * size, 8.0 * size}, {0.0, -size}));
    EXPECT_EQ(hit.delay, 6.5);
    EXPECT_EQ(hit.point_a, (Vec<2>{2.0 * size, size}));
  }
}

}  // namespace
}  // namespace firsthit
