#pragma once

#include "scene/base/scene.hpp"

#include <string>

namespace firsthit {

/// What a run of the scene with its usual output takes at most, in bytes.
struct MemoryEstimate {
  double bytes = 0.0;
  /// For the true paths of the report, if much happens; where the scene says how much, it is in `bytes`
  /// instead.
  double paths = 0.0;
};

/// Measured, not derived: within a fifth of gases from 4,000 to two million balls and of the installed
/// scenes, `paths` taken as a range; with neighbour lists in a dense gas a fifth and a little too low.
MemoryEstimate memory_of(const Scene& scene);

/// Throws InputError if the run cannot fit into the memory that it may have, `most` bytes of it, even if the
/// estimate is a fifth too high.
void refuse_if_too_large(const Scene& scene, double most);

/// Bytes of `4GiB`, `512MiB` or `2GB`. Throws InputError for anything else.
double memory_limit(const std::string& text);

/// The memory that this process may have of the machine's, and what of it is free, in bytes; infinite where
/// the system does not tell.
double whole_memory();
double free_memory();

/// `12 MiB`, `3.4 GiB`
std::string bytes_text(double bytes);

}  // namespace firsthit
