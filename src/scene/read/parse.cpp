#include "scene/base/scene.hpp"
#include "scene/read/body_shapes.hpp"
#include "scene/read/draft.hpp"
#include "scene/read/file_names.hpp"
#include "scene/read/read_observables.hpp"
#include "scene/read/surfaces.hpp"
#include "scene/toml/document.hpp"
#include "scene/toml/reader.hpp"
#include "world/input_checks.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace firsthit {
namespace {

constexpr double kMostSamples = 1e7;   // rows of output; more fill any disk
constexpr double kMostWindows = 1e12;  // more than a run can open in a year
/// Keys of tables that are often written without their table.
constexpr std::array<std::string_view, 20> kInnerKeys{"space.min",
                                                      "space.max",
                                                      "space.sides",
                                                      "space.material",
                                                      "physics.gravity",
                                                      "physics.restitution",
                                                      "physics.rest",
                                                      "physics.contact_duration",
                                                      "physics.friction",
                                                      "physics.tangential_restitution",
                                                      "physics.rolling_friction",
                                                      "physics.spinning_friction",
                                                      "run.until",
                                                      "run.collisions",
                                                      "run.seed",
                                                      "run.sample_every",
                                                      "run.measure_from",
                                                      "run.window",
                                                      "run.path_error",
                                                      "run.allow_overlap"};

Side side_of(const std::string& word) {
  if (word == "periodic") return Side::Periodic;
  return word == "open" ? Side::Open : Side::Wall;
}

/// Reads a scene from its tree of values, section by section.
class Assembly {
 public:
  Assembly(Value& root, Problems& problems, std::string folder)
      : root_(root),
        problems_(problems),
        draft_(problems),
        scene_(draft_.scene),
        folder_(std::move(folder)) {}

  /// Everything there is; with errors the scene is not usable.
  Scene run() {
    if (!read_head()) return {};
    read_physics();
    read_run();
    const std::size_t errors_before = problems_.errors();
    read_space();
    read_single_balls(draft_, tables("ball"));
    if (Value* files = root_.find("balls"); files != nullptr && !tables("balls").empty())
      for (std::size_t i = 0; i < files->items.size(); ++i)
        read_balls(draft_, files->items[i], folder_, i + 1);
    read_agents(draft_, tables("agent"));
    read_bodies(draft_, tables("body"));
    for (const Value* table : tables("obstacle")) read_obstacle(*table);
    for (const Value* table : tables("half_space")) read_half_space(*table);
    for (const Value* table : tables("wall")) read_wall(*table);
    for (const Value* table : tables("arc")) read_arc(*table);
    const std::vector<const Value*> gases = tables("gas");
    read_gas(draft_, gases, box_);
    if (box_ == SpaceBox::FromGas && gases.empty()) span_bodies();
    if (scene_.balls.size() > kMostBalls)
      problems_.error({},
                      fmt::format("expected at most {} balls, found {}", kMostBalls, scene_.balls.size()));
    const bool is_placed = problems_.errors() == errors_before;
    read_contacts(draft_, tables("contact"));
    if (is_placed) {
      check_bodies(draft_);
      check_goals(draft_);
    }
    read_observables(draft_, table("observables"), box_ == SpaceBox::Wrong);
    check_gravity();
    check_speeds();
    check_keys();
    return std::move(scene_);
  }

 private:
  std::size_t axes() const { return static_cast<std::size_t>(scene_.dimension); }

  /// The tables of `[[key]]`; a problem if it is something else.
  std::vector<const Value*> tables(std::string_view key) {
    std::vector<const Value*> result;
    const Value* value = root_.find(key);
    if (value == nullptr) return result;
    for (const Value& item : value->items)
      if (item.is_table()) result.push_back(&item);
    if (value->is_array() && result.size() == value->items.size()) return result;
    problems_.error(value->place,
                    fmt::format("{}: expected tables [[{}]], found {}", key, key, describe(*value)));
    return {};
  }

  /// The table `[key]`; an empty one if there is none.
  const Value& table(std::string_view key) {
    static const Value empty;
    const Value* value = root_.find(key);
    if (value == nullptr) return empty;
    if (value->is_table()) return *value;
    problems_.error(value->place,
                    fmt::format("{}: expected a table [{}], found {}", key, key, describe(*value)));
    return empty;
  }

