#pragma once

#include "scene/base/scene.hpp"
#include "scene/toml/problems.hpp"
#include "scene/toml/reader.hpp"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace firsthit {

/// A scene that is being read, and where its parts stand.
struct Draft {
  explicit Draft(Problems& found);
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  ~Draft();

  Problems& problems;
  Scene scene;
  std::vector<FilePlace> ball_places;   ///< one per ball
  std::vector<FilePlace> body_places;   ///< one per moving [[body]]
  std::vector<FilePlace> fixed_places;  ///< one per fixed body
  std::vector<FilePlace> still_places;  ///< one per fixed [[body]]
  std::vector<FilePlace> goal_places;   ///< one per agent

  /// The index of a material, known or new.
  std::uint32_t material(const std::string& name, const FilePlace& place);
  /// The index of a body's own name; a problem if another body has it.
  std::uint32_t name(const std::string& name, const FilePlace& place);
  /// Where the table of a body stands that has this id in the world.
  const FilePlace& place_of(std::uint32_t body) const;

 private:
  std::unordered_map<std::string, std::uint32_t> materials_{{"default", 0}};
  std::unordered_map<std::string, FilePlace> names_;
};

/// Balls of one scene at most: ids and counts stay far within 32 bits, and memory within a machine.
inline constexpr std::uint64_t kMostBalls = 100'000'000;

inline constexpr double kMostCrossings = 0x1p53;  // of the box within a run: wraps are counted exactly

/// Reads the balls that one `[[balls]]` table names, from a file beside the scene or from its own
/// text, and turns `table` into one that holds them itself. `number` counts the tables from 1.
void read_balls(Draft& draft, Value& table, const std::string& folder, std::size_t number);

/// The mass of a body that impacts move, of this volume [L^D]: `mass`, or else its `density` (1 if that is
/// absent, too) times the volume.
double read_mass(TableReader& reader, double volume);

/// Reads all `[[ball]]` tables.
void read_single_balls(Draft& draft, const std::vector<const Value*>& tables);

/// Reads all `[[agent]]` tables; the run's settings are known.
void read_agents(Draft& draft, const std::vector<const Value*>& tables);

/// Reads all `[[body]]` tables; the run's settings are known.
void read_bodies(Draft& draft, const std::vector<const Value*>& tables);

/// Reads all `[[contact]]` tables; every body has been read.
void read_contacts(Draft& draft, const std::vector<const Value*>& tables);

/// Can agents get to their goals, as far as the walls of the box are concerned?
void check_goals(Draft& draft);

/// What is known about the box before the gas is read.
enum class SpaceBox : std::uint8_t { Given, Wrong, FromGas };

/// Reads all `[[gas]]` tables, which may make the box.
void read_gas(Draft& draft, const std::vector<const Value*>& tables, SpaceBox box);

/// Bodies that lie outside, overlap, or do not fit.
void check_bodies(Draft& draft);

/// The whole of a file, or why it cannot be read.
struct FileText {
  std::string text;
  std::string error;
};
FileText read_file(const std::string& path);

}  // namespace firsthit
