#include "core/fp_environment.hpp"

#include <gtest/gtest.h>

#include <cfenv>
#include <limits>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace firsthit {
namespace {

/// Sums and quotients that the compiler cannot take beforehand.
double sum(double a, double b) {
  volatile double x = a;
  volatile double y = b;
  volatile double r = x + y;
  return r;
}

class FpEnvironmentWith : public testing::TestWithParam<int> {};

TEST_P(FpEnvironmentWith, RoundsToNearestInsideAndAsTheCallerWishesAfter) {
  ASSERT_EQ(std::fesetround(GetParam()), 0);
  double above_half = 0.0;
  double below_half = 0.0;
  int inside = -1;
  {
    const FpEnvironment environment;
    inside = std::fegetround();
    above_half = sum(1.0, 0x1.8p-53);  // three quarters of the gap above 1
    below_half = sum(1.0, 0x1.8p-54);  // three eighths of it
  }
  const int after = std::fegetround();
  std::fesetround(FE_TONEAREST);
  EXPECT_EQ(inside, FE_TONEAREST);
  EXPECT_EQ(above_half, 1.0 + 0x1p-52);
  EXPECT_EQ(below_half, 1.0);
  EXPECT_EQ(after, GetParam());
}

INSTANTIATE_TEST_SUITE_P(EveryMode, FpEnvironmentWith,
                         testing::Values(FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO));

#if defined(__SSE2__) || defined(__aarch64__)

double product(double a, double b) {
  volatile double x = a;
  volatile double y = b;
  volatile double r = x * y;
  return r;
}

#if defined(__SSE2__)
constexpr unsigned kResults = 0x8000U, kArguments = 0x0040U;
unsigned control() { return _mm_getcsr(); }
void set_control(unsigned control) { _mm_setcsr(control); }
#else
constexpr unsigned kResults = 1U << 24, kArguments = kResults;
unsigned control() { return static_cast<unsigned>(__builtin_aarch64_get_fpcr()); }
void set_control(unsigned control) { __builtin_aarch64_set_fpcr(control); }
#endif

class FpEnvironmentFlushing : public testing::TestWithParam<unsigned> {};

TEST_P(FpEnvironmentFlushing, KeepsDenormalsInsideAndGivesTheSettingsBack) {
  const unsigned settings = control();
  const unsigned wished = (settings & ~(kResults | kArguments)) | GetParam();
  const double smallest = std::numeric_limits<double>::denorm_min();
  set_control(wished);
  const double outside = product(std::numeric_limits<double>::min(), 0.5);
  double made = 0.0;
  double read = 0.0;
  {
    const FpEnvironment environment;
    made = product(std::numeric_limits<double>::min(), 0.5);
    read = product(smallest, 0x1p100);
  }
  const unsigned after = control();
  set_control(settings);
  EXPECT_EQ(outside, (GetParam() & kResults) != 0 ? 0.0 : 0x1p-1023) << "else the test would show nothing";
  EXPECT_EQ(made, 0x1p-1023) << "a denormal result";
  EXPECT_EQ(read, 0x1p-974) << "a denormal argument";
  EXPECT_EQ(after & (kResults | kArguments), GetParam());
}

INSTANTIATE_TEST_SUITE_P(EverySetting, FpEnvironmentFlushing,
                         testing::Values(0U, kResults, kArguments, kResults | kArguments));

#endif

TEST(FpEnvironment, CanBeNested) {
  ASSERT_EQ(std::fesetround(FE_UPWARD), 0);
  int between = -1;
  {
    const FpEnvironment outer;
    { const FpEnvironment inner; }
    between = std::fegetround();
  }
  const int after = std::fegetround();
  std::fesetround(FE_TONEAREST);
  EXPECT_EQ(between, FE_TONEAREST);
  EXPECT_EQ(after, FE_UPWARD);
}

}  // namespace
}  // namespace firsthit
