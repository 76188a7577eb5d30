#pragma once

#include "scene/base/ball_grid.hpp"
#include "scene/base/scene.hpp"
#include "scene/toml/document.hpp"
#include "scene/toml/problems.hpp"
#include "scene/toml/reader.hpp"

#include <functional>
#include <optional>

// The shapes of bodies, their dimension a run-time value.

namespace firsthit {

/// Reads the inline table of a shape, `{ box = { half_extents = [0.5, 0.5] } }`, as docs/formats/query.md
/// names them. Nothing, and problems, if it is none.
std::optional<SceneShape> read_shape(const Value& value, int dimension, Problems& problems);

SceneShape ball_shape(int dimension, double radius);

/// What it fills [L^D].
double volume_of(const SceneShape& shape);

/// Is it a ball or a point?
bool is_round(const SceneShape& shape);

/// Is it one that no box can hold?
bool is_unbounded(const SceneShape& shape);

/// What holds a shape [L], from its place.
struct ShapeExtent {
  Triple low{};
  Triple high{};
  Triple middle{};
  double reach = 0.0;  ///< of a ball around `middle`
};
/// Requires: a shape that is bounded.
ShapeExtent extent_of(const SceneShape& shape);

/// How far two shapes are apart [L], negative where they overlap, `d` [L] from the first one's place to the
/// second's.
double gap_between(const SceneShape& a, const SceneShape& b, const Triple& d);

/// Calls `visit` with `d` [L], and every image of it, that is no longer than `reach` [L]. Requires: `d` along
/// periodic axes is that to the nearest image.
void for_each_image(const Room& room, const Triple& d, double reach,
                    const std::function<void(const Triple&)>& visit);

}  // namespace firsthit
