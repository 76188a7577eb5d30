#include "record/base/plain_shape.hpp"
#include "record/base/shape_json.hpp"
#include "record/h5md/h5md.hpp"
#include "record/measure/observables.hpp"
#include "record/paths/paths.hpp"
#include "record/pictures/outline.hpp"
#include "record/pictures/raster_canvas.hpp"
#include "record/snapshot.hpp"

#include "record/record_support.hpp"

#include <firsthit/error.hpp>
#include <firsthit/motion.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace firsthit {
namespace {

using testing::python;
using testing::TemporaryFolder;
using testing::write;

constexpr double kPi = 3.14159265358979323846;

template <int D>
std::string written(const Shape<D>& shape) {
  return shape_json(plain_shape(shape), D).written();
}

/// Every shape of a dimension, as docs/formats/query.md and paths.md write them.
const std::vector<std::string> kFlat = {
    R"({"point":{}})",
    R"({"ball":{"radius":0.5}})",
    R"({"segment":{"from":[0.0,1.0],"to":[2.0,3.0]}})",
    R"({"capsule":{"from":[0.0,1.0],"to":[2.0,3.0],"radius":0.25}})",
    R"({"box":{"half_extents":[1.0,2.0]}})",
    R"({"oriented_box":{"half_extents":[1.0,2.0],"axes":[[0.6,0.8],[-0.8,0.6]]}})",
    R"({"hull":{"vertices":[[0.0,0.0],[1.0,0.0],[0.0,1.0]],"radius":0.0}})",
    R"({"polygon":{"vertices":[[0.0,0.0],[1.0,0.0],[0.0,1.0]]}})",
    R"({"half_space":{"normal":[0.0,2.0],"offset":-1.0}})",
    R"({"container":{"radius":3.0}})",
};
const std::vector<Shape<2>> kFlatShapes = {
    Point{},
    Ball{0.5},
    Segment<2>{{0, 1}, {2, 3}},
    Capsule<2>{{0, 1}, {2, 3}, 0.25},
    Box<2>{{1, 2}},
    OrientedBox<2>{{1, 2}, {Vec2{0.6, 0.8}, Vec2{-0.8, 0.6}}},
    Hull<2>{{{0, 0}, {1, 0}, {0, 1}}, 0.0},
    Polygon({{0, 0}, {1, 0}, {0, 1}}),
    HalfSpace<2>{{0, 2}, -1.0},
    Container{3.0},
};

TEST(PlainShape, OfWhatIsFixedIsAsItStands) {
  World<2> world;
  world.add({.shape = Hull<2>{{{0, 0}, {3, 0}, {0, 1}}},
             .position = {5, 2},
             .kind = BodyKind::Fixed,
             .orientation = turned_by(90.0)});
  const RunSetup<2> setup = setup_of(world);
  ASSERT_EQ(setup.obstacles.size(), 1U);
  EXPECT_EQ(setup.obstacles[0].position, (Vec2{5, 2}));
  EXPECT_EQ(written(setup.obstacles[0].shape),
            R"({"hull":{"vertices":[[0.0,0.0],[0.0,3.0],[-1.0,0.0]],"radius":0.0}})");
}

TEST(PlainShape, IsWrittenAsTheFormatSays) {
  ASSERT_EQ(kFlat.size(), kFlatShapes.size());
  for (std::size_t i = 0; i < kFlat.size(); ++i) EXPECT_EQ(written<2>(kFlatShapes[i]), kFlat[i]);
  EXPECT_EQ(written<3>(Triangle{{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 2}}}),
            R"({"triangle":{"vertices":[[0.0,0.0,0.0],[1.0,0.0,0.0],[0.0,1.0,2.0]]}})");
  EXPECT_EQ(written<3>(Box<3>{{1, 2, 3}}), R"({"box":{"half_extents":[1.0,2.0,3.0]}})");
}

TEST(PlainShape, IsReadAsItWasWritten) {
  for (std::size_t i = 0; i < kFlat.size(); ++i)
    EXPECT_EQ(shape_of_json(json_of(kFlat[i]), 2), plain_shape<2>(kFlatShapes[i])) << kFlat[i];
}

TEST(PlainShape, IsRefusedWhereItIsNone) {
  for (const char* text :
       {R"({"bax":{"half_extents":[1,2]}})", R"({"box":{"half_extents":[1,2,3]}})",
        R"({"box":{"half_extents":[1,1e999]}})", R"({})", R"([])", R"({"hull":{"vertices":[],"radius":0}})",
        R"({"polygon":{"vertices":[[0,0],[1,0]]}})", R"({"ball":{"radius":1},"point":{}})"})
    EXPECT_THROW(
        {
          try {
            shape_of_json(json_of(text), 2);
          } catch (const JsonError& error) {
            throw InputError(error.what());
          }
        },
        InputError)
        << text;
  EXPECT_THROW(shape_of_json(json_of(R"({"ball":{}})"), 2), JsonError);
}

