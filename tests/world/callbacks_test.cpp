#include "world/eventful_worlds.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// What those who watch a world, and are asked for responses, may do to it, and what it is after they throw.

namespace firsthit {
namespace {

struct Thrown : std::runtime_error {
  using std::runtime_error::runtime_error;
};

template <int D>
class EveryKind : public Observer<D> {
 public:
  void impact(const Impact<D>&) final { told(); }
  void turn(const Turn<D>&) final { told(); }
  void passing(const Passing<D>&) final { told(); }
  virtual void told() = 0;
};

/// Throws at every so many events, if it is to.
template <int D>
class Thrower final : public EveryKind<D> {
 public:
  explicit Thrower(int every) : every_(every) {}
  void told() final {
    if (++count_ % every_ == 0 && throws) throw Thrown("by an observer");
  }
  int count() const { return count_; }
  bool throws = true;

 private:
  int every_;
  int count_ = 0;
};

template <int D>
class Counter final : public EveryKind<D> {
 public:
  void told() final { ++count; }
  int count = 0;
};

template <int D>
class BatchThrower final : public BatchObserver<D> {
 public:
  void events(EventBatch<D>& batch) final {
    count += batch.size();
    if (throws) throw Thrown("by a batch observer");
  }
  std::size_t count = 0;
  bool throws = true;
};

/// Runs on however often it is thrown at; returns how often.
template <int D>
int run_on(World<D>& world, double end, const RunLimits& limits = {}) {
  for (int thrown = 0;; ++thrown) {
    try {
      world.run_until(end, limits);
      return thrown;
    } catch (const Thrown&) {
    }
  }
}

template <int D>
void expect_the_same_bits_though_observers_throw() {
  for (const Eventful<D>& kind : eventful_worlds<D>()) {
    SCOPED_TRACE(kind.name);
    World<D> plain = kind.make();
    Counter<D> all;
    plain.observe(all);
    World<D> world = kind.make();
    Thrower<D> thrower(7);
    Counter<D> after;
    BatchThrower<D> batches;
    world.observe(thrower);
    world.observe(after);
    world.observe(batches);
    int thrown = 0;
    for (int step = 1; step <= kSteps; ++step) {
      RunLimits limits;
      limits.collisions = plain.collisions() + 2000;
      plain.run_until(kStep * step, limits);
      thrown += run_on(world, kStep * step, limits);
      ASSERT_EQ(world.state_hash(), plain.state_hash());
      ASSERT_EQ(world.collisions(), plain.collisions());
      EXPECT_EQ(world.time(), plain.time());
      if (!kind.changes || step == kSteps) continue;
      change(plain, step);
      thrower.throws = batches.throws = false;
      change(world, step);
      thrower.throws = batches.throws = true;
    }
    EXPECT_GT(thrown, 3);
    EXPECT_EQ(after.count, all.count) << "who comes after one that throws is told";
    EXPECT_EQ(thrower.count(), all.count);
    EXPECT_EQ(batches.count, static_cast<std::size_t>(all.count));
  }
}

TEST(Callbacks, OfObserversMayThrowAndTheWorldGoesOnWithTheSameBits) {
  expect_the_same_bits_though_observers_throw<2>();
  expect_the_same_bits_though_observers_throw<3>();
}

/// In a channel that repeats: who rests on a raft, or is stuck to one that does, flies out of the box and in
/// again, and is hit there.
template <int D>
World<D> channel(const std::function<void()>& asked) {
  Random random(86, D);
  WorldOptions<D> options = box<D>(Side::Periodic, 8.0);
  options.space.sides[D - 1] = Side::Wall;
  options.gravity[D - 1] = -1.0;
  options.restitution = 0.25;
  World<D> world(options);
  Body<D> raft = ball<D>(eventful::diagonal<D>(1.0), {}, 0.5);
  raft.shape = Box<D>{eventful::diagonal<D>(0.75)};
  raft.kind = BodyKind::Kinematic;
  raft.velocity[0] = 0.5;
  world.add(raft);
  for (int i = 0; i < 12; ++i) {
    Vec<D> place = eventful::diagonal<D>(1.0);
    place[0] = 0.5 + 2.0 * (i % 4);
    place[D - 1] = 2.5 + 1.75 * (i / 4);
    Body<D> body = ball<D>(place, eventful::random_vector<D>(random, 1.0), 0.25 + 0.03125 * (i % 3));
    body.material = {static_cast<std::uint32_t>(i % 3)};
    world.add(body);
  }
  world.set_response(Material{2}, Material{2}, Response::Stick);
  for (const auto& [a, b] : {std::pair{0U, 1U}, std::pair{1U, 1U}, std::pair{1U, 2U}})
    world.set_response(Material{a}, Material{b}, [asked](const Contact<D>& contact) {
      asked();
      return Reaction<D>{-0.5 * contact.velocity_a, -0.5 * contact.velocity_b, false};
    });
  return world;
}

template <int D>
void expect_the_same_bits_though_responses_throw() {
  int plain_asked = 0;
  World<D> plain = channel<D>([&plain_asked] { ++plain_asked; });
  int asked = 0;
  World<D> world = channel<D>([&asked] {
    if (++asked % 2 == 1) throw Thrown("by a response");  // the second time it answers
  });
  int thrown = 0;
  for (int step = 1; step <= 40; ++step) {
    plain.run_until(0.5 * step);
    thrown += run_on(world, 0.5 * step);
    ASSERT_EQ(world.state_hash(), plain.state_hash()) << "until " << 0.5 * step;
    ASSERT_EQ(world.collisions(), plain.collisions());
  }
  EXPECT_GT(plain_asked, 20);
  EXPECT_EQ(thrown, plain_asked);
  EXPECT_EQ(asked, 2 * plain_asked);
}

TEST(Callbacks, OfResponsesMayThrowAndTheImpactIsStillToCome) {
  expect_the_same_bits_though_responses_throw<2>();
  expect_the_same_bits_though_responses_throw<3>();
}

TEST(Callbacks, OfWindowsMayThrowAndTheWindowHasBeen) {
  std::vector<double> times;
  World<2> world = eventful::plain_gas<2>(Side::Wall);
  world.set_window(0.5, [&times](World<2>& now) {
    times.push_back(now.time());
    now.set_velocity({0}, {0.25, static_cast<double>(times.size())});
    throw Thrown("by a callback");
  });
  EXPECT_EQ(run_on(world, 5.0), 10);
  ASSERT_EQ(times.size(), 10U);
  for (std::size_t i = 0; i < times.size(); ++i) EXPECT_EQ(times[i], 0.5 * static_cast<double>(i + 1));

  World<2> plain = eventful::plain_gas<2>(Side::Wall);
  int windows = 0;
  plain.set_window(0.5, [&windows](World<2>& now) {
    now.set_velocity({0}, {0.25, static_cast<double>(++windows)});
  });
  plain.run_until(5.0);
  EXPECT_EQ(world.state_hash(), plain.state_hash());
}

TEST(Callbacks, OfObserversThatThrowAtAChangeComeAfterIt) {
  World<2> world(box<2>(Side::Wall, 16.0));
  const BodyId id = world.add(ball<2>({4.0, 4.0}, {1.0, 0.0}));
  world.run_until(1.0);
  Thrower<2> thrower(1);
  world.observe(thrower);
  EXPECT_THROW(world.set_velocity(id, {0.0, 2.0}), Thrown);
  EXPECT_EQ(world.state(id).velocity, (Vec2{0.0, 2.0}));
  EXPECT_THROW(world.set_position(id, {8.0, 8.0}), Thrown);
  EXPECT_EQ(world.state(id).position, (Vec2{8.0, 8.0}));
  EXPECT_EQ(thrower.count(), 2);
}

/// Every call of a world's that is not const, by name, and every one that is.
template <int D>
struct Call {
  std::string name;
  std::function<void(World<D>&)> act;
};

Observer<2>& nobody() {
  static Watcher<2> watcher;
  return watcher;
}

std::vector<Call<2>> changing_calls() {
  const Body<2> body = ball<2>({1.0, 14.0}, {});
  const BodyId id{0};
  return {{"add", [=](World<2>& w) { w.add(body); }},
          {"remove", [=](World<2>& w) { w.remove(id); }},
          {"set_restitution", [](World<2>& w) { w.set_restitution({}, {}, 0.5); }},
          {"set_friction", [](World<2>& w) { w.set_friction({}, {}, 0.5); }},
          {"set_tangential_restitution", [](World<2>& w) { w.set_tangential_restitution({}, {}, 0.5); }},
          {"set_rolling_friction", [](World<2>& w) { w.set_rolling_friction({}, {}, 0.5); }},
          {"set_spinning_friction", [](World<2>& w) { w.set_spinning_friction({}, {}, 0.5); }},
          {"set_response", [](World<2>& w) { w.set_response({}, {}, Response::Stop); }},
          {"set_response",
           [](World<2>& w) { w.set_response({}, {}, [](const Contact<2>&) { return Reaction<2>{}; }); }},
          {"set_window", [](World<2>& w) { w.set_window(1.0); }},
          {"measure", [](World<2>& w) { w.measure(); }},
          {"run_until", [](World<2>& w) { w.run_until(100.0); }},
          {"advance", [](World<2>& w) { w.advance(1.0); }},
          {"set_velocity",
           [=](World<2>& w) {
             w.set_velocity(id, {1.0, 1.0});
           }},
          {"set_angular_velocity", [=](World<2>& w) { w.set_angular_velocity(id, 1.0); }},
          {"set_orientation", [=](World<2>& w) { w.set_orientation(id, {}); }},
          {"set_position",
           [=](World<2>& w) {
             w.set_position(id, {1.0, 14.0});
           }},
          {"move",
           [](World<2>& w) {
             w.move({1}, {0.5, 0.0});
           }},
          {"predicted_impacts", [](World<2>& w) { w.predicted_impacts(); }},
          {"save", [](World<2>& w) {
             std::ostringstream out;
             w.save(out);
           }}};
}

std::vector<Call<2>> const_calls() {
  const BodyId id{0};
  return {{"contains", [=](World<2>& w) { w.contains(id); }},
          {"statistics", [](World<2>& w) { w.statistics(); }},
          {"time", [](World<2>& w) { w.time(); }},
          {"size", [](World<2>& w) { w.size(); }},
          {"body", [=](World<2>& w) { w.body(id); }},
          {"state", [=](World<2>& w) { w.state(id); }},
          {"snapshot",
           [](World<2>& w) {
             Snapshot<2> now;
             w.snapshot(now);
           }},
          {"options", [](World<2>& w) { w.options(); }},
          {"neighbours_within", [=](World<2>& w) { w.neighbours_within(id, 4.0); }},
          {"cast",
           [](World<2>& w) {
             w.cast(Ball{0.5}, {1.0, 14.0}, {8.0, -8.0});
           }},
          {"cast_all",
           [](World<2>& w) {
             w.cast_all(Ball{0.5}, {1.0, 14.0}, {8.0, -8.0});
           }},
          {"overlaps",
           [](World<2>& w) {
             w.overlaps(Ball{4.0}, {8.0, 8.0});
           }},
          {"nearest",
           [](World<2>& w) {
             w.nearest(Ball{0.5}, {8.0, 8.0});
           }},
          {"time_to_collision", [=](World<2>& w) { w.time_to_collision(id, {2}); }},
          {"collisions", [](World<2>& w) { w.collisions(); }},
          {"collisions", [](World<2>& w) { w.collisions(ImpactKind::BodyBody); }},
          {"events", [](World<2>& w) { w.events(); }},
          {"state_hash", [](World<2>& w) { w.state_hash(); }}};
}

World<2> two_kinds() {
  WorldOptions<2> options = box<2>(Side::Wall, 16.0);
  options.gravity = {0.0, -0.125};
  World<2> world(options);
  world.measure();
  Body<2> spinning = ball<2>({4.0, 8.0}, {1.0, 0.0});
  spinning.spins = true;
  world.add(spinning);
  Body<2> lift = ball<2>({12.0, 2.0}, {});
  lift.kind = BodyKind::Kinematic;
  world.add(lift);
  world.add(ball<2>({10.0, 8.0}, {-1.0, 0.0}));
  return world;
}

/// Calls `act` whenever it is told, and keeps what that threw.
template <int D>
class Doer final : public EveryKind<D> {
 public:
  explicit Doer(std::function<void()> act) : act_(std::move(act)) {}
  void told() final {
    try {
      act_();
      ++done;
    } catch (const InputError& error) {
      complaints.push_back(error.what());
    }
  }
  int done = 0;
  std::vector<std::string> complaints;

