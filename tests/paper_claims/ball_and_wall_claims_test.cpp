#include "core/random.hpp"
#include "core/vec_math.hpp"
#include "world/worlds.hpp"

#include <firsthit/firsthit.hpp>

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

// A ball and a wall, predicted in time counted in frames: what the source and its readers claim, claim by
// claim (docs/concepts/sources.md).

namespace firsthit {
namespace {

/// Which times of a hit count as within the frame.
enum class Window {
  Open,       // above 0 and below 1, as printed
  EndClosed,  // the author's second thought: 1, too
  Closed,     // a reader's: both
  Absolute    // another reader's: its size below 1
};

bool counts(Window window, double time) {
  switch (window) {
    case Window::Open:
      return time > 0.0 && time < 1.0;
    case Window::EndClosed:
      return time > 0.0 && time <= 1.0;
    case Window::Closed:
      return time >= 0.0 && time <= 1.0;
    case Window::Absolute:
      return std::fabs(time) < 1.0;
  }
  return false;
}

/// A ball that flies level, and a wall without thickness.
struct FreeFlight {
  double x = 0.0;
  double v = 0.0;
  double radius = 1.0;
  int bounces = 0;
};

/// The printed time: the wall is taken to be on the right.
double printed_time(const FreeFlight& ball, double wall) { return (wall - (ball.x + ball.radius)) / ball.v; }

/// One frame of the printed code: it moves the ball to the wall, or else for the whole frame.
void frame(FreeFlight& ball, double wall, Window window) {
  const double time = printed_time(ball, wall);
  if (counts(window, time)) {
    ball.x += ball.v * time;
    ball.v = -ball.v;
    ++ball.bounces;
  } else {
    ball.x += ball.v;
  }
}

Moving<2> ball_at(double x, double v, double radius = 1.0) {
  return {Ball{radius}, Linear<2>{{x, 0.0}, {v, 0.0}}};
}

Moving<2> wall_at(double x) { return {Segment<2>{{0.0, -50.0}, {0.0, 50.0}}, Linear<2>{{x, 0.0}, {}}}; }

/// The same in a world: a ball between frames, and one thin wall.
struct Room {
  World<2> world = World<2>(open_space<2>());
  BodyId ball_id;