TEST(PlainShape, ScalesItsLengthsOnly) {
  const PlainShape box = scaled(plain_shape<2>(kFlatShapes[5]), 0.5);
  EXPECT_EQ(box.points, (std::vector<Point3>{{0.5, 1, 0}, {0.6, 0.8, 0}, {-0.8, 0.6, 0}}));
  const PlainShape plane = scaled(plain_shape<2>(kFlatShapes[8]), 0.5);
  EXPECT_EQ(plane.points[0], (Point3{0, 2, 0}));
  EXPECT_EQ(plane.size, -0.5);
}

/// A box of 40 with a ball that is a sensor, two boxes, one of them kinematic, a capsule, and a triangle.
World<3> world_of_shapes() {
  WorldOptions<3> options;
  options.space.max = {40, 40, 40};
  World<3> world(options);
  const auto add = [&](const Shape<3>& shape, double x, BodyKind kind, bool sensor,
                       const Vec3& velocity = {}) {
    world.add({.shape = shape,
               .position = {x, 20, 20},
               .velocity = velocity,
               .mass = 2.0,
               .kind = kind,
               .sensor = sensor});
  };
  const Box<3> box{{1, 2, 2}};
  add(Ball{0.25}, 2.0, BodyKind::Dynamic, true);
  add(box, 10.0, BodyKind::Dynamic, false, {1, 0, 0});
  add(Capsule<3>{{0, 0, 0}, {0, 3, 4}, 0.5}, 20.0, BodyKind::Dynamic, false, {0, 1, 0});
  add(box, 30.0, BodyKind::Kinematic, false, {0, 0, 1});
  add(Triangle{{Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{0, 1, 0}}}, 37.0, BodyKind::Fixed, true);
  return world;
}

template <int D>
Frame<D> present_of(const World<D>& world, const RunSetup<D>& setup) {
  Frame<D> frame;
  capture(world, setup, frame);
  return frame;
}

TEST(RunSetup, KnowsTheShapesOfBodies) {
  const RunSetup<3> setup = setup_of(world_of_shapes());
  ASSERT_EQ(setup.bodies.size(), 4U);
  ASSERT_EQ(setup.shapes.size(), 2U);
  EXPECT_EQ(setup.bodies[0].shape, kRound);
  EXPECT_EQ(setup.bodies[1].shape, 0U);
  EXPECT_EQ(setup.bodies[2].shape, 1U);
  EXPECT_EQ(setup.bodies[3].shape, 0U);  // of the same shape
  EXPECT_EQ(setup.bodies[1].radius, 3.0);
  EXPECT_EQ(setup.bodies[2].radius, 5.5);
  EXPECT_EQ(setup.bodies[3].mass, 0.0);
  EXPECT_EQ(dynamic_count(setup), 3U);
  EXPECT_FALSE(is_uniform(setup));
}

TEST(H5mdTrajectory, TellsTheShapesOfBodies) {
  const TemporaryFolder folder;
  World<3> world = world_of_shapes();
  const RunSetup<3> setup = setup_of(world);
  H5mdTrajectory<3> trajectory(folder / "trajectory.h5", setup, {});
  trajectory.add(present_of(world, setup));
  world.run_until(1.0);
  trajectory.add(present_of(world, setup));
  trajectory.close();
  EXPECT_TRUE(python("h5md_test.py", "of_all_shapes " + (folder / "trajectory.h5").string()));
  const Picture picture = snapshot(folder.path(), 1.0);
  EXPECT_EQ(picture.shapes, setup.shapes);
  ASSERT_EQ(picture.moving.size(), 4U);
  EXPECT_EQ(picture.moving[0].shape, kRound);
  EXPECT_TRUE(picture.moving[0].sensor);
  EXPECT_EQ(picture.moving[2].shape, 1U);
  EXPECT_FALSE(picture.moving[2].kinematic);
  EXPECT_TRUE(picture.moving[3].kinematic);
  EXPECT_EQ(picture.moving[3].end, (Point3{30, 20, 21}));
  ASSERT_EQ(picture.obstacles.size(), 1U);
  EXPECT_EQ(picture.obstacles[0].shape.kind, PlainShape::Kind::Triangle);
  EXPECT_TRUE(picture.obstacles[0].sensor);
}

