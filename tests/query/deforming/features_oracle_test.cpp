#include "query/deforming/features_oracle.hpp"
#include "query/deforming/features_exact.hpp"
#include "query/deforming/random_features.hpp"
#include "support/long_form.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <string>

// Law 3 for features that deform: the answers are those of exact arithmetic, whatever the input.

namespace firsthit {
namespace {

template <class Features>
std::string numbers(const Deformation<Features>& pair) {
  using Numbers = std::array<double, sizeof(pair) / sizeof(double)>;
  std::string r;
  for (const double x : std::bit_cast<Numbers>(pair)) {
    std::array<char, 40> text;
    std::snprintf(text.data(), text.size(), "%a, ", x);
    r += text.data();
  }
  return r;
}

template <class Features>
void compare_with_oracle(std::uint64_t count) {
  std::array<std::uint64_t, kHostilities> hits{};
  std::array<std::uint64_t, kHostilities> queries{};
  std::array<std::uint64_t, 4> stages{};
  std::uint64_t grazes = 0;
  std::uint64_t impacts_after_grazes = 0;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    FeatureSource<Features> source(seed);
    const auto hostility = static_cast<Hostility>(seed % kHostilities);
    const Deformation<Features> pair = source.next(hostility);
    const FeatureTouch touch = first_touch(pair);
    const FeatureEncounter hit = first_hit(pair);
    const std::string objection = oracle::objection(oracle::formula(pair), hit);
    ASSERT_EQ(objection, "") << "seed " << seed << ": " << numbers(pair) << " answered "
                             << static_cast<int>(hit.outcome) << " " << hit.first_touch << " "
                             << hit.first_touch_upper << " " << hit.delay << " " << hit.delay_upper
                             << " by stage " << static_cast<int>(hit.stage);
    ASSERT_EQ(touch.touches, hit.outcome != Outcome::Miss) << "seed " << seed;
    ASSERT_EQ(touch.lower, hit.first_touch) << "seed " << seed;
    ASSERT_EQ(touch.upper, hit.first_touch_upper) << "seed " << seed;
    const FeatureTouch exact = exact_first_touch(pair);
    ASSERT_EQ(exact.touches, touch.touches) << "seed " << seed;
    ASSERT_EQ(exact.lower, touch.lower) << "seed " << seed;
    ASSERT_EQ(exact.upper, touch.upper) << "seed " << seed;
    ++queries[seed % kHostilities];
    if (touch.touches) ++hits[seed % kHostilities];
    ++stages[static_cast<std::size_t>(touch.stage)];
    if (hit.outcome == Outcome::Graze) ++grazes;
    if (hit && hit.first_touch < hit.delay) ++impacts_after_grazes;
  }
  for (std::size_t i = 0; i < kHostilities; ++i) {
    EXPECT_GE(hits[i], queries[i] / 100) << "hostility " << i << " of " << queries[i];
    EXPECT_LE(hits[i], queries[i] * 99 / 100) << "hostility " << i << " of " << queries[i];
  }
  for (std::size_t i = 0; i < 4; ++i) EXPECT_GE(stages[i], count / 1000) << "stage " << i;
  EXPECT_GE(grazes, count / 50);
  EXPECT_GE(impacts_after_grazes, count / 500);
}

const std::uint64_t kCount = long_form() ? 1000000 : 3000;

TEST(FeaturesAgainstTheOracle, VerticesMeetFacesAsFractionsSay) { compare_with_oracle<VertexFace>(kCount); }
TEST(FeaturesAgainstTheOracle, EdgesMeetEdgesAsFractionsSay) { compare_with_oracle<EdgeEdge>(kCount); }
TEST(FeaturesAgainstTheOracle, PointsMeetSegmentsAsFractionsSay) {
  compare_with_oracle<PointSegment>(kCount);
}

}  // namespace
}  // namespace firsthit
