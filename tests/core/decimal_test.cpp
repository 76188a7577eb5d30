#include "core/decimal.hpp"
#include "core/bits.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <optional>
#include <string>

namespace firsthit {
namespace {

TEST(Decimal, ReadsTheNearestDouble) {
  EXPECT_EQ(read_decimal("0.1"), 0x1.999999999999ap-4);
  EXPECT_EQ(read_decimal("-2.5e3"), -2500.0);
  EXPECT_EQ(read_decimal("9007199254740993"), 0x1p53);                         // a tie, to even
  EXPECT_EQ(read_decimal("9007199254740993.00000001"), 0x1.0000000000001p53);  // just above it
  EXPECT_EQ(read_decimal("5e-324"), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(read_decimal("1.7976931348623157e308"), std::numeric_limits<double>::max());
}

TEST(Decimal, RefusesWhatIsNoNumberOrBeyondDoubles) {
  for (const char* text : {"", "+1", " 1", "1 ", "0x1p3", "1e", "1.5.2", "--1", "1_0", "1e400", "-1e400",
                           "1e-400", "5e-324.5", "5e-324e1"})
    EXPECT_FALSE(read_decimal(text)) << text;
}

TEST(Decimal, ReadsWhatIsNotFinite) {
  for (const char* text : {"inf", "Inf", "INFINITY"})
    EXPECT_EQ(read_decimal(text), std::numeric_limits<double>::infinity()) << text;
  EXPECT_EQ(read_decimal("-inf"), -std::numeric_limits<double>::infinity());
  for (const char* text : {"nan", "NaN", "-nan"})
    EXPECT_TRUE(std::isnan(read_decimal(text).value_or(0.0))) << text;
  for (const char* text : {"in", "info", "nanny", "--inf", "+inf", "-"})
    EXPECT_FALSE(read_decimal(text)) << text;
}

TEST(Decimal, ReadsWhatATextBeginsWith) {
  const auto expect = [](const char* text, double number, const char* rest) {
    const std::optional<LeadingDecimal> found = leading_decimal(text);
    ASSERT_TRUE(found) << text;
    EXPECT_EQ(found->number, number) << text;
    EXPECT_EQ(found->rest, rest) << text;
  };
  expect("10min", 10.0, "min");
  expect("0.25 h", 0.25, " h");
  expect("2e3s", 2000.0, "s");
  expect("3events", 3.0, "events");  // no exponent
  expect("-1e-2", -0.01, "");
  expect("1.5.2", 1.5, ".2");
  for (const char* text : {"", "min", " 1", "+1", "e5"}) EXPECT_FALSE(leading_decimal(text)) << text;
}

TEST(Decimal, TheShortestTextReadsBackAsTheSameDouble) {
  EXPECT_EQ(shortest_decimal(0.1), "0.1");
  EXPECT_EQ(shortest_decimal(-3.0), "-3");
  std::uint64_t state = 1;
  for (int i = 0; i < 10000; ++i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    const auto x = bit_cast<double>((state & ~(std::uint64_t{1} << 62U)) | 1U);  // finite
    const std::string text = shortest_decimal(x);
    EXPECT_EQ(read_decimal(text), x) << text;
    EXPECT_EQ(std::strtod(text.c_str(), nullptr), x) << text;
  }
}

TEST(Decimal, TheShortestTextHasAnExponentOnlyIfItIsShorterSo) {
  const auto expect = [](double x, const char* text) { EXPECT_EQ(shortest_decimal(x), text); };
  expect(0.0, "0");
  expect(-0.0, "-0");
  expect(10.0, "10");
  expect(-1200.0, "-1200");
  expect(10000.0, "10000");
  expect(100000.0, "1e+05");
  expect(123456789.0, "123456789");
  expect(0.001, "0.001");
  expect(0.0001, "1e-04");
  expect(0.00012, "0.00012");
  expect(1.5e300, "1.5e+300");
  expect(0x1p60, "1152921504606846976");
  expect(std::numeric_limits<double>::denorm_min(), "5e-324");
  expect(std::numeric_limits<double>::max(), "1.7976931348623157e+308");
  expect(-std::numeric_limits<double>::infinity(), "-inf");
}

TEST(Bits, AreThoseOfTheOtherType) {
  EXPECT_EQ(bit_cast<std::uint64_t>(-0.0), std::uint64_t{1} << 63U);
  EXPECT_EQ(bit_cast<std::uint64_t>(1.0), std::uint64_t{0x3ff} << 52U);
  static_assert(bit_cast<double>(std::uint64_t{0x3ff} << 52U) == 1.0);
}

}  // namespace
}  // namespace firsthit
