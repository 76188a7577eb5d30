#include "record/paths/paths.hpp"

#include "core/random.hpp"
#include "core/vec_math.hpp"
#include "record/base/unit_quaternion.hpp"
#include "record/paths/path_motion.hpp"
#include "support/long_form.hpp"

#include "record/record_support.hpp"

#include <firsthit/agents.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace firsthit {
namespace {

using testing::moving;
using testing::TemporaryFolder;
using testing::write;

/// What paths.bin says after it has been written and read.
PathsFile stored(PathsFile paths) {
  const TemporaryFolder folder;
  write(folder / "paths.bin", paths_text(paths));
  return read_paths(folder / "paths.bin");
}

template <int D>
Frame<D> present_of(const World<D>& world, const RunSetup<D>& setup) {
  Frame<D> frame;
  capture(world, setup, frame);
  return frame;
}

template <int D>
void take_sample(Paths<D>& paths, const Frame<D>& frame) {
  paths.count_sample();
  if (paths.is_full()) paths.add_frame(frame);
}

/// A world that has been looked at on its way, beside what was stored of it.
template <int D>
class Witnessed {
 public:
  Witnessed(World<D>& world, double until, int looks) : world_(world), setup_(setup_of(world)) {
    world.run_until(0.0);
    Paths<D> paths(setup_, present_of(world, setup_));
    frames_.push_back(present_of(world, setup_));
    world.observe(paths);
    for (int i = 1; i <= looks; ++i) {
      world.run_until(until * i / looks);
      frames_.push_back(present_of(world, setup_));
      if (i % 4 == 0) take_sample(paths, frames_.back());
    }
    world.unobserve(paths);
    file_ = stored(paths.finish({}, frames_.back()));
  }

  const PathsFile& file() const { return file_; }

  /// Are the bodies where the world said, forwards, backwards and in leaps? To the rounding of 32 bits.
  void check() const {
    ASSERT_EQ(file_.shown(), setup_.bodies.size());
    EXPECT_EQ(file_.paths_end * file_.time_unit, frames_.back().time);
    EXPECT_TRUE(file_.frames.empty());
    PathMotion motion(file_);
    for (const Frame<D>& frame : frames_) compare(motion, frame);
    for (auto frame = frames_.rbegin(); frame != frames_.rend(); ++frame) compare(motion, *frame);
    for (std::size_t i = 0; i < frames_.size(); ++i) compare(motion, frames_[i * 7919 % frames_.size()]);
  }

 private:
  void compare(PathMotion& motion, const Frame<D>& frame) const {
    const Space<D>& space = setup_.space;
    motion.move_to(frame.time / file_.time_unit);
    for (std::size_t i = 0; i < frame.states.size(); ++i) {
      const FrameState<D>& state = frame.states[i];
      const double speed = std::sqrt(length_squared(state.velocity)) +
                           std::sqrt(length_squared(state.acceleration)) * frame.time;
      for (std::size_t k = 0; k < D; ++k) {
        const double edge = space.max[k] - space.min[k];
        double off = file_.length_unit * motion.place(i)[k] - state.position[k];
        if (space.sides[k] == Side::Periodic) off -= edge * std::round(off / edge);
        // 2^-24 of the distance from the middle and, thrice, of the way since the knot: velocity,
        // acceleration and their sum. Nothing in these scenes flies longer than from begin to end.
        const double reach = std::abs(state.position[k] - 0.5 * (space.min[k] + space.max[k])) + edge;
        ASSERT_NEAR(off, 0.0, 0x1p-24 * (reach + 3.0 * speed * frame.time))
            << "body " << i << " axis " << k << " time " << frame.time;
      }
      // 2^-24 of an orientation's numbers, and of the angle since the knot.
      const std::optional<UnitQuaternion> stands = motion.stands(i);
      const double turns = frame.spins.empty()
                               ? 0.0
                               : speed_of(frame.spins[i].angular_velocity) +
                                     speed_of(frame.spins[i].angular_acceleration) * frame.time;
      ASSERT_EQ(stands.has_value(), setup_.bodies[i].spins);
      if (!stands) continue;
      const auto axes = turned_axes(*stands);
      const auto expected = turned_axes(unit_quaternion(frame.spins[i].orientation));
      for (std::size_t axis = 0; axis < 3; ++axis)
        for (std::size_t k = 0; k < 3; ++k)
          ASSERT_NEAR(axes[axis][k], expected[axis][k], 0x1p-21 + 0x1p-22 * turns * frame.time)
              << "body " << i << " time " << frame.time;
    }
  }

