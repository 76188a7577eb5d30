#include "property/all_pairs.hpp"

#include <algorithm>
#include <variant>

// The same set said in another way gets the same answer: degenerate shapes, repeated and inner vertices.

namespace firsthit::laws {
namespace {

/// The same set as another kind of shape, or in another order; the shape itself if there is no other.
template <int D>
class Respelled {
 public:
  using Vertices = std::vector<Vec<D>>;

  Shape<D> operator()(const Point&) const { return Ball{0.0}; }
  Shape<D> operator()(const Ball& ball) const { return Capsule<D>{{}, {}, ball.radius}; }
  Shape<D> operator()(const Segment<D>& segment) const { return Hull<D>{{segment.to, segment.from}}; }
  Shape<D> operator()(const Capsule<D>& capsule) const {
    if (capsule.radius == 0.0) return Segment<D>{capsule.from, capsule.to};
    return Capsule<D>{capsule.to, capsule.from, capsule.radius};
  }
  Shape<D> operator()(const Box<D>& box) const {
    OrientedBox<D> r{box.half_extents, {}};
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(D); ++axis)
      r.axes[axis][axis] = axis == 0 ? -1.0 : 1.0;
    return r;
  }
  Shape<D> operator()(const OrientedBox<D>& box) const {
    OrientedBox<D> r = box;
    std::swap(r.half_extents[0], r.half_extents[1]);
    std::swap(r.axes[0], r.axes[1]);
    for (double& x : r.axes[0].c) x = -x;
    return r;
  }
  Shape<D> operator()(const Hull<D>& hull) const {
    Vertices vertices = hull.vertices;
    std::reverse(vertices.begin(), vertices.end());
    vertices.push_back(vertices[vertices.size() / 2]);
    return Hull<D>{vertices, hull.radius};
  }
  Shape<D> operator()(const Triangle& triangle) const {
    if constexpr (D == 3) return Hull<3>{Vertices(triangle.vertices.begin(), triangle.vertices.end())};
    return triangle;
  }
  Shape<D> operator()(const HalfSpace<D>& plane) const {
    HalfSpace<D> r = plane;
    for (double& x : r.normal.c) x *= 2.0;
    r.offset *= 2.0;
    return r;
  }
  Shape<D> operator()(const Polygon& polygon) const {
    if (polygon.pieces() > 1) return polygon;
    if constexpr (D == 2) return Hull<2>{polygon.vertices()};
    return polygon;
  }
  template <class Other>
  Shape<D> operator()(const Other& other) const {
    return other;
  }
};

template <int D>
void other_words_same_answer() {
  int hits = 0;
  for_all_pairs<D>([&](const Case<D>& query, std::uint64_t) {
    const Encounter<D> e = answer(query);
    Case<D> other = query;
    other.a.shape = std::visit(Respelled<D>(), query.a.shape);
    const std::optional<Encounter<D>> f = answer_in_range<D>([&] { return other; });
    other.b.shape = std::visit(Respelled<D>(), query.b.shape);
    const std::optional<Encounter<D>> g = answer_in_range<D>([&] { return other; });
    for (const auto& same : {f, g}) {
      if (!same) continue;
      expect_same_times(e, *same);
      EXPECT_EQ(e.normal, same->normal);
    }
    if (e) ++hits;
  });
  EXPECT_GT(hits, 200);
}

TEST(AllPairs, TheSameSetInOtherWordsGetsTheSameAnswer) {
  other_words_same_answer<2>();
  other_words_same_answer<3>();
}

/// What has no extent at all is a point.
template <int D>
void what_has_no_extent_is_a_point() {
  using judging::Kind;
  int hits = 0;
  for (const Kind kind : judging::kinds(D))
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      Case<D> query = judging::drawn<D>(Kind::Point, kind, 80000 + seed);
      if (!std::holds_alternative<Point>(query.a.shape)) std::swap(query.a, query.b);
      SCOPED_TRACE(judging::name(kind) + " query " + std::to_string(80000 + seed) + ": " +
                   judging::text(query));
      const Encounter<D> e = answer(query);
      const std::vector<Shape<D>> points = {Ball{0.0},
                                            Segment<D>{},
                                            Capsule<D>{{}, {}, 0.0},
                                            Box<D>{},
                                            OrientedBox<D>{},
                                            Hull<D>{{Vec<D>{}}},
                                            Hull<D>{{Vec<D>{}, Vec<D>{}, Vec<D>{}}}};
      for (const Shape<D>& point : points) {
        query.a.shape = point;
        const Encounter<D> f = answer(query);
        expect_same_times(e, f);
        EXPECT_EQ(e.normal, f.normal) << "as shape " << point.index();
      }
      if (e) ++hits;
    }
  EXPECT_GT(hits, 100);
}

TEST(AllPairs, WhatHasNoExtentIsAPoint) {
  what_has_no_extent_is_a_point<2>();
  what_has_no_extent_is_a_point<3>();
}

/// Any shape that is exactly where it was, beside one of the same kind.
template <int D>
void equal_shapes_at_equal_places() {
  for_all_pairs<D>([&](const Case<D>& query, std::uint64_t) {
    const Vec<D> velocity = std::get<Linear<D>>(query.b.motion).velocity;
    Case<D> same = query;
    same.b = query.a;
    std::get<Linear<D>>(same.b.motion).velocity = velocity;
    const Encounter<D> e = answer(same);
    EXPECT_NE(e.outcome, Outcome::Miss);
    EXPECT_NE(e.outcome, Outcome::Unresolved);
    EXPECT_EQ(e.first_touch, 0.0);
    const Encounter<D> f = answer<D>({same.b, same.a, same.query, same.style});
    expect_same_times(e, f);
    EXPECT_EQ(e.normal, opposite(f.normal));
  });
}

TEST(AllPairs, EqualShapesAtEqualPlacesTouchFromTheStart) {
  equal_shapes_at_equal_places<2>();
  equal_shapes_at_equal_places<3>();
}

}  // namespace
}  // namespace firsthit::laws
