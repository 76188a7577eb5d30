#include "query/convex/contact/contact.hpp"
#include "query/random_shapes.hpp"
#include "support/long_form.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

// Where shapes meet: patches, the middle of what they have in common, and that both points are on both
// shapes.

namespace firsthit {
namespace {

template <int D>
Vec<D> place_at(const Moving<D>& m, double t) {
  return std::visit([t](const auto& motion) { return motion.at(t); }, m.motion);
}

/// How far a place is from a shape, at some moment.
template <int D>
double off(const Moving<D>& m, double t, const Vec<D>& place) {
  return std::fabs(distance(Placed<D>{m.shape, place_at(m, t)}, Placed<D>{Point{}, place}).distance);
}

template <int D>
void check_touches(int& touches) {
  for (std::uint64_t i = 0; i < (long_form() ? 40000U : 3000U); ++i) {
    SCOPED_TRACE("seed " + std::to_string(i));
    ShapeSource source(i, i % 3 == 0);
    const std::uint64_t kind_a = source.below(kShapeKinds);
    const std::uint64_t kind_b = source.below(kShapeKinds);
    const Moving<D> a = source.moving<D>(kind_a);
    const Moving<D> b = source.moving<D>(kind_b);
    const double margin = source.below(3) == 0 ? source.size(1.0) : 0.0;
    const Encounter<D> e = first_hit(a, b, {.margin = margin});
    if (e.outcome != Outcome::Impact) continue;
    const double t = e.delay;
    const bool on_several_teeth = D == 2 && (kind_a == 8 || kind_b == 8);  // in the middle, but on none
    ASSERT_EQ(e.gap, margin);
    if (on_several_teeth) continue;
    ++touches;
    ASSERT_LT(off(a, t, e.point_a), 1e-13);
    ASSERT_LT(off(b, t, e.point_b), 1e-13);
    for (std::size_t axis = 0; axis < D; ++axis)
      ASSERT_NEAR(e.point_b[axis] - e.point_a[axis], margin * e.normal[axis], 1e-13);
  }
}

TEST(Contact, BothPointsAreOnBothSurfacesOrTheMarginApart) {
  int touches = 0;
  check_touches<2>(touches);
  check_touches<3>(touches);
  EXPECT_GT(touches, 400);
}

TEST(Contact, FacesMeetInTheMiddleOfTheBoxAroundWhatTheyHaveInCommon) {
  // A square of side 2 and one turned by half a right angle, shifted: an octagon cut off.
  const Moving<3> cube{Box<3>{{1.0, 1.0, 1.0}}, Linear<3>{}};
  const Shape<3> diamond =
      Hull<3>{{{1.5, 0.0, 0.0}, {-1.5, 0.0, 0.0}, {0.0, 1.5, 0.0}, {0.0, -1.5, 0.0}, {0.0, 0.0, 1.0}}};
  const auto on_top = [&](double x, double y) {
    return first_hit(cube, {diamond, Linear<3>{{x, y, 3.0}, {0.0, 0.0, -1.0}}});
  };
  EXPECT_EQ(on_top(0.0, 0.0).point_a, (Vec<3>{0.0, 0.0, 1.0}));
  EXPECT_EQ(on_top(1.0, 0.0).point_a, (Vec<3>{0.25, 0.0, 1.0}));   // from -0.5 to 1, and from -1 to 1
  EXPECT_EQ(on_top(2.0, 0.0).point_a, (Vec<3>{0.75, 0.0, 1.0}));   // a corner: from 0.5 to 1, and -0.5 to 0.5
  EXPECT_EQ(on_top(1.5, 1.5).point_a, (Vec<3>{0.75, 0.75, 1.0}));  // a corner cut off: from 0.5 to 1
  EXPECT_EQ(on_top(1.0, 0.0).feature_b.kind, Feature::Kind::Face);
}

TEST(Contact, EdgesThatCrossMeetWhereTheyCross) {
  const Moving<3> one{Segment<3>{{-2.0, -1.0, 0.0}, {2.0, 1.0, 0.0}}, Linear<3>{}};
  const Moving<3> other{Segment<3>{{-1.0, 3.0, 0.0}, {3.0, -1.0, 0.0}},
                        Linear<3>{{0.0, 0.0, 2.0}, {0.0, 0.0, -1.0}}};
  const Encounter<3> e = first_hit(one, other);
  EXPECT_EQ(e.outcome, Outcome::Impact);
  EXPECT_NEAR(e.point_a[0], 4.0 / 3.0, 1e-15);  // y = x / 2 = 2 - x
  EXPECT_NEAR(e.point_a[1], 2.0 / 3.0, 1e-15);
  EXPECT_EQ(e.point_a[2], 0.0);
  EXPECT_EQ(e.feature_a.kind, Feature::Kind::Edge);
}

TEST(Contact, EdgesThatAreParallelMeetInTheMiddleOfTheirCommonPart) {
  // Along (3, 4, 0) / 5, shifted by 1/2 of their length: rounding sets them a little apart.
  const Moving<3> one{Capsule<3>{{0.0, 0.0, 0.0}, {0.3, 0.4, 0.0}, 0.125}, Linear<3>{}};
  const Moving<3> other{Capsule<3>{{0.15, 0.2, 0.0}, {0.45, 0.6, 0.0}, 0.125},
                        Linear<3>{{0.0, 0.0, 2.0}, {0.0, 0.0, -1.0}}};
  const Encounter<3> e = first_hit(one, other);
  EXPECT_EQ(e.outcome, Outcome::Impact);
  EXPECT_EQ(e.delay, 1.75);
  EXPECT_NEAR(e.point_a[0], 0.225, 1e-15);
  EXPECT_NEAR(e.point_a[1], 0.3, 1e-15);
  EXPECT_EQ(e.point_a[2], 0.125);
}

TEST(Contact, APatchHasTheFurthestVerticesAndNoOthers) {
  const Shape<3> shape = Hull<3>{{{0.0, 0.0, 1.0},
                                  {1.0, 0.0, 1.0},
                                  {1.0, 1.0, 1.0},
                                  {0.0, 1.0, 1.0},
                                  {0.5, 0.5, 1.0},
                                  {0.5, 0.0, 1.0},
                                  {0.5, 0.5, 0.0},
                                  {0.0, 0.0, 1.0},
                                  {0.5, 0.5, 1.0 - 0x1p-40}}};
  RoundedPolytope<3> core;
  make_polytope<3>(shape, {}, {}, core);
  const SupportFeature<3> face(core, {0.0, 0.0, 1.0});
  EXPECT_EQ(face.vertices().size(), 6U);  // the eighth is at the place of the first
  EXPECT_EQ(face.corners().size(), 4U);
  const SupportFeature<3> edge(core, {0.0, -1.0, 1.0});
  EXPECT_EQ(edge.vertices().size(), 3U);
  EXPECT_EQ(edge.corners().size(), 2U);
  const SupportFeature<3> vertex(core, {0.0, 0.0, -1.0});
  ASSERT_EQ(vertex.vertices().size(), 1U);
  EXPECT_EQ(vertex.vertices()[0].number, 6);
  EXPECT_EQ(vertex.reach(), 0.0);
}

}  // namespace
}  // namespace firsthit