  World<D>& world_;
  RunSetup<D> setup_;
  std::vector<Frame<D>> frames_;
  PathsFile file_;
};

template <int D>
WorldOptions<D> box(double edge, Side side) {
  WorldOptions<D> options;
  for (std::size_t k = 0; k < D; ++k) {
    options.space.max[k] = edge;
    options.space.sides[k] = side;
  }
  return options;
}

/// Balls on a grid, `across` along each axis, with random velocities.
template <int D>
void add_gas(World<D>& world, int across, double distance, double radius, Random& random) {
  const int count = D == 2 ? across * across : across * across * across;
  for (int i = 0; i < count; ++i) {
    Vec<D> position;
    Vec<D> velocity;
    int cell = i;
    for (std::size_t k = 0; k < D; ++k, cell /= across) {
      position[k] = distance * (cell % across + 0.5);
      velocity[k] = random.normal();
    }
    world.add(moving<D>(position, velocity, radius, 1.0 + random.uniform()));
  }
}

template <int D>
void expect_true_paths_in_a_gas(Side side) {
  Random random(17);
  World<D> world(box<D>(10.0, side));
  add_gas(world, D == 2 ? 10 : 5, D == 2 ? 1.0 : 2.0, 0.4, random);
  const Witnessed<D> run(world, 5.0, 400);
  run.check();
  EXPECT_GT(run.file().impact_time.size(), 150U);
  EXPECT_EQ(run.file().impact_time.size(), world.collisions());
}

template <int D>
void check_spins(bool rolls) {
  WorldOptions<D> options = box<D>(8.0, Side::Periodic);
  if (rolls) {
    options.gravity[D - 1] = -10.0;
    options.space.sides[D - 1] = Side::Wall;
    options.restitution = 0.75;
    options.rolling_friction = 0.01;
  }
  options.friction = 0.5;
  options.tangential_restitution = 0.5;
  World<D> world(options);
  Random random(7);
  const int count = D == 2 && rolls ? 4 : 16;  // nobody lies on another
  for (int i = 0; i < count; ++i) {
    Body<D> body;
    body.position[0] = 2.0 * (i % 4) + 1.0;
    body.position[1] = 2.0 * (i / 4) + 1.0;
    if (D == 3) body.position[D - 1] = 1.0;
    for (double& c : body.velocity.c) c = random.uniform(-1.0, 1.0);
    body.shape = Ball{0.75};
    body.spins = i % 5 != 0;
    if (body.spins) {
      if constexpr (D == 2) {
        body.angular_velocity = random.uniform(-3.0, 3.0);
      } else {
        for (double& c : body.angular_velocity.c) c = random.uniform(-3.0, 3.0);
      }
    }
    world.add(body);
  }
  const Witnessed<D> run(world, 12.0, 64);
  EXPECT_EQ(world.time(), 12.0);
  EXPECT_GT(world.collisions(), 20U);
  run.check();
  if (!rolls) return;
  const std::vector<float>& turning = run.file().knot.angular_acceleration;
  EXPECT_GT(std::count_if(turning.begin(), turning.end(), [](float each) { return each != 0.0F; }), 4);
}

TEST(Paths, TellHowBallsStandThatSpin) {
  check_spins<2>(false);
  check_spins<3>(false);
}

TEST(Paths, OfBodiesThatNobodyMeetsAreRead) {
  WorldOptions<2> options = box<2>(8.0, Side::Open);
  options.gravity = {0.0, -1.0};
  World<2> world(options);
  Body<2> body = moving<2>({4.0, 4.0}, {1.0, 0.0}, 0.5);
  body.spins = true;
  body.angular_velocity = 3.0;
  world.add(body);
  const Witnessed<2> run(world, 2.0, 8);
  EXPECT_TRUE(run.file().knot_time.empty());
  run.check();
}

TEST(Paths, TellHowBallsStandThatSlipAndRoll) {
  check_spins<2>(true);
  check_spins<3>(true);
}

Body<3> tumbling(const Shape<3>& shape, const Vec<3>& position, const Orientation<3>& orientation,
                 const Vec<3>& angular_velocity) {
  Body<3> body;
  body.shape = shape;
  body.position = position;
  body.spins = true;
  body.orientation = orientation;
  body.angular_velocity = angular_velocity;
  return body;
}

/// Bricks and a capsule that nobody meets, some 20 radians: about any axis, nearly about the middle one,
/// which turns them over, and about it alone, on which they stay.
TEST(Paths, TellHowBricksTumble) {
  World<3> world(box<3>(64.0, Side::Open));
  const Box<3> brick{{1.0, 0.5, 0.25}};  // the middle moment of inertia is about y
  const Orientation<3> upright{};
  const Orientation<3> askew{0.5, -0.1, 0.7, 0.3};
  const auto [x, y, z] = turned_axes(unit_quaternion(askew))[1];
  world.add(tumbling(brick, {{4.0, 4.0, 4.0}}, askew, {{1.5, -1.0, 2.0}}));
  world.add(tumbling(brick, {{12.0, 4.0, 4.0}}, upright, {{0x1p-12, 2.5, 0x1p-14}}));
  world.add(tumbling(brick, {{20.0, 4.0, 4.0}}, upright, {{0.0, 2.5, 0.0}}));
  world.add(tumbling(brick, {{28.0, 4.0, 4.0}}, askew, {{2.5 * x, 2.5 * y, 2.5 * z}}));
  world.add(tumbling(Capsule<3>{{{-1.0, 0.0, 0.0}}, {{1.0, 0.0, 0.0}}, 0.25}, {{36.0, 4.0, 4.0}}, askew,
                     {{2.0, 2.0, -1.0}}));
  const Witnessed<3> run(world, 8.0, 64);
  const PathsFile& file = run.file();
  EXPECT_TRUE(file.knot_time.empty());
  EXPECT_EQ(file.body_top, (std::vector<std::uint32_t>{0, 0, 0, 0, 1}));
  run.check();
}

TEST(Paths, TellHowBricksTumbleFromImpactToImpact) {
  WorldOptions<3> options = box<3>(8.0, Side::Wall);
  options.gravity = {{0.0, 0.0, -5.0}};
  options.restitution = 0.8;
  options.friction = 0.4;
  World<3> world(options);
  Random random(11);
  for (int i = 0; i < 8; ++i) {
    Body<3> body =
        tumbling(Box<3>{{0.5, 0.3, 0.2}}, {{2.0 * (i % 4) + 1.0, 2.0 * (i / 4) + 3.0, 4.0}}, {}, {});
    if (i % 4 == 1) body.shape = Ball{0.5};
    for (double& c : body.velocity.c) c = random.uniform(-2.0, 2.0);
    for (double& c : body.angular_velocity.c) c = random.uniform(-4.0, 4.0);
    world.add(body);
  }
  const Witnessed<3> run(world, 3.0, 64);
  EXPECT_GT(run.file().knot_time.size(), 24U);
  run.check();
}

TEST(Paths, AreTrueInAPeriodicGas) {
  expect_true_paths_in_a_gas<2>(Side::Periodic);
  expect_true_paths_in_a_gas<3>(Side::Periodic);
}

TEST(Paths, AreTrueBetweenWalls) {
  expect_true_paths_in_a_gas<2>(Side::Wall);
  expect_true_paths_in_a_gas<3>(Side::Wall);
}

TEST(Paths, AreTrueUnderGravityAndAtRest) {
  WorldOptions<2> options = box<2>(10.0, Side::Wall);
  options.gravity = {{0.0, -3.0}};
  options.restitution = 0.5;
  options.contact_duration = 0.01;
  World<2> world(options);
  Random random(5);
  for (int i = 0; i < 8; ++i) {
    const double along = random.normal();
    const double up = random.normal();
    const double height = random.uniform();
    world.add(moving<2>({{1.0 + i, 3.0 + height}}, {{along, up}}, 0.3));
  }
  Body<2> slope;
  slope.shape = Segment<2>{{{0, 0}}, {{3, 1}}};
  slope.position = {{5.0, 1.0}};
  slope.kind = BodyKind::Fixed;
  world.add(slope);
  const Witnessed<2> run(world, 20.0, 800);
  ASSERT_EQ(world.time(), 20.0) << "nobody collapses";
  run.check();
  // Some have come to rest: nothing accelerates them any more.
  const PathsFile& file = run.file();
  int at_rest = 0;
  for (std::size_t i = 0; i + 1 < file.knot.acceleration.size(); i += 2)
    if (file.knot.acceleration[i] == 0.0F && file.knot.acceleration[i + 1] == 0.0F) ++at_rest;
  EXPECT_GE(at_rest, 4);
  ASSERT_EQ(file.obstacles.size(), 1U);
  EXPECT_EQ(file.obstacles[0].obstacle.position, (Point3{5.0, 1.0, 0.0}));
  EXPECT_EQ(file.obstacles[0].obstacle.shape.points[1], (Point3{3.0, 1.0, 0.0}));
}

TEST(Paths, AreTrueOfAgents) {
  World<2> world(box<2>(10.0, Side::Open));
  std::vector<Agent<2>> agents;
  for (int i = 0; i < 4; ++i) {
    const Vec<2> from = {{i % 2 == 0 ? 1.0 : 9.0, 1.0 + 2.0 * i}};
    Agent<2> agent;
    agent.body = world.add(moving<2>(from, {}, 0.25));
    agent.goal = {{10.0 - from[0], 9.0 - 2.0 * i}};
    agent.steering = Steering::Avoid;
    agent.max_acceleration = 2.0;
    agents.push_back(agent);
  }
  Agents<2> crowd(agents, 0.125, 0.004);
  world.set_window(crowd.piece(), [&](World<2>& at) { crowd.steer(at); });
  world.run_until(0.0);
  crowd.steer(world);
  const Witnessed<2> run(world, 12.0, 300);
  run.check();
  EXPECT_GT(run.file().knot_time.size(), 100U);
}

TEST(Paths, AreTrueThroughManyBoxes) {
  World<2> world(box<2>(1.0, Side::Periodic));
  world.add(moving<2>({{0.5, 0.5}}, {{30.0, -17.0}}, 0.0));
  Body<2> disk;
  disk.shape = Ball{0.1};
  disk.position = {{0.1, 0.1}};
  disk.kind = BodyKind::Fixed;
  world.add(disk);
  const Witnessed<2> run(world, 10.0, 500);
  run.check();
  const PathsFile& file = run.file();
  EXPECT_GT(file.impact_time.size(), 20U);
  for (std::size_t i = 0; i < file.impact_time.size(); ++i) {  // of the only body and the only obstacle
    EXPECT_EQ(file.impact_a[i], 0U);
    EXPECT_EQ(file.impact_b[i], 1U);
  }
}

TEST(Paths, TouchAtTheirImpacts) {
  Random random(3);
  World<3> world(box<3>(10.0, Side::Periodic));
  add_gas(world, 5, 2.0, 0.5, random);
  const Witnessed<3> run(world, 3.0, 10);
  const PathsFile& file = run.file();
  PathMotion motion(file);
  for (std::size_t i = 0; i < file.impact_time.size(); ++i) {
    motion.move_to(file.impact_time[i]);
    double squared = 0.0;
    for (std::size_t k = 0; k < 3; ++k) {
      double way = motion.place(file.impact_b[i])[k] - motion.place(file.impact_a[i])[k];
      way -= 10.0 * std::round(way / 10.0);
      squared += way * way;
    }
    ASSERT_NEAR(std::sqrt(squared), 1.0, 2e-6) << i;  // 2^-24 of some ten lengths
  }
  EXPECT_GT(file.impact_time.size(), 50U);
}

TEST(Paths, KeepTheirUnitsUnlessTheyAreExtreme) {
  for (const double scale : {1.0, 0x1p-130, 0x1p+130}) {
    WorldOptions<2> options = box<2>(8.0 * scale, Side::Wall);
    World<2> world(options);
    world.add(moving<2>({{1.5 * scale, scale}}, {{scale, 0}}, 0.5 * scale, scale));
    const Witnessed<2> run(world, 20.0, 40);
    run.check();
    const PathsFile& file = run.file();
    EXPECT_EQ(file.length_unit, scale == 1.0 ? 1.0 : 8.0 * scale);
    EXPECT_EQ(file.mass_unit, scale);
    EXPECT_EQ(file.time_unit, 1.0);
    EXPECT_EQ(file.max[0] * file.length_unit, 8.0 * scale);
    EXPECT_GT(file.start.velocity[0], 0.0F);
    EXPECT_EQ(static_cast<double>(file.body_radius[0]) * file.length_unit, 0.5 * scale);
  }
}

TEST(Paths, TellGravityInTheirUnits) {
  for (const auto& [length, time] :
       {std::pair{1.0, 1.0}, {0x1p-130, 1.0}, {1.0, 0x1p+60}, {0x1p+60, 0x1p-60}}) {
    const double pull = length / (time * time);
    WorldOptions<2> options = box<2>(8.0 * length, Side::Wall);
    options.gravity = {{0.25 * pull, -2.0 * pull}};
    World<2> world(options);
    world.add(moving<2>({{1.5 * length, length}}, {{length / time, 0}}, 0.5 * length, 1.0));
    const Witnessed<2> run(world, 2.0 * time, 8);
    run.check();
    const PathsFile& file = run.file();
    EXPECT_EQ(file.time_unit == 1.0, time == 1.0);
    const double unit = file.length_unit / (file.time_unit * file.time_unit);
    EXPECT_EQ(file.gravity[0] * unit, 0.25 * pull);
    EXPECT_EQ(file.gravity[1] * unit, -2.0 * pull);
    // That of the bodies, as they fly.
    EXPECT_EQ(static_cast<double>(file.start.acceleration[1]), file.gravity[1]);
  }
}

/// A made-up run of `balls` that meet in pairs, one pair each millisecond, at places of no meaning.
class MadeUp {
 public:
  explicit MadeUp(std::uint32_t balls) {
    setup_.space = {{{0, 0}}, {{100, 50}}, {Side::Periodic, Side::Periodic}};
    for (std::uint32_t i = 0; i < balls; ++i) setup_.bodies.push_back({BodyId{i}, 0.5, 1.0, {}});
    paths_.emplace(setup_, frame(0.0));
  }

