#include "core/random.hpp"
#include "query/convex/convex_event.hpp"
#include "query/convex/exact_distance.hpp"
#include "query/convex_brute_force.hpp"
#include "support/long_form.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <limits>
#include <memory>

namespace firsthit {
namespace {

using testing::BruteForce;
using testing::Rational;
using Kind = GapEvent::Kind;

/// Two shapes on their courses, which the cores refer to.
template <int D>
struct Query2 {
  Shape<D> shape_a, shape_b;
  Vec<D> position_a, position_b, velocity_a, velocity_b;
  double margin = 0.0;
  double end = 0.0;
};

/// Draws numbers of one kind.
struct Draw {
  Random& random;
  bool grid = true;  // small whole numbers, else of the continuum

  double number(int most) {
    if (!grid) return random.uniform(-most, most);
    return static_cast<double>(random.below(2 * static_cast<std::uint64_t>(most) + 1)) - most;
  }
  double size(int most) {
    if (!grid) return random.uniform(0.0, most);
    return static_cast<double>(random.below(static_cast<std::uint64_t>(most) + 1));
  }
  template <int D>
  Vec<D> vec(int most) {
    Vec<D> r;
    for (std::size_t i = 0; i < D; ++i) r[i] = number(most);
    return r;
  }
};

template <int D>
Shape<D> random_shape(Draw& draw, bool with_boxes) {
  switch (draw.random.below(with_boxes ? 8 : 6)) {
    case 0:
      return Point{};
    case 1:
      return Ball{draw.size(2)};
    case 2: {
      Segment<D> s;
      s.from = draw.vec<D>(2);
      s.to = draw.vec<D>(2);
      return s;
    }
    case 3: {
      Capsule<D> s;
      s.from = draw.vec<D>(2);
      s.to = draw.vec<D>(2);
      s.radius = draw.size(1);
      return s;
    }
    case 4: {
      Hull<D> s;
      const std::uint64_t size = 1 + draw.random.below(D == 2 ? 6 : 4);
      for (std::uint64_t i = 0; i < size; ++i) s.vertices.push_back(draw.vec<D>(2));
      return s;
    }
    case 5: {
      if constexpr (D == 3) {
        Triangle s;
        for (Vec<3>& v : s.vertices) v = draw.vec<3>(2);
        return s;
      } else {
        Box<D> s;
        for (std::size_t i = 0; i < D; ++i) s.half_extents[i] = draw.size(2);
        return s;
      }
    }
    case 6: {
      Box<D> s;
      for (std::size_t i = 0; i < D; ++i) s.half_extents[i] = draw.size(2);
      return s;
    }
    default: {
      OrientedBox<D> s;
      for (std::size_t i = 0; i < D; ++i) {
        s.half_extents[i] = draw.size(1);
        s.axes[i] = draw.vec<D>(2);
      }
      return s;
    }
  }
}

template <int D>
Query2<D> random_query(Draw& draw, bool with_boxes) {
  Query2<D> q;
  q.shape_a = random_shape<D>(draw, with_boxes);
  q.shape_b = random_shape<D>(draw, with_boxes);
  q.position_a = draw.vec<D>(2);
  q.position_b = draw.vec<D>(3);
  q.velocity_a = draw.vec<D>(1);
  q.velocity_b = draw.vec<D>(1);
  if (draw.random.below(3) != 0)  // towards each other, more or less
    for (std::size_t i = 0; i < D; ++i) q.velocity_b[i] += q.position_a[i] - q.position_b[i];
  if (draw.random.below(4) == 0) q.margin = draw.size(1);
  q.end = draw.random.below(4) == 0 ? draw.size(3) : 64.0;
  return q;
}

/// Moves a number to a neighbour now and then.
template <int D>
void nudge(Vec<D>& v, Random& random) {
  for (std::size_t i = 0; i < D; ++i) {
    const std::uint64_t how = random.below(8);
    if (how == 0) v[i] = std::nextafter(v[i], 10.0);
    if (how == 1) v[i] = std::nextafter(v[i], -10.0);
    if (std::fabs(v[i]) < 0x1p-200) v[i] = 0.0;
  }
}

template <int D>
struct Cores {
  Core<D> a, b;
  explicit Cores(const Query2<D>& q) {
    make_core<D>(q.shape_a, q.position_a, q.velocity_a, a);
    make_core<D>(q.shape_b, q.position_b, q.velocity_b, b);
  }
};

template <int D>
ConvexEvent<D> answer(const Query2<D>& q) {
  const Cores<D> cores(q);
  return exact_convex_event(cores.a, cores.b, q.margin, q.end);
}

bool is_nearest(double d, const Rational& q) {
  const Rational off = abs(Rational(Rational(d) - q));
  const double infinity = std::numeric_limits<double>::infinity();
  const Rational above = abs(Rational(Rational(std::nextafter(d, infinity)) - q));
  const Rational below = abs(Rational(Rational(std::nextafter(d, -infinity)) - q));
  return off <= above && off <= below;
}

template <int D>
::testing::AssertionResult is_rounded(const Vec<D>& direction, const testing::Place<D>& exact) {
  Rational most = 0;
  for (const Rational& x : exact) most = std::max<Rational>(most, abs(x));
  for (std::size_t i = 0; i < D; ++i)
    if (most == 0 ? direction[i] != 0.0 : !is_nearest(direction[i], exact[i] / most))
      return ::testing::AssertionFailure() << "component " << i << ": " << direction[i] << ", exactly "
                                           << (most == 0 ? 0.0 : Rational(exact[i] / most).get_d());
  return ::testing::AssertionSuccess();
}

/// How often what was seen.
struct Seen {
  int miss = 0, graze = 0, impact = 0, overlap = 0;
  int at_start = 0, tangent = 0, middle = 0, thin = 0, exact_time = 0, between = 0, round = 0;
};

/// Compares an answer with brute force.
template <int D>
class Check {
 public:
  Check(const Query2<D>& q, Seen& seen)
      : seen_(seen), cores_(q), brute_(cores_.a, cores_.b, q.margin), end_(q.end), got_(answer(q)) {
    if (got_.event.kind == Kind::None) ++(got_.event.touch ? seen_.graze : seen_.miss);
    if (got_.event.kind == Kind::Impact) ++seen_.impact;
    if (got_.event.kind == Kind::Overlap) ++seen_.overlap;
  }

