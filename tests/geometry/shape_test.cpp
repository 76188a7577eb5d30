#include <firsthit/shape.hpp>

#include <gtest/gtest.h>

#include <type_traits>
#include <utility>
#include <variant>

namespace firsthit {
namespace {

static_assert(sizeof(Shape<2>) == sizeof(AnyShape<2>) && sizeof(Shape<3>) == sizeof(AnyShape<3>));
static_assert(std::is_nothrow_move_constructible_v<Shape<3>> && std::is_nothrow_move_assignable_v<Shape<3>>);

TEST(Shape, IsTheVariantOfAllShapes) {
  const Shape<2> ball = Ball{2.0};
  EXPECT_TRUE(std::holds_alternative<Ball>(ball));
  EXPECT_EQ(std::get<Ball>(ball).radius, 2.0);
  EXPECT_EQ(std::get_if<Segment<2>>(&ball), nullptr);
  const double size = std::visit(
      []<class S>(const S& shape) {
        if constexpr (std::is_same_v<S, Ball>) return shape.radius;
        return 0.0;
      },
      ball);
  EXPECT_EQ(size, 2.0);
  EXPECT_EQ(Shape<2>().index(), AnyShape<2>().index());
}

TEST(Shape, IsCopiedAndMovedWithItsVertices) {
  const Polygon square({{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}});
  Shape<2> shape = square;
  const Shape<2> copy = shape;
  EXPECT_EQ(std::get<Polygon>(shape).vertices().size(), 4U);
  const Shape<2> moved = std::move(shape);
  EXPECT_EQ(std::get<Polygon>(moved).vertices().size(), 4U);
  EXPECT_EQ(std::get<Polygon>(copy).vertices()[2], (Vec2{1.0, 1.0}));
  Shape<2> assigned = Ball{1.0};
  assigned = copy;
  EXPECT_EQ(std::get<Polygon>(assigned).vertices()[2], (Vec2{1.0, 1.0}));
  assigned = Ball{3.0};
  EXPECT_EQ(std::get<Ball>(assigned).radius, 3.0);
}

}  // namespace
}  // namespace firsthit
