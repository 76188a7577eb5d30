#include "engine/engine.hpp"

#include "core/random.hpp"
#include "engine/points_on_a_line.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace firsthit {
namespace {

constexpr std::uint64_t kSeed = 5;

/// Where the points would be had they flown through each other, leftmost first.
std::vector<double> flown_through(const std::vector<Line::State>& points, double time) {
  std::vector<double> places;
  for (const auto& [place, velocity] : points) places.push_back(place + time * velocity);
  std::sort(places.begin(), places.end());
  return places;
}

/// Pairs that would have passed each other.
std::uint64_t passings(const std::vector<Line::State>& points, double time) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = i + 1; j < points.size(); ++j)
      if (points[i].first + time * points[i].second > points[j].first + time * points[j].second) ++count;
  return count;
}

TEST(Engine, TwoPointsMeetWhenTheirPathsCross) {
  Line line({{0.0, 1.0}, {3.0, -0.5}});
  EXPECT_EQ(line.run_until(10.0), Halt::Time);
  EXPECT_EQ(line.exchange.log, (std::vector<Happened>{{0, 1, {2, 0.0}, 0}}));
  EXPECT_EQ(line.place(0), 2.0 - 8.0 * 0.5);
  EXPECT_EQ(line.place(1), 2.0 + 8.0);
  EXPECT_EQ(line.engine.now(), (Instant{10, 0.0}));
  EXPECT_EQ(line.engine.collisions(), 1U);
}

TEST(Engine, PointsThatExchangeVelocitiesLookAsIfTheyFlewThroughEachOther) {
  SCOPED_TRACE(kSeed);
  Random random(kSeed);
  std::uint64_t collisions = 0;
  for (int round = 0; round < 100; ++round) {
    // Many meet at one instant and several at one place; whole numbers keep everything exact.
    const auto points = whole_points(random, 2 + random.below(30));
    Line line(points, 1e300, round % 2 == 0 ? 1.0 : 0.125);
    const double time = 0.5 * static_cast<double>(1 + random.below(60));
    ASSERT_EQ(line.run_until(time), Halt::Time);
    const auto expected = flown_through(points, time);
    for (Id i = 0; i < points.size(); ++i) EXPECT_EQ(line.place(i), expected[i]) << "round " << round;
    collisions += line.engine.collisions();
  }
  EXPECT_GT(collisions, 1000U);
}

TEST(Engine, CountsAnImpactForEveryPairThatWouldHavePassed) {
  SCOPED_TRACE(kSeed);
  Random random(kSeed, 1);
  for (int round = 0; round < 50; ++round) {
    const auto points = random_points(random, 20);
    Line line(points, round % 2 == 0 ? 1e300 : 0.37);
    line.run_until(7.0);
    EXPECT_EQ(line.engine.collisions(), passings(points, 7.0));
    EXPECT_GT(line.engine.collisions(), 20U);
    const auto expected = flown_through(points, 7.0);
    for (Id i = 0; i < points.size(); ++i) EXPECT_NEAR(line.place(i), expected[i], 1e-13);
  }
}

TEST(Engine, ImpactsHappenInTheOrderOfTime) {
  SCOPED_TRACE(kSeed);
  Random random(kSeed, 2);
  Line line(random_points(random, 50));
  line.run_until(20.0);
  ASSERT_GT(line.exchange.log.size(), 300U);
  for (std::size_t i = 1; i < line.exchange.log.size(); ++i)
    EXPECT_LE(line.exchange.log[i - 1].time, line.exchange.log[i].time);
}

TEST(Engine, SimultaneousImpactsGoByAreaThenByIds) {
  Line line({{0.0, 1.0}, {2.0, -1.0}, {10.0, 1.0}, {12.0, -1.0}, {20.0, 1.0}, {22.0, -1.0}});
  line.predictor.enlarge(4, 5, 3.0);
  line.run_until(2.0);
  EXPECT_EQ(line.exchange.log,
            (std::vector<Happened>{{4, 5, {1, 0.0}, 0}, {0, 1, {1, 0.0}, 0}, {2, 3, {1, 0.0}, 0}}));
}

