#include "world/thin_shapes.hpp"

#include "core/vec_math.hpp"
#include "query/arc_geometry.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace firsthit {

namespace {

Facing<2> toward_point(const Vec<2>& d, double radius) { return {d, length(d), 1.0 / radius}; }

/// Of a segment's line. The direction is that of the segment turned by a right angle, never a difference
/// of long vectors: so this and `ball_segment_delay` agree, bit for bit, on whether a ball is closing.
Facing<2> toward_line(const Vec<2>& from, const Vec<2>& to) {
  const Vec<2> along = to - from;
  const Vec<2> across{along[1], -along[0]};
  const double distance = dot(across, from);
  return {distance < 0.0 ? -across : across, std::fabs(distance) / length(along), 0.0};
}

Facing<2> toward_circle(const ArcFrame& arc, const Vec<2>& d, double radius) {
  if (arc.is_outside(d)) return {d, length(d) - arc.radius, 1.0 / (arc.radius + radius)};
  const double room = arc.radius - radius;
  return {-d, arc.radius - length(d), room > 0.0 ? -1.0 / room : 0.0};
}

/// The first of `parts`, the nearest, unless the ball parts from it and closes on another as near.
Facing<2> answering(std::span<const Facing<2>> parts, const Vec<2>& v, double rounding) {
  for (const Facing<2>& part : parts)
    if (dot(part.toward, v) > 0.0 && std::fabs(part.distance - parts[0].distance) <= rounding) return part;
  return parts[0];
}

}  // namespace

Vec<2> nearest_to_origin(const Vec<2>& from, const Vec<2>& to) {
  const Vec<2> along = to - from;
  const double squared = length_squared(along);
  if (!(squared > 0.0)) return from;
  const double t = std::clamp(-dot(from, along) / squared, 0.0, 1.0);
  return t <= 0.5 ? from + t * along : to - (1.0 - t) * along;
}

Facing<2> toward_segment(const Vec<2>& from, const Vec<2>& to, double radius, const Vec<2>& v,
                         double rounding) {
  if (from == to) return toward_point(from, radius);
  const Vec<2> along = to - from;
  std::array<Facing<2>, 3> parts{toward_line(from, to), toward_point(from, radius), toward_point(to, radius)};
  if (dot(along, from) >= 0.0) {
    std::swap(parts[0], parts[1]);
  } else if (dot(along, to) <= 0.0) {
    std::swap(parts[0], parts[2]);
  }
  return answering(parts, v, rounding);
}

Facing<2> toward_arc(const Arc& arc, const Vec<2>& d, double radius, const Vec<2>& v, double rounding) {
  const ArcFrame frame(arc);
  const Facing<2> face = toward_circle(frame, d, radius);
  if (frame.whole) return face;
  std::array<Facing<2>, 3> parts{face, toward_point(d + frame.from_end, radius),
                                 toward_point(d + frame.to_end, radius)};
  std::swap(parts[0], parts[static_cast<std::size_t>(frame.nearest(-d))]);
  return answering(parts, v, rounding);
}

double distance_to_arc(const Arc& arc, const Vec<2>& d) { return toward_arc(arc, d, 0.0, {}, 0.0).distance; }

}  // namespace firsthit