  void run(std::uint64_t collisions, std::uint64_t per_sample) {
    const auto balls = static_cast<std::uint32_t>(setup_.bodies.size());
    for (std::uint64_t i = 1; i <= collisions; ++i) {
      Impact<2> impact;
      impact.index = i - 1;
      impact.time = 0.001 * static_cast<double>(i);
      impact.a.id = BodyId{static_cast<std::uint32_t>(2 * i % balls)};
      impact.b.id = BodyId{static_cast<std::uint32_t>((2 * i + 1) % balls)};
      for (ImpactSide<2>* side : {&impact.a, &impact.b}) side->position = place(side->id.value, impact.time);
      paths_->impact(impact);
      ++collisions_;
      time_ = impact.time;
      if (i % per_sample == 0) {
        frames_[time_] = frame(time_);
        take_sample(*paths_, frames_[time_]);
      }
    }
  }

  PathsFile finish() { return stored(paths_->finish({}, frames_[time_] = frame(time_))); }

  /// Where a body is said to be: anywhere.
  static Vec<2> place(std::uint32_t body, double time) {
    const double x = 100.0 * std::fmod(0.6180339887498949 * body + 0.01 * time, 1.0);
    return {{x, 0.5 * x}};
  }
  Frame<2> frame(double time) const {
    Frame<2> frame;
    frame.time = time;
    frame.collisions = collisions_;
    for (const MovingBody& ball : setup_.bodies) {
      FrameState<2> state{};
      state.position = place(ball.id.value, time);
      state.velocity = {{static_cast<double>(ball.id.value % 16), 0.0}};
      frame.states.push_back(state);
    }
    return frame;
  }
  const std::map<double, Frame<2>>& frames() const { return frames_; }

