#pragma once

#include "scene/read/draft.hpp"

#include <array>

namespace firsthit {

/// The keys of surfaces.
inline constexpr std::array<const char*, 4> kSurfaceKeys{"friction", "tangential_restitution",
                                                         "rolling_friction", "spinning_friction"};

/// Reads them; what is absent is as in `usual`.
SceneSurfaces read_surfaces(TableReader& reader, const SceneSurfaces& usual);

/// Reads how a body spins, if it does: the index of its spin in the scene, or kNoSpin.
std::uint32_t read_spin(Draft& draft, TableReader& reader);

/// The same of a fixed body, which may stand at an angle.
std::uint32_t read_stance(Draft& draft, TableReader& reader);

}  // namespace firsthit
