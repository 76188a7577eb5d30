#include "scene/build/build.hpp"

#include "core/angle.hpp"
#include "core/expect.hpp"

#include <firsthit/error.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace firsthit {
namespace {

template <int D>
Vec<D> vec(const Triple& from) {
  Vec<D> result;
  for (std::size_t i = 0; i < D; ++i) result[i] = from[i];
  return result;
}

template <int D>
Body<D> fixed_body(const SceneFixed& fixed) {
  Body<D> body;
  body.kind = BodyKind::Fixed;
  body.material = {fixed.material};
  switch (fixed.kind) {  // half-spaces and segments tell by themselves where they are
    case SceneFixed::Kind::HalfSpace:
      body.shape = HalfSpace<D>{vec<D>(fixed.normal), fixed.offset};
      return body;
    case SceneFixed::Kind::Segment:
      body.shape = Segment<D>{vec<D>(fixed.position), vec<D>(fixed.to)};
      return body;
    case SceneFixed::Kind::Ball:
      body.shape = Ball{fixed.radius};
      break;
    case SceneFixed::Kind::Container:
      body.shape = Container{fixed.radius};
      break;
    case SceneFixed::Kind::Arc:
      body.shape = arc_of(fixed);
      break;
  }
  body.position = vec<D>(fixed.position);
  return body;
}

/// `spin`: an index of the scene's, or none.
template <int D>
void give_spin(Body<D>& body, const Scene& scene, std::uint32_t spin) {
  if (spin == kNoSpin) return;
  const SceneSpin& from = scene.spins[spin];
  const auto [w, x, y, z] = from.orientation;
  body.spins = body.kind != BodyKind::Fixed;  // which stands at an angle
  body.inertia = from.inertia;
  if constexpr (D == 2) {
    body.orientation = {w, z};
    body.angular_velocity = from.angular_velocity[0];
  } else {
    body.orientation = {w, x, y, z};
    body.angular_velocity = vec<3>(from.angular_velocity);
  }
}

template <int D>
Body<D> own_body(const Scene& scene, const SceneBody& from) {
  Body<D> body;
  body.shape = std::get<Shape<D>>(from.shape);
  body.position = vec<D>(from.position);
  body.velocity = vec<D>(from.velocity);
  body.mass = from.mass;
  body.material = {from.material};
  body.kind = from.kind;
  body.filter = from.filter;
  body.sensor = from.sensor;
  body.after_hit = from.after_hit;
  body.one_way = vec<D>(from.one_way);
  body.surface_velocity = vec<D>(from.surface_velocity);
  body.on_crush = from.on_crush;
  give_spin(body, scene, from.spin);
  return body;
}

/// What the world refuses is told with its place in the scene.
template <class Step>
void at_place(const std::string& place, Step step) {
  constexpr std::string_view kCaller = "World::add: ";
  try {
    step();
  } catch (const InputError& error) {
    std::string_view message = error.what();
    if (message.starts_with(kCaller)) message.remove_prefix(kCaller.size());
    throw InputError(fmt::format("{}: {}", place, message));
  }
}

template <int D>
void set_contacts(World<D>& world, const Scene& scene) {
  for (const SceneContact& contact : scene.contacts) {
    const Material a{contact.a};
    const Material b{contact.b};
    if (contact.response != Response::Bounce) {
      world.set_response(a, b, contact.response);
      continue;
    }
    world.set_restitution(a, b, contact.restitution);
    world.set_friction(a, b, contact.surfaces.friction);
    world.set_tangential_restitution(a, b, contact.surfaces.tangential_restitution);
    world.set_rolling_friction(a, b, contact.surfaces.rolling_friction);
    world.set_spinning_friction(a, b, contact.surfaces.spinning_friction);
  }
}

template <int D>
void add_balls(World<D>& world, const Scene& scene) {
  for (const SceneBall& ball : scene.balls) {
    Body<D> body;
    body.shape = Ball{ball.radius};
    body.position = vec<D>(ball.position);
    body.velocity = vec<D>(ball.velocity);
    body.mass = ball.mass;
    body.material = {ball.material};
    give_spin(body, scene, ball.spin);
    world.add(body);
  }
}

/// The `[[body]]` of that id in the world, or null.
const SceneBody* own_body_at(const Scene& scene, std::uint32_t id) {
  if (id < ball_count(scene)) return nullptr;
  std::size_t index = id - ball_count(scene);
  if (index < scene.bodies.size()) return &scene.bodies[index];
  index -= scene.bodies.size();
  if (index < scene.fixed.size()) return nullptr;
  index -= scene.fixed.size();
  return index < scene.still_bodies.size() ? &scene.still_bodies[index] : nullptr;
}

std::string_view word_for(SceneFixed::Kind kind) {
  switch (kind) {
    case SceneFixed::Kind::HalfSpace:
      return "half-space";
    case SceneFixed::Kind::Segment:
      return "wall";
    case SceneFixed::Kind::Arc:
      return "arc";
    default:
      return "obstacle";
  }
}

BallLabel label_of(const Scene& scene, std::uint32_t ball) {
  if (!scene.balls.empty()) return {scene.balls[ball].name, scene.balls[ball].color};
  return scene.labels.empty() ? BallLabel{} : scene.labels[ball];
}

std::string name_of_side(std::uint32_t body) {
  for (int axis = 0; axis < 3; ++axis)
    for (const bool upper : {false, true})
      if (World<3>::side(axis, upper).value == body)
        return fmt::format("{} {} side", upper ? "upper" : "lower", "xyz"[axis]);
  return fmt::format("body {}", body);
}

}  // namespace

