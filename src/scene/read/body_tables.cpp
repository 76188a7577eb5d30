#include "scene/read/body_shapes.hpp"
#include "scene/read/draft.hpp"
#include "scene/read/surfaces.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace firsthit {
namespace {

constexpr std::size_t kMostGroups = 32;  // the bits of Filter

/// Who meets whom, by names of groups. Who names none is in the first, as is all that is no `[[body]]`.
class Groups {
 public:
  explicit Groups(Problems& problems) : problems_(problems) {}

  /// The bits of the groups that a table names; new ones get theirs here.
  std::uint32_t is(TableReader& reader) {
    const auto named = reader.strings("groups");
    if (!named) return 1;
    std::uint32_t bits = 0;
    for (const Value* each : *named) {
      if (const std::string wrong = name_problem(each->text); !wrong.empty()) {
        problems_.error(each->place, "groups: " + wrong);
        continue;
      }
      const auto at = std::find(names_.begin(), names_.end(), each->text);
      if (at == names_.end() && names_.size() == kMostGroups) {
        problems_.error(each->place,
                        fmt::format("groups: expected at most {} groups, \"default\" one of them, "
                                    "found more",
                                    kMostGroups));
        continue;
      }
      bits |= std::uint32_t{1} << (at - names_.begin());
      if (at == names_.end()) names_.push_back(each->text);
    }
    if (named->empty()) reader.error("groups", "expected at least one name, found none");
    return bits;
  }

  /// The bits of the groups that a body meets; all groups are known.
  std::uint32_t meets(const std::vector<const Value*>& named) const {
    std::uint32_t bits = 0;
    for (const Value* each : named) {
      const auto at = std::find(names_.begin(), names_.end(), each->text);
      if (at != names_.end()) {
        bits |= std::uint32_t{1} << (at - names_.begin());
        continue;
      }
      const std::string_view guess = nearest(each->text, {names_.begin(), names_.end()});
      problems_.error(
          each->place,
          fmt::format("meets: expected the group of a body, found {}, which nobody is in{}",
                      quoted(each->text), guess.empty() ? "" : fmt::format("; did you mean \"{}\"?", guess)));
    }
    return bits;
  }

