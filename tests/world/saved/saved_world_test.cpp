#include "core/bits.hpp"
#include "support/long_form.hpp"
#include "world/eventful_worlds.hpp"
#include "world/saved/sections.hpp"

#include <firsthit/error.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

// A world that was saved and loaded goes on as one that never was: what is expected is what that one does.

namespace firsthit {
namespace {

/// All numbers of all that happens, in order.
template <int D>
struct Log final : Observer<D> {
  void add(double x) { numbers.push_back(x); }
  void add(const Vec<D>& v) {
    for (const double x : v.c) add(x);
  }
  void add(const ImpactSide<D>& side) {
    add(side.id.value);
    add(side.position);
    add(side.velocity_before);
    add(side.velocity_after);
    add(side.elapsed);
    add(side.acceleration);
  }
  void impact(const Impact<D>& impact) override {
    ++impacts;
    add(static_cast<double>(impact.index));
    add(impact.time);
    add(impact.a);
    add(impact.b);
    add(impact.point);
    add(impact.normal);
    for (const double x : {impact.impulse, impact.virial, impact.overlap}) add(x);
  }
  void turn(const Turn<D>& turn) override {
    ++turns;
    add(turn.time);
    add(static_cast<double>(turn.kind));
    add(turn.body);
    add(turn.support.value);
    add(turn.acceleration_after);
  }
  void passing(const Passing<D>& passing) override {
    ++passings;
    add(passing.time);
    add(passing.a.value);
    add(passing.b.value);
    add(passing.enters ? 1.0 : 0.0);
  }
  std::vector<double> numbers;
  int impacts = 0, turns = 0, passings = 0;
};

template <int D>
std::string saved(const World<D>& world) {
  std::ostringstream out;
  world.save(out);
  return out.str();
}

template <int D>
World<D> loaded(const std::string& bytes) {
  std::istringstream in(bytes);
  World<D> world = World<D>::load(in);
  EXPECT_EQ(static_cast<std::size_t>(in.tellg()), bytes.size());
  return world;
}

/// Saved, loaded, and watched as before.
template <int D>
void replace(const std::type_identity_t<Eventful<D>>& kind, World<D>& world,
             std::type_identity_t<Log<D>>* log) {
  const std::string bytes = saved(world);
  const std::uint64_t hash = world.state_hash();
  world = loaded<D>(bytes);
  EXPECT_EQ(saved(world), bytes) << "what is loaded is what was saved";
  EXPECT_EQ(world.state_hash(), hash);
  if (kind.name.ends_with("responses") || kind.name == "waiting") eventful::set_function(world);
  if (log != nullptr) world.observe(*log);
}

void expect_same(const Statistics& a, const Statistics& b) {
  EXPECT_EQ(a.impacts, b.impacts);
  EXPECT_EQ(a.meetings, b.meetings);
  for (const auto number :
       {&Statistics::begin, &Statistics::time, &Statistics::kinetic_action, &Statistics::rotational_action,
        &Statistics::virial, &Statistics::path_length, &Statistics::deepest_overlap})
    EXPECT_EQ(a.*number, b.*number);
}

/// Of all kinds of worlds, one that is saved and loaded again and again, and watched if `watched`.
template <int D>
void check_all_kinds(std::uint64_t events, bool watched) {
  int impacts = 0, turns = 0, passings = 0;
  for (const Eventful<D>& kind : eventful_worlds<D>()) {
    SCOPED_TRACE(kind.name);
    Log<D> expected;
    World<D> whole = kind.make();
    if (watched) whole.observe(expected);
    whole.measure({.from = 2.5, .drift = {}, .path_length = true});
    run_eventful(kind, whole);

    Log<D> log;
    World<D> world = kind.make();
    world.measure({.from = 2.5, .drift = {}, .path_length = true});
    replace(kind, world, watched ? &log : nullptr);  // before it has begun
    const auto again = [&] { replace(kind, world, watched ? &log : nullptr); };
    run_eventful(kind, world, {.after_run = again, .after_change = again, .events = events});
    EXPECT_EQ(world.state_hash(), whole.state_hash());
    EXPECT_EQ(world.time(), whole.time());
    EXPECT_EQ(world.collisions(), whole.collisions());
    for (const ImpactKind each : {ImpactKind::BodyBody, ImpactKind::BodyObstacle, ImpactKind::BodySide})
      EXPECT_EQ(world.collisions(each), whole.collisions(each));
    expect_same(world.statistics(), whole.statistics());
    EXPECT_TRUE(log.numbers == expected.numbers);
    impacts += log.impacts;
    turns += log.turns;
    passings += log.passings;
  }
  if (!watched) return;
  EXPECT_GT(impacts, 1000);
  EXPECT_GT(turns, 100);
  EXPECT_GT(passings, 10);
}

TEST(SavedWorld, GoesOnAsIfNothingHadHappenedInThePlane) { check_all_kinds<2>(211, false); }
TEST(SavedWorld, GoesOnAsIfNothingHadHappenedInSpace) { check_all_kinds<3>(211, false); }
TEST(SavedWorld, TellsObserversOfTheSameEventsInThePlane) { check_all_kinds<2>(307, true); }
TEST(SavedWorld, TellsObserversOfTheSameEventsInSpace) { check_all_kinds<3>(307, true); }

/// After each single event: between those of one time, too.
TEST(SavedWorld, MayBeSavedBetweenAnyTwoEvents) {
  for (const Eventful<2>& kind : eventful_worlds<2>()) {
    SCOPED_TRACE(kind.name);
    World<2> whole = kind.make();
    World<2> world = kind.make();
    const RunLimits few{.collisions = 60};
    whole.run_until(4.0, few);
    RunLimits one = few;
    one.events = 1;
    while (world.run_until(4.0, one).outcome == RunOutcome::Paused) replace(kind, world, nullptr);
    EXPECT_EQ(world.state_hash(), whole.state_hash());
    EXPECT_GT(world.collisions(), 10U);
  }
}

/// A cradle: impacts that all happen at one time, in a chain.
TEST(SavedWorld, KeepsTheOrderOfWhatHappensAtOneTime) {
  const auto cradle = [] {
    World<2> world(open_space<2>());
    world.add(ball<2>({-3.0, 0.0}, {1.0, 0.0}, 0.5));
    for (int i = 0; i < 6; ++i) world.add(ball<2>({1.0 * i, 0.0}, {}, 0.5));
    world.add(ball<2>({8.0, 0.0}, {-1.0, 0.0}, 0.5));
    return world;
  };
  Log<2> expected;
  World<2> whole = cradle();
  whole.observe(expected);
  whole.run_until(20.0);
  Log<2> log;
  World<2> world = cradle();
  world.observe(log);
  RunLimits one;
  one.events = 1;
  int at_one_time = 0;
  double before = -1.0;
  while (world.run_until(20.0, one).outcome == RunOutcome::Paused) {
    if (world.time() == before) ++at_one_time;
    before = world.time();
    replace({}, world, &log);
  }
  EXPECT_EQ(world.state_hash(), whole.state_hash());
  EXPECT_TRUE(log.numbers == expected.numbers);
  EXPECT_GT(at_one_time, 3);
}

/// Bodies that turn, tumble, come to stand and lean, with friction on what holds them.
template <int D>
World<D> rough() {
  Random random(91, D);
  WorldOptions<D> options = box<D>(Side::Wall, 12.0);
  options.gravity[D - 1] = -2.0;
  options.restitution = 0.4;
  options.friction = 0.5;
  options.tangential_restitution = 0.2;
  options.rolling_friction = 0.01;
  options.spinning_friction = 0.02;
  World<D> world(options);
  for (int i = 0; i < (D == 2 ? 16 : 27); ++i) {
    Body<D> body;
    Vec<D> place;
    int rest = i;
    for (std::size_t axis = 0; axis < D; ++axis) {
      place[axis] = 1.5 + 3.0 * (rest % (D == 2 ? 4 : 3));
      rest /= D == 2 ? 4 : 3;
    }
    body.position = place;
    body.velocity = eventful::random_vector<D>(random, 1.0);
    body.spins = true;
    body.shape = Ball{0.5};
    if constexpr (D == 2) {
      if (i % 3 != 0) body.shape = Box<2>{{0.5 + 0.05 * (i % 4), 0.375}};
      if (i == 5) body.shape = Hull<2>{{{-0.4, -0.3}, {0.4, -0.3}, {0.0, 0.6}}};
      body.orientation = {1.0, 0.25 * (i % 5)};
      body.angular_velocity = random.uniform(-2.0, 2.0);
    } else {
      body.orientation = {1.0, 0.5, 0.25, 0.125 * (i % 5)};
      body.angular_velocity = eventful::random_vector<3>(random, 3.0);
    }
    world.add(body);
  }
  if constexpr (D == 2) {
    Body<2> leaning = fixed<2>(Box<2>{{2.0, 0.25}}, {6.0, 5.0});
    leaning.orientation = {1.0, 0.125};
    world.add(leaning);
    Body<2> mill = fixed<2>(Box<2>{{0.25, 1.0}}, {6.0, 10.5});
    mill.kind = BodyKind::Kinematic;
    mill.spins = true;
    mill.angular_velocity = 0.75;
    world.add(mill);
  }
  return world;
}

template <int D>
void check_rough() {
  Log<D> expected;
  World<D> whole = rough<D>();
  whole.observe(expected);
  whole.run_until(4.0);
  Log<D> log;
  World<D> world = rough<D>();
  world.observe(log);
  RunLimits limits;
  limits.events = long_form() ? 61 : 1499;
  while (world.run_until(4.0, limits).outcome == RunOutcome::Paused) replace({}, world, &log);
  EXPECT_EQ(world.state_hash(), whole.state_hash());
  EXPECT_TRUE(log.numbers == expected.numbers);
  EXPECT_GT(log.impacts, 100);
  EXPECT_GT(log.turns, 10);
}

TEST(SavedWorld, KnowsHowBodiesTurnRollAndStandInThePlane) { check_rough<2>(); }
TEST(SavedWorld, KnowsHowBodiesTurnRollAndStandInSpace) { check_rough<3>(); }

/// Of so many bodies that they stand in memory in another order than that of ids.
TEST(SavedWorld, DoesNotDependOnTheOrderInMemory) {
  Random random(92);
  const int per_side = 150;
  World<2> world = gas<2>(box<2>(Side::Periodic, 300.0), {.per_side = per_side, .length = 300.0}, random);
  world.measure();
  world.run_until(1.0);
  World<2> other = loaded<2>(saved(world));
  EXPECT_EQ(saved(other), saved(world));
  world.run_until(2.0);
  other.run_until(1.5);
  other = loaded<2>(saved(other));
  other.run_until(2.0);
  EXPECT_EQ(other.state_hash(), world.state_hash());
  EXPECT_EQ(other.collisions(), world.collisions());
  EXPECT_EQ(other.statistics().virial, world.statistics().virial);
  EXPECT_LT(saved(world).size(), 60U * per_side * per_side);  // bytes
}

TEST(SavedWorld, GoesOnWithTheWindowsOfItsCallback) {
  const auto steer = [](World<2>& world) {
    const Vec<2> velocity = world.state({0}).velocity;
    world.set_velocity({0}, {velocity[1], -velocity[0]});
  };
  const auto fresh = [&] {
    Random random(93);
    World<2> world = gas<2>(box<2>(Side::Wall, 16.0), {}, random);
    world.set_window(0.3, steer);
    return world;
  };
  World<2> whole = fresh();
  whole.run_until(5.0);
  World<2> world = fresh();
  for (const double time : {0.29, 0.3, 0.31, 1.7, 3.3}) {
    world.run_until(time);
    world = loaded<2>(saved(world));
    EXPECT_THROW(world.run_until(5.0), InputError);
    EXPECT_THROW(world.advance(1.0), InputError);
    EXPECT_THROW(world.set_window(0.4, steer), InputError);
    world.set_window(0.3, steer);
    EXPECT_THROW(world.set_window(0.3, steer), InputError);  // it has one, and has begun
  }
  world.run_until(5.0);
  EXPECT_EQ(world.state_hash(), whole.state_hash());
}

TEST(SavedWorld, WantsTheFunctionsThatItHad) {
  World<2> world = eventful::mixed_responses<2>(0.0, 0.0, false);
  world.run_until(1.0);
  World<2> other = loaded<2>(saved(world));
  try {
    other.run_until(2.0);
    FAIL() << "runs without a response";
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "World: expected World::set_response again after World::load, with the function of the "
                 "materials 2 and 3");
  }
  World<2> third = loaded<2>(saved(other));  // may be saved meanwhile, and still wants it
  EXPECT_THROW(third.run_until(2.0), InputError);
  eventful::set_function(third);
  third.run_until(2.0);
  world.run_until(2.0);
  EXPECT_EQ(third.state_hash(), world.state_hash());
}

TEST(SavedWorld, IsNotSavedByAnObserver) {
  struct Saver final : Observer<2> {
    void impact(const Impact<2>&) override {
      ++asked;
      EXPECT_THROW(saved(*world), InputError);
    }
    World<2>* world = nullptr;
    int asked = 0;
  } saver;
  World<2> world = eventful::plain_gas<2>(Side::Wall);
  saver.world = &world;
  world.observe(saver);
  world.run_until(1.0);
  EXPECT_GT(saver.asked, 0);
}

TEST(SavedWorld, KnowsWhoRidesWhomAndWhoIsGone) {
  MovePolicy<2> policy;
  policy.up = {0.0, 1.0};
  policy.snap_distance = 0.25;
  const auto fresh = [&] {
    World<2> world(open_space<2>({0.0, -1.0}));
    world.add(fixed<2>(Box<2>{{10.0, 0.5}}, {0.0, -0.5}));
    Body<2> lift = fixed<2>(Box<2>{{1.0, 0.25}}, {0.0, 0.25});
    lift.kind = BodyKind::Kinematic;
    lift.velocity = {0.25, 0.0};
    world.add(lift);
    Body<2> hero = fixed<2>(Box<2>{{0.25, 0.5}}, {0.0, 1.0});
    hero.kind = BodyKind::Kinematic;
    world.add(hero);
    world.add(ball<2>({5.0, 3.0}, {}, 0.5));
    world.run_until(0.5);
    world.remove({3});
    world.move({2}, {0.0, -0.125}, policy);
    world.run_until(1.0);
    return world;
  };
  World<2> whole = fresh();
  World<2> world = loaded<2>(saved(fresh()));
  EXPECT_FALSE(world.contains({3}));
  whole.move({2}, {0.125, 0.0}, policy);
  world.move({2}, {0.125, 0.0}, policy);
  EXPECT_EQ(world.state({2}).position, whole.state({2}).position);
  EXPECT_GT(world.state({2}).position[0], 0.2);  // it was carried along
}

std::string complaint(const std::string& bytes) {
  try {
    loaded<2>(bytes);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

World<2> little() {
  World<2> world = eventful::mixed_responses<2>(-1.0, 0.0, false);
  world.measure();
  world.run_until(0.8);
  return world;
}

TEST(SavedWorld, ThatIsCutShortIsRefused) {
  const std::string bytes = saved(little());
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    const std::string message = complaint(bytes.substr(0, length));
    ASSERT_NE(message.find("cut short"), std::string::npos) << length << ": " << message;
    ASSERT_NE(message.find("byte " + std::to_string(length)), std::string::npos) << message;
    ASSERT_NE(message.find("section "), std::string::npos) << message;
  }
}

TEST(SavedWorld, WithAnyBitTurnedIsRefused) {
  const std::string bytes = saved(little());
  const std::size_t step = long_form() ? 1 : 7;
  for (std::size_t bit = 0; bit < 8 * bytes.size(); bit += step) {
    std::string other = bytes;
    other[bit / 8] = static_cast<char>(static_cast<unsigned char>(other[bit / 8]) ^ 1U << (bit % 8));
    ASSERT_NE(complaint(other), "") << "bit " << bit;
  }
}

/// A number as it stands in the file, whatever the machine.
std::string in_file(double x) {
  std::string r;
  auto bits = bit_cast<std::uint64_t>(x);
  for (int i = 0; i < 8; ++i, bits >>= 8U) r += static_cast<char>(bits & 0xffU);
  return r;
}

/// The length of a payload, as it stands there.
std::size_t length_at(const std::string& bytes, std::size_t place) {
  std::uint64_t length = 0;
  for (std::size_t i = 8; i-- > 0;) length = length << 8U | static_cast<unsigned char>(bytes[place + i]);
  return static_cast<std::size_t>(length);
}

/// Cut into sections, each as change(tag, payload) leaves it, and put together again, with right checksums.
template <class Change>
std::string with_sections_changed(const std::string& bytes, const Change& change) {
  std::string other;
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t length = length_at(bytes, at + 8);
    const std::string tag = bytes.substr(at, 8);
    std::string payload = bytes.substr(at + 16, length);
    change(tag, payload);
    std::ostringstream section;
    write_section(section, tag, payload);
    other += section.str();
    at += 24 + length;
  }
  return other;
}

/// Damage that a checksum does not tell must not do harm either: the world is refused, or is another one.
TEST(SavedWorld, WithWrongNumbersUnderRightChecksumsIsRefusedOrLoaded) {
  const std::string bytes = saved(little());
  std::uint64_t count = 0;
  with_sections_changed(bytes, [&count](const std::string&, std::string&) { ++count; });
  Random random(94);
  int refused = 0, taken = 0;
  for (int round = 0; round < (long_form() ? 200000 : 4000); ++round) {
    const std::uint64_t chosen = random.below(count);
    std::uint64_t index = 0;
    const std::string other = with_sections_changed(bytes, [&](const std::string&, std::string& payload) {
      if (index++ != chosen || payload.empty()) return;
      const auto place = static_cast<std::size_t>(random.below(payload.size()));
      const std::uint64_t what = random.below(4);
      if (what == 0) payload[place] = static_cast<char>(random.below(256));
      if (what == 1) payload[place] = static_cast<char>(0xff);
      if (what == 2) payload.erase(place, 1 + static_cast<std::size_t>(random.below(16)));
      if (what == 3)
        payload.insert(place, 1 + static_cast<std::size_t>(random.below(16)),
                       static_cast<char>(random.below(256)));
    });
    (complaint(other).empty() ? taken : refused) += 1;
  }
  EXPECT_GT(refused, taken / 4);
  EXPECT_GT(taken, 0);
}

/// They would turn a body endlessly fast.
TEST(SavedWorld, WithMomentsThatNoBodyHasIsRefused) {
  World<3> world{WorldOptions<3>{}};
  Body<3> brick;
  brick.shape = Box<3>{{1.0, 0.5, 0.25}};
  brick.spins = true;
  brick.angular_velocity = {1.0, 2.0, 3.0};
  world.add(brick);
  const std::string bytes = saved(world);
  const double moment = principal_inertia(brick.shape).moments[2];
  for (const double told : {moment, 0.9 * moment, 10.0 * moment, 1e-9 * moment, -moment, 1e300}) {
    const std::string other = with_sections_changed(bytes, [&](const std::string&, std::string& payload) {
      if (const std::size_t place = payload.find(in_file(moment)); place != std::string::npos)
        payload.replace(place, sizeof told, in_file(told));
    });
    std::istringstream in(other);
    if (told == moment || told == 0.9 * moment)
      EXPECT_NO_THROW(World<3>::load(in)) << told;
    else
      EXPECT_THROW(World<3>::load(in), InputError) << told;
  }
}

TEST(SavedWorld, KnowsWhoIsGoneFromAPileThatHops) {
  int piles = 0;
  for (int tenths = 5; tenths < 60; tenths += 3) {
    WorldOptions<2> options;
    options.space.sides = {Side::Wall, Side::Wall};
    options.space.max = {4.0, 8.0};
    options.gravity = {0.0, -1.0};
    options.restitution = 0.5;
    World<2> world(options);
    for (int i = 0; i < 12; ++i) {
      Body<2> ball;
      ball.shape = Ball{0.25 + 0.0625 * (i % 3)};
      ball.position = {0.5 + 0.875 * (i % 4) + 0.03125 * (i / 4), 0.5 + 1.0 * (i / 4)};
      world.add(ball);
    }
    world.run_until(0.1 * tenths);
    for (const std::uint32_t gone : {0U, 5U}) world.remove({gone});
    std::istringstream in(saved(world));
    World<2> loaded = World<2>::load(in);
    world.run_until(10.0);
    loaded.run_until(10.0);
    EXPECT_EQ(loaded.state_hash(), world.state_hash()) << tenths;
    piles += world.contacts().empty() ? 0 : 1;
  }
  EXPECT_GT(piles, 10);
}

/// It would make forces of any size.
TEST(SavedWorld, WithADirectionThatIsNoneIsRefused) {
  WorldOptions<2> options;
  options.gravity = {0.0, -1.0};
  options.restitution = 0.0;
  World<2> world(options);
  Body<2> slope;
  slope.kind = BodyKind::Fixed;
  slope.shape = HalfSpace<2>{{3.0, 4.0}, 0.0};
  world.add(slope);
  slope.shape = HalfSpace<2>{{-3.0, 4.0}, 0.0};
  world.add(slope);
  Body<2> ball;
  ball.shape = Ball{1.0};
  ball.position = {0.0, 2.0};
  world.add(ball);
  world.run_until(10.0);
  const std::string bytes = saved(world);
  const Vec<2> into = world.contacts().at(0).normal;
  const std::string in_bytes = in_file(into[0]) + in_file(into[1]);
  int told = 0;
  for (const double factor : {1.0, 1.0 + 1e-9, 0.5, 0.0, 1e180}) {
    const std::string other = with_sections_changed(bytes, [&](const std::string& tag, std::string& payload) {
      const std::size_t place = payload.find(in_bytes);
      if (tag != "contacts" || place == std::string::npos) return;
      payload.replace(place, in_bytes.size(), in_file(factor * into[0]) + in_file(factor * into[1]));
      ++told;
    });
    std::istringstream in(other);
    if (factor == 1.0)
      EXPECT_NO_THROW(World<2>::load(in));
    else
      EXPECT_THROW(World<2>::load(in), InputError) << factor;
  }
  EXPECT_EQ(told, 5);
}

TEST(SavedWorld, OfAnotherKindIsRefusedInWords) {
  const std::string plane = saved(little());
  std::istringstream in(plane);
  try {
    World<3>::load(in);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "World::load: section firsthit, byte 20: expected a world of dimension 3, found one of 2");
  }
  EXPECT_EQ(complaint("no world at all, but some text"),
            "World::load: byte 0: expected section firsthit, found no world: it is none of ours");
  EXPECT_EQ(complaint(""),
            "World::load: section firsthit, byte 0: expected its name, found the end: it is cut short");
  std::ostringstream later;
  write_section(later, "firsthit", std::string("\12\0\0\0\2\0\0\0", 8));
  EXPECT_EQ(
      complaint(later.str()),
      "World::load: section firsthit, byte 16: expected version 1 to 9 of the format, found one that a later "
      "firsthit has written");
}

}  // namespace
}  // namespace firsthit