 private:
  std::function<void()> act_;
};

class BatchDoer final : public BatchObserver<2> {
 public:
  explicit BatchDoer(Observer<2>& observer) : observer_(observer) {}
  void events(EventBatch<2>& batch) final { batch.tell(observer_); }

 private:
  Observer<2>& observer_;
};

TEST(Callbacks, OfObserversAndResponsesThatChangeTheWorldAreRefused) {
  World<2> plain = two_kinds();
  plain.run_until(8.0);
  for (const Call<2>& call : changing_calls()) {
    SCOPED_TRACE(call.name);
    const auto expect_refusals = [&](const Doer<2>& doer) {
      EXPECT_EQ(doer.done, 0);
      ASSERT_FALSE(doer.complaints.empty());
      EXPECT_EQ(doer.complaints[0].rfind("World::" + call.name + ": expected between two", 0), 0U)
          << doer.complaints[0];
    };
    World<2> world = two_kinds();
    Doer<2> doer([&] { call.act(world); });
    world.observe(doer);
    world.run_until(8.0);
    expect_refusals(doer);
    EXPECT_EQ(world.state_hash(), plain.state_hash());

    World<2> in_batches = two_kinds();
    Doer<2> later([&] { call.act(in_batches); });
    BatchDoer batches(later);
    in_batches.observe(batches);
    in_batches.run_until(8.0);
    expect_refusals(later);
    EXPECT_EQ(in_batches.state_hash(), plain.state_hash());

    World<2> asking = two_kinds();
    Doer<2> asked([&] { call.act(asking); });
    asking.set_response({}, {}, [&asked](const Contact<2>& contact) {
      asked.told();
      return Reaction<2>{-contact.velocity_a, -contact.velocity_b, false};
    });
    asking.run_until(8.0);
    expect_refusals(asked);

    World<2> steered = two_kinds();
    steered.run_until(1.0);
    Doer<2> at_change([&] { call.act(steered); });
    steered.observe(at_change);
    steered.set_velocity({2}, {0.5, 0.5});
    expect_refusals(at_change);
  }
}

TEST(Callbacks, OfObserversAndResponsesMayAskAndChangeNothing) {
  World<2> plain = two_kinds();
  plain.run_until(8.0);
  for (const Call<2>& call : const_calls()) {
    SCOPED_TRACE(call.name);
    World<2> world = two_kinds();
    Doer<2> doer([&] { call.act(world); });
    world.observe(doer);
    world.run_until(8.0);
    EXPECT_GE(doer.done, 2);
    EXPECT_TRUE(doer.complaints.empty());
    EXPECT_EQ(world.state_hash(), plain.state_hash());

    World<2> asking = two_kinds();
    Doer<2> asked([&] { call.act(asking); });
    asking.set_response({}, {}, [&asked](const Contact<2>& contact) {
      asked.told();
      return Reaction<2>{-contact.velocity_a, -contact.velocity_b, false};
    });
    asking.run_until(8.0);
    EXPECT_GT(asked.done, 0);
    EXPECT_TRUE(asked.complaints.empty());
  }
}

TEST(Callbacks, OfWindowsMayDoAllButRunOn) {
  for (const Call<2>& call : changing_calls()) {
    SCOPED_TRACE(call.name);
    if (call.name == "set_window") continue;  // there is one
    const bool runs_on = call.name == "run_until" || call.name == "advance";
    std::string complaint;
    int windows = 0;
    World<2> world = two_kinds();
    world.set_window(0.5, [&](World<2>& now) {
      if (++windows != 4) return;
      try {
        call.act(now);
      } catch (const InputError& error) {
        complaint = error.what();
      }
    });
    world.run_until(2.5);
    EXPECT_EQ(windows, 5);
    if (runs_on) {
      EXPECT_EQ(complaint, "World::" + call.name +
                               ": expected outside of runs, found within the callback of "
                               "a window");
    } else {
      EXPECT_EQ(complaint, "");
    }
  }
}

/// Comes and goes while it is told.
class Leaver final : public EveryKind<2> {
 public:
  Leaver(World<2>& world, Observer<2>& leaves, Observer<2>* comes)
      : world_(world), leaves_(leaves), comes_(comes) {}
  void told() final {
    ++count;
    world_.unobserve(leaves_);
    if (comes_ != nullptr) world_.observe(*std::exchange(comes_, nullptr));
  }
  int count = 0;

