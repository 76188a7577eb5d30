#include "c/in_c.hpp"
#include "core/random.hpp"

#include <firsthit/first_hit.hpp>

#include <vector>

namespace firsthit {
namespace {

constexpr std::size_t kPairs = 1000;

FirsthitVec vector(Random& random, int dimension, double size) {
  FirsthitVec r{random.uniform(-size, size), random.uniform(-size, size), 0.0};
  if (dimension == 3) r.z = random.uniform(-size, size);
  return r;
}

template <int D>
Vec<D> vec(const FirsthitVec& a) {
  if constexpr (D == 2)
    return {a.x, a.y};
  else
    return {a.x, a.y, a.z};
}

template <int D>
Linear<D> course(const auto& x) {
  return {vec<D>(x.position), vec<D>(x.velocity)};
}

std::vector<FirsthitEncounter> room() {
  std::vector<FirsthitEncounter> r(kPairs);
  r[0].size = sizeof(FirsthitEncounter);
  return r;
}

/// Each answer of a batch has the bits of first_hit of the same two.
template <int D>
void expect_single_answers(const std::vector<FirsthitEncounter>& found, const Query& query,
                           const auto& moving_a, const auto& moving_b) {
  std::size_t impacts = 0;
  for (std::size_t i = 0; i < kPairs; ++i) {
    const Encounter<D> expected = first_hit<D>(moving_a(i), moving_b(i), query);
    impacts += expected.outcome == Outcome::Impact;
    expect_same(found[i], expected);
  }
  EXPECT_GT(impacts, kPairs / 100);
  EXPECT_LT(impacts, kPairs);
}

template <int D>
void expect_round_and_square() {
  Random random(D);
  std::vector<FirsthitMovingBall> balls(kPairs), others(kPairs);
  std::vector<FirsthitMovingBox> boxes(kPairs);
  std::vector<FirsthitMovingOrientedBox> turned(kPairs);
  for (std::size_t i = 0; i < kPairs; ++i) {
    for (auto* side : {&balls, &others})
      (*side)[i] = {random.uniform(0.1, 1.0), vector(random, D, 3.0), vector(random, D, 1.0)};
    boxes[i] = {{0.5, 0.25, D == 3 ? 0.75 : 0.0}, vector(random, D, 3.0), vector(random, D, 1.0)};
    turned[i] = {boxes[i].half_extents,
                 {{0.6, 0.8, 0.0}, {-0.8, 0.6, 0.0}, {0.0, 0.0, D == 3 ? 1.0 : 0.0}},
                 vector(random, D, 3.0),
                 vector(random, D, 1.0)};
  }
  const FirsthitQuery asked{sizeof(FirsthitQuery), 5.0, 0.0};
  const Query query{5.0, 0.0};
  const auto ball = [](const auto& side) {
    return [&side](std::size_t i) { return Moving<D>{Ball{side[i].radius}, course<D>(side[i])}; };
  };
  const auto box = [&boxes](std::size_t i) {
    return Moving<D>{Box<D>{vec<D>(boxes[i].half_extents)}, course<D>(boxes[i])};
  };
  const auto oriented = [&turned](std::size_t i) {
    OrientedBox<D> shape{vec<D>(turned[i].half_extents), {}};
    for (std::size_t k = 0; k < D; ++k) shape.axes[k] = vec<D>(turned[i].axes[k]);
    return Moving<D>{shape, course<D>(turned[i])};
  };
  auto found = room();
  ASSERT_EQ(firsthit_first_hit_balls(D, balls.data(), others.data(), kPairs, &asked, found.data()),
            FIRSTHIT_OK);
  expect_single_answers<D>(found, query, ball(balls), ball(others));
  found = room();
  ASSERT_EQ(firsthit_first_hit_balls_and_boxes(D, balls.data(), boxes.data(), kPairs, &asked, found.data()),
            FIRSTHIT_OK);
  expect_single_answers<D>(found, query, ball(balls), box);
  found = room();
  const std::vector<FirsthitMovingBox> reversed(boxes.rbegin(), boxes.rend());
  ASSERT_EQ(firsthit_first_hit_boxes(D, boxes.data(), reversed.data(), kPairs, &asked, found.data()),
            FIRSTHIT_OK);
  expect_single_answers<D>(found, query, box, [&](std::size_t i) { return box(kPairs - 1 - i); });
  found = room();
  const std::vector<FirsthitMovingOrientedBox> back(turned.rbegin(), turned.rend());
  ASSERT_EQ(firsthit_first_hit_oriented_boxes(D, turned.data(), back.data(), kPairs, &asked, found.data()),
            FIRSTHIT_OK);
  expect_single_answers<D>(found, query, oriented, [&](std::size_t i) { return oriented(kPairs - 1 - i); });
}

TEST(BatchesInC, HaveTheBitsOfSingleAnswers) {
  expect_round_and_square<2>();
  expect_round_and_square<3>();
}

TEST(BatchesInC, OfThePlane) {
  Random random(9);
  std::vector<FirsthitMovingPoint> points(kPairs);
  std::vector<FirsthitMovingSegment> segments(kPairs);
  std::vector<FirsthitSpinningBox> spinning(kPairs);
  for (std::size_t i = 0; i < kPairs; ++i) {
    points[i] = {vector(random, 2, 2.0), vector(random, 2, 1.0)};
    segments[i] = {vector(random, 2, 1.0), vector(random, 2, 1.0), vector(random, 2, 2.0),
                   vector(random, 2, 1.0)};
    spinning[i] = {{0.5, 0.25, 0.0},         vector(random, 2, 2.0),
                   vector(random, 2, 1.0),   {},
                   {0.125, 0.0, 0.0},        {1.0, 0.0, 0.0, random.uniform(-1.0, 1.0)},
                   random.uniform(-3.0, 3.0)};
  }
  const FirsthitQuery asked{sizeof(FirsthitQuery), 2.0, 0.0};
  const Query query{2.0, 0.0};
  auto found = room();
  ASSERT_EQ(
      firsthit_first_hit_points_and_segments(points.data(), segments.data(), kPairs, &asked, found.data()),
      FIRSTHIT_OK);
  expect_single_answers<2>(
      found, query,
      [&](std::size_t i) {
        return Moving<2>{Point{}, course<2>(points[i])};
      },
      [&](std::size_t i) {
        return Moving<2>{Segment<2>{vec<2>(segments[i].from), vec<2>(segments[i].to)},
                         course<2>(segments[i])};
      });
  const auto box = [&](std::size_t i) {
    const FirsthitSpinningBox& x = spinning[i];
    return Moving<2>{Box<2>{vec<2>(x.half_extents)}, Spinning<2>{vec<2>(x.position),
                                                                 vec<2>(x.velocity),
                                                                 x.angular_velocity,
                                                                 {x.orientation.w, x.orientation.z},
                                                                 vec<2>(x.acceleration),
                                                                 vec<2>(x.centre)}};
  };
  found = room();
  const std::vector<FirsthitSpinningBox> back(spinning.rbegin(), spinning.rend());
  ASSERT_EQ(firsthit_first_hit_spinning_boxes(spinning.data(), back.data(), kPairs, &asked, found.data()),
            FIRSTHIT_OK);
  expect_single_answers<2>(found, query, box, [&](std::size_t i) { return box(kPairs - 1 - i); });
}

/// What a later version's caller has: a larger encounter, of which this version knows the first part.
TEST(BatchesInC, RefuseSizesThatTheyDoNotKnow) {
  struct Longer {
    FirsthitEncounter known;
    double later = 7.0;
  };
  std::vector<Longer> found(2);
  const std::vector<FirsthitMovingBall> balls(2, {0.5, {}, {}});
  for (const std::size_t size : {sizeof(Longer), sizeof(FirsthitEncounter) - 8, std::size_t{0}}) {
    found[0].known.size = size;
    EXPECT_EQ(firsthit_first_hit_balls(2, balls.data(), balls.data(), 2, nullptr, &found[0].known),
              FIRSTHIT_ERROR_SIZE);
    EXPECT_EQ(found[0].later, 7.0);
  }
}

TEST(BatchesInC, RefuseWhatOneOfThemCannotBe) {
  std::vector<FirsthitMovingBall> balls(kPairs, {0.5, {}, {1.0, 0.0, 0.0}});
  balls[777].radius = -1.0;
  auto found = room();
  EXPECT_EQ(firsthit_first_hit_balls(2, balls.data(), balls.data(), kPairs, nullptr, found.data()),
            FIRSTHIT_ERROR_INPUT);
  EXPECT_NE(std::string(firsthit_last_error()).find("radius"), std::string::npos) << firsthit_last_error();
  EXPECT_EQ(firsthit_first_hit_balls(4, balls.data(), balls.data(), 1, nullptr, found.data()),
            FIRSTHIT_ERROR_INPUT);
  EXPECT_EQ(firsthit_first_hit_balls(2, nullptr, nullptr, 0, nullptr, nullptr), FIRSTHIT_OK);
}

}  // namespace
}  // namespace firsthit
