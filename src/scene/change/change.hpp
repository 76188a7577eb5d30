#pragma once

#include "scene/base/scene.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace firsthit {

/// The scene of a file in which one number, or vector, of one moving body's table is another: what reading
/// that file again would give, without reading it. `key` is that of the table: `position`, `velocity`,
/// `mass`, `angular_velocity`, `orientation` (in 2D degrees, in 3D a quaternion), or a ball's `radius`,
/// beside a `mass`. It has no `as_run`, problems have no places, and a box that is only what bodies span
/// stays. What follows from the number elsewhere in the scene (gas that makes way, an agent's goal) is
/// refused.
SceneResult changed_scene(const Scene& scene, std::uint32_t body, std::string_view key,
                          const std::vector<double>& numbers);

}  // namespace firsthit
