#include <firsthit/batch.hpp>

#include "oracle/turning/judge.hpp"
#include "oracle/turning/random_pairs.hpp"
#include "query/answer_bits.hpp"
#include "query/batch/kernels.hpp"
#include "support/instruction_sets.hpp"
#include "support/long_form.hpp"

#include <firsthit/error.hpp>

#include <gtest/gtest.h>

#include <hwy/targets.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <string>
#include <variant>
#include <vector>

// Boxes of the plane that spin and move straight have a kernel of their own, for one pair and for lanes.

namespace firsthit::turning_judge {
namespace {

using Body = Turning<Box<2>, 2>;

struct Pairs {
  std::vector<Body> a;
  std::vector<Body> b;
  double horizon = 1.0;
};

Moving<2> moving(const Body& body) { return {body.shape, body.motion}; }

/// Boxes that the judge's own draw makes, half of them nearly tangent: those of them that only spin.
std::vector<Asked<2>> drawn_boxes(std::uint64_t first, std::size_t count) {
  std::vector<Asked<2>> r;
  for (std::uint64_t seed = first; r.size() < count; ++seed) {
    Asked<2> asked = spinning_pair<2>(Kind::Box, Kind::Box, seed);
    const auto is_ours = [](const Moving<2>& side) {
      const auto* spin = std::get_if<Spinning<2>>(&side.motion);
      return spin != nullptr && spin->acceleration == Vec<2>{};
    };
    if (is_ours(asked.a) && is_ours(asked.b)) r.push_back(std::move(asked));
  }
  return r;
}

TEST(SpinningBoxes, AreAnsweredRight) {
  const std::size_t count = long_form() ? 1000000 : 10000;
  std::array<std::size_t, 5> outcomes{};
  std::size_t off = 0;
  for (const Asked<2>& asked : drawn_boxes(50000000, count)) {
    const Encounter<2> answer = first_hit(asked.a, asked.b, asked.query);
    const Verdict verdict = judge(asked, answer);
    ++outcomes[static_cast<std::size_t>(answer.outcome)];
    EXPECT_FALSE(verdict.missed || verdict.false_alarm) << verdict.objection << "\n"
                                                        << text(asked) << "\n-> " << text(answer);
    if (!verdict.objection.empty()) ++off;
  }
  EXPECT_LE(off, count / 1000);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_GT(outcomes[i], count / 100) << "outcome " << i;
}

/// Boxes that come towards each other, with up to so many turns in a unit of time.
Pairs coming_boxes(std::uint64_t seed, double turns, std::size_t count) {
  std::mt19937_64 bits(seed);
  const auto uniform = [&](double low, double high) {
    return low + (high - low) * (static_cast<double>(bits() >> 11U) * 0x1p-53);
  };
  Pairs r;
  for (std::size_t i = 0; i < count; ++i) {
    const auto box = [&] {
      Body body;
      body.shape.half_extents = {uniform(0.3, 1.0), uniform(0.3, 1.0)};
      body.motion.angular_velocity = 6.28 * turns * uniform(-1.0, 1.0);
      body.motion.orientation = {uniform(-1.0, 1.0), uniform(-1.0, 1.0)};
      if (i % 3 == 0) body.motion.centre = {uniform(-0.5, 0.5), uniform(-0.5, 0.5)};
      return body;
    };
    r.a.push_back(box());
    r.b.push_back(box());
    Spinning<2>& b = r.b.back().motion;
    for (std::size_t k = 0; k < 2; ++k) {
      b.position[k] = uniform(1.0, 2.5) * (bits() % 2 == 0 ? 1.0 : -1.0);
      b.velocity[k] = uniform(-1.5, 1.5) - 0.9 * b.position[k];
    }
  }
  return r;
}

/// What lanes leave to others: parallel sides, no width, falls, no motion, numbers of all sizes, overlaps.
Pairs odd_boxes(std::uint64_t seed, std::size_t count) {
  Pairs r = coming_boxes(seed, 1.0, count);
  std::mt19937_64 bits(seed);
  for (std::size_t i = 0; i < count; ++i) {
    Body& a = r.a[i];
    Body& b = r.b[i];
    switch (bits() % 9) {
      case 0:
        b.motion.orientation = a.motion.orientation;
        b.motion.angular_velocity = a.motion.angular_velocity;
        break;
      case 1:
        a.shape.half_extents[bits() % 2] = 0.0;
        break;
      case 2:
        b.motion.acceleration = {0.0, -1.0};
        break;
      case 3:
        b.motion.velocity = {};
        break;
      case 4:
        b.motion.position = {};
        break;
      case 5:
        a.motion.angular_velocity = b.motion.angular_velocity = 0.0;
        break;
      case 6:
        a.motion.angular_velocity *= 1e9;
        break;
      case 7:
        a.shape.half_extents[0] *= 1e-120;
        break;
      default:
        a.motion.orientation = {0.0, 1e-120};
    }
  }
  return r;
}

std::vector<Encounter<2>> one_by_one(const Pairs& pairs) {
  std::vector<Encounter<2>> r;
  for (std::size_t i = 0; i < pairs.a.size(); ++i)
    r.push_back(first_hit(moving(pairs.a[i]), moving(pairs.b[i]), {pairs.horizon, 0.0}));
  return r;
}

std::vector<Encounter<2>> in_batch(const Pairs& pairs) {
  std::vector<Encounter<2>> r(pairs.a.size());
  first_hit(std::span<const Body>(pairs.a), std::span<const Body>(pairs.b), std::span<Encounter<2>>(r),
            {pairs.horizon, 0.0});
  return r;
}

void expect_bits_of_the_single_call(const Pairs& pairs) {
  const std::vector<Encounter<2>> expected = one_by_one(pairs);
  for (const std::int64_t target : instruction_sets()) {
    const OnlyInstructionSet only(target);
    const std::vector<Encounter<2>> answers = in_batch(pairs);
    for (std::size_t i = 0; i < expected.size(); ++i)
      ASSERT_EQ(bits(answers[i]), bits(expected[i])) << hwy::TargetName(target) << ", pair " << i;
  }
}

TEST(SpinningBoxes, HaveTheBitsOfTheSingleCallInABatchByEveryInstructionSet) {
  const std::size_t count = long_form() ? 100000 : 2001;
  for (const double turns : {0.125, 1.0, 4.0}) expect_bits_of_the_single_call(coming_boxes(1, turns, count));
  expect_bits_of_the_single_call(odd_boxes(2, count / 8));
  Pairs endless = coming_boxes(3, 1.0, count);
  endless.horizon = std::numeric_limits<double>::infinity();
  expect_bits_of_the_single_call(endless);
}

TEST(SpinningBoxes, HaveTheBitsOfTheSingleCallWhereTheyNearlyTouch) {
  for (const Asked<2>& asked : drawn_boxes(60000000, long_form() ? 20000 : 500)) {
    Pairs pairs;
    pairs.horizon = asked.query.horizon;
    if (asked.query.margin != 0.0) continue;
    const auto body = [](const Moving<2>& side) {
      return Body{std::get<Box<2>>(side.shape), std::get<Spinning<2>>(side.motion)};
    };
    pairs.a.push_back(body(asked.a));
    pairs.b.push_back(body(asked.b));
    expect_bits_of_the_single_call(pairs);
  }
}

TEST(SpinningBoxes, AreNearlyAllAnsweredInLanes) {
  const Pairs pairs = coming_boxes(4, 1.0, kBlock);
  std::vector<Encounter<2>> out(kBlock);
  Leftover<2> leftover;
  leftover.clear();
  answer(pairs.a.data(), pairs.b.data(), kBlock, Query{1.0, 0.0}, out.data(), leftover);
  std::size_t apart = 0;
  for (const std::size_t i : leftover.rest())
    if (first_hit(moving(pairs.a[i]), moving(pairs.b[i]), {1.0, 0.0}).outcome != Outcome::Overlap) ++apart;
  EXPECT_LE(apart, kBlock / 50);
}

TEST(SpinningBoxes, AreRefusedInABatchAsOneByOne) {
  Pairs pairs = coming_boxes(5, 1.0, 5);
  pairs.b[3].motion.angular_velocity = std::numeric_limits<double>::quiet_NaN();
  try {
    in_batch(pairs);
    FAIL() << "expected an InputError";
  } catch (const InputError& e) {
    EXPECT_EQ(std::string(e.what()),
              "first_hit: b[3].motion.angular_velocity: expected a finite number, found nan");
  }
}

}  // namespace
}  // namespace firsthit::turning_judge