Arc arc_of(const SceneFixed& fixed) {
  return {fixed.radius, direction_at(fixed.from_angle), direction_at(fixed.to_angle)};
}

template <int D>
World<D> build(const Scene& scene) {
  FIRSTHIT_EXPECT(scene.dimension == D);
  WorldOptions<D> options;
  options.space.min = vec<D>(scene.min);
  options.space.max = vec<D>(scene.max);
  std::copy_n(scene.sides.begin(), D, options.space.sides.begin());
  options.gravity = vec<D>(scene.gravity);
  options.restitution = scene.restitution;
  options.friction = scene.surfaces.friction;
  options.tangential_restitution = scene.surfaces.tangential_restitution;
  options.rolling_friction = scene.surfaces.rolling_friction;
  options.spinning_friction = scene.surfaces.spinning_friction;
  options.side_material = {scene.side_material};
  options.contact_duration = scene.contact_duration;
  options.rest = scene.rest;
  options.neighbours = scene.run.neighbours;
  std::optional<World<D>> world;
  at_place(scene.file, [&] {
    world.emplace(options);
    set_contacts(*world, scene);
    add_balls(*world, scene);
  });
  for (const SceneBody& body : scene.bodies)
    at_place(body.place, [&] { world->add(own_body<D>(scene, body)); });
  for (const SceneFixed& fixed : scene.fixed)
    at_place(fixed.place, [&] { world->add(fixed_body<D>(fixed)); });
  for (const SceneBody& body : scene.still_bodies)
    at_place(body.place, [&] { world->add(own_body<D>(scene, body)); });
  return std::move(*world);
}

template <int D>
std::shared_ptr<Agents<D>> agents_of(const Scene& scene) {
  if (scene.agents.empty()) return nullptr;
  double smallest = std::numeric_limits<double>::infinity();
  std::vector<Agent<D>> agents;
  for (const SceneAgent& agent : scene.agents) {
    agents.push_back(
        {{agent.ball}, vec<D>(agent.goal), agent.preferred_speed, agent.steering, agent.max_acceleration});
    smallest = std::min(smallest, scene.balls[agent.ball].radius);
  }
  return std::make_shared<Agents<D>>(std::move(agents), scene.run.window,
                                     scene.run.path_error.value_or(kPathErrorInRadii * smallest));
}

template World<2> build(const Scene&);
template World<3> build(const Scene&);
template std::shared_ptr<Agents<2>> agents_of(const Scene&);
template std::shared_ptr<Agents<3>> agents_of(const Scene&);

void forget_balls(Scene& scene) {
  const auto has_label = [](const SceneBall& ball) { return ball.name != kNoName || ball.color != kNoColor; };
  if (std::any_of(scene.balls.begin(), scene.balls.end(), has_label))
    for (const SceneBall& ball : scene.balls) scene.labels.push_back({ball.name, ball.color});
  scene.forgotten_balls = scene.balls.size();
  std::vector<SceneBall>().swap(scene.balls);
  std::vector<SceneSpin>().swap(scene.spins);
}

std::string name_of(const Scene& scene, std::uint32_t body) {
  if (body < ball_count(scene)) {
    if (const BallLabel label = label_of(scene, body); label.name != kNoName) return scene.names[label.name];
    const auto after =
        std::upper_bound(scene.groups.begin(), scene.groups.end(), body,
                         [](std::uint32_t id, const BallGroup& group) { return id < group.first; });
    if (after == scene.groups.begin()) return fmt::format("body {}", body);
    const BallGroup& group = *(after - 1);
    return fmt::format("{}-{}", group.stem, body - group.first + 1);
  }
  if (const SceneBody* own = own_body_at(scene, body))
    return own->name != kNoName ? scene.names[own->name] : fmt::format("body-{}", own->number);
  const std::size_t index = body - moving_count(scene);
  if (index >= scene.fixed.size()) return name_of_side(body);
  const SceneFixed& fixed = scene.fixed[index];
  if (fixed.name != kNoName) return scene.names[fixed.name];
  const std::string_view word = word_for(fixed.kind);
  const auto same =
      std::count_if(scene.fixed.begin(), scene.fixed.begin() + static_cast<std::ptrdiff_t>(index),
                    [&](const SceneFixed& other) { return word_for(other.kind) == word; });
  return fmt::format("{}-{}", word, same + 1);
}

bool is_named(const Scene& scene, std::uint32_t body) {
  if (body < ball_count(scene)) return label_of(scene, body).name != kNoName;
  if (const SceneBody* own = own_body_at(scene, body)) return own->name != kNoName;
  const std::size_t index = body - moving_count(scene);
  return index < scene.fixed.size() && scene.fixed[index].name != kNoName;
}

Color color_of(const Scene& scene, std::uint32_t body) {
  if (body < ball_count(scene)) return label_of(scene, body).color;
  if (const SceneBody* own = own_body_at(scene, body)) return own->color;
  const std::size_t index = body - moving_count(scene);
  return index < scene.fixed.size() ? scene.fixed[index].color : kNoColor;
}

}  // namespace firsthit
