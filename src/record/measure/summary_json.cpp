#include "record/base/json.hpp"
#include "record/measure/summary.hpp"

#include <firsthit/version.hpp>

#include <fmt/core.h>

#include <cmath>

namespace firsthit {
namespace {

Json value_or_null(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? Json(*value + 0.0) : Json();
}

Json vector_json(const std::vector<double>& vector) {
  Json::Array array;
  for (const double each : vector) array.push_back(value_or_null(each));
  return array;
}

Json absent_json(const std::vector<Absence>& absent) {
  Json::Object reasons;
  for (const Absence& each : absent) reasons.push_back({each.key, each.reason});
  return reasons;
}

Json equilibrium_json(const Equilibrium& equilibrium, int dimension) {
  return {{"applies", equilibrium.speeds},
          {"speeds", equilibrium.speeds},
          {"pressure", equilibrium.pressure},
          {"reason", equilibrium.reason.empty() ? Json() : Json(equilibrium.reason)},
          {"diameter", value_or_null(equilibrium.diameter)},
          {"number_density", value_or_null(equilibrium.number_density)},
          {"packing_fraction", value_or_null(equilibrium.packing_fraction)},
          {"compressibility_theory", value_or_null(equilibrium.compressibility)},
          {"compressibility_theory_error", value_or_null(equilibrium.compressibility_error)},
          {"source", equilibrium.pressure ? Json(hard_ball_source(dimension)) : Json()}};
}

Json counts_json(const CollisionCounts& counts) {
  return {{"body_body", counts[0]}, {"body_obstacle", counts[1]}, {"body_side", counts[2]}};
}

}  // namespace

std::string summary_json(const Summary& summary) {
  // 0 / 0 or x / 0 where no time has passed: not finite, so null.
  const double rate = static_cast<double>(summary.collisions) / summary.wall_seconds;
  const Measured& measured = summary.measured;
  const Json json = {
      {"outcome", name_of(summary.outcome)},
      {"message", summary.message.empty() ? Json() : Json(summary.message)},
      {"culprits", summary.culprits},
      {"scene", summary.scene},
      {"seed", summary.seed},
      {"dimension", summary.dimension},
      {"bodies", summary.bodies},
      {"obstacles", summary.obstacles},
      {"collisions", summary.collisions},
      {"collisions_by_kind", counts_json(summary.collisions_by_kind)},
      {"events", summary.events},
      {"simulated_time", value_or_null(summary.simulated_time)},
      {"wall_seconds", value_or_null(summary.wall_seconds)},
      {"collisions_per_second", value_or_null(rate)},
      {"sound_time", value_or_null(summary.sound_time)},
      {"energy_initial", value_or_null(summary.energy_initial)},
      {"energy_final", value_or_null(summary.energy_final)},
      {"momentum_initial", vector_json(summary.momentum_initial)},
      {"momentum_final", summary.momentum_final ? vector_json(*summary.momentum_final) : Json()},
      {"energy_conserved", summary.energy_conserved},
      {"measure_from", value_or_null(summary.measure_from)},
      {"measured_time", value_or_null(measured.time)},
      {"measured_collisions_by_kind", counts_json(measured.collisions)},
      {"thermodynamics", summary.thermodynamics},
      {"temperature", value_or_null(measured.temperature)},
      {"rotational_temperature", value_or_null(measured.rotational_temperature)},
      {"pressure", value_or_null(measured.pressure)},
      {"compressibility", value_or_null(measured.compressibility)},
      {"compressibility_error", value_or_null(summary.compressibility_error)},
      {"equilibrium", equilibrium_json(summary.equilibrium, summary.dimension)},
      {"collision_rate_per_body", value_or_null(measured.collision_rate_per_body)},
      {"mean_square_displacement", value_or_null(measured.mean_square_displacement)},
      {"velocity_autocorrelation", value_or_null(measured.velocity_autocorrelation)},
      {"mean_free_time", value_or_null(measured.mean_free_time)},
      {"mean_free_path", value_or_null(measured.mean_free_path)},
      {"deepest_overlap", value_or_null(measured.deepest_overlap)},
      {"absent", absent_json(summary.absent)},
      {"peak_memory_bytes", summary.peak_memory_bytes},
      {"state_hash", fmt::format("{:016x}", summary.state_hash)},
      {"firsthit_version", kVersion}};
  return json.written(2) + "\n";
}

}  // namespace firsthit
