#include "world/bodies/thin_shapes.hpp"

#include "core/vec_math.hpp"
#include "exact/signed_sum.hpp"
#include "query/round/arc_geometry.hpp"
#include "query/round/ball_kernels.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace firsthit {

namespace {

Facing<2> toward_point(const Vec<2>& d, double radius) { return {d, length(d), 1.0 / radius}; }

/// Turned towards v by its last digits, until v closes along it.
Vec<2> closing_along(const Vec<2>& toward, const Vec<2>& v) {
  Vec<2> turned = toward;
  for (double part = 0x1p-53 * (max_abs(toward) / max_abs(v)); !(signed_dot(turned, v) > 0.0); part *= 2.0)
    turned = toward + part * v;
  return turned;
}

/// Of a segment's line. The direction is that of the segment turned by a right angle, never a difference
/// of long vectors. It is rounded: where that hides that a ball is closing, which `ball_segment_delay`
/// decides exactly, it shows it.
Facing<2> toward_line(const Vec<2>& from, const Vec<2>& to, const Vec<2>& v) {
  const Vec<2> along = to - from;
  const Vec<2> across{along[1], -along[0]};
  const double side = SegmentSigns(from, to).side;
  const Vec<2> toward = side < 0.0 ? -across : across;
  const double rate = SegmentSigns::rate(from, to, v);
  const bool closes = side < 0.0 ? rate > 0.0 : rate < 0.0;
  return {closes ? closing_along(toward, v) : toward, std::fabs(dot(across, from)) / length(along), 0.0};
}

Facing<2> toward_circle(const ArcFrame& arc, const Vec<2>& d, double radius) {
  if (arc.is_outside(d)) return {d, length(d) - arc.radius, 1.0 / (arc.radius + radius)};
  const double room = arc.radius - radius;
  return {-d, arc.radius - length(d), room > 0.0 ? -1.0 / room : 0.0};
}

/// The first of `parts`, the nearest, unless the ball parts from it and closes on another as near.
Facing<2> answering(std::span<const Facing<2>> parts, const Vec<2>& v, double rounding) {
  for (const Facing<2>& part : parts)
    if (signed_dot(part.toward, v) > 0.0 && std::fabs(part.distance - parts[0].distance) <= rounding)
      return part;
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
  const SegmentSigns signs(from, to);
  std::array<Facing<2>, 3> parts{toward_line(from, to, v), toward_point(from, radius),
                                 toward_point(to, radius)};
  if (signs.before_from >= 0.0) {
    std::swap(parts[0], parts[1]);
  } else if (signs.beyond_to >= 0.0) {
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
