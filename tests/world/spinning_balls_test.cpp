#include "core/vec_math.hpp"
#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

// Balls that spin: what friction does to them in a world.

namespace firsthit {
namespace {

constexpr std::uint64_t kSeed = 11;
constexpr double kInfinite = std::numeric_limits<double>::infinity();

template <int D>
Body<D> spinning(const Vec<D>& position, const Vec<D>& velocity, const AngularVelocity<D>& turns,
                 double radius = 1.0, double mass = 1.0) {
  Body<D> body = ball<D>(position, velocity, radius, mass);
  body.spins = true;
  body.angular_velocity = turns;
  return body;
}

/// Between two walls that are y = 0 and y = 10, perfectly rough.
WorldOptions<2> under_a_table() {
  WorldOptions<2> options;
  options.space = {{0.0, 0.0}, {1.0, 10.0}, {Side::Open, Side::Wall}};
  options.friction = kInfinite;
  options.tangential_restitution = 1.0;
  return options;
}

TEST(SpinningBalls, AVeryElasticRoughOneComesBackFromUnderATable) {
  // Garwin, Am. J. Phys. 37, 88 (1969): of a sphere, off the floor v -> 3/7 v - 4/7 w and w -> -10/7 v - 3/7
  // w, w the surface's speed by the spin; off the table the same with -w. From (1, 0) the third impact leaves
  // (-333, 130) / 343.
  World<2> world(under_a_table());
  Body<2> body = spinning<2>({0.0, 1.0 + 1.0}, {1.0, -1.0}, 0.0);
  body.inertia = 0.4;
  const BodyId id = world.add(body);
  world.run_until(1.5);
  EXPECT_NEAR(world.state(id).velocity[0], 3.0 / 7.0, 1e-15);
  EXPECT_NEAR(world.state(id).angular_velocity, -10.0 / 7.0, 1e-15);
  world.run_until(9.5);
  EXPECT_NEAR(world.state(id).velocity[0], -31.0 / 49.0, 1e-15);
  world.run_until(17.5);
  EXPECT_EQ(world.collisions(), 3U);
  EXPECT_NEAR(world.state(id).velocity[0], -333.0 / 343.0, 1e-15);
  EXPECT_NEAR(std::fabs(world.state(id).angular_velocity), 130.0 / 343.0, 1e-15);
  EXPECT_EQ(world.state(id).velocity[1], 1.0);
}

TEST(SpinningBalls, StandAsTheirTurnsSay) {
  World<2> world(open_space<2>());
  const BodyId id = world.add(spinning<2>({}, {1.0, 0.0}, 0.5));
  world.run_until(3.0);
  EXPECT_NEAR(world.state(id).orientation.w, std::cos(0.75), 1e-15);
  EXPECT_NEAR(world.state(id).orientation.z, std::sin(0.75), 1e-15);
  world.set_angular_velocity(id, -0.5);
  world.run_until(6.0);
  EXPECT_NEAR(world.state(id).orientation.z, 0.0, 1e-15);
  world.set_orientation(id, turned_by(90.0));
  EXPECT_EQ(world.state(id).orientation, turned_by(90.0));
  EXPECT_EQ(world.state(id).angular_velocity, -0.5);
  World<3> space(open_space<3>());
  const BodyId there = space.add(spinning<3>({}, {}, {0.0, 0.0, 0.5}));
  space.run_until(3.0);
  EXPECT_NEAR(space.state(there).orientation.w, std::cos(0.75), 1e-15);
  EXPECT_NEAR(space.state(there).orientation.z, std::sin(0.75), 1e-15);
}

TEST(SpinningBalls, TurnAlsoWhereNothingElseMoves) {
  World<2> world(open_space<2>());
  const BodyId id = world.add(spinning<2>({}, {}, 0.0));
  world.run_until(1.0);
  world.set_angular_velocity(id, 2.0);
  world.run_until(2.0);
  EXPECT_NEAR(world.state(id).orientation.w, std::cos(1.0), 1e-15);
  EXPECT_EQ(world.time(), 2.0);
  World<3> rest(open_space<3>());
  const BodyId other = rest.add(spinning<3>({}, {}, {0.0, 2.0, 0.0}));
  rest.run_until(1.0);
  EXPECT_NEAR(rest.state(other).orientation.y, std::sin(1.0), 1e-15);
}

/// Of a sphere without spin that slides along a floor at 3 and falls onto it at 1, e = 1/2.
BodyState<3> after_a_fall(double friction) {
  WorldOptions<3> options = box<3>(Side::Wall, 20.0);
  options.restitution = 0.5;
  options.friction = friction;
  World<3> world(options);
  const BodyId id = world.add(spinning<3>({5.0, 10.0, 2.0}, {3.0, 0.0, -1.0}, {}));
  world.run_until(2.0);
  return world.state(id);
}

TEST(SpinningBalls, SlipWhereFrictionIsTooLittleToGrip) {
  // The impulse is 3/2, friction 0.1 of that. To grip it would need 2/7 3.
  const BodyState<3> after = after_a_fall(0.1);
  EXPECT_NEAR(after.velocity[0], 3.0 - 0.15, 1e-15);
  EXPECT_NEAR(after.velocity[2], 0.5, 1e-15);
  EXPECT_NEAR(after.angular_velocity[1], 0.15 / 0.4, 1e-15);  // it begins to roll on along x
  EXPECT_EQ(after.angular_velocity[0], 0.0);
}

TEST(SpinningBalls, GripWhereFrictionIsEnough) {
  // Rolling from then on: 5/7 of the speed, by 2/5 + 1 = 7/5.
  const BodyState<3> after = after_a_fall(10.0);
  EXPECT_NEAR(after.velocity[0], 15.0 / 7.0, 1e-15);
  EXPECT_NEAR(after.angular_velocity[1], 15.0 / 7.0, 1e-15);
}

TEST(SpinningBalls, AreDrivenByARollerThatTurnsAsItIsTold) {
  // The roller's surface passes at 2 * 3; a disk that hits it head on gets a third of that, and turns by two.
  WorldOptions<2> options = open_space<2>();
  options.friction = kInfinite;
  World<2> world(options);
  Body<2> roller = spinning<2>({}, {}, 3.0, 2.0);
  roller.kind = BodyKind::Kinematic;
  world.add(roller);
  const BodyId id = world.add(spinning<2>({5.0, 0.0}, {-1.0, 0.0}, 0.0));
  world.run_until(3.0);
  EXPECT_NEAR(world.state(id).velocity[0], 1.0, 1e-15);
  EXPECT_NEAR(world.state(id).velocity[1], 2.0, 1e-15);
  EXPECT_NEAR(world.state(id).angular_velocity, -4.0, 1e-15);
  EXPECT_EQ(world.state({0}).angular_velocity, 3.0);
}

TEST(SpinningBalls, BesideOnesThatDoNotTurnGripThemAsTheyAre) {
  // Friction acts on what does not spin, too: it slows it down. Between equal disks of which one spins it is
  // shared: k = 1 + 1 + 2, so the slip of 4 takes an impulse of 1.
  WorldOptions<2> options = open_space<2>();
  options.friction = kInfinite;
  World<2> world(options);
  world.add(ball<2>({}, {1.0, 4.0}));
  world.add(spinning<2>({4.0, 4.0 * 2.0}, {0.0, 0.0}, 0.0));
  world.run_until(3.0);
  EXPECT_NEAR(world.state({0}).velocity[1], 3.0, 1e-14);
  EXPECT_NEAR(world.state({1}).velocity[1], 1.0, 1e-14);
  EXPECT_NEAR(world.state({1}).angular_velocity, -2.0, 1e-14);
}

TEST(SpinningBalls, SlowDownBoxesThatDoNotTurn) {
  // A box along the axes at (4, -1) onto the floor: friction 0.5 takes 0.5 * (1 + e) * 1 off its 4.
  WorldOptions<2> options = box<2>(Side::Wall, 20.0);
  options.restitution = 0.5;
  options.friction = 0.5;
  World<2> world(options);
  const BodyId id = world.add({.shape = Box<2>{{1.0, 1.0}}, .position = {3.0, 2.0}, .velocity = {4.0, -1.0}});
  world.run_until(2.0);
  EXPECT_NEAR(world.state(id).velocity[0], 3.25, 1e-14);
  EXPECT_NEAR(world.state(id).velocity[1], 0.5, 1e-14);
}

TEST(SpinningBalls, SlideAndPassWithoutFriction) {
  for (const Response response : {Response::Slide, Response::Pass}) {
    WorldOptions<2> options = open_space<2>();
    options.friction = kInfinite;
    World<2> world(options);
    world.set_response({}, {}, response);
    world.add(spinning<2>({}, {1.0, 1.0}, 3.0));
    world.add(spinning<2>({5.0, 5.0}, {0.0, 1.0}, 2.0));
    world.run_until(10.0);
    EXPECT_EQ(world.state({0}).angular_velocity, 3.0);
    EXPECT_EQ(world.state({1}).angular_velocity, 2.0);
  }
}

TEST(SpinningBalls, ThatStickTurnNoMore) {
  World<2> world(open_space<2>());
  world.set_response({}, {}, Response::Stick);
  world.add(spinning<2>({}, {1.0, 0.0}, 3.0));
  world.add(spinning<2>({5.0, 0.0}, {0.0, 0.0}, 2.0));
  world.run_until(10.0);
  EXPECT_EQ(world.state({0}).angular_velocity, 0.0);
  EXPECT_EQ(world.state({1}).angular_velocity, 0.0);
  EXPECT_EQ(world.state({1}).velocity[0], 0.5);
}

TEST(SpinningBalls, InAContactThatLastsRubNoMore) {
  // The second impact is within the contact's duration: it loses nothing, and friction does nothing.
  WorldOptions<2> options = box<2>(Side::Wall, 4.0);
  options.space.sides[0] = Side::Open;
  options.restitution = 0.5;
  options.friction = kInfinite;
  options.tangential_restitution = -0.5;  // half of the slip is left
  for (const double duration : {0.0, 100.0}) {
    options.contact_duration = duration;
    World<2> world(options);
    const BodyId id = world.add(spinning<2>({2.0, 2.0}, {0.0, -1.0}, 1.0));
    world.run_until(1.5);
    EXPECT_NEAR(world.state(id).angular_velocity, 2.0 / 3.0, 1e-15);
    world.run_until(6.0);
    EXPECT_EQ(world.collisions(), 2U);
    if (duration > 0.0) {
      EXPECT_NEAR(world.state(id).angular_velocity, 2.0 / 3.0, 1e-15);
    } else {
      EXPECT_LT(world.state(id).angular_velocity, 0.6);
    }
  }
}

/// Tells what an observer was told of turning.
template <int D>
struct SpinWatcher : Observer<D>, BatchObserver<D> {
  void impact_spins(const Impact<D>& impact, const ImpactSpins<D>& spins) override {
    impacts.push_back(impact);
    all.push_back(spins);
  }
  void events(EventBatch<D>& batch) override { batch.tell(*this); }
  std::vector<Impact<D>> impacts;
  std::vector<ImpactSpins<D>> all;
};

template <int D>
World<D> rough_gas(const WorldOptions<D>& given, int per_side, Random& random) {
  World<D> world = gas<D>(given, {.per_side = 0, .length = 1.0}, random);
  const double spacing = given.space.max[0] / per_side;
  int count = 1;
  for (int axis = 0; axis < D; ++axis) count *= per_side;
  for (int i = 0; i < count; ++i) {
    Vec<D> position;
    Vec<D> velocity;
    AngularVelocity<D> turns{};
    int rest = i;
    for (std::size_t axis = 0; axis < D; ++axis, rest /= per_side) {
      position[axis] = (rest % per_side + 0.5) * spacing;
      velocity[axis] = random.uniform(-1.0, 1.0);
      if constexpr (D == 3) turns[axis] = random.uniform(-1.0, 1.0);
    }
    if constexpr (D == 2) turns = random.uniform(-1.0, 1.0);
    world.add(spinning<D>(position, velocity, turns, random.uniform(0.25, 0.45) * spacing));
  }
  return world;
}

TEST(SpinningBalls, AreToldOfByImpactsAndAgreeWithTheirStates) {
  SCOPED_TRACE(kSeed);
  Random random(kSeed);
  WorldOptions<3> options = box<3>(Side::Wall, 8.0);
  options.friction = 0.4;
  options.tangential_restitution = 0.5;
  World<3> world = rough_gas(options, 4, random);
  SpinWatcher<3> at_once, batches;
  Watcher<3> watcher;
  world.observe(watcher);
  world.observe(static_cast<Observer<3>&>(at_once));
  world.observe(static_cast<BatchObserver<3>&>(batches));
  std::vector<Vec3> turns;
  for (const BodyState<3>& state : states(world)) turns.push_back(state.angular_velocity);
  world.run_until(20.0);
  ASSERT_GT(at_once.all.size(), 200U);
  EXPECT_EQ(at_once.all.size(), watcher.impacts.size());
  ASSERT_EQ(at_once.all.size(), batches.all.size());
  bool rubbed = false;
  for (std::size_t i = 0; i < at_once.all.size(); ++i) {
    const Impact<3>& impact = at_once.impacts[i];
    const ImpactSpins<3>& spins = at_once.all[i];
    EXPECT_EQ(impact.index, batches.impacts[i].index);
    EXPECT_EQ(spins.a_after, batches.all[i].a_after);
    EXPECT_EQ(spins.tangential_impulse, batches.all[i].tangential_impulse);
    EXPECT_EQ(spins.a_before, turns[impact.a.id.value]);
    turns[impact.a.id.value] = spins.a_after;
    if (impact.kind == ImpactKind::BodyBody) {
      EXPECT_EQ(spins.b_before, turns[impact.b.id.value]);
      turns[impact.b.id.value] = spins.b_after;
    }
    // Nothing but the impulses changes velocities.
    const Vec3 change = impact.a.velocity_after - impact.a.velocity_before;
    EXPECT_LT(length(change + impact.impulse * impact.normal + spins.tangential_impulse), 1e-13);
    rubbed = rubbed || length(spins.tangential_impulse) > 0.0;
  }
  EXPECT_TRUE(rubbed);
  for (std::uint32_t id = 0; id < world.size(); ++id)
    EXPECT_EQ(world.state({id}).angular_velocity, turns[id]);
}

template <int D>
AngularVelocity<D> angular_momentum(const World<D>& world) {
  AngularVelocity<D> sum{};
  for (std::uint32_t id = 0; id < world.size(); ++id) {
    const Body<D> body = world.body({id});
    sum = sum + body.mass * cross(body.position, body.velocity) + body.inertia * body.angular_velocity;
  }
  return sum;
}

template <int D>
void check_kept() {
  SCOPED_TRACE(kSeed);
  Random random(kSeed);
  for (const double friction : {0.2, kInfinite}) {
    WorldOptions<D> options;
    options.space.max[0] = 8.0;
    options.space.sides.fill(Side::Open);
    options.restitution = 0.8;
    options.friction = friction;
    World<D> world = rough_gas(options, 4, random);
    const Vec<D> p = momentum(world);
    const AngularVelocity<D> l = angular_momentum(world);
    world.run_until(20.0);
    EXPECT_GT(world.collisions(), D == 2 ? 5U : 50U);
    EXPECT_LT(length(momentum(world) - p), 1e-13);
    if constexpr (D == 2) {
      EXPECT_NEAR(angular_momentum(world), l, 1e-11);
    } else {
      EXPECT_LT(length(angular_momentum(world) - l), 1e-11);
    }
  }
}

TEST(SpinningBalls, KeepMomentumAndAngularMomentum) {
  check_kept<2>();
  check_kept<3>();
}

TEST(SpinningBalls, HaveTheSameBitsHoweverTheyAreFoundAndWhoeverWatches) {
  std::vector<std::uint64_t> hashes;
  for (int way = 0; way < 4; ++way) {
    Random random(kSeed);
    WorldOptions<2> options = box<2>(Side::Periodic, 40.0);
    options.friction = 0.3;
    options.tangential_restitution = 0.7;
    options.neighbours = way == 1   ? NeighbourSearch::AllPairs
                         : way == 2 ? NeighbourSearch::Lists
                                    : NeighbourSearch::Automatic;
    World<2> world = rough_gas(options, 20, random);
    Watcher<2> watcher;
    if (way == 3) world.observe(watcher);
    world.run_until(5.0);
    EXPECT_GT(world.collisions(), 500U);
    hashes.push_back(world.state_hash());
  }
  for (const std::uint64_t hash : hashes) EXPECT_EQ(hash, hashes[0]);
}

TEST(SpinningBalls, AreInTheHashAndInSnapshots) {
  World<2> world(open_space<2>());
  const BodyId id = world.add(spinning<2>({}, {1.0, 0.0}, 3.0));
  world.run_until(1.0);
  Snapshot<2> then;
  world.snapshot(then);
  const std::uint64_t before = world.state_hash();
  world.set_angular_velocity(id, 4.0);
  EXPECT_NE(world.state_hash(), before);
  EXPECT_EQ(then.state(id).angular_velocity, 3.0);
  EXPECT_NEAR(then.state(id).orientation.w, std::cos(1.5), 1e-15);
  world.run_until(2.0);
  EXPECT_NEAR(world.state(id).orientation.w, -std::cos(3.5), 1e-15);  // both are the same
}

TEST(SpinningBalls, AreCountedByTheEnergyOfTheirRotation) {
  World<2> world(under_a_table());
  world.set_tangential_restitution({}, {}, 0.0);
  const BodyId id = world.add(spinning<2>({5.0, 5.0}, {0.0, -1.0}, 3.0));  // I = 1/2
  world.measure();
  world.run_until(10.0);
  // 2.25 for 4; then it grips: k = 3, and the slip of 3 leaves a third of the turns, and 1 along the floor.
  EXPECT_NEAR(world.state(id).angular_velocity, 1.0, 1e-15);
  EXPECT_EQ(world.collisions(), 1U);
  EXPECT_NEAR(world.statistics().rotational_action, 2.25 * 4.0 + 0.25 * 6.0, 1e-14);
  EXPECT_NEAR(world.statistics().kinetic_action, 0.5 * 4.0 + 1.0 * 6.0, 1e-14);
  world.set_angular_velocity(id, 2.0);
  world.run_until(11.0);
  EXPECT_NEAR(world.statistics().rotational_action, 2.25 * 4.0 + 0.25 * 6.0 + 1.0, 1e-14);
}

TEST(SpinningBalls, KeepWhatTheyAreAddedWith) {
  World<3> world(open_space<3>());
  Body<3> body = spinning<3>({}, {}, {1.0, 2.0, 3.0}, 2.0, 5.0);
  body.orientation = turned_by(90.0, {0.0, 0.0, 1.0});
  world.add(body);
  EXPECT_EQ(world.body({0}).inertia, 8.0);
  EXPECT_TRUE(world.body({0}).spins);
  EXPECT_EQ(world.body({0}).orientation, body.orientation);
  EXPECT_EQ(world.body({0}).angular_velocity, (Vec3{1.0, 2.0, 3.0}));
  world.run_until(1.0);
  body.position = {10.0, 0.0, 0.0};
  const BodyId late = world.add(body);
  EXPECT_EQ(world.state(late).orientation, body.orientation);
  EXPECT_EQ(world.state(late).angular_velocity, (Vec3{1.0, 2.0, 3.0}));
}

TEST(SpinningBalls, ThatComeToAWorldAtRestStandRightOnceItWakes) {
  World<2> world(open_space<2>());
  const BodyId other = world.add(ball<2>({10.0, 0.0}, {}));
  world.run_until(5.0);  // nothing moves
  const BodyId id = world.add(spinning<2>({}, {}, 0.5));
  world.run_until(6.0);
  world.set_velocity(other, {1.0, 0.0});
  world.run_until(7.0);
  EXPECT_NEAR(world.state(id).orientation.w, std::cos(0.5), 1e-15);
  EXPECT_NEAR(world.state(id).orientation.z, std::sin(0.5), 1e-15);
}

TEST(SpinningBalls, AreRefusedWhereTheyMakeNoSense) {
  World<2> world(open_space<2>());
  const auto refused = [&world](auto change, const std::string& part) {
    Body<2> body = spinning<2>({}, {}, 1.0);
    change(body);
    try {
      world.add(body);
      ADD_FAILURE() << part;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
  };
  refused([](Body<2>& b) { b.shape = Segment<2>{}; }, "World::add: spins: expected a shape with an extent");
  refused([](Body<2>& b) { b.shape = Point{}; }, "World::add: spins: expected a shape with an extent");
  refused(
      [](Body<2>& b) {
        b.shape = Polygon{{{0.0, 0.0}, {3.0, 0.0}, {0.0, 3.0}}};
      },
      "centre of mass is at its position, (0, 0), found (1, 1)");
  refused([](Body<2>& b) { b.shape = Ball{0.0}; }, "World::add: spins");
  refused([](Body<2>& b) { b.kind = BodyKind::Fixed; }, "World::add: spins");
  refused([](Body<2>& b) { b.spins = false; }, "World::add: angular_velocity");
  refused([](Body<2>& b) { b.spins = false, b.angular_velocity = 0.0, b.orientation = turned_by(90.0); },
          "World::add: orientation");
  refused([](Body<2>& b) { b.orientation = {0.0, 0.0}; }, "World::add: orientation");
  refused([](Body<2>& b) { b.inertia = -1.0; }, "World::add: inertia");
  refused([](Body<2>& b) { b.angular_velocity = kInfinite; }, "World::add: angular_velocity");
  EXPECT_EQ(world.size(), 0U);
  world.add(ball<2>({}, {}));
  EXPECT_THROW(world.set_angular_velocity({0}, 1.0), InputError);
  EXPECT_THROW(world.set_orientation({0}, {}), InputError);
  EXPECT_THROW(world.set_friction({}, {}, -0.1), InputError);
  EXPECT_THROW(world.set_friction({}, {}, std::nan("")), InputError);
  EXPECT_THROW(world.set_tangential_restitution({}, {}, 1.5), InputError);
  WorldOptions<2> options;
  options.friction = -1.0;
  EXPECT_THROW(World<2>{options}, InputError);
}

}  // namespace
}  // namespace firsthit
