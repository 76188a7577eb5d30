#include "world/bodies/fixed_shape.hpp"

#include "core/vec_math.hpp"
#include "query/base/pair_table.hpp"
#include "query/round/ball_kernels.hpp"
#include "query/tolerant/solid.hpp"
#include "world/bodies/thin_shapes.hpp"

#include <firsthit/error.hpp>

#include <algorithm>
#include <cmath>
#include <variant>

namespace firsthit {

namespace {

template <int D>
double height_over(const HalfSpace<D>& half_space, const Vec<D>& d) {
  return -dot(half_space.normal, d) - half_space.offset;
}

/// 0 for a point.
template <int D>
double radius_of_round(const Shape<D>& shape) {
  const auto* ball = std::get_if<Ball>(&shape);
  return ball != nullptr ? ball->radius : 0.0;
}

/// A shape that has no kernel of balls: the table of pairs does not send it here.
[[noreturn]] void refuse_solid() {
  throw InputError("expected a shape that balls have a kernel for, found another");
}

}  // namespace

template <int D>
Facing<D> facing(const Shape<D>& shape, const Vec<D>& d, double radius, const Vec<D>& v, double rounding) {
  switch (class_of<D>(shape)) {
    case ShapeClass::HalfSpace: {
      const auto& half_space = std::get<HalfSpace<D>>(shape);
      return {-half_space.normal, height_over(half_space, d) / length(half_space.normal), 0.0};
    }
    case ShapeClass::Container: {
      const double hollow = std::get<Container>(shape).radius;
      const double room = hollow - radius;
      return {-d, hollow - length(d), room > 0.0 ? -1.0 / room : 0.0};
    }
    case ShapeClass::Segment:
      if constexpr (D == 2) {
        const auto& segment = std::get<Segment<2>>(shape);
        return toward_segment(d + segment.from, d + segment.to, radius, v, rounding);
      }
      break;
    case ShapeClass::Arc:
      if constexpr (D == 2) return toward_arc(std::get<Arc>(shape), d, radius, v, rounding);
      break;
    case ShapeClass::Round: {
      const double own = radius_of_round(shape);
      return {d, length(d) - own, 1.0 / (own + radius)};
    }
    case ShapeClass::Convex:
    case ShapeClass::Concave:
      break;
  }
  refuse_solid();
}

template <int D>
double delay_to_fixed(const Shape<D>& shape, const Vec<D>& d, const Vec<D>& v, const Vec<D>& acceleration,
                      double radius) {
  switch (class_of<D>(shape)) {
    case ShapeClass::HalfSpace:
      return ball_half_space_delay(std::get<HalfSpace<D>>(shape), d, v, acceleration, radius);
    case ShapeClass::Container:
      return ball_container_delay(d, v, acceleration, std::get<Container>(shape).radius - radius);
    case ShapeClass::Segment:
      if constexpr (D == 2) {
        const auto& segment = std::get<Segment<2>>(shape);
        return ball_segment_delay(d + segment.from, d + segment.to, v, acceleration, radius);
      }
      break;
    case ShapeClass::Arc:
      if constexpr (D == 2) return ball_arc_delay(std::get<Arc>(shape), d, v, acceleration, radius);
      break;
    case ShapeClass::Round:
      return ball_ball_falling_delay(d, -v, -acceleration, radius + radius_of_round(shape));
    case ShapeClass::Convex:
    case ShapeClass::Concave:
      break;
  }
  refuse_solid();
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
  switch (class_of<D>(shape)) {
    case ShapeClass::HalfSpace: {
      const auto& half_space = std::get<HalfSpace<D>>(shape);
      return height_over(half_space, d) <= reach * length(half_space.normal);
    }
    case ShapeClass::Container:
      return length(d) + reach >= std::get<Container>(shape).radius;
    case ShapeClass::Segment:
      if constexpr (D == 2) {
        const auto& segment = std::get<Segment<2>>(shape);
        return length(nearest_to_origin(d + segment.from, d + segment.to)) <= reach;
      }
      break;
    case ShapeClass::Arc:
      if constexpr (D == 2) return distance_to_arc(std::get<Arc>(shape), d) <= reach;
      break;
    case ShapeClass::Round:
      return length(d) <= reach + radius_of_round(shape);
    case ShapeClass::Convex:
    case ShapeClass::Concave:
      break;
  }
  return length(d) <= reach + extent_of(shape);
}

template <int D>
bool is_everywhere(const Shape<D>& shape) {
  const ShapeClass kind = class_of<D>(shape);
  return kind == ShapeClass::HalfSpace || kind == ShapeClass::Container;
}

template <int D>
bool is_thin(const Shape<D>& shape) {
  const ShapeClass kind = class_of<D>(shape);
  return kind == ShapeClass::Segment || kind == ShapeClass::Arc;
}

template <int D>
double size_of(const Shape<D>& shape) {
  switch (class_of<D>(shape)) {
    case ShapeClass::Segment: {
      const auto& segment = std::get<Segment<D>>(shape);
      return max_abs(segment.from) + max_abs(segment.to);
    }
    case ShapeClass::HalfSpace: {
      const auto& half_space = std::get<HalfSpace<D>>(shape);
      return std::fabs(half_space.offset) / length(half_space.normal);
    }
    case ShapeClass::Container:
      return std::get<Container>(shape).radius;
    case ShapeClass::Arc:
      return std::get<Arc>(shape).radius;
    case ShapeClass::Round:
      return radius_of_round(shape);
    case ShapeClass::Convex:
    case ShapeClass::Concave:
      break;
  }
  return extent_of(shape);
}

template <int D>
BallAround<D> ball_around(const Shape<D>& shape) {
  if (const auto* segment = std::get_if<Segment<D>>(&shape))  // twice the reach that is needed
    return {0.5 * (segment->from + segment->to), length(segment->to - segment->from)};
  return {{}, size_of<D>(shape)};
}

template Facing<2> facing(const Shape<2>&, const Vec<2>&, double, const Vec<2>&, double);
template Facing<3> facing(const Shape<3>&, const Vec<3>&, double, const Vec<3>&, double);
template double delay_to_fixed(const Shape<2>&, const Vec<2>&, const Vec<2>&, const Vec<2>&, double);
template double delay_to_fixed(const Shape<3>&, const Vec<3>&, const Vec<3>&, const Vec<3>&, double);
template double delay_on_support(const Shape<2>&, const Vec<2>&, const Vec<2>&, const Vec<2>&);
template double delay_on_support(const Shape<3>&, const Vec<3>&, const Vec<3>&, const Vec<3>&);
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
