#include "out_of_memory/failing.hpp"
#include "world/eventful_worlds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <limits>
#include <new>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

// What becomes of a world where memory runs out: each allocation of a call fails once, and the world is then
// compared with one of which none has failed. What is expected is promised by each call's comment.

namespace firsthit {
namespace {

/// Every allocation fails in the long form; else each of the first few, and then every so many.
constexpr long kFirst = 16;
constexpr long kEvery = 37;
long after(long place) {
  static const bool is_long = [] {
    const char* const text = std::getenv("FIRSTHIT_LONG");
    return text != nullptr && *text != '\0' && std::string_view(text) != "0";
  }();
  return place + (is_long || place < kFirst ? 1 : kEvery);
}

/// All that is asked of a world, and what becomes of it.
template <int D>
std::string story(World<D>& world, double duration) {
  std::ostringstream text;
  const auto tell = [&] {
    text << world.time() << ' ' << world.collisions() << ' ' << world.state_hash() << '\n';
  };
  text << world.size() << ' ';
  for (std::uint32_t id = 0; id < world.size(); ++id) text << world.contains({id});
  tell();
  RunLimits limits;
  limits.collisions = world.collisions() + 300;
  world.run_until(world.time() + duration, limits);
  tell();
  return text.str();
}

template <int D>
World<D> made(const Eventful<D>& kind, int steps) {
  World<D> world = kind.make();
  for (int step = 1; step <= steps; ++step) {
    RunLimits limits;
    limits.collisions = world.collisions() + 2000;
    world.run_until(kStep * step, limits);
    if (kind.changes) change(world, step);
  }
  return world;
}

struct Count {
  int failed = 0;
  int broken = 0;  ///< the world then said so, whatever it was asked
};

/// Was an allocation too few for the world, which now says so?
template <int D>
bool is_broken(World<D>& world) {
  try {
    world.time();
    return false;
  } catch (const InputError& error) {
    EXPECT_NE(std::string_view(error.what()).find("memory"), std::string_view::npos) << error.what();
    EXPECT_THROW(world.state_hash(), InputError);
    EXPECT_THROW(world.run_until(1000.0), InputError);
    EXPECT_THROW(world.remove({0}), InputError);
    std::ostringstream file;
    EXPECT_THROW(world.save(file), InputError);
    return true;
  }
}

/// Of each allocation of `call` one world in which it fails.
template <int D, class Call>
Count expect_all_or_nothing(const Eventful<D>& kind, int steps, const Call& call) {
  World<D> untouched = made(kind, steps);
  const std::string before = story(untouched, kStep);
  World<D> called = made(kind, steps);
  call(called);
  const std::string changed = story(called, kStep);
  Count count;
  for (long place = 0;; place = after(place)) {
    World<D> world = made(kind, steps);
    bool has_thrown = false;
    {
      const OneFails one(place);
      try {
        call(world);
      } catch (const std::bad_alloc&) {
        has_thrown = true;
      }
      if (!one.has_failed()) return count;
    }
    ++count.failed;
    // Who does without what it could not have has done all.
    if (is_broken(world)) {
      ++count.broken;
    } else {
      EXPECT_EQ(story(world, kStep), has_thrown ? before : changed) << "at allocation " << place;
    }
  }
}

template <int D>
Body<D> newcomer() {
  Body<D> body;
  body.shape = Ball{0.01};
  body.position = eventful::diagonal<D>(0.0625);
  body.velocity = eventful::diagonal<D>(0.125);
  return body;
}

template <int D>
Body<D> leaning_box() {
  Body<D> body;
  body.shape = Box<D>{eventful::diagonal<D>(0.01)};
  body.position = eventful::diagonal<D>(0.0625);
  body.kind = BodyKind::Fixed;
  body.orientation.z = 0.25;
  return body;
}

/// Does the body hold others, or rest in a heap? Then it may not be taken away as a whole.
template <int D>
bool is_in_a_pile(const World<D>& world, BodyId id) {
  const std::vector<RestingContact<D>> contacts = world.contacts();
  return std::any_of(contacts.begin(), contacts.end(), [&](const RestingContact<D>& contact) {
    const BodyId other = contact.a == id ? contact.b : contact.a;
    return (contact.a == id || contact.b == id) && other.value < world.size() &&
           world.body(other).kind == BodyKind::Dynamic;
  });
}

template <int D>
void expect_calls_keep_the_world() {
  int failed = 0;
  for (const Eventful<D>& kind : eventful_worlds<D>()) {
    for (const int steps : {0, 2}) {
      SCOPED_TRACE(kind.name + (steps > 0 ? ", in the middle of a run" : ", before the first run"));
      const auto expect_kept = [&](const auto& call) {
        const Count count = expect_all_or_nothing(kind, steps, call);
        EXPECT_EQ(count.broken, 0);
        failed += count.failed;
      };
      expect_kept([](World<D>& world) { world.add(newcomer<D>()); });
      expect_kept([](World<D>& world) { world.add(leaning_box<D>()); });
      const World<D> there = made(kind, steps);
      for (const BodyId id : {BodyId{5}, BodyId{static_cast<std::uint32_t>(there.size() - 1)}}) {
        const auto remove = [id](World<D>& world) { world.remove(id); };
        if (is_in_a_pile(there, id))
          failed += expect_all_or_nothing(kind, steps, remove).failed;
        else
          expect_kept(remove);
      }
      expect_kept([](World<D>& world) {
        std::ostringstream file;
        world.save(file);
      });
    }
  }
  EXPECT_GT(failed, 100);
}

TEST(OutOfMemory, AddRemoveAndSaveLeaveAllAsItWas) {
  expect_calls_keep_the_world<2>();
  expect_calls_keep_the_world<3>();
}

/// A file in memory that is there already.
template <int D>
void expect_load_throws_or_loads() {
  for (const Eventful<D>& kind : eventful_worlds<D>()) {
    SCOPED_TRACE(kind.name);
    World<D> world = made(kind, 2);
    std::ostringstream out;
    world.save(out);
    const std::string file = out.str();
    for (long place = 0;; place = after(place)) {
      std::istringstream in(file);
      const OneFails one(place);
      try {
        const World<D> loaded = World<D>::load(in);
        EXPECT_EQ(loaded.state_hash(), world.state_hash());
        if (!one.has_failed()) break;
      } catch (const std::bad_alloc&) {
        EXPECT_TRUE(one.has_failed());
      }
    }
  }
}

TEST(OutOfMemory, LoadThrowsAndLeavesNothing) {
  expect_load_throws_or_loads<2>();
  expect_load_throws_or_loads<3>();
}

/// Runs until each allocation has failed once, and on from there.
template <int D>
Count expect_runs_go_on(const std::function<World<D>()>& make, double end) {
  RunLimits limits;
  limits.collisions = 2000;
  World<D> plain = make();
  plain.run_until(end, limits);
  Count count;
  for (long place = 0;; place = after(place)) {
    World<D> world = make();
    bool has_thrown = false;
    {
      const OneFails one(place);
      try {
        world.run_until(end, limits);
      } catch (const std::bad_alloc&) {
        has_thrown = true;
      }
      if (!one.has_failed()) return count;
    }
    ++count.failed;
    if (is_broken(world)) {
      ++count.broken;
      continue;
    }
    EXPECT_LE(world.time(), end);
    if (has_thrown) world.run_until(end, limits);
    EXPECT_EQ(world.state_hash(), plain.state_hash()) << "at allocation " << place;
    EXPECT_EQ(world.collisions(), plain.collisions());
    EXPECT_EQ(world.time(), plain.time());
  }
}

/// Does nobody rest, stick, wait or pass there?
bool is_simple(const std::string& name) {
  for (const char* const other : {"falling", "responses", "waiting"})
    if (name.find(other) != std::string::npos) return false;
  return true;
}

template <int D>
void expect_all_runs_go_on() {
  int failed = 0;
  for (const Eventful<D>& kind : eventful_worlds<D>()) {
    SCOPED_TRACE(kind.name);
    const Count count = expect_runs_go_on<D>(kind.make, 2.0 * kStep);
    if (is_simple(kind.name)) {
      EXPECT_EQ(count.broken, 0);
    }
    EXPECT_LT(count.broken, count.failed) << "most runs go on everywhere";
    failed += count.failed;
  }
  EXPECT_GT(failed, 100);
}

TEST(OutOfMemory, RunsStopBetweenTwoEventsAndGoOnWithTheSameBits) {
  expect_all_runs_go_on<2>();
  expect_all_runs_go_on<3>();
}

/// Counts what it is told, without any memory.
template <int D>
struct Counter final : Observer<D> {
  void impact(const Impact<D>&) final { ++impacts; }
  std::uint64_t impacts = 0;
};

TEST(OutOfMemory, WhoWatchesIsToldOfEachImpactOnce) {
  const auto make = [] { return eventful::plain_gas<2>(Side::Periodic); };
  for (long place = 0;; ++place) {
    World<2> world = make();
    Counter<2> counter;
    world.observe(counter);
    {
      const OneFails one(place);
      try {
        world.run_until(kStep);
      } catch (const std::bad_alloc&) {
      }
      if (!one.has_failed()) break;
    }
    world.run_until(kStep);
    EXPECT_EQ(counter.impacts, world.collisions()) << "at allocation " << place;
  }
}

/// The same of many at a time, and leaves no room for more.
template <int D>
struct BatchCounter final : BatchObserver<D> {
  void events(EventBatch<D>& batch) final {
    impacts += batch.impacts().size();
    batch = {};
  }
  std::uint64_t impacts = 0;
};

TEST(OutOfMemory, WhoWatchesSomeIsToldOfEachImpactOfTheirsOnce) {
  bool has_failed = true;
  const auto told = [&has_failed](long place) {
    World<2> world = eventful::plain_gas<2>(Side::Wall);
    BatchCounter<2> counter;
    world.observe(counter, {BodyId{3}});
    world.run_until(4.0 * kStep);
    {
      const OneFails one(place);
      try {
        world.run_until(40.0 * kStep);
      } catch (const std::bad_alloc&) {
      }
      has_failed = one.has_failed();
    }
    world.run_until(40.0 * kStep);
    return counter.impacts;
  };
  const std::uint64_t all = told(std::numeric_limits<long>::max());
  EXPECT_GT(all, 40U);
  long place = 0;
  for (has_failed = true; has_failed; ++place) EXPECT_EQ(told(place), all) << "at allocation " << place;
  EXPECT_GT(place, 5);
}

}  // namespace
}  // namespace firsthit
