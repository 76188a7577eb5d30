#include "world/balance/basis_factors.hpp"
#include "core/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace firsthit {
namespace {

/// A row of its own each, and two others that it reaches: most of these can be told apart.
UnitPush random_push(Random& random, std::size_t rows, std::size_t own) {
  UnitPush push;
  push.add(own, 1.0);
  for (int more = 0; more < 2; ++more) {
    const std::size_t row = random.below(rows);
    const double value = random.uniform(-1.0, 1.0);
    bool is_new = true;
    for (std::uint32_t k = 0; k < push.count; ++k) is_new = is_new && push.row[k] != row;
    if (is_new) push.add(row, value);
  }
  return push;
}

/// The largest of what the solutions of both kinds leave of what they are of.
double worst_residual(Random& random, const BasisFactors& factors, const std::vector<UnitPush>& columns) {
  const std::size_t rows = columns.size();
  std::vector<double> sum(rows), sizes(rows), of_rows(rows);
  for (double& one : sum) one = random.uniform(-1.0, 1.0);
  factors.solve(sum, sizes);
  factors.solve_transposed(sum, of_rows);
  double worst = 0.0;
  for (std::size_t i = 0; i < rows; ++i) worst = std::max(worst, std::fabs(columns[i].dot(of_rows) - sum[i]));
  for (std::size_t i = 0; i < rows; ++i) columns[i].add_to(sum, -sizes[i]);
  for (const double one : sum) worst = std::max(worst, std::fabs(one));
  return worst;
}

TEST(BasisFactors, SolveEquationsOfPushes) {
  Random random(1);
  int sound = 0;
  for (const std::size_t rows : {1u, 2u, 3u, 6u, 20u, 100u, 1000u}) {
    for (int times = 0; times < 20; ++times) {
      std::vector<UnitPush> columns;
      for (std::size_t i = 0; i < rows; ++i) columns.push_back(random_push(random, rows, i));
      BasisFactors factors(std::vector<double>(rows, 1.0));
      if (!factors.renew(columns)) continue;
      ++sound;
      EXPECT_LT(worst_residual(random, factors, columns), 1e-7) << rows;
    }
  }
  EXPECT_GT(sound, 100);
}

TEST(BasisFactors, SolveThemWherePushesHaveBeenReplaced) {
  Random random(2);
  const std::size_t rows = 30;
  std::vector<UnitPush> columns;
  for (std::size_t i = 0; i < rows; ++i) {
    UnitPush one;
    one.add(i, i % 2 == 0 ? 1.0 : -1.0);
    columns.push_back(one);
  }
  std::vector<double> diagonal;
  for (const UnitPush& one : columns) diagonal.push_back(one.value[0]);
  BasisFactors factors(diagonal);
  EXPECT_LT(worst_residual(random, factors, columns), 1e-15);
  for (int times = 0; times < 60; ++times) {
    const std::size_t place = random.below(rows);
    const UnitPush next = random_push(random, rows, place);
    std::vector<double> sum(rows, 0.0), sizes(rows);
    next.add_to(sum, 1.0);
    factors.solve(sum, sizes);
    if (std::fabs(sizes[place]) < 0.1) continue;
    EXPECT_TRUE(factors.replace(place, next, sizes[place]));
    columns[place] = next;
    EXPECT_LT(worst_residual(random, factors, columns), 1e-8) << times;
  }
  EXPECT_GT(factors.replaced(), 20u);
  ASSERT_TRUE(factors.renew(columns));
  EXPECT_EQ(factors.replaced(), 0u);
  EXPECT_LT(worst_residual(random, factors, columns), 1e-10);
}

TEST(BasisFactors, TellWhereRoundingHasReachedThem) {
  BasisFactors factors(std::vector<double>(3, 1.0));
  UnitPush push;
  push.add(0, 1.0);
  push.add(1, 0.5);
  std::vector<double> sum(3, 0.0), sizes(3);
  push.add_to(sum, 1.0);
  factors.solve(sum, sizes);
  EXPECT_TRUE(factors.replace(1, push, sizes[1]));
  // It takes its own place, so its share is 1.
  EXPECT_FALSE(factors.replace(1, push, 1.0 + 0x1p-10));
}

TEST(BasisFactors, StayAsTheyAreWherePushesCannotBeToldApart) {
  Random random(3);
  std::vector<UnitPush> columns(3);
  columns[0].add(0, 1.0);
  columns[1].add(1, 1.0);
  columns[1].add(2, 1.0);
  columns[2].add(2, 2.0);
  BasisFactors factors(std::vector<double>(3, 1.0));
  ASSERT_TRUE(factors.renew(columns));
  std::vector<UnitPush> alike = columns;
  alike[2] = UnitPush{};
  alike[2].add(0, 0.5);
  EXPECT_FALSE(factors.renew(alike));
  EXPECT_LT(worst_residual(random, factors, columns), 1e-15);
}

}  // namespace
}  // namespace firsthit