  void run() {
    const auto& v = brute_.velocity();
    const bool rests = std::all_of(v.begin(), v.end(), [](const Rational& x) { return x == 0; });
    if (at_start()) return;
    if (rests) return expect_miss();
    if (brute_.reach() == 0) return sharp();
    grown();
  }

 private:
  void expect_miss() {
    EXPECT_EQ(got_.event.kind, Kind::None);
    EXPECT_FALSE(got_.event.touch);
    EXPECT_EQ(got_.direction, Vec<D>{});
  }

  void expect_start(Kind kind) {
    ++seen_.at_start;
    EXPECT_EQ(got_.event.kind, kind);
    EXPECT_EQ(got_.event.touch, 0.0);
    EXPECT_EQ(got_.event.lower, 0.0);
    EXPECT_EQ(got_.event.upper, 0.0);
  }

  void expect_direction_among(const std::vector<testing::Place<D>>& normals) {
    const auto against = brute_.in_cone(testing::times<D>(-1, brute_.velocity()), normals);
    if (testing::dot<D>(against, against) != 0) {
      EXPECT_TRUE(is_rounded<D>(got_.direction, against));
      return;
    }
    ++seen_.middle;
    Vec<D> sum = brute_.middle(normals);
    double most = 0.0;
    for (std::size_t i = 0; i < D; ++i) most = std::max(most, std::fabs(sum[i]));
    for (std::size_t i = 0; i < D; ++i)
      EXPECT_NEAR(got_.direction[i], most < 1e-12 ? 0.0 : sum[i] / most, 1e-12);
  }

  bool at_start() {
    const testing::Place<D> start{};
    const int gap = brute_.gap_sign(start);
    if (gap > 0) return false;
    const auto& v = brute_.velocity();
    if (!brute_.contains(start)) {
      const auto n = brute_.nearest(start).to_place;
      const bool closing = testing::dot<D>(n, v) < 0;
      expect_start(!closing ? Kind::None : gap < 0 ? Kind::Overlap : Kind::Impact);
      EXPECT_TRUE(is_rounded<D>(got_.direction, n));
      return true;
    }
    const auto normals = brute_.least_deep(start);
    const bool closing =
        std::all_of(normals.begin(), normals.end(), [&](const auto& n) { return testing::dot<D>(n, v) < 0; });
    // On the boundary of a solid set the course enters if it goes against all normals.
    expect_start(!closing ? Kind::None : gap < 0 ? Kind::Overlap : Kind::Impact);
    expect_direction_among(normals);
    return true;
  }

  void expect_time(const Rational& t) {
    ASSERT_TRUE(got_.event.touch);
    const double lower = *got_.event.touch;
    EXPECT_LE(Rational(lower), t);
    if (Rational(lower) == t) ++seen_.exact_time;
    const double upper = Rational(lower) == t ? lower : std::nextafter(lower, 1e300);
    EXPECT_GE(Rational(upper), t);
    if (got_.event.kind != Kind::None) {
      EXPECT_EQ(got_.event.lower, lower);
      EXPECT_EQ(got_.event.upper, upper);
    }
  }

  void sharp() {
    const auto crossing = brute_.crossing({});
    if (crossing.empty || crossing.from < 0 || crossing.from > Rational(end_)) return expect_miss();
    const bool thin = !crossing.inside && brute_.passes_thin();
    if (thin) ++seen_.thin;
    EXPECT_EQ(got_.event.kind, crossing.inside || thin ? Kind::Impact : Kind::None);
    expect_time(crossing.from);
    expect_direction_among(brute_.least_deep(brute_.at(crossing.from)));
  }