  bool read_head();
  void read_space();
  double shortest_periodic_side() const;
  void check_extent(TableReader& reader);
  void read_physics();
  void read_run();
  void read_obstacle(const Value& table);
  void read_half_space(const Value& table);
  void read_wall(const Value& table);
  void read_arc(const Value& table);
  void read_looks(TableReader& reader, SceneFixed& fixed);
  void add_fixed(const SceneFixed& fixed, const FilePlace& place);
  void span_bodies();
  void check_gravity();
  void check_speeds();
  void check_keys();

  Value& root_;
  Problems& problems_;
  Draft draft_;
  Scene& scene_;
  std::string folder_;
  SpaceBox box_ = SpaceBox::Given;
};

/// How many numbers the first vector of a tree has, 0 if there is none.
int first_dimension(const Value& value) {
  const auto is_number = [](const Value& item) {
    return item.kind == Value::Kind::Integer || item.kind == Value::Kind::Float;
  };
  const std::size_t size = value.items.size();
  if (value.is_array() && size >= 2 && size <= 3 &&
      std::all_of(value.items.begin(), value.items.end(), is_number))
    return static_cast<int>(size);
  for (const Value& item : value.items)
    if (const int found = first_dimension(item); found > 0) return found;
  for (const Entry& entry : value.entries)
    if (const int found = first_dimension(entry.value); found > 0) return found;
  return 0;
}

/// Without the dimension nothing else can be judged; one that is missing is that of the first vector, so that
/// everything else that is wrong is told, too.
bool Assembly::read_head() {
  TableReader reader(root_, "the scene", problems_);
  reader.require("format");
  reader.require("dimension");
  if (const Value* format = reader.value("format");
      format != nullptr && (format->kind != Value::Kind::Integer || format->integer != 1))
    reader.error("format", fmt::format("expected 1, found {}", describe(*format)));
  const auto dimension = reader.whole("dimension", 2, 3);
  const int likely = reader.value("dimension") == nullptr ? first_dimension(root_) : 0;
  scene_.dimension = dimension ? static_cast<int>(*dimension) : std::max(likely, 2);
  return dimension || likely > 0;
}

void Assembly::read_space() {
  TableReader reader(table("space"), "[space]", problems_);
  const std::size_t errors_before = problems_.errors();
  const std::vector<std::string_view> words = {"wall", "periodic", "open"};
  if (const Value* sides = reader.value("sides"); sides != nullptr && sides->is_array()) {
    const bool right = sides->items.size() == axes();
    if (!right)
      reader.error("sides", fmt::format("expected a string or an array of {} strings, found {}", axes(),
                                        describe(*sides)));
    for (std::size_t i = 0; right && i < axes(); ++i) {
      const Value& item = sides->items[i];
      if (item.kind == Value::Kind::String && std::find(words.begin(), words.end(), item.text) != words.end())
        scene_.sides[i] = side_of(item.text);
      else
        problems_.error(
            item.place,
            fmt::format("sides: expected \"wall\" or \"periodic\" or \"open\", found {}", describe(item)));
    }
  } else if (const auto word = reader.choice("sides", words)) {
    scene_.sides.fill(side_of(*word));
  }
  const auto min = reader.vector("min", scene_.dimension);
  const auto max = reader.vector("max", scene_.dimension);
  if (const auto material = reader.name("material"))
    scene_.side_material = draft_.material(*material, reader.place("material"));
  const bool has_min = table("space").find("min") != nullptr;
  const bool has_max = table("space").find("max") != nullptr;
  if (has_min != has_max) reader.require(has_min ? "max" : "min");
  const bool has_gas = root_.find("gas") != nullptr;
  // Nothing said of a box, and nothing that makes one: open space.
  if (!has_min && !has_max && !has_gas && table("space").find("sides") == nullptr)
    scene_.sides.fill(Side::Open);
  const bool all_open = std::all_of(scene_.sides.begin(), scene_.sides.begin() + scene_.dimension,
                                    [](Side side) { return side == Side::Open; });
  const bool is_table = root_.find("space") == nullptr || root_.find("space")->is_table();
  if (is_table && !has_min && !has_max && !all_open && !has_gas)
    problems_.error(
        reader.place(),
        "space: expected min and max, or no sides for open space, as there is no gas to make the box");
  if (min && max) {
    scene_.min = *min;
    scene_.max = *max;
    for (std::size_t i = 0; i < axes(); ++i)
      if (!(scene_.min[i] < scene_.max[i]))
        reader.error("max", fmt::format("expected above min, {}, found {} along {}", scene_.min[i],
                                        scene_.max[i], "xyz"[i]));
    check_extent(reader);
  }
  if (!has_min && !has_max) box_ = SpaceBox::FromGas;
  reader.finish();
  if (problems_.errors() > errors_before) box_ = SpaceBox::Wrong;
}

/// The shortest side that repeats [L]; infinite if none does.
double Assembly::shortest_periodic_side() const {
  double shortest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < axes(); ++i)
    if (scene_.sides[i] == Side::Periodic) shortest = std::min(shortest, scene_.max[i] - scene_.min[i]);
  return shortest;
}