 private:
  Problems& problems_;
  std::vector<std::string> names_{"default"};
};

BodyKind read_kind(TableReader& reader) {
  const std::string kind =
      reader.choice("kind", {"dynamic", "kinematic", "fixed", "pinned"}).value_or("dynamic");
  return kind == "fixed"       ? BodyKind::Fixed
         : kind == "kinematic" ? BodyKind::Kinematic
         : kind == "pinned"    ? BodyKind::Pinned
                               : BodyKind::Dynamic;
}

const char* word_for(BodyKind kind) {
  return kind == BodyKind::Fixed       ? "a fixed body"
         : kind == BodyKind::Pinned    ? "a pinned body"
         : kind == BodyKind::Kinematic ? "a kinematic body"
                                       : "a dynamic body";
}

/// What a body of its kind may have, and must.
void read_motion(TableReader& reader, int dimension, SceneBody& body) {
  body.velocity = reader.vector("velocity", dimension).value_or(Triple{});
  const bool stays = body.kind == BodyKind::Fixed || body.kind == BodyKind::Pinned;
  if (stays && body.velocity != Triple{})
    reader.error("velocity", fmt::format("expected zero for {}, found another", word_for(body.kind)));
  body.surface_velocity = reader.vector("surface_velocity", dimension).value_or(Triple{});
  const bool yields = body.kind == BodyKind::Dynamic || body.kind == BodyKind::Pinned;
  if (yields && body.surface_velocity != Triple{})
    reader.error("surface_velocity", fmt::format("expected zero for {}, found another", word_for(body.kind)));
  if (yields) {
    body.mass = read_mass(reader, is_unbounded(body.shape) ? 1.0 : volume_of(body.shape));
    return;
  }
  for (const char* key : {"mass", "density"})
    if (const auto found = reader.number(key, Range::Positive))
      reader.error(key, fmt::format("expected none for {}, which no impact moves, found {}",
                                    word_for(body.kind), *found));
}

void read_waiting(TableReader& reader, const Scene& scene, SceneBody& body) {
  if (reader.choice("after_hit", {"goes_on", "waits"}).value_or("goes_on") != "waits") return;
  body.after_hit = AfterHit::Waits;
  if (body.kind != BodyKind::Dynamic)
    reader.error("after_hit",
                 fmt::format("expected \"goes_on\" for {}, found \"waits\"", word_for(body.kind)));
  if (!(scene.run.window > 0.0))
    reader.error("after_hit", "expected window > 0 in [run], at whose end those who wait go on, found none");
  if (!scene.agents.empty())
    reader.error("after_hit",
                 "expected \"goes_on\" beside agents, who have windows of their own, found \"waits\"");
}

void read_crushing(TableReader& reader, SceneBody& body) {
  const auto found = reader.choice("on_crush", {"ends_run", "stops", "passes"});
  if (!found || *found == "ends_run") return;
  body.on_crush = *found == "stops" ? OnCrush::Stops : OnCrush::Passes;
  if (body.kind != BodyKind::Kinematic)
    reader.error("on_crush", fmt::format("expected \"ends_run\" for {}, which crushes nobody, found \"{}\"",
                                         word_for(body.kind), *found));
}

SceneBody read_body(Draft& draft, TableReader& reader, Groups& groups) {
  const int dimension = draft.scene.dimension;
  SceneBody body;
  body.kind = read_kind(reader);
  for (const char* key : {"shape", "position"}) reader.require(key);
  const Value* shape = reader.value("shape");
  body.shape = ball_shape(dimension, 1.0);
  if (shape != nullptr) body.shape = read_shape(*shape, dimension, draft.problems).value_or(body.shape);
  if (body.kind == BodyKind::Pinned && dimension == 3)
    reader.error("kind", "expected none that is pinned in 3D, found \"pinned\"");
  if (is_unbounded(body.shape) && body.kind != BodyKind::Fixed)
    reader.error("shape", "expected kind = \"fixed\" for a half_space, found one that moves");
  body.position = reader.vector("position", dimension).value_or(Triple{});
  read_motion(reader, dimension, body);
  body.filter.category = groups.is(reader);
  body.sensor = reader.boolean("sensor").value_or(false);
  read_waiting(reader, draft.scene, body);
  read_crushing(reader, body);
  const auto one_way = reader.vector("one_way", dimension);
  body.one_way = one_way.value_or(Triple{});
  if (one_way && *one_way == Triple{})
    reader.error("one_way", "expected a vector that is not zero, found zero");
  if (const auto material = reader.name("material"))
    body.material = draft.material(*material, reader.place("material"));
  if (const auto name = reader.name("name")) body.name = draft.name(*name, reader.place("name"));
  body.color = reader.color("color").value_or(kNoColor);
  body.spin = body.kind == BodyKind::Fixed ? read_stance(draft, reader)
                                           : read_spin(draft, reader, body.kind == BodyKind::Pinned);
  body.place = draft.problems.locate(reader.place());
  return body;
}

}  // namespace

void read_bodies(Draft& draft, const std::vector<const Value*>& tables) {
  Groups groups(draft.problems);
  std::vector<SceneBody> bodies;
  std::vector<std::optional<std::vector<const Value*>>> met;
  for (const Value* table : tables) {
    TableReader reader(*table, "[[body]]", draft.problems);
    bodies.push_back(read_body(draft, reader, groups));
    bodies.back().number = static_cast<std::uint32_t>(bodies.size());
    met.push_back(reader.strings("meets"));
    reader.finish();
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (met[i]) bodies[i].filter.mask = groups.meets(*met[i]);
    const bool still = bodies[i].kind == BodyKind::Fixed;
    (still ? draft.still_places : draft.body_places).push_back(tables[i]->place);
    (still ? draft.scene.still_bodies : draft.scene.bodies).push_back(std::move(bodies[i]));
  }
}

}  // namespace firsthit