  void grown() {
    const auto& v = brute_.velocity();
    const Rational reach_squared = brute_.reach() * brute_.reach();
    const auto line = brute_.nearest_to_line();
    const auto falls = [&](const testing::Place<D>& x) {
      return testing::dot<D>(brute_.nearest(x).to_place, v) < 0;
    };
    if (line.squared > reach_squared || !falls({})) return expect_miss();
    if (line.squared == reach_squared) {
      ++seen_.tangent;
      const auto crossing = brute_.crossing(testing::times<D>(-1, line.to_place));
      ASSERT_FALSE(crossing.empty);
      if (crossing.from > Rational(end_)) return expect_miss();
      EXPECT_EQ(got_.event.kind, Kind::None);
      expect_time(crossing.from);
      EXPECT_TRUE(
          is_rounded<D>(got_.direction, brute_.nearest(brute_.at(Rational(*got_.event.touch))).to_place));
      return;
    }
    if (!got_.event.touch) {
      const auto at_end = brute_.at(Rational(end_));
      EXPECT_TRUE(brute_.gap_sign(at_end) > 0 && falls(at_end));
      return expect_miss();
    }
    EXPECT_EQ(got_.event.kind, Kind::Impact);
    ++seen_.round;
    const double lower = got_.event.lower;
    const double upper = got_.event.upper;
    EXPECT_LE(upper, end_);
    EXPECT_EQ(got_.event.touch, lower);
    const auto before = brute_.at(Rational(lower));
    const auto after = brute_.at(Rational(upper));
    if (lower == upper) {
      ++seen_.exact_time;
      EXPECT_EQ(brute_.gap_sign(before), 0);
      EXPECT_TRUE(falls(before));
    } else {
      EXPECT_EQ(upper, std::nextafter(lower, 1e300));
      EXPECT_TRUE(brute_.gap_sign(before) > 0 && falls(before));
      const int sign = brute_.gap_sign(after);
      EXPECT_TRUE(sign < 0 || !falls(after));
      if (sign >= 0) ++seen_.between;
    }
    EXPECT_TRUE(is_rounded<D>(got_.direction, brute_.nearest(before).to_place));
  }

  Seen& seen_;
  Cores<D> cores_;
  BruteForce<D> brute_;
  double end_;
  ConvexEvent<D> got_;
};

template <int D>
Seen compare_with_brute_force(std::uint64_t seed, int count, bool grid, bool with_boxes, bool nudged) {
  std::cout << "seed " << seed << '\n';
  Random random(seed);
  Draw draw{random, grid};
  Seen seen;
  for (int i = 0; i < count; ++i) {
    Query2<D> q = random_query<D>(draw, with_boxes);
    if (nudged) {
      nudge(q.position_a, random);
      nudge(q.position_b, random);
      nudge(q.velocity_b, random);
    }
    SCOPED_TRACE("query " + std::to_string(i) + ", shapes " + std::to_string(q.shape_a.index()) + " and " +
                 std::to_string(q.shape_b.index()));
    Check<D>(q, seen).run();
    if (::testing::Test::HasFailure()) break;
  }
  std::cout << "miss " << seen.miss << ", graze " << seen.graze << ", impact " << seen.impact << ", overlap "
            << seen.overlap << "; at start " << seen.at_start << ", tangent " << seen.tangent << ", middle "
            << seen.middle << ", thin " << seen.thin << ", round " << seen.round << ", exact time "
            << seen.exact_time << ", between " << seen.between << '\n';
  return seen;
}

TEST(ExactConvexEvent, IsThatOfBruteForceOnSmallNumbersInThePlane) {
  const Seen seen = compare_with_brute_force<2>(1, long_form() ? 100000 : 4000, true, true, false);
  EXPECT_GT(seen.thin, 50);
  EXPECT_GT(seen.tangent, 30);
  EXPECT_GT(seen.middle, 100);
  EXPECT_GT(seen.round, 100);
}

TEST(ExactConvexEvent, IsThatOfBruteForceOnSmallNumbersInSpace) {
  compare_with_brute_force<3>(2, long_form() ? 50000 : 1500, true, false, false);
}

TEST(ExactConvexEvent, IsThatOfBruteForceForBoxesInSpace) {
  compare_with_brute_force<3>(3, long_form() ? 20000 : 300, true, true, false);
}

TEST(ExactConvexEvent, IsThatOfBruteForceInTheContinuum) {
  compare_with_brute_force<2>(4, long_form() ? 30000 : 600, false, true, false);
  compare_with_brute_force<3>(5, long_form() ? 10000 : 150, false, false, false);
}

TEST(ExactConvexEvent, IsThatOfBruteForceNextToTies) {
  compare_with_brute_force<2>(6, long_form() ? 30000 : 600, true, true, true);
  compare_with_brute_force<3>(7, long_form() ? 10000 : 200, true, false, true);
}

}  // namespace
}  // namespace firsthit