void Assembly::check_extent(TableReader& reader) {
  const double shortest = shortest_periodic_side();
  for (const char* key : {"min", "max"})
    for (std::size_t i = 0; i < axes(); ++i) {
      const double x = key[1] == 'i' ? scene_.min[i] : scene_.max[i];
      if (scene_.sides[i] == Side::Open || std::abs(x) <= kFarthestInSides * shortest) continue;
      reader.error(key, fmt::format("expected at most 2^39 times the shortest periodic side, {}, found {} "
                                    "along {}",
                                    shortest, x, "xyz"[i]));
      return;
    }
}

void Assembly::read_physics() {
  TableReader reader(table("physics"), "[physics]", problems_);
  scene_.gravity = reader.vector("gravity", scene_.dimension).value_or(Triple{});
  scene_.restitution = reader.number("restitution", Range::Fraction).value_or(1.0);
  scene_.surfaces = read_surfaces(reader, {});
  scene_.rest = reader.boolean("rest").value_or(true);
  scene_.contact_duration = reader.number("contact_duration", Range::NotNegative).value_or(0.0);
  reader.finish();
}

void Assembly::read_run() {
  const Value& run_table = table("run");
  TableReader reader(run_table, "[run]", problems_);
  RunSettings& run = scene_.run;
  constexpr std::uint64_t kMost = 0x7fffffffffffffffU;  // what TOML's integers hold
  run.until = reader.number("until", Range::NotNegative);
  run.collisions = reader.whole("collisions", 0, kMost);
  run.measure_from = reader.number("measure_from", Range::NotNegative).value_or(0.0);
  run.window = reader.number("window", Range::NotNegative).value_or(0.0);
  run.path_error = reader.number("path_error", Range::Positive);
  run.sample_every = reader.number("sample_every", Range::NotNegative).value_or(0.0);
  run.seed = reader.whole("seed", 0, kMost).value_or(1);
  run.allow_overlap = reader.boolean("allow_overlap").value_or(false);
  const std::string search = reader.choice("neighbours", {"automatic", "lists", "all"}).value_or("automatic");
  if (search == "lists") run.neighbours = NeighbourSearch::Lists;
  if (search == "all") run.neighbours = NeighbourSearch::AllPairs;
  if (run_table.find("until") == nullptr && run_table.find("collisions") == nullptr)
    problems_.error(run_table.place, "run: expected until or collisions in [run], found neither");
  if (run.until && run.measure_from > *run.until)
    reader.error("measure_from",
                 fmt::format("expected at most until, {}, found {}; run for longer (--until {}), or measure "
                             "from an earlier time on (--set run.measure_from=0)",
                             *run.until, run.measure_from, 2.0 * run.measure_from));
  if (run.until && run.sample_every > 0.0 && *run.until / run.sample_every > kMostSamples)
    reader.error("sample_every", fmt::format("expected 0 or at least {:g} (until / {:g}), found {}",
                                             *run.until / kMostSamples, kMostSamples, run.sample_every));
  if (run.until && run.window > 0.0 && *run.until / run.window > kMostWindows)
    reader.error("window", fmt::format("expected 0 or at least {:g} (until / {:g}), found {}",
                                       *run.until / kMostWindows, kMostWindows, run.window));
  reader.finish();
}

void Assembly::read_looks(TableReader& reader, SceneFixed& fixed) {
  if (const auto material = reader.name("material"))
    fixed.material = draft_.material(*material, reader.place("material"));
  if (const auto name = reader.name("name")) fixed.name = draft_.name(*name, reader.place("name"));
  fixed.color = reader.color("color").value_or(kNoColor);
}

