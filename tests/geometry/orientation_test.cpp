#include "geometry/orientation.hpp"

#include "core/random.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cmath>

namespace firsthit {
namespace {

int exact(const Vec<2>& a, const Vec<2>& b, const Vec<2>& c) {
  const auto to = [&](const Vec<2>& p, std::size_t i) -> mpq_class {
    return mpq_class(p[i]) - mpq_class(a[i]);
  };
  return sgn(mpq_class(to(b, 0) * to(c, 1) - to(b, 1) * to(c, 0)));
}

TEST(Orientation, IsThatOfExactArithmeticNextToTheLineToo) {
  Random random(7);
  int on_line = 0;
  int near = 0;
  for (int i = 0; i < 20000; ++i) {
    SCOPED_TRACE("case " + std::to_string(i));
    const double scale = std::ldexp(1.0, static_cast<int>(random.below(300)) - 150);
    const Vec<2> a{scale * random.uniform(-1.0, 1.0), scale * random.uniform(-1.0, 1.0)};
    const Vec<2> b{scale * random.uniform(-1.0, 1.0), scale * random.uniform(-1.0, 1.0)};
    const double s = random.uniform(-1.0, 2.0);
    Vec<2> c{a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1])};
    for (const double shift : {0.0, 1.0, -1.0}) {
      if (shift != 0.0) c[1] = std::nextafter(c[1], shift * HUGE_VAL);
      const int sign = orientation(a, b, c);
      ASSERT_EQ(sign, exact(a, b, c));
      ASSERT_EQ(orientation(b, c, a), sign);
      ASSERT_EQ(orientation(b, a, c), -sign);
      ++near;
    }
    const Vec<2> middle{0.5 * a[0] + 0.5 * b[0], 0.5 * a[1] + 0.5 * b[1]};
    ASSERT_EQ(orientation(a, b, middle), exact(a, b, middle));
    on_line += orientation(a, b, middle) == 0 ? 1 : 0;
  }
  EXPECT_GT(near, 1000);
  EXPECT_GT(on_line, 1000);
}

TEST(Orientation, NumbersOfAnySizeWillDo) {
  const double tiny = 0x1p-1074;
  EXPECT_EQ(orientation({0.0, 0.0}, {tiny, 0.0}, {0.0, tiny}), 1);
  EXPECT_EQ(orientation({0.0, 0.0}, {1e308, tiny}, {-1e308, -tiny}), 0);
  EXPECT_EQ(orientation({0.0, 0.0}, {1e308, 2.0 * tiny}, {-1e308, -tiny}), 1);
  EXPECT_EQ(orientation({-0.0, 0.0}, {0.0, 0.0}, {0.0, -0.0}), 0);
}

}  // namespace
}  // namespace firsthit
