#include "query/random_shapes.hpp"
#include "support/long_form.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

// Laws 4, 5, 6 and 10 of first_hit and distance, for every pair of shapes.

namespace firsthit {
namespace {

template <int D>
std::string text(const Vec<D>& a) {
  std::string r;
  for (const double x : a.c) r += std::to_string(x) + " ";
  return r;
}

/// Both answers have the same bits, once the first is changed likewise.
template <int D>
void expect_changed(const Encounter<D>& e, const Encounter<D>& f, const Change<D>& change) {
  ASSERT_EQ(e.outcome, f.outcome);
  ASSERT_EQ(change.time * e.delay, f.delay);
  ASSERT_EQ(change.time * e.delay_upper, f.delay_upper);
  ASSERT_EQ(change.time * e.first_touch, f.first_touch);
  ASSERT_EQ(change.turned(e.normal), f.normal);
  ASSERT_EQ(change.place(e.point_a), f.point_a) << text(e.point_a) << text(f.point_a);
  ASSERT_EQ(change.place(e.point_b), f.point_b);
  ASSERT_EQ(change.length * e.gap, f.gap);
}

template <int D>
void expect_swapped(const Encounter<D>& e, const Encounter<D>& f) {
  Encounter<D> swapped = f;
  for (double& x : swapped.normal.c) x = -x;
  std::swap(swapped.point_a, swapped.point_b);
  Change<D> nothing;
  for (double& x : nothing.signs.c) x = 1.0;
  expect_changed(e, swapped, nothing);
  ASSERT_EQ(e.feature_a.kind, f.feature_b.kind);
  ASSERT_EQ(e.feature_a.index, f.feature_b.index);
  ASSERT_EQ(e.feature_b.kind, f.feature_a.kind);
  ASSERT_EQ(e.feature_b.index, f.feature_a.index);
}

template <int D>
void expect_finite(const Encounter<D>& e) {
  for (const Vec<D>& a : {e.normal, e.point_a, e.point_b})
    for (const double x : a.c) ASSERT_TRUE(std::isfinite(x));
  ASSERT_TRUE(std::isfinite(e.gap));
  ASSERT_FALSE(std::isnan(e.delay) || std::isnan(e.delay_upper) || std::isnan(e.first_touch));
  double square = 0.0;
  for (const double x : e.normal.c) square += x * x;
  ASSERT_TRUE(square == 0.0 || std::fabs(square - 1.0) < 1e-15);
}

template <int D>
Change<D> random_change(ShapeSource& source, bool scaled) {
  Change<D> change;
  for (double& x : change.signs.c) x = !scaled && source.below(2) == 0 ? -1.0 : 1.0;
  if (!scaled) return change;
  change.length = std::ldexp(1.0, static_cast<int>(source.below(121)) - 60);
  change.time = std::ldexp(1.0, static_cast<int>(source.below(41)) - 20);
  return change;
}

template <int D>
void check_laws(std::uint64_t kind_a, std::uint64_t kind_b, std::uint64_t count,
                std::map<Outcome, int>& seen) {
  for (std::uint64_t i = 0; i < count; ++i) {
    SCOPED_TRACE("shapes " + std::to_string(kind_a) + " and " + std::to_string(kind_b) + ", seed " +
                 std::to_string(i));
    ShapeSource source((kind_a * kShapeKinds + kind_b) * 100000 + i, i % 3 != 0);
    const Moving<D> a = source.moving<D>(kind_a);
    const Moving<D> b = source.moving<D>(kind_b);
    const Query query{source.below(3) == 0 ? 2.0 : 1e300, source.below(3) == 0 ? source.size(1.0) : 0.0};
    const Encounter<D> e = first_hit(a, b, query);
    ++seen[e.outcome];
    expect_finite(e);
    expect_swapped(e, first_hit(b, a, query));
    for (const bool scaled : {false, true}) {
      const auto change = random_change<D>(source, scaled);
      const Query changed{query.horizon * change.time, query.margin * change.length};
      expect_changed(e, first_hit(change(a), change(b), changed), change);
    }
    if (testing::Test::HasFatalFailure()) return;
  }
}

template <int D>
void check_all_pairs() {
  std::map<Outcome, int> seen;
  const std::uint64_t count = long_form() ? 2000 : 40;
  for (std::uint64_t a = 0; a < kShapeKinds; ++a)
    for (std::uint64_t b = a; b < kShapeKinds; ++b) {
      check_laws<D>(a, b, count, seen);
      if (testing::Test::HasFatalFailure()) return;
    }
  for (const Outcome outcome : {Outcome::Miss, Outcome::Graze, Outcome::Impact, Outcome::Overlap})
    EXPECT_GT(seen[outcome], 45 * static_cast<int>(count) / 30);
  EXPECT_EQ(seen[Outcome::Unresolved], 0);
}

TEST(FirstHit, OfAnyPairInThePlaneIsSymmetricMirroredAndScaledBitForBit) { check_all_pairs<2>(); }
TEST(FirstHit, OfAnyPairInSpaceIsSymmetricMirroredAndScaledBitForBit) { check_all_pairs<3>(); }

template <int D>
void check_distances() {
  int apart = 0;
  int inside = 0;
  for (std::uint64_t a = 0; a < kShapeKinds; ++a)
    for (std::uint64_t b = a; b < kShapeKinds; ++b)
      for (std::uint64_t i = 0; i < (long_form() ? 500U : 12U); ++i) {
        SCOPED_TRACE("shapes " + std::to_string(a) + " and " + std::to_string(b) + ", seed " +
                     std::to_string(i));
        ShapeSource source((a * kShapeKinds + b) * 100000 + i, i % 3 != 0);
        const Shape<D> shape_a = source.shape<D>(a);
        const Shape<D> shape_b = source.shape<D>(b);
        const Placed<D> one{shape_a, source.vector<D>(4.0)};
        const Placed<D> other{shape_b, source.vector<D>(4.0)};
        const Separation<D> s = distance(one, other);
        const Separation<D> t = distance(other, one);
        const auto mirror = random_change<D>(source, false);
        const auto scale = random_change<D>(source, true);
        for (const auto& change : {mirror, scale}) {
          const Separation<D> u = distance(change(one), change(other));
          ASSERT_EQ(change.length * s.distance, u.distance);
          ASSERT_EQ(change.turned(s.normal), u.normal);
          ASSERT_EQ(change.place(s.point_a), u.point_a);
          ASSERT_EQ(change.place(s.point_b), u.point_b);
        }
        ASSERT_EQ(s.distance, t.distance);
        ASSERT_EQ(s.point_a, t.point_b);
        ASSERT_EQ(s.point_b, t.point_a);
        for (std::size_t axis = 0; axis < D; ++axis) ASSERT_EQ(s.normal[axis], -t.normal[axis]);
        // The same as a query's, for shapes at rest.
        const Encounter<D> e = first_hit(Moving<D>{one.shape, Linear<D>{one.position, {}}},
                                         {other.shape, Linear<D>{other.position, {}}});
        ASSERT_EQ(e.outcome == Outcome::Miss, s.distance > 0.0);
        ++(s.distance > 0.0 ? apart : inside);
      }
  EXPECT_GT(apart, 60);
  EXPECT_GT(inside, 60);
}

TEST(Distance, OfAnyPairInThePlaneIsSymmetricMirroredAndScaledBitForBit) { check_distances<2>(); }
TEST(Distance, OfAnyPairInSpaceIsSymmetricMirroredAndScaledBitForBit) { check_distances<3>(); }

}  // namespace
}  // namespace firsthit
