#include "world/worlds.hpp"

#include <firsthit/batch.hpp>
#include <firsthit/first_hit.hpp>

#include <gtest/gtest.h>

#include <barrier>
#include <functional>
#include <string>
#include <thread>
#include <vector>

// What is const may be asked by any number of threads at once. Each world here is asked straight after a
// change, so that what questions build is out of date, and told to be as one thread found a world like it.
// Built with the thread sanitizer (preset `tsan`), a read that nothing keeps from a write is a failure, too.

namespace firsthit {
namespace {

constexpr std::size_t kThreads = 8;

constexpr double kLength = 16.0;  // [L] of boxes

/// All numbers of an answer.
using Answer = std::vector<double>;

template <int D>
void add(Answer& answer, const Vec<D>& v) {
  answer.insert(answer.end(), std::begin(v.c), std::end(v.c));
}

template <int D>
void add(Answer& answer, const CastHit<D>& hit) {
  answer.insert(answer.end(), {static_cast<double>(hit.body.value), hit.fraction, hit.area});
  add(answer, hit.position);
  add(answer, hit.normal);
  add(answer, hit.point);
}

template <int D>
Vec<D> diagonal(double x) {
  Vec<D> v;
  for (double& c : v.c) c = x;
  return v;
}

/// What is asked, each by a call of its own.
template <int D>
using Question = std::function<Answer(const World<D>&)>;

template <int D>
std::vector<Question<D>> questions() {
  const Shape<D> probe = Ball{0.4};
  const Vec<D> from = diagonal<D>(0.7);
  const Vec<D> way = diagonal<D>(15.5);
  std::vector<Question<D>> all;
  all.push_back([=](const World<D>& world) {
    Answer answer;
    if (const auto hit = world.cast(probe, from, way)) add(answer, *hit);
    return answer;
  });
  all.push_back([=](const World<D>& world) {
    Answer answer;
    for (const CastHit<D>& hit : world.cast_all(probe, from, way)) add(answer, hit);
    return answer;
  });
  all.push_back([=](const World<D>& world) {
    Answer answer;
    for (const BodyId id : world.overlaps(Ball{3.0}, diagonal<D>(4.0))) answer.push_back(id.value);
    return answer;
  });
  all.push_back([=](const World<D>& world) {
    Answer answer;
    if (const auto found = world.nearest(probe, from)) {
      answer = {static_cast<double>(found->body.value), found->distance};
      add(answer, found->point);
    }
    return answer;
  });
  all.push_back([](const World<D>& world) {
    Answer answer;
    for (std::uint32_t id = 0; id < world.size(); ++id) {
      if (!world.contains({id})) continue;
      const BodyState<D> state = world.state({id});
      add(answer, state.position);
      add(answer, state.velocity);
      add(answer, world.body({id}).position);
    }
    return answer;
  });
  all.push_back([](const World<D>& world) {
    const std::uint64_t hash = world.state_hash();
    return Answer{world.time(), static_cast<double>(world.collisions()), static_cast<double>(world.events()),
                  static_cast<double>(hash >> 32U), static_cast<double>(hash & 0xffffffffU)};
  });
  all.push_back([](const World<D>& world) {
    Answer answer;
    for (std::uint32_t id = 1; id < world.size(); ++id)
      if (world.contains({id}) && world.contains({id - 1}))
        answer.push_back(world.time_to_collision({id - 1}, {id}).value_or(-1.0));
    return answer;
  });
  all.push_back([=](const World<D>& world) {
    Answer answer;
    if (world.collisions() == 0) return answer;  // it is asked after the first run only
    for (const Neighbour<D>& neighbour : world.neighbours_within({1}, 1.5)) {
      answer.insert(answer.end(), {static_cast<double>(neighbour.id.value), neighbour.gap});
      answer.push_back(neighbour.time_to_collision);
    }
    return answer;
  });
  return all;
}

/// The answers, all that one thread gets, which begins with the question of that number.
template <int D>
std::vector<Answer> ask(const World<D>& world, std::size_t first) {
  const std::vector<Question<D>> asked = questions<D>();
  std::vector<Answer> answers(asked.size());
  for (std::size_t i = 0; i < asked.size(); ++i) {
    const std::size_t question = (first + i) % asked.size();
    answers[question] = asked[question](world);
  }
  return answers;
}

/// Calls each(thread) on eight threads that begin at once.
template <class Each>
void at_once(const Each& each) {
  std::barrier start(static_cast<std::ptrdiff_t>(kThreads));
  std::vector<std::thread> threads;
  for (std::size_t thread = 0; thread < kThreads; ++thread)
    threads.emplace_back([&, thread] {
      start.arrive_and_wait();
      each(thread);
    });
  for (std::thread& thread : threads) thread.join();
}

/// What eight threads find in `world` is what one finds in `alike`.
template <int D>
void expect_the_same(const World<D>& world, const World<D>& alike, const std::string& when) {
  std::vector<std::vector<Answer>> answers(kThreads);
  at_once([&](std::size_t thread) { answers[thread] = ask(world, thread); });
  const std::vector<Answer> expected = ask(alike, 0);
  std::size_t numbers = 0;
  for (std::size_t question = 0; question < expected.size(); ++question) {
    numbers += expected[question].size();
    for (std::size_t thread = 0; thread < kThreads; ++thread)
      EXPECT_EQ(answers[thread][question], expected[question])
          << when << ": question " << question << ", thread " << thread;
  }
  EXPECT_GT(numbers, 100U) << when;
}

/// Balls in a box; with `solids` also two boxes, and a ball that moves as it is told.
template <int D>
World<D> crowd(Side sides, bool solids) {
  Random random(5);
  World<D> world = gas<D>(box<D>(sides, kLength), {.per_side = 8, .length = kLength, .radius = 0.5}, random);
  if (!solids) return world;
  Vec<D> half = diagonal<D>(0.2);
  world.add(fixed<D>(Box<D>{half}, diagonal<D>(2.0)));
  world.add({.shape = Box<D>{half}, .position = diagonal<D>(4.0), .velocity = diagonal<D>(0.25)});
  world.add({.shape = Ball{0.25}, .position = diagonal<D>(6.0), .kind = BodyKind::Kinematic});
  return world;
}

/// Asked by eight threads at every change, and `alike` by one.
template <int D>
void expect_the_same_all_along(World<D> world, World<D> alike) {
  expect_the_same(world, alike, "before the first run");
  const auto both = [&](const auto& change, const std::string& when) {
    change(world);
    change(alike);
    expect_the_same(world, alike, when);
  };
  both([](World<D>& w) { w.run_until(2.0); }, "after a run");
  both([](World<D>& w) { w.advance(0.25); }, "after a frame");
  both([](World<D>& w) { w.remove({3}); }, "after a body has gone");
  both([](World<D>& w) { w.add(ball<D>(diagonal<D>(15.3), diagonal<D>(-1.0), 0.1)); },
       "after a body has come");
  both([](World<D>& w) { w.set_velocity({5}, diagonal<D>(40.0)); }, "after a push");
  both([](World<D>& w) { w.set_position({5}, diagonal<D>(0.6)); }, "after a jump");
  both([](World<D>& w) { w.run_until(3.0); }, "after another run");
}

TEST(ConstQuestions, OfAGasFromEightThreadsAreAnsweredAsFromOne) {
  expect_the_same_all_along(crowd<2>(Side::Wall, false), crowd<2>(Side::Wall, false));
  expect_the_same_all_along(crowd<3>(Side::Periodic, false), crowd<3>(Side::Periodic, false));
}

TEST(ConstQuestions, OfSolidsFromEightThreadsAreAnsweredAsFromOne) {
  expect_the_same_all_along(crowd<2>(Side::Wall, true), crowd<2>(Side::Wall, true));
  expect_the_same_all_along(crowd<3>(Side::Wall, true), crowd<3>(Side::Wall, true));
}

TEST(ConstQuestions, OfBodiesThatTurnFromEightThreadsAreAnsweredAsFromOne) {
  const auto crowd_that_turns = [] {
    World<2> world = crowd<2>(Side::Wall, false);
    for (int i = 1; i < 8; ++i) {
      Body<2> sail;
      sail.shape = Box<2>{{0.3, 0.1}};
      sail.position = diagonal<2>(2.0 * i);
      sail.kind = i % 2 == 0 ? BodyKind::Dynamic : BodyKind::Kinematic;
      sail.spins = true;
      sail.angular_velocity = i;
      world.add(sail);
    }
    return world;
  };
  expect_the_same_all_along(crowd_that_turns(), crowd_that_turns());
}

TEST(ConstQuestions, FrameByFrameAreAnsweredByHowItThenIs) {
  constexpr int kFrames = 40;
  const auto some_gas = [] {
    Random random(7);
    return gas<2>(box<2>(Side::Wall, 60.0), {.per_side = 40, .length = 60.0, .radius = 0.5}, random);
  };
  const auto look = [](const World<2>& world) {
    Answer answer;
    add(answer, *world.cast(Ball{0.1}, {0.2, 0.2}, {58.0, 58.5}));
    return answer;
  };
  World<2> world = some_gas();
  std::barrier turn(static_cast<std::ptrdiff_t>(kThreads) + 1);
  std::vector<std::vector<Answer>> answers(kThreads);
  std::vector<std::thread> threads;
  for (std::vector<Answer>& own : answers)
    threads.emplace_back([&] {
      for (int frame = 0; frame < kFrames; ++frame) {
        turn.arrive_and_wait();
        own.push_back(look(world));
        turn.arrive_and_wait();
      }
    });
  std::vector<Answer> expected;
  World<2> alike = some_gas();
  for (int frame = 0; frame < kFrames; ++frame) {
    world.advance(0.25);
    turn.arrive_and_wait();  // they ask
    turn.arrive_and_wait();
    alike.advance(0.25);
    expected.push_back(look(alike));
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::vector<Answer>& own : answers) EXPECT_EQ(own, expected);
  EXPECT_NE(expected.front(), expected.back());
}

TEST(ConstQuestions, OfALargeGasAreAnsweredWhileOneThreadPutsItInOrder) {
  const auto large = [] {
    Random random(6);
    World<2> world =
        gas<2>(box<2>(Side::Periodic, 320.0), {.per_side = 320, .length = 320.0, .radius = 0.45}, random);
    world.run_until(1.0, {.collisions = 100});
    return world;
  };
  const World<2> world = large();
  const World<2> alike = large();
  const auto asked = [](const World<2>& of, std::size_t first) {
    Answer answer;
    if (first % 2 == 0) add(answer, *of.cast(Ball{0.1}, {0.3, 0.3}, {70.0, 71.0}));
    for (std::uint32_t id = 0; id < of.size(); id += 997) add(answer, of.state({id}).position);
    if (first % 2 == 1) add(answer, *of.cast(Ball{0.1}, {0.3, 0.3}, {70.0, 71.0}));
    return answer;
  };
  std::vector<Answer> answers(kThreads);
  at_once([&](std::size_t thread) { answers[thread] = asked(world, thread); });
  for (std::size_t thread = 0; thread < kThreads; ++thread)
    EXPECT_EQ(answers[thread], asked(alike, thread)) << thread;
}

/// Has eight threads ask at each impact, in the middle of a run, and keeps what they find.
class Asker final : public Observer<2> {
 public:
  Asker(const World<2>& world, bool by_eight) : world_(world), by_eight_(by_eight) {}

