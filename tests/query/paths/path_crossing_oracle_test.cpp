#include "query/paths/path_crossing_oracle.hpp"
#include "query/paths/path_crossing_stages.hpp"
#include "query/paths/random_paths.hpp"
#include "support/long_form.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <string>

// Law 3 for paths that cross: the answers are those of exact arithmetic, whatever the input.

namespace firsthit {
namespace {

template <int D>
std::string numbers(const PathQuestion<D>& question) {
  std::string r;
  const auto add = [&r](double x) {
    std::array<char, 40> text;
    std::snprintf(text.data(), text.size(), "%a, ", x);
    r += text.data();
  };
  for (const Linear<D>* course : {&question.p, &question.q})
    for (const Vec<D>* vector : {&course->position, &course->velocity})
      for (std::size_t i = 0; i < std::size_t{D}; ++i) add((*vector)[i]);
  add(question.query.horizon_p);
  add(question.query.horizon_q);
  add(question.query.tolerance);
  return r;
}

template <int D>
std::string objection(const PathQuestion<D>& question) {
  const auto& [p, q, query] = question;
  return oracle::objection(p, q, query, path_crossing(p, q, query));
}

template <int D>
void compare_with_oracle(std::uint64_t count) {
  std::array<std::array<std::uint64_t, 3>, kPathHostilities> kinds{};
  std::uint64_t filtered = 0;
  std::uint64_t opposed = 0;
  std::uint64_t irrational = 0;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    const std::size_t hostility = seed % kPathHostilities;
    PathQuestion<D> question = PathSource<D>(seed).next(static_cast<PathHostility>(hostility));
    const PathCrossing<D> answer = path_crossing(question.p, question.q, question.query);
    ASSERT_EQ(objection(question), "") << "seed " << seed << ": " << numbers(question);
    ++kinds[hostility][static_cast<std::size_t>(answer.kind)];
    if (answer.opposed) ++opposed;
    if (filtered_path_approach(question.p, question.q, question.query)) ++filtered;
    // A tolerance next to the distance, on either side.
    if (answer.distance.upper > 0x1p450 || answer.distance.lower < 0x1p-450) continue;
    if (answer.distance.lower != answer.distance.upper) ++irrational;
    for (const double tolerance : {answer.distance.lower, answer.distance.upper}) {
      question.query.tolerance = tolerance;
      ASSERT_EQ(objection(question), "") << "seed " << seed << ": " << numbers(question);
    }
  }
  for (std::size_t i = 0; i < kPathHostilities; ++i) {
    const std::uint64_t queries = kinds[i][0] + kinds[i][1] + kinds[i][2];
    EXPECT_GE(kinds[i][0], queries / 20) << "hostility " << i;
    EXPECT_GE(kinds[i][1] + kinds[i][2], queries / 20) << "hostility " << i;
  }
  const auto& parallel = kinds[static_cast<std::size_t>(PathHostility::Parallel)];
  EXPECT_GE(parallel[2], count / kPathHostilities / 5);
  EXPECT_GE(opposed, count / 50);
  EXPECT_GE(irrational, count / 20);
  EXPECT_GE(filtered, count / 5);
  EXPECT_LE(filtered, count * 4 / 5);
}

const std::uint64_t kCount = long_form() ? 100000 : 4500;

TEST(PathCrossingAgainstTheOracle, PathsInThePlaneCrossAsFractionsSay) { compare_with_oracle<2>(kCount); }
TEST(PathCrossingAgainstTheOracle, PathsInSpaceCrossAsFractionsSay) { compare_with_oracle<3>(kCount); }

}  // namespace
}  // namespace firsthit
