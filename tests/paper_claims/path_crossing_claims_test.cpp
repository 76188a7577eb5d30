#include "core/random.hpp"
#include "core/vec_math.hpp"

#include <firsthit/firsthit.hpp>

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

// Crossing paths and swept spheres: what the source claims, claim by claim (docs/concepts/sources.md). In a
// step of duration 1 a particle goes straight from one place to another; fractions are of the step.

namespace firsthit {
namespace {

template <int D>
struct Step {
  Vec<D> from, to;  ///< [L] small whole numbers, so that their differences are exact
};

template <int D>
Linear<D> course(const Step<D>& step) {
  return {step.from, step.to - step.from};
}

template <int D>
PathCrossing<D> crossing_of(const Step<D>& p, const Step<D>& q, double tolerance = 0.0) {
  return path_crossing(course(p), course(q), {.horizon_p = 1.0, .horizon_q = 1.0, .tolerance = tolerance});
}

struct Fractions {
  mpq_class t, s;
};

bool within_the_step(const Fractions& at) { return at.t >= 0 && at.t <= 1 && at.s >= 0 && at.s <= 1; }

/// Cramer's rule as it is printed, without rounding; nothing if its determinant vanishes.
std::optional<Fractions> printed(const Step<2>& p, const Step<2>& q) {
  const Vec<2> dp = p.to - p.from;
  const Vec<2> dq = q.to - q.from;
  const Vec<2> apart = q.from - p.from;
  const mpq_class d = cross(dp, dq);
  if (d == 0) return std::nullopt;
  return Fractions{mpq_class(cross(apart, dq)) / d, mpq_class(cross(dp, apart)) / d};
}

/// What is left of p(t) - q(s) along an axis.
mpq_class left_over(const Step<2>& p, const Step<2>& q, const Fractions& at, std::size_t axis) {
  return mpq_class(p.from[axis]) + at.t * mpq_class(p.to[axis] - p.from[axis]) -
         (mpq_class(q.from[axis]) + at.s * mpq_class(q.to[axis] - q.from[axis]));
}

bool meet(const Step<2>& p, const Step<2>& q, const Fractions& at) {
  return left_over(p, q, at, 0) == 0 && left_over(p, q, at, 1) == 0;
}

double whole(Random& random, int size) {
  return static_cast<double>(random.below(2 * static_cast<std::uint64_t>(size) + 1)) - size;
}

template <int D>
Step<D> random_step(Random& random, int size) {
  Step<D> step;
  for (double& c : step.from.c) c = whole(random, size);
  for (double& c : step.to.c) c = whole(random, size);
  return step;
}

TEST(PathsThatCross, AreFoundByCramersRuleWithTheOtherSignOfTheSecondFraction) {
  // t dp - s dq = q0 - p0, crossed with dp: -s (dp x dq) = dp x (q0 - p0). The printed s lacks the minus, and
  // the printed equation the t dp.
  Random random(1);
  int crossing = 0;
  int missed = 0;
  int invented = 0;
  for (int i = 0; i < 20000 && !HasFailure(); ++i) {
    const Step<2> p = random_step<2>(random, 8);
    const Step<2> q = random_step<2>(random, 8);
    const auto as_printed = printed(p, q);
    if (!as_printed) continue;
    const Fractions right{as_printed->t, -as_printed->s};
    ASSERT_TRUE(meet(p, q, right));
    EXPECT_EQ(meet(p, q, *as_printed), as_printed->s == 0);
    const PathCrossing<2> answer = crossing_of(p, q);
    ASSERT_EQ(answer.kind == Crossing::Point, within_the_step(right));
    if (within_the_step(right)) {
      ++crossing;
      EXPECT_TRUE(answer.p.enter.lower <= right.t && right.t <= answer.p.enter.upper);
      EXPECT_TRUE(answer.q.enter.lower <= right.s && right.s <= answer.q.enter.upper);
      missed += within_the_step(*as_printed) ? 0 : 1;
    } else {
      invented += within_the_step(*as_printed) ? 1 : 0;
    }
  }
  EXPECT_GT(crossing, 3000);
  EXPECT_GT(missed, crossing / 2) << "nearly all real crossings";
  EXPECT_GT(invented, 1000);
}

TEST(PathsThatCross, AtAnEndOfTheirStepsCross) {
  const PathCrossing<2> answer = crossing_of<2>({{0.0, 0.0}, {4.0, 0.0}}, {{4.0, -3.0}, {4.0, 0.0}});
  EXPECT_EQ(answer.kind, Crossing::Point);
  EXPECT_EQ(answer.p.enter.lower, 1.0);
  EXPECT_EQ(answer.q.enter.upper, 1.0);
  EXPECT_EQ(answer.p.from, (Vec2{4.0, 0.0}));
}

TEST(PathsThatCross, ThoughParallelShareNothingOrOnePlaceOrAStretch) {
  // The source knows of none and of infinitely many, and its code answers all of these by "none".
  const Step<2> p{{0.0, 0.0}, {4.0, 2.0}};
  const Step<2> beside{{0.0, 1.0}, {4.0, 3.0}};
  const Step<2> end_to_end{{8.0, 4.0}, {4.0, 2.0}};
  const Step<2> along{{6.0, 3.0}, {2.0, 1.0}};
  const Step<2> at_rest{{2.0, 1.0}, {2.0, 1.0}};
  for (const Step<2>& q : {beside, end_to_end, along, at_rest}) EXPECT_FALSE(printed(p, q));
  EXPECT_EQ(crossing_of(p, beside).kind, Crossing::None);
  EXPECT_EQ(crossing_of(p, end_to_end).kind, Crossing::Point);
  EXPECT_EQ(crossing_of(p, end_to_end).p.from, (Vec2{4.0, 2.0}));
  EXPECT_EQ(crossing_of(p, at_rest).kind, Crossing::Point);
  EXPECT_EQ(crossing_of(p, at_rest).p.enter.lower, 0.5);
  const PathCrossing<2> stretch = crossing_of(p, along);
  EXPECT_EQ(stretch.kind, Crossing::Stretch);
  EXPECT_TRUE(stretch.opposed);
  EXPECT_EQ(stretch.p.from, (Vec2{2.0, 1.0}));
  EXPECT_EQ(stretch.p.to, (Vec2{4.0, 2.0}));
}

TEST(PathsThatCross, AreToldFromParallelOnesThoughRoundingSeesNoDifference) {
  // Directions (1 + e, 1) and (1, 1 - e): d = -e^2, which single precision, the source's, rounds to 0.
  const float e = 0x1p-23F;
  const float one_way = (1.0F + e) * (1.0F - e);
  EXPECT_EQ(one_way - 1.0F, 0.0F);
  const PathCrossing<2> answer = path_crossing<2>({{0.0, 0.0}, {1.0 + double{e}, 1.0}},
                                                  {{0.0, 0.0}, {1.0, 1.0 - double{e}}}, {1.0, 1.0, 0.0});
  EXPECT_EQ(answer.kind, Crossing::Point);
  EXPECT_EQ(answer.p.from, (Vec2{0.0, 0.0}));
}

/// The printed way in space, with the sign put right: cross in x and y, then compare z.
bool crosses_by_projection(const Step<3>& p, const Step<3>& q, double epsilon) {
  const auto flat = [](const Step<3>& step) {
    return Step<2>{{step.from[0], step.from[1]}, {step.to[0], step.to[1]}};
  };
  const auto found = printed(flat(p), flat(q));
  if (!found || !within_the_step({found->t, -found->s})) return false;
  const mpq_class z_p = mpq_class(p.from[2]) + found->t * mpq_class(p.to[2] - p.from[2]);
  const mpq_class z_q = mpq_class(q.from[2]) - found->s * mpq_class(q.to[2] - q.from[2]);
  return abs(z_p - z_q) < epsilon;
}

TEST(PathsThatCross, InSpaceCannotBeSoughtInAnyPlane) {
  // One flies along x, the other down through it: seen from above, it stands still.
  const Step<3> p{{0.0, 0.0, 0.0}, {4.0, 0.0, 0.0}};
  const Step<3> q{{1.0, 0.0, 6.0}, {1.0, 0.0, -2.0}};
  EXPECT_FALSE(crosses_by_projection(p, q, 1e-5));
  const PathCrossing<3> answer = crossing_of(p, q);
  EXPECT_EQ(answer.kind, Crossing::Point);
  EXPECT_EQ(answer.p.enter.lower, 0.25);
  EXPECT_EQ(answer.q.enter.lower, 0.75);
  // In a plane where both move it is as the source has it.
  EXPECT_TRUE(
      crosses_by_projection({{0.0, 0.0, 0.0}, {2.0, 2.0, 2.0}}, {{0.0, 2.0, 0.0}, {2.0, 0.0, 2.0}}, 1e-5));
}

TEST(PathsThatCross, InSpaceAreAsNearAsTheirDistanceNotAsTheirHeightsOverOnePlace) {
  // Directions (1, 0, k) and (0, 1, k), z apart over the origin: the common normal is (-k, -k, 1), so their
  // distance is z / sqrt(1 + 2 k^2). Here z = 3 and k = 2: it is 1.
  const Step<3> p{{-2.0, 0.0, -4.0}, {2.0, 0.0, 4.0}};
  const Step<3> q{{0.0, -2.0, -1.0}, {0.0, 2.0, 7.0}};
  EXPECT_FALSE(crosses_by_projection(p, q, 2.0));
  const PathCrossing<3> answer = crossing_of(p, q, 2.0);
  EXPECT_EQ(answer.kind, Crossing::Point);
  EXPECT_EQ(answer.distance.lower, 1.0);
  EXPECT_EQ(answer.distance.upper, 1.0);
}

TEST(PathsThatCross, NeedNoEpsilonThatKnowsTheirUnits) {
  // Three units apart: with the source's kind of threshold, thousandths of thousandths of it are a crossing.
  const auto scaled = [](double unit) {
    return std::array{Step<3>{{-2.0 * unit, 0.0, 0.0}, {2.0 * unit, 0.0, 0.0}},
                      Step<3>{{0.0, -2.0 * unit, 3.0 * unit}, {0.0, 2.0 * unit, 3.0 * unit}}};
  };
  const auto large = scaled(1.0);
  const auto small = scaled(0x1p-20);
  EXPECT_FALSE(crosses_by_projection(large[0], large[1], 1e-5));
  EXPECT_TRUE(crosses_by_projection(small[0], small[1], 1e-5));
  EXPECT_EQ(crossing_of(large[0], large[1]).kind, Crossing::None);
  EXPECT_EQ(crossing_of(small[0], small[1]).kind, Crossing::None);
  EXPECT_EQ(crossing_of(small[0], small[1]).distance.lower, 3.0 * 0x1p-20);
}

TEST(PathsThatCross, DoNotMeanACollision) {
  const Step<2> p{{0.0, 0.0}, {4.0, 0.0}};
  const Step<2> q{{1.0, -9.0}, {1.0, 3.0}};
  EXPECT_EQ(crossing_of(p, q).kind, Crossing::Point);
  const Moving<2> a{Ball{0.25}, course(p)};
  const Moving<2> b{Ball{0.25}, course(q)};
  EXPECT_EQ(first_hit(a, b, {.horizon = 1.0}).outcome, Outcome::Miss);
}

TEST(PathsThatCross, AreNearlyThoseOfSmallStepsOfAnAcceleratedBody) {
  // A chord of a fall is below it by at most g h^2 / 8, which the fall makes good at a speed of g t or more.
  const double g = 2.0;
  const Falling<2> fall{{0.0, 1.3}, {1.0, 0.0}, {0.0, -g}};
  const Moving<2> floor{HalfSpace<2>{{0.0, 1.0}, 0.0}, Linear<2>{}};
  const double lands = first_hit({Ball{0.25}, fall}, floor).delay;
  EXPECT_NEAR(lands, std::sqrt(2.0 * 1.05 / g), 1e-15);
  for (const double step : {0.5, 0.125, 0.03125}) {
    std::optional<double> found;
    for (double start = 0.0; !found && start < 2.0; start += step) {
      const Vec<2> from = fall.at(start);
      const auto hit =
          first_hit<2>({Ball{0.25}, Linear<2>{from, (1.0 / step) * (fall.at(start + step) - from)}}, floor,
                       {.horizon = step});
      if (hit) found = start + hit.delay;
    }
    ASSERT_TRUE(found);
    EXPECT_LE(*found, lands + 1e-15) << step;
    EXPECT_LE(lands - *found, step * step / (8.0 * *found) + 1e-15) << step;
  }
}

template <int D>
struct Spheres {
  Step<D> p, q;
  double radius_p = 0.0;
  double radius_q = 0.0;
};

/// a t^2 + b t + c: the squared distance of the centres less that at which they touch.
struct Quadratic {
  mpq_class a, b, c;
  mpq_class at(const mpq_class& t) const { return (a * t + b) * t + c; }
  mpq_class discriminant() const { return b * b - 4 * a * c; }
};

/// As the source has it, if the step that it writes as one symbol is that of q less that of p.
template <int D>
Quadratic quadratic(const Spheres<D>& pair) {
  Quadratic f{0, 0, -mpq_class(pair.radius_p + pair.radius_q) * mpq_class(pair.radius_p + pair.radius_q)};
  for (std::size_t axis = 0; axis < D; ++axis) {
    const mpq_class apart = pair.q.from[axis] - pair.p.from[axis];
    const mpq_class step = (pair.q.to[axis] - pair.q.from[axis]) - (pair.p.to[axis] - pair.p.from[axis]);
    f.a += step * step;
    f.b += 2 * apart * step;
    f.c += apart * apart;
  }
  return f;
}

template <int D>
Encounter<D> hit_of(const Spheres<D>& pair) {
  return first_hit<D>({Ball{pair.radius_p}, course(pair.p)}, {Ball{pair.radius_q}, course(pair.q)},
                      {.horizon = 1.0});
}

TEST(SweptSpheres, ThatAreApartTouchAtTheSmallerRootOfTheQuadratic) {
  Random random(2);
  int hits = 0;
  int misses = 0;
  int grazes = 0;
  for (int i = 0; i < 20000 && !HasFailure(); ++i) {
    Spheres<3> pair;
    pair.p = random_step<3>(random, 5);
    pair.q = random_step<3>(random, 5);
    pair.radius_p = static_cast<double>(random.below(3));
    pair.radius_q = 1.0;
    const Quadratic f = quadratic(pair);
    if (f.c <= 0) continue;
    const Encounter<3> answer = hit_of(pair);
    // f falls to its least at -b / 2a; the first root is before that and in the window, or there is none.
    const bool turns_in_time = f.b < 0 && -f.b <= 2 * f.a;
    if (f.b < 0 && f.discriminant() == 0 && turns_in_time) {
      ++grazes;
      EXPECT_EQ(answer.outcome, Outcome::Graze);
    } else if (f.b < 0 && f.discriminant() > 0 && (turns_in_time || f.at(1) <= 0)) {
      ++hits;
      ASSERT_EQ(answer.outcome, Outcome::Impact);
      EXPECT_GE(f.at(mpq_class(answer.delay)), 0);
      EXPECT_LE(f.at(mpq_class(answer.delay_upper)), 0);
      EXPECT_LE(2 * f.a * mpq_class(answer.delay), -f.b);
    } else {
      ++misses;
      EXPECT_EQ(answer.outcome, Outcome::Miss);
    }
  }
  EXPECT_GT(hits, 2000);
  EXPECT_GT(misses, 2000);
  EXPECT_GT(grazes, 10);
}

TEST(SweptSpheres, MeetByTheStepOfTheSecondLessThatOfTheFirst) {
  // The printed equation has lost the bars and the square's sign of its first term, and leaves open which
  // step is subtracted. The other way around, closing is taken for parting.
  const Spheres<2> closing{{{0.0, 0.0}, {4.0, 0.0}}, {{6.0, 0.0}, {6.0, 0.0}}, 1.0, 1.0};
  const Quadratic f = quadratic(closing);
  const Quadratic other_way{f.a, -f.b, f.c};
  EXPECT_EQ(f.at(1), 0);
  EXPECT_GT(other_way.at(1), other_way.at(0));
  EXPECT_EQ(hit_of(closing).outcome, Outcome::Impact);
  EXPECT_EQ(hit_of(closing).delay, 1.0) << "exactly at the end, which counts";
}

TEST(SweptSpheres, ThatOverlapAlreadyDoNotFirstTouchWhenTheyHaveParted) {
  // Centres 1 apart, of radii 1: the roots are -1/4 and 3/4, and the only one in the window is the way out.
  const Spheres<2> through{{{0.0, 0.0}, {4.0, 0.0}}, {{1.0, 0.0}, {1.0, 0.0}}, 1.0, 1.0};
  const Quadratic f = quadratic(through);
  EXPECT_EQ(f.at(mpq_class(-1, 4)), 0);
  EXPECT_EQ(f.at(mpq_class(3, 4)), 0);
  EXPECT_EQ(hit_of(through).outcome, Outcome::Overlap);
  EXPECT_EQ(hit_of(through).delay, 0.0);
  EXPECT_EQ(hit_of(through).gap, -1.0);
  const Spheres<2> parting{{{0.0, 0.0}, {-4.0, 0.0}}, {{1.0, 0.0}, {1.0, 0.0}}, 1.0, 1.0};
  EXPECT_EQ(quadratic(parting).at(mpq_class(1, 4)), 0);
  EXPECT_FALSE(hit_of(parting)) << "there is nothing to respond to";
}

TEST(SweptSpheres, ThatOnlyTouchDoNotCollideThoughThereIsARoot) {
  const Spheres<2> tangent{{{-3.0, 2.0}, {3.0, 2.0}}, {{0.0, 0.0}, {0.0, 0.0}}, 1.0, 1.0};
  EXPECT_EQ(quadratic(tangent).discriminant(), 0);
  EXPECT_EQ(hit_of(tangent).outcome, Outcome::Graze);
  EXPECT_EQ(hit_of(tangent).first_touch, 0.5);
  const Spheres<2> leaving{{{0.0, 0.0}, {-1.0, 0.0}}, {{2.0, 0.0}, {2.0, 0.0}}, 1.0, 1.0};
  EXPECT_EQ(quadratic(leaving).at(0), 0);
  EXPECT_EQ(hit_of(leaving).outcome, Outcome::Graze);
}

TEST(SweptSpheres, InEqualStepsHaveNoQuadraticToSolve) {
  const Spheres<2> abreast{{{0.0, 0.0}, {4.0, 1.0}}, {{3.0, 0.0}, {7.0, 1.0}}, 1.0, 1.0};
  EXPECT_EQ(quadratic(abreast).a, 0);
  EXPECT_TRUE(std::isnan((0.0 + std::sqrt(0.0)) / (2.0 * 0.0))) << "what the formula then says";
  EXPECT_EQ(hit_of(abreast).outcome, Outcome::Miss);
}

TEST(SweptSpheres, AreToldApartWhereRoundingLosesTheDiscriminant) {
  // Past each other at h = 1 -+ 2^-20, for radii that sum to 1, after a way of 10^8. Exactly, the
  // discriminant is 4 v^2 (1 - h^2). In doubles 10^16 + h^2 - 1 is 10^16, so it is 0 for both.
  for (const bool hits : {true, false}) {
    const double h = 1.0 + (hits ? -0x1p-20 : 0x1p-20);
    const double way = 1e8;
    const double a = way * way;
    const double b = -2.0 * way * way;
    const double c = (way * way + h * h) - 1.0;
    EXPECT_EQ(b * b - 4.0 * a * c, 0.0);
    const Encounter<2> answer = first_hit<2>({Ball{0.5}, Linear<2>{{0.0, 0.0}, {way, 0.0}}},
                                             {Ball{0.5}, Linear<2>{{way, h}, {}}}, {.horizon = 1.0});
    EXPECT_EQ(answer.outcome, hits ? Outcome::Impact : Outcome::Miss);
  }
}

TEST(SweptSpheres, HaveTheirCentresNotTheirContactWhereThePathsLeadAtThatTime) {
  // Head on along (3, 4) / 5: centres 10 apart, radii 3 and 2, closing by 10 in the step. They touch at 1/2.
  const Spheres<2> pair{{{0.0, 0.0}, {6.0, 8.0}}, {{6.0, 8.0}, {6.0, 8.0}}, 3.0, 2.0};
  const Encounter<2> hit = hit_of(pair);
  ASSERT_EQ(hit.outcome, Outcome::Impact);
  EXPECT_EQ(hit.delay, 0.5);
  EXPECT_EQ(course(pair.p).at(hit.delay), (Vec2{3.0, 4.0})) << "the source's point of contact of the first";
  EXPECT_EQ(course(pair.q).at(hit.delay), (Vec2{6.0, 8.0})) << "and of the second";
  for (const Vec<2>& contact : {hit.point_a, hit.point_b}) {
    EXPECT_NEAR(contact[0], 3.0 + 3.0 * 0.6, 1e-15);
    EXPECT_NEAR(contact[1], 4.0 + 3.0 * 0.8, 1e-15);
  }
  EXPECT_NEAR(hit.normal[0], 0.6, 1e-16);
  EXPECT_NEAR(hit.normal[1], 0.8, 1e-16);
}

/// Keeps the time of the last impact.
struct Clock : Observer<2> {
  void impact(const Impact<2>& impact) override { time = impact.time; }
  double time = std::numeric_limits<double>::quiet_NaN();
};

TEST(SweptSpheres, MeetAtTheStepsStartAndTheFractionOfItsLength) {
  // In a step of 0.5 that begins at 12 two close by 6 of the 8 between them: at 12 + 3/4 of the step.
  WorldOptions<2> options;
  options.space.sides = {Side::Open, Side::Open};
  World<2> world(options);
  Clock clock;
  world.observe(clock);
  world.run_until(12.0);
  world.add({.shape = Ball{1.0}, .position = {0.0, 0.0}, .velocity = {16.0, 0.0}});
  world.add({.shape = Ball{1.0}, .position = {8.0, 0.0}});
  world.advance(0.5);
  EXPECT_EQ(clock.time, 12.0 + 0.75 * 0.5);
}

TEST(SweptSpheres, OfHighSpeedAreNotSeenByLooksAtTheEndsOfSteps) {
  const Spheres<2> pair{{{0.0, 0.0}, {64.0, 0.0}}, {{32.0, 0.0}, {32.0, 0.0}}, 1.0, 1.0};
  EXPECT_GT(quadratic(pair).at(0), 0);
  EXPECT_GT(quadratic(pair).at(1), 0);
  EXPECT_EQ(hit_of(pair).outcome, Outcome::Impact);
  EXPECT_EQ(hit_of(pair).delay, 30.0 / 64.0);
}

TEST(SweptSpheres, AtTheCornersOfPolygonsDoNotMakeThemCollide) {
  // A triangle flies with its tip into the middle of a square's side, at 3 of the 4 that it goes. No corner
  // of one comes near a corner of the other.
  const std::vector<Vec<2>> triangle{{0.0, -1.0}, {2.0, 0.0}, {0.0, 1.0}};
  const std::vector<Vec<2>> square{{5.0, -5.0}, {15.0, -5.0}, {15.0, 5.0}, {5.0, 5.0}};
  for (const Vec<2>& a : triangle) {
    for (const Vec<2>& b : square) {
      EXPECT_EQ(crossing_of<2>({a, a + Vec2{4.0, 0.0}}, {b, b}).kind, Crossing::None);
      EXPECT_GT(crossing_of<2>({a, a + Vec2{4.0, 0.0}}, {b, b}).distance.lower, 3.0);
    }
  }
  const Encounter<2> hit = first_hit<2>({Polygon(triangle), Linear<2>{{0.0, 0.0}, {4.0, 0.0}}},
                                        {Polygon(square), Linear<2>{}}, {.horizon = 1.0});
  EXPECT_EQ(hit.outcome, Outcome::Impact);
  EXPECT_EQ(hit.delay, 0.75);
  EXPECT_EQ(hit.feature_a.kind, Feature::Kind::Vertex);
  EXPECT_EQ(hit.feature_b.kind, Feature::Kind::Edge);
}

}  // namespace
}  // namespace firsthit
