#include "query/pairs/turned_parts.hpp"

#include "core/vec_math.hpp"
#include "geometry/rotation.hpp"

#include <span>
#include <variant>

namespace firsthit {
namespace {

/// One overload for each shape.
template <int D>
struct Turn {
  Rotation<D> rotation;

  template <class S>
  Shape<D> operator()(const S& round) const {  // about its own centre
    return round;
  }
  Shape<D> operator()(const Segment<D>& s) const {
    return Segment<D>{rotation.of(s.from), rotation.of(s.to)};
  }
  Shape<D> operator()(const Capsule<D>& c) const {
    return Capsule<D>{rotation.of(c.from), rotation.of(c.to), c.radius};
  }
  Shape<D> operator()(const Box<D>& box) const {
    return (*this)(OrientedBox<D>{box.half_extents, kCoordinateAxes<D>});
  }
  Shape<D> operator()(const OrientedBox<D>& box) const {
    OrientedBox<D> turned = box;
    for (Vec<D>& axis : turned.axes) axis = rotation.of(axis);
    return turned;
  }
  Shape<D> operator()(const Hull<D>& hull) const { return Hull<D>{all(hull.vertices), hull.radius}; }
  Shape<D> operator()(const Triangle& triangle) const {
    Triangle turned = triangle;
    if constexpr (D == 3)
      for (Vec<3>& vertex : turned.vertices) vertex = rotation.of(vertex);
    return turned;
  }
  Shape<D> operator()(const Polygon& polygon) const {
    if constexpr (D == 2) return Polygon(all(polygon.vertices()));
    return polygon;
  }
  Shape<D> operator()(const HalfSpace<D>& plane) const {
    return HalfSpace<D>{rotation.of(plane.normal), plane.offset};
  }
  Shape<D> operator()(const Arc& arc) const {
    Arc turned = arc;
    if constexpr (D == 2) turned = {arc.radius, rotation.of(arc.from), rotation.of(arc.to)};
    return turned;
  }

  std::vector<Vec<D>> all(std::span<const Vec<D>> vertices) const {
    std::vector<Vec<D>> turned;
    for (const Vec<D>& vertex : vertices) turned.push_back(rotation.of(vertex));
    return turned;
  }
};

}  // namespace

template <int D>
Shape<D> turned_shape(const Shape<D>& shape, const Orientation<D>& orientation) {
  if (orientation == Orientation<D>{}) return shape;
  return std::visit(Turn<D>{rotation_of(orientation)}, static_cast<const AnyShape<D>&>(shape));
}

template <int D>
std::vector<Placed<D>> turned_parts(const Placed<D>& placed) {
  if (placed.orientation == Orientation<D>{}) return {placed};
  if constexpr (D == 2) {
    if (const auto* polygon = std::get_if<Polygon>(&placed.shape)) {
      const Turn<2> turn{rotation_of(placed.orientation)};
      std::vector<Placed<2>> parts;
      for (std::size_t i = 0; i < polygon->pieces(); ++i)
        parts.push_back({Hull<2>{turn.all(polygon->piece(i))}, placed.position, {}});
      return parts;
    }
  }
  return {{turned_shape(placed.shape, placed.orientation), placed.position, {}}};
}

template Shape<2> turned_shape(const Shape<2>&, const Orientation<2>&);
template Shape<3> turned_shape(const Shape<3>&, const Orientation<3>&);
template std::vector<Placed<2>> turned_parts(const Placed<2>&);
template std::vector<Placed<3>> turned_parts(const Placed<3>&);

}  // namespace firsthit
