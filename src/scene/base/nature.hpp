#pragma once

#include "scene/base/scene.hpp"

#include <cstddef>
#include <string>

namespace firsthit {

/// What one must know of a scene to judge what is measured in a run of it. Reasons are in words, and empty
/// where there is none.
struct SceneNature {
  std::string loses_energy;  ///< which impacts lose some
  std::string selective;     ///< why not everybody bounces off everybody
  std::size_t crowd = 0;     ///< balls that come many at a time: [[gas]], [[balls]]
};

/// Requires: its balls are not forgotten.
/// Cost: O(bodies), and O(m^2 log c) for m materials and c contacts.
SceneNature nature_of(const Scene& scene);

}  // namespace firsthit
