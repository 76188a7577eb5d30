#include "query/base/pair_table.hpp"

#include "core/vec_math.hpp"
#include "query/base/one_of_each.hpp"
#include "query/convex/polytope/rounded_polytope.hpp"

#include <firsthit/distance.hpp>
#include <firsthit/error.hpp>
#include <firsthit/first_hit.hpp>

#include <gtest/gtest.h>

#include <string>

// The table says what the doors do: whatever it has a kernel for is answered, everything else is refused.

namespace firsthit {
namespace {

template <class Asks>
bool is_answered(const Asks& asks) {
  try {
    asks();
    return true;
  } catch (const InputError&) {
    return false;
  }
}

template <int D>
void expect_doors_to_keep_to_the_table() {
  Vec<D> far;
  far[0] = 10.0;
  Vec<D> down;
  down[D - 1] = -1.0;
  int answered = 0;
  int refused = 0;
  for (const Shape<D>& a : one_of_each<D>())
    for (const Shape<D>& b : one_of_each<D>()) {
      SCOPED_TRACE(std::string(name_of<D>(a)) + " and " + name_of<D>(b));
      for (const PairPath path : {PairPath::Straight, PairPath::Falling}) {
        Motion<D> motion = Linear<D>{far, -far};
        if (path == PairPath::Falling) motion = Falling<D>{far, -far, down};
        const bool known = query_kernel<D>(class_of<D>(a), class_of<D>(b), path) != QueryKernel::None;
        EXPECT_EQ(is_answered([&] { first_hit<D>({a, Linear<D>{}}, {b, motion}); }), known);
        ++(known ? answered : refused);
      }
      const QueryKernel at_rest = query_kernel<D>(class_of<D>(a), class_of<D>(b), PairPath::Straight);
      const bool known = at_rest != QueryKernel::None && at_rest != QueryKernel::Turning;
      EXPECT_EQ(is_answered([&] { distance<D>({a, {}}, {b, far}); }), known);
    }
  EXPECT_GT(answered, 80);
  EXPECT_GT(refused, 40);
}

TEST(PairTable, DoorsAnswerWhatItHasAKernelForInThePlane) { expect_doors_to_keep_to_the_table<2>(); }
TEST(PairTable, DoorsAnswerWhatItHasAKernelForInSpace) { expect_doors_to_keep_to_the_table<3>(); }

TEST(PairTable, OrderDoesNotMatter) {
  for (std::size_t i = 0; i < kShapeClasses; ++i)
    for (std::size_t j = 0; j < kShapeClasses; ++j) {
      const auto a = static_cast<ShapeClass>(i);
      const auto b = static_cast<ShapeClass>(j);
      EXPECT_EQ(pair_row<2>(a, b).straight, pair_row<2>(b, a).straight);
      EXPECT_EQ(pair_row<3>(a, b).falling, pair_row<3>(b, a).falling);
      EXPECT_EQ(pair_row<3>(a, b).world, pair_row<3>(b, a).world);
    }
}

TEST(PairTable, APolygonOfOnePieceIsConvex) {
  EXPECT_EQ(class_of<2>(Polygon({{0.0, 0.0}, {1.0, 0.0}, {0.0, 1.0}})), ShapeClass::Convex);
  EXPECT_EQ(class_of<2>(Polygon({{0.0, 0.0}, {2.0, 0.0}, {0.5, 0.5}, {0.0, 2.0}})), ShapeClass::Concave);
}

TEST(PairTable, WhatKernelsOfConvexShapesTakeHasVertices) {
  for (const Shape<3>& shape : one_of_each<3>()) {
    const QueryKernel with_itself =
        query_kernel<3>(class_of<3>(shape), class_of<3>(shape), PairPath::Straight);
    RoundedPolytope<3> polytope;
    EXPECT_EQ(is_answered([&] { make_polytope<3>(shape, {}, {}, polytope); }),
              with_itself == QueryKernel::Convex)
        << name_of<3>(shape);
  }
}

TEST(PairTable, BallsHaveKernelsOfTheirOwnForWhatIsFixed) {
  EXPECT_TRUE(is_met_by_balls<2>(ShapeClass::Round, false));
  EXPECT_TRUE(is_met_by_balls<2>(ShapeClass::Segment, true));
  EXPECT_FALSE(is_met_by_balls<2>(ShapeClass::Segment, false));
  EXPECT_FALSE(is_met_by_balls<3>(ShapeClass::Segment, true));
  EXPECT_FALSE(is_met_by_balls<3>(ShapeClass::Convex, true));
}

}  // namespace
}  // namespace firsthit
