#include "core/vec_math.hpp"
#include "exact/signed_sum.hpp"
#include "query/base/scaling.hpp"
#include "query/convex/exact/convex_event.hpp"
#include "query/round/ball_kernels.hpp"

#include <algorithm>
#include <cmath>

// What is within the radius of the segment is convex: a strip between the two faces, and a disc around each
// end. So a ball that is not closing now never does; one that is apart enters the strip by its near face,
// before it can enter a disc; and if that is beyond an end of the segment, only the disc of that end is left.

namespace firsthit {

SegmentSigns::SegmentSigns(const Vec<2>& from, const Vec<2>& to)
    : before_from(signed_sum<4>({to[0], to[1], -from[0], -from[1]}, {from[0], from[1], from[0], from[1]})),
      beyond_to(-signed_sum<4>({to[0], to[1], -from[0], -from[1]}, {to[0], to[1], to[0], to[1]})),
      side(signed_sum<2>({from[0], -from[1]}, {to[1], to[0]})) {}

double SegmentSigns::rate(const Vec<2>& from, const Vec<2>& to, const Vec<2>& v) {
  return signed_sum<4>({to[0], -to[1], -from[0], from[1]}, {v[1], v[0], v[1], v[0]});
}

namespace {

/// What first_hit says, by its filter and its exact stage.
double doubtful_segment_delay(const Vec<2>& from, const Vec<2>& to, const Vec<2>& v, double radius) {
  const int length_exponent = exponent(std::max({max_abs(from), max_abs(to), radius}));
  const int speed_exponent = exponent(max_abs(v));
  RoundedPolytope<2> segment;
  RoundedPolytope<2> ball;
  segment.own[0] = scaled(from, -length_exponent);
  segment.own[1] = scaled(to, -length_exponent);
  segment.offsets = {segment.own.data(), 2};
  ball.offsets = {ball.own.data(), 1};
  ball.radius = std::ldexp(radius, -length_exponent);
  ball.velocity = scaled(v, -speed_exponent);
  const GapEvent event = convex_event(segment, ball, 0.0, std::numeric_limits<double>::max()).event;
  return event.kind == GapEvent::Kind::None ? kNever
                                            : std::ldexp(event.lower, length_exponent - speed_exponent);
}

}  // namespace

double straight_segment_delay(const Vec<2>& from, const Vec<2>& to, const Vec<2>& v, double radius) {
  const SegmentSigns signs(from, to);
  const double rate = SegmentSigns::rate(from, to, v);
  const bool sinks = signs.side > 0.0 ? rate < 0.0 : signs.side < 0.0 && rate > 0.0;  // towards the line
  const bool near_end = signs.before_from >= 0.0 || signs.beyond_to >= 0.0;
  const Vec<2>& end = signs.before_from >= 0.0 ? from : to;
  if (near_end ? !(signed_dot(end, v) > 0.0) : !sinks) return kNever;  // not closing

  const Vec<2> along = to - from;
  const double reach = radius * length(along);
  const double size = std::fabs(from[0] * along[1]) + std::fabs(from[1] * along[0]) + reach;
  const double gap = std::fabs(cross(from, along)) - reach;
  if (gap < -kBallDoubt * size) return near_end ? ball_ball_delay(end, -v, radius) : 0.0;
  if (!(gap > kBallDoubt * size)) return doubtful_segment_delay(from, to, v, radius);
  if (!sinks) return kNever;
  const double speed = std::fabs(cross(along, v));
  if (!(speed > kBallDoubt * (std::fabs(along[0] * v[1]) + std::fabs(along[1] * v[0]))))
    return doubtful_segment_delay(from, to, v, radius);

  const double delay = gap / speed;
  const double start = -dot(along, from);
  const double way = delay * dot(along, v);
  const double whole = length_squared(along);
  // The place is known to 2^-37 of the way and 8 u of the rest: 2^-20 of both is far more.
  const double doubt =
      0x1p-20 * (sum_abs(along) * sum_abs(from) + delay * sum_abs(along) * sum_abs(v) + whole);
  const double place = start + way;  // along the segment, in units of one over its length
  if (place > doubt && place < whole - doubt) return delay < kNever ? delay : kNever;
  if (place < -doubt) return ball_ball_delay(from, -v, radius);
  if (place > whole + doubt) return ball_ball_delay(to, -v, radius);
  return doubtful_segment_delay(from, to, v, radius);
}

}  // namespace firsthit
