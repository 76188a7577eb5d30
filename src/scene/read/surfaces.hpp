#pragma once

#include "scene/read/draft.hpp"

#include <array>
#include <string>

namespace firsthit {

/// The keys of surfaces.
inline constexpr std::array<const char*, 4> kSurfaceKeys{"friction", "tangential_restitution",
                                                         "rolling_friction", "spinning_friction"};

/// Reads them; what is absent is as in `usual`.
SceneSurfaces read_surfaces(TableReader& reader, const SceneSurfaces& usual);

/// What is wrong with a quaternion (w, x, y, z) as an orientation; empty if nothing is.
std::string quaternion_problem(const std::array<double, 4>& orientation);

/// Reads how a body spins, if it does, or must: the index of its spin in the scene, or kNoSpin.
std::uint32_t read_spin(Draft& draft, TableReader& reader, bool must = false);

/// The same of a fixed body, which may stand at an angle.
std::uint32_t read_stance(Draft& draft, TableReader& reader);

}  // namespace firsthit
