#include "core/random.hpp"
#include "core/vec_math.hpp"
#include "paper_claims/boxes_in_frames.hpp"
#include "world/worlds.hpp"

#include <firsthit/firsthit.hpp>

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

// Frames that are cut at their earliest collision, and cracks between boxes: what the source claims, claim by
// claim (docs/concepts/sources.md). A frame lasts 1; boxes are given by their lower corners.

namespace firsthit {
namespace {

using sources::After;
using sources::Checks;
using sources::choose;
using sources::Meeting;
using sources::Mover;
using sources::Rect;
using sources::sweep;

Vec<2> middle(const Rect& rect) { return rect.at + 0.5 * rect.size; }

Encounter<2> hit_of(const Rect& moving, const Vec<2>& step, const Rect& still) {
  return first_hit<2>({Box<2>{0.5 * moving.size}, Linear<2>{middle(moving), step}},
                      {Box<2>{0.5 * still.size}, Linear<2>{middle(still), {}}}, {.horizon = 1.0});
}

Body<2> fixed_rect(const Rect& rect) { return fixed<2>(Box<2>{0.5 * rect.size}, middle(rect)); }

/// One box that moves among others.
struct Level {
  World<2> world = World<2>(open_space<2>());
  BodyId mover;

  Level(const Mover& moving, const std::vector<Rect>& still, Response response) {
    for (const Rect& rect : still) world.add(fixed_rect(rect));
    mover = world.add({.shape = Box<2>{0.5 * moving.rect.size},
                       .position = middle(moving.rect),
                       .velocity = moving.velocity});
    world.set_response({}, {}, response);
  }
  Vec<2> at() const { return world.state(mover).position; }
};

TEST(Frames, HoldTheWayOfTheirTime) {
  const Linear<2> course{{0.0, 0.0}, {0.5, 0.0}};
  EXPECT_EQ(course.at(0.5)[0], 0.25);
  EXPECT_EQ(course.at(1.5)[0], 0.75);
  World<2> world(open_space<2>());
  const BodyId id = world.add(ball<2>({0.0, 0.0}, {0.5, 0.0}));
  world.advance(0.5);
  EXPECT_EQ(world.state(id).position[0], 0.25);
  world.advance(1.0);
  EXPECT_EQ(world.state(id).position[0], 0.75);
}

TEST(SweptBoxes, AreBesideEachOtherByTheirOwnHeights) {
  // A tall one flies at a small one in the height of its middle. By the small one's height it is below.
  const Rect tall{{0.0, 0.0}, {1.0, 10.0}};
  const Rect small{{5.0, 5.0}, {1.0, 1.0}};
  EXPECT_FALSE(sweep(tall, {8.0, 0.0}, small, Checks::Printed)) << "right through it";
  EXPECT_EQ(hit_of(tall, {8.0, 0.0}, small).outcome, Outcome::Impact);
  EXPECT_EQ(hit_of(tall, {8.0, 0.0}, small).delay, 0.5);
  // And a small one below a tall one is not in it: its top is above 0 from 7/8 on, and it has passed at 3/5.
  const Rect low{{0.0, -8.0}, {1.0, 1.0}};
  const Rect pillar{{5.0, 0.0}, {1.0, 10.0}};
  EXPECT_TRUE(sweep(low, {10.0, 8.0}, pillar, Checks::Printed));
  EXPECT_EQ(hit_of(low, {10.0, 8.0}, pillar).outcome, Outcome::Miss);
}

TEST(SweptBoxes, AreCheckedAcrossBothAxes) {
  // Past below its corner: beside it in x from 1/16 to 5/16, in y from 1/2. The printed code checks the
  // second axis only if sides across the first meet as well, so the hull of both places counts as a hit; and
  // how much of the sides meets it takes from a place that it has not computed.
  const Rect flies{{0.0, 0.0}, {1.0, 1.0}};
  const Rect above{{1.5, 3.0}, {1.0, 1.0}};
  const auto printed = sweep(flies, {8.0, 4.0}, above, Checks::Printed);
  ASSERT_TRUE(printed);
  EXPECT_EQ(printed->axis, 1U);
  EXPECT_FALSE(printed->area);
  EXPECT_FALSE(sweep(flies, {8.0, 4.0}, above, Checks::PutRight));
  EXPECT_EQ(hit_of(flies, {8.0, 4.0}, above).outcome, Outcome::Miss);
}

TEST(SweptBoxes, CornerToCornerDoNotPassIntoEachOther) {
  // Even with the checks put right, each axis finds the other one's sides just beside each other. In the next
  // frame the boxes overlap, and then the source sees nothing any more.
  const Rect flies{{0.0, 0.0}, {1.0, 1.0}};
  const Rect waits{{3.0, 3.0}, {1.0, 1.0}};
  EXPECT_FALSE(sweep(flies, {2.5, 2.5}, waits, Checks::PutRight));
  EXPECT_FALSE(sweep({{2.5, 2.5}, {1.0, 1.0}}, {2.5, 2.5}, waits, Checks::PutRight));
  const Encounter<2> hit = hit_of(flies, {2.5, 2.5}, waits);
  EXPECT_EQ(hit.outcome, Outcome::Impact);
  EXPECT_TRUE(hit.delay <= mpq_class(4, 5) && mpq_class(4, 5) <= hit.delay_upper);
}

/// When the open boxes first have a place in common, by fractions; nothing if never.
struct Truth {
  mpq_class from = -1000;
  mpq_class until = 1000;
  bool at_a_corner = false;

