#include "world/heaps/balance.hpp"
#include "core/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace firsthit {
namespace {

/// Pushes in the plane, along random directions, and what two of them at a time do: all there is to try.
struct Problem {
  std::vector<UnitPush> pushes;
  std::vector<double> cost;
  std::vector<double> target;
};

Problem random_problem(Random& random, std::size_t count) {
  Problem problem;
  for (std::size_t i = 0; i < count; ++i) {
    const double angle = random.uniform(0.0, 6.283);
    UnitPush push;
    push.add(0, std::cos(angle));
    push.add(1, std::sin(angle));
    problem.pushes.push_back(push);
    problem.cost.push_back(random.uniform(0.0, 1.0));
  }
  problem.target = {random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
  return problem;
}

/// The least cost of two pushes that add up to the target; infinite if none do. An optimum of a linear
/// program needs no more pushes than there are rows.
double least_cost(const Problem& problem) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < problem.pushes.size(); ++i) {
    for (std::size_t j = i + 1; j < problem.pushes.size(); ++j) {
      const auto& a = problem.pushes[i].value;
      const auto& b = problem.pushes[j].value;
      const double area = a[0] * b[1] - a[1] * b[0];
      const double of_a = (problem.target[0] * b[1] - problem.target[1] * b[0]) / area;
      const double of_b = (a[0] * problem.target[1] - a[1] * problem.target[0]) / area;
      if (of_a < 0.0 || of_b < 0.0) continue;
      least = std::min(least, of_a * problem.cost[i] + of_b * problem.cost[j]);
    }
  }
  return least;
}

TEST(Balance, IsTheCheapestOfAll) {
  Random random(1);
  int balanced = 0;
  for (int times = 0; times < 2000; ++times) {
    const Problem problem = random_problem(random, 2 + static_cast<std::size_t>(times % 5));
    const double least = least_cost(problem);
    const Balance found = cheapest_balance(problem.pushes, problem.cost, problem.target);
    const bool missed = found.missed[0] || found.missed[1];
    ASSERT_EQ(missed, std::isinf(least)) << times;
    if (missed) continue;
    ++balanced;
    double cost = 0.0;
    std::array<double, 2> sum{};
    for (std::size_t i = 0; i < problem.pushes.size(); ++i) {
      ASSERT_GE(found.size[i], 0.0);
      cost += found.size[i] * problem.cost[i];
      for (std::size_t row = 0; row < 2; ++row) sum[row] += found.size[i] * problem.pushes[i].value[row];
    }
    EXPECT_NEAR(cost, least, 1e-9 * (1.0 + least)) << times;
    EXPECT_NEAR(sum[0], problem.target[0], 1e-9 * (1.0 + cost));
    EXPECT_NEAR(sum[1], problem.target[1], 1e-9 * (1.0 + cost));
  }
  EXPECT_GT(balanced, 500);
  EXPECT_LT(balanced, 1500);
}

/// By Karush, Kuhn and Tucker: what pushes just reaches what is wanted, and what does not push exceeds it.
TEST(LeastPushes, PushOnlyWhatWouldFallShort) {
  Random random(2);
  int pushed = 0, unpushed = 0;
  for (int times = 0; times < 500; ++times) {
    const std::size_t rows = 6;
    std::vector<double> speed, inverse_mass, wanted;
    for (std::size_t row = 0; row < rows; ++row) {
      speed.push_back(random.uniform(-1.0, 1.0));
      inverse_mass.push_back(random.uniform(0.5, 2.0));
    }
    std::vector<UnitPush> pushes;
    for (int i = 0; i < 5; ++i) {
      UnitPush push;
      for (std::size_t row = 0; row < rows; ++row) push.add(row, random.uniform(-1.0, 1.0));
      pushes.push_back(push);
      wanted.push_back(random.uniform(-0.5, 0.5));
    }
    const std::vector<double> sizes = least_pushes(pushes, wanted, speed, inverse_mass);
    for (std::size_t i = 0; i < pushes.size(); ++i)
      for (std::uint32_t k = 0; k < pushes[i].count; ++k)
        speed[pushes[i].row[k]] += sizes[i] * pushes[i].value[k] * inverse_mass[pushes[i].row[k]];
    for (std::size_t i = 0; i < pushes.size(); ++i) {
      const double more = pushes[i].dot(speed) - wanted[i];
      ASSERT_GE(sizes[i], 0.0);
      ASSERT_GE(more, -1e-8) << times;
      if (sizes[i] > 0.0) {
        ASSERT_NEAR(more, 0.0, 1e-8) << times;
      }
      ++(sizes[i] > 0.0 ? pushed : unpushed);
    }
  }
  EXPECT_GT(pushed, 500);
  EXPECT_GT(unpushed, 500);
}

// By hand, squares of what is new: 9 of (0, 3, 0); then 1, 4, 1 and 4.25, so the last; then 3.76 of the
// second.
TEST(Independent, AreThoseWithMostThatIsNew) {
  const auto push = [](double x, double y, double z) {
    UnitPush one;
    one.add(0, x);
    one.add(2, y);
    one.add(3, z);
    return one;
  };
  const std::vector<UnitPush> pushes{push(1.0, 0.0, 0.0), push(-2.0, 0.0, 0.0), push(1.0, 1.0, 0.0),
                                     push(0.0, 3.0, 0.0), push(0.5, 0.25, 2.0)};
  EXPECT_EQ(independent(pushes, 4), (std::vector<std::size_t>{1, 3, 4}));
}

TEST(Factors, SolveAndTellWhatIsNoMatrixAboveZero) {
  const Factors factors({4.0, 2.0, 2.0, 3.0}, 2, 0x1p-40);
  ASSERT_TRUE(factors.is_sound());
  const std::vector<double> x = factors.solved({8.0, 7.0});  // 4 x + 2 y = 8, 2 x + 3 y = 7
  EXPECT_NEAR(x[0], 1.25, 1e-15);
  EXPECT_NEAR(x[1], 1.5, 1e-15);
  EXPECT_FALSE(Factors({1.0, 1.0, 1.0, 1.0}, 2, 0x1p-40).is_sound());
}

}  // namespace
}  // namespace firsthit