void Assembly::add_fixed(const SceneFixed& fixed, const FilePlace& place) {
  scene_.fixed.push_back(fixed);
  scene_.fixed.back().place = problems_.locate(place);
  draft_.fixed_places.push_back(place);
}

void Assembly::read_obstacle(const Value& table) {
  TableReader reader(table, "[[obstacle]]", problems_);
  SceneFixed fixed;
  fixed.kind = SceneFixed::Kind::Ball;
  for (const char* key : {"position", "radius"}) reader.require(key);
  fixed.position = reader.vector("position", scene_.dimension).value_or(Triple{});
  fixed.radius = reader.number("radius", Range::Positive).value_or(1.0);
  if (reader.choice("side", {"outside", "inside"}).value_or("outside") == "inside") {
    fixed.kind = SceneFixed::Kind::Container;
    for (std::size_t i = 0; i < axes(); ++i)
      if (scene_.sides[i] == Side::Periodic)
        reader.error("side", fmt::format("expected \"outside\", as the {} axis is periodic, found \"inside\"",
                                         "xyz"[i]));
  }
  read_looks(reader, fixed);
  reader.finish();
  add_fixed(fixed, table.place);
}

void Assembly::read_half_space(const Value& table) {
  TableReader reader(table, "[[half_space]]", problems_);
  SceneFixed fixed;
  fixed.kind = SceneFixed::Kind::HalfSpace;
  reader.require("normal");
  const auto normal = reader.vector("normal", scene_.dimension);
  fixed.normal = normal.value_or(Triple{});
  fixed.offset = reader.number("offset", Range::Any).value_or(0.0);
  if (normal && *normal == Triple{}) reader.error("normal", "expected a vector that is not zero, found zero");
  for (std::size_t i = 0; i < axes(); ++i)
    if (scene_.sides[i] == Side::Periodic && fixed.normal[i] != 0.0)
      reader.error("normal",
                   fmt::format("expected 0 along the periodic {} axis, found {}", "xyz"[i], fixed.normal[i]));
  read_looks(reader, fixed);
  reader.finish();
  add_fixed(fixed, table.place);
}

void Assembly::read_wall(const Value& table) {
  TableReader reader(table, "[[wall]]", problems_);
  SceneFixed fixed;
  fixed.kind = SceneFixed::Kind::Segment;
  if (scene_.dimension != 2) problems_.error(table.place, "wall: expected in 2D only, found dimension = 3");
  for (const char* key : {"from", "to"}) reader.require(key);
  const auto from = reader.vector("from", scene_.dimension);
  const auto to = reader.vector("to", scene_.dimension);
  fixed.position = from.value_or(Triple{});
  fixed.to = to.value_or(Triple{1.0, 0.0, 0.0});
  if (from && to && *from == *to) reader.error("to", "expected another place than from, found the same");
  read_looks(reader, fixed);
  reader.finish();
  add_fixed(fixed, table.place);
}

void Assembly::read_arc(const Value& table) {
  constexpr double kMostDegrees = 360.0;
  TableReader reader(table, "[[arc]]", problems_);
  SceneFixed fixed;
  fixed.kind = SceneFixed::Kind::Arc;
  if (scene_.dimension != 2) problems_.error(table.place, "arc: expected in 2D only, found dimension = 3");
  for (const char* key : {"center", "radius", "from", "to"}) reader.require(key);
  fixed.position = reader.vector("center", scene_.dimension).value_or(Triple{});
  fixed.radius = reader.number("radius", Range::Positive).value_or(1.0);
  const auto from = reader.number("from", Range::Any);
  const auto to = reader.number("to", Range::Any);
  fixed.from_angle = from.value_or(0.0);
  fixed.to_angle = to.value_or(180.0);
  for (const char* key : {"from", "to"}) {
    const double angle = key[0] == 'f' ? fixed.from_angle : fixed.to_angle;
    if (std::abs(angle) > kMostDegrees)
      reader.error(key, fmt::format("expected -360 to 360 degrees, found {}", angle));
  }
  if (from && to && *from == *to)
    reader.error("to", "expected another angle than from (all around is from 0 to 360), found the same");
  read_looks(reader, fixed);
  reader.finish();
  add_fixed(fixed, table.place);
}

