#include "record/base/number_text.hpp"

#include "core/random.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

namespace firsthit {
namespace {

template <class Number>
std::string text_of(Number number) {
  char room[kMostOfNumber];
  return {room, write_number(room, number)};
}

/// What fmt says, which knows one zero more.
void expect_as_fmt(double number) { ASSERT_EQ(text_of(number), fmt::format("{}", number + 0.0)); }

TEST(NumberText, IsThatOfFmt) {
  Random random(71);
  for (int i = 0; i < 300000; ++i) {
    const std::uint64_t bits = random.next();
    const double any = std::bit_cast<double>(bits);
    if (std::isfinite(any)) expect_as_fmt(any);
    expect_as_fmt(std::ldexp(random.uniform(-1.0, 1.0), static_cast<int>(random.below(80)) - 40));
    expect_as_fmt(static_cast<double>(bits % 100000) / 1000.0);  // few digits
    expect_as_fmt(static_cast<double>(bits % 1000) *
                  std::pow(10.0, static_cast<double>(random.below(40)) - 20.0));
  }
}

TEST(NumberText, IsThatOfFmtWhereItsFormChanges) {
  for (int power = -330; power <= 308; ++power) {
    const double number = std::strtod(("1e" + std::to_string(power)).c_str(), nullptr);
    for (const double each :
         {number, std::nextafter(number, 0.0), std::nextafter(number, 1e308), 1.5 * number})
      for (const double sign : {1.0, -1.0}) expect_as_fmt(sign * each);
  }
  for (const double each : {0.0, -0.0, 1e-5, 9.999e-5, 1e-4, 123456789012345680.0, 9999999999999998.0, 1e16})
    expect_as_fmt(each);
  using Limits = std::numeric_limits<double>;
  for (const double each : {Limits::max(), Limits::min(), Limits::denorm_min(), Limits::epsilon()}) {
    expect_as_fmt(each);
    expect_as_fmt(-each);
  }
}

TEST(NumberText, ReadsBackAsTheSameNumber) {
  Random random(72);
  for (int i = 0; i < 100000; ++i) {
    const double number = std::bit_cast<double>(random.next());
    if (!std::isfinite(number)) continue;
    ASSERT_EQ(std::strtod(text_of(number).c_str(), nullptr), number);
  }
}

TEST(NumberText, OfWholeNumbersHasAllDigits) {
  Random random(73);
  for (int i = 0; i < 100000; ++i) {
    const std::uint64_t number = random.next() >> random.below(64);
    ASSERT_EQ(text_of(number), std::to_string(number));
  }
  for (const std::uint64_t each : {std::uint64_t{0}, std::numeric_limits<std::uint64_t>::max()})
    EXPECT_EQ(text_of(each), std::to_string(each));
}

}  // namespace
}  // namespace firsthit
