#pragma once

#include "record/base/request.hpp"

#include <firsthit/observer.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace firsthit {

/// What only a scene knows of its bodies, and what is measured is judged by. Reasons are in words, and empty
/// where there is none.
struct RunNature {
  std::string loses_energy;  ///< which impacts lose some
  std::string selective;     ///< why not everybody bounces off everybody
  bool steered = false;      ///< somebody steers bodies: there are agents
  std::size_t crowd = 0;     ///< bodies that were placed many at a time, as a gas
};

/// What a recorder must know of a run that its world does not.
struct RunInfo {
  std::string scene;       ///< its name, as in `out/SCENE`
  std::string scene_text;  ///< the scene as run, written to scene.toml
  std::uint64_t seed = 0;
  double measure_from = 0.0;                   ///< [T] observables are counted from then on
  std::vector<std::string> materials;          ///< names, by Material::value
  std::function<std::string(BodyId)> name_of;  ///< of bodies, obstacles and sides; unset: "body-7"
  std::function<bool(BodyId)>
      is_named;  ///< by its scene, so that the name says more than its number; unset: no
  std::function<std::optional<std::uint32_t>(BodyId)> color_of;  ///< 0xRRGGBB; empty: one of ours

  ObservableRequest observables;
  RunNature nature;

  bool trajectory = true;    ///< write trajectory.h5
  bool xyz = false;          ///< write trajectory.xyz
  bool events = false;       ///< write events.csv
  bool report = true;        ///< write paths.bin and report.html
  bool checkpoints = false;  ///< it may go on from one: the trajectory is made at its end
  std::size_t threads = 1;   ///< in all: with more than one, output is written while the world goes on
  /// Of more bodies samples are read where they stand, if that is possible, while the world waits: a million
  /// took 0.5 s then on a busy machine. Of fewer a copy is written, which takes 68 bytes a body and
  /// another 96.
  std::size_t most_copied = 500000;
};

}  // namespace firsthit
