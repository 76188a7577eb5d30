#include "query/pairs/quick_pairs.hpp"

#include "query/answer_bits.hpp"
#include "query/batch/batch_pairs.hpp"
#include "query/convex/exact/convex_event.hpp"
#include "query/explain.hpp"
#include "query/pairs/pair_kernels.hpp"
#include "support/long_form.hpp"

#include <firsthit/error.hpp>

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

// What quick kernels answer has the bits of the exact stage; and first_hit those of the kernels of all pairs,
// in both orders.

namespace firsthit {
namespace {

template <class S, int D>
Moving<D> moving(const Straight<S, D>& x) {
  return {x.shape, Linear<D>{x.position, x.velocity}};
}

template <class A, class B, int D>
Encounter<D> quick(const Straight<A, D>& a, const Straight<B, D>& b, const Query& query) {
  const Linear<D> motion_a{a.position, a.velocity};
  const Linear<D> motion_b{b.position, b.velocity};
  return meet_at_once(OnCourse<A, D>{a.shape, motion_a}, OnCourse<B, D>{b.shape, motion_b}, query);
}
template <int D>
Encounter<D> quick(const Straight<OrientedBox<D>, D>& a, const Straight<OrientedBox<D>, D>& b,
                   const Query& query) {
  return oriented_boxes_meet_at_once(moving(a), moving(b), query);
}

template <int D>
Encounter<D> exact(const Moving<D>& a, const Moving<D>& b, const Query& query) {
  const MovingShape<D> side_a{a.shape, course_of(a.motion)};
  const MovingShape<D> side_b{b.shape, course_of(b.motion)};
  RoundedPolytope<D> core_a;
  RoundedPolytope<D> core_b;
  polytope_of(side_a, core_a);
  polytope_of(side_b, core_b);
  const ConvexEvent<D> event = exact_convex_event(core_a, core_b, query.margin, end_of(query));
  return encounter(convex_contact(side_a, side_b, event, query.margin), query.horizon);
}

template <class A, class B, int D>
struct Kind {
  using First = A;
  using Second = B;
  static constexpr int kDimension = D;
};
template <class K>
class QuickPairs : public testing::Test {};
using Kinds =
    testing::Types<Kind<Ball, Ball, 2>, Kind<Ball, Ball, 3>, Kind<Box<2>, Box<2>, 2>, Kind<Box<3>, Box<3>, 3>,
                   Kind<Box<2>, Ball, 2>, Kind<Box<3>, Ball, 3>, Kind<OrientedBox<2>, OrientedBox<2>, 2>,
                   Kind<OrientedBox<3>, OrientedBox<3>, 3>>;
TYPED_TEST_SUITE(QuickPairs, Kinds);

constexpr std::uint64_t kSeed = 20261125;
const Query kQueries[] = {{}, {1.5, 0.0}, {4.0, 0.125}};

template <class K>
void for_each_draw(std::size_t count, const auto& look) {
  for (const Draw draw : kDraws)
    for (const Query& query : kQueries) {
      SCOPED_TRACE("seed " + std::to_string(kSeed) + ", draw " + std::to_string(static_cast<int>(draw)) +
                   ", horizon " + std::to_string(query.horizon));
      look(Pairs<typename K::First, typename K::Second, K::kDimension>(kSeed, draw, count), query);
      if (testing::Test::HasFatalFailure()) return;
    }
}

TYPED_TEST(QuickPairs, AnswerWithTheBitsOfTheExactStage) {
  std::size_t misses = 0;
  std::size_t impacts = 0;
  for_each_draw<TypeParam>(long_form() ? 20000 : 300, [&](const auto& pairs, const Query& query) {
    for (std::size_t i = 0; i < pairs.a.size(); ++i) {
      const auto answer = quick(pairs.a[i], pairs.b[i], query);
      if (answer.outcome == Outcome::Unresolved) continue;
      ASSERT_EQ(bits(answer), bits(exact(moving(pairs.a[i]), moving(pairs.b[i]), query))) << "pair " << i;
      (answer.outcome == Outcome::Miss ? misses : impacts) += 1;
    }
  });
  EXPECT_GT(misses, 300U);
  EXPECT_GT(impacts, 300U);
}

TYPED_TEST(QuickPairs, ChangeNoBitOfFirstHitInEitherOrder) {
  for_each_draw<TypeParam>(long_form() ? 200000 : 3000, [&](const auto& pairs, const Query& query) {
    for (std::size_t i = 0; i < pairs.a.size(); ++i) {
      const auto a = moving(pairs.a[i]);
      const auto b = moving(pairs.b[i]);
      QueryTrace trace;
      ASSERT_EQ(bits(first_hit(a, b, query)), bits(explained_first_hit(a, b, query, trace))) << "pair " << i;
      ASSERT_EQ(bits(first_hit(b, a, query)), bits(explained_first_hit(b, a, query, trace))) << "pair " << i;
    }
  });
}

TYPED_TEST(QuickPairs, AnswerNearlyAllRandomPairsThatAreApart) {
  constexpr std::size_t kCount = 3000;
  const Pairs<typename TypeParam::First, typename TypeParam::Second, TypeParam::kDimension> pairs(
      kSeed, Draw::Continuum, kCount);
  std::size_t left = 0;
  for (std::size_t i = 0; i < kCount; ++i) {
    if (quick(pairs.a[i], pairs.b[i], {}).outcome != Outcome::Unresolved) continue;
    const auto e = first_hit(moving(pairs.a[i]), moving(pairs.b[i]));
    left += e.outcome == Outcome::Miss || e.first_touch != 0.0 ? 1 : 0;
  }
  EXPECT_LT(left, kCount / 50);
}

TEST(QuickPairsInput, ThatFirstHitRefusesIsLeftToIt) {
  const Straight<Ball, 2> ball{Ball{0.5}, {0.1, 0.2}, {0.7, 0.1}};
  const Straight<Ball, 2> other{Ball{0.5}, {4.0, 0.3}, {0.0, 0.0}};
  ASSERT_EQ(quick(ball, other, {}).outcome, Outcome::Impact);
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr double kDenormal = std::numeric_limits<double>::denorm_min();
  for (const double bad : {kNan, kInfinity, -kInfinity, 0x1p500, 0x1p-500, kDenormal, -kDenormal})
    for (std::size_t place = 0; place < 6; ++place) {
      Straight<Ball, 2> a = ball;
      Query query;
      double* const numbers[] = {&a.shape.radius, &a.position[0], &a.position[1],
                                 &a.velocity[0],  &a.velocity[1], &query.margin};
      *numbers[place] = bad;
      EXPECT_EQ(quick(a, other, query).outcome, Outcome::Unresolved) << bad << " at " << place;
      EXPECT_THROW(first_hit(moving(a), moving(other), query), InputError) << bad << " at " << place;
    }
  for (const Query& query : {Query{-1.0, 0.0}, Query{kNan, 0.0}, Query{1.0, -1.0}}) {
    EXPECT_EQ(quick(ball, other, query).outcome, Outcome::Unresolved);
    EXPECT_THROW(first_hit(moving(ball), moving(other), query), InputError);
  }
  Straight<Ball, 2> hollow = ball;
  hollow.shape.radius = -0.5;
  EXPECT_EQ(quick(hollow, other, {}).outcome, Outcome::Unresolved);
}

}  // namespace
}  // namespace firsthit
