#include "core/never.hpp"
#include "query/paths/random_paths.hpp"

#include <firsthit/error.hpp>
#include <firsthit/path_crossing.hpp>

#include <gtest/gtest.h>

#include <cfenv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

// Laws 4, 5, 6 and 10 for paths that cross: symmetry, mirrors, scale, and input that is refused.

namespace firsthit::laws {
namespace {

constexpr std::uint64_t kCases = 9000;

/// Any hostility but the last two, which leave no room for another scale.
template <int D>
PathQuestion<D> question(std::uint64_t seed) {
  return PathSource<D>(seed).next(static_cast<PathHostility>(seed % (kPathHostilities - 2)));
}

template <int D>
PathCrossing<D> answer(const PathQuestion<D>& question) {
  return path_crossing(question.p, question.q, question.query);
}

void expect_scaled(const Certified& a, double scale, const Certified& b) {
  EXPECT_EQ(scale * a.lower, b.lower);
  EXPECT_EQ(scale * a.upper, b.upper);
}

/// b is a, with times, lengths and places changed.
template <int D, class OnPlace>
void expect_changed(const Passage<D>& a, double time, const OnPlace& on_place, const Passage<D>& b) {
  expect_scaled(a.enter, time, b.enter);
  expect_scaled(a.leave, time, b.leave);
  EXPECT_EQ(on_place(a.from), b.from);
  EXPECT_EQ(on_place(a.to), b.to);
}

template <int D, class OnPlace>
void expect_changed(const PathCrossing<D>& a, double time, double length, const OnPlace& on_place,
                    const PathCrossing<D>& b) {
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.opposed, b.opposed);
  expect_changed(a.p, time, on_place, b.p);
  expect_changed(a.q, time, on_place, b.q);
  expect_scaled(a.distance, length, b.distance);
}

template <int D>
Vec<D> same(const Vec<D>& place) {
  return place;
}

/// Asks again about places and velocities that `change` has changed; all else must be the same.
template <int D, class Change>
void expect_covariant(const Change& change) {
  int crossings = 0;
  int stretches = 0;
  for (std::uint64_t seed = 0; seed < kCases && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const PathQuestion<D> before = question<D>(seed);
    PathQuestion<D> after = before;
    for (Linear<D>* course : {&after.p, &after.q})
      *course = {change(course->position), change(course->velocity)};
    const PathCrossing<D> found = answer(before);
    expect_changed(found, 1.0, 1.0, change, answer(after));
    if (found) ++crossings;
    if (found.kind == Crossing::Stretch) ++stretches;
  }
  EXPECT_GT(crossings, 1000);
  EXPECT_GT(stretches, 100);
}

template <int D>
void expect_symmetric() {
  for (std::uint64_t seed = 0; seed < kCases && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const PathQuestion<D> before = question<D>(seed);
    const PathQuestion<D> swapped = {
        before.q, before.p, {before.query.horizon_q, before.query.horizon_p, before.query.tolerance}};
    PathCrossing<D> found = answer(swapped);
    std::swap(found.p, found.q);
    expect_changed(answer(before), 1.0, 1.0, same<D>, found);
  }
}

TEST(PathCrossingLaws, SwappingTheTwoSwapsTheAnswer) {
  expect_symmetric<2>();
  expect_symmetric<3>();
}

TEST(PathCrossingLaws, AMirrorMirrorsTheAnswer) {
  expect_covariant<2>([](const Vec2& a) { return Vec2{-a[0], a[1]}; });
  expect_covariant<2>([](const Vec2& a) { return Vec2{a[0], -a[1]}; });
  expect_covariant<3>([](const Vec3& a) { return Vec3{a[0], -a[1], a[2]}; });
}

TEST(PathCrossingLaws, NoPlaneOrAxisIsPreferred) {
  expect_covariant<2>([](const Vec2& a) { return Vec2{a[1], a[0]}; });
  expect_covariant<3>([](const Vec3& a) { return Vec3{a[1], a[2], a[0]}; });
  expect_covariant<3>([](const Vec3& a) { return Vec3{a[1], a[0], a[2]}; });
}

template <int D>
void expect_scale_free() {
  for (std::uint64_t seed = 0; seed < kCases && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random(seed, 6);
    const double length = std::ldexp(1.0, static_cast<int>(random.below(121)) - 60);
    const double time = std::ldexp(1.0, static_cast<int>(random.below(121)) - 60);
    const auto times = [](double s, Vec<D> a) {
      for (std::size_t i = 0; i < std::size_t{D}; ++i) a[i] *= s;
      return a;
    };
    const PathQuestion<D> before = question<D>(seed);
    PathQuestion<D> after = before;
    for (Linear<D>* course : {&after.p, &after.q})
      *course = {times(length, course->position), times(length / time, course->velocity)};
    after.query = {time * before.query.horizon_p, time * before.query.horizon_q,
                   length * before.query.tolerance};
    expect_changed(
        answer(before), time, length, [&](const Vec<D>& a) { return times(length, a); }, answer(after));
  }
}

TEST(PathCrossingLaws, PowersOfTwoScaleTheAnswerExactly) {
  expect_scale_free<2>();
  expect_scale_free<3>();
}

TEST(PathCrossingLaws, AnotherOriginChangesNoTimeWhereItDoesNotRound) {
  for (std::uint64_t i = 0; i < kCases && !testing::Test::HasFailure(); ++i) {
    SCOPED_TRACE("seed " + std::to_string(i));
    const PathQuestion<3> before = PathSource<3>(i).next(PathHostility::Grid);
    PathQuestion<3> after = before;
    for (Linear<3>* course : {&after.p, &after.q})
      for (std::size_t axis = 0; axis < 3; ++axis) course->position[axis] += 1000.0;
    const PathCrossing<3> a = answer(before);
    const PathCrossing<3> b = answer(after);
    EXPECT_EQ(a.kind, b.kind);
    expect_scaled(a.p.enter, 1.0, b.p.enter);
    expect_scaled(a.q.leave, 1.0, b.q.leave);
    expect_scaled(a.distance, 1.0, b.distance);
  }
}

TEST(PathCrossingLaws, TheCallersRoundingModeAndFlushToZeroChangeNoBit) {
  for (std::uint64_t seed = 0; seed < kCases && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto hostility = static_cast<PathHostility>(seed % kPathHostilities);
    const PathQuestion<3> asked = PathSource<3>(seed).next(hostility);
    const PathCrossing<3> before = answer(asked);
    std::fesetround(FE_UPWARD);
#if defined(__SSE2__)
    const unsigned control = _mm_getcsr();
    _mm_setcsr(control | 0x8040U);
#endif
    const PathCrossing<3> after = answer(asked);
    const int rounding = std::fegetround();
#if defined(__SSE2__)
    _mm_setcsr(control);
#endif
    std::fesetround(FE_TONEAREST);
    ASSERT_EQ(rounding, FE_UPWARD);
    expect_changed(before, 1.0, 1.0, same<3>, after);
  }
}

TEST(PathCrossingLaws, MinusZeroIsZero) {
  const PathCrossing<2> r = path_crossing<2>({{-0.0, 1.0}, {-0.0, -0.0}}, {{-1.0, 1.0}, {1.0, -0.0}},
                                             {.horizon_p = -0.0, .tolerance = -0.0});
  EXPECT_EQ(r.kind, Crossing::Point);
  EXPECT_EQ(r.q.enter.lower, 1.0);
  EXPECT_FALSE(std::signbit(r.p.leave.lower));
}

std::string refusal(const Linear<2>& p, const Linear<2>& q, const PathQuery& query = {}) {
  try {
    path_crossing(p, q, query);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(PathCrossingLaws, WhatCannotBeUsedIsRefusedWithItsPlace) {
  const Linear<2> fine{{3.0, 0.0}, {0.0, 1.0}};
  EXPECT_EQ(refusal({{0.0, std::nan("")}, {}}, fine),
            "path_crossing: p.position[1]: expected a finite number, found nan");
  EXPECT_EQ(refusal(fine, {{}, {-kNever, 0.0}}),
            "path_crossing: q.velocity[0]: expected a finite number, found -inf");
  EXPECT_EQ(refusal(fine, {{1e300, 0.0}, {}}),
            "path_crossing: q.position[0]: expected 0 or a size from 2^-450 to 2^450, found "
            "1.0000000000000001e+300");
  EXPECT_EQ(refusal(fine, fine, {.horizon_p = -1.0}),
            "path_crossing: query.horizon_p: expected >= 0, found -1");
  EXPECT_EQ(refusal(fine, fine, {.horizon_q = std::nan("")}),
            "path_crossing: query.horizon_q: expected >= 0, found nan");
  EXPECT_EQ(refusal(fine, fine, {.tolerance = -2.0}),
            "path_crossing: query.tolerance: expected >= 0, found -2");
  EXPECT_EQ(refusal(fine, fine, {.tolerance = kNever}),
            "path_crossing: query.tolerance: expected a finite number, found inf");
  EXPECT_EQ(refusal(fine, fine, {.horizon_p = 1e308, .horizon_q = 1e-308}), "accepted");
}

}  // namespace
}  // namespace firsthit::laws
