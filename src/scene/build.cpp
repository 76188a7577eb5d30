#include "scene/build.hpp"

#include "core/angle.hpp"
#include "core/expect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>
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
  if (fixed.kind == SceneFixed::Kind::HalfSpace) {
    body.shape = HalfSpace<D>{vec<D>(fixed.normal), fixed.offset};
  } else if (fixed.kind == SceneFixed::Kind::Segment) {
    body.shape = Segment<D>{vec<D>(fixed.position), vec<D>(fixed.to)};
  } else {
    body.position = vec<D>(fixed.position);
    if (fixed.kind == SceneFixed::Kind::Ball) body.shape = Ball{fixed.radius};
    if (fixed.kind == SceneFixed::Kind::Container) body.shape = Container{fixed.radius};
    if (fixed.kind == SceneFixed::Kind::Arc) body.shape = arc_of(fixed);
  }
  return body;
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
  options.side_material = {scene.side_material};
  options.contact_duration = scene.contact_duration;
  options.rest = scene.rest;
  options.neighbours = scene.run.neighbours;
  World<D> world(options);
  for (const SceneContact& contact : scene.contacts)
    world.set_restitution({contact.a}, {contact.b}, contact.restitution);
  for (const SceneBall& ball : scene.balls) {
    Body<D> body;
    body.shape = Ball{ball.radius};
    body.position = vec<D>(ball.position);
    body.velocity = vec<D>(ball.velocity);
    body.mass = ball.mass;
    body.material = {ball.material};
    world.add(body);
  }
  for (const SceneFixed& fixed : scene.fixed) world.add(fixed_body<D>(fixed));
  return world;
}

template <int D>
std::shared_ptr<Agents<D>> agents_of(const Scene& scene) {
  if (scene.agents.empty()) return nullptr;
  // What nobody can see in a picture, unless the scene asks for something else.
  constexpr double kPathErrorInRadii = 0x1p-6;
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

std::string name_of(const Scene& scene, std::uint32_t body) {
  const std::size_t balls = scene.balls.size();
  if (body < balls) {
    if (scene.balls[body].name != kNoName) return scene.names[scene.balls[body].name];
    const auto after =
        std::upper_bound(scene.groups.begin(), scene.groups.end(), body,
                         [](std::uint32_t id, const BallGroup& group) { return id < group.first; });
    if (after == scene.groups.begin()) return fmt::format("body {}", body);
    const BallGroup& group = *(after - 1);
    return fmt::format("{}-{}", group.stem, body - group.first + 1);
  }
  if (body - balls >= scene.fixed.size()) return name_of_side(body);
  const SceneFixed& fixed = scene.fixed[body - balls];
  if (fixed.name != kNoName) return scene.names[fixed.name];
  const std::string_view word = word_for(fixed.kind);
  const auto same =
      std::count_if(scene.fixed.begin(), scene.fixed.begin() + static_cast<std::ptrdiff_t>(body - balls),
                    [&](const SceneFixed& other) { return word_for(other.kind) == word; });
  return fmt::format("{}-{}", word, same + 1);
}

}  // namespace firsthit
