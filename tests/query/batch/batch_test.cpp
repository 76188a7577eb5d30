#include <firsthit/batch.hpp>

#include "query/answer_bits.hpp"
#include "query/batch/batch_pairs.hpp"
#include "query/batch/kernels.hpp"
#include "support/instruction_sets.hpp"
#include "support/long_form.hpp"

#include <firsthit/error.hpp>

#include <gtest/gtest.h>

#include <hwy/targets.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

namespace firsthit {
namespace {

template <int D>
std::string text(const Encounter<D>& e) {
  std::string r = "outcome " + std::to_string(static_cast<int>(e.outcome));
  char part[64];
  const auto add = [&](const char* name, double x) {
    std::snprintf(part, sizeof part, ", %s %.17g", name, x);
    r += part;
  };
  add("delay", e.delay);
  add("delay_upper", e.delay_upper);
  add("first_touch", e.first_touch);
  add("gap", e.gap);
  for (const double x : e.normal.c) add("normal", x);
  for (const double x : e.point_a.c) add("a", x);
  for (const double x : e.point_b.c) add("b", x);
  add("kind_a", static_cast<double>(e.feature_a.kind));
  add("index_a", e.feature_a.index);
  add("kind_b", static_cast<double>(e.feature_b.kind));
  add("index_b", e.feature_b.index);
  return r;
}

template <class S, int D>
Moving<D> moving(const Straight<S, D>& x) {
  return {x.shape, Linear<D>{x.position, x.velocity}};
}

template <class A, class B, int D>
std::vector<Encounter<D>> in_batch(const Pairs<A, B, D>& pairs, const Query& query) {
  std::vector<Encounter<D>> r(pairs.a.size());
  first_hit(std::span<const Straight<A, D>>(pairs.a), std::span<const Straight<B, D>>(pairs.b),
            std::span<Encounter<D>>(r), query);
  return r;
}

/// How arrays may hold the numbers of balls.
enum class Stored { Packed, InStructs, Reversed };
constexpr std::array kStored = {Stored::Packed, Stored::InStructs, Stored::Reversed};

/// Balls as columns of numbers, which live here.
template <int D>
struct Stores {
  Stores(const std::vector<Straight<Ball, D>>& balls, Stored stored) : columns{balls.size(), {}, {}, {}} {
    if (balls.empty()) return;
    if (stored == Stored::InStructs) {
      constexpr std::ptrdiff_t kStep = sizeof(Straight<Ball, D>) / sizeof(double);
      columns.radius = {&balls[0].shape.radius, kStep};
      columns.position = {&balls[0].position[0], kStep};
      columns.velocity = {&balls[0].velocity[0], kStep};
      return;
    }
    std::vector<Straight<Ball, D>> rows = balls;
    const bool reversed = stored == Stored::Reversed;
    if (reversed) std::reverse(rows.begin(), rows.end());
    for (const Straight<Ball, D>& ball : rows) {
      radii.push_back(ball.shape.radius);
      positions.push_back(ball.position);
      velocities.push_back(ball.velocity);
    }
    const std::ptrdiff_t sign = reversed ? -1 : 1;
    const std::size_t first = reversed ? balls.size() - 1 : 0;
    columns.radius = {&radii[first], sign};
    columns.position = {&positions[first][0], sign * D};
    columns.velocity = {&velocities[first][0], sign * D};
  }
  std::vector<double> radii;
  std::vector<Vec<D>> positions, velocities;
  BallColumns<D> columns;
};

template <int D>
std::vector<Encounter<D>> in_columns(const Pairs<Ball, Ball, D>& pairs, Stored stored, const Query& query) {
  std::vector<Encounter<D>> r(pairs.a.size());
  first_hit(Stores<D>(pairs.a, stored).columns, Stores<D>(pairs.b, stored).columns, r, query);
  return r;
}

template <class A, class B, int D>
struct Kind {
  using First = A;
  using Second = B;
  static constexpr int kDimension = D;
};

template <class K>
class Batch : public testing::Test {
 protected:
  using A = typename K::First;
  using B = typename K::Second;
  static constexpr int kDimension = K::kDimension;
  using KindPairs = Pairs<A, B, kDimension>;
};

using Kinds =
    testing::Types<Kind<Ball, Ball, 2>, Kind<Ball, Ball, 3>, Kind<Box<2>, Box<2>, 2>, Kind<Box<3>, Box<3>, 3>,
                   Kind<OrientedBox<2>, OrientedBox<2>, 2>, Kind<OrientedBox<3>, OrientedBox<3>, 3>,
                   Kind<Ball, Box<2>, 2>, Kind<Ball, Box<3>, 3>, Kind<Point, Segment<2>, 2>>;
TYPED_TEST_SUITE(Batch, Kinds);

constexpr std::uint64_t kSeed = 20261121;

template <int D>
void expect_bits(const std::vector<Encounter<D>>& answers, const std::vector<Encounter<D>>& expected) {
  for (std::size_t i = 0; i < expected.size(); ++i)
    ASSERT_EQ(bits(answers[i]), bits(expected[i])) << "pair " << i << ":\n"
                                                   << text(answers[i]) << "\n"
                                                   << text(expected[i]);
}

template <class A, class B, int D>
void expect_bits_of_the_single_call(const Pairs<A, B, D>& pairs, const Query& query,
                                    const std::vector<Encounter<D>>& expected) {
  for (const std::int64_t target : instruction_sets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    const OnlyInstructionSet only(target);
    expect_bits(in_batch(pairs, query), expected);
    if constexpr (std::is_same_v<A, Ball> && std::is_same_v<B, Ball>)
      for (const Stored stored : kStored) {
        SCOPED_TRACE("stored " + std::to_string(static_cast<int>(stored)));
        expect_bits(in_columns(pairs, stored, query), expected);
      }
  }
}

TYPED_TEST(Batch, GivesTheBitsOfTheSingleCallByEveryInstructionSet) {
  constexpr int D = TestFixture::kDimension;
  const std::size_t count = long_form() ? 200000 : 3001;
  for (const Draw draw : kDraws)
    for (const Query& query : {Query{}, Query{1.5, 0.0}, Query{4.0, 0.125}}) {
      SCOPED_TRACE("seed " + std::to_string(kSeed) + ", draw " + std::to_string(static_cast<int>(draw)) +
                   ", horizon " + std::to_string(query.horizon));
      const typename TestFixture::KindPairs pairs(kSeed, draw, count);
      std::vector<Encounter<D>> expected;
      std::array<std::size_t, 5> outcomes{};
      for (std::size_t i = 0; i < count; ++i) {
        expected.push_back(first_hit(moving(pairs.a[i]), moving(pairs.b[i]), query));
        ++outcomes[static_cast<std::size_t>(expected.back().outcome)];
      }
      EXPECT_GT(outcomes[static_cast<std::size_t>(Outcome::Miss)], count / 50);
      EXPECT_GT(outcomes[static_cast<std::size_t>(Outcome::Impact)], count / 50);
      expect_bits_of_the_single_call(pairs, query, expected);
    }
}

/// Balls that touch a corner at the start, to a few last places, and fly along it and a little away, at any
/// speed. Rounding may put them beside the touch: then nothing is known of when to look for another one.
template <int D>
Pairs<Ball, Box<D>, D> leaving_a_corner(std::uint64_t seed, std::size_t count) {
  Pairs<Ball, Box<D>, D> pairs(seed, Draw::Continuum, count);
  Random random(seed);
  for (std::size_t i = 0; i < count; ++i) {
    Straight<Ball, D>& ball = pairs.a[i];
    Straight<Box<D>, D>& box = pairs.b[i];
    box.position = box.velocity = Vec<D>{};
    Vec<D> away;
    for (std::size_t k = 0; k < D; ++k) {
      box.shape.half_extents[k] = random.uniform(0.03, 0.5);
      ball.position[k] = box.shape.half_extents[k] + random.uniform(0.05, 1.0);
      away[k] = ball.position[k] - box.shape.half_extents[k];
      ball.velocity[k] = random.uniform(-1.0, 1.0);
    }
    const double rate = std::ldexp(random.uniform(-0.25, 1.0), -static_cast<int>(random.below(40)));
    ball.shape.radius = std::sqrt(dot(away, away));
    if (random.below(2) == 0) ball.shape.radius = std::nextafter(ball.shape.radius, 2.0);
    const double turn = rate - dot(away, ball.velocity) / dot(away, away);
    const int speed = static_cast<int>(random.below(16)) * 4;
    for (std::size_t k = 0; k < D; ++k)
      ball.velocity[k] = std::ldexp(ball.velocity[k] + turn * away[k], speed);
  }
  return pairs;
}

template <class Dimension>
class BatchOfBallsAndBoxes : public testing::Test {};
using Dimensions = testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(BatchOfBallsAndBoxes, Dimensions);

TYPED_TEST(BatchOfBallsAndBoxes, ThatLeaveACornerAtAnySpeedHaveTheBitsOfTheSingleCall) {
  constexpr int D = TypeParam::value;
  const std::size_t count = long_form() ? 4000000 : 40000;
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  const Pairs<Ball, Box<D>, D> pairs = leaving_a_corner<D>(kSeed, count);
  std::vector<Encounter<D>> expected;
  std::array<std::size_t, 5> outcomes{};
  for (std::size_t i = 0; i < count; ++i) {
    expected.push_back(first_hit(moving(pairs.a[i]), moving(pairs.b[i])));
    ++outcomes[static_cast<std::size_t>(expected.back().outcome)];
  }
  EXPECT_GT(outcomes[static_cast<std::size_t>(Outcome::Miss)], count / 50);
  EXPECT_GT(outcomes[static_cast<std::size_t>(Outcome::Graze)], count / 50);
  expect_bits_of_the_single_call(pairs, Query{}, expected);
}

// A ball that overlaps a corner by less than its last place, and parts. Its gap rounded to above 0, and the
// lanes looked for another feature at a time made of that gap, when the ball is long beyond the box: from the
// far corner it passes by, and |place| there did not say that the ball is still on this side.
TEST(BatchOfABallAndABox, ThatGrazeAtTheStartIsNoMiss) {
  Pairs<Ball, Box<2>, 2> pairs(kSeed, Draw::Continuum, 1);
  pairs.a[0] = {{0x1.4e018b91fe562p-1},
                {0x1.5b0c49e670173p-1, 0x1.7eee1738c83ap-2},
                {0x1.308b879a848fcp+57, -0x1.55a79dfa9b79p+58}};
  pairs.b[0] = {{{0x1.4fc41b6152faap-4, 0x1.bbf551823bdd2p-4}}, {}, {}};
  const std::vector<Encounter<2>> expected = {first_hit(moving(pairs.a[0]), moving(pairs.b[0]))};
  EXPECT_EQ(expected[0].outcome, Outcome::Graze);
  EXPECT_EQ(expected[0].first_touch, 0.0);
  expect_bits_of_the_single_call(pairs, Query{}, expected);
}

TYPED_TEST(Batch, AnswersNearlyAllRandomPairsInLanes) {
  constexpr int D = TestFixture::kDimension;
  constexpr std::size_t kBlocks = 80;
  const typename TestFixture::KindPairs pairs(kSeed, Draw::Continuum, kBlocks * kBlock);
  std::vector<Encounter<D>> out(kBlock);
  Leftover<D> leftover;
  std::size_t left = 0;
  std::size_t overlaps = 0;
  for (std::size_t i = 0; i < kBlocks; ++i) {
    leftover.clear();
    answer(&pairs.a[i * kBlock], &pairs.b[i * kBlock], kBlock, Query{}, out.data(), leftover);
    left += leftover.rest().size();
    for (const std::size_t k : leftover.rest()) {
      const Encounter<D> e = first_hit(moving(pairs.a[i * kBlock + k]), moving(pairs.b[i * kBlock + k]));
      if (e.outcome != Outcome::Miss && e.first_touch == 0.0) ++overlaps;
    }
  }
  // Those that touch at the start are left to the single call.
  EXPECT_LT(left - overlaps, kBlocks * kBlock / 100) << "of " << kBlocks * kBlock;
}

TYPED_TEST(Batch, OfAnyLengthIsAnswered) {
  constexpr int D = TestFixture::kDimension;
  for (std::size_t count = 0; count < 40; ++count) {
    const typename TestFixture::KindPairs pairs(kSeed + count, Draw::Continuum, count);
    const std::vector<Encounter<D>> answers = in_batch(pairs, Query{});
    for (std::size_t i = 0; i < count; ++i)
      EXPECT_EQ(bits(answers[i]), bits(first_hit(moving(pairs.a[i]), moving(pairs.b[i]))));
  }
}

TEST(BatchOfColumns, WithOneRowForAllIsThatOfEqualBalls) {
  Pairs<Ball, Ball, 3> pairs(kSeed, Draw::Continuum, 300);
  for (Straight<Ball, 3>& ball : pairs.b) ball = pairs.b[0];
  const Stores<3> a(pairs.a, Stored::Packed);
  Stores<3> b(pairs.b, Stored::Packed);
  for (auto* const rows : {&b.columns.radius, &b.columns.position, &b.columns.velocity}) rows->step = 0;
  std::vector<Encounter<3>> answers(300);
  first_hit(a.columns, b.columns, answers);
  expect_bits(answers, in_batch(pairs, Query{}));
}

TEST(BatchOfColumns, NamesWhatItRefuses) {
  Pairs<Ball, Ball, 2> pairs(kSeed, Draw::Continuum, 200);
  pairs.b[150].shape.radius = -1.0;
  std::vector<Encounter<2>> out(200);
  const Stores<2> a(pairs.a, Stored::Packed);
  const Stores<2> b(pairs.b, Stored::Packed);
  const auto error = [&](const BallColumns<2>& second) -> std::string {
    try {
      first_hit(a.columns, second, out);
    } catch (const InputError& refused) {
      return refused.what();
    }
    return "";
  };
  EXPECT_EQ(error(b.columns), "first_hit: b[150].shape.radius: expected >= 0, found -1");
  BallColumns<2> fewer = b.columns;
  fewer.count = 199;
  EXPECT_EQ(error(fewer), "first_hit: b: expected as many elements as a has, 200, found 199");
}

std::string error_of(const std::vector<Straight<Ball, 2>>& a, const std::vector<Straight<Ball, 2>>& b,
                     std::size_t out_size, const Query& query = {}) {
  std::vector<Encounter<2>> out(out_size);
  try {
    first_hit(a, b, out, query);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(BatchInput, OfDifferentLengthsIsRefused) {
  const std::vector<Straight<Ball, 2>> two(2);
  const std::vector<Straight<Ball, 2>> three(3);
  EXPECT_EQ(error_of(two, two, 2), "");
  EXPECT_EQ(error_of(two, three, 2), "first_hit: b: expected as many elements as a has, 2, found 3");
  EXPECT_EQ(error_of(two, two, 3), "first_hit: out: expected as many elements as a has, 2, found 3");
}

TEST(BatchInput, ThatIsNotFiniteOrOutOfRangeIsRefusedAndNamed) {
  for (const std::size_t bad : {0U, 5U, 300U}) {
    std::vector<Straight<Ball, 2>> a(301);
    const std::vector<Straight<Ball, 2>> b(301, {Ball{}, {10.0, 0.0}, {1.0, 0.0}});
    const std::string name = "first_hit: a[" + std::to_string(bad) + "]";
    a[bad].velocity[1] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(error_of(a, b, 301), name + ".motion.velocity[1]: expected a finite number, found nan");
    a[bad].velocity[1] = 0x1p500;
    EXPECT_NE(error_of(a, b, 301).find(name + ".motion.velocity[1]: expected 0 or a size"),
              std::string::npos);
    a[bad].velocity[1] = 0.0;
    a[bad].shape.radius = -1.0;
    EXPECT_EQ(error_of(a, b, 301), name + ".shape.radius: expected >= 0, found -1");
    a[bad].shape.radius = 1.0;
    EXPECT_EQ(error_of(a, b, 301), "");
  }
  const std::vector<Straight<Ball, 2>> one(1);
  EXPECT_EQ(error_of(one, one, 1, {-1.0, 0.0}), "first_hit: query.horizon: expected >= 0, found -1");
}

}  // namespace
}  // namespace firsthit