  Truth(const Rect& moving, const Vec<2>& step, const Rect& still) {
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const mpq_class before = still.at[axis] - (moving.at[axis] + moving.size[axis]);
      const mpq_class behind = still.at[axis] + still.size[axis] - moving.at[axis];
      if (step[axis] == 0.0) {
        if (before >= 0 || behind <= 0) until = -2000;
        continue;
      }
      const mpq_class speed = step[axis];
      const mpq_class one = before / speed;
      const mpq_class other = behind / speed;
      const mpq_class enters = one < other ? one : other;
      at_a_corner = enters == from;
      if (enters > from) from = enters;
      until = std::min(until, one < other ? other : one);
    }
  }
  bool overlaps_now() const { return from < 0 && until > 0; }
  bool hits() const { return from < until && from >= 0 && from <= 1; }
};

TEST(SweptBoxes, MeetWhenTheLaterOfTheirAxesBringsThemTogether) {
  // Random boxes of whole numbers. With its checks put right the source's sweep is right, but at corners, and
  // at the frame's end, which it leaves to the next frame; as printed it is wrong in all ways.
  Random random(1);
  const auto whole = [&random](std::uint64_t most) { return static_cast<double>(random.below(most)); };
  int hits = 0;
  int misses = 0;
  int missed = 0;
  int invented = 0;
  int mistimed = 0;
  for (int i = 0; i < 30000 && !HasFailure(); ++i) {
    Rect moving, still;
    Vec<2> step;
    for (std::size_t axis = 0; axis < 2; ++axis) {
      moving.at[axis] = whole(12);
      moving.size[axis] = 1.0 + whole(5);
      still.at[axis] = whole(12);
      still.size[axis] = 1.0 + whole(5);
      step[axis] = whole(25) - 12.0;
    }
    const Truth truth(moving, step, still);
    if (truth.overlaps_now()) continue;
    const Encounter<2> answer = hit_of(moving, step, still);
    ASSERT_EQ(answer.outcome == Outcome::Impact, truth.hits());
    ++(truth.hits() ? hits : misses);
    if (truth.hits()) {
      EXPECT_TRUE(answer.delay <= truth.from && truth.from <= answer.delay_upper);
    }
    if (truth.at_a_corner || (truth.hits() && truth.from == 1)) continue;
    const auto put_right = sweep(moving, step, still, Checks::PutRight);
    ASSERT_EQ(put_right.has_value(), truth.hits());
    const auto printed = sweep(moving, step, still, Checks::Printed);
    if (put_right) {
      EXPECT_NEAR(put_right->time, truth.from.get_d(), 1e-15);
      missed += printed ? 0 : 1;
      mistimed += printed && printed->time != put_right->time ? 1 : 0;
    } else {
      invented += printed ? 1 : 0;
    }
  }
  EXPECT_GT(hits, 3000);
  EXPECT_GT(misses, 3000);
  EXPECT_GT(missed, 100);
  EXPECT_GT(invented, 100);
  EXPECT_GT(mistimed, 100);
}

TEST(SweptBoxes, OfAnySizeMeet) {
  // Everything 2^-20 of what it was: now it is all within what the source takes for nothing.
  for (const double unit : {1.0, 0x1p-20}) {
    const Rect moving{{0.0, 0.0}, {unit, unit}};
    const Rect still{{3.0 * unit, 0.0}, {unit, unit}};
    EXPECT_EQ(sweep(moving, {4.0 * unit, 0.0}, still, Checks::PutRight).has_value(), unit == 1.0);
    EXPECT_EQ(hit_of(moving, {4.0 * unit, 0.0}, still).delay, 0.5);
  }
}

TEST(SweptBoxes, ThatOverlapAndCloseAreNotLetThrough) {
  const Rect inside{{0.0, 0.0}, {2.0, 2.0}};
  const Rect still{{1.0, 0.0}, {2.0, 2.0}};
  EXPECT_FALSE(sweep(inside, {5.0, 0.0}, still, Checks::PutRight)) << "as the source says";
  const Encounter<2> closing = hit_of(inside, {5.0, 0.0}, still);
  EXPECT_EQ(closing.outcome, Outcome::Overlap);
  EXPECT_EQ(closing.gap, -1.0);
  EXPECT_FALSE(hit_of(inside, {-5.0, 0.0}, still)) << "and what parts may part, as it says, too";
  EXPECT_FALSE(sweep(inside, {-5.0, 0.0}, still, Checks::PutRight));
}

TEST(SweptBoxes, AreSeenWhereALookAtTheEndSeesNothing) {
  const Rect bullet{{0.0, 0.0}, {0.1, 0.1}};
  const Rect paper{{5.0, -1.0}, {0.01, 2.0}};
  const auto apart = [&](double time) {
    return distance<2>({Box<2>{0.5 * bullet.size}, middle(bullet) + Vec2{100.0 * time, 0.0}},
                       {Box<2>{0.5 * paper.size}, middle(paper)})
        .distance;
  };
  EXPECT_GT(apart(0.0), 0.0);
  EXPECT_GT(apart(1.0), 0.0);
  EXPECT_EQ(hit_of(bullet, {100.0, 0.0}, paper).outcome, Outcome::Impact);
  EXPECT_NEAR(hit_of(bullet, {100.0, 0.0}, paper).delay, 0.049, 1e-15);
}

/// Boxes apart from each other, but not by much, and a small one in the middle of them.
struct Place {
  std::vector<Rect> still;
  Mover mover;