TEST(Engine, AnImpactCausedByOneAtTheSameTimeComesAGenerationLater) {
  // Three points meet at one place: each pair once, and what the first impact causes waits for all
  // others of the first generation, however large its contact.
  Line line({{-1.0, 1.0}, {0.0, 0.0}, {1.0, -1.0}, {50.0, 1.0}, {52.0, -1.0}});
  line.predictor.enlarge(1, 2, 9.0);
  line.predictor.enlarge(0, 1, 8.0);
  line.run_until(3.0);
  EXPECT_EQ(line.exchange.log,
            (std::vector<Happened>{
                {1, 2, {1, 0.0}, 0}, {3, 4, {1, 0.0}, 0}, {0, 1, {1, 0.0}, 1}, {1, 2, {1, 0.0}, 2}}));
  EXPECT_EQ(line.place(0), -2.0);
  EXPECT_EQ(line.place(1), 0.0);
  EXPECT_EQ(line.place(2), 2.0);
}

TEST(Engine, GenerationsStartAnewAtALaterTime) {
  // A push runs through three resting points, a unit of time each.
  Line line({{0.0, 1.0}, {1.0, 0.0}, {2.0, 0.0}, {3.0, 0.0}});
  line.run_until(5.0);
  ASSERT_EQ(line.exchange.log.size(), 3U);
  for (const Happened& happened : line.exchange.log) EXPECT_EQ(happened.generation, 0U);
}

TEST(Engine, APredictionDiesWithItsPartnersCourse) {
  // 0 would meet 1 at 5, but 2 hits 1 before that; 1 flies towards 0, and they meet at 4.
  Line line({{0.0, 1.0}, {5.0, 0.0}, {8.0, -1.0}});
  line.run_until(3.0);
  EXPECT_EQ(line.exchange.log, (std::vector<Happened>{{1, 2, {3, 0.0}, 0}}));
  line.run_until(100.0);
  EXPECT_EQ(line.exchange.log,
            (std::vector<Happened>{{1, 2, {3, 0.0}, 0}, {0, 1, {4, 0.0}, 0}, {1, 2, {5, 0.0}, 0}}));
}

TEST(Engine, CountsDeadPredictionsAsEventsNotAsCollisions) {
  Line line({{0.0, 1.0}, {10.0, 0.0}});
  line.run({{4, 0.0}});
  line.engine.steer(1, {{10.0, 0.0}, {3.0, 0.0}, line.engine.now()});
  line.run({{20, 0.0}});
  EXPECT_EQ(line.engine.collisions(), 0U);
  EXPECT_EQ(line.engine.events(), 1U) << "what 0 had predicted for 10";
}

TEST(Engine, RefreshesChangeNoRecordAndNoImpact) {
  SCOPED_TRACE(kSeed);
  Random random(kSeed, 3);
  for (int round = 0; round < 20; ++round) {
    const auto points = round % 2 == 0 ? random_points(random, 30) : whole_points(random, 30);
    Line without(points);
    Line with(points, 0.25);
    without.run_until(9.0);
    with.run_until(9.0);
    EXPECT_EQ(with.exchange.log, without.exchange.log);
    EXPECT_EQ(with.everybody.refreshes, 30U * 36U) << "every quarter, at the end of time included";
    EXPECT_EQ(with.everybody.changes, 2 * with.exchange.log.size()) << "a course changes at impacts only";
    for (Id i = 0; i < 30; ++i) EXPECT_EQ(with.engine.records()[i].clock, without.engine.records()[i].clock);
  }
}

