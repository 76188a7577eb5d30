#include "property/reference_events.hpp"
#include "query/random_shapes.hpp"
#include "support/long_form.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

// Half-spaces against every shape, straight and falling, beside rational arithmetic: normals of rational
// length.

namespace firsthit {
namespace {

using reference::Coefficients;
using reference::Kind;

/// A normal of length 1/2, 1, 2.5, 3.5 or 7 times `scale`.
template <int D>
HalfSpace<D> random_plane(ShapeSource& source, mpq_class& length) {
  HalfSpace<D> plane;
  const bool slanted = source.below(2) == 0;
  if (slanted) {
    const Vec<3> normal = D == 2 ? Vec<3>{1.5, 2.0} : Vec<3>{1.0, 3.0, 1.5};
    for (std::size_t i = 0; i < D; ++i) plane.normal[i] = source.below(2) == 0 ? normal[i] : -normal[i];
    length = D == 2 ? mpq_class(5, 2) : mpq_class(7, 2);
  } else {
    plane.normal[source.below(D)] = source.below(2) == 0 ? 0.5 : -1.0;
    length = 0;
    for (const double x : plane.normal.c) length += mpq_class(std::fabs(x));
  }
  plane.offset = source.number(2.0);
  return plane;
}

template <int D>
std::vector<std::vector<mpq_class>> vertices_of(const Shape<D>& shape, double& radius) {
  std::vector<std::vector<mpq_class>> r;
  const auto add = [&](const Vec<D>& v) { r.emplace_back(v.c, v.c + D); };
  radius = 0.0;
  if (std::holds_alternative<Point>(shape)) add({});
  if (const auto* s = std::get_if<Ball>(&shape)) {
    add({});
    radius = s->radius;
  }
  if (const auto* s = std::get_if<Segment<D>>(&shape)) {
    add(s->from);
    add(s->to);
  }
  if (const auto* s = std::get_if<Capsule<D>>(&shape)) {
    add(s->from);
    add(s->to);
    radius = s->radius;
  }
  if (const auto* s = std::get_if<Hull<D>>(&shape)) {
    for (const Vec<D>& vertex : s->vertices) add(vertex);
    radius = s->radius;
  }
  if (const auto* s = std::get_if<Triangle>(&shape))
    if constexpr (D == 3)
      for (const Vec<3>& vertex : s->vertices) add(vertex);
  if (const auto* s = std::get_if<Polygon>(&shape))
    if constexpr (D == 2)
      for (const Vec<2>& vertex : s->vertices()) add(vertex);
  OrientedBox<D> box;
  for (std::size_t k = 0; k < D; ++k) box.axes[k][k] = 1.0;
  const auto* turned = std::get_if<OrientedBox<D>>(&shape);
  const auto* straight = std::get_if<Box<D>>(&shape);
  if (turned != nullptr) box = *turned;
  if (straight != nullptr) box.half_extents = straight->half_extents;
  for (unsigned i = 0; (turned != nullptr || straight != nullptr) && i < 1U << D; ++i) {
    std::vector<mpq_class> corner(std::size_t{D});
    for (std::size_t k = 0; k < D; ++k)
      for (std::size_t j = 0; j < D; ++j) {
        const mpq_class term = mpq_class(box.half_extents[k]) * mpq_class(box.axes[k][j]);
        corner[j] += (i >> k & 1U) != 0 ? term : mpq_class(-term);
      }
    r.push_back(corner);
  }
  return r;
}

template <int D>
mpq_class along(const Vec<D>& a, const Vec<D>& b) {
  mpq_class sum;
  for (std::size_t i = 0; i < D; ++i) sum += mpq_class(a[i]) * mpq_class(b[i]);
  return sum;
}

template <int D>
mpq_class least(const HalfSpace<D>& plane, const Shape<D>& shape, double& radius) {
  mpq_class r;
  bool first = true;
  for (const auto& v : vertices_of<D>(shape, radius)) {
    mpq_class height;
    for (std::size_t i = 0; i < D; ++i) height += mpq_class(plane.normal[i]) * v[i];
    if (first || height < r) r = height;
    first = false;
  }
  return r;
}

template <int D>
void check(bool falls, std::map<Kind, int>& seen) {
  const int count = long_form() ? 20000 : 1500;
  for (int i = 0; i < count; ++i) {
    SCOPED_TRACE("seed " + std::to_string(i) + (falls ? ", falling" : ""));
    ShapeSource source(static_cast<std::uint64_t>(i), i % 3 != 0);
    mpq_class length;
    const HalfSpace<D> plane = random_plane<D>(source, length);
    const std::uint64_t kind = source.below(kShapeKinds);
    const Shape<D> shape = source.shape<D>(kind == 7 ? 6 : kind);
    Falling<D> own{source.vector<D>(4.0), source.vector<D>(1.0), {}};
    Falling<D> other{source.vector<D>(4.0), source.vector<D>(1.0), {}};
    if (falls) other.acceleration = source.vector<D>(1.0);
    const double margin = source.below(2) == 0 ? 0.0 : source.size(1.0);
    const double horizon = source.below(2) == 0 ? 2.0 : HUGE_VAL;

    double radius = 0.0;
    const mpq_class lowest = least<D>(plane, shape, radius);
    Coefficients gap(3);
    gap[0] = along(plane.normal, other.position) - along(plane.normal, own.position) + lowest -
             mpq_class(plane.offset) - (mpq_class(radius) + mpq_class(margin)) * length;
    gap[1] = along(plane.normal, other.velocity) - along(plane.normal, own.velocity);
    gap[2] = along(plane.normal, other.acceleration) / 2;
    const reference::Story story(gap, horizon == HUGE_VAL ? mpq_class(-1) : mpq_class(horizon));
    ++seen[story.kind];
    const Encounter<D> e = first_hit(Moving<D>{plane, own}, {shape, other}, {horizon, margin});
    ASSERT_EQ(e.outcome == Outcome::Miss, story.kind == Kind::Miss);
    ASSERT_EQ(e.outcome == Outcome::Graze, story.kind == Kind::Graze);
    ASSERT_EQ(e.outcome == Outcome::Impact, story.kind == Kind::Impact);
    if (!e) continue;
    ASSERT_TRUE(story.happens_within(e.delay, e.delay_upper));
    ASSERT_LE(e.delay_upper, std::nextafter(e.delay, HUGE_VAL));
    const mpq_class length_now = e.gap - reference::value(gap, e.delay) / length - mpq_class(margin);
    ASSERT_NEAR(length_now.get_d(), 0.0, 1e-13);
  }
}

TEST(HalfSpaces, MeetAnyShapeAsExactArithmeticSays) {
  std::map<Kind, int> seen;
  check<2>(false, seen);
  check<3>(false, seen);
  for (const Kind kind : {Kind::Miss, Kind::Graze, Kind::Impact, Kind::Overlap}) EXPECT_GT(seen[kind], 80);
}

TEST(HalfSpaces, MeetAnyShapeThatFallsAsExactArithmeticSays) {
  std::map<Kind, int> seen;
  check<2>(true, seen);
  check<3>(true, seen);
  for (const Kind kind : {Kind::Miss, Kind::Graze, Kind::Impact, Kind::Overlap}) EXPECT_GT(seen[kind], 80);
}

template <int D>
Moving<D> at(const HalfSpace<D>& plane, const Vec<D>& position, const Vec<D>& velocity) {
  return {plane, Linear<D>{position, velocity}};
}

TEST(HalfSpaces, ThatFaceEachOtherCloseLikeAPress) {
  const HalfSpace<2> floor{{3.0, 4.0}, 5.0};      // 1 above its place
  const HalfSpace<2> ceiling{{-6.0, -8.0}, 5.0};  // 0.5 below its place
  const Vec<2> up{0.6, 0.8};
  const auto above = [&](double height) { return Vec<2>{height * up[0], height * up[1]}; };
  // 10 along a normal that is 0.6 and 0.8 only to rounding, so to rounding a gap of 8.5.
  const Encounter<2> e = first_hit(at(floor, {}, {}), at(ceiling, {6.0, 8.0}, above(-2.0)));
  EXPECT_EQ(e.outcome, Outcome::Impact);
  EXPECT_NEAR(e.delay, 4.25, 1e-15);
  EXPECT_EQ(e.normal, up);
  for (const Vec<2>& place : {e.point_a, e.point_b}) EXPECT_NEAR(3.0 * place[0] + 4.0 * place[1], 5.0, 1e-14);
  const Encounter<2> pressed = first_hit(at(floor, {}, {}), at(ceiling, {0.0, 0.0}, above(-1.0)));
  EXPECT_EQ(pressed.outcome, Outcome::Overlap);
  EXPECT_NEAR(pressed.gap, -1.5, 1e-15);
  EXPECT_EQ(first_hit(at(floor, {}, {}), at(ceiling, {6.0, 8.0}, above(2.0))).outcome, Outcome::Miss);
  EXPECT_EQ(first_hit(at(floor, {}, {}), at(ceiling, {6.0, 8.0}, {4.0, -3.0})).outcome, Outcome::Miss);
  EXPECT_EQ(first_hit(at(floor, {}, {}), at(ceiling, {0.0, 0.0}, {4.0, -3.0})).outcome, Outcome::Graze);
}

TEST(HalfSpaces, ThatAreNotOppositeOverlapWithoutEnd) {
  const HalfSpace<3> floor{{0.0, 0.0, 1.0}, 0.0};
  for (const Vec<3> normal : {Vec<3>{0.0, 0.0, 1.0}, Vec<3>{1.0, 0.0, -1.0}, Vec<3>{0x1p-52, 0.0, -1.0}}) {
    const Encounter<3> e =
        first_hit(at(floor, {}, {}), at(HalfSpace<3>{normal, 0.0}, {0.0, 0.0, 9.0}, {0.0, 0.0, -1.0}));
    EXPECT_EQ(e.outcome, Outcome::Graze);
    EXPECT_EQ(e.first_touch, 0.0);
    EXPECT_EQ(e.normal, Vec<3>{});
    EXPECT_EQ(distance(Placed<3>{floor, {}}, Placed<3>{HalfSpace<3>{normal, 0.0}, {}}).distance, -HUGE_VAL);
  }
}

TEST(HalfSpaces, DistancesAreTheNearestDoubles) {
  int apart = 0;
  int inside = 0;
  for (int i = 0; i < 1000; ++i) {
    SCOPED_TRACE("seed " + std::to_string(i));
    ShapeSource source(static_cast<std::uint64_t>(i), i % 2 == 0);
    mpq_class length;
    const HalfSpace<3> plane = random_plane<3>(source, length);
    const std::uint64_t kind = source.below(7);
    const Shape<3> shape = source.shape<3>(kind);
    const Vec<3> own = source.vector<3>(4.0);
    const Vec<3> place = source.vector<3>(4.0);
    double radius = 0.0;
    const mpq_class height =
        least<3>(plane, shape, radius) + along(plane.normal, place) - along(plane.normal, own);
    const mpq_class exact = (height - mpq_class(plane.offset)) / length - mpq_class(radius);
    const double found = distance(Placed<3>{plane, own}, Placed<3>{shape, place}).distance;
    for (const double other : {std::nextafter(found, HUGE_VAL), std::nextafter(found, -HUGE_VAL)})
      ASSERT_LE(abs(exact - mpq_class(found)), abs(exact - mpq_class(other)));
    ++(found > 0.0 ? apart : inside);
  }
  EXPECT_GT(apart, 100);
  EXPECT_GT(inside, 100);
}

}  // namespace
}  // namespace firsthit
