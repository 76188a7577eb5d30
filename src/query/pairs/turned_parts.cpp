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
  std::vector<Shape<D>>& parts;

  template <class S>
  void operator()(const S& round) const {  // about its own centre
    parts.push_back(round);
  }
  void operator()(const Segment<D>& s) const {
    parts.push_back(Segment<D>{rotation.of(s.from), rotation.of(s.to)});
  }
  void operator()(const Capsule<D>& c) const {
    parts.push_back(Capsule<D>{rotation.of(c.from), rotation.of(c.to), c.radius});
  }
  void operator()(const Box<D>& box) const { (*this)(OrientedBox<D>{box.half_extents, kCoordinateAxes<D>}); }
  void operator()(const OrientedBox<D>& box) const {
    OrientedBox<D> turned = box;
    for (Vec<D>& axis : turned.axes) axis = rotation.of(axis);
    parts.push_back(turned);
  }
  void operator()(const Hull<D>& hull) const { add(hull.vertices, hull.radius); }
  void operator()(const Triangle& triangle) const {
    if constexpr (D == 3) add(triangle.vertices, 0.0);
  }
  void operator()(const Polygon& polygon) const {
    if constexpr (D == 2)
      for (std::size_t i = 0; i < polygon.pieces(); ++i) add(polygon.piece(i), 0.0);
  }
  void operator()(const HalfSpace<D>& plane) const {
    parts.push_back(HalfSpace<D>{rotation.of(plane.normal), plane.offset});
  }

 private:
  void add(std::span<const Vec<D>> vertices, double radius) const {
    Hull<D> hull{{}, radius};
    for (const Vec<D>& vertex : vertices) hull.vertices.push_back(rotation.of(vertex));
    parts.push_back(std::move(hull));
  }
};

}  // namespace

template <int D>
std::vector<Placed<D>> turned_parts(const Placed<D>& placed) {
  if (placed.orientation == Orientation<D>{}) return {placed};
  std::vector<Shape<D>> parts;
  std::visit(Turn<D>{rotation_of(placed.orientation), parts}, placed.shape);
  std::vector<Placed<D>> r;
  for (Shape<D>& part : parts) r.push_back({std::move(part), placed.position, {}});
  return r;
}

template std::vector<Placed<2>> turned_parts(const Placed<2>&);
template std::vector<Placed<3>> turned_parts(const Placed<3>&);

}  // namespace firsthit
