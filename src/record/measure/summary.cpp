#include "record/measure/summary.hpp"

#include <fmt/core.h>

#include <cmath>
#include <iterator>

namespace firsthit {
namespace {

/// 1234567 as `1 234 567`.
std::string grouped(std::uint64_t number) {
  std::string text = fmt::format("{}", number);
  for (std::size_t i = text.size(); i > 3;) text.insert(i -= 3, 1, ' ');
  return text;
}

std::string bytes_text(std::uint64_t bytes) {
  constexpr double kMebi = 1048576.0;
  const double mebi = static_cast<double>(bytes) / kMebi;
  return mebi < 1024.0 ? fmt::format("{:.0f} MiB", mebi) : fmt::format("{:.2f} GiB", mebi / 1024.0);
}

std::string value_text(const std::optional<double>& value) {
  return value ? fmt::format("{:.6g}", *value + 0.0) : "not defined";
}

std::string vector_text(const std::vector<double>& vector) {
  std::string text = "(";
  for (const double each : vector) text += fmt::format("{}{:.6g}", text.size() > 1 ? ", " : "", each + 0.0);
  return text + ")";
}

/// How far the energy moved, relative to where it began.
std::string energy_text(const Summary& summary) {
  const double initial = summary.energy_initial;
  std::string text = fmt::format("{:.6g} -> {}", initial + 0.0, value_text(summary.energy_final));
  if (!summary.energy_final) return text;
  const double change = *summary.energy_final - initial;
  if (initial != 0.0 && std::isfinite(change / initial))
    text += fmt::format("  ({:+.3g} %)", 100.0 * change / std::abs(initial));
  return text;
}

/// Which state the figures are of, where it is not the last one.
std::string sound_text(const Summary& summary) {
  if (!summary.sound_time) return "none: " + (summary.absent.empty() ? "" : summary.absent.front().reason);
  return fmt::format("those of the last sample (t = {:.6g})", *summary.sound_time);
}

/// How sharp it is, and what theory says, where it says anything.
std::string compressibility_text(const Summary& summary) {
  std::string text = value_text(summary.measured.compressibility);
  if (summary.compressibility_error) text += fmt::format(" +- {:.2g}", *summary.compressibility_error);
  if (const auto& theory = summary.equilibrium.compressibility)
    text += fmt::format(", in theory {:.6g} +- {:.2g}", *theory, *summary.equilibrium.compressibility_error);
  return text;
}

std::string ending_text(const Summary& summary) {
  const std::string time = fmt::format("t = {:.6g}", summary.simulated_time);
  switch (summary.outcome) {
    case RunEnding::ReachedTime:
      return fmt::format("finished ({})", time);
    case RunEnding::ReachedCollisions:
      return fmt::format("finished ({} collisions, {})", grouped(summary.collisions), time);
    case RunEnding::Collapsed:
      return fmt::format("collapsed ({})", time);
    case RunEnding::Crushed:
      return fmt::format("crushed ({})", time);
    case RunEnding::Interrupted:
      return fmt::format("interrupted ({})", time);
    case RunEnding::OutputFailed:
      return fmt::format("stopped ({}): the output failed", time);
  }
  return "";
}

constexpr std::size_t kMostCulprits = 6;  // names in the text; summary.json has them all

std::string culprits_text(const std::vector<std::string>& culprits) {
  std::string text;
  for (std::size_t i = 0; i < culprits.size() && i < kMostCulprits; ++i)
    text += (i == 0 ? "" : ", ") + culprits[i];
  if (culprits.size() > kMostCulprits) text += fmt::format(" and {} more", culprits.size() - kMostCulprits);
  return text;
}

}  // namespace

std::string_view name_of(RunEnding ending) {
  switch (ending) {
    case RunEnding::ReachedTime:
      return "reached_time";
    case RunEnding::ReachedCollisions:
      return "reached_collisions";
    case RunEnding::Collapsed:
      return "collapsed";
    case RunEnding::Crushed:
      return "crushed";
    case RunEnding::Interrupted:
      return "interrupted";
    case RunEnding::OutputFailed:
      return "output_failed";
  }
  return "";
}

std::string summary_text(const Summary& summary) {
  std::string text;
  const auto line = [&](std::string_view name, const std::string& value) {
    text += fmt::format("  {:<16}{}\n", name, value);
  };
  text += fmt::format("{}: {}\n", summary.scene, ending_text(summary));
  if (!summary.message.empty()) line("because", summary.message);
  if (!summary.culprits.empty()) line("bodies", culprits_text(summary.culprits));
  std::string collisions = grouped(summary.collisions);
  if (summary.wall_seconds > 0.0)
    collisions += fmt::format(" in {:.3g} s, {:.3g} a second", summary.wall_seconds,
                              static_cast<double>(summary.collisions) / summary.wall_seconds);
  line("collisions", collisions);
  line("", fmt::format("{} body-body, {} body-obstacle, {} body-wall", grouped(summary.collisions_by_kind[0]),
                       grouped(summary.collisions_by_kind[1]), grouped(summary.collisions_by_kind[2])));
  if (summary.sound_time != summary.simulated_time) line("figures", sound_text(summary));
  line("energy", energy_text(summary));
  line("momentum", vector_text(summary.momentum_initial) + " -> " +
                       (summary.momentum_final ? vector_text(*summary.momentum_final) : "not defined"));
  const Measured& measured = summary.measured;
  if (summary.thermodynamics) {
    if (measured.temperature) line("temperature", value_text(measured.temperature));
    if (measured.rotational_temperature) line("  of rotation", value_text(measured.rotational_temperature));
    if (measured.pressure) line("pressure", value_text(measured.pressure));
    if (measured.compressibility) line("compressibility", compressibility_text(summary));
  }
  if (measured.collision_rate_per_body)
    line("collision rate", value_text(measured.collision_rate_per_body) + " per body");
  if (measured.mean_free_time) line("mean free time", value_text(measured.mean_free_time));
  if (measured.mean_free_path) line("mean free path", value_text(measured.mean_free_path));
  if (measured.mean_square_displacement)
    line("displacement", value_text(measured.mean_square_displacement) + ", mean square");
  if (measured.velocity_autocorrelation)
    line("v(t) . v(t0)", value_text(measured.velocity_autocorrelation) + ", mean");
  line("deepest overlap", fmt::format("{:.3g}", measured.deepest_overlap));
  line("memory", bytes_text(summary.peak_memory_bytes));
  line("state hash", fmt::format("{:016x}", summary.state_hash));
  if (!summary.folder.empty()) line("output", summary.folder);
  if (!summary.report.empty()) line("report", summary.report);
  return text;
}

}  // namespace firsthit
