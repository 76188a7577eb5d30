#pragma once

#include "scene/base/ball_grid.hpp"
#include "scene/base/scene.hpp"
#include "scene/read/body_shapes.hpp"

#include <cstdint>
#include <vector>

namespace firsthit {

/// What stands at its place: any body of a scene but a container or an arc.
struct PlacedBody {
  std::uint32_t id = 0;  ///< in the world
  SceneShape shape;
  Triple position{};  ///< [L]
  Filter filter{};
  bool sensor = false;
  bool dynamic = false;
  std::uint32_t material = 0;
  bool unbounded = false;
  ShapeExtent extent;  ///< of one that is bounded
};

/// Body `id` of the scene. Requires: no container, no arc.
PlacedBody placed_body(const Scene& scene, std::uint32_t id);

/// How deep [L] two bodies are in each other, through whatever image; not above 0 if they are apart.
double depth_between(const Room& room, const PlacedBody& a, const PlacedBody& b);

/// Those of all `[[body]]` that a ball of the scene meets.
class BodyNeighbours {
 public:
  BodyNeighbours(const Scene& scene, const Room& room);

  /// Does a ball at `position` [L] touch any of them?
  bool touches(const Triple& position, double radius) const;

 private:
  Room room_;
  int dimension_;
  std::vector<PlacedBody> bodies_;
  std::vector<std::uint32_t> unbounded_;  // index into bodies_
  BallGrid grid_;                         // of the others
};

}  // namespace firsthit
