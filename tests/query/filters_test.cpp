#include "query/filters.hpp"

#include "laws/pairs.hpp"
#include "laws/reference_events.hpp"
#include "support/long_form.hpp"

#include <gtest/gtest.h>

#include <string>

namespace firsthit {
namespace {

using laws::Draw;
using laws::Source;
using reference::Kind;
using reference::Story;

template <int D>
Course<D> course(const Moving<D>& m) {
  return {laws::position(m.motion), laws::velocity(m.motion), laws::acceleration(m.motion)};
}

TEST(Filters, WhatTheFilterCallsAMissIsOneAndItFindsMostOfThem) {
  int misses = 0;
  int found = 0;
  const int count = long_form() ? 50000 : 1500;
  for (const Draw draw : {Draw::Grid, Draw::Continuum, Draw::Wild})
    for (int i = 0; i < count; ++i) {
      SCOPED_TRACE("seed " + std::to_string(i));
      Source source(static_cast<std::uint64_t>(i));
      const double radius_a = source.size(draw, 1.0);
      const double radius_b = source.size(draw, 1.0);
      const Motion<3> motion_a = source.motion<3>(draw, false, 3.0, 1.0);
      const Motion<3> motion_b = source.motion<3>(draw, false, 3.0, 1.0);
      const Moving<3> a{Ball{radius_a}, motion_a};
      const Moving<3> b{Ball{radius_b}, motion_b};
      const bool miss = Story(laws::ball_gap(a, b), -1).kind == Kind::Miss;
      const bool sure = surely_miss(course(a), radius_a, course(b), radius_b);
      if (sure) {
        ASSERT_TRUE(miss);
      }
      misses += miss ? 1 : 0;
      found += sure ? 1 : 0;
    }
  EXPECT_GT(misses, count / 2);
  EXPECT_GT(found, misses * 9 / 10);
}

TEST(Filters, WithinRoundingOfAGrazeTheFilterIsNeverWrong) {
  int misses = 0;
  for (int i = 0; i < 1000; ++i) {
    SCOPED_TRACE("seed " + std::to_string(i));
    Source source(static_cast<std::uint64_t>(i));
    const double sigma = source.uniform(0.5, 1.5);
    const double off = source.uniform(0.0, 64.0);
    const Course<2> a{{0.1, 0.1}, {0.3, 0.3}, {}};
    // Along the diagonal, at a distance of sigma and a few roundings from it.
    const double x = 3.0 + sigma * 0.7071067811865476 * (1.0 + off * 0x1p-53);
    const double y = 3.0 - sigma * 0.7071067811865476 * (1.0 + off * 0x1p-53);
    const Course<2> b{{x, y}, {-0.7, -0.7}, {}};
    const Moving<2> moving_a{Ball{0.0}, Linear<2>{a.position, a.velocity}};
    const Moving<2> moving_b{Ball{sigma}, Linear<2>{b.position, b.velocity}};
    const bool miss = Story(laws::ball_gap(moving_a, moving_b), -1).kind == Kind::Miss;
    misses += miss ? 1 : 0;
    if (surely_miss(a, 0.0, b, sigma)) {
      ASSERT_TRUE(miss);
    }
  }
  EXPECT_GT(misses, 100);
  EXPECT_LT(misses, 999);
}

}  // namespace
}  // namespace firsthit
