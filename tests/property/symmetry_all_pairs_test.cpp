#include "property/all_pairs.hpp"

#include <firsthit/distance.hpp>

#include <cmath>

// Laws 4, 5, 6 and 10 for every pair of shapes: what must not change, does not.

namespace firsthit::laws {
namespace {

template <int D>
void swapping_swaps() {
  int hits = 0;
  int others = 0;
  for_all_pairs<D>([&](const Case<D>& query, std::uint64_t) {
    const Encounter<D> e = answer(query);
    const Encounter<D> f = answer<D>({query.b, query.a, query.query, query.style});
    expect_same_times(e, f);
    EXPECT_EQ(e.normal, opposite(f.normal));
    EXPECT_EQ(e.gap, f.gap);
    EXPECT_EQ(e.point_a, f.point_b);
    EXPECT_EQ(e.point_b, f.point_a);
    EXPECT_EQ(e.feature_a.kind, f.feature_b.kind);
    EXPECT_EQ(e.feature_a.index, f.feature_b.index);
    EXPECT_EQ(e.feature_b.kind, f.feature_a.kind);
    EXPECT_EQ(e.feature_b.index, f.feature_a.index);
    ++(e ? hits : others);
  });
  EXPECT_GT(hits, 200);
  EXPECT_GT(others, 200);
}

TEST(AllPairs, SwappingTheTwoSwapsTheAnswer) {
  swapping_swaps<2>();
  swapping_swaps<3>();
}

template <int D>
void a_mirror_mirrors() {
  for_all_pairs<D>([&](const Case<D>& query, std::uint64_t) {
    const Encounter<D> e = answer(query);
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(D); ++axis) {
      SCOPED_TRACE("mirror across axis " + std::to_string(axis));
      const auto mirrored = [axis](Vec<D> a) {
        a[axis] = -a[axis];
        return a;
      };
      const Encounter<D> f = answer(changed<D>(query, [axis](double& x, Meaning meaning, std::size_t i) {
        if (i == axis && meaning != Meaning::Size && meaning != Meaning::Offset) x = -x;
      }));
      expect_same_times(e, f);
      EXPECT_EQ(mirrored(e.normal), f.normal);
      EXPECT_EQ(e.gap, f.gap);
      EXPECT_EQ(mirrored(e.point_a), f.point_a);
      EXPECT_EQ(mirrored(e.point_b), f.point_b);
    }
  });
}

TEST(AllPairs, AMirrorMirrorsTheAnswer) {
  a_mirror_mirrors<2>();
  a_mirror_mirrors<3>();
}

template <int D>
Separation<D> separation(const Case<D>& query) {
  const auto placed = [](const Moving<D>& m) {
    return Placed<D>{m.shape, std::get<Linear<D>>(m.motion).position};
  };
  return distance<D>(placed(query.a), placed(query.b));
}

template <int D>
void powers_of_two_scale() {
  int compared = 0;
  for_all_pairs<D>([&](const Case<D>& query, std::uint64_t seed) {
    const double length = std::ldexp(1.0, static_cast<int>(seed * 131 % 661) - 330);
    const double speed = std::ldexp(1.0, static_cast<int>(seed * 177 % 661) - 330);
    const double time = length / speed;
    Case<D> scaled;
    const std::optional<Encounter<D>> f = answer_in_range<D>([&] {
      scaled = changed<D>(query, [=](double& x, Meaning meaning, std::size_t) {
        if (meaning != Meaning::Normal) x *= meaning == Meaning::Speed ? speed : length;
      });
      scaled.query.horizon *= time;
      return scaled;
    });
    if (!f) return;
    const Separation<D> apart = separation(query);
    const Separation<D> scaled_apart = separation(scaled);
    EXPECT_EQ(apart.distance * length, scaled_apart.distance);
    EXPECT_EQ(apart.normal, scaled_apart.normal);
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(D); ++axis)
      EXPECT_EQ(apart.point_a[axis] * length, scaled_apart.point_a[axis]);
    ++compared;
    Encounter<D> e = answer(query);
    for (double* t : {&e.delay, &e.delay_upper, &e.first_touch}) *t *= time;
    expect_same_times(e, *f);
    EXPECT_EQ(e.normal, f->normal);
    EXPECT_EQ(e.gap * length, f->gap);
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(D); ++axis) {
      EXPECT_EQ(e.point_a[axis] * length, f->point_a[axis]);
      EXPECT_EQ(e.point_b[axis] * length, f->point_b[axis]);
    }
  });
  EXPECT_GT(compared, 1000);
}

TEST(AllPairs, PowersOfTwoScaleTheAnswerExactly) {
  powers_of_two_scale<2>();
  powers_of_two_scale<3>();
}

/// x += shift, if that is exact.
bool added(double& x, double shift) {
  const double sum = x + shift;
  const bool exact = sum - x == shift && sum - shift == x;
  x = sum;
  return exact;
}

template <int D>
void drifting_changes_nothing() {
  int compared = 0;
  for_all_pairs<D>([&](const Case<D>& query, std::uint64_t seed) {
    const double drift = static_cast<double>(seed % 5) - 2.5;
    Case<D> drifting = query;
    bool exact = true;
    for (Moving<D>* moving : {&drifting.a, &drifting.b}) {
      auto& motion = std::get<Linear<D>>(moving->motion);
      for (double& x : motion.velocity.c) exact = added(x, drift) && exact;
      for (double& x : motion.position.c) exact = added(x, -2.0 * drift) && exact;
    }
    if (!exact) return;
    ++compared;
    const Encounter<D> e = answer(query);
    const Encounter<D> f = answer(drifting);
    expect_same_times(e, f);
    EXPECT_EQ(e.normal, f.normal);
  });
  EXPECT_GT(compared, 500);
}

TEST(AllPairs, ACommonVelocityAndPlaceChangeNothing) {
  drifting_changes_nothing<2>();
  drifting_changes_nothing<3>();
}

template <int D>
void minus_zero_is_zero() {
  for_all_pairs<D>([&](const Case<D>& query, std::uint64_t) {
    const Encounter<D> e = answer(query);
    const Encounter<D> f = answer(changed<D>(query, [](double& x, Meaning, std::size_t) {
      if (x == 0.0) x = -0.0;
    }));
    expect_same_times(e, f);
    EXPECT_EQ(e.normal, f.normal);
    EXPECT_EQ(e.point_a, f.point_a);
    EXPECT_EQ(e.point_b, f.point_b);
  });
}

TEST(AllPairs, MinusZeroIsZero) {
  minus_zero_is_zero<2>();
  minus_zero_is_zero<3>();
}

template <int D>
void answers_are_finite() {
  for_all_pairs<D>([&](const Case<D>& query, std::uint64_t) {
    const Encounter<D> e = answer(query);
    for (const double t : {e.delay, e.delay_upper, e.first_touch})
      EXPECT_TRUE(std::isfinite(t) || t == query.query.horizon);
    EXPECT_TRUE(std::isfinite(e.gap));
    for (const Vec<D>& v : {e.normal, e.point_a, e.point_b})
      for (const double x : v.c) EXPECT_TRUE(std::isfinite(x));
  });
}

TEST(AllPairs, WhatIsFiniteGetsAFiniteAnswer) {
  answers_are_finite<2>();
  answers_are_finite<3>();
}

}  // namespace
}  // namespace firsthit::laws
