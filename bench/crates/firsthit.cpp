#include "crates.hpp"

#include <firsthit/world.hpp>

#include <cmath>

namespace crates {
namespace {

firsthit::World<2> world_of(const Room& room) {
  firsthit::WorldOptions<2> options;
  options.space.max = {room.width, room.height};
  options.gravity = {0.0, -room.gravity};
  options.restitution = room.restitution;
  options.friction = room.friction;
  firsthit::World<2> world(options);
  for (const Crate& crate : room.crates) {
    firsthit::Body<2> ours;
    ours.shape = firsthit::Box<2>{{crate.half, crate.half}};
    ours.mass = 4.0 * crate.half * crate.half;
    ours.position = {crate.start.place.x, crate.start.place.y};
    ours.velocity = {crate.start.velocity.x, crate.start.velocity.y};
    ours.spins = true;
    ours.orientation = {std::cos(0.5 * crate.angle), std::sin(0.5 * crate.angle)};
    ours.angular_velocity = crate.start.turn_rate;
    world.add(ours);
  }
  return world;
}

class Firsthit final : public Program {
 public:
  explicit Firsthit(const Room& room) : world_(world_of(room)) {}

  std::string name() const override { return "firsthit"; }

  bool frame(double seconds) override {
    ++frames_;
    firsthit::RunLimits limits;
    limits.events = 20'000;  // between looks at the time
    const double start = processor_seconds();
    for (;;) {
      const firsthit::RunResult result = world_.run_until(kFrame * frames_, limits);
      if (result.outcome != firsthit::RunOutcome::Paused)
        return result.outcome == firsthit::RunOutcome::ReachedTime;
      if (processor_seconds() - start > seconds) return false;
    }
  }

  Pose pose(std::size_t crate) const override {
    const firsthit::BodyState<2> state = world_.state({static_cast<std::uint32_t>(crate)});
    const firsthit::Orientation<2>& q = state.orientation;
    const double norm = q.w * q.w + q.z * q.z;
    return {{state.position[0], state.position[1]},
            (q.w * q.w - q.z * q.z) / norm,
            2.0 * q.w * q.z / norm,
            {state.velocity[0], state.velocity[1]},
            state.angular_velocity};
  }

  std::uint64_t steps() const override { return world_.events(); }
  std::uint64_t hash() const override { return world_.state_hash(); }

 private:
  firsthit::World<2> world_;
  double frames_ = 0.0;
};

}  // namespace

std::unique_ptr<Program> firsthit_in(const Room& room) { return std::make_unique<Firsthit>(room); }

}  // namespace crates
