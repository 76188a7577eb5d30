#pragma once

#include "record/base/plain_shape.hpp"
#include "record/base/unit_quaternion.hpp"
#include "record/pictures/canvas.hpp"
#include "record/pictures/view.hpp"

#include <vector>

namespace firsthit {

/// The corners of a shape [L], from its place; a shape is their hull (of a polygon: what they go around) and
/// all places within its radius of it. None of half-spaces, containers and arcs.
std::vector<Point3> corners_of(const PlainShape& shape, int dimension);

/// [L] What the corners are grown by.
double radius_of(const PlainShape& shape);

/// [L] The least around its place that holds it. Requires: a shape with corners.
double outer_radius(const PlainShape& shape, int dimension);

/// Has it an inside where it is drawn? What has none is a line.
bool is_area(const PlainShape& shape, int dimension);

/// What holds a shape [L], from its place. Requires: it is no half-space.
struct Reach {
  Point3 low{};
  Point3 high{};
};
Reach reach_of(const PlainShape& shape, int dimension);

/// As it stands once it is turned. Requires: a shape with corners.
PlainShape turned(const PlainShape& shape, int dimension, const UnitQuaternion& by);

/// Adds the outline of a shape at its place: in the plane as it is, in space as its silhouette. Corners
/// nearer than `finest` pixels to the one before are left out. Requires: a shape with corners.
void add_outline(Path& path, const PlainShape& shape, const Point3& place, int dimension, const View& view,
                 double finest = 0.0);

/// Adds the sides of a solid in space that one sees, as they are from corner to corner; nothing of what is
/// round, or has very many corners.
void add_visible_sides(Path& path, const PlainShape& shape, const Point3& place, const View& view);

}  // namespace firsthit
