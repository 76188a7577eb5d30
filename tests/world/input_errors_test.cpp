#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <string>

namespace firsthit {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// What an InputError says that `act` throws.
std::string complaint(const std::function<void()>& act) {
  try {
    act();
  } catch (const InputError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

std::string complaint_about(const WorldOptions<2>& options) {
  return complaint([&] { World<2> world(options); });
}

template <int D>
std::string complaint_about(const WorldOptions<D>& options, const Body<D>& body) {
  return complaint([&] {
    World<D> world(options);
    world.add(body);
  });
}

TEST(InputErrors, OfTheBoxSayWhichAxis) {
  auto options = box<2>(Side::Wall, 10.0);
  options.space.max[1] = 0.0;
  EXPECT_EQ(complaint_about(options), "World: space.max[1]: expected above space.min, 0, found 0");
  options.space.max[1] = -kInfinity;
  EXPECT_EQ(complaint_about(options), "World: space.max[1]: expected a finite number, found -inf");
  options = box<2>(Side::Wall, 10.0);
  options.space.min[0] = kNan;
  EXPECT_EQ(complaint_about(options), "World: space.min[0]: expected a finite number, found nan");
}

TEST(InputErrors, OfABoxThatIsTooFarOutToTellItsImagesApart) {
  auto options = box<2>(Side::Periodic, 10.0);
  options.space.sides[1] = Side::Wall;
  options.space.min[1] = -0x1p39 * 10.0;
  EXPECT_EQ(complaint_about(options), "nothing was thrown");
  options.space.min[1] = -0x1p40 * 10.0;
  EXPECT_NE(
      complaint_about(options).find("World: space.min[1]: expected at most 2^39 lengths of the shortest "
                                    "periodic side, "),
      std::string::npos);
  options.space.sides[0] = Side::Wall;  // nothing repeats
  EXPECT_EQ(complaint_about(options), "nothing was thrown");
}

// A fuzzer found it: lists that reach as far as such a place rounds held billions of images.
TEST(InputErrors, OfBodiesThatAreTooFarOutToTellImagesApart) {
  auto options = box<2>(Side::Periodic, 8.0);
  options.space.sides[1] = Side::Open;
  const Shape<2> wall = Segment<2>{{0.0, 0.0}, {1.0, 0.0}};
  EXPECT_EQ(complaint_about<2>(options, fixed<2>(wall, {0.0, 0x1p41})), "nothing was thrown");
  EXPECT_EQ(complaint_about<2>(options, fixed<2>(wall, {0.0, -0x1p43})),
            "World::add: position: expected a fixed body within 2^39 lengths of the shortest periodic side, "
            "4398046511104, found one that reaches as far as 8796093022209");
  EXPECT_EQ(complaint_about<2>(open_space<2>(), fixed<2>(wall, {0.0, -0x1p43})), "nothing was thrown");
  World<2> world(options);
  const BodyId id = world.add(ball<2>({1.0, 1.0}, {}, 0.5));
  EXPECT_EQ(complaint([&] { world.set_position(id, {0x1p60, 0x1p41}); }), "nothing was thrown");
  EXPECT_EQ(complaint([&] {
              world.set_position(id, {0.0, 0x1p43});
            }),
            "World::set_position[1]: expected at most 2^39 lengths of the shortest periodic side, "
            "4398046511104, found 8796093022208");
}

/// Walls put it out of each other for ever, by lengths of its own.
TEST(InputErrors, OfABallThatDoesNotFitBetweenTheWalls) {
  auto options = box<2>(Side::Wall, 8.0);
  options.space.max[1] = 4.0;
  EXPECT_EQ(complaint_about<2>(options, ball<2>({4.0, 2.0}, {}, 2.0)), "nothing was thrown");
  EXPECT_EQ(complaint_about<2>(options, ball<2>({4.0, 2.0}, {}, 2.5)),
            "World::add: radius: expected a diameter of at most 4, from wall to wall, found the radius 2.5");
  options.space.sides[1] = Side::Open;
  EXPECT_EQ(complaint_about<2>(options, ball<2>({4.0, 2.0}, {}, 2.5)), "nothing was thrown");
}

/// Its images are counted in 32 bits: farther out they were missed.
TEST(InputErrors, OfAFixedBodyWhoseImagesCannotBeCounted) {
  const auto options = box<2>(Side::Periodic, 8.0);
  EXPECT_EQ(complaint_about<2>(options, fixed<2>(Ball{1.0}, {0x1p33, -0x1p33})), "nothing was thrown");
  EXPECT_EQ(
      complaint_about<2>(options, fixed<2>(Ball{1.0}, {0.0, 0x1p34})),
      "World::add: position[1]: expected a fixed body within 2^30 lengths of the periodic side 8, found "
      "17179869184");
}

/// However short it is: who moves is looked for around its place, in each of the boxes that it might be in.
TEST(InputErrors, OfSegmentsThatMoveFarFromTheirPlaceWhereABoxRepeats) {
  const auto options = box<2>(Side::Periodic, 8.0);
  Body<2> moving;
  moving.shape = Segment<2>{{3.0, 0.0}, {3.5, 0.0}};
  EXPECT_EQ(complaint_about<2>(options, moving), "nothing was thrown");
  moving.shape = Segment<2>{{16.0, 0.0}, {16.0, 0.0}};
  EXPECT_EQ(
      complaint_about<2>(options, moving),
      "World::add: shape: expected of less than half the periodic side 8 around its place, found the extent "
      "16");
  EXPECT_EQ(complaint_about<2>(options, fixed<2>(moving.shape)), "nothing was thrown");
  EXPECT_EQ(complaint_about<2>(box<2>(Side::Wall, 32.0), moving), "nothing was thrown");
}

TEST(InputErrors, OfAnOpenBoxDoNotConcernItsSize) {
  EXPECT_EQ(complaint_about(open_space<2>()), "nothing was thrown");
}

TEST(InputErrors, OfGravityAndRestitution) {
  auto options = box<2>(Side::Periodic, 10.0);
  options.space.sides[0] = Side::Wall;
  options.gravity = {3.0, 0.0};
  EXPECT_EQ(complaint_about(options), "nothing was thrown");
  options.gravity = {0.0, 0.5};
  EXPECT_EQ(complaint_about(options), "World: gravity[1]: expected 0 along a periodic axis, found 0.5");
  options.gravity = {kNan, 0.0};
  EXPECT_EQ(complaint_about(options), "World: gravity[0]: expected a finite number, found nan");
  options = open_space<2>({}, 1.5);
  EXPECT_EQ(complaint_about(options), "World: restitution: expected 0 to 1, found 1.5");
  options.restitution = kNan;
  EXPECT_EQ(complaint_about(options), "World: restitution: expected 0 to 1, found nan");
  World<2> world(open_space<2>());
  EXPECT_EQ(complaint([&] { world.set_restitution({}, {}, -0.25); }),
            "World::set_restitution: expected 0 to 1, found -0.25");
}

TEST(InputErrors, OfMovingBodies) {
  const auto space = box<2>(Side::Wall, 10.0);
  EXPECT_EQ(complaint_about<2>(space, ball<2>({5.0, kNan}, {})),
            "World::add: position[1]: expected a finite number, found nan");
  EXPECT_EQ(complaint_about<2>(space, ball<2>({5.0, 5.0}, {-kInfinity, 0.0})),
            "World::add: velocity[0]: expected a finite number, found -inf");
  Body<2> one_way = ball<2>({5.0, 5.0}, {});
  one_way.one_way = {0.0, kNan};
  EXPECT_EQ(complaint_about<2>(space, one_way),
            "World::add: one_way[1]: expected a finite number, found nan");
  EXPECT_EQ(complaint_about<2>(space, ball<2>({5.0, 5.0}, {}, -1.0)),
            "World::add: radius: expected >= 0, found -1");
  EXPECT_EQ(complaint_about<2>(space, ball<2>({5.0, 5.0}, {}, kInfinity)),
            "World::add: radius: expected a finite number, found inf");
  EXPECT_EQ(complaint_about<2>(space, ball<2>({5.0, 5.0}, {}, 1.0, 0.0)),
            "World::add: mass: expected > 0, or BodyKind::Fixed, found 0");
  EXPECT_EQ(complaint_about<2>(space, ball<2>({5.0, 5.0}, {}, 1.0, kNan)),
            "World::add: mass: expected a finite number, found nan");
  EXPECT_EQ(complaint_about<2>(space, ball<2>({11.5, 5.0}, {})),
            "World::add: position[0]: expected between the walls, 0 to 10, found 11.5");
  EXPECT_EQ(complaint_about<2>(space, {.shape = HalfSpace<2>{{0.0, 1.0}, 0.0}, .position = {5.0, 5.0}}),
            "World::add: shape: expected a shape that can move, or BodyKind::Fixed, found a half-space, "
            "container or arc");
  EXPECT_EQ(complaint_about<2>(space, {.shape = Box<2>{{1.0, kNan}}, .position = {5.0, 5.0}}),
            "World::add: body.shape.half_extents[1]: expected a finite number, found nan");
}

TEST(InputErrors, OfBodiesWiderThanAPeriodicSide) {
  EXPECT_EQ(complaint_about<2>(box<2>(Side::Periodic, 2.0), ball<2>({1.0, 1.0}, {})),
            "World::add: radius: expected a diameter below the periodic side 2, found the radius 1");
  EXPECT_EQ(complaint_about<2>(box<2>(Side::Periodic, 2.0), ball<2>({1.0, 1.0}, {}, 0.96875)),
            "nothing was thrown");
}

TEST(InputErrors, OfMagnitudesBeyondTheExactArithmetic) {
  EXPECT_EQ(complaint_about<2>(open_space<2>(), ball<2>({0x1p201, 0.0}, {})),
            "World::add: position[0]: expected 0 or a magnitude between 2^-200 and 2^200, found "
            "3.2138760885179806e+60");
  EXPECT_EQ(complaint_about<2>(open_space<2>(), ball<2>({0.0, 0.0}, {0.0, 0x1p-1070})).substr(0, 37),
            "World::add: velocity[1]: expected 0 o");
}

TEST(InputErrors, OfFixedBodies) {
  const auto space = box<2>(Side::Periodic, 10.0);
  Body<2> pushed = fixed<2>(Ball{1.0});
  pushed.velocity = {0.0, 1.0};
  EXPECT_EQ(complaint_about<2>(space, pushed),
            "World::add: velocity: expected zero for a fixed body, found another");
  EXPECT_EQ(complaint_about<2>(space, fixed<2>(HalfSpace<2>{{0.0, 0.0}, 1.0})),
            "World::add: half-space normal: expected a vector that is not zero, found zero");
  EXPECT_EQ(complaint_about<2>(space, fixed<2>(HalfSpace<2>{{0.0, 2.0}, 1.0})),
            "World::add: half-space normal: expected 0 along a periodic axis, found 2");
  EXPECT_EQ(complaint_about<2>(open_space<2>(), fixed<2>(HalfSpace<2>{{kNan, 2.0}, 1.0})),
            "World::add: half-space normal[0]: expected a finite number, found nan");
  EXPECT_EQ(complaint_about<2>(open_space<2>(), fixed<2>(HalfSpace<2>{{1.0, 2.0}, kInfinity})),
            "World::add: half-space offset: expected a finite number, found inf");
  EXPECT_EQ(complaint_about<2>(space, fixed<2>(Segment<2>{{1.0, 2.0}, {kInfinity, 1.0}})),
            "World::add: segment to[0]: expected a finite number, found inf");
  EXPECT_EQ(complaint_about<3>(open_space<3>(), fixed<3>(Hull<3>{})),
            "World::add: body.shape.vertices: expected at least one, found none");
}

TEST(InputErrors, OfCallsAtTheWrongTime) {
  World<2> world(open_space<2>());
  world.add(ball<2>({0.0, 0.0}, {1.0, 0.0}));
  world.run_until(3.0);
  EXPECT_EQ(complaint([&] { world.set_window(1.0); }),
            "World::set_window: expected before the first run, found after it");
  EXPECT_EQ(complaint([&] { world.run_until(2.0); }),
            "World::run_until: expected a time not before the present, 3, found 2");
  EXPECT_EQ(complaint([&] { world.run_until(kNan); }), "World::run_until: expected a time, found nan");
  EXPECT_EQ(complaint([&] { world.run_until(1e300); }),
            "World::run_until: expected a time that the clock reaches, found 1e+300");
  EXPECT_EQ(world.time(), 3.0) << "a refused call changes nothing";
}

TEST(InputErrors, OfWindows) {
  World<2> world(open_space<2>());
  EXPECT_EQ(complaint([&] { world.set_window(-1.0); }), "World::set_window: expected >= 0, found -1");
  EXPECT_EQ(complaint([&] { world.set_window(kNan); }),
            "World::set_window: expected a finite number, found nan");
}

TEST(InputErrors, OfWhatIsMeasuredAndWatched) {
  World<2> world(open_space<2>());
  world.add(ball<2>({0.0, 0.0}, {1.0, 0.0}));
  EXPECT_EQ(complaint([&] { static_cast<void>(world.statistics()); }),
            "World::statistics: expected World::measure before it");
  EXPECT_EQ(complaint([&] { world.measure({.from = kNan}); }),
            "World::measure: from: expected a finite time, found nan");
  EXPECT_EQ(complaint([&] {
              world.measure({.drift = {0.0, kInfinity}});
            }),
            "World::measure: drift: expected finite numbers, found others");
  struct Nobody final : BatchObserver<2> {
    void events(EventBatch<2>&) override {}
  } nobody;
  EXPECT_EQ(complaint([&] {
              world.observe(nobody, {BodyId{0}, BodyId{1}});
            }),
            "World: body: expected an id below 1, found 1");
}

TEST(InputErrors, OfIdsAndVelocities) {
  World<2> world(open_space<2>());
  world.add(ball<2>({0.0, 0.0}, {1.0, 0.0}));
  world.add(fixed<2>(Ball{1.0}, {5.0, 5.0}));
  EXPECT_EQ(complaint([&] { world.state({2}); }), "World: body: expected an id below 2, found 2");
  EXPECT_EQ(complaint([&] { static_cast<void>(world.body({7})); }),
            "World: body: expected an id below 2, found 7");
  EXPECT_EQ(complaint([&] { world.set_velocity({1}, {}); }),
            "World::set_velocity: expected a moving body, found a fixed one");
  world.remove({1});
  EXPECT_EQ(complaint([&] { static_cast<void>(world.body({1})); }),
            "World: body: expected one that is there, found 1, removed");
  EXPECT_EQ(complaint([&] { world.remove({1}); }),
            "World: body: expected one that is there, found 1, removed");
  EXPECT_EQ(complaint([&] {
              world.set_velocity({0}, {kNan, 0.0});
            }),
            "World::set_velocity[0]: expected a finite number, found nan");
  EXPECT_EQ(complaint([&] { World<2>::side(2, false); }),
            "World::side: expected an axis of the box, found 2");
}

TEST(InputErrors, OfASpeedThatTheClockCannotFollow) {
  World<2> world(open_space<2>());
  world.add(ball<2>({0.0, 0.0}, {1.0, 0.0}));
  world.run_until(1.0);
  const std::string said = complaint([&] { world.set_velocity({0}, {1e30, 0.0}); });
  EXPECT_EQ(said,
            "World::set_velocity: expected a speed that a clock can follow which has reached 1, found 1e+30");
  EXPECT_EQ(world.state({0}).velocity, (Vec2{1.0, 0.0}));
}

TEST(InputErrors, OfSensorsThatHaveNoPieces) {
  Body<2> container = fixed<2>(Container{5.0});
  container.sensor = true;
  EXPECT_EQ(complaint_about(open_space<2>(), container),
            "World::add: sensor: expected neither a container nor an arc, found one of them");
}

TEST(InputErrors, OfASpeedThatNoClockFollowsLeaveTheWorldWithoutThatBody) {
  World<2> world(open_space<2>());
  const BodyId first = world.add(ball<2>({0.0, 0.0}, {1.0, 0.0}));
  world.run_until(1e6);
  const Body<2> bullet = ball<2>({0.0, 50.0}, {1e50, 0.0});
  EXPECT_NE(complaint([&] { world.add(bullet); }), "nothing was thrown");
  EXPECT_FALSE(world.contains({first.value + 1}));
  world.run_until(2e6);
  EXPECT_EQ(world.state(first).position[0], 2e6);
}

}  // namespace
}  // namespace firsthit
