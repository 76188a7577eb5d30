#include "fuzz/targets.hpp"

#include "launch.hpp"
#include "queries/json_value.hpp"
#include "queries/query_reader.hpp"
#include "queries/query_text.hpp"
#include "scene/base/scene.hpp"
#include "scene/read/algs4.hpp"

#include <firsthit/first_hit.hpp>

#include <bit>
#include <cctype>
#include <cmath>

// Texts that people write: scenes, queries, files of other programs.

namespace firsthit::fuzzing {
namespace {

/// So long a text, or so large a number in it, takes longer and tells no more.
constexpr std::size_t kLongest = 4096;
constexpr int kMostDigits = 3;

/// May it ask for thousands of bodies? `from-file` and the like are not ours to follow either.
bool is_large(std::string_view text) {
  if (text.size() > kLongest || text.find("file") != std::string_view::npos) return true;
  int digits = 0;
  bool in_fraction = false;
  for (const char c : text) {
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      if (!in_fraction && ++digits > kMostDigits) return true;
    } else {
      if (c == '_') return true;  // digits may stand on both sides
      in_fraction = c == '.';
      digits = 0;
    }
  }
  return false;
}

void expect_told(const std::vector<Problem>& problems, const std::string& file) {
  bool wrong = false;
  for (const Problem& problem : problems) {
    expect(problem.file == file, "a problem of the file");
    expect(!problem.message.empty(), "a problem to be told");
    expect(problem.line >= 0 && problem.column >= 0, "a place in the file");
    wrong = wrong || !problem.note;
  }
  expect(wrong, "a reason why a file is refused");
}

template <int D>
void run(const Scene& scene) {
  try {
    auto [world, agents] = launch<D>(scene);
    RunLimits limits;
    limits.events = 200;
    world.run_until(scene.run.until.value_or(1e3), limits);
    for (std::uint32_t id = 0; id < world.size(); ++id) {
      const BodyState<D> state = world.state({id});
      for (const double x : state.position.c) expect(std::isfinite(x), "places that are finite");
    }
  } catch (const InputError& error) {
    expect(std::string_view(error.what()).starts_with("fuzz.toml:"), "an error that names the file");
  }
}

template <int D>
bool is_same(const Vec<D>& a, const Vec<D>& b) {
  return a == b;
}

template <int D>
void answer(const Asked<D>& asked) {
  try {
    QueryTrace trace;
    const Encounter<D> told = explained_first_hit(asked.a, asked.b, asked.query, trace);
    const Encounter<D> plain = first_hit(asked.a, asked.b, asked.query);
    const Encounter<D> swapped = first_hit(asked.b, asked.a, asked.query);
    expect(!answer_text(told).empty(), "an answer");
    expect(told.outcome == plain.outcome && told.delay == plain.delay && is_same(told.normal, plain.normal),
           "the same answer with and without an explanation");
    expect(told.outcome == swapped.outcome && told.delay == swapped.delay &&
               told.delay_upper == swapped.delay_upper && told.first_touch == swapped.first_touch,
           "the same times if the two are swapped");
    for (std::size_t axis = 0; axis < D; ++axis) {
      expect(told.normal[axis] == -swapped.normal[axis], "the opposite normal if the two are swapped");
      expect(std::isfinite(told.normal[axis]), "a normal that is finite");
      expect(!std::isnan(told.point_a[axis]) && !std::isnan(told.point_b[axis]), "places that are numbers");
    }
    expect(0.0 <= told.delay && told.delay <= told.delay_upper, "bounds in order");
    expect(told.first_touch <= told.delay || told.outcome == Outcome::Graze, "no touch after the event");
  } catch (const InputError& error) {
    expect(std::string_view(error.what()).find("expected") != std::string_view::npos,
           "an error that says what was expected");
  }
}

}  // namespace

void scenes(Input input) {
  const std::string_view text = text_of(input);
  if (is_large(text)) return;
  const SceneResult result = parse_scene(text, "fuzz.toml");
  if (!result) return expect_told(result.problems, "fuzz.toml");
  const Scene& scene = *result.scene;
  if (moving_count(scene) + fixed_count(scene) > 1000) return;
  const SceneResult again = parse_scene(scene.as_run, "again.toml");
  expect(static_cast<bool>(again), "the scene that a run keeps to be one");
  expect(again.scene->as_run == scene.as_run, "the scene that a run keeps to give the same again");
  scene.dimension == 2 ? run<2>(scene) : run<3>(scene);
}

void algs4(Input input) {
  const std::string_view text = text_of(input);
  if (text.size() > kLongest) return;
  const ImportResult result = import_algs4(text, "fuzz.txt", !input.empty() && input[0] % 2 == 0);
  if (!result) return expect_told(result.problems, "fuzz.txt");
  const SceneResult scene = parse_scene(*result.scene, "imported.toml");
  expect(static_cast<bool>(scene), "what is imported to be a scene");
  expect(ball_count(*scene.scene) == result.balls, "as many balls as were imported");
}

void queries(Input input) {
  const std::string_view text = text_of(input);
  if (text.size() > kLongest) return;
  const JsonResult json = parse_json(text);
  if (!json.value) return expect(!json.problem.empty(), "a reason why a line is refused");
  const ReadQuery query = read_query(*json.value);
  for (const std::string& problem : query.problems) expect(!problem.empty(), "a problem to be told");
  if (query.problems.empty()) std::visit([](const auto& asked) { answer(asked); }, query.asked);
}

}  // namespace firsthit::fuzzing
