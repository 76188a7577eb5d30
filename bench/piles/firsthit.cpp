#include "piles.hpp"

#include "../crates/crates.hpp"

#include <firsthit/world.hpp>

#include <cmath>

namespace piles {
namespace {

firsthit::World<2> world_of(const Pile& pile) {
  firsthit::WorldOptions<2> options;
  options.space.max = {pile.width, pile.height};
  options.gravity = {0.0, -pile.gravity};
  options.restitution = pile.restitution;
  options.friction = pile.friction;
  firsthit::World<2> world(options);
  for (const Body& body : pile.bodies) {
    firsthit::Body<2> ours;
    ours.shape = firsthit::Box<2>{{body.half.x, body.half.y}};
    ours.mass = body.mass();
    ours.position = {body.start.place.x, body.start.place.y};
    ours.velocity = {body.start.velocity.x, body.start.velocity.y};
    ours.spins = true;
    ours.orientation = {std::cos(0.5 * body.start.angle), std::sin(0.5 * body.start.angle)};
    ours.angular_velocity = body.start.turn_rate;
    world.add(ours);
  }
  return world;
}

class Firsthit final : public Program {
 public:
  explicit Firsthit(const Pile& pile) : world_(world_of(pile)), count_(pile.bodies.size()) {}

  std::string name() const override { return "firsthit"; }

  bool frame(double seconds) override {
    ++frames_;
    firsthit::RunLimits limits;
    limits.events = 2'000;  // between looks at the time
    const double start = crates::processor_seconds();
    double rest = kFrame;
    for (;;) {
      const firsthit::RunResult result = world_.advance(rest, limits);
      if (result.outcome != firsthit::RunOutcome::Paused)
        return result.outcome == firsthit::RunOutcome::ReachedTime;
      if (crates::processor_seconds() - start > seconds) return false;
      rest = kFrame * frames_ - world_.time();
    }
  }

  Pose pose(std::size_t body) const override {
    const firsthit::BodyState<2> state = state_of(body);
    return {{state.position[0], state.position[1]},
            2.0 * std::atan2(state.orientation.z, state.orientation.w),
            {state.velocity[0], state.velocity[1]},
            state.angular_velocity};
  }

  bool is_asleep() const override {
    for (std::size_t i = 0; i < count_; ++i) {
      const firsthit::BodyState<2> state = state_of(i);
      for (const double each : {state.velocity[0], state.velocity[1], state.angular_velocity,
                                state.acceleration[0], state.acceleration[1], state.angular_acceleration})
        if (each != 0.0) return false;
    }
    return true;
  }

  std::uint64_t hash() const override { return world_.state_hash(); }

 private:
  firsthit::BodyState<2> state_of(std::size_t body) const {
    return world_.state({static_cast<std::uint32_t>(body)});
  }

  firsthit::World<2> world_;
  std::size_t count_;
  double frames_ = 0.0;
};

}  // namespace

std::unique_ptr<Program> firsthit_in(const Pile& pile) { return std::make_unique<Firsthit>(pile); }

}  // namespace piles
