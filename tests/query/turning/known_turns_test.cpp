#include "core/random.hpp"
#include "core/vec_math.hpp"
#include "oracle/turning/judge.hpp"
#include "query/turning/base/turning_pair.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

// Two of which one turns, whose first hit a formula tells.

namespace firsthit::turning_judge {
namespace {

constexpr double kPi = std::numbers::pi;

template <int D>
Encounter<D> judged(const Asked<D>& asked) {
  const Encounter<D> answer = first_hit(asked.a, asked.b, asked.query);
  EXPECT_EQ(judge(asked, answer).objection, "") << text(asked) << "\n-> " << text(answer);
  return answer;
}

/// An impact at a time, told to `relative` of it.
template <int D>
void expect_impact(const Asked<D>& asked, double time, double relative = 1e-12) {
  const Encounter<D> answer = judged(asked);
  EXPECT_EQ(answer.outcome, Outcome::Impact) << text(asked);
  EXPECT_LE(answer.delay, time * (1.0 + relative)) << text(asked);
  EXPECT_GE(answer.delay_upper, time * (1.0 - relative)) << text(asked);
  EXPECT_LE(answer.delay_upper - answer.delay, 2.0 * relative * asked.query.horizon) << text(asked);
}

template <int D>
void expect_outcome(const Asked<D>& asked, Outcome outcome) {
  EXPECT_EQ(judged(asked).outcome, outcome) << text(asked);
}

Moving<2> spinning(Shape<2> shape, double rate, Vec<2> position = {}, Vec<2> centre = {}) {
  return {std::move(shape), Spinning<2>{.position = position, .angular_velocity = rate, .centre = centre}};
}
Moving<2> resting(Shape<2> shape, Vec<2> position = {}) {
  return {std::move(shape), Linear<2>{position, {}}};
}

TEST(KnownTurns, ARodMeetsThePointThatItSweepsOver) {
  for (const double rate : {1.0, 17.0, -3.0, 1e-5, 1e5}) {
    const Moving<2> rod = spinning(Segment<2>{{0.0, 0.0}, {1.0, 0.0}}, rate);
    const double side = rate > 0.0 ? 1.0 : -1.0;
    const double time = std::atan2(0.4, 0.3) / std::fabs(rate);
    const Query query{10.0 / std::fabs(rate)};
    expect_impact<2>({rod, resting(Point{}, {0.3, side * 0.4}), query}, time);
    expect_outcome<2>({rod, resting(Point{}, {0.9, side * 1.2}), query}, Outcome::Miss);
  }
}

// A box whose side lies on that of a polygon, but for rounding, and goes into it: at once. (Its side was
// taken for a corner that is far off, and nothing was told.)
TEST(KnownTurns, ASideThatLiesOnASideAndGoesInMeetsItAtOnce) {
  const Polygon slope(std::vector<Vec<2>>{{-5.0, 7.0}, {-5.0, 6.6}, {-1.2, 3.6}, {-1.2, 4.0}});
  Spinning<2> falls{.velocity = {1.4767268051036508, -1.2725137224297238}};
  falls.acceleration = {0.0, -9.81};
  falls.orientation = {0.94469115734546449, -0.3279613044755233};
  for (const double turns : {0.0, 0.073605813624681646, -1.0, 20.0}) {
    falls.angular_velocity = turns;
    const Asked<2> asked{
        {Box<2>{{0.25, 0.3}}, falls}, resting(slope, {2.1316076573604104, -5.117702416976436}), Query{0.25}};
    const Encounter<2> answer = judged(asked);
    EXPECT_TRUE(answer.outcome == Outcome::Impact || answer.outcome == Outcome::Overlap) << text(answer);
    EXPECT_LT(answer.delay_upper, 1e-10) << turns;
  }
}

// Two cubes that lie on each other, but for rounding, and turn about nearly one axis: an edge of the one
// comes down on a face of the other when the squares of the plane do. (Facets were counted that saw a corner
// but for rounding, ever more of them: it took for ever.)
TEST(KnownTurns, CubesThatHardlyTiltMeetWhenSquaresDo) {
  Spinning<3> a, b;
  a.velocity = {-0x1.2ae606c48c046p-6, 0x1.17f4df455b789p-6, 0x1.9f00a8bd610b8p-45};
  a.orientation = {0x1.ffffffdc92e2fp-1, -0x1.2bf5c16074339p-56, -0x1.3f6e9cad8ee88p-55,
                   0x1.7ced759a8b3bep-14};
  a.angular_velocity = {0x1.a0e8e314c0768p-41, 0x1.ff7d26097c292p-42, 0x1.2604d661f1dc3p-5};
  b.position = {-0x1.9b90a5d10083dp-3, 0x1.000c2da91254p+0, -0x1.0016b3cc304bep-55};
  b.velocity = {0x1.2f0fe629e2246p-10, -0x1.255c5ad4b54bfp-6, -0x1.ca9699bf115fdp-43};
  b.orientation = {0x1.fffffc6af8282p-1, 0x1.99e74b1a5c19cp-59, 0x1.07a9be43f976bp-55, 0x1.e4852c43b8a51p-12};
  b.angular_velocity = {0x1.c73bc779b8247p-42, -0x1.e8a10ec057eabp-42, -0x1.306db8a8b3d09p-4};
  const Box<3> cube{{0.5, 0.5, 0.5}};
  const auto flat = [](const Spinning<3>& of) {
    Spinning<2> r;
    r.position = {of.position[0], of.position[1]};
    r.velocity = {of.velocity[0], of.velocity[1]};
    r.orientation = {of.orientation.w, of.orientation.z};
    r.angular_velocity = of.angular_velocity[2];
    return r;
  };
  const Box<2> square{{0.5, 0.5}};
  for (const double horizon : {1e-6, 1e-3, 0.1, 64.0}) {
    const Encounter<3> answer = first_hit(Moving<3>{cube, a}, Moving<3>{cube, b}, Query{horizon});
    const Encounter<2> in_plane =
        first_hit(Moving<2>{square, flat(a)}, Moving<2>{square, flat(b)}, Query{horizon});
    EXPECT_EQ(answer.outcome, in_plane.outcome) << horizon;
    EXPECT_NEAR(answer.delay, in_plane.delay, 1e-9) << horizon;
  }
}

// A rod in touch with a wall falls along it: acceleration along the wall changes no gap. (It was looked at a
// million times in a second, and nothing was told.)
TEST(KnownTurns, ARodThatFallsAlongAWallIsToldAtOnce) {
  constexpr double kRadius = 0.15434152161271114;
  for (const double gap : {-1e-12, -1e-13, -2e-14, -1e-15, 0.0, 1e-14}) {
    for (const double turns : {0.0, -4e-13}) {
      Spinning<2> falls{.position = {kRadius + gap, 0.0}, .velocity = {0.0, -0.001}};
      falls.acceleration = {0.0, -1.0};
      falls.orientation = {-0.70710678118658488, 0.70710678118651016};
      falls.angular_velocity = turns;
      const Moving<2> rod{Capsule<2>{{-0.215, 0.0}, {0.215, 0.0}, kRadius}, falls};
      expect_outcome<2>({resting(HalfSpace<2>{{1.0, 0.0}, 0.0}), rod, Query{0.25}}, Outcome::Graze);
    }
  }
}

TEST(KnownTurns, ATipThatJustReachesAPointGrazesIt) {
  const Moving<2> rod = spinning(Segment<2>{{0.0, 0.0}, {5.0, 0.0}}, 1.0);
  const Asked<2> asked{rod, resting(Point{}, {3.0, 4.0}), {6.0}};
  const Encounter<2> answer = judged(asked);
  EXPECT_NE(answer.outcome, Outcome::Miss);
  EXPECT_NEAR(answer.first_touch, std::atan2(4.0, 3.0), 1e-6);
}

TEST(KnownTurns, ASquareThatTurnsOnTheSpotReachesAFloor) {
  for (const double height : {1.001, 1.2, 1.4, 1.41421})
    for (const double rate : {1.0, -1.0, 40.0}) {
      const Moving<2> square = spinning(Box<2>{{1.0, 1.0}}, rate, {0.0, height});
      const Moving<2> floor = resting(HalfSpace<2>{{0.0, 1.0}, 0.0});
      const double time = (std::asin(height / std::numbers::sqrt2) - kPi / 4.0) / std::fabs(rate);
      // Near the highest corner the time is as sharp as the root of a rounding.
      expect_impact<2>({floor, square, {10.0}}, time, height > 1.41 ? 1e-10 : 1e-12);
    }
  const Moving<2> high = spinning(Box<2>{{1.0, 1.0}}, 1.0, {0.0, 1.4142136});
  expect_outcome<2>({resting(HalfSpace<2>{{0.0, 1.0}, 0.0}), high, {1000.0}}, Outcome::Miss);
}

TEST(KnownTurns, ASquareThatLiesOnAFloorTurnsIntoIt) {
  const Moving<2> square = spinning(Box<2>{{1.0, 1.0}}, 1.0, {0.0, 1.0});
  const Asked<2> asked{resting(HalfSpace<2>{{0.0, 1.0}, 0.0}), square, {1.0}};
  const Encounter<2> answer = judged(asked);
  EXPECT_TRUE(answer.outcome == Outcome::Impact || answer.outcome == Outcome::Overlap);
  EXPECT_LE(answer.delay, 1e-12);
  EXPECT_LE(answer.delay_upper, 1e-10);
}

TEST(KnownTurns, ARodHitsTheWallsOfARingUnlessItIsShorter) {
  const Polygon ring({{-2.0, -2.0},
                      {2.0, -2.0},
                      {2.0, 2.0},
                      {-2.0, 2.0},
                      {-2.0, 0.1},
                      {-1.0, 0.1},
                      {-1.0, 1.0},
                      {1.0, 1.0},
                      {1.0, -1.0},
                      {-1.0, -1.0},
                      {-1.0, 0.0},
                      {-2.0, 0.0}});
  for (const double rate : {1.0, -1.0, 25.0}) {
    const auto rod = [&](double reach) { return spinning(Segment<2>{{0.0, -reach}, {0.0, reach}}, rate); };
    expect_outcome<2>({rod(0.99), resting(ring), {100.0}}, Outcome::Miss);
    // The tip turns away from the roof; the walls are as far.
    const double time = (kPi / 2.0 - std::acos(0.98 / 0.99)) / std::fabs(rate);
    Moving<2> far = rod(0.99);
    std::get<Spinning<2>>(far.motion).position = {0.02, 0.0};
    expect_impact<2>({far, resting(ring), {100.0}}, time);
  }
}

TEST(KnownTurns, ASpinTooSlowToSeeChangesNothing) {
  for (const double rate : {1e-300, 0x1p-1074, 1e-30}) {
    Moving<2> box = spinning(Box<2>{{1.0, 1.0}}, rate, {-10.0, 0.0});
    std::get<Spinning<2>>(box.motion).velocity = {2.0, 0.0};
    try {
      expect_impact<2>({box, resting(Box<2>{{1.0, 0.5}}), {100.0}}, 4.0);
    } catch (const std::exception& error) {
      ADD_FAILURE() << error.what();
    }
  }
}

/// Small whole numbers, of which many pairs touch exactly at an end, a corner or an edge.
template <int D>
void is_exact_where_nothing_turns() {
  Random random(7, D);
  const auto whole = [&](int most) {
    Vec<D> r;
    for (double& x : r.c)
      x = static_cast<double>(random.below(2 * static_cast<std::uint64_t>(most) + 1)) - most;
    return r;
  };
  const auto shape = [&]() -> Shape<D> {
    const Vec<D> first = whole(2);
    switch (random.below(4)) {
      case 0:
        return Point{};
      case 1:
        return Segment<D>{first, whole(2)};
      case 2:
        return Ball{0.5};
      default: {
        const Vec<D> second = whole(2);
        return Hull<D>{{first, second, whole(2)}};
      }
    }
  };
  std::array<int, 5> outcomes{};
  for (int i = 0; i < 20000; ++i) {
    const auto drawn = [&] {
      const Shape<D> one = shape();
      const Vec<D> position = whole(5);
      const Vec<D> centre = whole(3);
      const Vec<D> velocity = whole(1);
      Spinning<D> same{.position = position + centre, .velocity = velocity, .centre = centre};
      same.orientation.w = 2.0;
      return std::array<Moving<D>, 2>{Moving<D>{one, Linear<D>{position, velocity}}, Moving<D>{one, same}};
    };
    const auto a = drawn();
    const auto b = drawn();
    const Encounter<D> straight = first_hit(a[0], b[0], {10.25});
    const Encounter<D> turned = first_hit(a[1], b[1], {10.25});
    ++outcomes[static_cast<std::size_t>(straight.outcome)];
    EXPECT_EQ(straight.outcome, turned.outcome) << text<D>({a[1], b[1], {10.25}});
    EXPECT_EQ(straight.delay, turned.delay);
    EXPECT_EQ(straight.normal, turned.normal);
    EXPECT_EQ(straight.point_a, turned.point_a);
  }
  EXPECT_GT(outcomes[1], 40) << "grazes";
  EXPECT_GT(outcomes[2], 200) << "impacts";
}

TEST(KnownTurns, WhatDoesNotTurnIsToldAsExactlyInThePlane) { is_exact_where_nothing_turns<2>(); }
TEST(KnownTurns, WhatDoesNotTurnIsToldAsExactlyInSpace) { is_exact_where_nothing_turns<3>(); }

TEST(KnownTurns, AMillionTurnsMissNoPoint) {
  const double rate = 2.0 * kPi * 1e6;
  const Moving<2> rod = spinning(Segment<2>{{0.0, 0.0}, {1.0, 0.0}}, rate);
  expect_impact<2>({rod, resting(Point{}, {0.3, 0.4}), {1.0}}, std::atan2(0.4, 0.3) / rate, 1e-11);
  // It comes within reach after so many turns.
  Moving<2> point = resting(Point{}, {2.0, 0.0});
  std::get<Linear<2>>(point.motion).velocity = {-2.0, 0.0};
  const Encounter<2> answer = judged<2>({rod, point, {1.0}});
  EXPECT_TRUE(answer.outcome == Outcome::Impact || answer.outcome == Outcome::Unresolved);
  if (answer.outcome == Outcome::Impact) {
    EXPECT_NEAR(answer.delay, 0.5, 1e-5);
  }
}

TEST(KnownTurns, ABallOffItsCentreOrbits) {
  for (const double rate : {1.0, 7.0}) {
    // Its middle is at (2 cos, 2 sin) of the angle.
    const Moving<2> ball = spinning(Ball{0.5}, rate, {}, {-2.0, 0.0});
    const Moving<2> roof = resting(HalfSpace<2>{{0.0, -1.0}, -1.5});
    expect_impact<2>({roof, ball, {10.0}}, std::asin(0.5) / rate);
    expect_impact<2>({ball, resting(Ball{0.25}, {0.0, 2.0}), {10.0}},
                     (kPi / 2.0 - 2.0 * std::asin(0.75 / 4.0)) / rate);
    expect_outcome<2>({resting(HalfSpace<2>{{0.0, -1.0}, -2.51}), ball, {100.0}}, Outcome::Miss);
  }
}

/// Two that turn alike about centres far from them, so that what is between them goes straight. Near each
/// other they have neither an edge nor corners to be apart along: valgrind tells whether anybody asks for
/// one.
TEST(KnownTurns, TwoSpecksThatTurnAlikeMeetOnlyIfTheyPassWithinTheirRadii) {
  for (const double rate : {0.5, 3.0, -40.0})
    for (const double both : {0x1p-38, 0x1p-34, 0x1p-30, 0x1p-26, 0x1p-22})
      for (const double passes : {0.5, 2.0, 8.0}) {
        const double time = 0.5;
        const double beside = passes * both;
        const auto speck = [&](Vec<2> position, Vec<2> velocity) {
          return Moving<2>{Ball{0.5 * both}, Spinning<2>{.position = position,
                                                         .velocity = velocity,
                                                         .angular_velocity = rate,
                                                         .centre = {-1.0, 0.25}}};
        };
        const Asked<2> asked{speck({0.0, 0.0}, {}), speck({-time, beside}, {1.0, 0.0}), {1.0}};
        if (beside < both)
          expect_impact(asked, time - std::sqrt(both * both - beside * beside));
        else
          expect_outcome(asked, Outcome::Miss);
      }
}

/// A ball that orbits above a floor, past its lowest place. It is in it by less than the resolution at the
/// start, and gets deeper than that.
TEST(KnownTurns, AnOverlapWithinTheResolutionGetsNoDeeperUntold) {
  const double way = 2.0;
  const double radius = 0.5;
  const double error = kTurningError<2> * (2.0 * (way + radius));
  for (const double rate : {1.0, 30.0})
    for (const double start : {3.0, 4.0, 5.0})
      for (const double lowest : {9.0, 9.5, 10.0, 12.0}) {
        // The gap is height - radius - way * cos(angle - rate * t).
        const double height = way + radius - lowest * error;
        const double angle = std::sqrt(2.0 * (lowest - start) * error / way);
        const Moving<2> ball =
            spinning(Ball{radius}, rate, {0.0, height}, {way * std::sin(angle), way * std::cos(angle)});
        const Asked<2> asked{resting(HalfSpace<2>{{0.0, 1.0}, 0.0}), ball, {3.0 / rate}};
        const Encounter<2> answer = judged(asked);
        EXPECT_EQ(answer.outcome, Outcome::Overlap) << start << " " << lowest << "\n" << text(asked);
        const double deep = std::sqrt(2.0 * (lowest - kResolutionInErrors) * error / way);
        EXPECT_LE(answer.delay, (angle - deep) / rate);
        EXPECT_LE(answer.delay_upper, angle / rate);
      }
}

/// A ball that slides along a table, in it by some errors, and rises slowly and falls: it is let go.
TEST(KnownTurns, WhoRisesFromWithinMeetsWhatHeFallsOn) {
  const double error = kTurningError<2> * 8.0;
  for (const double rate : {0.0, 1e-3, 0.5})
    for (const double rise : {0.01, 0.1})
      for (const double errors : {20.0, 29.0, 50.0, 100.0, 1000.0}) {
        const double deep = errors * error;
        const Moving<2> ball{Ball{1.0}, Spinning<2>{.position = {0.0, 2.0 - deep},
                                                    .velocity = {1.0, rise},
                                                    .angular_velocity = rate,
                                                    .acceleration = {0.0, -rise}}};
        const double time = 1.0 + std::sqrt(1.0 - 2.0 * deep / rise);
        expect_impact<2>({resting(Box<2>{{4.0, 1.0}}), ball, {10.0}}, time, 1e-11);
      }
}

/// A corner that slides fast along a table, a little in it, and hardly rises: however long it takes to come
/// out, what it falls on is told.
TEST(KnownTurns, ACornerThatHardlyRisesFromWithinIsLetGo) {
  const double rise = 1e-4;
  const double deep = 4e-11;
  const double reach = std::sqrt(0.5);
  for (const double rounding : {0.0, 0.125})
    for (const double rate : {1e-3, -5e-3}) {
      const Moving<2> box{Hull<2>{{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}}, rounding},
                          Spinning<2>{.position = {0.0, 1.0 + rounding + reach - deep},
                                      .velocity = {5.0, rise},
                                      .angular_velocity = rate,
                                      .orientation = turned_by(45.0),
                                      .acceleration = {0.0, -rise}}};
      const auto height = [&](double t) {
        return rise * t * (1.0 - 0.5 * t) - deep + reach * (1.0 - std::cos(rate * t));
      };
      double above = 1.0, below = 4.0;
      while (below - above > 1e-15 * below) {
        const double t = 0.5 * (above + below);
        (height(t) > 0.0 ? above : below) = t;
      }
      // Sixteen errors of 2^-47 of all sizes, over the speed: 1e-12 / 1e-4.
      expect_impact<2>({resting(Box<2>{{40.0, 1.0}}), box, {10.0}}, below, 1e-8);
    }
}

TEST(KnownTurns, FacesThatStayParallelLandFlat) {
  // Both turn alike; the upper one comes down along the normal of both at the start.
  for (const double rate : {0.0, 1e-9, 0.1}) {
    Moving<2> upper = spinning(Box<2>{{1.0, 1.0}}, rate, {0.0, 4.0}, {0.0, -4.0 + 0.0});
    std::get<Spinning<2>>(upper.motion) = {
        .position = {0.0, 0.0}, .angular_velocity = rate, .centre = {0.0, -4.0}};
    const Moving<2> lower = spinning(Box<2>{{1.0, 1.0}}, rate);
    // As one body: they never come nearer.
    expect_outcome<2>({lower, upper, {50.0}}, Outcome::Miss);
    const Moving<2> on_it = spinning(Box<2>{{1.0, 1.0}}, rate, {}, {0.0, -2.0});
    expect_outcome<2>({lower, on_it, {50.0}}, Outcome::Graze);
  }
  Moving<2> falls{
      Box<2>{{1.0, 1.0}},
      Spinning<2>{.position = {0.0, 4.0}, .velocity = {0.0, -1.0}, .orientation = turned_by(90.0)}};
  expect_impact<2>({falls, resting(Box<2>{{3.0, 1.0}}), {10.0}}, 2.0);
}

TEST(KnownTurns, AHitAtTheWindowsLastDoubleIsOne) {
  const Moving<2> rod = spinning(Segment<2>{{0.0, 0.0}, {1.0, 0.0}}, 1.0);
  const Moving<2> point = resting(Point{}, {0.3, 0.4});
  const Encounter<2> answer = judged<2>({rod, point, {10.0}});
  expect_outcome<2>({rod, point, {answer.delay_upper}}, Outcome::Impact);
  const Outcome before = judged<2>({rod, point, {std::nextafter(answer.delay, 0.0)}}).outcome;
  EXPECT_TRUE(before == Outcome::Miss || before == Outcome::Graze);
}

TEST(KnownTurns, GearsMeetTeethUnlessTheyRollOnEachOther) {
  const auto gear = [](int teeth, double inner, double outer) {
    std::vector<Vec<2>> r;
    for (int i = 0; i < 4 * teeth; ++i) {
      const double angle = 2.0 * kPi * i / (4.0 * teeth);
      const double far = i % 4 < 2 ? outer : inner;
      r.push_back({far * std::cos(angle), far * std::sin(angle)});
    }
    return Polygon(r);
  };
  for (const double rate : {0.5, 3.0, -3.0}) {
    const Moving<2> one = spinning(gear(6, 0.8, 1.0), rate);
    for (const double apart : {1.7, 1.85, 1.95, 2.05}) {
      const Moving<2> other = spinning(gear(6, 0.8, 1.0), rate, {apart, 0.01});
      judged<2>({one, other, {4.0}});
    }
    expect_outcome<2>({one, spinning(gear(6, 0.8, 1.0), rate, {2.05, 0.01}), {4.0}}, Outcome::Miss);
  }
}

TEST(KnownTurns, AnLTakesAPointIntoItsCorner) {
  const Polygon corner({{0.0, 0.0}, {2.0, 0.0}, {2.0, 1.0}, {1.0, 1.0}, {1.0, 2.0}, {0.0, 2.0}});
  // The point rests in the notch, at an angle of 45 degrees; the wall below it comes up.
  const double time = kPi / 4.0 - std::asin(1.0 / (1.2 * std::numbers::sqrt2));
  expect_impact<2>({spinning(corner, 1.0), resting(Point{}, {1.2, 1.2}), {3.0}}, std::fabs(time));
}

Moving<3> spinning(Shape<3> shape, Vec<3> rate, Vec<3> position = {}, Vec<3> centre = {}) {
  return {std::move(shape), Spinning<3>{.position = position, .angular_velocity = rate, .centre = centre}};
}

TEST(KnownTurns, ParallelRodsMeetAlongTheirLength) {
  // The axis of one is at p + e (cos, sin) of pi + t, from (p - e, 0) on... seen from the other.
  const double p = 3.0;
  const double e = 2.5;
  const double both = 1.0;
  const Moving<3> still{Capsule<3>{{0.0, 0.0, -1.0}, {0.0, 0.0, 1.0}, 0.5}, Linear<3>{}};
  const Moving<3> orbits =
      spinning(Capsule<3>{{e, 0.0, -1.0}, {e, 0.0, 1.0}, 0.5}, {0.0, 0.0, 1.0}, {p, 0.0, 0.0});
  const double time = std::acos((both * both - p * p - e * e) / (2.0 * p * e));
  expect_impact<3>({still, orbits, {10.0}}, time);
}

TEST(KnownTurns, ACubeReachesAFloorWithAnEdge) {
  const Moving<3> floor{HalfSpace<3>{{0.0, 0.0, 1.0}, 0.0}, Linear<3>{}};
  const double height = 1.2;
  const Moving<3> cube = spinning(Box<3>{{1.0, 1.0, 1.0}}, {3.0, 0.0, 0.0}, {0.0, 0.0, height});
  const double time = (std::asin(height / std::numbers::sqrt2) - kPi / 4.0) / 3.0;
  expect_impact<3>({floor, cube, {10.0}}, time);
}

TEST(KnownTurns, WhoLeavesAPlaneNeverMeetsItHoweverLongHeSpins) {
  const Moving<2> floor{HalfSpace<2>{{0.0, 1.0}, 0.0}, Linear<2>{}};
  Spinning<2> rises{.position = {0.0, 3.0}, .velocity = {1.0, 1.0}, .angular_velocity = 2.0};
  EXPECT_EQ(first_hit<2>(floor, {Box<2>{{0.5, 0.5}}, rises}).outcome, Outcome::Miss);
  rises.velocity = {};
  rises.acceleration = {0.0, 0.5};
  EXPECT_EQ(first_hit<2>(floor, {Box<2>{{0.5, 0.5}}, rises}).outcome, Outcome::Miss);
  const Moving<3> ground{HalfSpace<3>{{0.0, 0.0, 2.0}, 0.0}, Linear<3>{}};
  const Spinning<3> leaves{
      .position = {0.0, 0.0, 3.0}, .velocity = {0.0, 0.0, 1.0}, .angular_velocity = {1.0, 2.0, 3.0}};
  EXPECT_EQ(first_hit<3>(ground, {Box<3>{{0.5, 0.5, 0.5}}, leaves}).outcome, Outcome::Miss);
}

TEST(KnownTurns, ARodMeetsARodThatItSweepsOver) {
  // In the plane z = 0 one turns; the other one stands across it.
  const Moving<3> rod = spinning(Segment<3>{{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}}, {0.0, 0.0, 2.0});
  const Moving<3> stands{Segment<3>{{0.3, 0.4, -1.0}, {0.3, 0.4, 1.0}}, Linear<3>{}};
  expect_impact<3>({rod, stands, {3.0}}, std::atan2(0.4, 0.3) / 2.0);
  const Moving<3> beyond{Segment<3>{{0.9, 1.2, -1.0}, {0.9, 1.2, 1.0}}, Linear<3>{}};
  expect_outcome<3>({rod, beyond, {3.0}}, Outcome::Miss);
}

}  // namespace
}  // namespace firsthit::turning_judge
