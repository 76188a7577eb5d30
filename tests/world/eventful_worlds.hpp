#pragma once

#include "core/vec_math.hpp"
#include "world/worlds.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

// Worlds of many kinds in which much happens: impacts of all kinds, turns of all kinds, and passings.

namespace firsthit {

template <int D>
struct Eventful {
  std::string name;
  std::function<World<D>()> make;
  bool changes = false;  ///< bodies are steered, moved, taken away and added between runs
};

namespace eventful {

constexpr Material kPlain{0}, kSticky{1}, kSoft{2}, kMist{3};

template <int D>
Vec<D> diagonal(double x) {
  Vec<D> v;
  for (double& c : v.c) c = x;
  return v;
}

template <int D>
Vec<D> random_vector(Random& random, double size) {
  Vec<D> v;
  for (double& c : v.c) c = random.uniform(-size, size);
  return v;
}

template <int D>
GasOf small_gas() {
  return {.per_side = D == 2 ? 6 : 4, .length = 10.0, .radius = 0.6, .smallest = 0.4, .push = 0.1};
}

template <int D>
World<D> plain_gas(Side sides) {
  Random random(81, D);
  return gas<D>(box<D>(sides, 10.0), small_gas<D>(), random);
}

template <int D>
World<D> dense_gas() {
  Random random(82, D);
  return gas<D>(box<D>(Side::Periodic, 6.5), {.per_side = 6, .length = 6.5}, random);
}

/// Falls, and comes to rest on the floor, on what is fixed, on a lift and on others.
template <int D>
World<D> falling() {
  Random random(83, D);
  WorldOptions<D> options = box<D>(Side::Wall, 10.0);
  options.gravity[D - 1] = -2.0;
  options.restitution = 0.5;
  options.contact_duration = 0x1p-10;
  World<D> world = gas<D>(options, small_gas<D>(), random);
  Vec<D> place = diagonal<D>(5.0);
  place[D - 1] = 0.5;
  world.add(fixed<D>(Ball{0.3}, place));
  place[0] = 0.0;
  Body<D> lift = ball<D>(place, {}, 0.3);
  lift.kind = BodyKind::Kinematic;
  lift.velocity[D - 1] = 0.0625;
  world.add(lift);
  return world;
}

/// Boxes that move among fixed and kinematic ones.
template <int D>
World<D> solids(double gravity) {
  Random random(84, D);
  WorldOptions<D> options = box<D>(Side::Wall, 16.0);
  options.gravity[D - 1] = gravity;
  if (gravity != 0.0) options.restitution = 0.25;
  World<D> world(options);
  for (int i = 0; i < 27; ++i) {
    const Vec<D> push = random_vector<D>(random, 0.25);
    Vec<D> place;
    int rest = i;
    for (std::size_t axis = 0; axis < D; ++axis) {
      place[axis] = 2.0 + 4.5 * (rest % 3) + (axis == 1 ? 1.5 * (i / 9) : 0.0) + push[axis];
      rest /= 3;
    }
    if (D == 2) place[1] = 1.2 + 1.5 * (i / 3);
    Body<D> body;
    if (i % 3 == 0) {
      body.shape = Ball{0.4};
    } else {
      body.shape = Box<D>{diagonal<D>(0.5) + random_vector<D>(random, 0.125)};
    }
    body.position = place;
    body.mass = random.uniform(0.5, 3.0);
    body.velocity = random_vector<D>(random, 1.0);
    if (i == 13) body.kind = BodyKind::Fixed;
    if (i == 4) body.kind = BodyKind::Kinematic;
    if (i == 13) body.velocity = {};
    if (i == 4) body.velocity = 0.0625 * body.velocity;
    world.add(body);
  }
  return world;
}

/// The function with which two materials of `mixed_responses` meet.
template <int D>
void set_function(World<D>& world) {
  world.set_response(kMist, kSoft, [](const Contact<D>& contact) {
    if (contact.normal[0] > 0.0) return Reaction<D>{contact.velocity_a, contact.velocity_b, true};
    return Reaction<D>{-1.0 * contact.normal, contact.normal, false};
  });
}

/// Some stick together, some stop each other, some pass through each other, and nobody minds the sensor.
template <int D>
World<D> mixed_responses(double gravity, double window, bool waits) {
  Random random(85, D);
  WorldOptions<D> options = box<D>(Side::Wall, 12.0);
  options.gravity[D - 1] = gravity;
  if (gravity != 0.0) options.restitution = 0.5;
  World<D> world(options);
  world.set_response(kSticky, kSticky, Response::Stick);
  world.set_response(kSoft, kSoft, Response::Stop);
  world.set_response(kSoft, kSticky, Response::Slide);
  world.set_response(kMist, kPlain, Response::Pass);
  set_function(world);
  for (int i = 0; i < 36; ++i) {
    Vec<D> place = diagonal<D>(D == 2 ? 0.0 : 6.0);
    place[0] = 1.0 + 2.0 * (i % 6);
    place[1] = 1.0 + 2.0 * (i / 6);
    const double mass = random.uniform(0.5, 2.0);
    Body<D> body = ball<D>(place, random_vector<D>(random, 1.0), 0.5, mass);
    body.material = {static_cast<std::uint32_t>(random.below(4))};
    if (i == 20) body.kind = BodyKind::Kinematic;
    if (waits && i % 2 == 0) body.after_hit = AfterHit::Waits;
    world.add(body);
  }
  Body<D> sensor = fixed<D>(Ball{2.0}, diagonal<D>(6.0));
  sensor.sensor = true;
  world.add(sensor);
  if (window > 0.0) world.set_window(window);
  return world;
}

}  // namespace eventful

template <int D>
std::vector<Eventful<D>> eventful_worlds() {
  using namespace eventful;
  return {{"walls", [] { return plain_gas<D>(Side::Wall); }},
          {"periodic", [] { return plain_gas<D>(Side::Periodic); }},
          {"dense", dense_gas<D>},
          {"steered walls", [] { return plain_gas<D>(Side::Wall); }, true},
          {"steered periodic", [] { return plain_gas<D>(Side::Periodic); }, true},
          {"falling", falling<D>},
          {"steered falling", falling<D>, true},
          {"solids", [] { return solids<D>(0.0); }},
          {"steered falling solids", [] { return solids<D>(-1.0); }, true},
          {"responses", [] { return mixed_responses<D>(0.0, 0.0, false); }},
          {"falling responses", [] { return mixed_responses<D>(-1.0, 0.0, false); }, true},
          {"waiting", [] { return mixed_responses<D>(0.0, 0.75, true); }, true}};
}

/// What somebody does to a world between two runs: the same to worlds that are the same.
template <int D>
void change(World<D>& world, int step) {
  Random random(static_cast<std::uint64_t>(step));
  const auto count = static_cast<std::uint32_t>(world.size());
  const auto any = [&]() -> BodyId {
    while (true) {
      const BodyId id{static_cast<std::uint32_t>(random.below(count))};
      if (world.contains(id) && world.body(id).kind == BodyKind::Dynamic) return id;
    }
  };
  world.set_velocity(any(), eventful::random_vector<D>(random, 2.0));
  const BodyId moved = any();
  world.set_position(moved, world.state(moved).position);
  if (step == 3) {
    Body<D> other = world.body(any());
    other.velocity = {};
    const BodyId gone = any();
    other.position = world.body(gone).position;
    other.shape = Ball{0.25};
    world.remove(gone);
    world.add(other);
  }
}

constexpr int kSteps = 6;
constexpr double kStep = 1.75;  // [T]

/// What is asked between two runs.
struct Pauses {
  std::function<void()> after_run = [] {};
  std::function<void()> after_change = [] {};
  std::uint64_t events = RunLimits{}.events;  ///< in a run at most
};

/// Runs it, and changes it if that is its kind.
template <int D>
void run_eventful(const Eventful<D>& kind, World<D>& world, const Pauses& pauses = {}) {
  RunLimits limits;
  limits.events = pauses.events;
  for (int step = 1; step <= kSteps; ++step) {
    limits.collisions = world.collisions() + 2000;
    const double end = kStep * step;
    while (world.time() < end && world.run_until(end, limits).outcome == RunOutcome::Paused)
      pauses.after_run();
    pauses.after_run();
    if (!kind.changes || step == kSteps) continue;
    change(world, step);
    pauses.after_change();
  }
}

}  // namespace firsthit
