#include "core/never.hpp"
#include "property/pairs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

// Laws 4, 5, 6 and 10: symmetry, mirrors, scale, and input that is refused.

namespace firsthit::laws {
namespace {

template <int D>
void expect_same_times(const Encounter<D>& a, const Encounter<D>& b, double scale = 1.0) {
  EXPECT_EQ(a.outcome, b.outcome);
  EXPECT_EQ(a.delay * scale, b.delay);
  EXPECT_EQ(a.delay_upper * scale, b.delay_upper);
  EXPECT_EQ(a.first_touch * scale, b.first_touch);
}

bool same_feature(const Feature& a, const Feature& b) { return a.kind == b.kind && a.index == b.index; }

/// Any shape, or only round ones, so that pairs are supported.
Shape<2> random_shape(Source& source, Draw draw, bool round) {
  const std::uint64_t which = source.below(round ? 3 : 5);
  if (which == 0) return Point{};
  if (which < 3) return Ball{source.size(draw, 1.0)};
  if (which == 3) return Segment<2>{source.vector<2>(draw, 2.0), source.vector<2>(draw, 2.0)};
  Vec<2> normal = source.vector<2>(draw, 1.0);
  if (normal == Vec<2>{}) normal[0] = 1.0;
  return HalfSpace<2>{normal, source.number(draw, 1.0)};
}

struct Pair {
  Moving<2> a, b;
};

Pair random_pair(std::uint64_t seed) {
  Source source(seed);
  const Draw draw = source.chance(0.5) ? Draw::Grid : Draw::Continuum;
  const bool falls = source.chance(0.4);
  const Shape<2> shape_a = random_shape(source, draw, false);
  const Shape<2> shape_b = random_shape(source, draw, true);
  const Motion<2> motion_a = source.motion<2>(draw, falls, 3.0, 1.0);
  const Motion<2> motion_b = source.motion<2>(draw, false, 3.0, 1.0);
  return {{shape_a, motion_a}, {shape_b, motion_b}};
}

/// Every vector through `on_vector`, every length times `length`, speeds and accelerations scaled to fit.
template <class Function>
Moving<2> transformed(const Moving<2>& m, const Function& on_vector, double length, double time) {
  const auto times = [](double s, Vec<2> a) { return Vec<2>{s * a[0], s * a[1]}; };
  const Vec<2> place = times(length, on_vector(position(m.motion)));
  const Vec<2> speed = times(length / time, on_vector(velocity(m.motion)));
  const Vec<2> fall = times(length / time / time, on_vector(acceleration(m.motion)));
  Moving<2> r = m;
  if (std::holds_alternative<Linear<2>>(m.motion)) {
    r.motion = Linear<2>{place, speed};
  } else {
    r.motion = Falling<2>{place, speed, fall};
  }
  if (auto* ball = std::get_if<Ball>(&r.shape)) ball->radius *= length;
  if (auto* segment = std::get_if<Segment<2>>(&r.shape)) {
    segment->from = times(length, on_vector(segment->from));
    segment->to = times(length, on_vector(segment->to));
  }
  if (auto* plane = std::get_if<HalfSpace<2>>(&r.shape)) {
    plane->normal = on_vector(plane->normal);
    plane->offset *= length;
  }
  return r;
}

constexpr auto kSame = [](const Vec<2>& a) { return a; };

TEST(Covariance, SwappingTheTwoSwapsTheAnswer) {
  int hits = 0;
  int others = 0;
  for (std::uint64_t i = 0; i < 1500; ++i) {
    SCOPED_TRACE("seed " + std::to_string(i));
    const Pair pair = random_pair(i);
    const Encounter<2> e = first_hit(pair.a, pair.b);
    const Encounter<2> f = first_hit(pair.b, pair.a);
    expect_same_times(e, f);
    for (std::size_t axis = 0; axis < 2; ++axis) EXPECT_EQ(e.normal[axis], -f.normal[axis]);
    EXPECT_EQ(e.point_a, f.point_b);
    EXPECT_EQ(e.point_b, f.point_a);
    EXPECT_EQ(e.gap, f.gap);
    EXPECT_TRUE(same_feature(e.feature_a, f.feature_b));
    EXPECT_TRUE(same_feature(e.feature_b, f.feature_a));
    ++(e ? hits : others);
  }
  EXPECT_GT(hits, 200);
  EXPECT_GT(others, 200);
}

TEST(Covariance, AMirrorMirrorsTheAnswer) {
  for (std::uint64_t i = 0; i < 1500; ++i) {
    SCOPED_TRACE("seed " + std::to_string(i));
    const Pair pair = random_pair(i);
    const auto mirror = [](const Vec<2>& a) { return Vec<2>{-a[0], a[1]}; };
    const Encounter<2> e = first_hit(pair.a, pair.b);
    const Encounter<2> f =
        first_hit(transformed(pair.a, mirror, 1.0, 1.0), transformed(pair.b, mirror, 1.0, 1.0));
    expect_same_times(e, f);
    EXPECT_EQ(mirror(e.normal), f.normal);
    EXPECT_EQ(mirror(e.point_a), f.point_a);
    EXPECT_EQ(mirror(e.point_b), f.point_b);
    EXPECT_EQ(e.gap, f.gap);
  }
}

TEST(Covariance, PowersOfTwoScaleTheAnswerExactly) {
  int hits = 0;
  for (std::uint64_t i = 0; i < 1500; ++i) {
    SCOPED_TRACE("seed " + std::to_string(i));
    const Pair pair = random_pair(i);
    Source source(i + 77);
    // Speeds from 2^-50 to 2^50, lengths and accelerations from 2^-350 to 2^350, the other way round.
    const int time_exponent = static_cast<int>(source.below(601)) - 300;
    const double time = std::ldexp(1.0, time_exponent);
    const double length = std::ldexp(time, static_cast<int>(source.below(101)) - 50);
    const Encounter<2> e = first_hit(pair.a, pair.b);
    const Encounter<2> f =
        first_hit(transformed(pair.a, kSame, length, time), transformed(pair.b, kSame, length, time));
    expect_same_times(e, f, time);
    EXPECT_EQ(e.normal, f.normal);
    EXPECT_EQ(length * e.gap, f.gap);
    for (std::size_t axis = 0; axis < 2; ++axis) EXPECT_EQ(length * e.point_a[axis], f.point_a[axis]);
    hits += e ? 1 : 0;
  }
  EXPECT_GT(hits, 200);
}

TEST(Covariance, NormalsHaveUnitLengthAndPointFromAToB) {
  int hits = 0;
  for (std::uint64_t i = 0; i < 4000; ++i) {
    SCOPED_TRACE("seed " + std::to_string(i));
    Source source(i);
    const Moving<3> a{Ball{source.uniform(0.1, 1.0)}, source.motion<3>(Draw::Continuum, false, 3.0, 1.0)};
    const Moving<3> b{Ball{source.uniform(0.1, 1.0)}, source.motion<3>(Draw::Continuum, true, 3.0, 1.0)};
    const Encounter<3> e = first_hit(a, b);
    if (e.outcome != Outcome::Impact) continue;
    ++hits;
    const auto place = [&](const Moving<3>& m) {
      return std::visit([&](const auto& motion) { return motion.at(e.delay); }, m.motion);
    };
    double square = 0.0;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      square += e.normal[axis] * e.normal[axis];
      const double apart = place(b)[axis] - place(a)[axis];
      EXPECT_NEAR(apart, (radius(a.shape) + radius(b.shape)) * e.normal[axis], 1e-12);
    }
    EXPECT_NEAR(square, 1.0, 1e-15);
  }
  EXPECT_GT(hits, 100);
}

std::string refusal(const Moving<2>& a, const Moving<2>& b, double horizon = kNever) {
  try {
    first_hit(a, b, {horizon});
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Input, WhatCannotBeUsedIsRefusedWithItsPlace) {
  const Moving<2> fine{Ball{1.0}, Linear<2>{{3.0, 0.0}, {0.0, 0.0}}};
  EXPECT_EQ(refusal({Ball{-1.0}, Linear<2>{}}, fine), "first_hit: a.shape.radius: expected >= 0, found -1");
  EXPECT_EQ(refusal(fine, {Ball{std::nan("")}, Linear<2>{}}),
            "first_hit: b.shape.radius: expected a finite number, found nan");
  EXPECT_EQ(refusal(fine, {Ball{1.0}, Linear<2>{{0.0, kNever}, {}}}),
            "first_hit: b.motion.position[1]: expected a finite number, found inf");
  EXPECT_EQ(refusal(fine, {HalfSpace<2>{{0.0, 0.0}, 1.0}, Linear<2>{}}),
            "first_hit: b.shape.normal: expected a vector that is not zero, found 0");
  EXPECT_EQ(refusal(fine, fine, -1.0), "first_hit: query.horizon: expected >= 0, found -1");
  EXPECT_EQ(refusal(fine, fine, std::nan("")), "first_hit: query.horizon: expected >= 0, found nan");
  EXPECT_EQ(refusal(fine, {Ball{1.0}, Linear<2>{{1e300, 0.0}, {}}}),
            "first_hit: b.motion.position[0]: expected 0 or a size from 2^-450 to 2^450, found "
            "1.0000000000000001e+300");
  const Moving<2> wall{Segment<2>{{0.0, 0.0}, {1.0, 0.0}}, Linear<2>{}};
  const Moving<2> falling_wall{wall.shape, Falling<2>{{}, {}, {0.0, -1.0}}};
  EXPECT_EQ(refusal(wall, falling_wall), "accepted");
  EXPECT_EQ(refusal(falling_wall, falling_wall), "accepted");
  const Moving<2> spinning{HalfSpace<2>{{0.0, 1.0}, 0.0}, Spinning<2>{.angular_velocity = 1.0}};
  EXPECT_EQ(refusal(fine, spinning),
            "first_hit: the pair: expected a half-space that does not turn, found one that does");
  EXPECT_EQ(refusal(fine, {Ball{1.0}, Spinning<2>{.orientation = {0.0, 0.0}}}),
            "first_hit: b.motion.orientation: expected a number that is not 0, found 0");
  EXPECT_EQ(refusal(fine, {Ball{1.0}, Spline<2>{.duration = 0.0}}),
            "first_hit: b.motion.duration: expected > 0, found 0");
  EXPECT_EQ(refusal(wall, wall), "accepted");
  EXPECT_EQ(refusal(fine, wall), "accepted");
}

TEST(Input, MinusZeroIsZero) {
  const Moving<2> a{Ball{0.5}, Linear<2>{{-0.0, -0.0}, {-0.0, 0.0}}};
  const Moving<2> b{Ball{0.5}, Linear<2>{{2.0, -0.0}, {-1.0, -0.0}}};
  EXPECT_EQ(first_hit(a, b, {-0.0}).outcome, Outcome::Miss);
  EXPECT_EQ(first_hit(a, b).delay, 1.0);
}

}  // namespace
}  // namespace firsthit::laws