TEST(Engine, WhoLooksAroundAgainBeforeAMeetingMayBeLeftOut) {
  SCOPED_TRACE(kSeed);
  Random random(kSeed, 7);
  std::size_t left_out = 0;
  std::uint64_t spared = 0;
  for (int round = 0; round < 60; ++round) {
    const auto points = round % 2 == 0 ? random_points(random, 30) : whole_points(random, 30);
    const double lifetime = round % 3 == 0 ? 0.25 : 1e300;
    Line all(points, lifetime);
    Line line(points, lifetime);
    Foresighted foresighted(line.everybody, line.predictor, points.size());
    line.engine.set_neighbours(foresighted);
    for (const double until : {1.0, 4.0, 9.0}) {
      for (Line* each : {&all, &line}) {
        each->run_until(until);
        const Id body = 3;
        each->engine.steer(body,
                           {{each->place(body), 0.0}, {-each->velocity(body), 0.0}, each->engine.now()});
      }
      ASSERT_EQ(line.exchange.log, all.exchange.log) << "round " << round << " until " << until;
    }
    EXPECT_FALSE(foresighted.rely_on_each_other);
    left_out += foresighted.left_out;
    spared += all.engine.events() - line.engine.events();
  }
  EXPECT_GT(left_out, 5000U);
  EXPECT_GT(spared, 500U) << "predictions that would have been dead";
}

TEST(Engine, TwoWhoMeetAndDoNotTurnDoNotLeaveEachOtherOut) {
  Line line({{0.0, 1.0}, {3.0, -0.5}});
  Foresighted foresighted(line.everybody, line.predictor, 2);
  line.engine.set_neighbours(foresighted);
  line.exchange.stuck = true;
  line.exchange.turns = false;
  EngineLimits limits{{10, 0.0}};
  limits.collisions = 3;
  EXPECT_EQ(line.run(limits), Halt::Collisions);
  EXPECT_FALSE(foresighted.rely_on_each_other);
}

TEST(Engine, AnImpactExactlyAtTheEndBelongsToTheRun) {
  Line line({{0.0, 1.0}, {3.0, -0.5}});
  EXPECT_EQ(line.run_until(2.0), Halt::Time);
  EXPECT_EQ(line.engine.collisions(), 1U);
  EXPECT_EQ(line.engine.now(), (Instant{2, 0.0}));
}

TEST(Engine, WindowsChangeNothing) {
  SCOPED_TRACE(kSeed);
  Random random(kSeed, 4);
  for (int round = 0; round < 20; ++round) {
    const auto points = round % 2 == 0 ? random_points(random, 25) : whole_points(random, 25);
    Line at_once(points);
    at_once.run_until(12.0);
    for (const double window : {0.3, 0.5, 5.0}) {
      Line line(points, 0.7);
      for (int k = 1; k * window < 12.0; ++k) ASSERT_EQ(line.run_until(k * window), Halt::Time);
      line.run_until(12.0);
      EXPECT_EQ(line.exchange.log, at_once.exchange.log) << "windows of " << window;
    }
    EXPECT_GT(at_once.exchange.log.size(), 10U);
  }
}

TEST(Engine, EndsAfterTheNthImpactAndRunsOnAsIfNothingHadHappened) {
  SCOPED_TRACE(kSeed);
  Random random(kSeed, 5);
  const auto points = whole_points(random, 25);
  Line at_once(points);
  at_once.run_until(20.0);
  Line line(points);
  EngineLimits limits{{20, 0.0}};
  for (limits.collisions = 0; line.run(limits) == Halt::Collisions; ++limits.collisions) {
    ASSERT_EQ(line.engine.collisions(), limits.collisions);
    if (limits.collisions > 0) {
      EXPECT_EQ(line.engine.now(), line.exchange.log.back().time);
    }
  }
  EXPECT_EQ(line.exchange.log, at_once.exchange.log);
  EXPECT_GT(line.exchange.log.size(), 20U);
}