  explicit Place(std::uint64_t seed) {
    Random random(seed);
    for (int i = -3; i <= 3; ++i) {
      for (int j = -3; j <= 3; ++j) {
        if (i == 0 && j == 0) continue;
        Rect rect;
        for (double& c : rect.size.c) c = random.uniform(0.5, 1.4);
        rect.at = {2.0 * i - 0.5 * rect.size[0], 2.0 * j - 0.5 * rect.size[1]};
        still.push_back(rect);
      }
    }
    for (double& c : mover.rect.size.c) c = random.uniform(0.2, 0.5);
    for (double& c : mover.velocity.c) c = random.uniform(-6.0, 6.0);
    mover.rect.at = -0.5 * mover.rect.size;
  }
};

TEST(Frames, CutAtTheirEarliestCollisionAgainAndAgainEndWhereAWorldsDo) {
  // The source's loop, response and left-over time, with its sweep put right.
  for (const After after : {After::Slide, After::Bounce}) {
    int cuts = 0;
    int most = 0;
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
      SCOPED_TRACE(seed);
      Place place(seed);
      Level level(place.mover, place.still, after == After::Slide ? Response::Slide : Response::Bounce);
      place.mover.frame(place.still, after);
      level.world.advance(1.0);
      EXPECT_LT(length(level.at() - middle(place.mover.rect)), 1e-9);
      EXPECT_LT(length(level.world.state(level.mover).velocity - place.mover.velocity), 1e-12);
      cuts += place.mover.cuts;
      most = std::max(most, place.mover.cuts);
    }
    EXPECT_GT(cuts, 300);
    EXPECT_GE(most, 2);
  }
}

