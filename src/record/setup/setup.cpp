#include "record/setup/setup.hpp"

#include "core/expect.hpp"
#include "query/pairs/turned_parts.hpp"
#include "query/tolerant/solid.hpp"
#include "world/bodies/spin_table.hpp"

#include <firsthit/world.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <variant>

namespace firsthit {

namespace {

/// Those of its shape, which world.body() leaves out as they are not equal.
void take_moments(const Body<3>& body, MovingBody& moving) {
  moving.top = top_of(body);
  if (moving.top)
    moving.inertia = (moving.top->moments[0] + moving.top->moments[1] + moving.top->moments[2]) / 3.0;
}
void take_moments(const Body<2>&, MovingBody&) {}

/// What does not change of a body that moves. Shapes are numbered as they come.
template <int D>
MovingBody moving_body(BodyId id, const Body<D>& body, std::map<PlainShape, std::uint32_t>& numbers) {
  MovingBody moving{id, 0.0, body.mass, body.material};
  moving.kinematic = body.kind != BodyKind::Dynamic;
  if (moving.kinematic) moving.mass = 0.0;
  moving.sensor = body.sensor;
  moving.waits = body.after_hit == AfterHit::Waits;
  moving.spins = body.spins;
  moving.inertia = body.inertia;
  if (body.spins && body.kind == BodyKind::Dynamic && !(body.inertia > 0.0)) take_moments(body, moving);
  if (const auto* ball = std::get_if<Ball>(&body.shape)) {
    moving.radius = ball->radius;
  } else if (!std::holds_alternative<Point>(body.shape)) {
    moving.radius = extent_of(body.shape);
    const auto number = static_cast<std::uint32_t>(numbers.size());
    moving.shape = numbers.try_emplace(plain_shape(body.shape), number).first->second;
  }
  return moving;
}

}  // namespace

template <int D>
RunSetup<D> setup_of(const World<D>& world) {
  RunSetup<D> setup{world.options().space, world.options().gravity, {}, {}, {}};
  std::map<PlainShape, std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < world.size(); ++i) {
    const BodyId id{i};
    const Body<D>& body = world.body(id);
    if (body.kind != BodyKind::Fixed)
      setup.bodies.push_back(moving_body(id, body, numbers));
    else
      setup.obstacles.push_back({id, turned_shape(body.shape, body.orientation), body.position, body.material,
                                 body.sensor, body.one_way});
  }
  setup.shapes.resize(numbers.size());
  for (const auto& [shape, number] : numbers) setup.shapes[number] = shape;
  return setup;
}

template <int D>
std::size_t dynamic_count(const RunSetup<D>& setup) {
  const std::vector<MovingBody>& kinds = setup.bodies.kinds();
  if (std::none_of(kinds.begin(), kinds.end(), [](const MovingBody& body) { return body.kinematic; }))
    return setup.bodies.size();
  return static_cast<std::size_t>(std::count_if(setup.bodies.begin(), setup.bodies.end(),
                                                [](const MovingBody& body) { return !body.kinematic; }));
}

template <int D>
bool any_spins(const RunSetup<D>& setup) {
  const std::vector<MovingBody>& kinds = setup.bodies.kinds();
  return std::any_of(kinds.begin(), kinds.end(), [](const MovingBody& body) { return body.spins; });
}

template <int D>
bool is_uniform(const RunSetup<D>& setup) {
  const auto& sides = setup.space.sides;
  return setup.obstacles.empty() && dynamic_count(setup) == setup.bodies.size() &&
         std::all_of(sides.begin(), sides.end(), [](Side each) { return each == Side::Periodic; });
}

template <int D>
bool conserves_momentum(const RunSetup<D>& setup) {
  const std::vector<MovingBody>& kinds = setup.bodies.kinds();
  return is_uniform(setup) &&
         std::none_of(kinds.begin(), kinds.end(), [](const MovingBody& body) { return body.waits; });
}

template <int D>
std::optional<double> volume_of(const Space<D>& space) {
  double volume = 1.0;
  for (std::size_t axis = 0; axis < D; ++axis) {
    if (space.sides[axis] == Side::Open) return std::nullopt;
    volume *= space.max[axis] - space.min[axis];
  }
  return volume;
}

template <int D>
void capture(const Snapshot<D>& snapshot, const RunSetup<D>& setup, Frame<D>& frame) {
  frame.time = snapshot.time();
  frame.collisions = snapshot.collisions();
  frame.states.clear();
  frame.states.reserve(setup.bodies.size());
  const bool spins = any_spins(setup);
  frame.spins.clear();
  for (const MovingBody& body : setup.bodies) {
    const BodyState<D> now = snapshot.state(body.id);
    frame.states.push_back({now.position, now.velocity, now.wraps, now.acceleration});
    if (spins) frame.spins.push_back({now.orientation, now.angular_velocity, now.angular_acceleration});
  }
}

template <int D>
void capture(const World<D>& world, const RunSetup<D>& setup, Frame<D>& frame) {
  Snapshot<D> snapshot;
  world.snapshot(snapshot);
  capture(snapshot, setup, frame);
}

template <int D>
void look_at(const World<D>& world, const RunSetup<D>& setup, Frame<D>& frame) {
  FIRSTHIT_EXPECT(!any_spins(setup));
  frame.time = world.time();
  frame.collisions = world.collisions();
  frame.states.read_from(world, setup.bodies);
  frame.spins.clear();
}

template <int D>
void FrameStates<D>::read_from(const World<D>& world, const MovingBodies& bodies) {
  world_ = &world;
  bodies_ = &bodies;
  states_.clear();
  first_ = 0;
}

template <int D>
void FrameStates<D>::read(std::size_t place) const {
  first_ = place / kBlock * kBlock;
  states_.clear();
  const std::size_t end = std::min(first_ + kBlock, bodies_->size());
  for (std::size_t i = first_; i < end; ++i) {
    const BodyState<D> now = world_->state(bodies_->id(i));
    states_.push_back({now.position, now.velocity, now.wraps, now.acceleration});
  }
}

template class FrameStates<2>;
template class FrameStates<3>;
template void look_at(const World<2>&, const RunSetup<2>&, Frame<2>&);
template void look_at(const World<3>&, const RunSetup<3>&, Frame<3>&);
template RunSetup<2> setup_of(const World<2>&);
template RunSetup<3> setup_of(const World<3>&);
template std::size_t dynamic_count(const RunSetup<2>&);
template std::size_t dynamic_count(const RunSetup<3>&);
template bool any_spins(const RunSetup<2>&);
template bool any_spins(const RunSetup<3>&);
template bool is_uniform(const RunSetup<2>&);
template bool is_uniform(const RunSetup<3>&);
template bool conserves_momentum(const RunSetup<2>&);
template bool conserves_momentum(const RunSetup<3>&);
template std::optional<double> volume_of(const Space<2>&);
template std::optional<double> volume_of(const Space<3>&);
template void capture(const Snapshot<2>&, const RunSetup<2>&, Frame<2>&);
template void capture(const Snapshot<3>&, const RunSetup<3>&, Frame<3>&);
template void capture(const World<2>&, const RunSetup<2>&, Frame<2>&);
template void capture(const World<3>&, const RunSetup<3>&, Frame<3>&);

}  // namespace firsthit
