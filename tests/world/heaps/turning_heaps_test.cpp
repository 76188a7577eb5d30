#include "core/vec_math.hpp"
#include "exact/sin_cos.hpp"
#include "support/long_form.hpp"
#include "world/heaps/bins.hpp"

#include <firsthit/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <sstream>
#include <vector>

// Bodies of the plane that turn, and rub: who holds whom up, told by forces and moments.

namespace firsthit {
namespace {

constexpr double kPi = 3.14159265358979323846;

Body<2> spinning(const Shape<2>& shape, const Vec<2>& position, double mass, double angle = 0.0) {
  Body<2> body = body_of(shape, position, mass);
  body.spins = true;
  const SinCos half = sin_cos_of_product(0.5, angle);  // the same bits everywhere, as std::sin is not
  body.orientation = {half.cos, half.sin};
  return body;
}

bool is_still(const World<2>& world, std::uint32_t id) {
  return is_at_rest(world, id) && world.state({id}).angular_velocity == 0.0;
}
bool all_still(const World<2>& world) {
  for (std::uint32_t i = 0; i < world.size(); ++i)
    if (!is_still(world, i)) return false;
  return true;
}

/// Forces and moments at contacts, within the cones of friction, bear all who are still.
void expect_upright(const World<2>& world) {
  std::map<BodyId, Vec<2>> forces;
  std::map<BodyId, double> moments;
  double largest = 0.0;
  for (const RestingContact<2>& contact : world.contacts()) {
    const double press = -dot(contact.force, contact.normal);
    largest = std::max(largest, length(contact.force));
    EXPECT_GE(press, -0x1p-40 * largest);
    EXPECT_LE(length(contact.force + press * contact.normal),
              world.options().friction * press + 0x1p-40 * largest);
    for (const auto& [id, sign] : {std::pair{contact.a, 1.0}, std::pair{contact.b, -1.0}}) {
      if (id.value >= world.size()) continue;
      forces[id] = forces[id] + sign * contact.force;
      moments[id] += sign * cross(contact.point - world.state(id).position, contact.force);
    }
  }
  for (std::uint32_t i = 0; i < world.size(); ++i) {
    if (!is_still(world, i)) continue;
    const Vec<2> weight = world.body({i}).mass * world.options().gravity;
    EXPECT_LE(length(forces[{i}] + weight), 0x1p-34 * largest) << i;
    EXPECT_NEAR(moments[{i}], 0.0, 0x1p-34 * largest) << i;
  }
}

// A ladder of length L leans against a wall, at an angle t with the floor, friction mu at both ends: N1 and
// mu N1 at its foot, N2 = mu N1 and mu N2 at its top. Vertically N1 (1 + mu^2) = W, and about the foot W L
// cos t / 2 = N2 L (sin t + mu cos t): tan t = (1 - mu^2) / (2 mu). It is the core of a capsule, which has
// its contacts r further out: then (L / 2) cos t W = N2 (L sin t + r) + mu N2 (L cos t + r) + mu N1 r.
double critical_ladder(double mu, double half, double radius) {
  const double n1 = 1.0 / (1.0 + mu * mu);
  const double n2 = mu * n1;
  double low = 0.0;
  double high = 0.5 * kPi;
  for (int i = 0; i < 60; ++i) {
    const double t = 0.5 * (low + high);
    const double tips = half * std::cos(t) - n2 * (2.0 * half * std::sin(t) + radius) -
                        mu * n2 * (2.0 * half * std::cos(t) + radius) - mu * n1 * radius;
    (tips > 0.0 ? low : high) = t;
  }
  return 0.5 * (low + high);
}

TEST(TurningHeaps, OfALadderStandFromTheAngleThatTheoryTells) {
  constexpr double kHalf = 1.0, kRadius = 0.0625;
  for (const double mu : {0.25, 0.5}) {
    const double critical = critical_ladder(mu, kHalf, kRadius);
    EXPECT_NEAR(critical_ladder(mu, kHalf, 0.0), std::atan((1.0 - mu * mu) / (2.0 * mu)), 1e-12);
    for (const double off : {0.03, 0.2, -0.02, -0.2}) {
      const double t = critical + off;
      World<2> world(bin(20.0, 0.3, mu));
      const double x = kRadius + kHalf * std::cos(t), y = kRadius + kHalf * std::sin(t);
      const Capsule<2> ladder{{-kHalf, 0.0}, {kHalf, 0.0}, kRadius};
      world.add(spinning(ladder, {x + 0x1p-24, y + 0x1p-24}, 2.0, -t));  // its top is at the wall x = 0
      ASSERT_EQ(world.run_until(60.0).outcome, RunOutcome::ReachedTime);
      ASSERT_TRUE(is_still(world, 0)) << mu << " " << off;
      const double stands = -2.0 * std::atan2(world.state({0}).orientation.z, world.state({0}).orientation.w);
      if (off > 0.0) {
        EXPECT_NEAR(stands, t, 0.004) << mu << " " << off;
        EXPECT_EQ(world.contacts().size(), 2U);
        expect_upright(world);
        expect_nothing_happens(world, 3600.0);
      } else {
        EXPECT_LT(std::fabs(stands), 0.1) << mu << " " << off;  // it lies on the floor
      }
    }
  }
}

// Two cards of length L lean on each other, at an angle t with the floor. They push each other with H along
// the floor; about a foot H (L sin t + r) = W (L / 2) cos t, so mu >= L cos t / (2 (L sin t + r)).
World<2> two_cards(double friction, double angle) {
  constexpr double kHalf = 1.0, kRadius = 0.0625;
  World<2> world(bin(20.0, 0.3, friction));
  const Capsule<2> card{{-kHalf, 0.0}, {kHalf, 0.0}, kRadius};
  const double x = kHalf * std::cos(angle) + kRadius, y = kRadius + kHalf * std::sin(angle);
  world.add(spinning(card, {10.0 - x - 0x1p-24, y + 0x1p-24}, 2.0, angle));
  world.add(spinning(card, {10.0 + x + 0x1p-24, y + 0x1p-24}, 2.0, -angle));
  return world;
}

TEST(TurningHeaps, OfTwoCardsStandFromTheFrictionThatTheoryTells) {
  constexpr double kHalf = 1.0, kRadius = 0.0625, kAngle = 1.0;
  const double critical = kHalf * std::cos(kAngle) / (2.0 * kHalf * std::sin(kAngle) + kRadius);
  for (const double part : {1.03, 1.5, 0.97, 0.7}) {
    World<2> world = two_cards(part * critical, kAngle);
    ASSERT_EQ(world.run_until(60.0).outcome, RunOutcome::ReachedTime);
    ASSERT_TRUE(all_still(world)) << part;
    expect_upright(world);
    if (part < 1.0) {
      EXPECT_LT(world.state({0}).position[1], 0.2) << part;
      continue;
    }
    EXPECT_NEAR(world.state({0}).position[1], kRadius + kHalf * std::sin(kAngle), 0.004) << part;
    expect_nothing_happens(world, 3600.0);
  }
}

// Two disks on a floor, and a third one between them, on both: the normals are off the vertical by a. The
// floor's push on a lower disk and its weight go through the place where it stands, so what the upper one
// gives it must go there, too: off the normal by a / 2. So mu = tan(a / 2) is needed between the disks.
constexpr double kSine = 0.75;
World<2> three_disks(double friction) {
  World<2> world(bin(20.0, 0.3, friction));
  const double up = std::sqrt(1.0 - kSine * kSine);
  world.add(spinning(Ball{0.5}, {10.0 - kSine, 0.5}, 1.0));
  world.add(spinning(Ball{0.5}, {10.0 + kSine, 0.5}, 1.0));
  world.add(spinning(Ball{0.5}, {10.0, 0.5 + up + 0x1p-30}, 1.0));
  return world;
}

TEST(TurningHeaps, OfThreeDisksStandFromTheFrictionThatTheoryTells) {
  const double critical = std::tan(0.5 * std::asin(kSine));
  const double up = std::sqrt(1.0 - kSine * kSine);
  for (const double part : {1.03, 1.5, 0.97, 0.7}) {
    World<2> world = three_disks(part * critical);
    ASSERT_EQ(world.run_until(60.0).outcome, RunOutcome::ReachedTime);
    if (part < 1.0) {
      EXPECT_NEAR(world.state({2}).position[1], 0.5, 1e-9) << part;
      continue;
    }
    ASSERT_TRUE(all_still(world)) << part;
    EXPECT_NEAR(world.state({2}).position[1], 0.5 + up, 0.004) << part;
    expect_upright(world);
    expect_nothing_happens(world, 3600.0);
  }
}

// Eighty disks in a row that goes to and fro between two walls: who lies on so many comes down by all their
// gaps, which is more than what one alone may be moved by.
TEST(TurningHeaps, OfManyOnTopOfEachOtherRest) {
  constexpr double kAcross = 0.75;
  const double up = std::sqrt(1.0 - kAcross * kAcross);
  World<2> world(bin(1.0 + kAcross, 0.3, 0.5));
  for (int i = 0; i < 80; ++i)
    world.add(spinning(Ball{0.5}, {0.5 + (i % 2) * kAcross, 0.5 + (up + 0x1p-7) * i}, 1.0));
  ASSERT_EQ(world.run_until(60.0).outcome, RunOutcome::ReachedTime);
  EXPECT_TRUE(all_still(world));
  expect_upright(world);
}

// Nothing turns a disk where nothing rubs: it rests on others as if it did not spin, and spins on.
TEST(TurningHeaps, OfSmoothDisksThatSpinRestAndSpinOn) {
  World<2> world(bin(3.0, 0.5));
  const std::vector<double> spins = {2.0, -1.0, 0.5};
  for (std::uint32_t i = 0; i < 3; ++i) {
    const std::vector<Vec<2>> places = {{0.51, 0.6}, {2.48, 0.55}, {1.52, 2.5}};
    Body<2> body = spinning(Ball{i < 2 ? 0.5 : 1.0}, places[i], 1.0);
    body.angular_velocity = spins[i];
    world.add(body);
  }
  ASSERT_EQ(world.run_until(100.0).outcome, RunOutcome::ReachedTime);
  for (std::uint32_t i = 0; i < 3; ++i) {
    EXPECT_TRUE(is_at_rest(world, i)) << i;
    EXPECT_EQ(world.state({i}).angular_velocity, spins[i]) << i;
  }
  EXPECT_NEAR(world.state({2}).position[1], 0.5 + std::sqrt(1.5 * 1.5 - 1.0), 1e-12);
  expect_balance(world);
  std::stringstream file;
  world.save(file);
  World<2> other = World<2>::load(file);
  const std::uint64_t events = world.events();
  ASSERT_EQ(world.run_until(200.0).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(world.events(), events);
  ASSERT_EQ(other.run_until(200.0).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(other.state_hash(), world.state_hash());
}

// A smooth crate that falls along a wall is caught upright between it and a disk. That gives N across its
// side, of which N sin t bears the crate, and the rest presses it against the wall below its middle: there at
// h, by moments about the middle, with arms (-a, -b) of the corner on the disk, N cos t (h + b) = N sin t a.
TEST(TurningHeaps, OfOneCrateCaughtBetweenAWallAndADisk) {
  constexpr double kHalf = 0.3, kTall = 0.5, kRadius = 0.5, kWidth = 2.0;
  for (const double restitution : {0.0, 0.5})
    for (const double across : {0.47, 0.475, 0.49, 0.499}) {  // from the disk's middle to the corner
      World<2> world(bin(kWidth, restitution));
      Body<2> disk;
      disk.kind = BodyKind::Fixed;
      disk.shape = Ball{kRadius};
      disk.position = {kWidth - 2.0 * kHalf - across, 0.0};
      const BodyId ground = world.add(disk);
      const BodyId id = world.add(spinning(Box<2>{{kHalf, kTall}}, {kWidth - kHalf, 1.5}, 1.0));
      ASSERT_EQ(world.run_until(100.0, RunLimits{.events = 10'000}).outcome, RunOutcome::ReachedTime)
          << restitution << " " << across;
      const BodyState<2> state = world.state(id);
      EXPECT_EQ(state.velocity, Vec<2>{});
      EXPECT_EQ(state.angular_velocity, 0.0);
      const double sine = std::sqrt(1.0 - across * across / (kRadius * kRadius));
      EXPECT_NEAR(state.position[1], kTall + kRadius * sine, 1e-12);
      double high = 0.0;
      Vec<2> from_disk, from_wall;
      for (const RestingContact<2>& contact : world.contacts())
        if (contact.b == ground) {
          from_disk = from_disk + contact.force;
        } else {
          from_wall = from_wall + contact.force;
          high += -contact.force[0] * (contact.point[1] - state.position[1]);
        }
      EXPECT_NEAR(from_disk[1], 1.0, 1e-12);
      EXPECT_NEAR(from_disk[0], across / kRadius / sine, 1e-10);
      EXPECT_NEAR(from_wall[0], -from_disk[0], 1e-10);
      EXPECT_NEAR(high / from_disk[0], kHalf * sine / (across / kRadius) - kTall, 1e-10);
    }
}

// Disks come to rest on a crate that stands, though that could turn, and slip and roll on it as on the
// ground.
TEST(TurningHeaps, OfACrateThatStandsHoldDisks) {
  World<2> world(bin(20.0, 0.3, 0.25));
  world.add(spinning(Box<2>{{2.0, 0.5}}, {10.0, 0.5}, 8.0));
  world.add(spinning(Ball{0.25}, {9.0, 2.0}, 1.0));
  Body<2> disk = spinning(Ball{0.25}, {10.5, 1.25}, 1.0);
  disk.angular_velocity = -4.0;  // rolls at a third of its surface's speed
  world.add(disk);
  ASSERT_EQ(world.run_until(2.5).outcome, RunOutcome::ReachedTime);
  EXPECT_TRUE(is_still(world, 0));
  EXPECT_TRUE(is_still(world, 1));
  EXPECT_TRUE(is_held(world, 2));
  EXPECT_NEAR(world.state({2}).velocity[0], 4.0 * 0.25 / 3.0, 1e-9);
  EXPECT_LT(world.events(), 100U);
  expect_upright(world);
}

// One that slips there stays as another is taken away, and all are asked anew what they bear.
TEST(TurningHeaps, OfACrateThatStandsHoldADiskThatSlipsWhenAnotherGoes) {
  World<2> world(bin(20.0, 0.3, 0.25));
  world.add(spinning(Box<2>{{2.0, 0.5}}, {10.0, 0.5}, 8.0));
  world.add(spinning(Ball{0.25}, {9.0, 1.25}, 1.0));
  Body<2> disk = spinning(Ball{0.25}, {10.5, 1.25}, 1.0);
  disk.angular_velocity = -4.0;
  world.add(disk);
  ASSERT_EQ(world.run_until(0.5).outcome, RunOutcome::ReachedTime);
  world.remove({1});
  EXPECT_EQ(world.state({2}).acceleration[1], 0.0);
  EXPECT_NEAR(world.state({2}).acceleration[0], 0.25, 1e-15);
  ASSERT_EQ(world.run_until(2.5).outcome, RunOutcome::ReachedTime);
  EXPECT_NEAR(world.state({2}).velocity[0], 4.0 * 0.25 / 3.0, 1e-9);
}

// One that rolls there, where that is resisted, gives the crate a moment, too: it stops after v^2 / (2 b g),
// b the coefficient. (It was let fall, and caught again, endlessly often.)
TEST(TurningHeaps, OfACrateThatStandsHoldADiskWhoseRollingIsResisted) {
  constexpr double kSpeed = 0.5, kResists = 0.125;
  for (const bool another_goes : {false, true}) {  // then all are asked anew what they bear
    WorldOptions<2> options = bin(20.0, 0.3, 0.5);
    options.rolling_friction = kResists;
    World<2> world(options);
    world.add(spinning(Box<2>{{2.0, 0.5}}, {10.0, 0.5}, 8.0));
    Body<2> disk = spinning(Ball{0.25}, {9.0, 1.25}, 1.0);
    disk.velocity = {kSpeed, 0.0};
    disk.angular_velocity = -kSpeed / 0.25;
    world.add(disk);
    if (another_goes) world.add(spinning(Ball{0.25}, {11.5, 1.25}, 1.0));
    ASSERT_EQ(world.run_until(0.5).outcome, RunOutcome::ReachedTime);
    if (another_goes) world.remove({2});
    EXPECT_EQ(world.state({1}).acceleration[1], 0.0);
    EXPECT_NEAR(world.state({1}).acceleration[0], -kResists, 1e-15);
    ASSERT_EQ(world.run_until(10.0).outcome, RunOutcome::ReachedTime);
    EXPECT_TRUE(is_still(world, 0) && is_still(world, 1));
    EXPECT_NEAR(world.state({1}).position[0], 9.0 + kSpeed * kSpeed / (2.0 * kResists), 1e-6);
    EXPECT_LT(world.events(), 100U);
    if (!another_goes) expect_upright(world);
  }
}

// A disk that rests among others rests no more once it is told to spin: they part.
TEST(TurningHeaps, OfDisksAreWokenByOneThatIsSpun) {
  World<2> world = three_disks(0.7);
  ASSERT_EQ(world.run_until(60.0).outcome, RunOutcome::ReachedTime);
  ASSERT_TRUE(all_still(world));
  world.set_angular_velocity({2}, 4.0);
  for (std::uint32_t i = 0; i < 3; ++i) EXPECT_FALSE(is_still(world, i)) << i;
  EXPECT_EQ(world.state({2}).angular_velocity, 4.0);
  ASSERT_EQ(world.run_until(160.0).outcome, RunOutcome::ReachedTime);
  EXPECT_NE(world.state({2}).angular_velocity, 4.0);
}

/// Corners of a box, or the centre of a ball, as it stands.
std::vector<Vec<2>> corners_of(const World<2>& world, std::uint32_t id) {
  const BodyState<2> state = world.state({id});
  const Body<2> body = world.body({id});
  const Box<2>* const box = std::get_if<Box<2>>(&body.shape);
  if (box == nullptr) return {state.position};
  const double angle = 2.0 * std::atan2(state.orientation.z, state.orientation.w);
  const Vec<2> along{std::cos(angle), std::sin(angle)};
  const Vec<2> x = box->half_extents[0] * along, y = box->half_extents[1] * turned_left(along);
  return {state.position - x - y, state.position + x - y, state.position + x + y, state.position - x + y};
}
double radius_of(const World<2>& world, std::uint32_t id) {
  const Body<2> body = world.body({id});
  const Ball* const ball = std::get_if<Ball>(&body.shape);
  return ball != nullptr ? ball->radius : 0.0;
}

/// [L] From a place to the outline of a box, or to another place; 0 within.
double way_to(const Vec<2>& place, const std::vector<Vec<2>>& corners) {
  if (corners.size() == 1) return length(place - corners[0]);
  double least = std::numeric_limits<double>::infinity();
  bool within = true;
  for (std::size_t j = 0; j < corners.size(); ++j) {
    const Vec<2> way = corners[(j + 1) % corners.size()] - corners[j];
    const Vec<2> off = place - corners[j];
    within = within && cross(way, off) >= 0.0;
    const double part = std::clamp(dot(off, way) / length_squared(way), 0.0, 1.0);
    least = std::min(least, length(off - part * way));
  }
  return within ? 0.0 : least;
}

/// [L] How far the least apart of all are, or how deep in each other or a wall: below 0.
double least_room(const World<2>& world) {
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t i = 0; i < world.size(); ++i) {
    const std::vector<Vec<2>> own = corners_of(world, i);
    const double radius = radius_of(world, i);
    for (const Vec<2>& corner : own)
      least = std::min(
          {least, corner[0] - radius, world.options().space.max[0] - corner[0] - radius, corner[1] - radius});
    for (std::uint32_t k = 0; k < i; ++k) {
      const std::vector<Vec<2>> others = corners_of(world, k);
      double room = -std::numeric_limits<double>::infinity();
      const auto part = [&room](const std::vector<Vec<2>>& a, const std::vector<Vec<2>>& b) {
        for (std::size_t j = 0; j < a.size() && a.size() > 1; ++j) {
          const Vec<2> way = a[(j + 1) % a.size()] - a[j];
          double nearest = std::numeric_limits<double>::infinity();
          for (const Vec<2>& corner : b)
            nearest = std::min(nearest, -cross(way, corner - a[j]) / length(way));
          room = std::max(room, nearest);
        }
      };
      part(own, others);
      part(others, own);
      if (own.size() == 1) room = std::max(room, way_to(own[0], others));
      if (others.size() == 1) room = std::max(room, way_to(others[0], own));
      least = std::min(least, room - radius - radius_of(world, k));
    }
  }
  return least;
}

/// Up to twenty balls and crates that turn and rub, above each other in a bin.
World<2> poured_turning(std::uint64_t seed, bool crates_only) {
  Random random(seed);
  const double width = random.uniform(2.0, 8.0);
  const double restitution = random.uniform(0.0, 0.8);
  World<2> world(bin(width, restitution, random.uniform(0.02, 1.0)));
  const int count = 1 + static_cast<int>(random.uniform(0.0, 20.0));
  double top = 0.7;
  for (int i = 0; i < count; ++i) {
    const bool is_ball = random.uniform(0.0, 1.0) < 0.5 && !crates_only;
    const double wide = random.uniform(0.2, 0.6);
    const double high = is_ball ? wide : random.uniform(0.2, 0.6);
    const double reach = length(Vec<2>{wide, high});
    const Shape<2> shape = is_ball ? Shape<2>(Ball{wide}) : Shape<2>(Box<2>{{wide, high}});
    const Vec<2> place{random.uniform(reach, width - reach), top + reach};
    const double angle = random.uniform(-kPi, kPi);
    world.add(spinning(shape, place, random.uniform(0.5, 2.0), angle));
    top += 2.0 * reach + random.uniform(0.01, 0.5);
  }
  return world;
}

double whole_energy(const World<2>& world) {
  double energy = energy_of(world);
  for (std::uint32_t i = 0; i < world.size(); ++i) {
    const Body<2> body = world.body({i});
    const Box<2>* const box = std::get_if<Box<2>>(&body.shape);
    const double turning = world.state({i}).angular_velocity;
    const double inertia = box != nullptr ? body.mass * length_squared(box->half_extents) / 3.0
                                          : 0.5 * body.mass * radius_of(world, i) * radius_of(world, i);
    energy += 0.5 * inertia * turning * turning;
  }
  return energy;
}

TEST(TurningHeaps, ThatWerePouredRestOrRoll) {
  const std::uint64_t scenes = long_form() ? 500 : 5;
  std::uint64_t falling = 0;
  for (std::uint64_t seed = 0; seed < scenes; ++seed) {
    World<2> world = poured_turning(seed, seed % 2 == 0);
    const double height = world.state({static_cast<std::uint32_t>(world.size() - 1)}).position[1];
    const double before = whole_energy(world);
    // 30 times the longest fall.
    const RunResult result = world.run_until(30.0 * std::sqrt(2.0 * height), RunLimits{.events = 2'000'000});
    ASSERT_EQ(result.outcome, RunOutcome::ReachedTime) << "seed " << seed << " at " << world.time();
    EXPECT_GE(least_room(world), -kDeepest) << "seed " << seed;
    EXPECT_LE(whole_energy(world), before) << "seed " << seed;
    expect_upright(world);
    bool falls = false;
    for (std::uint32_t i = 0; i < world.size(); ++i)
      falls = falls || world.state({i}).acceleration == world.options().gravity;
    if (falls) ++falling;
    if (HasFailure()) FAIL() << "seed " << seed;
  }
  EXPECT_LE(falling, 1 + scenes / 20);
}

TEST(TurningHeaps, AreSavedAndGoOnBitForBit) {
  for (const double half : {0.01, 60.0}) {  // while they hop, and at rest
    World<2> world = two_cards(0.8, 1.25);
    ASSERT_EQ(world.run_until(half).outcome, RunOutcome::ReachedTime);
    EXPECT_EQ(is_still(world, 0), half > 1.0);
    std::stringstream file;
    world.save(file);
    World<2> other = World<2>::load(file);
    const std::vector<RestingContact<2>> contacts = world.contacts();
    ASSERT_EQ(other.contacts().size(), contacts.size());
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      EXPECT_EQ(other.contacts()[i].point, contacts[i].point);
      EXPECT_EQ(other.contacts()[i].force, contacts[i].force);
    }
    for (World<2>* each : {&world, &other}) {
      each->add(spinning(Ball{0.3}, {10.2, 6.0}, 1.0));
      ASSERT_EQ(each->run_until(half + 40.0).outcome, RunOutcome::ReachedTime);
    }
    EXPECT_EQ(world.state_hash(), other.state_hash()) << half;
    EXPECT_EQ(world.collisions(), other.collisions()) << half;
  }
}

// One card is taken away: the other falls. And a ball that comes down on both is borne, but not one that
// strikes a card in the side.
TEST(TurningHeaps, FallWhenWhatHoldsThemGoesAndTakeUpWhatComesDown) {
  const auto cards = [] {
    World<2> world = two_cards(0.8, 1.25);
    EXPECT_EQ(world.run_until(60.0).outcome, RunOutcome::ReachedTime);
    EXPECT_TRUE(all_still(world));
    return world;
  };
  World<2> world = cards();
  const Vec<2> place = world.state({0}).position;
  world.add(spinning(Ball{0.5}, {10.0, 5.0}, 1.0));
  ASSERT_EQ(world.run_until(62.0).outcome, RunOutcome::ReachedTime);
  EXPECT_EQ(world.state({0}).position, place);
  Body<2> fast = spinning(Ball{0.25}, {1.0, 1.0}, 5.0);
  fast.velocity = {10.0, 0.0};
  world.add(fast);
  ASSERT_EQ(world.run_until(90.0).outcome, RunOutcome::ReachedTime);
  EXPECT_NE(world.state({0}).position, place);

  World<2> other = cards();
  other.remove({0});
  ASSERT_EQ(other.run_until(120.0).outcome, RunOutcome::ReachedTime);
  EXPECT_LT(other.state({1}).position[1], 0.1);
}

}  // namespace
}  // namespace firsthit
