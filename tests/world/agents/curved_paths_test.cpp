#include "world/worlds.hpp"

#include <firsthit/curved_paths.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

namespace firsthit {
namespace {

double distance(const Vec2& a, const Vec2& b) { return std::hypot(a[0] - b[0], a[1] - b[1]); }

/// How far a followed ball strays from a path, at the points where pieces meet and between them.
struct Strays {
  double at_points = 0.0;
  double between = 0.0;
};

Strays strays_of(CurvedPaths<2>& paths, World<2>& world, BodyId body, double end,
                 const std::function<Vec2(double)>& exact) {
  Strays strays;
  paths.steer(world);
  world.set_window(paths.piece(), [&](World<2>& at) {
    strays.at_points = std::max(strays.at_points, distance(at.state(body).position, exact(at.time())));
    paths.steer(at);
  });
  for (double time = 0.0; time < end; time += 0.29 * paths.piece()) {
    world.run_until(time);
    strays.between = std::max(strays.between, distance(world.state(body).position, exact(time)));
  }
  return strays;
}

TEST(CurvedPaths, KeepToACircleWithinTheStatedError) {
  // A charged ball in a magnetic field: a = 2 J v runs a circle of radius 1 in the time pi.
  std::vector<double> pieces;
  for (const double error : {1e-2, 1e-3, 1e-4, 1e-5}) {
    SCOPED_TRACE(error);
    World<2> world(open_space<2>());
    const BodyId body = world.add(ball<2>({1.0, 0.0}, {0.0, 2.0}));
    CurvedPaths<2> paths(3.0, 4.0, error);
    paths.follow(body, [](const Vec2&, const Vec2& v, double) { return Vec2{-2.0 * v[1], 2.0 * v[0]}; });
    const Strays strays = strays_of(paths, world, body, 12.0, [](double t) {
      return Vec2{std::cos(2.0 * t), std::sin(2.0 * t)};
    });
    EXPECT_LT(strays.at_points, 0.15 * error);
    EXPECT_LT(strays.between, 1.15 * error);
    EXPECT_GT(strays.between, 0.8 * error) << "no more pieces than needed";
    pieces.push_back(static_cast<double>(paths.pieces()));
  }
  for (std::size_t i = 1; i < pieces.size(); ++i)
    EXPECT_NEAR(pieces[i] / pieces[i - 1], std::sqrt(10.0), (1.0 + std::sqrt(10.0)) / pieces[i - 1])
        << "as error^-1/2";
}

TEST(CurvedPaths, MeetAParabolaExactlyWherePiecesMeet) {
  World<2> world(open_space<2>());
  const BodyId body = world.add(ball<2>({0.0, 1.0}, {2.0, 5.0}));
  CurvedPaths<2> paths(1.0, 3.0, 1e-3);
  EXPECT_EQ(paths.pieces(), 20U) << "3 / 20^2 / 8 = 0.0009375, 3 / 19^2 / 8 = 0.00104";
  paths.follow(body, [](const Vec2&, const Vec2&, double) { return Vec2{0.0, -3.0}; });
  const Strays strays = strays_of(paths, world, body, 10.0, [](double t) {
    return Vec2{2.0 * t, 1.0 + 5.0 * t - 1.5 * t * t};
  });
  EXPECT_LT(strays.at_points, 1e-12);
  EXPECT_LT(strays.between, 1e-3);
  EXPECT_GT(strays.between, 0.8 * 9.375e-4);
}

TEST(CurvedPaths, LetTheWorldSeeToGravity) {
  // In crossed fields a ball drifts: v' = g + 2 J v has the steady velocity (g / 2, 0) and circles around it.
  World<2> world(open_space<2>({0.0, -1.0}));
  const BodyId body = world.add(ball<2>({0.0, 0.0}, {}));
  CurvedPaths<2> paths(1.0, 4.0, 1e-4);
  paths.follow(body, [](const Vec2&, const Vec2& v, double) { return Vec2{-2.0 * v[1], 2.0 * v[0]}; });
  // x' - d turns by 2 J: x' = d (1 - cos 2t, sin 2t) with d = -1/2 along x, as 2 J (d, 0) = (0, 1).
  const Strays strays = strays_of(paths, world, body, 9.0, [](double t) {
    return Vec2{0.5 * t - 0.25 * std::sin(2.0 * t), -0.25 * (1.0 - std::cos(2.0 * t))};
  });
  EXPECT_LT(strays.at_points, 1e-5);
  EXPECT_LT(strays.between, 1e-4);
}

TEST(CurvedPaths, GoOnFromAnImpact) {
  // Pulled down by 2 from a height of 4, it bounces off the floor like one that falls, at 2 and at 6, but
  // for the velocity of the piece in which it does: off by 2 piece / 2, which an impact turns around.
  const Vec2 pull{0.0, -2.0};
  World<2> falling(open_space<2>(pull));
  World<2> followed(open_space<2>());
  const BodyId body{0};
  for (World<2>* world : {&falling, &followed}) {
    world->add(ball<2>({0.0, 5.0}, {0.5, 0.0}));
    world->add(fixed<2>(HalfSpace<2>{{0.0, 1.0}, 0.0}));
  }
  CurvedPaths<2> paths(1.0, 2.0, 1e-6);
  paths.follow(body, [&](const Vec2&, const Vec2&, double) { return pull; });
  paths.steer(followed);
  followed.set_window(paths.piece(), [&](World<2>& at) { paths.steer(at); });
  for (int i = 1; i <= 30; ++i) {
    falling.run_until(0.3 * i);
    followed.run_until(0.3 * i);
    const double t = 0.3 * i;
    const double bound = 2.0 * paths.piece() * (std::max(t - 2.0, 0.0) + std::max(t - 6.0, 0.0)) + 1e-5;
    EXPECT_LT(distance(falling.state(body).position, followed.state(body).position), bound) << i;
  }
  EXPECT_EQ(followed.collisions(), falling.collisions());
  EXPECT_EQ(falling.collisions(), 2U);
}

TEST(CurvedPaths, NeedPiecesThatGrowAsTheRootOfTheError) {
  EXPECT_EQ(pieces_within(0.125, 1.0, 1.0), 1U);
  EXPECT_EQ(pieces_within(0.125, 1.0, 10.0), 10U);
  EXPECT_EQ(pieces_within(0.125 / 9.0 * (1.0 + 1e-9), 1.0, 10.0), 30U);
  EXPECT_EQ(pieces_within(1.0, 0.0, 10.0), 1U);
  EXPECT_THROW(pieces_within(0.0, 1.0, 1.0), InputError);
  EXPECT_THROW(pieces_within(1.0, -1.0, 1.0), InputError);
  EXPECT_THROW(pieces_within(1e-30, 1.0, 1.0), InputError);
}

}  // namespace
}  // namespace firsthit
