#include "core/random.hpp"
#include "query/convex/random_convex.hpp"
#include "support/long_form.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <iostream>
#include <string>
#include <utility>

namespace firsthit {
namespace {

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
  if (auto* hull = std::get_if<Hull<D>>(&shape)) hull->radius *= scale;
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
  RoundedPolytope<D> core;
  make_polytope<D>(shape, {}, {}, core);
  if (core.box != nullptr) return shape;
  Hull<D> hull;
  hull.radius = core.radius;
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

}  // namespace
}  // namespace firsthit