TEST(Frames, TakeTheirCollisionsInOrderWhateverTheOrderOfBodies) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const Place place(seed);
    std::vector<Rect> reversed(place.still.rbegin(), place.still.rend());
    Level one(place.mover, place.still, Response::Slide);
    Level other(place.mover, reversed, Response::Slide);
    one.world.advance(1.0);
    other.world.advance(1.0);
    EXPECT_EQ(one.at(), other.at());
  }
}

TEST(Frames, OfAnyLengthEndAlike) {
  // Looks at the ends of frames of uneven lengths are what makes discrete tests worse.
  std::vector<std::uint64_t> hashes;
  for (const double frame : {4.0, 1.0, 0.375}) {
    Place place(3);
    Level level(place.mover, place.still, Response::Bounce);
    while (level.world.time() < 4.0) level.world.advance(std::min(frame, 4.0 - level.world.time()));
    EXPECT_GT(level.world.collisions(), 5U);
    hashes.push_back(level.world.state_hash());
  }
  EXPECT_EQ(hashes[0], hashes[1]);
  EXPECT_EQ(hashes[0], hashes[2]);
}

TEST(Frames, WithTooManyCollisionsStopWithNobodyInsideAnybody) {
  // A slot with 1/2 free, and a speed of 40: 80 bounces. After 33 the source gives up, and leaves the box
  // where it would be if nothing were in its way.
  const std::vector<Rect> walls = {{{-1.0, -1.0}, {1.0, 3.0}}, {{1.5, -1.0}, {1.0, 3.0}}};
  Mover mover{.rect = {{0.25, 0.0}, {1.0, 1.0}}, .velocity = {40.0, 0.0}};
  Level level(mover, walls, Response::Bounce);
  mover.frame(walls, After::Bounce);
  EXPECT_EQ(mover.cuts, 33);
  EXPECT_GT(std::fabs(mover.rect.at[0]), 10.0) << "far outside";
  RunLimits limits;
  limits.events = 20;
  EXPECT_EQ(level.world.advance(1.0, limits).outcome, RunOutcome::Paused);
  EXPECT_LT(level.world.time(), 1.0);
  EXPECT_GE(level.at()[0] - 0.5, -1e-14);
  EXPECT_LE(level.at()[0] - 0.5, 0.5 + 1e-14);
  // And it can go on from there: 0.25 + 40 is 40 times there and back, and 0.25.
  EXPECT_EQ(level.world.run_until(1.0).outcome, RunOutcome::ReachedTime);
  EXPECT_NEAR(level.at()[0] - 0.5, 0.25, 1e-12);
  EXPECT_EQ(level.world.collisions(), 80U);
}

