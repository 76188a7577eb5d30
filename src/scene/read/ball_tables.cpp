#include "scene/read/body_shapes.hpp"
#include "scene/read/draft.hpp"
#include "scene/read/surfaces.hpp"

#include <firsthit/curved_paths.hpp>
#include <firsthit/error.hpp>

#include <fmt/core.h>

#include <cmath>

namespace firsthit {

double read_mass(TableReader& reader, double volume) {
  const auto mass = reader.number("mass", Range::Positive);
  const auto density = reader.number("density", Range::Positive);
  if (reader.value("mass") != nullptr) {
    if (reader.value("density") != nullptr) reader.error("density", "expected mass or density, found both");
    return mass.value_or(1.0);
  }
  const double product = density.value_or(1.0) * volume;
  if (volume == 0.0) {
    reader.error("mass", "expected one for what fills nothing, found none");
  } else if (const std::string wrong = range_problem(product, Range::Positive); !wrong.empty()) {
    reader.error("mass", fmt::format("{}, the density times the volume {}", wrong, volume));
  } else {
    return product;
  }
  return 1.0;
}

namespace {

/// The keys that every moving ball has.
SceneBall read_ball(Draft& draft, TableReader& reader) {
  const int dimension = draft.scene.dimension;
  SceneBall ball;
  for (const char* key : {"position", "radius"}) reader.require(key);
  ball.position = reader.vector("position", dimension).value_or(Triple{});
  ball.velocity = reader.vector("velocity", dimension).value_or(Triple{});
  ball.radius = reader.number("radius", Range::NotNegative).value_or(1.0);
  ball.mass = read_mass(reader, volume_of(ball_shape(dimension, ball.radius)));
  if (const auto material = reader.name("material"))
    ball.material = draft.material(*material, reader.place("material"));
  if (const auto name = reader.name("name")) ball.name = draft.name(*name, reader.place("name"));
  ball.color = reader.color("color").value_or(kNoColor);
  ball.spin = read_spin(draft, reader);
  if (ball.spin != kNoSpin && ball.radius == 0.0)
    reader.error("radius", "expected > 0 for a ball that spins, found 0");
  return ball;
}

/// Makes a group of the balls from `first` on.
void name_group(Scene& scene, std::size_t first, const char* stem) {
  if (scene.balls.size() == first) return;
  scene.groups.push_back(
      {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(scene.balls.size() - first), stem});
}

void check_run_of_agents(Draft& draft, const Value& first) {
  const RunSettings& run = draft.scene.run;
  if (!(run.window > 0.0))
    draft.problems.error(
        first.place, "agent: expected window > 0 in [run], the time between decisions of agents, found none");
  if (!run.until)
    draft.problems.error(first.place,
                         "agent: expected until in [run], as agents go on deciding for ever, found none");
}

/// Says how many pieces an agent's path is cut into where that costs more than what happens.
void check_pieces(Draft& draft, TableReader& reader, double acceleration, double radius) {
  constexpr std::uint64_t kMany = 64;
  const RunSettings& run = draft.scene.run;
  const double error = run.path_error.value_or(kPathErrorInRadii * radius);
  if (std::isinf(acceleration) || !(run.window > 0.0) || !(error > 0.0)) return;
  try {
    const std::uint64_t pieces = pieces_within(error, acceleration, run.window);
    if (pieces <= kMany) return;
    draft.problems.note(
        reader.place("max_acceleration"),
        fmt::format("max_acceleration: every window of {} is cut into {} straight pieces, to stay "
                    "within the path_error of {:.3g}; a larger one, or no max_acceleration, costs less",
                    run.window, pieces, error));
  } catch (const InputError&) {
    reader.error("max_acceleration",
                 fmt::format("expected one that 10^6 straight pieces of a window of {} follow "
                             "within the path_error of {:.3g}, found {}",
                             run.window, error, acceleration));
  }
}

}  // namespace

void read_single_balls(Draft& draft, const std::vector<const Value*>& tables) {
  for (const Value* table : tables) {
    TableReader reader(*table, "[[ball]]", draft.problems);
    draft.scene.balls.push_back(read_ball(draft, reader));
    draft.ball_places.push_back(table->place);
    reader.finish();
  }
  name_group(draft.scene, 0, "ball");
}

void read_agents(Draft& draft, const std::vector<const Value*>& tables) {
  Scene& scene = draft.scene;
  const std::size_t first = scene.balls.size();
  for (const Value* table : tables) {
    TableReader reader(*table, "[[agent]]", draft.problems);
    SceneAgent agent;
    agent.ball = static_cast<std::uint32_t>(scene.balls.size());
    const SceneBall ball = read_ball(draft, reader);
    if (ball.radius == 0.0) reader.error("radius", "expected > 0 for an agent, found 0");
    for (const char* key : {"goal", "preferred_speed"}) reader.require(key);
    agent.goal = reader.vector("goal", scene.dimension).value_or(Triple{});
    agent.preferred_speed = reader.number("preferred_speed", Range::Positive).value_or(1.0);
    if (reader.choice("steering", {"goal", "avoid"}).value_or("goal") == "avoid")
      agent.steering = Steering::Avoid;
    if (const auto most = reader.number("max_acceleration", Range::Positive)) agent.max_acceleration = *most;
    check_pieces(draft, reader, agent.max_acceleration, ball.radius);
    reader.finish();
    scene.balls.push_back(ball);
    draft.ball_places.push_back(table->place);
    draft.goal_places.push_back(reader.place("goal"));
    scene.agents.push_back(agent);
  }
  name_group(scene, first, "agent");
  if (!tables.empty()) check_run_of_agents(draft, *tables.front());
}

void check_goals(Draft& draft) {
  const Scene& scene = draft.scene;
  for (std::size_t a = 0; a < scene.agents.size(); ++a) {
    const Triple& goal = scene.agents[a].goal;
    const double radius = scene.balls[scene.agents[a].ball].radius;
    for (std::size_t i = 0; i < static_cast<std::size_t>(scene.dimension); ++i) {
      const double low = scene.min[i] + radius;
      const double high = scene.max[i] - radius;
      if (scene.sides[i] != Side::Wall || (goal[i] >= low && goal[i] <= high)) continue;
      draft.problems.error(
          draft.goal_places[a],
          fmt::format(
              "goal: expected {} to {} along {}, where the walls leave room for the radius {}, found {}", low,
              high, "xyz"[i], radius, goal[i]));
      break;
    }
  }
}

}  // namespace firsthit