TEST(Engine, ASpentBudgetOfEventsChangesNothing) {
  SCOPED_TRACE(kSeed);
  Random random(kSeed, 6);
  const auto points = random_points(random, 25);
  Line at_once(points, 0.5);
  at_once.run_until(9.0);
  Line line(points, 0.5);
  EngineLimits limits{{9, 0.0}};
  limits.events = 3;
  std::uint64_t pauses = 0;
  while (line.run(limits) == Halt::Events) {
    ++pauses;
    ASSERT_EQ(line.engine.events(), 3 * pauses);
  }
  EXPECT_EQ(line.exchange.log, at_once.exchange.log);
  EXPECT_EQ(line.engine.events(), at_once.engine.events());
  EXPECT_GT(pauses, 100U);
}

TEST(Engine, StopsBetweenEventsWhenTold) {
  SCOPED_TRACE(kSeed);
  Random random(kSeed, 7);
  const auto points = random_points(random, 25);
  Line at_once(points);
  at_once.run_until(9.0);
  Line line(points);
  line.exchange.stop_after = 7;
  EngineLimits limits{{9, 0.0}};
  limits.stop = &line.exchange.stop;
  EXPECT_EQ(line.run(limits), Halt::Stop);
  EXPECT_EQ(line.exchange.log.size(), 7U);
  EXPECT_EQ(line.engine.now(), line.exchange.log.back().time);
  line.exchange.stop = false;
  EXPECT_EQ(line.run(limits), Halt::Time);
  EXPECT_EQ(line.exchange.log, at_once.exchange.log);
}

TEST(Engine, ASteeredBodyForgetsWhatWasPredicted) {
  Line line({{0.0, 1.0}, {10.0, 0.0}});
  line.run({{4, 0.0}});
  line.engine.steer(0, {{line.place(0), 0.0}, {-1.0, 0.0}, line.engine.now()});
  line.run({{8, 0.0}});
  EXPECT_EQ(line.place(0), 0.0);
  EXPECT_EQ(line.engine.collisions(), 0U);
  line.engine.steer(1, {{10.0, 0.0}, {-3.0, 0.0}, line.engine.now()});  // catches up 10 at a speed of 2
  line.run({{20, 0.0}});
  EXPECT_EQ(line.exchange.log, (std::vector<Happened>{{0, 1, {13, 0.0}, 0}}));
}

TEST(Engine, WhoIsSteeredOftenLooksAroundOnceWhenItMatters) {
  Line line({{0.0, 1.0}, {10.0, 0.0}});
  line.run({{4, 0.0}});
  const std::uint64_t looks = line.everybody.looks;
  const auto steer = [&](double place, double velocity) {
    line.engine.steer(1, {{place, 0.0}, {velocity, 0.0}, line.engine.now()});
  };
  steer(5.0, -1.0);
  steer(7.0, 0.0);
  steer(10.0, -3.0);
  EXPECT_EQ(line.everybody.looks, looks) << "nothing has been asked so far";
  line.run({{5, 0.0}});
  EXPECT_EQ(line.everybody.looks, looks + 1);
  line.run({{8, 0.0}});
  EXPECT_EQ(line.exchange.log, (std::vector<Happened>{{0, 1, {5, 0.5}, 0}})) << "6 apart, at a speed of 4";
}

TEST(Engine, ForetellsWhatComesAfterSteering) {
  Line line({{0.0, 1.0}, {10.0, 0.0}});
  line.run({{4, 0.0}});
  line.engine.steer(1, {{10.0, 0.0}, {-3.0, 0.0}, line.engine.now()});
  std::vector<Instant> times;
  line.engine.each_predicted(9, [&](Id, const Event<2>& event) { times.push_back(event.time); });
  EXPECT_EQ(times, (std::vector<Instant>{{5, 0.5}}));
}

TEST(Engine, ABodySteeredIntoAnotherAtThePresentHitsItAtOnce) {
  Line line({{0.0, 0.0}, {0.0, 0.0}});
  EXPECT_EQ(line.run_until(4.0), Halt::Time);
  line.engine.steer(1, {{0.0, 0.0}, {-1.0, 0.0}, line.engine.now()});
  line.run({{8, 0.0}});
  EXPECT_EQ(line.exchange.log, (std::vector<Happened>{{0, 1, {4, 0.0}, 0}}));
}

