#pragma once

#include "c/in_c.hpp"

#include <firsthit/world.hpp>

#include <cstdint>
#include <memory>
#include <vector>

// Worlds that are made twice: in C++, and through the interface for C.

namespace firsthit {

struct DestroyWorld {
  void operator()(FirsthitWorld* world) const { EXPECT_EQ(firsthit_world_destroy(world), FIRSTHIT_OK); }
};
using WorldInC = std::unique_ptr<FirsthitWorld, DestroyWorld>;

#define OK(call) ASSERT_EQ(call, FIRSTHIT_OK) << firsthit_last_error()

template <int D>
FirsthitWorldOptions in_c(const WorldOptions<D>& o) {
  FirsthitWorldOptions r;
  EXPECT_EQ(firsthit_world_options_default(D, &r, sizeof r), FIRSTHIT_OK);
  r.min = in_c(o.space.min);
  r.max = in_c(o.space.max);
  for (std::size_t k = 0; k < D; ++k) r.sides[k] = static_cast<FirsthitSide>(o.space.sides[k]);
  r.gravity = in_c(o.gravity);
  r.restitution = o.restitution;
  r.friction = o.friction;
  r.tangential_restitution = o.tangential_restitution;
  r.rolling_friction = o.rolling_friction;
  r.contact_duration = o.contact_duration;
  return r;
}

template <int D>
FirsthitBody in_c(const Body<D>& b, const FirsthitShape* shape) {
  FirsthitBody r;
  EXPECT_EQ(firsthit_body_default(&r, sizeof r), FIRSTHIT_OK);
  r.shape = shape;
  r.position = in_c(b.position);
  r.velocity = in_c(b.velocity);
  r.mass = b.mass;
  r.material = b.material.value;
  r.kind = static_cast<FirsthitBodyKind>(b.kind);
  r.filter = {b.filter.category, b.filter.mask};
  r.sensor = b.sensor;
  r.after_hit = static_cast<FirsthitAfterHit>(b.after_hit);
  r.spins = b.spins;
  r.orientation = in_c(b.orientation);
  r.angular_velocity = rate_in_c(b.angular_velocity);
  r.inertia = b.inertia;
  r.surface_velocity = in_c(b.surface_velocity);
  r.on_crush = static_cast<FirsthitOnCrush>(b.on_crush);
  return r;
}

/// One world twice: in C++ and in C.
template <int D>
struct Both {
  explicit Both(const WorldOptions<D>& options) : cpp(options) {
    const FirsthitWorldOptions asked = in_c(options);
    FirsthitWorld* made = nullptr;
    EXPECT_EQ(firsthit_world_create(&asked, &made), FIRSTHIT_OK) << firsthit_last_error();
    c.reset(made);
  }

  BodyId add(const Body<D>& body) {
    const ShapeInC shape = in_c(body.shape);
    const FirsthitBody asked = in_c(body, shape.get());
    FirsthitBodyId id = ~0U;
    EXPECT_EQ(firsthit_world_add(c.get(), &asked, &id), FIRSTHIT_OK) << firsthit_last_error();
    const BodyId expected = cpp.add(body);
    EXPECT_EQ(id, expected.value);
    return expected;
  }

  void run_until(double time) {
    FirsthitRunOutcome outcome = -1;
    ASSERT_EQ(firsthit_world_run_until(c.get(), time, nullptr, &outcome), FIRSTHIT_OK)
        << firsthit_last_error();
    EXPECT_EQ(outcome, static_cast<FirsthitRunOutcome>(cpp.run_until(time).outcome));
  }

  void expect_same_state() {
    std::uint64_t hash = 0, collisions = 0, events = 0;
    double time = -1.0;
    std::size_t size = 0, there = 0;
    OK(firsthit_world_state_hash(c.get(), &hash));
    OK(firsthit_world_collisions(c.get(), &collisions));
    OK(firsthit_world_events(c.get(), &events));
    OK(firsthit_world_time(c.get(), &time));
    OK(firsthit_world_size(c.get(), &size));
    EXPECT_EQ(hash, cpp.state_hash());
    EXPECT_EQ(collisions, cpp.collisions());
    EXPECT_EQ(events, cpp.events());
    EXPECT_EQ(bytes(time), bytes(cpp.time()));
    EXPECT_EQ(size, cpp.size());
    std::vector<FirsthitBodyId> ids(size);
    OK(firsthit_world_bodies(c.get(), ids.data(), ids.size(), &there));
    ids.resize(there);
    std::vector<FirsthitBodyState> states(there);
    std::vector<FirsthitVec> places(there);
    states[0].size = sizeof(FirsthitBodyState);
    OK(firsthit_world_states(c.get(), ids.data(), there, states.data()));
    OK(firsthit_world_positions(c.get(), ids.data(), there, places.data()));
    for (std::size_t i = 0; i < there; ++i) {
      const BodyState<D> expected = cpp.state({ids[i]});
      EXPECT_EQ(bytes(states[i].position), bytes(in_c(expected.position)));
      EXPECT_EQ(bytes(places[i]), bytes(in_c(expected.position)));
      EXPECT_EQ(bytes(states[i].velocity), bytes(in_c(expected.velocity)));
      EXPECT_EQ(bytes(states[i].acceleration), bytes(in_c(expected.acceleration)));
      EXPECT_EQ(bytes(states[i].orientation), bytes(in_c(expected.orientation)));
      EXPECT_EQ(bytes(states[i].angular_velocity), bytes(rate_in_c(expected.angular_velocity)));
      for (std::size_t k = 0; k < D; ++k) EXPECT_EQ(states[i].wraps[k], expected.wraps[k]);
    }
  }

  World<D> cpp;
  WorldInC c;
};

}  // namespace firsthit