TEST(Responses, TakeTheBoxBackToItsLastFreePlaceAndZeroOrTurnWhatClosed) {
  // At 1/2 it meets what is on its right; then it goes on upwards, or back and upwards.
  const std::vector<Rect> wall = {{{3.0, -9.0}, {1.0, 18.0}}};
  for (const After after : {After::Slide, After::Bounce}) {
    Mover mover{.rect = {{0.0, 0.0}, {1.0, 1.0}}, .velocity = {4.0, 2.0}};
    Level level(mover, wall, after == After::Slide ? Response::Slide : Response::Bounce);
    mover.frame(wall, after);
    level.world.advance(1.0);
    const Vec<2> expected = after == After::Slide ? Vec2{2.0, 2.0} : Vec2{0.0, 2.0};
    EXPECT_EQ(mover.rect.at, expected);
    EXPECT_EQ(level.at(), expected + (Vec2{0.5, 0.5}));
    EXPECT_EQ(level.world.collisions(), 1U);
    // What stopped it does not do so again.
    for (int i = 0; i < 10; ++i) level.world.advance(1.0);
    EXPECT_EQ(level.world.collisions(), 1U);
  }
}

TEST(Cracks, DoNotStopABoxThatFliesAlongAWallOfTiles) {
  // Up and to the right, against tiles on top of each other: the wall is met at 1/2. The printed sweep sees
  // the underside of a tile at 1/16 already, which the box is not near, and would take its upward speed.
  const Mover mover{.rect = {{0.0, -0.5}, {1.0, 1.0}}, .velocity = {4.0, 8.0}};
  std::vector<Rect> tiles;
  for (int i = -5; i < 15; ++i) tiles.push_back({{3.0, 1.0 * i}, {1.0, 1.0}});
  std::vector<Meeting> meetings;
  for (const Rect& tile : tiles)
    if (const auto meeting = sweep(mover.rect, mover.velocity, tile, Checks::Printed))
      meetings.push_back(*meeting);
  const int chosen = choose(meetings);
  ASSERT_GE(chosen, 0);
  EXPECT_EQ(meetings[static_cast<std::size_t>(chosen)].axis, 1U);
  EXPECT_EQ(meetings[static_cast<std::size_t>(chosen)].time, 0.0625);
  Level level(mover, tiles, Response::Slide);
  level.world.advance(1.0);
  EXPECT_EQ(level.at(), (Vec2{2.5, 8.0}));
  EXPECT_EQ(level.world.state(level.mover).velocity, (Vec2{0.0, 8.0}));
}

TEST(Cracks, AreNotDecidedByTheOrderOfBodies) {
  // The larger area is to win among those at one time. But the one with a time that is less by rounding wins
  // if it comes second, however small its area is.
  const Meeting wall{0.5 + 1e-12, 0, 1.0};
  const Meeting crack{0.5, 1, 0.0};
  EXPECT_EQ(choose({crack, wall}), 1);
  EXPECT_EQ(choose({wall, crack}), 1) << "that is the crack";
  // Tiles of 0.1, most of which are flush to rounding only, from left to right and from right to left.
  std::vector<Rect> tiles;
  for (int i = 0; i < 400; ++i) tiles.push_back({{0.1 * i, -0.1}, {0.1, 0.1}});
  const Mover mover{.rect = {{0.5, 1.0}, {0.6, 0.4}}, .velocity = {1.0, -1.0}};
  std::vector<Rect> reversed(tiles.rbegin(), tiles.rend());
  for (const std::vector<Rect>& floor : {tiles, reversed}) {
    Level level(mover, floor, Response::Slide);
    level.world.advance(30.0);
    EXPECT_EQ(level.world.state(level.mover).velocity, (Vec2{1.0, 0.0}));
    EXPECT_NEAR(level.at()[0], 30.8, 1e-12);
    EXPECT_NEAR(level.at()[1], 0.2, 1e-12);
  }
}

TEST(Cracks, DoNotPutOffTheEarliestCollision) {
  // Each of these is within what the source takes for one time of the one before, and larger: the last wins,
  // which is ten times that later than the first.
  std::vector<Meeting> meetings;
  for (int i = 0; i <= 10; ++i) meetings.push_back({0.5 + 0.9 * i * sources::kEpsilon, 0, 1.0 + i});
  EXPECT_EQ(choose(meetings), 10);
  // Steps of a wall that recede by so little, from the nearest up, each taller than the one below: the box
  // stops at the first, to the last bit.
  std::vector<Rect> steps;
  double y = 0.0;
  for (int i = 0; i <= 10; ++i) {
    steps.push_back({{1.0 + 1e-5 * i, y}, {1.0, 1.0 + i}});
    y += 1.0 + i;
  }
  const Mover mover{.rect = {{-1.0, 0.0}, {1.0, y}}, .velocity = {2.0, 0.0}};
  Level level(mover, steps, Response::Slide);
  level.world.advance(1.0);
  EXPECT_EQ(level.at()[0], 0.5);
}