 private:
  RunSetup<2> setup_;
  std::optional<Paths<2>> paths_;
  std::map<double, Frame<2>> frames_;
  std::uint64_t collisions_ = 0;
  double time_ = 0.0;
};

TEST(Paths, EndWhereTheirRoomEndsAndFramesTellTheRest) {
  MadeUp run(100);
  run.run(300000, 500);
  const PathsFile file = run.finish();
  // 2D without acceleration: 28 bytes a knot, 32 an impact.
  const std::size_t bytes = 28 * file.knot_time.size() + 32 * file.impact_time.size();
  EXPECT_LE(bytes, 10000000U);
  EXPECT_GT(bytes, 9999900U);
  EXPECT_EQ(file.collisions, 300000U);
  EXPECT_EQ(file.samples, 601U);
  EXPECT_EQ(file.end, 300.0);
  // The first impact that is not stored.
  EXPECT_DOUBLE_EQ(file.paths_end, 0.001 * static_cast<double>(file.impact_time.size() + 1));
  ASSERT_GT(file.frames.size(), 200U);
  EXPECT_LE(file.frames.size(), 400U);
  EXPECT_EQ(file.frames.front().time, file.paths_end);
  EXPECT_EQ(file.frames.back().time, file.end);
  PathMotion motion(file);
  std::size_t seen = 0;
  for (const auto& [time, frame] : run.frames()) {
    const auto stands = [at = time](const PathsFile::Frame& each) { return each.time == at; };
    const auto kept = std::find_if(file.frames.begin(), file.frames.end(), stands);
    if (kept == file.frames.end()) continue;
    ++seen;
    motion.move_to(time);
    for (std::size_t i = 0; i < frame.states.size(); ++i) {
      for (std::size_t k = 0; k < 2; ++k) {
        double off = motion.place(i)[k] - frame.states[i].position[k];
        off -= (k == 0 ? 100.0 : 50.0) * std::round(off / (k == 0 ? 100.0 : 50.0));
        ASSERT_LE(std::abs(off), file.frame_quantum[k]);
      }
      // 16 levels for speeds from 0 to 15: exactly these.
      EXPECT_EQ(kept->speed[i], 17 * (i % 16));
    }
  }
  EXPECT_EQ(seen, file.frames.size() - 1);  // the first stands between samples
  EXPECT_LE(file.frame_quantum[0], 0.5 / 8);
  EXPECT_EQ(file.speed_scale, 15.0);
}

TEST(Paths, FramesFollowBodiesOutOfTheBox) {
  PathFrames frames(2, 1, {-1.0, -1.0, 0.0}, {1.0, 1.0, 0.0}, {Side::Open, Side::Open}, 0.0);
  std::vector<double> places;
  for (int i = 0; i < 40; ++i) {
    places.push_back(i == 0 ? 0.5 : -1.5 * places.back());
    frames.add(i, [&](std::size_t) { return PathFrames::Shown{{places.back(), 0.25, 0.0}, 1.0}; });
  }
  PathsFile paths;
  frames.move_to(paths);
  ASSERT_EQ(paths.frames.size(), 40U);
  for (std::size_t i = 0; i < 40; ++i) {
    EXPECT_NEAR(paths.frame_origin[0] + paths.frames[i].place[0] * paths.frame_quantum[0], places[i],
                paths.frame_quantum[0]);
    EXPECT_NEAR(paths.frame_origin[1] + paths.frames[i].place[1] * paths.frame_quantum[1], 0.25,
                paths.frame_quantum[1]);
  }
  EXPECT_LE(paths.frame_quantum[0], 0x1p-8 * std::abs(places.back()));
}

TEST(Paths, ShowEveryKthOfTooManyBodies) {
  MadeUp run(500000);
  run.run(2000, 1000);
  const PathsFile file = run.finish();
  EXPECT_EQ(file.bodies, 500000U);
  ASSERT_EQ(file.shown(), 166667U);
  for (std::size_t i = 0; i < file.shown(); ++i) ASSERT_EQ(file.body_id[i], 3 * i);
  EXPECT_EQ(file.collisions, 2000U);
  // Of three pairs in a row, two have one that is shown: 2 i or 2 i + 1 is a multiple of 3.
  EXPECT_NEAR(static_cast<double>(file.impact_time.size()), 2000 * 2 / 3.0, 1.0);
  EXPECT_EQ(file.knot_time.size(), file.impact_time.size());
  ASSERT_EQ(file.impact_index.size(), file.impact_time.size());
  for (std::size_t i = 0; i < file.impact_time.size(); ++i) {
    EXPECT_EQ((file.impact_a[i] == kNobody) + (file.impact_b[i] == kNobody), 1);
    // The impact of index k is at a time of k + 1 milliseconds.
    EXPECT_EQ(file.impact_index[i], std::round(1000.0 * file.impact_time[i]) - 1.0);
  }
}

TEST(Paths, NameThoseWhomTheSceneNames) {
  World<2> world(box<2>(8.0, Side::Wall));
  for (int i = 0; i < 4; ++i) world.add(moving<2>({{1.0 + 2.0 * i, 4}}, {{0, 1}}));
  const RunSetup<2> setup = setup_of(world);
  Frame<2> frame;
  capture(world, setup, frame);
  RunInfo info;
  info.name_of = [](BodyId id) { return id.value == 2 ? "cue" : "ball-" + std::to_string(id.value + 1); };
  Paths<2> without(setup, frame), with(setup, frame);
  EXPECT_TRUE(stored(without.finish(info, frame)).body_names.empty());
  info.is_named = [](BodyId id) { return id.value == 2; };
  EXPECT_EQ(stored(with.finish(info, frame)).body_names,
            (std::vector<std::pair<std::uint32_t, std::string>>{{2, "cue"}}));
}

TEST(Paths, NumberImpactsOnlyWhereTheyDoNotCountFromZero) {
  MadeUp all(1000);
  all.run(500, 100);
  EXPECT_TRUE(all.finish().impact_index.empty());
  // Of a world that has had two impacts before, the first is the third.
  WorldOptions<2> options = box<2>(8.0, Side::Wall);
  World<2> world(options);
  world.add(moving<2>({{4, 4}}, {{1, 0}}));
  RunLimits two;
  two.collisions = 2;
  world.run_until(1e3, two);
  const RunSetup<2> setup = setup_of(world);
  Frame<2> frame;
  capture(world, setup, frame);
  Paths<2> paths(setup, frame);
  world.observe(paths);
  RunLimits five;
  five.collisions = 5;
  world.run_until(1e3, five);
  capture(world, setup, frame);
  EXPECT_EQ(stored(paths.finish({}, frame)).impact_index, (std::vector<std::uint32_t>{2, 3, 4}));
  world.unobserve(paths);
}

TEST(Paths, LeaveFramesOutUntilTheFileIsSmallEnough) {
  if (!long_form()) GTEST_SKIP() << "packs hundreds of megabytes";
  // Noise: 65,536 places along each of two axes, 4 bytes a body and a frame.
  PathsFile paths;
  Random random(11);
  const std::size_t bodies = 100000;
  paths.bodies = bodies;
  paths.body_id.resize(bodies);
  paths.body_radius.resize(bodies);
  paths.body_mass.resize(bodies);
  paths.body_material.resize(bodies);
  paths.body_color.resize(bodies);
  paths.materials = {"default"};
  paths.side_names = {"a", "b", "c", "d"};
  paths.max = {1.0, 1.0, 0.0};
  paths.start.position.resize(2 * bodies);
  paths.start.velocity.resize(2 * bodies);
  paths.frame_steps = {65536, 65536, 1};
  for (int f = 0; f < 200; ++f) {
    PathsFile::Frame& frame = paths.frames.emplace_back();
    frame.time = f;
    for (std::size_t i = 0; i < 2 * bodies; ++i)
      frame.place.push_back(static_cast<std::uint16_t>(65536.0 * random.uniform()));
    frame.speed.resize(bodies);
  }
  paths.end = 199.0;
  const std::vector<std::uint16_t> last = paths.frames.back().place;
  const std::string text = paths_text(paths);
  EXPECT_LE(text.size(), 43100000U);
  EXPECT_GT(text.size(), 20000000U);
  EXPECT_EQ(paths.frames.size(), 101U);
  EXPECT_EQ(paths.frames.back().time, 199.0);
  EXPECT_EQ(paths.frames.back().place, last);
}

TEST(Paths, OfNoBodiesAreEmpty) {
  World<3> world(box<3>(1.0, Side::Wall));
  const Witnessed<3> run(world, 2.0, 4);
  EXPECT_EQ(run.file().shown(), 0U);
  EXPECT_EQ(run.file().end, 2.0);
  EXPECT_EQ(run.file().side_names.size(), 6U);
}

}  // namespace
}  // namespace firsthit
