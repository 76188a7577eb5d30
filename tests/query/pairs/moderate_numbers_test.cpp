#include "query/pairs/moderate_numbers.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>

namespace firsthit {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNumbers[] = {0.0,
                               -0.0,
                               1.0,
                               -1.0,
                               0x1p100,
                               -0x1p100,
                               0x1.0000000000001p100,
                               -0x1.0000000000001p100,
                               0x1p-100,
                               -0x1p-100,
                               0x1.fffffffffffffp-101,
                               -0x1.fffffffffffffp-101,
                               0x1p-1074,
                               -0x1p-1022,
                               0x1.fffffffffffffp1023,
                               kInfinity,
                               -kInfinity,
                               std::numeric_limits<double>::quiet_NaN()};

bool is_usual(double x) { return x == 0.0 || (std::fabs(x) >= 0x1p-100 && std::fabs(x) <= 0x1p100); }
bool is_usual_size(double x) { return is_usual(x) && x >= 0.0; }

TEST(ModerateNumbers, AreToldOneByOneAndManyAtATime) {
  for (const double x : kNumbers) {
    EXPECT_EQ(is_moderate(x), is_usual(x)) << x;
    EXPECT_EQ(is_moderate_size(x), is_usual_size(x)) << x;
    for (std::size_t place = 0; place < 6; ++place) {
      std::array<double, 6> numbers = {1.0, 2.0, 0.0, 3.0, 4.0, 5.0};
      numbers[place] = x;
      ModerateNumbers even, odd, sizes, few;
      even.look_at<6>(numbers.data());
      EXPECT_EQ(even.are_all(), is_usual(x)) << x;
      odd.look_at<5>(numbers.data());
      EXPECT_EQ(odd.are_all(), place == 5 || is_usual(x)) << x;
      sizes.look_at_sizes<6>(numbers.data());
      EXPECT_EQ(sizes.are_all(), is_usual_size(x)) << x;
      few.look_at_sizes<3>(numbers.data());
      EXPECT_EQ(few.are_all(), place > 2 || is_usual_size(x)) << x;
      few.look_at_sizes(numbers[3], numbers[4]);
      EXPECT_EQ(few.are_all(), place == 5 || is_usual_size(x)) << x;
    }
  }
}

TEST(ModerateNumbers, AreThoseOfBothBodiesAndOfTheQuery) {
  for (const double x : kNumbers) {
    for (int place = 0; place < 15; ++place) {
      std::array<double, 15> numbers;
      numbers.fill(1.0);
      numbers[static_cast<std::size_t>(place)] = x;
      const Linear<3> course_a{{{numbers[0], numbers[1], numbers[2]}},
                               {{numbers[3], numbers[4], numbers[5]}}};
      const Linear<3> course_b{{{numbers[6], numbers[7], numbers[8]}},
                               {{numbers[9], numbers[10], numbers[11]}}};
      const Ball a{numbers[12]}, b{numbers[13]};
      const Query query{.horizon = kInfinity, .margin = numbers[14]};
      const bool expected = place < 12 ? is_usual(x) : is_usual_size(x);
      EXPECT_EQ(are_moderate(OnCourse<Ball, 3>{a, course_a}, OnCourse<Ball, 3>{b, course_b}, query), expected)
          << place << ": " << x;
    }
  }
  const Linear<2> course;
  const Box<2> box{{{1.0, 2.0}}};
  EXPECT_TRUE(are_moderate(OnCourse<Box<2>, 2>{box, course}, OnCourse<Box<2>, 2>{box, course}, {}));
  EXPECT_FALSE(are_moderate(OnCourse<Box<2>, 2>{box, course}, OnCourse<Box<2>, 2>{box, course}, {-1.0, 0.0}));
}

}  // namespace
}  // namespace firsthit
