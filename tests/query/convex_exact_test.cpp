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
struct PairQuery {
  Shape<D> shape_a, shape_b;
  Vec<D> position_a, position_b, velocity_a, velocity_b;
  double margin = 0.0;
  double end = 0.0;
};

/// Draws numbers of one kind.
struct Draw {
  enum class Kind {
    Whole,      // small whole numbers: ties and degenerate shapes
    Continuum,  // none of these
    Wild        // both, at sizes from 2^-200 to 2^200
  };
  Random& random;
  Kind kind = Kind::Whole;

  double number(int most) {
    if (kind == Kind::Continuum) return random.uniform(-most, most);
    const double whole = static_cast<double>(random.below(2 * static_cast<std::uint64_t>(most) + 1)) - most;
    if (kind == Kind::Whole) return whole;
    const double mantissa = random.below(2) == 0 ? whole : random.uniform(-1.0, 1.0);
    const int exponent = random.below(2) == 0 ? 0 : static_cast<int>(random.below(391)) - 195;
    return std::fabs(mantissa) < 0x1p-4 ? 0.0 : std::ldexp(mantissa, exponent);
  }
  double size(int most) {
    if (kind == Kind::Continuum) return random.uniform(0.0, most);
    if (kind == Kind::Wild) return std::fabs(number(most));
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
PairQuery<D> random_query(Draw& draw, bool with_boxes) {
  PairQuery<D> q;
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
  explicit Cores(const PairQuery<D>& q) {
    make_core<D>(q.shape_a, q.position_a, q.velocity_a, a);
    make_core<D>(q.shape_b, q.position_b, q.velocity_b, b);
  }
};

template <int D>
ConvexEvent<D> answer(const PairQuery<D>& q) {
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
  Check(const PairQuery<D>& q, Seen& seen)
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
Seen compare_with_brute_force(std::uint64_t seed, int count, Draw::Kind kind, bool with_boxes, bool nudged) {
  std::cout << "seed " << seed << '\n';
  Random random(seed);
  Draw draw{random, kind};
  Seen seen;
  for (int i = 0; i < count; ++i) {
    PairQuery<D> q = random_query<D>(draw, with_boxes);
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
  const Seen seen =
      compare_with_brute_force<2>(1, long_form() ? 100000 : 4000, Draw::Kind::Whole, true, false);
  EXPECT_GT(seen.thin, 50);
  EXPECT_GT(seen.tangent, 30);
  EXPECT_GT(seen.middle, 100);
  EXPECT_GT(seen.round, 100);
}

TEST(ExactConvexEvent, IsThatOfBruteForceOnSmallNumbersInSpace) {
  compare_with_brute_force<3>(2, long_form() ? 50000 : 1500, Draw::Kind::Whole, false, false);
}

TEST(ExactConvexEvent, IsThatOfBruteForceForBoxesInSpace) {
  compare_with_brute_force<3>(3, long_form() ? 20000 : 300, Draw::Kind::Whole, true, false);
}

TEST(ExactConvexEvent, IsThatOfBruteForceInTheContinuum) {
  compare_with_brute_force<2>(4, long_form() ? 30000 : 600, Draw::Kind::Continuum, true, false);
  compare_with_brute_force<3>(5, long_form() ? 10000 : 150, Draw::Kind::Continuum, false, false);
}

TEST(ExactConvexEvent, IsThatOfBruteForceNextToTies) {
  compare_with_brute_force<2>(6, long_form() ? 30000 : 600, Draw::Kind::Whole, true, true);
  compare_with_brute_force<3>(7, long_form() ? 10000 : 200, Draw::Kind::Whole, false, true);
}

TEST(ExactConvexEvent, IsThatOfBruteForceAtAllSizesAtOnce) {
  compare_with_brute_force<2>(8, long_form() ? 20000 : 400, Draw::Kind::Wild, true, false);
  compare_with_brute_force<3>(9, long_form() ? 5000 : 60, Draw::Kind::Wild, true, false);
}

/// Applies `change` to all vectors of a query: a linear map.
template <int D, class Change>
void change_vectors(Shape<D>& shape, const Change& change) {
  if (auto* segment = std::get_if<Segment<D>>(&shape)) {
    change(segment->from);
    change(segment->to);
  } else if (auto* capsule = std::get_if<Capsule<D>>(&shape)) {
    change(capsule->from);
    change(capsule->to);
  } else if (auto* hull = std::get_if<Hull<D>>(&shape)) {
    for (Vec<D>& v : hull->vertices) change(v);
  } else if (auto* triangle = std::get_if<Triangle>(&shape)) {
    if constexpr (D == 3)
      for (Vec<3>& v : triangle->vertices) change(v);
  } else if (auto* box = std::get_if<OrientedBox<D>>(&shape)) {
    for (Vec<D>& v : box->axes) change(v);
  }
}

template <int D, class Change>
void change_vectors(PairQuery<D>& q, const Change& change) {
  change_vectors<D>(q.shape_a, change);
  change_vectors<D>(q.shape_b, change);
  for (Vec<D>* v : {&q.position_a, &q.position_b, &q.velocity_a, &q.velocity_b}) change(*v);
}

template <int D>
void expect_same(const ConvexEvent<D>& a, const ConvexEvent<D>& b) {
  EXPECT_EQ(a.event.kind, b.event.kind);
  EXPECT_EQ(a.event.lower, b.event.lower);
  EXPECT_EQ(a.event.upper, b.event.upper);
  EXPECT_EQ(a.event.touch, b.event.touch);
  EXPECT_EQ(a.direction, b.direction);
}

/// Calls `check` with queries of every kind, and tells how many of them touch.
template <int D, class CheckOne>
void for_queries(std::uint64_t seed, const CheckOne& check) {
  std::cout << "seed " << seed << '\n';
  Random random(seed);
  int touching = 0;
  const int count = long_form() ? 20000 : 1000;
  for (int i = 0; i < count && !::testing::Test::HasFailure(); ++i) {
    SCOPED_TRACE("query " + std::to_string(i));
    Draw draw{random, i % 4 == 0 ? Draw::Kind::Continuum : Draw::Kind::Whole};
    const PairQuery<D> q = random_query<D>(draw, true);
    const ConvexEvent<D> event = answer(q);
    if (event.event.touch) ++touching;
    check(q, event);
  }
  EXPECT_GT(touching, count / 8);
}

template <int D>
void expect_symmetry(std::uint64_t seed) {
  for_queries<D>(seed, [](const PairQuery<D>& q, ConvexEvent<D> event) {
    PairQuery<D> swapped = q;
    std::swap(swapped.shape_a, swapped.shape_b);
    std::swap(swapped.position_a, swapped.position_b);
    std::swap(swapped.velocity_a, swapped.velocity_b);
    for (std::size_t i = 0; i < D; ++i) event.direction[i] *= -1.0;
    expect_same(answer(swapped), event);
  });
}

TEST(ExactConvexEvent, IsTheSameForBAndA) {
  expect_symmetry<2>(11);
  expect_symmetry<3>(12);
}

template <int D>
void expect_mirrors(std::uint64_t seed) {
  for_queries<D>(seed, [](const PairQuery<D>& q, const ConvexEvent<D>& event) {
    for (std::size_t axis = 0; axis < D; ++axis) {
      const auto mirror = [&](Vec<D>& v) { v[axis] = -v[axis]; };
      const auto turn = [&](Vec<D>& v) { std::swap(v[0], v[axis]); };
      PairQuery<D> image = q;
      change_vectors(image, mirror);
      ConvexEvent<D> expected = event;
      mirror(expected.direction);
      expect_same(answer(image), expected);
      image = q;
      change_vectors(image, turn);
      for (Shape<D>* shape : {&image.shape_a, &image.shape_b})
        if (auto* box = std::get_if<Box<D>>(shape)) turn(box->half_extents);
      expected = event;
      turn(expected.direction);
      expect_same(answer(image), expected);
    }
  });
}

TEST(ExactConvexEvent, IsMirroredWithItsShapes) {
  expect_mirrors<2>(13);
  expect_mirrors<3>(14);
}

template <int D>
void scale_sizes(Shape<D>& shape, double scale) {
  if (auto* ball = std::get_if<Ball>(&shape)) ball->radius *= scale;
  if (auto* capsule = std::get_if<Capsule<D>>(&shape)) capsule->radius *= scale;
  if (auto* box = std::get_if<Box<D>>(&shape))
    for (std::size_t i = 0; i < D; ++i) box->half_extents[i] *= scale;
}

template <int D>
void expect_no_scale(std::uint64_t seed) {
  for_queries<D>(seed, [](const PairQuery<D>& q, ConvexEvent<D> event) {
    for (const double scale : {0x1p-130, 0x1p-1, 0x1p97}) {
      PairQuery<D> image = q;
      change_vectors(image, [&](Vec<D>& v) {
        for (std::size_t i = 0; i < D; ++i) v[i] *= scale;
      });
      for (Shape<D>* shape : {&image.shape_a, &image.shape_b}) scale_sizes<D>(*shape, scale);
      image.margin *= scale;
      expect_same(answer(image), event);
      // And in other units of time.
      constexpr double kFaster = 0x1p40;
      for (Vec<D>* v : {&image.velocity_a, &image.velocity_b})
        for (std::size_t i = 0; i < D; ++i) (*v)[i] *= kFaster;
      image.end /= kFaster;
      ConvexEvent<D> expected = event;
      expected.event.lower /= kFaster;
      expected.event.upper /= kFaster;
      if (expected.event.touch) *expected.event.touch /= kFaster;
      expect_same(answer(image), expected);
    }
  });
}

TEST(ExactConvexEvent, KnowsNoUnits) {
  expect_no_scale<2>(15);
  expect_no_scale<3>(16);
}

/// The same set as another hull: its vertices the other way around, some twice, and with places in between.
template <int D>
Shape<D> told_otherwise(const Shape<D>& shape, Random& random) {
  Core<D> core;
  make_core<D>(shape, {}, {}, core);
  if (core.radius > 0.0 || core.box != nullptr) return shape;
  Hull<D> hull;
  hull.vertices.assign(core.offsets.rbegin(), core.offsets.rend());
  const std::size_t size = hull.vertices.size();
  for (int i = 0; i < 3; ++i) {
    const Vec<D> p = hull.vertices[random.below(size)];
    const Vec<D> q = hull.vertices[random.below(size)];
    Vec<D> middle;
    for (std::size_t k = 0; k < D; ++k) middle[k] = 0.5 * p[k] + 0.5 * q[k];
    hull.vertices.push_back(middle);
  }
  return hull;
}

template <int D>
void expect_set_only(std::uint64_t seed) {
  Random random(seed);
  for_queries<D>(seed, [&](const PairQuery<D>& q, const ConvexEvent<D>& event) {
    if (q.position_a[0] != std::floor(q.position_a[0])) return;  // where means are exact
    PairQuery<D> image = q;
    image.shape_a = told_otherwise<D>(q.shape_a, random);
    image.shape_b = told_otherwise<D>(q.shape_b, random);
    expect_same(answer(image), event);
  });
}

TEST(ExactConvexEvent, DependsOnTheSetsAlone) {
  expect_set_only<2>(17);
  expect_set_only<3>(18);
}

/// Is d the double nearest to sign * sqrt(square) - reach?
bool is_nearest_gap(double d, int sign, const Rational& square, const Rational& reach) {
  const auto compare_to = [&](const Rational& x) {  // the sign of the gap less x
    const Rational y = x + reach;
    if (sign > 0) return y < 0 ? 1 : sgn(Rational(square - y * y));
    return y > 0 ? -1 : -sgn(Rational(square - y * y));
  };
  const double infinity = std::numeric_limits<double>::infinity();
  const Rational above = (Rational(d) + Rational(std::nextafter(d, infinity))) / 2;
  const Rational below = (Rational(d) + Rational(std::nextafter(d, -infinity))) / 2;
  return compare_to(above) <= 0 && compare_to(below) >= 0;
}

template <int D>
void expect_nearest(std::uint64_t seed, bool with_boxes) {
  std::cout << "seed " << seed << '\n';
  Random random(seed);
  int apart = 0, meeting = 0;
  for (int i = 0; i < (long_form() ? 20000 : 500) && !::testing::Test::HasFailure(); ++i) {
    Draw draw{random, i % 4 == 0 ? Draw::Kind::Continuum : Draw::Kind::Whole};
    PairQuery<D> q = random_query<D>(draw, with_boxes);
    if (i % 2 == 0) q.position_b = q.position_a;
    const double t = i % 3 == 0 ? draw.size(2) : 0.0;
    const Cores<D> cores(q);
    const BruteForce<D> brute(cores.a, cores.b, q.margin);
    const ExactNearest<D> got = exact_nearest(cores.a, cores.b, t, q.margin);
    const auto place = brute.at(Rational(t));
    const bool meet = brute.contains(place);
    ++(meet ? meeting : apart);
    EXPECT_EQ(got.cores_meet, meet);
    EXPECT_EQ(got.sign, brute.gap_sign(place));
    const auto nearest = brute.nearest(place);
    EXPECT_TRUE(meet || is_rounded<D>(got.direction, nearest.to_place));
    EXPECT_TRUE(meet ? is_nearest_gap(got.gap, -1, brute.depth_squared(place), brute.reach())
                     : is_nearest_gap(got.gap, 1, nearest.squared, brute.reach()));
  }
  std::cout << "apart " << apart << ", meeting " << meeting << '\n';
  EXPECT_GT(meeting, 20);
  EXPECT_GT(apart, 20);
}

TEST(ExactNearest, RoundsTheExactGap) {
  expect_nearest<2>(21, true);
  expect_nearest<3>(22, false);
}

}  // namespace
}  // namespace firsthit