TEST(Engine, EndlessImpactsAtOneInstantAreACollapseThatNamesTheBodies) {
  Line line({{0.0, 1.0}, {5.0, 0.0}, {7.0, -1.0}});
  line.exchange.stuck = true;
  EXPECT_EQ(line.run_until(100.0), Halt::Collapse);
  std::vector<Id> culprits(line.engine.culprits().begin(), line.engine.culprits().end());
  std::sort(culprits.begin(), culprits.end());
  EXPECT_EQ(culprits, (std::vector<Id>{1, 2}));
  EXPECT_EQ(line.engine.now(), (Instant{2, 0.0}));
  EXPECT_LT(line.engine.collisions(), 2000U);
}

TEST(Engine, SoLittleRoomForSoLongIsACollapseAndMoreIsNot) {
  const auto after = [](double progress, std::uint64_t events) {
    Line line({{0.0, 1.0}, {5.0, 0.0}, {7.0, -1.0}});
    line.exchange.stuck = true;
    line.exchange.progress_when_stuck = progress;
    EngineLimits limits{line.timebase.after({}, 100.0)};
    limits.events = events;
    return line.run(limits);
  };
  EXPECT_EQ(after(100.0, 60'000), Halt::Events);
  EXPECT_EQ(after(100.0, 70'000), Halt::Collapse);
  EXPECT_EQ(after(2000.0, 200'000), Halt::Events);
}

TEST(Engine, WhoGoesAnotherWayWithOthersWhoHaveNoRoomIsNotStuck) {
  // Three points meet at one place, time and again: the last two of them have just met then. A fourth gets
  // another course by that, and flies on for long each time, as one of a heap that hops.
  Line line({{-1.0, 1.0}, {0.0, 0.0}, {1.0, -1.0}, {50.0, 0.0}});
  line.exchange.along = {3};
  constexpr int kTimes = 1000;  // more than any number of impacts without room that is a collapse of four
  for (int i = 0; i < kTimes; ++i) {
    const double now = 2.0 * i;
    ASSERT_EQ(line.run_until(now + 2.0), Halt::Time) << "the " << i << "th time";
    for (const Id id : {0U, 2U})
      line.engine.steer(id, {{id == 0 ? -1.0 : 1.0, 0.0}, {id == 0 ? 1.0 : -1.0, 0.0}, line.engine.now()});
  }
  EXPECT_EQ(line.exchange.log.size(), 3U * kTimes);
  // Those who meet so at one instant, without end, are.
  line.exchange.stuck = true;
  EXPECT_EQ(line.run_until(1e6), Halt::Collapse);
}

TEST(Engine, ALongChainAtOneInstantIsNoCollapse) {
  // A push runs through thousands of points at one place.
  constexpr Id kCount = 3000;
  std::vector<Line::State> points(kCount, {4.0, 0.0});
  points[0] = {0.0, 1.0};
  Line line(points);
  line.everybody.see_no_further_than(1);
  EXPECT_EQ(line.run_until(10.0), Halt::Time);
  EXPECT_EQ(line.place(kCount - 1), 10.0);
  EXPECT_EQ(line.velocity(0), 0.0);
}

TEST(Engine, WhatDoesNotMoveIsNeverScheduledButIsMet) {
  const Timebase timebase(1.0);
  const LinePredictor predictor(timebase);
  Everybody everybody(timebase, 2, 1e300);
  Exchange exchange(timebase);
  Engine<2> engine(timebase, predictor, everybody, exchange);
  engine.start({{{0.0, 0.0}, {1.0, 0.0}, {}}, {{4.0, 0.0}, {-1.0, 0.0}, {}}}, {true, false});
  EXPECT_EQ(engine.run({{10, 0.0}}), Halt::Time);
  EXPECT_EQ(exchange.log.size(), 1U);
  EXPECT_EQ(everybody.changes, 1U) << "of the one that moves";
}

}  // namespace
}  // namespace firsthit
