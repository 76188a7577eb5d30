#pragma once

#include "scene/read/draft.hpp"

namespace firsthit {

/// Friction and tangential restitution, of all pairs of materials or of one.
struct SceneSurfaces {
  double friction = 0.0;  // also infinite
  double tangential_restitution = 0.0;
};

/// Reads both keys; what is absent is as in `usual`.
SceneSurfaces read_surfaces(TableReader& reader, const SceneSurfaces& usual);

/// Reads how a body spins, if it does: the index of its spin in the scene, or kNoSpin.
std::uint32_t read_spin(Draft& draft, TableReader& reader);

}  // namespace firsthit