  Room(const FreeFlight& ball, double wall, AfterHit after_hit = AfterHit::GoesOn) {
    world.add(fixed<2>(Segment<2>{{0.0, -50.0}, {0.0, 50.0}}, {wall, 0.0}));
    ball_id = world.add({.shape = Ball{ball.radius},
                         .position = {ball.x, 0.0},
                         .velocity = {ball.v, 0.0},
                         .after_hit = after_hit});
  }
  double x() const { return world.state(ball_id).position[0]; }
};

TEST(BallAndWall, MeetAfterSoManyFramesAsTheirDistanceHasOfTheVelocity) {
  for (const double away : {30.0, 15.0, 5.0})
    EXPECT_EQ(first_hit(ball_at(0.0, 10.0), wall_at(away + 1.0)).delay, away / 10.0);
}

TEST(BallAndWall, MeetWhereTheBallHasMovedByItsVelocityTimesThatPart) {
  const Moving<2> ball{Ball{1.0}, Linear<2>{{0.0, 0.0}, {10.0, 4.0}}};
  const Encounter<2> hit = first_hit(ball, wall_at(6.0), {.horizon = 1.0});
  EXPECT_EQ(hit.delay, 0.5);
  EXPECT_EQ(std::get<Linear<2>>(ball.motion).at(hit.delay), (Vec2{5.0, 2.0}));
  EXPECT_EQ(hit.point_a, (Vec2{6.0, 2.0}));
}

TEST(BallAndWall, ReboundAtTheSameSpeed) {
  Room room({.x = 0.0, .v = 10.0}, 6.0);
  room.world.advance(1.0);
  EXPECT_EQ(room.world.state(room.ball_id).velocity, (Vec2{-10.0, 0.0}));
  EXPECT_EQ(room.x(), 0.0);
}

TEST(BallAndWall, MeetBetweenTheTwoFramesThatTheTimeSays) {
  // 15 away at 10 a frame: 1.5. So the second frame ends where it has come back to.
  Room room({.x = 0.0, .v = 10.0}, 16.0);
  room.world.advance(1.0);
  EXPECT_EQ(room.x(), 10.0);
  EXPECT_EQ(room.world.collisions(), 0U);
  room.world.advance(1.0);
  EXPECT_EQ(room.x(), 10.0);
  EXPECT_EQ(room.world.collisions(), 1U);
}

TEST(BallAndWall, MeetAtAFramesEndWhichAnOpenWindowNeverSees) {
  // The source's own numbers, 30 away at 10 a frame: its times are 3, 2, 1, 0, -1, and the ball is through.
  FreeFlight open{.x = 0.0, .v = 10.0};
  FreeFlight closed_at_the_end = open;
  Room room(open, 31.0);
  for (int i = 0; i < 6; ++i) {
    frame(open, 31.0, Window::Open);
    frame(closed_at_the_end, 31.0, Window::EndClosed);
    room.world.advance(1.0);
  }
  EXPECT_EQ(open.bounces, 0);
  EXPECT_EQ(open.x, 60.0);
  EXPECT_EQ(closed_at_the_end.bounces, 1) << "the author's second thought helps";
  EXPECT_EQ(closed_at_the_end.x, 0.0);
  EXPECT_EQ(room.world.collisions(), 1U);
  EXPECT_EQ(room.x(), 0.0);
}

TEST(BallAndWall, MeetWithinAClosedWindow) {
  EXPECT_EQ(first_hit(ball_at(0.0, 10.0), wall_at(11.0), {.horizon = 1.0}).outcome, Outcome::Impact);
  EXPECT_EQ(first_hit(ball_at(0.0, 10.0), wall_at(11.0), {.horizon = 1.0}).delay, 1.0);
  EXPECT_EQ(first_hit(ball_at(0.0, 10.0), wall_at(11.0), {.horizon = std::nextafter(1.0, 0.0)}).outcome,
            Outcome::Miss);
}

TEST(BallAndWall, ThatTouchAtTheStartMeetIfTheyCloseAndOnlyThen) {
  // Its time is 0 in both cases, so no window of times alone can be right about both.
  EXPECT_EQ(printed_time({.x = 5.0, .v = 10.0}, 6.0), 0.0);
  EXPECT_EQ(printed_time({.x = 5.0, .v = -10.0}, 6.0), 0.0);
  EXPECT_FALSE(counts(Window::EndClosed, 0.0));
  EXPECT_TRUE(counts(Window::Closed, 0.0));
  const Encounter<2> closing = first_hit(ball_at(5.0, 10.0), wall_at(6.0));
  EXPECT_EQ(closing.outcome, Outcome::Impact);
  EXPECT_EQ(closing.delay, 0.0);
  EXPECT_EQ(first_hit(ball_at(5.0, -10.0), wall_at(6.0)).outcome, Outcome::Graze);
}

TEST(BallAndWall, HaveOneReboundNotTwoAfterAHitAtTheFramesEnd) {
  // With both ends closed, the ball that has turned is still at time 0, and is turned back, into the wall.
  FreeFlight ball{.x = 0.0, .v = 10.0};
  Room room(ball, 11.0);
  for (int i = 0; i < 4; ++i) {
    frame(ball, 11.0, Window::Closed);
    room.world.advance(1.0);
  }
  EXPECT_GT(ball.bounces, 1);
  EXPECT_EQ(room.world.collisions(), 1U);
  EXPECT_EQ(room.x(), -20.0);
}

TEST(BallAndWall, DoNotMeetAtTimesBeforeNow) {
  // As the author objects: a size below 1 is also that of what was, here 0.5 ago; and it leaves out 1.
  EXPECT_EQ(printed_time({.x = 0.0, .v = -10.0}, 6.0), -0.5);
  EXPECT_TRUE(counts(Window::Absolute, -0.5));
  EXPECT_FALSE(counts(Window::Absolute, 1.0));
  EXPECT_EQ(first_hit(ball_at(0.0, -10.0), wall_at(6.0)).outcome, Outcome::Miss);
}

TEST(BallAndWall, MeetOnWhicheverSideTheBallIs) {
  // From the right the nearer side of the ball is x - radius. Printed is x + radius: too late by a diameter,
  // when the ball has gone right through. Whole numbers; the true times are fractions.
  Random random(1);
  int left = 0;
  int right = 0;
  for (int i = 0; i < 2000; ++i) {
    const double radius = 1.0 + static_cast<double>(random.below(4));
    const double away = static_cast<double>(random.below(20));
    const double speed = 1.0 + static_cast<double>(random.below(9));
    const double side = random.below(2) == 0 ? -1.0 : 1.0;
    const FreeFlight ball{.x = side * (radius + away), .v = -side * speed, .radius = radius};
    const Encounter<2> hit = first_hit(ball_at(ball.x, ball.v, radius), wall_at(0.0));
    const mpq_class truth = mpq_class(away) / mpq_class(speed);
    ASSERT_EQ(hit.outcome, Outcome::Impact);
    EXPECT_TRUE(hit.delay <= truth && truth <= hit.delay_upper);
    const double late = side < 0.0 ? 0.0 : 2.0 * radius / speed;
    EXPECT_NEAR(printed_time(ball, 0.0), truth.get_d() + late, 1e-13);
    ++(side < 0.0 ? left : right);
  }
  EXPECT_GT(left, 500);
  EXPECT_GT(right, 500);
}

TEST(BallAndWall, ThatOverlapAreNotThroughEachOtherForThat) {
  // Half in the wall and closing: the printed time is before now, so the ball goes on in.
  FreeFlight ball{.x = 0.0, .v = 1.0};
  EXPECT_EQ(printed_time(ball, 0.5), -0.5);
  for (int i = 0; i < 3; ++i) frame(ball, 0.5, Window::Closed);
  EXPECT_EQ(ball.x, 3.0);
  const Encounter<2> hit = first_hit(ball_at(0.0, 1.0), wall_at(0.5));
  EXPECT_EQ(hit.outcome, Outcome::Overlap);
  EXPECT_EQ(hit.delay, 0.0);
  EXPECT_EQ(hit.normal, (Vec2{1.0, 0.0}));
}

TEST(BallAndWall, AtRestNeverMeet) {
  EXPECT_TRUE(std::isinf(printed_time({.x = 0.0, .v = 0.0}, 6.0)));
  EXPECT_TRUE(std::isnan(printed_time({.x = 5.0, .v = 0.0}, 6.0)));
  EXPECT_EQ(first_hit(ball_at(0.0, 0.0), wall_at(6.0)).outcome, Outcome::Miss);
  EXPECT_EQ(first_hit(ball_at(5.0, 0.0), wall_at(6.0)).outcome, Outcome::Graze);
}

TEST(BallAndWall, AreForeseenAnewWhenTheBallTurns) {
  // A reader's worry: one that has turned must not bounce where it would have. Asked in each frame it does
  // not.
  FreeFlight ball{.x = 0.0, .v = 10.0};
  Room room(ball, 26.0);
  room.world.advance(1.0);
  frame(ball, 26.0, Window::Open);
  ASSERT_TRUE(room.world.time_to_collision({0}, room.ball_id));
  room.world.set_velocity(room.ball_id, {-10.0, 0.0});
  ball.v = -10.0;
  EXPECT_FALSE(room.world.time_to_collision({0}, room.ball_id));
  for (int i = 0; i < 4; ++i) {
    room.world.advance(1.0);
    frame(ball, 26.0, Window::Open);
  }
  EXPECT_EQ(ball.bounces, 0);
  EXPECT_EQ(room.world.collisions(), 0U);
  EXPECT_EQ(room.x(), ball.x);
}

TEST(BallAndWall, WhereTheBallWaitsForTheNextFrameAreSlowInNarrowSpaces) {
  // A slot with 3 free, and a speed of 32 a frame: who waits gets 3 in a frame. Who goes on is where the
  // unfolded way says: 32 is 10 times 3, and 2, from the middle of the way there.
  const auto after = [](AfterHit after_hit, int frames) {
    Room room({.x = 1.5, .v = 32.0}, 4.0, after_hit);
    room.world.add(fixed<2>(Segment<2>{{0.0, -50.0}, {0.0, 50.0}}, {-1.0, 0.0}));
    for (int i = 0; i < frames; ++i) room.world.advance(1.0);
    return room.x();
  };
  EXPECT_EQ(after(AfterHit::Waits, 1), 3.0);
  EXPECT_EQ(after(AfterHit::Waits, 2), 0.0);
  EXPECT_EQ(after(AfterHit::Waits, 3), 3.0);
  // 1.5 + 32 = 33.5 is 5 times there and back, 6 each, and 3.5: 0.5 on the way back from 3.
  EXPECT_NEAR(after(AfterHit::GoesOn, 1), 2.5, 1e-13);
}

TEST(BallAndWall, InfinitelyManyBouncesEndInFiniteTimeAtRest) {
  // Falls 1 at g = 2, so for 1, and keeps half of its speed: bounces at 1, 2, 2.5, 2.75, ... 3 - 2^(1-k).
  WorldOptions<2> options = open_space<2>({0.0, -2.0}, 0.5);
  World<2> world(options);
  world.add(fixed<2>(HalfSpace<2>{{0.0, 1.0}, 0.0}));
  const BodyId id = world.add(ball<2>({0.0, 2.0}, {}, 1.0));
  for (int k = 0; k < 12; ++k) {
    world.run_until(3.0 - 1.5 * std::ldexp(1.0, 1 - k));
    EXPECT_EQ(world.collisions(), static_cast<std::uint64_t>(k)) << "the " << k << "th is still to come";
  }
  world.run_until(3.0 + 1e-9);
  const std::uint64_t bounces = world.collisions();
  EXPECT_LT(bounces, 60U);
  EXPECT_EQ(world.state(id).velocity, Vec2{});
  EXPECT_NEAR(world.state(id).position[1], 1.0, 1e-15);
  EXPECT_EQ(world.run_until(1e6).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(world.collisions(), bounces) << "rest costs nothing";
}

TEST(BallAndWall, ArePassedUnseenByLooksBetweenSteps) {
  // A look sees them if they touch. The steps of a frame may be split: there is always a speed for which that
  // is not enough.
  for (const int looks : {1, 4, 16}) {
    const double speed = 5.0 * looks;
    bool seen = false;
    for (int i = 0; i <= looks; ++i) {
      const Vec<2> place{speed * i / looks, 0.0};
      seen = seen ||
             distance<2>({Ball{1.0}, place}, {Segment<2>{{0.0, -50.0}, {0.0, 50.0}}, {2.5, 0.0}}).distance <=
                 0.0;
    }
    EXPECT_FALSE(seen) << looks;
    EXPECT_EQ(first_hit(ball_at(0.0, speed), wall_at(2.5), {.horizon = 1.0}).delay, 1.5 / speed);
  }
}

TEST(BallAndWall, MayBothMove) {
  // 30 between them, closing by 10 and by 5.
  EXPECT_EQ(first_hit(ball_at(0.0, 10.0),
                      {Segment<2>{{0.0, -50.0}, {0.0, 50.0}}, Linear<2>{{31.0, 0.0}, {-5.0, 0.0}}})
                .delay,
            2.0);
}

TEST(BallAndWall, InAnyDirectionNeedProductsOnlyAndNoAngles) {
  // A wall along (4, -3): n = (3, 4), of length 5. The time is (n p - offset - 5 r) / -(n v), a fraction.
  Random random(2);
  const auto whole = [&random] { return static_cast<double>(random.below(41)) - 20.0; };
  int hits = 0;
  for (int i = 0; i < 4000; ++i) {
    Vec<2> p, v;
    for (double& c : p.c) c = whole();
    for (double& c : v.c) c = whole();
    const double above = 3.0 * p[0] + 4.0 * p[1] - 7.0 - 5.0 * 2.0;
    const double closing = -(3.0 * v[0] + 4.0 * v[1]);
    if (above < 0.0) continue;
    const Encounter<2> hit =
        first_hit<2>({Ball{2.0}, Linear<2>{p, v}}, {HalfSpace<2>{{3.0, 4.0}, 7.0}, Linear<2>{}});
    ASSERT_EQ(hit.outcome == Outcome::Impact, closing > 0.0);
    if (!hit) continue;
    ++hits;
    const mpq_class truth = mpq_class(above) / mpq_class(closing);
    EXPECT_TRUE(hit.delay <= truth && truth <= hit.delay_upper);
  }
  EXPECT_GT(hits, 500);
}

}  // namespace
}  // namespace firsthit
