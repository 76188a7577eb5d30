#include "query/deforming/features_exact.hpp"
#include "query/deforming/random_features.hpp"
#include "support/feature_load.hpp"
#include "support/instruction_sets.hpp"
#include "support/long_form.hpp"

#include <firsthit/features.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

// Which stage answers, and that it makes no difference.

namespace firsthit {
namespace {

constexpr std::size_t kPairs = 100000;

template <class Features>
void expect_few_exact(double displacement) {
  const std::vector<Deformation<Features>> pairs = FeatureLoad(2).pairs<Features>(kPairs, displacement);
  std::vector<FeatureTouch> touches(kPairs);
  first_touch(pairs, touches);
  std::array<std::size_t, 4> stages{};
  std::size_t hits = 0;
  for (const FeatureTouch& touch : touches) {
    ++stages[static_cast<std::size_t>(touch.stage)];
    if (touch.touches) ++hits;
  }
  EXPECT_LE(stages[static_cast<std::size_t>(FeatureStage::Exact)], kPairs / 1000) << displacement;
  EXPECT_GT(hits, kPairs / 500) << displacement;
  EXPECT_LT(hits, kPairs / 2) << displacement;
}

TEST(FeatureStages, OfRandomFeaturesWithBoxesThatOverlapOneInAThousandAtMostIsExact) {
  for (const double displacement : {0.01, 0.1, 1.0}) {
    expect_few_exact<VertexFace>(displacement);
    expect_few_exact<EdgeEdge>(displacement);
  }
}

void expect_equal(const FeatureEncounter& a, const FeatureEncounter& b, std::size_t i) {
  ASSERT_EQ(a.outcome, b.outcome) << i;
  ASSERT_EQ(a.delay, b.delay) << i;
  ASSERT_EQ(a.delay_upper, b.delay_upper) << i;
  ASSERT_EQ(a.first_touch, b.first_touch) << i;
  ASSERT_EQ(a.first_touch_upper, b.first_touch_upper) << i;
}

template <class Features>
void expect_same_bits(std::size_t count) {
  std::vector<Deformation<Features>> pairs;
  for (std::uint64_t seed = 0; seed < count; ++seed)
    pairs.push_back(FeatureSource<Features>(seed).next(static_cast<Hostility>(seed % kHostilities)));
  std::vector<FeatureTouch> touches(count);
  std::vector<FeatureEncounter> hits(count);
  for (const std::int64_t target : instruction_sets()) {
    const OnlyInstructionSet only(target);
    first_touch(pairs, touches);
    first_hit(pairs, hits);
    for (std::size_t i = 0; i < count; ++i) {
      expect_equal(hits[i], first_hit(pairs[i]), i);
      const FeatureTouch single = first_touch(pairs[i]);
      ASSERT_EQ(touches[i].touches, single.touches) << i;
      ASSERT_EQ(touches[i].lower, single.lower) << i;
      ASSERT_EQ(touches[i].upper, single.upper) << i;
      ASSERT_EQ(touches[i].stage, single.stage) << i;
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    expect_equal(hits[i], exact_first_hit(pairs[i]), i);
    const FeatureTouch single = first_touch(pairs[i]);
    const FeatureTouch exact = exact_first_touch(pairs[i]);
    ASSERT_EQ(exact.touches, single.touches) << i;
    ASSERT_EQ(exact.lower, single.lower) << i;
    ASSERT_EQ(exact.upper, single.upper) << i;
  }
}

TEST(FeatureStages, BatchesSinglesAndTheExactStageGiveTheSameBits) {
  const std::size_t count = long_form() ? 20000 : 6000;
  expect_same_bits<VertexFace>(count);
  expect_same_bits<EdgeEdge>(count + 1);
  expect_same_bits<PointSegment>(count + 3);
}

TEST(FeatureStages, AnEmptyBatchIsFine) {
  first_touch(std::span<const Deformation<EdgeEdge>>{}, std::span<FeatureTouch>{});
}

}  // namespace
}  // namespace firsthit
