#include "query/tolerant/solid_falling.hpp"

#include "core/vec_math.hpp"
#include "query/tolerant/solid_meeting.hpp"
#include "query/tolerant/solid_shapes.hpp"

#include <firsthit/distance.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace firsthit {
namespace {

constexpr double kTolerance = 1e-9;

template <int D>
RelativeMotion<D> falling(const Vec<D>& d, const Vec<D>& v, const Vec<D>& g) {
  RelativeMotion<D> approach;
  approach.d = d;
  approach.v = v;
  approach.g = g;
  approach.tolerance = kTolerance;
  approach.least_radius = 4.0 * kTolerance;
  return approach;
}

/// The gap of two shapes on a course, told by `distance`.
template <int D>
class Gap {
 public:
  Gap(const Shape<D>& a, const Shape<D>& b, const RelativeMotion<D>& approach)
      : a_(a), b_(b), approach_(approach) {}

  double at(double t) const {
    return distance<D>({a_, {}}, {b_, approach_.d + t * approach_.v + (0.5 * t * t) * approach_.g}).distance;
  }

  /// The least in [from, to], as far as so many samples and the parabolas through them tell.
  double least(double from, double to, int samples) const {
    double least = std::min(at(from), at(to));
    const double step = (to - from) / samples;
    for (int i = 0; i < samples; ++i) {
      const double t = from + (i + 0.5) * step;
      const double gap = at(t);
      least = std::min(least, gap < 0.2 ? nearby(t - step, t + step, from, to) : gap);
    }
    return least;
  }

 private:
  double nearby(double low, double high, double from, double to) const {
    low = std::max(low, from);
    high = std::min(high, to);
    for (int i = 0; i < 40; ++i) {
      const double third = (high - low) / 3.0;
      if (at(low + third) < at(high - third)) {
        high -= third;
      } else {
        low += third;
      }
    }
    return at(0.5 * (low + high));
  }

