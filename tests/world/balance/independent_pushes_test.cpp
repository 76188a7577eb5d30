#include "world/balance/independent_pushes.hpp"
#include "core/random.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace firsthit {
namespace {

UnitPush push_of(std::initializer_list<double> values) {
  UnitPush push;
  std::size_t row = 0;
  for (const double value : values) {
    if (value != 0.0) push.add(row, value);
    ++row;
  }
  return push;
}

// By hand: each of three directions is said once, though six pushes say something.
TEST(IndependentPushes, SayWhatAllSay) {
  const std::vector<UnitPush> pushes{push_of({1.0, 0.0, 0.0, 0.0}),  push_of({-2.0, 0.0, 0.0, 0.0}),
                                     push_of({1.0, 0.0, 1.0, 0.0}),  push_of({0.0, 0.0, 3.0, 0.0}),
                                     push_of({0.5, 0.0, 0.25, 2.0}), push_of({0.0, 0.0, 0.0, 0.0})};
  const IndependentPushes independent(pushes, 4);
  EXPECT_EQ(independent.taken().size(), 3u);
  EXPECT_FALSE(independent.are_all());
  std::vector<double> sum{1.0, 2.0, 3.0, 4.0};
  independent.take_from(sum);
  EXPECT_NEAR(sum[0], 0.0, 1e-15);
  EXPECT_EQ(sum[1], 2.0);  // none reaches that row
  EXPECT_NEAR(sum[2], 0.0, 1e-15);
  EXPECT_NEAR(sum[3], 0.0, 1e-15);
}

// What is nearly said already is taken last, and then not at all: 2^-20 of a right angle is new, 2^-40 of its
// square.
TEST(IndependentPushes, AreThoseWithMostThatIsNew) {
  const std::vector<UnitPush> pushes{push_of({1.0, 0.0}), push_of({1.0, 0x1p-20}), push_of({0.0, 1.0})};
  EXPECT_EQ(IndependentPushes(pushes, 2).taken(), (std::vector<std::size_t>{0, 2}));
  EXPECT_EQ(IndependentPushes(std::vector<UnitPush>{pushes[0], pushes[1]}, 2).taken(),
            (std::vector<std::size_t>{0}));
}

// The second says next to nothing new, so it comes last, though fewest have a row in common with it: what it
// says follows from the third, and not the third from it, enlarged a thousand times.
TEST(IndependentPushes, AreNotThoseWithLittleThatIsNewWhereThatIsCheaper) {
  const std::vector<UnitPush> pushes{push_of({1.0, 0.0, 0.0, 0.0}), push_of({1.0, 0x1p-10, 0.0, 0.0}),
                                     push_of({0.0, 1.0, 0x1p-10, 0.0}), push_of({0.0, 0.0, 1.0, 0.0}),
                                     push_of({0.0, 0.0, 1.0, 1.0})};
  EXPECT_EQ(IndependentPushes(pushes, 4).taken(), (std::vector<std::size_t>{0, 2, 3, 4}));
}

/// Pushes between neighbours in a row of many, some of them said twice.
TEST(IndependentPushes, SolveForSizesAmongMany) {
  Random random(1);
  for (const std::size_t count : {2u, 5u, 40u, 400u}) {
    const std::size_t rows = 2 * count;
    std::vector<UnitPush> pushes;
    std::size_t doubled = 0;
    for (std::size_t i = 0; i + 1 < count; ++i) {
      const double angle = random.uniform(0.0, 6.283);
      UnitPush push;
      push.add(2 * i, std::cos(angle));
      push.add(2 * i + 1, std::sin(angle));
      push.add(2 * i + 2, -std::cos(angle));
      push.add(2 * i + 3, -std::sin(angle));
      pushes.push_back(push);
      if (i % 3 == 1) {
        pushes.push_back(push);
        ++doubled;
      }
    }
    const IndependentPushes independent(pushes, rows);
    EXPECT_EQ(independent.taken().size(), pushes.size() - doubled);
    // The sizes for products are those whose sum has them.
    std::vector<double> known(pushes.size());
    for (double& one : known) one = random.uniform(-1.0, 1.0);
    const std::vector<double> sum = independent.summed(known);
    const std::vector<double> again = independent.summed(independent.nearest(sum));
    for (std::size_t row = 0; row < rows; ++row) EXPECT_NEAR(again[row], sum[row], 1e-9) << count;
    // What is left of any sum is at right angles to all.
    std::vector<double> left(rows);
    for (double& one : left) one = random.uniform(-1.0, 1.0);
    independent.take_from(left);
    double length = 0.0;
    for (const double one : left) length += one * one;
    EXPECT_GT(length, 0.1);
    for (const UnitPush& push : pushes) EXPECT_NEAR(push.dot(left), 0.0, 1e-12);
  }
}

}  // namespace
}  // namespace firsthit
