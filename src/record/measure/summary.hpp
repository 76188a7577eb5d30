#pragma once

#include "record/measure/absences.hpp"
#include "record/measure/equilibrium.hpp"
#include "record/measure/observables.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace firsthit {

/// How a run of the program ended.
enum class RunEnding { ReachedTime, ReachedCollisions, Collapsed, Crushed, Interrupted, OutputFailed };

/// `reached_time`, `reached_collisions`, `collapsed`, `crushed`, `interrupted` or `output_failed`.
std::string_view name_of(RunEnding ending);

/// What a run came to: the contents of summary.json.
struct Summary {
  RunEnding outcome = RunEnding::ReachedTime;
  std::string message;                ///< empty, or why it ended so
  std::vector<std::string> culprits;  ///< names of the bodies that collapsed, or are crushed and by whom
  std::string scene;
  std::uint64_t seed = 0;
  int dimension = 2;
  std::size_t bodies = 0;     ///< that move
  std::size_t obstacles = 0;  ///< that do not
  std::uint64_t collisions = 0;
  CollisionCounts collisions_by_kind{};
  std::uint64_t events = 0;
  double simulated_time = 0.0;  ///< [T]
  double wall_seconds = 0.0;
  double energy_initial = 0.0;           ///< [M L^2/T^2]
  std::vector<double> momentum_initial;  ///< [M L/T]
  std::optional<double> sound_time;      ///< [T] of the last sound state, whose figures these are:
  std::optional<double> energy_final;    ///< [M L^2/T^2]
  std::optional<std::vector<double>> momentum_final;  ///< [M L/T]
  Measured measured;
  double measure_from = 0.0;                    ///< [T]
  std::optional<double> compressibility_error;  ///< one standard error
  bool energy_conserved = false;                ///< is nothing meant to change the energy?
  bool thermodynamics = false;                  ///< do temperature and pressure mean anything?
  Equilibrium equilibrium;
  std::vector<Absence> absent;  ///< what has no value, or is false, and why; not what nobody asked for
  std::uint64_t peak_memory_bytes = 0;
  std::uint64_t state_hash = 0;
  std::string folder;  ///< where the output lies; not part of summary.json
  std::string report;  ///< the report's path, if there is one; not part of summary.json
};

/// The text of summary.json.
std::string summary_json(const Summary& summary);

/// The same for a person, at most 80 columns wide.
std::string summary_text(const Summary& summary);

}  // namespace firsthit