  const Shape<D>& a_;
  const Shape<D>& b_;
  const RelativeMotion<D>& approach_;
};

template <int D>
bool is_thin(const Shape<D>& shape) {
  return std::holds_alternative<Segment<D>>(shape);
}

/// A course that passes near the other, there and back.
template <int D>
RelativeMotion<D> thrown(Shapes<D>& shapes) {
  const Vec<D> g = shapes.vector(2.0);
  const double apex = shapes.random().uniform(0.2, 2.0);
  const Vec<D> near = shapes.vector(1.6);
  const Vec<D> v = shapes.vector(1.0);
  return falling<D>(near - apex * v + (0.5 * apex * apex) * g, v - apex * g, g);
}

template <int D>
void expect_to_agree_with_distance(std::uint64_t seed, int pairs) {
  Shapes<D> shapes(seed);
  int happened = 0;
  int missed = 0;
  for (int i = 0; i < pairs; ++i) {
    const Shape<D> a = shapes.draw();
    const Shape<D> b = shapes.draw();
    const RelativeMotion<D> approach = thrown(shapes);
    if (is_thin(a) || is_thin(b)) continue;
    const Gap<D> gap(a, b, approach);
    if (gap.at(0.0) <= 0.0) continue;
    SCOPED_TRACE(testing::Message() << "pair " << i << " of shapes " << a.index() << " and " << b.index());
    const SolidMeeting<D> found = solids_meet(solid_of(a), solid_of(b), approach);
    if (!found.happens()) {
      ++missed;
      EXPECT_GT(gap.least(0.0, 6.0, 120), -1.1 * kTolerance);
      continue;
    }
    ++happened;
    // Not earlier, and not at another place.
    EXPECT_GT(gap.least(0.0, found.delay, 60), -1.1 * kTolerance);
    EXPECT_NEAR(gap.at(found.delay), 0.0, 1.01 * kTolerance);
    EXPECT_NEAR(length(found.normal), 1.0, 1e-12);
    EXPECT_LT(dot(found.normal, approach.v + found.delay * approach.g), 0.0);
    EXPECT_NEAR(dot(found.normal, approach.at(found.delay)), found.reach, 1.01 * kTolerance);
    // It gets deep: not at this time, if it is that of the touch, but soon.
    double deepest = 0.0;
    for (double later = 1e-9; later < 0.1; later *= 2.0)
      deepest = std::min(deepest, gap.at(found.delay + later));
    EXPECT_LT(deepest, -0.8 * kTolerance);
  }
  EXPECT_GT(happened, pairs / 8);
  EXPECT_GT(missed, pairs / 16);
}

TEST(SolidFalling, MeetsWhenTheGapClosesInThePlane) { expect_to_agree_with_distance<2>(1, 500); }

TEST(SolidFalling, MeetsWhenTheGapClosesInSpace) { expect_to_agree_with_distance<3>(2, 250); }

template <int D>
void expect_spells_to_agree_with_distance(std::uint64_t seed, int pairs) {
  Shapes<D> shapes(seed);
  int inside = 0;
  int twice = 0;
  for (int i = 0; i < pairs; ++i) {
    const Shape<D> a = shapes.draw();
    const Shape<D> b = shapes.draw();
    const RelativeMotion<D> approach = thrown(shapes);
    if (is_thin(a) || is_thin(b)) continue;
    SCOPED_TRACE(testing::Message() << "pair " << i << " of shapes " << a.index() << " and " << b.index());
    std::vector<SolidOverlap> all;
    for (double after = 0.0; std::isfinite(after);) {
      const SolidOverlap one = solids_overlap(solid_of(a), solid_of(b), approach, after, false);
      if (std::isfinite(one.begin)) all.push_back(one);
      after = std::isfinite(one.begin) ? one.end : one.begin;
    }
    twice += all.size() > 1 ? 1 : 0;
    const Gap<D> gap(a, b, approach);
    for (double t = 0.01; t < 5.0; t += 0.043) {
      const double now = gap.at(t);
      if (std::fabs(now) < 10.0 * kTolerance) continue;
      const bool is_in = std::any_of(all.begin(), all.end(),
                                     [t](const SolidOverlap& one) { return one.begin <= t && t < one.end; });
      inside += is_in ? 1 : 0;
      ASSERT_EQ(is_in, now < 0.0) << "at " << t << ", with a gap of " << now;
    }
  }
  EXPECT_GT(inside, pairs);
  EXPECT_GT(twice, 0);
}

TEST(SolidFalling, OverlapsWhileTheGapIsBelowZeroInThePlane) {
  expect_spells_to_agree_with_distance<2>(3, 500);
}

TEST(SolidFalling, OverlapsWhileTheGapIsBelowZeroInSpace) { expect_spells_to_agree_with_distance<3>(4, 250); }

TEST(SolidFalling, TellsTheTimesOfABoxThrownThroughAGateUpAndDown) {
  // Seen from the gate, |y| < 1/2, a point rises from -1 to 1 and falls again, crossing its whole height.
  const Solid<2> gate = solid_of<2>(Box<2>{{10.0, 0.25}});
  const Solid<2> box = solid_of<2>(Box<2>{{0.25, 0.25}});
  const RelativeMotion<2> approach = falling<2>({0.0, -1.0}, {0.0, 2.0}, {0.0, -1.0});
  // y = -1 + 2 t - t^2 / 2.
  const auto time_at = [](double y, double sign) { return 2.0 + sign * std::sqrt(4.0 - 2.0 * (1.0 + y)); };
  const SolidOverlap up = solids_overlap(gate, box, approach, 0.0, false);
  EXPECT_NEAR(up.begin, time_at(-0.5, -1.0), 1e-14);
  EXPECT_NEAR(up.end, time_at(0.5, -1.0), 1e-14);
  const SolidOverlap down = solids_overlap(gate, box, approach, up.end, false);
  EXPECT_NEAR(down.begin, time_at(0.5, 1.0), 1e-14);
  EXPECT_NEAR(down.end, time_at(-0.5, 1.0), 1e-14);
  EXPECT_FALSE(std::isfinite(solids_overlap(gate, box, approach, down.end, false).begin));
}

TEST(SolidFalling, OverlapsOnceAtMostWhereItGrazes) {
  // A point that flies past the top of an upright capsule: in line with it, or off by a rounding.
  const Solid<2> capsule = solid_of<2>(Capsule<2>{{0.0, 0.0}, {1.0, -2.0}, 1.0});
  const Solid<2> point = solid_of<2>(Ball{0.0});
  constexpr double kTight = 0x1p-46;
  for (const double height : {1.0, 1.0 - 0x1p-53, 1.0 + 0x1p-52, 1.0 - 0x1p-30, 1.0 + 0.1 * kTight}) {
    RelativeMotion<2> past = falling<2>({-5.0, height}, {1.0, 0.0}, {1.0, 0.0});
    past.tolerance = kTight;
    // It is at -5 + t + t^2 / 2, and there when it comes by the top.
    const double middle = std::sqrt(11.0) - 1.0;
    const double half_chord = std::sqrt(2.0 * (std::max(1.0 - height, 0.0) + kTight));
    const SolidOverlap one = solids_overlap(capsule, point, past, 0.0, false);
    if (!std::isfinite(one.begin)) {
      EXPECT_GE(height, 1.0);
      continue;
    }
    EXPECT_NEAR(one.begin, middle, half_chord);
    EXPECT_NEAR(one.end, middle, half_chord);
    EXPECT_FALSE(std::isfinite(solids_overlap(capsule, point, past, one.end, false).begin)) << height;
  }
}

TEST(SolidFalling, OverlapsFromEndToEndOfAFaceAlongWhichItFalls) {
  // The centre of a tiny ball falls within the very plane of a face.
  const double radius = 4.0 * kTolerance;
  const Solid<3> box = solid_of<3>(Box<3>{{1.0, 2.0, 3.0}});
  const RelativeMotion<3> past = falling<3>({1.0, 0.5, 8.0}, {0.0, 0.25, -1.0}, {0.0, 0.0, -2.0});
  const SolidOverlap one = solids_overlap(box, solid_of<3>(Ball{radius}), past, 0.0, false);
  // It is at 8 - t - t^2.
  EXPECT_NEAR(one.begin, -0.5 + std::sqrt(0.25 + 8.0 - 3.0 - radius), kTolerance);
  EXPECT_NEAR(one.end, -0.5 + std::sqrt(0.25 + 8.0 + 3.0 + radius), kTolerance);
}

TEST(SolidFalling, MeetsTheFloorAtTheVeryTimeOfTheTouch) {
  const Solid<2> floor = solid_of<2>(Box<2>{{10.0, 1.0}});
  const RelativeMotion<2> dropped = falling<2>({3.0, 3.5}, {0.5, 0.0}, {0.0, -4.0});
  const SolidMeeting<2> box = solids_meet(floor, solid_of<2>(Box<2>{{0.5, 0.5}}), dropped);
  EXPECT_DOUBLE_EQ(box.delay, 1.0);
  EXPECT_EQ(box.normal, (Vec<2>{0.0, 1.0}));
  EXPECT_DOUBLE_EQ(box.area, 1.0);
  const SolidMeeting<2> ball = solids_meet(floor, solid_of<2>(Ball{0.5}), dropped);
  EXPECT_DOUBLE_EQ(ball.delay, 1.0);
  EXPECT_EQ(ball.normal, (Vec<2>{0.0, 1.0}));
  const SolidMeeting<2> capsule =
      solids_meet(floor, solid_of<2>(Capsule<2>{{-1.0, 0.0}, {1.0, 0.0}, 0.5}), dropped);
  EXPECT_DOUBLE_EQ(capsule.delay, 1.0);
  EXPECT_DOUBLE_EQ(capsule.area, 2.0);
}

TEST(SolidFalling, MeetsAgainAfterABounceThatBeganARoundingBelowTheFloor) {
  const Solid<2> floor = solid_of<2>(Box<2>{{10.0, 1.0}});
  for (const double start : {0.0, -1e-16, 1e-16, -0.5 * kTolerance, -0.95 * kTolerance}) {
    for (const Shape<2>& shape : {Shape<2>(Box<2>{{0.5, 0.5}}), Shape<2>(Ball{0.5})}) {
      const RelativeMotion<2> rising = falling<2>({0.0, 1.5 + start}, {0.3, 2.0}, {0.0, -4.0});
      EXPECT_NEAR(solids_meet(floor, solid_of(shape), rising).delay, 1.0, kTolerance) << start;
    }
  }
}

TEST(SolidFalling, OfTwoThatAreDeepInEachOtherIsWhenTheyClose) {
  const Solid<2> floor = solid_of<2>(Box<2>{{10.0, 1.0}});
  for (const Shape<2>& shape : {Shape<2>(Box<2>{{0.5, 0.5}}), Shape<2>(Ball{0.5})}) {
    const Solid<2> solid = solid_of(shape);
    EXPECT_EQ(solids_meet(floor, solid, falling<2>({0.0, 1.25}, {0.0, -1.0}, {0.0, -4.0})).delay, 0.0);
    EXPECT_EQ(solids_meet(floor, solid, falling<2>({0.0, 1.25}, {0.0, 0.0}, {0.0, -4.0})).delay, 0.0);
    // It rises, but not far enough to come out.
    EXPECT_NEAR(solids_meet(floor, solid, falling<2>({0.0, 1.25}, {0.0, 1.0}, {0.0, -4.0})).delay, 0.25,
                1e-9);
    // It comes out and falls back.
    const double back = solids_meet(floor, solid, falling<2>({0.0, 1.25}, {0.0, 4.0}, {0.0, -4.0})).delay;
    EXPECT_NEAR(back, 1.0 + std::sqrt(1.0 - 0.125), 1e-8);
    EXPECT_FALSE(solids_meet(floor, solid, falling<2>({0.0, 1.25}, {0.0, 1.0}, {0.0, 4.0})).happens());
  }
}

/// Two without thickness in one line: there is no depth along it, and no side is the outer one.
template <int D>
void expect_to_meet_across_only(const Shape<D>& shape, const Vec<D>& along, const Vec<D>& across) {
  const Solid<D> solid = solid_of(shape);
  const Vec<D> d = 0.1 * along;
  // One that slides over the other and is slowed down, or slides out: it never meets.
  for (const double speed : {1.7e-3, 1.0, 0.0})
    for (const double pull : {-1.5, 1.5})
      EXPECT_FALSE(solids_meet(solid, solid, falling<D>(d, speed * along, pull * along)).happens());
  for (const double side : {-1.0, 1.0}) {
    const Vec<D> way = side * across;
    for (const auto& [v, g] :
         {std::pair(1e-3 * along, 2.0 * way), {way + 0.5 * along, along}, {Vec<D>{}, way}}) {
      const SolidMeeting<D> now = solids_meet(solid, solid, falling<D>(d, v, g));
      EXPECT_EQ(now.delay, 0.0);
      EXPECT_LT(length(now.normal + way), 1e-12);
    }
  }
}

/// A box lies on a ball as deep as the tolerance, or nearly so, and rises by less than would part them before
/// it falls back: it is stopped then, and never falls through.
TEST(SolidFalling, OfWhatRisesWithinTheToleranceEndsWhereItFallsBack) {
  const Shape<2> ball = Ball{0.5};
  const Shape<2> box = Box<2>{{0.25, 0.25}};
  for (int part = 0; part <= 64; ++part) {
    const double deep = (0.5 + part / 64.0) * kTolerance;
    for (const double rise : {0.0, 1e-3, 0.05, 0.1, 0.2, 1.0}) {  // of the tolerance
      const double speed = std::sqrt(2.0 * rise * kTolerance);
      for (const double along : {0.0, -0.0134}) {
        RelativeMotion<2> approach = falling<2>({-0.1, 0.75 - deep}, {along, speed}, {0.0, -1.0});
        const SolidMeeting<2> met = solids_meet(solid_of(ball), solid_of(box), approach);
        ASSERT_TRUE(met.happens()) << part << " " << rise;
        const double depth = -Gap<2>(ball, box, approach).at(met.delay);
        EXPECT_LE(depth, std::max(deep, 1.25 * kTolerance) + 1e-15) << part << " " << rise;
        EXPECT_GE(met.normal[1], 0.999) << part << " " << rise;
      }
    }
  }
}

TEST(SolidFalling, OfTwoWithoutThicknessInOneLineIsAcrossIt) {
  expect_to_meet_across_only<2>(Segment<2>{{-0.3, 0.0}, {0.3, 0.0}}, {1.0, 0.0}, {0.0, 1.0});
  expect_to_meet_across_only<2>(Segment<2>{{0.0, 0.3}, {0.0, -0.3}}, {0.0, 1.0}, {1.0, 0.0});
  expect_to_meet_across_only<3>(Segment<3>{{-0.3, 0.0, 0.0}, {0.3, 0.0, 0.0}}, {1.0, 0.0, 0.0},
                                {0.0, 0.6, 0.8});
}

}  // namespace
}  // namespace firsthit