 private:
  World<2>& world_;
  Observer<2>& leaves_;
  Observer<2>* comes_;
};

TEST(Callbacks, OfObserversMaySendOthersAndThemselvesAway) {
  World<2> world = eventful::plain_gas<2>(Side::Wall);
  Counter<2> first;
  Counter<2> last;
  Counter<2> newcomer;
  Leaver sends_last(world, last, &newcomer);
  class Once final : public EveryKind<2> {
   public:
    explicit Once(World<2>& world) : world_(world) {}
    void told() final {
      ++count;
      world_.unobserve(*this);
    }
    int count = 0;

   private:
    World<2>& world_;
  } once(world);
  world.observe(first);
  world.observe(once);
  world.observe(sends_last);
  world.observe(last);
  world.run_until(2.0);
  EXPECT_GT(first.count, 5);
  EXPECT_EQ(once.count, 1);
  EXPECT_EQ(sends_last.count, first.count);
  EXPECT_EQ(last.count, 0) << "sent away before it was told";
  EXPECT_EQ(newcomer.count, first.count - 1) << "told from the next event on";
}

TEST(Callbacks, OfBatchObserversMaySendOthersAndThemselvesAway) {
  class Leaving final : public BatchObserver<2> {
   public:
    Leaving(World<2>& world, BatchObserver<2>* other) : world_(world), other_(other) {}
    void events(EventBatch<2>&) final {
      ++count;
      world_.unobserve(*this);
      if (other_ != nullptr) world_.unobserve(*other_);
    }
    int count = 0;

   private:
    World<2>& world_;
    BatchObserver<2>* other_;
  };
  World<2> world = eventful::plain_gas<2>(Side::Wall);
  Leaving last(world, nullptr);
  Leaving first(world, &last);
  BatchThrower<2> stays;
  stays.throws = false;
  world.observe(first);
  world.observe(last);
  world.observe(stays);
  world.run_until(2.0);
  world.run_until(4.0);
  EXPECT_EQ(first.count, 1);
  EXPECT_EQ(last.count, 0);
  EXPECT_GT(stays.count, 10U);
}

TEST(MovedFrom, WorldsRefuseEveryCall) {
  World<2> world = two_kinds();
  const World<2> there(std::move(world));
  std::vector<Call<2>> calls = changing_calls();
  for (const Call<2>& call : const_calls()) calls.push_back(call);
  calls.push_back({"observe", [](World<2>& w) { w.observe(nobody()); }});
  calls.push_back({"unobserve", [](World<2>& w) { w.unobserve(nobody()); }});
  for (const Call<2>& call : calls) {
    SCOPED_TRACE(call.name);
    EXPECT_THROW(call.act(world), InputError);  // NOLINT(bugprone-use-after-move)
  }
  world = two_kinds();
  EXPECT_EQ(world.size(), 3U);
  EXPECT_EQ(there.size(), 3U);
}

TEST(RemovedBodies, AreNamedByNoCall) {
  for (const bool runs_before : {false, true}) {
    for (const bool was_there : {false, true}) {
      World<2> world = two_kinds();
      if (runs_before) world.run_until(1.0);
      const BodyId gone{was_there ? 0U : 7U};
      if (was_there) world.remove(gone);
      if (!runs_before) world.run_until(1.0);
      const std::uint64_t hash = world.state_hash();
      const std::vector<Call<2>> calls = {
          {"remove", [=](World<2>& w) { w.remove(gone); }},
          {"body", [=](World<2>& w) { w.body(gone); }},
          {"state", [=](World<2>& w) { w.state(gone); }},
          {"set_velocity",
           [=](World<2>& w) {
             w.set_velocity(gone, {1.0, 1.0});
           }},
          {"set_angular_velocity", [=](World<2>& w) { w.set_angular_velocity(gone, 1.0); }},
          {"set_orientation", [=](World<2>& w) { w.set_orientation(gone, {}); }},
          {"set_position",
           [=](World<2>& w) {
             w.set_position(gone, {1.0, 14.0});
           }},
          {"move",
           [=](World<2>& w) {
             w.move(gone, {0.5, 0.0});
           }},
          {"neighbours_within", [=](World<2>& w) { w.neighbours_within(gone, 4.0); }},
          {"time_to_collision", [=](World<2>& w) { w.time_to_collision(gone, {2}); }},
          {"time_to_collision", [=](World<2>& w) { w.time_to_collision({2}, gone); }},
          {"observe", [=](World<2>& w) {
             static BatchThrower<2> batches;
             w.observe(batches, {gone});
           }}};
      for (const Call<2>& call : calls) {
        SCOPED_TRACE(call.name);
        EXPECT_THROW(call.act(world), InputError);
      }
      EXPECT_FALSE(world.contains(gone));
      EXPECT_EQ(world.state_hash(), hash);
    }
  }
}

}  // namespace
}  // namespace firsthit