/// Without a box nothing bounds the bodies: the box is what they span at the start.
void Assembly::span_bodies() {
  bool first = true;
  const auto span = [&](const Triple& place, const Triple& low, const Triple& high) {
    for (std::size_t i = 0; i < axes(); ++i) {
      scene_.min[i] = first ? place[i] + low[i] : std::min(scene_.min[i], place[i] + low[i]);
      scene_.max[i] = first ? place[i] + high[i] : std::max(scene_.max[i], place[i] + high[i]);
    }
    first = false;
  };
  const auto add = [&](const Triple& place, double radius) {
    span(place, {-radius, -radius, -radius}, {radius, radius, radius});
  };
  for (const SceneBall& ball : scene_.balls) add(ball.position, ball.radius);
  for (const auto* bodies : {&scene_.bodies, &scene_.still_bodies})
    for (const SceneBody& body : *bodies) {
      if (is_unbounded(body.shape)) continue;
      const ShapeExtent extent = extent_of(body.shape);
      span(body.position, extent.low, extent.high);
    }
  for (const SceneFixed& fixed : scene_.fixed) {
    if (fixed.kind == SceneFixed::Kind::HalfSpace) continue;
    add(fixed.position, fixed.radius);
    if (fixed.kind == SceneFixed::Kind::Segment) add(fixed.to, 0.0);
  }
  if (first) add(Triple{}, 0.5);
}

void Assembly::check_gravity() {
  const TableReader reader(table("physics"), "[physics]", problems_);
  for (std::size_t i = 0; i < axes(); ++i)
    if (scene_.sides[i] == Side::Periodic && scene_.gravity[i] != 0.0)
      problems_.error(reader.place("gravity"),
                      fmt::format("gravity: expected 0 along the periodic {} axis, found {}", "xyz"[i],
                                  scene_.gravity[i]));
}

/// A body that crosses the box more often than can be counted would keep a run busy for ever.
void Assembly::check_speeds() {
  if (!scene_.run.until || box_ == SpaceBox::Wrong || draft_.ball_places.size() != scene_.balls.size())
    return;
  const double farthest = kFarthestInSides * shortest_periodic_side();
  const auto is_countable = [&](const Triple& velocity, const FilePlace& place) {
    for (std::size_t i = 0; i < axes(); ++i) {
      const double way = std::abs(velocity[i]) * *scene_.run.until;
      if (scene_.sides[i] == Side::Open) {
        if (!(way > farthest)) continue;
        problems_.error(place,
                        fmt::format("velocity: expected to come at most 2^39 shortest periodic sides far "
                                    "along the open {} axis until the end, found {}",
                                    "xyz"[i], velocity[i]));
        return false;
      }
      if (!(way > kMostCrossings * (scene_.max[i] - scene_.min[i]))) continue;
      problems_.error(
          place,
          fmt::format("velocity: expected at most 2^53 crossings of the box until the end, found {} along {}",
                      velocity[i], "xyz"[i]));
      return false;
    }
    return true;
  };
  for (std::size_t b = 0; b < scene_.balls.size(); ++b)
    if (!is_countable(scene_.balls[b].velocity, draft_.ball_places[b])) return;
  for (std::size_t b = 0; b < scene_.bodies.size(); ++b)
    if (!is_countable(scene_.bodies[b].velocity, draft_.body_places[b])) return;
}

void Assembly::check_keys() {
  TableReader reader(root_, "the scene", problems_);
  for (const char* key : {"format", "dimension", "space", "physics", "contact", "run", "observables", "ball",
                          "body", "wall", "arc", "half_space", "obstacle", "balls", "agent", "gas"})
    reader.value(key);
  reader.finish(kInnerKeys);
}

}  // namespace

SceneResult parse_scene(std::string_view text, const std::string& file,
                        const std::vector<std::string>& overrides) {
  Problems problems(file);
  SceneResult result;
  std::optional<Value> root = read_toml(text, 0, problems);
  if (root) {
    for (const std::string& option : overrides) apply_override(*root, option, problems);
    Scene scene = Assembly(*root, problems, folder_of(file)).run();
    if (!problems.any_error()) {
      scene.file = file;
      scene.name = stem_of(file);
      scene.as_run = write_document(*root);
      result.scene = std::move(scene);
    }
  }
  result.problems = problems.sorted();
  return result;
}

SceneResult load_scene(const std::string& path, const std::vector<std::string>& overrides) {
  const FileText file = read_file(path);
  if (file.error.empty()) return parse_scene(file.text, path, overrides);
  return {std::nullopt, {{path, 0, 0, fmt::format("cannot read it: {}", file.error), false}}};
}

}  // namespace firsthit
