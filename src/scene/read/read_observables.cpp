#include "scene/read/read_observables.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace firsthit {
namespace {

constexpr std::uint64_t kMostBins = 10'000;  // numbers in each sample; more say nothing new

/// `key = true`, or a table of `bins` and `range`.
std::optional<SceneBins> read_bins(TableReader& reader, std::string_view key, Problems& problems) {
  const Value* value = reader.value(key);
  if (value == nullptr) return std::nullopt;
  if (value->kind == Value::Kind::Boolean)
    return value->boolean ? std::optional<SceneBins>(SceneBins{}) : std::nullopt;
  if (!value->is_table()) {
    reader.error(key, fmt::format("expected true, false or a table, found {}", describe(*value)));
    return std::nullopt;
  }
  TableReader inner(*value, fmt::format("[observables.{}]", key), problems);
  SceneBins bins;
  bins.bins = static_cast<std::uint32_t>(inner.whole("bins", 1, kMostBins).value_or(bins.bins));
  bins.range = inner.number("range", Range::Positive);
  inner.finish();
  return bins;
}

/// The radial distribution compares with a gas that is the same everywhere, and of every pair it counts
/// one image.
void check_radial_distribution(const Scene& scene, TableReader& reader, bool box_is_wrong) {
  const char* const key = "radial_distribution";
  const auto axes = static_cast<std::size_t>(scene.dimension);
  for (std::size_t i = 0; i < axes; ++i)
    if (scene.sides[i] != Side::Periodic) {
      reader.error(key, fmt::format("expected every side periodic, found {} along {}",
                                    scene.sides[i] == Side::Wall ? "walls" : "open sides", "xyz"[i]));
      return;
    }
  if (const std::size_t fixed = fixed_count(scene); fixed > 0)
    reader.error(key, fmt::format("expected nothing fixed in the box, found {} fixed {}", fixed,
                                  fixed == 1 ? "body" : "bodies"));
  const auto kinematic = std::count_if(scene.bodies.begin(), scene.bodies.end(),
                                       [](const SceneBody& body) { return body.kind != BodyKind::Dynamic; });
  if (kinematic > 0)
    reader.error(key, fmt::format("expected nothing kinematic or pinned in the box, found {} such {}",
                                  kinematic, kinematic == 1 ? "body" : "bodies"));
  if (box_is_wrong) return;
  double shortest = scene.max[0] - scene.min[0];
  for (std::size_t i = 1; i < axes; ++i) shortest = std::min(shortest, scene.max[i] - scene.min[i]);
  const double range = scene.observables.radial_distribution->range.value_or(0.0);
  if (range > 0.5 * shortest)
    reader.error(key, fmt::format("expected a range of at most half the shortest side, {}, found {}",
                                  0.5 * shortest, range));
}

}  // namespace

void read_observables(Draft& draft, const Value& table, bool box_is_wrong) {
  TableReader reader(table, "[observables]", draft.problems);
  SceneObservables& asked = draft.scene.observables;
  asked.mean_square_displacement = reader.boolean("mean_square_displacement").value_or(false);
  asked.velocity_autocorrelation = reader.boolean("velocity_autocorrelation").value_or(false);
  asked.free_flight = reader.boolean("free_flight").value_or(false);
  asked.radial_distribution = read_bins(reader, "radial_distribution", draft.problems);
  asked.speed_histogram = read_bins(reader, "speed_histogram", draft.problems);
  if (asked.radial_distribution) check_radial_distribution(draft.scene, reader, box_is_wrong);
  if (asked.speed_histogram && !asked.speed_histogram->range) {
    const auto moves = [](const auto& body) { return body.velocity != Triple{}; };
    const std::vector<SceneBall>& balls = draft.scene.balls;
    const std::vector<SceneBody>& bodies = draft.scene.bodies;
    const bool any_moves =
        std::any_of(balls.begin(), balls.end(), moves) || std::any_of(bodies.begin(), bodies.end(), moves);
    if (!any_moves && moving_count(draft.scene) > 0)
      reader.error("speed_histogram",
                   "expected { range = ... }, a greatest speed, as nothing moves at the start");
  }
  reader.finish();
}

}  // namespace firsthit
