#pragma once

#include <firsthit/shape.hpp>

#include "world/bodies/fixed_shape.hpp"

// Segments and arcs as a ball sees them. They have several parts, two faces and two ends, and a ball
// meets them where one part gives way to the next. There `ball_segment_delay` and `ball_arc_delay` may mean
// one part and the ball's rounded place be nearer to another: so a response turns to a part that the ball
// is closing on, of all that are equally near to within rounding. A prediction never stays unanswered then,
// and no ball is hit for ever without being turned (docs/numerics/arcs.md).

namespace firsthit {

/// The nearest point of a segment to the origin. Symmetric in its ends.
Vec<2> nearest_to_origin(const Vec<2>& from, const Vec<2>& to);

/// From the origin, a ball's centre with velocity v, to a segment.
Facing<2> toward_segment(const Vec<2>& from, const Vec<2>& to, double radius, const Vec<2>& v,
                         double rounding);

/// From a ball's centre with velocity v to an arc around d.
Facing<2> toward_arc(const Arc& arc, const Vec<2>& d, double radius, const Vec<2>& v, double rounding);

/// [L] from a ball's centre to an arc around d.
double distance_to_arc(const Arc& arc, const Vec<2>& d);

}  // namespace firsthit
