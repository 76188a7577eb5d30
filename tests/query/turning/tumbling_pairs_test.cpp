#include "core/random.hpp"
#include "core/vec_math.hpp"
#include "geometry/free_top.hpp"
#include "support/any_turning.hpp"

#include <firsthit/distance.hpp>
#include <firsthit/error.hpp>
#include <firsthit/first_hit.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>

// First hits of bodies that tumble: against where they are at many times, by another kernel, against motions
// that are told otherwise, and by laws.

namespace firsthit {
namespace {

Shape<3> any_shape(Random& random) {
  const double kind = random.uniform(0.0, 4.0);
  const Vec<3> half{random.uniform(0.2, 1.0), random.uniform(0.2, 1.0), random.uniform(0.2, 1.0)};
  if (kind < 1.0) return Box<3>{half};
  if (kind < 2.0) return Capsule<3>{-half, half, 0.25};
  Hull<3> hull{{half, -half}, kind < 3.0 ? 0.0 : 0.125};
  for (int i = 0; i < 5; ++i) hull.vertices.push_back(0.5 * any_vector(random));
  return hull;
}

Tumbling<3> any_tumbling(Random& random, const Vec<3>& position) {
  Tumbling<3> r;
  r.position = position;
  r.velocity = -0.5 * position + 0.25 * any_vector(random);
  r.acceleration = 0.1 * any_vector(random);
  r.angular_velocity = random.uniform(0.2, 3.0) * any_vector(random);
  r.orientation = any_orientation(random);
  r.centre = 0.1 * any_vector(random);
  const Vec<3> square{random.uniform(0.1, 1.0), random.uniform(0.1, 1.0), random.uniform(0.1, 1.0)};
  r.inertia.moments = {square[1] + square[2], square[2] + square[0], square[0] + square[1]};
  r.inertia.axes = any_orientation(random);
  return r;
}

struct Pair {
  Moving<3> a;
  Moving<3> b;
};
Pair any_pair(std::uint64_t seed) {
  Random random(seed);
  const Vec<3> apart = any_vector(random);
  const Vec<3> place = (random.uniform(2.5, 4.0) / length(apart)) * apart;
  Pair r{{any_shape(random), any_tumbling(random, {})}, {any_shape(random), any_tumbling(random, place)}};
  const double other = random.uniform(0.0, 4.0);  // half of the seconds do something else
  if (other < 1.0) r.b.motion = Linear<3>{place, -0.5 * place};
  if (other >= 1.0 && other < 2.0)
    r.b.motion = Spinning<3>{place, -0.5 * place, any_vector(random), any_orientation(random)};
  return r;
}

constexpr double kHorizon = 4.0;

Placed<3> placed(const Moving<3>& moving, double time) {
  return std::visit(
      [&]<class M>(const M& m) -> Placed<3> {
        Placed<3> r{moving.shape, m.at(time)};
        Vec<3> centre;
        if constexpr (std::is_same_v<M, Tumbling<3>>) {
          r.orientation = FreeTop(m.orientation, m.angular_velocity, m.inertia).after(time).orientation;
          centre = m.centre;
        } else if constexpr (std::is_same_v<M, Spinning<3>>) {
          const double rate = length(m.angular_velocity);
          const Orientation<3> q =
              turned_by(rate * time * (180.0 / 3.14159265358979323846), m.angular_velocity);
          const Vec<3> v{q.x, q.y, q.z}, u{m.orientation.x, m.orientation.y, m.orientation.z};
          const Vec<3> w = q.w * u + m.orientation.w * v + cross(v, u);
          r.orientation = {q.w * m.orientation.w - dot(v, u), w[0], w[1], w[2]};
        }
        r.position = r.position - rotation_of(r.orientation).of(centre);
        return r;
      },
      moving.motion);
}
double gap_at(const Pair& pair, double time) {
  return distance<3>(placed(pair.a, time), placed(pair.b, time)).distance;
}

TEST(TumblingPairs, AreApartUntilTheyMeetAndMeetThen) {
  int hits = 0, misses = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const Pair pair = any_pair(seed);
    if (gap_at(pair, 0.0) < 0.1) continue;
    const Encounter<3> answer = first_hit(pair.a, pair.b, {kHorizon});
    ASSERT_NE(answer.outcome, Outcome::Unresolved) << seed;
    const bool hit = answer.outcome == Outcome::Impact;
    hit ? ++hits : ++misses;
    const double end = hit ? answer.delay : kHorizon;
    for (int i = 0; i < 120; ++i) ASSERT_GT(gap_at(pair, end * (i / 120.0)), -1e-11) << seed << " " << i;
    if (!hit) continue;
    EXPECT_NEAR(gap_at(pair, answer.delay), 0.0, 2e-11) << seed;
    EXPECT_LE(answer.delay_upper - answer.delay, 1e-9) << seed;
  }
  EXPECT_GT(hits, 150);
  EXPECT_GT(misses, 20);
}

void expect_near(const Encounter<3>& a, const Encounter<3>& b, double error, std::uint64_t seed) {
  EXPECT_EQ(a.outcome, b.outcome) << seed;
  if (a.outcome != Outcome::Impact) return;
  EXPECT_NEAR(a.delay, b.delay, error) << seed;
}

TEST(TumblingPairs, OfEqualMomentsAreSpinning) {
  for (std::uint64_t seed = 1000; seed < 1100; ++seed) {
    Pair pair = any_pair(seed);
    auto& m = std::get<Tumbling<3>>(pair.a.motion);
    m.inertia.moments = {2.0, 2.0, 2.0};
    const Encounter<3> tumbles = first_hit(pair.a, pair.b, {kHorizon});
    const Moving<3> spins{pair.a.shape, Spinning<3>{m.position, m.velocity, m.angular_velocity, m.orientation,
                                                    m.acceleration, m.centre}};
    expect_near(tumbles, first_hit(spins, pair.b, {kHorizon}), 1e-11, seed);
  }
}

TEST(TumblingPairs, OfTwoEqualMomentsPrecess) {
  for (std::uint64_t seed = 2000; seed < 2100; ++seed) {
    Pair pair = any_pair(seed);
    auto& m = std::get<Tumbling<3>>(pair.a.motion);
    const double across = 1.0, along = 0.4;
    m.inertia = {{{across, across, along}}, {}};
    const Encounter<3> tumbles = first_hit(pair.a, pair.b, {kHorizon});
    const Rotation<3> stands = rotation_of(m.orientation);
    const Vec<3> own = stands.inverse_of(m.angular_velocity);
    const Vec<3> momentum = stands.of({across * own[0], across * own[1], along * own[2]});
    const Precessing<3> precesses{m.position,
                                  m.velocity,
                                  (1.0 / across) * momentum,
                                  {0.0, 0.0, (1.0 / along - 1.0 / across) * along * own[2]},
                                  m.orientation,
                                  m.acceleration,
                                  m.centre};
    expect_near(tumbles, first_hit({pair.a.shape, precesses}, pair.b, {kHorizon}), 1e-11, seed);
  }
}

TEST(TumblingPairs, SwapTheirAnswersWithThem) {
  for (std::uint64_t seed = 3000; seed < 3100; ++seed) {
    const Pair pair = any_pair(seed);
    const Encounter<3> answer = first_hit(pair.a, pair.b, {kHorizon});
    const Encounter<3> swapped = first_hit(pair.b, pair.a, {kHorizon});
    EXPECT_EQ(answer.outcome, swapped.outcome) << seed;
    EXPECT_EQ(answer.delay, swapped.delay) << seed;
    EXPECT_EQ(answer.delay_upper, swapped.delay_upper) << seed;
    EXPECT_EQ(answer.normal, -swapped.normal) << seed;
  }
}

TEST(TumblingPairs, ScaleWithTimesAndMomentsBitForBit) {
  for (std::uint64_t seed = 4000; seed < 4100; ++seed) {
    const Pair pair = any_pair(seed);
    Pair faster = pair;
    for (Moving<3>* moving : {&faster.a, &faster.b})
      std::visit(
          [](auto& m) {
            if constexpr (requires { m.velocity; }) m.velocity = 4.0 * m.velocity;
            if constexpr (requires { m.acceleration; }) m.acceleration = 16.0 * m.acceleration;
            if constexpr (requires { m.angular_velocity; }) m.angular_velocity = 4.0 * m.angular_velocity;
            if constexpr (requires { m.inertia; }) m.inertia.moments = 8.0 * m.inertia.moments;
          },
          moving->motion);
    const Encounter<3> answer = first_hit(pair.a, pair.b, {kHorizon});
    const Encounter<3> then = first_hit(faster.a, faster.b, {kHorizon / 4.0});
    EXPECT_EQ(answer.outcome, then.outcome) << seed;
    EXPECT_EQ(answer.delay, 4.0 * then.delay) << seed;
    EXPECT_EQ(answer.normal, then.normal) << seed;
  }
}

TEST(TumblingPairs, AreToldOverThousandsOfTurns) {
  // A brick on the spot, and a ball that comes after 10^4 rad: apart until then, and met when it is there.
  Tumbling<3> m;
  m.angular_velocity = {10.0, 0.5, 0.25};
  m.inertia.moments = {1.25, 4.25, 5.0};
  const Moving<3> brick{Box<3>{{1.0, 0.5, 0.25}}, m};
  const double late = 1000.0;
  const Moving<3> comes{Ball{0.1}, Linear<3>{{-late - 0.5, 0.0, 0.3}, {1.0, 0.0, 0.0}}};
  const Encounter<3> answer = first_hit(brick, comes, {2.0 * late});
  ASSERT_EQ(answer.outcome, Outcome::Impact);
  EXPECT_GT(answer.delay, late - 1.0);
  EXPECT_LT(answer.delay, late + 0.5);
  EXPECT_NEAR(gap_at({brick, comes}, answer.delay), 0.0, 1e-8);
}

TEST(TumblingPairs, OfNearlyEqualMomentsAreUnresolvedAfterLong) {
  Tumbling<3> m;
  m.angular_velocity = {10.0, 0.5, 0.25};
  m.inertia.moments = {1.0, 1.0 + 0x1p-40, 1.0 + 0x1p-38};
  const Moving<3> brick{Box<3>{{1.0, 0.5, 0.25}}, m};
  const double late = 1e5;  // 10^6 rad
  const Moving<3> comes{Ball{0.1}, Linear<3>{{-late, 0.0, 0.3}, {1.0, 0.0, 0.0}}};
  const Encounter<3> answer = first_hit(brick, comes, {2.0 * late});
  EXPECT_EQ(answer.outcome, Outcome::Unresolved);
  EXPECT_LE(answer.delay, late);
  EXPECT_THROW(m.at(late, {1.0, 0.0, 0.0}), InputError);
  EXPECT_NO_THROW(m.at(100.0, {1.0, 0.0, 0.0}));
}

TEST(TumblingPairs, AreRefusedWithMomentsThatNoBodyHas) {
  const Moving<3> ball{Ball{0.5}, Linear<3>{}};
  const auto message_of = [&](const PrincipalInertia& inertia) -> std::string {
    Tumbling<3> m;
    m.position = {3.0, 0.0, 0.0};
    m.inertia = inertia;
    try {
      first_hit<3>(ball, {Box<3>{{1.0, 1.0, 1.0}}, m});
    } catch (const InputError& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_EQ(message_of({}), "no error");
  EXPECT_NE(message_of({{{1.0, 1.0, 2.5}}, {}}).find("b.motion.inertia.moments[2]"), std::string::npos)
      << message_of({{{1.0, 1.0, 2.5}}, {}});
  EXPECT_NE(message_of({{{1.0, 1.0, 2.5}}, {}}).find("at most the sum of the two others"), std::string::npos);
  EXPECT_NE(message_of({{{0.0, 1.0, 1.0}}, {}}).find("moments[0]"), std::string::npos);
  EXPECT_NE(message_of({{{1.0, -1.0, 1.0}}, {}}).find("moments[1]: expected > 1e-6"), std::string::npos)
      << message_of({{{1.0, -1.0, 1.0}}, {}});
  EXPECT_NE(message_of({{{1.0, 1.0, std::nan("")}}, {}}).find("moments[2]"), std::string::npos);
  EXPECT_NE(message_of({{{1.0, 1.0, 1.0}}, {0.0, 0.0, 0.0, 0.0}}).find("inertia.axes"), std::string::npos);
}

}  // namespace
}  // namespace firsthit
