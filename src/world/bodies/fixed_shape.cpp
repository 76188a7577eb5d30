#include "world/bodies/fixed_shape.hpp"

#include "core/vec_math.hpp"
#include "query/round/ball_kernels.hpp"
#include "query/tolerant/solid.hpp"
#include "world/bodies/thin_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

namespace firsthit {

namespace {

template <int D>
double height_over(const HalfSpace<D>& half_space, const Vec<D>& d) {
  return -dot(half_space.normal, d) - half_space.offset;
}

/// Of what is round; 0 for everything else.
template <int D>
double own_radius(const Shape<D>& shape) {
  if (const auto* ball = std::get_if<Ball>(&shape)) return ball->radius;
  if (const auto* container = std::get_if<Container>(&shape)) return container->radius;
  const auto* arc = std::get_if<Arc>(&shape);
  return arc != nullptr ? arc->radius : 0.0;
}

}  // namespace

template <int D>
Facing<D> facing(const Shape<D>& shape, const Vec<D>& d, double radius, const Vec<D>& v, double rounding) {
  if (const auto* half_space = std::get_if<HalfSpace<D>>(&shape))
    return {-half_space->normal, height_over(*half_space, d) / length(half_space->normal), 0.0};
  if (const auto* container = std::get_if<Container>(&shape)) {
    const double room = container->radius - radius;
    return {-d, container->radius - length(d), room > 0.0 ? -1.0 / room : 0.0};
  }
  if constexpr (D == 2) {
    if (const auto* segment = std::get_if<Segment<2>>(&shape))
      return toward_segment(d + segment->from, d + segment->to, radius, v, rounding);
    if (const auto* arc = std::get_if<Arc>(&shape)) return toward_arc(*arc, d, radius, v, rounding);
  }
  const double own = own_radius(shape);
  return {d, length(d) - own, 1.0 / (own + radius)};
}

template <int D>
double delay_to_fixed(const Shape<D>& shape, const Vec<D>& d, const Vec<D>& v, const Vec<D>& acceleration,
                      double radius) {
  if (const auto* half_space = std::get_if<HalfSpace<D>>(&shape))
    return ball_half_space_delay(*half_space, d, v, acceleration, radius);
  if (const auto* container = std::get_if<Container>(&shape))
    return ball_container_delay(d, v, acceleration, container->radius - radius);
  if constexpr (D == 2) {
    if (const auto* segment = std::get_if<Segment<2>>(&shape))
      return ball_segment_delay(d + segment->from, d + segment->to, v, acceleration, radius);
    if (const auto* arc = std::get_if<Arc>(&shape)) return ball_arc_delay(*arc, d, v, acceleration, radius);
  }
  return ball_ball_falling_delay(d, -v, -acceleration, radius + own_radius(shape));
}

template <int D>
double delay_on_support(const Shape<D>& shape, const Vec<D>& d, const Vec<D>& v, const Vec<D>& acceleration) {
  const auto* segment = std::get_if<Segment<D>>(&shape);
  if (segment == nullptr) return kNever;
  // How far along the face the centre is, seen from either end, in units of one over its length.
  const Vec<D> along = segment->to - segment->from;
  const double rate = dot(along, v);
  const double pull = dot(along, acceleration);
  return std::min(plane_delay(-dot(along, d + segment->from), rate, pull),
                  plane_delay(dot(along, d + segment->to), -rate, -pull));
}

template <int D>
bool is_within(const Shape<D>& shape, const Vec<D>& d, double reach) {
  if (const auto* half_space = std::get_if<HalfSpace<D>>(&shape))
    return height_over(*half_space, d) <= reach * length(half_space->normal);
  if (const auto* container = std::get_if<Container>(&shape)) return length(d) + reach >= container->radius;
  if constexpr (D == 2) {
    if (const auto* segment = std::get_if<Segment<2>>(&shape))
      return length(nearest_to_origin(d + segment->from, d + segment->to)) <= reach;
    if (const auto* arc = std::get_if<Arc>(&shape)) return distance_to_arc(*arc, d) <= reach;
  }
  return length(d) <= reach + (is_ball_obstacle<D>(shape) ? own_radius(shape) : extent_of(shape));
}

template <int D>
bool is_round(const Shape<D>& shape) {
  return std::holds_alternative<Point>(shape) || std::holds_alternative<Ball>(shape);
}

template <int D>
bool is_ball_obstacle(const Shape<D>& shape) {
  return is_round<D>(shape) || is_everywhere<D>(shape) || std::holds_alternative<Arc>(shape) ||
         (D == 2 && std::holds_alternative<Segment<D>>(shape));
}

template <int D>
bool is_everywhere(const Shape<D>& shape) {
  return std::holds_alternative<HalfSpace<D>>(shape) || std::holds_alternative<Container>(shape);
}

template <int D>
bool is_thin(const Shape<D>& shape) {
  return std::holds_alternative<Segment<D>>(shape) || std::holds_alternative<Arc>(shape);
}

template <int D>
double size_of(const Shape<D>& shape) {
  if (const auto* segment = std::get_if<Segment<D>>(&shape))
    return max_abs(segment->from) + max_abs(segment->to);
  if (const auto* half_space = std::get_if<HalfSpace<D>>(&shape))
    return std::fabs(half_space->offset) / length(half_space->normal);
  return is_ball_obstacle<D>(shape) ? own_radius(shape) : extent_of(shape);
}

template <int D>
BallAround<D> ball_around(const Shape<D>& shape) {
  if (const auto* segment = std::get_if<Segment<D>>(&shape))  // twice the reach that is needed
    return {0.5 * (segment->from + segment->to), length(segment->to - segment->from)};
  return {{}, is_ball_obstacle<D>(shape) ? own_radius(shape) : extent_of(shape)};
}

template Facing<2> facing(const Shape<2>&, const Vec<2>&, double, const Vec<2>&, double);
template Facing<3> facing(const Shape<3>&, const Vec<3>&, double, const Vec<3>&, double);
template double delay_to_fixed(const Shape<2>&, const Vec<2>&, const Vec<2>&, const Vec<2>&, double);
template double delay_to_fixed(const Shape<3>&, const Vec<3>&, const Vec<3>&, const Vec<3>&, double);
template double delay_on_support(const Shape<2>&, const Vec<2>&, const Vec<2>&, const Vec<2>&);
template double delay_on_support(const Shape<3>&, const Vec<3>&, const Vec<3>&, const Vec<3>&);
template bool is_round(const Shape<2>&);
template bool is_round(const Shape<3>&);
template bool is_ball_obstacle(const Shape<2>&);
template bool is_ball_obstacle(const Shape<3>&);
template bool is_within(const Shape<2>&, const Vec<2>&, double);
template bool is_within(const Shape<3>&, const Vec<3>&, double);
template bool is_everywhere(const Shape<2>&);
template bool is_everywhere(const Shape<3>&);
template bool is_thin(const Shape<2>&);
template bool is_thin(const Shape<3>&);
template double size_of(const Shape<2>&);
template double size_of(const Shape<3>&);
template BallAround<2> ball_around(const Shape<2>&);
template BallAround<3> ball_around(const Shape<3>&);

}  // namespace firsthit