PathsFile paths_of(World<3>& world) {
  const RunSetup<3> setup = setup_of(world);
  Paths<3> paths(setup, present_of(world, setup));
  world.observe(paths);
  world.run_until(2.0);
  world.unobserve(paths);
  return paths.finish({}, present_of(world, setup));
}

TEST(Paths, TellTheShapesOfBodies) {
  World<3> world = world_of_shapes();
  PathsFile wrote = paths_of(world);
  const TemporaryFolder folder;
  write(folder / "paths.bin", paths_text(wrote));
  const PathsFile file = read_paths(folder / "paths.bin");
  EXPECT_EQ(file.body_shape, (std::vector<std::uint32_t>{kRound, 0, 1, 0}));
  EXPECT_EQ(file.body_kind, (std::vector<std::uint8_t>{2, 0, 0, 1}));
  EXPECT_EQ(file.body_radius, (std::vector<float>{0.25F, 3.0F, 5.5F, 3.0F}));
  EXPECT_EQ(file.shapes, (std::vector<PlainShape>{plain_shape<3>(Box<3>{{1, 2, 2}}),
                                                  plain_shape<3>(Capsule<3>{{0, 0, 0}, {0, 3, 4}, 0.5})}));
  ASSERT_EQ(file.obstacles.size(), 1U);
  EXPECT_TRUE(file.obstacles[0].obstacle.sensor);
  EXPECT_EQ(file.obstacles[0].obstacle.position, (Point3{37, 20, 20}));
}

TEST(Paths, HaveShapesInTheirUnits) {
  WorldOptions<3> options;
  options.space.max = {0x1p60, 0x1p60, 0x1p60};
  World<3> world(options);
  world.add({.shape = Box<3>{{0x1p50, 0x1p51, 0x1p50}}, .position = {0x1p59, 0x1p59, 0x1p59}});
  const PathsFile file = paths_of(world);
  EXPECT_GT(file.length_unit, 1.0);
  EXPECT_EQ(file.shapes[0].points[0][1] * file.length_unit, 0x1p51);
  EXPECT_EQ(static_cast<double>(file.body_radius[0]) * file.length_unit,
            static_cast<double>(static_cast<float>(std::sqrt(6.0))) * 0x1p50);
}

TEST(PathsFile, OfShapesThatAreNotThereIsRefused) {
  World<3> world = world_of_shapes();
  PathsFile wrote = paths_of(world);
  wrote.body_shape[0] = 2;
  const TemporaryFolder folder;
  write(folder / "paths.bin", paths_text(wrote));
  EXPECT_THROW(read_paths(folder / "paths.bin"), InputError);
}

/// A ball between two walls, 9 apart for its surface, and a kinematic block in the middle of its way that
/// stands still: it goes to and fro on a way of 3 at a speed of 2.
TEST(Observables, CountWhatIsMovedBySomebodyAsAnObstacle) {
  WorldOptions<2> options;
  options.space.max = {10, 4};
  World<2> world(options);
  world.add({.shape = Ball{0.5}, .position = {2, 2}, .velocity = {2, 0}, .mass = 3.0});
  world.add({.shape = Box<2>{{0.5, 1}}, .position = {5, 2}, .kind = BodyKind::Kinematic});
  const RunSetup<2> setup = setup_of(world);
  world.run_until(0.0);
  const Observables<2> observables(setup, present_of(world, setup), 0.0, {true, true, true, {}, {}});
  world.measure(observables.to_measure());
  world.run_until(24.0);
  const Frame<2> frame = present_of(world, setup);
  const Measured measured = observables.measured(frame, world.statistics());
  const auto hits = static_cast<double>(measured.collisions[0]);
  ASSERT_EQ(hits, 7.0);  // at 1, and every 3.5 / 2 x 2 from then on
  EXPECT_EQ(conserved(setup, frame).kinetic_energy, 6.0);
  EXPECT_DOUBLE_EQ(*measured.temperature, 6.0);  // 2 E / D of one body
  EXPECT_DOUBLE_EQ(*measured.pressure, 2.0 * 6.0 / (2.0 * 40.0));
  EXPECT_DOUBLE_EQ(*measured.compressibility, 1.0);
  EXPECT_DOUBLE_EQ(*measured.collision_rate_per_body, hits / 24.0);
  EXPECT_DOUBLE_EQ(*measured.mean_free_time, 24.0 / hits);
  EXPECT_DOUBLE_EQ(*measured.mean_free_path, 48.0 / hits);
  EXPECT_DOUBLE_EQ(*measured.velocity_autocorrelation, 2.0 * world.state({0}).velocity[0]);
}

