#include "scenes.hpp"

#include "answer.hpp"
#include "record/base/json.hpp"
#include "scene/change/change.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace firsthit {
namespace {

Json problem_json(const Problem& problem) {
  return {{"text", to_string(problem)},
          {"line", problem.line},
          {"column", problem.column},
          {"note", problem.note},
          {"message", problem.message}};
}

Json problems_json(const std::vector<Problem>& problems) {
  Json::Array list;
  for (const Problem& problem : problems) list.push_back(problem_json(problem));
  return list;
}

Json vector_json(const Scene& scene, const Triple& of) {
  return Json::Array(of.begin(), of.begin() + scene.dimension);
}

const char* word_for(Side side) {
  return side == Side::Wall ? "wall" : side == Side::Periodic ? "periodic" : "open";
}

Json scene_json(const Scene& scene) {
  Json::Array sides;
  for (std::size_t k = 0; k < static_cast<std::size_t>(scene.dimension); ++k)
    sides.push_back(word_for(scene.sides[k]));
  const RunSettings& run = scene.run;
  return {{"name", scene.name},
          {"dimension", scene.dimension},
          {"min", vector_json(scene, scene.min)},
          {"max", vector_json(scene, scene.max)},
          {"sides", sides},
          {"gravity", vector_json(scene, scene.gravity)},
          {"until", run.until ? Json(*run.until) : Json()},
          {"collisions", run.collisions ? Json(*run.collisions) : Json()},
          {"moving", moving_count(scene)},
          {"fixed", fixed_count(scene)},
          {"agents", scene.agents.size()}};
}

/// The table of the scene's text that a body comes from: its name, and which of that name it is, from 0; null
/// of those that come many at a time, and of what is fixed but no `[[body]]`.
Json table_json(const Scene& scene, std::uint32_t body) {
  for (const BallGroup& group : scene.groups) {
    const bool single = group.stem == "ball" || group.stem == "agent";
    if (single && body >= group.first && body - group.first < group.count)
      return {{"table", group.stem}, {"index", body - group.first}};
  }
  if (body < ball_count(scene)) return {};
  const auto of = [](const SceneBody& own) { return Json{{"table", "body"}, {"index", own.number - 1}}; };
  std::size_t index = body - ball_count(scene);
  if (index < scene.bodies.size()) return of(scene.bodies[index]);
  index -= scene.bodies.size();
  if (index < scene.fixed.size()) return {};
  index -= scene.fixed.size();
  return index < scene.still_bodies.size() ? of(scene.still_bodies[index]) : Json();
}

/// What is told of a scene that was made, and the scene itself, if it can be used.
std::string told(SceneResult result, SharedScene*& made) {
  Json answer = {{"problems", problems_json(result.problems)}};
  if (result) {
    answer.add("scene", scene_json(*result.scene));
    made = new SharedScene(std::make_shared<const Scene>(std::move(*result.scene)));
  }
  return answer.written();
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

}  // namespace

extern "C" {

/// Reads a scene. `settings`: overrides, a line each. The answer tells of the scene and of all problems;
/// null, and problems only, if it cannot be used.
[[gnu::used]] SharedScene* firsthit_scene(const char* text, std::size_t size, const char* name,
                                          std::size_t name_size, const char* settings,
                                          std::size_t settings_size) {
  SharedScene* made = nullptr;
  answered([&] {
    return told(parse_scene({text, size}, std::string(name, name_size), lines_of({settings, settings_size})),
                made);
  });
  return made;
}

/// The scene with another number, or vector, of one body: the answer is as that of `firsthit_scene`.
[[gnu::used]] SharedScene* firsthit_scene_changed(const SharedScene* scene, std::uint32_t body,
                                                  const char* key, std::size_t key_size,
                                                  const double* numbers, std::size_t count) {
  SharedScene* made = nullptr;
  answered([&] {
    return told(changed_scene(**scene, body, {key, key_size}, {numbers, numbers + count}), made);
  });
  return made;
}

[[gnu::used]] void firsthit_scene_free(SharedScene* scene) { delete scene; }

/// A scene file that gives the same scene again, its settings applied.
[[gnu::used]] int firsthit_scene_text(const SharedScene* scene) {
  return answered([&] {
    if ((*scene)->as_run.empty()) throw InputError("a scene that was changed by numbers has no text");
    return (*scene)->as_run;
  });
}

/// Where the text tells of a body.
[[gnu::used]] int firsthit_scene_table(const SharedScene* scene, std::uint32_t body) {
  return answered([&] { return table_json(**scene, body).written(); });
}

/// What a body, an obstacle or a side of the box is called.
[[gnu::used]] int firsthit_scene_name(const SharedScene* scene, std::uint32_t body) {
  return answered([&] { return name_of(**scene, body); });
}

}  // extern "C"
}  // namespace firsthit
