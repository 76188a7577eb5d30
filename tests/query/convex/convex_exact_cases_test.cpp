#include "query/convex/exact/exact_distance.hpp"
#include "query/convex/random_convex.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <utility>

namespace firsthit {
namespace {

using Kind = GapEvent::Kind;

template <int D>
PairQuery<D> pair_of(Shape<D> a, Shape<D> b, Vec<D> position_b, Vec<D> velocity_b) {
  PairQuery<D> q;
  q.shape_a = std::move(a);
  q.shape_b = std::move(b);
  q.position_b = position_b;
  q.velocity_b = velocity_b;
  q.end = 100.0;
  return q;
}

template <int D>
void expect_event(const PairQuery<D>& q, Kind kind, double touch, const Vec<D>& direction) {
  const ConvexEvent<D> event = answer(q);
  EXPECT_EQ(event.event.kind, kind);
  EXPECT_EQ(event.event.touch, touch);
  EXPECT_EQ(event.event.lower, kind == Kind::None ? 0.0 : touch);
  EXPECT_EQ(event.event.upper, kind == Kind::None ? 0.0 : touch);
  EXPECT_EQ(event.direction, direction);
}

TEST(ExactConvexEvent, LetsNothingThroughTheJointsOfChainsAndMeshes) {
  for (const double side : {-1.0, 1.0}) {
    expect_event<2>(pair_of<2>(Segment<2>{{}, {0.0, side}}, Point{}, {3.0, 0.0}, {-1.0, 0.0}), Kind::Impact,
                    3.0, {1.0, 0.0});
    // Two pieces end on.
    expect_event<2>(
        pair_of<2>(Segment<2>{{}, {0.0, side}}, Segment<2>{{}, {1.0, 0.0}}, {3.0, 0.0}, {-1.0, 0.0}),
        Kind::Impact, 3.0, {1.0, 0.0});
    const Triangle triangle{{{{0.0, 0.0, 0.0}, {0.0, 0.0, 2.0}, {0.0, side, 1.0}}}};
    for (const double height : {0.0, 0.5, 2.0})
      expect_event<3>(pair_of<3>(triangle, Point{}, {3.0, 0.0, height}, {-1.0, 0.0, 0.0}), Kind::Impact, 3.0,
                      {1.0, 0.0, 0.0});
  }
}

TEST(ExactConvexEvent, GrazesWhatSlidesInThePlaneOfAThinShape) {
  const Segment<2> segment{{}, {1.0, 0.0}};
  expect_event<2>(pair_of<2>(segment, Point{}, {4.0, 0.0}, {-1.0, 0.0}), Kind::None, 3.0, {1.0, 0.0});
  expect_event<2>(pair_of<2>(segment, segment, {4.0, 0.0}, {-1.0, 0.0}), Kind::None, 3.0, {1.0, 0.0});
  const Triangle triangle{{{{0.0, 0.0, 0.0}, {2.0, 0.0, 0.0}, {0.0, 2.0, 0.0}}}};
  expect_event<3>(pair_of<3>(triangle, Point{}, {-2.0, 1.0, 0.0}, {1.0, 0.0, 0.0}), Kind::None, 2.0,
                  {-1.0, 0.0, 0.0});
}

TEST(ExactConvexEvent, MakesPointsThatMeetImpact) {
  expect_event<2>(pair_of<2>(Point{}, Point{}, {4.0, -2.0}, {-2.0, 1.0}), Kind::Impact, 2.0, {1.0, -0.5});
  // But not where they are together at the start.
  expect_event<2>(pair_of<2>(Point{}, Point{}, {}, {-2.0, 1.0}), Kind::None, 0.0, {1.0, -0.5});
  expect_event<2>(pair_of<2>(Point{}, Point{}, {}, {}), Kind::None, 0.0, {});
}

TEST(ExactConvexEvent, SendsCornersThatMeetBackAlongTheirVelocity) {
  const Box<3> box{{1.0, 1.0, 1.0}};
  expect_event<3>(pair_of<3>(box, box, {4.0, 6.0, 10.0}, {-1.0, -2.0, -4.0}), Kind::Impact, 2.0,
                  {0.25, 0.5, 1.0});
}

TEST(ExactConvexEvent, TellsWhatHappensToShapesThatTouchAtTheStart) {
  const Box<2> box{{1.0, 1.0}};
  const Vec<2> aside{2.0, 0.5};
  expect_event<2>(pair_of<2>(box, box, aside, {-1.0, 5.0}), Kind::Impact, 0.0, {1.0, 0.0});
  expect_event<2>(pair_of<2>(box, box, aside, {0.0, 5.0}), Kind::None, 0.0, {1.0, 0.0});
  expect_event<2>(pair_of<2>(box, box, aside, {1.0, 0.0}), Kind::None, 0.0, {1.0, 0.0});
  expect_event<2>(pair_of<2>(box, box, aside, {}), Kind::None, 0.0, {1.0, 0.0});
  const Vec<2> corner{2.0, 2.0};
  expect_event<2>(pair_of<2>(box, box, corner, {-1.0, -2.0}), Kind::Impact, 0.0, {0.5, 1.0});
  expect_event<2>(pair_of<2>(box, box, corner, {-1.0, 0.0}), Kind::None, 0.0, {1.0, 0.0});
  expect_event<2>(pair_of<2>(box, box, corner, {1.0, 2.0}), Kind::None, 0.0, {1.0, 1.0});
}

TEST(ExactConvexEvent, PushesApartWhereTheOverlapIsLeastDeep) {
  const Box<2> box{{1.0, 1.0}};
  expect_event<2>(pair_of<2>(box, box, {1.5, 1.0}, {-1.0, 3.0}), Kind::Overlap, 0.0, {1.0, 0.0});
  expect_event<2>(pair_of<2>(box, box, {1.5, 1.0}, {0.0, -3.0}), Kind::None, 0.0, {1.0, 0.0});
  // Two facets tie.
  expect_event<2>(pair_of<2>(box, box, {1.5, -1.5}, {-1.0, 4.0}), Kind::Overlap, 0.0, {0.25, -1.0});
  expect_event<2>(pair_of<2>(box, box, {1.5, -1.5}, {1.0, -4.0}), Kind::None, 0.0, {1.0, -1.0});
  // In the middle all four do, and no way out is against all of them.
  expect_event<2>(pair_of<2>(box, box, {}, {-1.0, 4.0}), Kind::None, 0.0, {0.25, -1.0});
  expect_event<2>(pair_of<2>(box, box, {}, {}), Kind::None, 0.0, {});
}

TEST(ExactConvexEvent, CountsATouchExactlyAtTheEndOfTheWindow) {
  const Box<3> box{{1.0, 1.0, 1.0}};
  for (const Shape<3>& shape : {Shape<3>(box), Shape<3>(Ball{1.0})}) {
    PairQuery<3> q = pair_of<3>(box, shape, {5.0, 0.0, 0.0}, {-1.0, 0.0, 0.0});
    q.end = 3.0;
    expect_event<3>(q, Kind::Impact, 3.0, {1.0, 0.0, 0.0});
    q.end = std::nextafter(3.0, 0.0);
    EXPECT_FALSE(answer(q).event.touch);
    q.end = std::numeric_limits<double>::max();
    expect_event<3>(q, Kind::Impact, 3.0, {1.0, 0.0, 0.0});
    q.velocity_b[0] = 0x1p-200;
    EXPECT_FALSE(answer(q).event.touch);
  }
}

TEST(ExactNearest, MeasuresPlainDistancesAndDepths) {
  const auto gap = [](const PairQuery<2>& q, double t) {
    const Cores<2> cores(q);
    return exact_nearest(cores.a, cores.b, t, q.margin);
  };
  const PairQuery<2> balls = pair_of<2>(Ball{1.0}, Ball{0.5}, {6.0, 4.0}, {-3.0, 0.0});
  EXPECT_EQ(gap(balls, 1.0).gap, 3.5);  // 5 less the radii
  EXPECT_EQ(gap(balls, 1.0).direction, (Vec<2>{0.75, 1.0}));
  EXPECT_EQ(gap(balls, 0.0).gap, std::sqrt(52.0) - 1.5);  // which is exact
  const PairQuery<2> boxes = pair_of<2>(Box<2>{{1.0, 1.0}}, Box<2>{{1.0, 1.0}}, {6.0, 0.5}, {-3.0, 0.0});
  EXPECT_EQ(gap(boxes, 1.5).gap, -0.5);
  EXPECT_EQ(gap(boxes, 1.5).sign, -1);
  EXPECT_TRUE(gap(boxes, 1.5).cores_meet);
  EXPECT_EQ(gap(boxes, 4.0 / 3.0).sign, 1);  // 4/3 is rounded down
  // Far below the last place of either: sqrt(1 + h^2) - 1 is h^2 / 2, and a little less.
  PairQuery<2> close = pair_of<2>(Ball{1.0}, Point{}, {1.0, 0x1p-200}, {});
  EXPECT_EQ(gap(close, 0.0).sign, 1);
  EXPECT_EQ(gap(close, 0.0).gap, 0x1p-401);
}

}  // namespace
}  // namespace firsthit
