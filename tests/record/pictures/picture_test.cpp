#include "record/pictures/picture.hpp"
#include "core/random.hpp"
#include "record/paths/trails.hpp"

#include "record/record_support.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace firsthit {
namespace {

using testing::python;
using testing::TemporaryFolder;
using testing::write;

constexpr std::size_t kMostBytes = 1100000;

/// A crowd at random places of a box of side 100, with trails for the followed.
Picture crowd(int dimension, std::size_t bodies, Side side, std::uint64_t seed) {
  Random random(seed);
  const auto uniform = [&] { return random.uniform(0.0, 100.0); };
  Picture picture;
  picture.dimension = dimension;
  picture.title = "a crowd of <balls> & \"others\"";
  picture.max = {100.0, 100.0, dimension == 3 ? 100.0 : 0.0};
  picture.sides = {side, side, side};
  picture.time = 10.0;
  picture.bodies = bodies;
  const Shown shown = choose_shown(bodies);
  picture.followed = shown.followed;
  std::vector<std::deque<Leg>> flights(shown.followed);
  for (std::size_t i = 0; i < shown.bodies.size(); ++i) {
    PictureBody ball;
    for (std::size_t k = 0; k < static_cast<std::size_t>(dimension); ++k) {
      ball.start[k] = uniform();
      ball.end[k] = uniform();
    }
    ball.radius = 0.5;
    ball.name = i < shown.followed ? "b<&>\x01" : "";
    picture.moving.push_back(ball);
    if (i < shown.followed) {
      for (int n = 0; n < 100; ++n) {
        const double end = 0.1 * (n + 1);
        const double x = uniform();
        const double y = uniform();
        const double vx = uniform() - 50.0;
        const double vy = uniform() - 50.0;
        flights[i].push_back({end - 0.1, end, {x, y, 0.0}, {vx, vy, 0.0}, {0.0, -1.0, 0.0}});
        picture.impacts.push_back({end, flights[i].back().position});
      }
    }
  }
  picture.trails_from = trails_begin(picture, flights);
  for (std::size_t i = 0; i < flights.size(); ++i) add_trail(picture, i, flights[i]);
  return picture;
}

TEST(Picture, IsWellFormedAndSmallFromNoneToAMillionBodies) {
  const TemporaryFolder folder;
  std::string files;
  for (const int dimension : {2, 3})
    for (const std::size_t bodies : std::vector<std::size_t>{0, 1, 2, 64, 65, 4000, 6100, 100000, 1000000}) {
      const std::string text = draw(crowd(dimension, bodies, bodies % 2 == 0 ? Side::Wall : Side::Open, 7));
      EXPECT_LT(text.size(), kMostBytes) << dimension << "D, " << bodies << " bodies";
      const std::string name = std::to_string(dimension) + "-" + std::to_string(bodies) + ".svg";
      write(folder / name, text);
      files += " " + (folder / name).string();
    }
  EXPECT_TRUE(python("svg_test.py", files));
}

TEST(Picture, OfBodiesOfAllShapesIsWellFormedAndSmall) {
  const TemporaryFolder folder;
  std::string files;
  for (const int dimension : {2, 3})
    for (const std::size_t bodies : std::vector<std::size_t>{1, 64, 4000, 6100, 1000000}) {
      Picture picture = crowd(dimension, bodies, bodies % 2 == 0 ? Side::Wall : Side::Periodic, 8);
      using Kind = PlainShape::Kind;
      picture.shapes = {{Kind::Box, {{0.4, 0.3, 0.2}}},
                        {Kind::Capsule, {{-0.3, 0.0, 0.0}, {0.2, 0.1, 0.3}}, 0.2},
                        {Kind::Hull, {{0.3, 0.0, 0.0}, {0.0, 0.4, 0.1}, {-0.2, -0.3, 0.0}}, 0.1},
                        {Kind::Segment, {{0.0, 0.0, 0.0}, {0.5, 0.5, 0.0}}}};
      for (std::size_t i = 0; i < picture.moving.size(); ++i) {
        picture.moving[i].shape = i % 5 == 4 ? kRound : static_cast<std::uint32_t>(i % 5);
        picture.moving[i].kinematic = i % 7 == 0;
        picture.moving[i].sensor = i % 11 == 0;
      }
      for (const PlainShape& shape : picture.shapes)
        picture.obstacles.push_back({shape, {50.0, 50.0, 0.0}, {}, picture.obstacles.size() % 2 == 1});
      const std::string text = draw(picture);
      EXPECT_LT(text.size(), kMostBytes) << dimension << "D, " << bodies << " bodies";
      const std::string name = std::to_string(dimension) + "-" + std::to_string(bodies) + ".svg";
      write(folder / name, text);
      files += " " + (folder / name).string();
    }
  EXPECT_TRUE(python("svg_test.py", files));
}

/// Balls one after the other in a box of side 100, none of them followed unless told.
Picture row_of(int dimension, const std::vector<double>& radii, std::size_t crowd_beside = 0) {
  Picture picture;
  picture.dimension = dimension;
  picture.max = {100.0, 100.0, dimension == 3 ? 100.0 : 0.0};
  for (const double radius : radii) {
    PictureBody ball;
    ball.start = {20.0, 20.0, 0.0};
    ball.end = {50.0 + 0.1 * static_cast<double>(picture.moving.size()), 50.0, 0.0};
    ball.radius = radius;
    picture.moving.push_back(ball);
  }
  PictureBody one;
  one.radius = 0.5;
  picture.moving.resize(radii.size() + crowd_beside, one);
  picture.bodies = picture.moving.size();
  return picture;
}

/// The radii [pixels] of the discs in an SVG, in the order in which they are drawn; the legend's are left
/// out.
std::vector<double> radii_in(const std::string& svg) {
  std::vector<double> radii;
  const std::string mark = " r=\"";
  const std::size_t end = svg.rfind("<text", svg.size());
  for (std::size_t at = svg.find("</defs>"); (at = svg.find(mark, at)) < end; at += mark.size())
    radii.push_back(std::stod(svg.substr(at + mark.size(), 10)));
  return radii;
}

/// The widths [pixels] of the pens of dots, in the order in which they are drawn.
std::vector<double> pens_in(const std::string& svg) {
  std::vector<double> widths;
  const std::string mark = "stroke-width=\"";
  for (std::size_t at = svg.find("</defs>"); (at = svg.find(mark, at)) != std::string::npos;
       at += mark.size())
    widths.push_back(std::stod(svg.substr(at + mark.size(), 10)));
  return widths;
}

std::size_t place_of(const std::vector<double>& list, double largest) {
  return static_cast<std::size_t>(std::find(list.begin(), list.end(), largest) - list.begin());
}

TEST(Picture, DrawsTheSmallOverTheLargeIn2D) {
  const std::vector<double> sizes = {2.0, 10.0, 4.0};
  for (const std::size_t followed : {0UL, 3UL}) {
    Picture picture = row_of(2, sizes);
    picture.followed = followed;
    picture.starts = false;
    std::vector<double> drawn = radii_in(draw(picture));
    ASSERT_GE(drawn.size(), 3U);
    drawn.resize(3);
    EXPECT_TRUE(std::is_sorted(drawn.rbegin(), drawn.rend())) << followed;
  }
}

TEST(Picture, DrawsALargeStartUnderTheSmallCrowd) {
  // The first is followed: where it starts, radius 10, lies under those of radius 2 and over that of 20.
  Picture picture = row_of(2, {10.0, 2.0, 20.0, 2.0});
  picture.followed = 1;
  const std::vector<double> drawn = radii_in(draw(picture));
  ASSERT_GE(drawn.size(), 5U);
  EXPECT_NEAR(drawn[1] / drawn[0], 0.5, 1e-3);
  EXPECT_NEAR(drawn[2] / drawn[0], 0.1, 1e-3);
  EXPECT_NEAR(drawn[3] / drawn[0], 0.1, 1e-3);
  EXPECT_NEAR(drawn[4] / drawn[0], 0.5, 1e-3);  // and the end over all
}

TEST(Picture, DrawsTheLargestDotsOfAGreatCrowdFirst) {
  const std::vector<double> pens = pens_in(draw(row_of(2, {2.0, 10.0}, 7000)));
  const double scale = *std::max_element(pens.begin(), pens.end()) / 20.0;
  const auto of_two =
      std::find_if(pens.begin(), pens.end(), [&](double pen) { return std::abs(pen - 4.0 * scale) < 0.06; });
  ASSERT_NE(of_two, pens.end());
  EXPECT_LT(place_of(pens, 20.0 * scale), static_cast<std::size_t>(of_two - pens.begin()));
}

TEST(Picture, DrawsTheNearerOverTheFartherIn3DWhateverTheirSizes) {
  for (const bool large_is_nearer : {false, true}) {
    // As the box is seen, what has the smaller y is nearer.
    Picture picture = row_of(3, {2.0, 10.0});
    picture.moving[0].end = {50.0, large_is_nearer ? 90.0 : 10.0, 50.0};
    picture.moving[1].end = {50.0, large_is_nearer ? 10.0 : 90.0, 50.0};
    const std::vector<double> drawn = radii_in(draw(picture));
    ASSERT_GE(drawn.size(), 2U);
    EXPECT_EQ(drawn[0] < drawn[1], large_is_nearer);
  }
}

TEST(Picture, SaysWhatItLeavesOut) {
  EXPECT_NE(draw(crowd(2, 4000, Side::Wall, 7)).find("Starts, trails and impacts of 18 of the bodies."),
            std::string::npos);
  EXPECT_NE(draw(crowd(2, 100000, Side::Wall, 7)).find("Drawn: "), std::string::npos);
  EXPECT_EQ(draw(crowd(2, 10, Side::Wall, 7)).find("of the bodies"), std::string::npos);
}

TEST(Picture, CountsForPeopleAndOneBodyIsOneBody) {
  Picture picture = crowd(2, 1, Side::Wall, 7);
  picture.collisions = 1234567;
  EXPECT_NE(draw(picture).find("1 234 567 collisions"), std::string::npos);
  EXPECT_NE(draw(picture).find("1 body"), std::string::npos);
}

TEST(Trails, NeverLeaveAPeriodicBox) {
  Picture picture;
  picture.max = {10.0, 4.0, 0.0};
  picture.sides = {Side::Periodic, Side::Periodic, Side::Wall};
  picture.time = 3.0;
  // From (12, 1) - 3 (7, -2.5) = (-9, 8.5) without jumps, that is, over four sides in all.
  add_trail(picture, 0, {{0.0, 3.0, {2.0, 1.0, 0.0}, {7.0, -2.5, 0.0}, {}}});
  ASSERT_GE(picture.trails.size(), 4U);
  double length = 0.0;
  double last_end = 0.0;
  for (const TrailPiece& piece : picture.trails) {
    EXPECT_GT(piece.end, last_end);
    last_end = piece.end;
    for (const Point3& point : {piece.from, piece.control, piece.to}) {
      EXPECT_GE(point[0], -1e-12);
      EXPECT_LE(point[0], 10.0 + 1e-12);
      EXPECT_GE(point[1], -1e-12);
      EXPECT_LE(point[1], 4.0 + 1e-12);
    }
    length += std::hypot(piece.to[0] - piece.from[0], piece.to[1] - piece.from[1]);
  }
  EXPECT_NEAR(length, 3.0 * std::hypot(7.0, 2.5), 1e-9);
  EXPECT_DOUBLE_EQ(picture.trails.back().to[0], 2.0);
  EXPECT_DOUBLE_EQ(picture.trails.back().to[1], 1.0);
}

TEST(Trails, FollowTheParabolaOfAFall) {
  Picture picture;
  picture.max = {10.0, 10.0, 0.0};
  picture.sides = {Side::Wall, Side::Wall, Side::Wall};
  // x = t, y = 8 - t^2 (gravity 2), from time 0 to 2: tangents meet at (1, 8).
  add_trail(picture, 0, {{0.0, 2.0, {2.0, 4.0, 0.0}, {1.0, -4.0, 0.0}, {0.0, -2.0, 0.0}}});
  ASSERT_EQ(picture.trails.size(), 1U);
  EXPECT_EQ(picture.trails[0].from, (Point3{0.0, 8.0, 0.0}));
  EXPECT_EQ(picture.trails[0].control, (Point3{1.0, 8.0, 0.0}));
  EXPECT_EQ(picture.trails[0].to, (Point3{2.0, 4.0, 0.0}));
}

TEST(Trails, ChooseEveryBodyOnce) {
  for (const std::size_t count : std::vector<std::size_t>{0, 1, 64, 65, 5000, 50000}) {
    std::vector<int> seen(count, 0);
    const Shown shown = choose_shown(count);
    for (const std::size_t body : shown.bodies) ++seen.at(body);
    for (const int times : seen) ASSERT_LE(times, 1);
    EXPECT_LE(shown.bodies.size(), 20018U);
    EXPECT_GE(shown.bodies.size(), std::min<std::size_t>(count, 16667));  // a third of 50,000
  }
}

}  // namespace
}  // namespace firsthit