  void impact(const Impact<2>&) override {
    std::vector<Answer> found(kThreads);
    const auto one = [&](std::size_t thread) {
      add(found[thread], *world_.cast(Ball{0.1}, {0.3, 0.3}, {7.0, 7.0}));
      found[thread].push_back(world_.state({1}).position.c[0]);
    };
    if (by_eight_) {
      at_once(one);
    } else {
      for (std::size_t thread = 0; thread < kThreads; ++thread) one(thread);
    }
    answers_.insert(answers_.end(), found.begin(), found.end());
    // The ball that is hit is where it now is.
    const CastHit<2> hit = *world_.cast(Ball{0.1}, {0.3, 0.3}, {7.0, 7.0});
    if (hit.body.value >= world_.size()) return;
    const Placed<2> there{Ball{0.1}, hit.position};
    EXPECT_NEAR(distance<2>(there, {Ball{0.5}, world_.state(hit.body).position}).distance, 0.0, 1e-9);
    ++hits_;
  }
  int hits() const { return hits_; }
  const std::vector<Answer>& answers() const { return answers_; }

 private:
  const World<2>& world_;
  bool by_eight_;
  std::vector<Answer> answers_;
  int hits_ = 0;
};

TEST(ConstQuestions, InTheMiddleOfARunAreAnsweredByHowItThenIs) {
  std::vector<std::vector<Answer>> answers;
  for (const bool by_eight : {true, false}) {
    World<2> world = crowd<2>(Side::Wall, false);
    Asker asker(world, by_eight);
    world.observe(asker);
    world.run_until(100.0, {.collisions = 20});
    answers.push_back(asker.answers());
    EXPECT_GT(asker.hits(), 10);
  }
  EXPECT_EQ(answers[0].size(), 20 * kThreads);
  EXPECT_EQ(answers[0], answers[1]);
  EXPECT_NE(answers[0].front(), answers[0].back());
}

TEST(ConstQuestions, OfPairsFromEightThreadsAreAnsweredAsFromOne) {
  const std::vector<Vec<2>> corners = {{0.0, 0.0}, {2.0, 0.0}, {2.0, 2.0}, {1.0, 0.5}};
  const Polygon polygon(corners);
  const std::vector<Shape<2>> shapes = {
      Ball{0.5}, Box<2>{{0.5, 0.25}},        Hull<2>{corners},
      polygon,   Segment<2>{{}, {1.0, 1.0}}, HalfSpace<2>{{0.0, 1.0}, -3.0}};
  const auto all = [&] {
    Answer answer;
    for (const Shape<2>& a : shapes) {
      for (const Shape<2>& b : shapes) {
        if (std::holds_alternative<HalfSpace<2>>(a) && std::holds_alternative<HalfSpace<2>>(b)) continue;
        const Encounter<2> met =
            first_hit<2>({a, Linear<2>{{0.0, 0.0}, {1.0, -0.25}}}, {b, Linear<2>{{5.0, 0.25}, {-1.0, -0.5}}});
        answer.insert(answer.end(), {met.delay, met.delay_upper, met.first_touch, met.gap});
        add(answer, met.point_a);
      }
    }
    const std::vector<Straight<Ball, 2>> balls(20, {{1.0}, {}, {1.0, 0.0}});
    const std::vector<Straight<Ball, 2>> others(20, {{1.0}, {7.0, 0.5}, {}});
    std::vector<Encounter<2>> met(20);
    first_hit(balls, others, met);
    for (const Encounter<2>& one : met) answer.push_back(one.delay);
    return answer;
  };
  std::vector<Answer> answers(kThreads);
  at_once([&](std::size_t thread) { answers[thread] = all(); });
  const Answer expected = all();
  EXPECT_EQ(expected.size(), 35U * 6U + 20U);
  for (const Answer& answer : answers) EXPECT_EQ(answer, expected);
}

}  // namespace
}  // namespace firsthit