TEST(Observables, OfKinematicBodiesAloneAreNotDefined) {
  WorldOptions<2> options;
  options.space.max = {10, 4};
  World<2> world(options);
  world.add({.shape = Box<2>{{0.5, 1}}, .position = {5, 2}, .velocity = {1, 0}, .kind = BodyKind::Kinematic});
  const RunSetup<2> setup = setup_of(world);
  world.run_until(0.0);
  const Observables<2> observables(setup, present_of(world, setup), 0.0, {true, true, true, {}, {}});
  world.measure(observables.to_measure());
  world.run_until(2.0);
  const Frame<2> frame = present_of(world, setup);
  const Measured measured = observables.measured(frame, world.statistics());
  EXPECT_EQ(conserved(setup, frame).energy, 0.0);
  EXPECT_FALSE(measured.temperature || measured.pressure || measured.compressibility ||
               measured.collision_rate_per_body || measured.mean_square_displacement ||
               measured.mean_free_time);
}

/// A picture of nothing, and how many of its pixels [L^D-1] an outline fills.
class Sheet {
 public:
  explicit Sheet(int dimension)
      : dimension_(dimension), view_(empty(dimension), {0, 0, kSize, kSize, false}) {}

  double filled_area(const PlainShape& shape, double finest = 0.0) const {
    constexpr int kPixels = 2;
    RasterCanvas canvas(kPixels * 800, kPixels * 800, kPixels, 0xffffff);
    Path path;
    add_outline(path, shape, {5, 5, dimension_ == 3 ? 5.0 : 0.0}, dimension_, view_, finest);
    Ink ink;
    ink.fill = 0;
    canvas.path(path, ink);
    const PixelImage image = canvas.finish();
    double dark = 0.0;
    for (std::size_t i = 0; i < image.bytes.size(); i += 3) dark += image.bytes[i] < 128 ? 1.0 : 0.0;
    return dark / (kPixels * kPixels * view_.scale() * view_.scale());
  }

  /// Of the parallelogram of two sides, as it is seen.
  double seen_area(const Point3& a, const Point3& b) const {
    const Spot o = view_({0, 0, 0}), to_a = view_(a), to_b = view_(b);
    const double cross = (to_a.x - o.x) * (to_b.y - o.y) - (to_a.y - o.y) * (to_b.x - o.x);
    return std::abs(cross) / (view_.scale() * view_.scale());
  }

 private:
  static constexpr double kSize = 800.0;
  static Picture empty(int dimension) {
    Picture picture;
    picture.dimension = dimension;
    picture.max = {10, 10, dimension == 3 ? 10.0 : 0.0};
    return picture;
  }

  int dimension_;
  View view_;
};

TEST(Outline, FillsTheAreaOfTheShape) {
  const Sheet sheet(2);
  const auto area = [&](const Shape<2>& shape) { return sheet.filled_area(plain_shape<2>(shape)); };
  constexpr double kError = 0.02;  // of a pixel's width along outlines of about 10
  EXPECT_NEAR(area(Ball{2.0}), 4.0 * kPi, kError);
  EXPECT_NEAR(area(Box<2>{{1, 2}}), 8.0, kError);
  EXPECT_NEAR(area(OrientedBox<2>{{1, 2}, {Vec2{0.6, 0.8}, Vec2{-0.8, 0.6}}}), 8.0, kError);
  // What is grown by r gains its perimeter times r, and a disc.
  EXPECT_NEAR(area(Capsule<2>{{-1, 0}, {1, 1}, 0.5}), 2.0 * std::sqrt(5.0) * 0.5 + 0.25 * kPi, kError);
  EXPECT_NEAR(area(Hull<2>{{{2, 0}, {0, 0}, {0, 1.5}, {0.5, 0.5}}, 0.0}), 1.5, kError);
  EXPECT_NEAR(area(Hull<2>{{{2, 0}, {0, 0}, {0, 1.5}, {0.5, 0.5}}, 0.5}), 1.5 + 6.0 * 0.5 + 0.25 * kPi,
              kError);
  // Concave either way around: a square of 2 less a triangle.
  EXPECT_NEAR(area(Polygon({{0, 0}, {2, 0}, {1, 0.5}, {2, 2}, {0, 2}})), 3.0, kError);
  EXPECT_NEAR(area(Polygon({{0, 2}, {2, 2}, {1, 0.5}, {2, 0}, {0, 0}})), 3.0, kError);
  // Corners that nobody sees may be left out.
  std::vector<Vec2> circle;
  for (int i = 0; i < 3000; ++i)
    circle.push_back({2 * std::cos(kPi * i / 1500), 2 * std::sin(kPi * i / 1500)});
  EXPECT_NEAR(sheet.filled_area(plain_shape<2>(Polygon(circle)), 1.0), 4.0 * kPi, kError);
}

