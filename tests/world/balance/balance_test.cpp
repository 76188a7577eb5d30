#include "core/random.hpp"
#include "world/balance/cheapest_balance.hpp"
#include "world/balance/least_pushes.hpp"

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
    ASSERT_EQ(found.is_reached(), std::isfinite(least)) << times;
    if (!found.is_reached()) continue;
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

UnitPush push_up(std::size_t body) {
  UnitPush push;
  push.add(body, 1.0);
  return push;
}
UnitPush push_up(std::size_t body, std::size_t from) {
  UnitPush push = push_up(body);
  push.add(from, -1.0);
  return push;
}

// Two towers, the second without a floor: its two bodies fall, and the three of the first stand.
TEST(Balance, TellsWhoFalls) {
  const std::vector<UnitPush> pushes{push_up(0), push_up(1, 0), push_up(2, 1), push_up(4, 3)};
  const std::vector<double> free(pushes.size(), 0.0);
  const std::vector<double> weights{1.0, 2.0, 3.0, 4.0, 5.0};
  EXPECT_EQ(cheapest_balance(pushes, free, weights).moves,
            (std::vector<bool>{false, false, false, true, true}));
  const Balance of_first =
      cheapest_balance(std::span(pushes).first(3), std::span(free).first(3), std::span(weights).first(3));
  EXPECT_TRUE(of_first.is_reached());
  EXPECT_EQ(of_first.size, (std::vector<double>{6.0, 5.0, 3.0}));
}

/// Bodies of the plane that lie on up to four of those below them, or on the ground.
Problem random_pile(Random& random, std::size_t count) {
  Problem pile;
  for (std::size_t body = 0; body < count; ++body) {
    const std::size_t contacts = 2 + random.below(3);
    for (std::size_t i = 0; i < contacts; ++i) {
      const double angle = random.uniform(0.3, 2.84);
      const std::size_t below = random.below(body + 1);
      UnitPush push;
      push.add(2 * body, std::cos(angle));
      push.add(2 * body + 1, std::sin(angle));
      if (below < body) {
        push.add(2 * below, -std::cos(angle));
        push.add(2 * below + 1, -std::sin(angle));
      }
      pile.pushes.push_back(push);
      pile.cost.push_back(random.uniform(0.0, 1.0));
    }
    pile.target.push_back(0.0);
    pile.target.push_back(1.0);
  }
  return pile;
}

TEST(Balance, IsAsCheapFromAnyBeginning) {
  Random random(4);
  int balanced = 0, not_balanced = 0;
  for (int times = 0; times < 200; ++times) {
    const std::size_t count = 1 + static_cast<std::size_t>(times % 10);
    const Problem pile = random_pile(random, count);
    RowsByDepth by_depth{2, {}};
    for (std::size_t body = count; body-- > 0;) by_depth.order.push_back(body);
    const Balance one = cheapest_balance(pile.pushes, pile.cost, pile.target);
    const Balance other = cheapest_balance(pile.pushes, pile.cost, pile.target, by_depth);
    ASSERT_EQ(one.is_reached(), other.is_reached()) << times;
    if (!one.is_reached()) {
      ++not_balanced;
      continue;
    }
    ++balanced;
    double cost = 0.0, other_cost = 0.0;
    std::vector<double> left = pile.target;
    for (std::size_t i = 0; i < pile.pushes.size(); ++i) {
      ASSERT_GE(other.size[i], 0.0);
      cost += one.size[i] * pile.cost[i];
      other_cost += other.size[i] * pile.cost[i];
      pile.pushes[i].add_to(left, -other.size[i]);
    }
    EXPECT_NEAR(other_cost, cost, 1e-9 * cost) << times;
    for (const double row : left) EXPECT_NEAR(row, 0.0, 1e-9 * cost);
  }
  EXPECT_GT(balanced, 20);
  EXPECT_GT(not_balanced, 20);
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

}  // namespace
}  // namespace firsthit
