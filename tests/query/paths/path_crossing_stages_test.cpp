#include "query/paths/path_crossing_stages.hpp"
#include "query/paths/random_paths.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <optional>

// Which stage answers, and that it makes no difference.

namespace firsthit {
namespace {

constexpr std::uint64_t kPairs = 100000;

template <int D>
void expect_few_exact() {
  std::uint64_t exact = 0;
  std::uint64_t crossings = 0;
  for (std::uint64_t seed = 0; seed < kPairs; ++seed) {
    const PathQuestion<D> question = PathSource<D>(seed).next(PathHostility::None);
    const auto answer = filtered_path_approach(question.p, question.q, question.query);
    if (!answer) ++exact;
    if (answer && answer->distance.upper <= question.query.tolerance) ++crossings;
  }
  EXPECT_LE(exact, kPairs / 1000);
  EXPECT_GT(crossings, kPairs / 20);
  EXPECT_LT(crossings, kPairs / 2);
}

TEST(PathCrossingStages, OfRandomPathsOneInAThousandAtMostIsExact) {
  expect_few_exact<2>();
  expect_few_exact<3>();
}

void expect_same_bits(const Certified& a, const Certified& b) {
  EXPECT_EQ(std::bit_cast<std::uint64_t>(a.lower), std::bit_cast<std::uint64_t>(b.lower));
  EXPECT_EQ(std::bit_cast<std::uint64_t>(a.upper), std::bit_cast<std::uint64_t>(b.upper));
}

template <int D>
void expect_same_bits(std::uint64_t count) {
  std::uint64_t filtered = 0;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    SCOPED_TRACE(seed);
    const auto hostility = static_cast<PathHostility>(seed % kPathHostilities);
    const PathQuestion<D> question = PathSource<D>(seed).next(hostility);
    const auto a = filtered_path_approach(question.p, question.q, question.query);
    if (!a) continue;
    ++filtered;
    const CertifiedApproach b = exact_path_approach(question.p, question.q, question.query);
    EXPECT_EQ(a->stretch, b.stretch);
    EXPECT_EQ(a->opposed, b.opposed);
    expect_same_bits(a->p.enter, b.p.enter);
    expect_same_bits(a->p.leave, b.p.leave);
    expect_same_bits(a->q.enter, b.q.enter);
    expect_same_bits(a->q.leave, b.q.leave);
    expect_same_bits(a->distance, b.distance);
    if (testing::Test::HasFailure()) return;
  }
  EXPECT_GT(filtered, count / 5);
}

TEST(PathCrossingStages, TheFilterAndTheExactStageGiveTheSameBits) {
  expect_same_bits<2>(20000);
  expect_same_bits<3>(20000);
}

}  // namespace
}  // namespace firsthit
