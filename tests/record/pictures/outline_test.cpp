#include "record/pictures/outline.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>

namespace firsthit {
namespace {

using Kind = PlainShape::Kind;

std::size_t sides_seen(const PlainShape& shape) {
  Picture picture;
  picture.dimension = 3;
  picture.min = {0.0, 0.0, 0.0};
  picture.max = {4.0, 4.0, 4.0};
  const View view(picture, {0.0, 0.0, 400.0, 400.0});
  Path path;
  add_visible_sides(path, shape, {2.0, 2.0, 2.0}, view);
  return static_cast<std::size_t>(
      std::count_if(path.steps().begin(), path.steps().end(),
                    [](const auto& step) { return step.verb == Path::Verb::Close; }));
}

TEST(Outline, OfAConvexSolidItsNearSidesAreSeen) {
  EXPECT_EQ(sides_seen({Kind::Box, {{0.5, 0.5, 0.5}}}), 3U);
  // One looks from above: of a flat pyramid on its four sides, or, where its tip points down, on its base.
  for (const double tip : {0.1, -0.1})
    EXPECT_EQ(
        sides_seen(
            {Kind::Hull,
             {{1.0, 1.0, 0.0}, {-1.0, 1.0, 0.0}, {-1.0, -1.0, 0.0}, {1.0, -1.0, 0.0}, {0.0, 0.0, tip}}}),
        tip > 0.0 ? 4U : 1U);
  EXPECT_EQ(sides_seen({Kind::Ball, {}, 1.0}), 0U);
  EXPECT_EQ(sides_seen({Kind::Capsule, {{-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}}, 0.5}), 0U);
}

}  // namespace
}  // namespace firsthit