/// Keeps whom it hit, in order.
struct Order : Observer<2> {
  void impact(const Impact<2>& impact) override { met.push_back(impact.a.id); }
  std::vector<BodyId> met;
};

TEST(Cracks, LetTheLargerOfTwoContactsOfOneTimeComeFirst) {
  // It lands with 0.75 of its side on the one and 0.25 on the other, whichever was added first.
  const Rect larger{{0.0, -1.0}, {4.0, 1.0}};
  const Rect smaller{{4.0, -1.0}, {4.0, 1.0}};
  const Mover mover{.rect = {{3.25, 1.0}, {1.0, 1.0}}, .velocity = {0.0, -2.0}};
  for (const bool larger_first : {true, false}) {
    const std::vector<Rect> floor =
        larger_first ? std::vector{larger, smaller} : std::vector{smaller, larger};
    Level level(mover, floor, Response::Bounce);
    Order order;
    level.world.observe(order);
    level.world.advance(1.0);
    ASSERT_EQ(order.met.size(), 1U) << "after which it moves away from the other";
    EXPECT_EQ(order.met[0].value, larger_first ? 0U : 1U);
    EXPECT_EQ(level.at()[1], 1.5);
  }
}

TEST(Frames, HoldManyBoxesThatMove) {
  // In a row, each of mass 1: the first hands its speed on, at 1/4, 1/2 and 3/4 of one frame.
  World<2> world(open_space<2>());
  for (int i = 0; i < 4; ++i)
    world.add(
        {.shape = Box<2>{{0.5, 0.5}}, .position = {3.0 * i, 0.0}, .velocity = {i == 0 ? 8.0 : 0.0, 0.0}});
  Watcher<2> seen;
  world.observe(seen);
  world.advance(1.0);
  ASSERT_EQ(seen.impacts.size(), 3U);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(seen.impacts[static_cast<std::size_t>(i)].time, 0.25 * (i + 1));
  EXPECT_EQ(world.state({3}).position[0], 9.0 + 0.25 * 8.0);
  EXPECT_EQ(world.state({0}).velocity, Vec2{});
}

TEST(Frames, WorkInSpaceAndForOtherShapesAlike) {
  // A box and a ball slide over tiles in space, the ball in the middle of a row of them.
  WorldOptions<3> options = open_space<3>();
  World<3> world(options);
  for (int i = 0; i < 200; ++i)
    for (int j = -1; j <= 1; ++j) world.add(fixed<3>(Box<3>{{0.05, 0.5, 0.05}}, {0.1 * i, 1.0 * j, -0.05}));
  world.set_response({}, {}, Response::Slide);
  const BodyId crate = world.add(
      {.shape = Box<3>{{0.3, 0.2, 0.2}}, .position = {1.0, 0.7, 1.2}, .velocity = {1.0, 0.0, -1.0}});
  const BodyId round =
      world.add({.shape = Ball{0.25}, .position = {1.0, -0.7, 1.25}, .velocity = {1.0, 0.0, -1.0}});
  world.advance(16.0);
  for (const BodyId id : {crate, round}) {
    EXPECT_NEAR(world.state(id).position[0], 17.0, 1e-12);
    EXPECT_NEAR(world.state(id).velocity[0], 1.0, 1e-14);
    EXPECT_NEAR(world.state(id).position[2], id == crate ? 0.2 : 0.25, 1e-12);
  }
}

}  // namespace
}  // namespace firsthit