TEST(Outline, IsTheSilhouetteInSpace) {
  const Sheet sheet(3);
  const auto area = [&](const Shape<3>& shape) { return sheet.filled_area(plain_shape<3>(shape)); };
  constexpr double kError = 0.04;
  EXPECT_NEAR(area(Ball{2.0}), 4.0 * kPi, kError);
  // Of a box one sees one of each two faces.
  const double box = sheet.seen_area({2, 0, 0}, {0, 4, 0}) + sheet.seen_area({0, 4, 0}, {0, 0, 1}) +
                     sheet.seen_area({2, 0, 0}, {0, 0, 1});
  EXPECT_NEAR(area(Box<3>{{1, 2, 0.5}}), box, kError);
  EXPECT_NEAR(area(Triangle{{Vec3{0, 0, 0}, Vec3{2, 0, 1}, Vec3{0, 3, 0}}}),
              0.5 * sheet.seen_area({2, 0, 1}, {0, 3, 0}), kError);
}

TEST(Outline, IsHeldByTheOuterRadius) {
  EXPECT_EQ(outer_radius(plain_shape<2>(Ball{2.0}), 2), 2.0);
  EXPECT_EQ(outer_radius(plain_shape<2>(Box<2>{{3, 4}}), 2), 5.0);
  EXPECT_EQ(outer_radius(plain_shape<3>(Capsule<3>{{0, 0, 0}, {2, 3, 6}, 0.5}), 3), 7.5);
}

TEST(Outline, OfAShapeThatTurnsIsTurned) {
  const double root = std::sqrt(0.5);
  const UnitQuaternion quarter{0.0, 0.0, root, root};
  const auto expect_near = [](const Point3& found, const Point3& expected) {
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(found[k], expected[k], 1e-15);
  };
  const Reach box = reach_of(turned(plain_shape<2>(Box<2>{{3.0, 1.0}}), 2, quarter), 2);
  expect_near(box.high, {1.0, 3.0, 0.0});
  expect_near(box.low, {-1.0, -3.0, 0.0});
  const Reach capsule =
      reach_of(turned(plain_shape<2>(Capsule<2>{{0.0, 0.0}, {2.0, 0.0}, 0.5}), 2, quarter), 2);
  expect_near(capsule.high, {0.5, 2.5, 0.0});
  expect_near(capsule.low, {-0.5, -0.5, 0.0});
  // A concave one stays one: its corners go around as before.
  const PlainShape dart = plain_shape<2>(Polygon({{0, 0}, {2, 0}, {1, 0.5}, {2, 2}, {0, 2}}));
  const PlainShape stands = turned(dart, 2, quarter);
  EXPECT_EQ(stands.kind, PlainShape::Kind::Polygon);
  for (std::size_t i = 0; i < dart.points.size(); ++i)
    expect_near(stands.points[i], {-dart.points[i][1], dart.points[i][0], 0.0});
  // A third of a turn about (1, 1, 1) takes x to y, y to z and z to x.
  const Reach brick = reach_of(turned(plain_shape<3>(Box<3>{{1.0, 2.0, 3.0}}), 3, {0.5, 0.5, 0.5, 0.5}), 3);
  EXPECT_EQ(brick.high, (Point3{3.0, 1.0, 2.0}));
}

/// The picture of a fixed ball of radius 1 in a box of 10: the view is as wide as the drawing.
TEST(Picture, ShowsAnObstacleAsLargeAsItIs) {
  Picture picture;
  picture.max = {10, 5, 0};
  picture.obstacles = {{{PlainShape::Kind::Ball, {}, 1.0}, {5, 2, 0}, {}}};
  const std::string text = draw(picture);
  EXPECT_NE(text.find("r=\"111.2\""), std::string::npos) << text;  // (1200 - 2 x 44) / 10
}

TEST(Outline, OfWhatHasNoInsideIsALine) {
  EXPECT_FALSE(is_area(plain_shape<2>(Segment<2>{{0, 0}, {1, 1}}), 2));
  EXPECT_FALSE(is_area(plain_shape<2>(Hull<2>{{{0, 0}, {1, 1}}, 0.0}), 2));
  EXPECT_TRUE(is_area(plain_shape<2>(Capsule<2>{{0, 0}, {1, 1}, 0.5}), 2));
  EXPECT_TRUE(is_area(plain_shape<3>(Box<3>{{1, 1, 1}}), 3));
}

}  // namespace
}  // namespace firsthit
