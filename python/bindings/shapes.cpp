#include "handles.hpp"
#include "parts.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include <vector>

namespace nb = nanobind;

namespace firsthit::python {
namespace {

template <class S>
ShapeHandle in_both(const S& shape) {
  return {Shape<2>{shape}, Shape<3>{shape}};
}

template <int D>
ShapeHandle in_one(Shape<D> shape) {
  ShapeHandle r;
  r.set<D>(std::move(shape));
  return r;
}

template <int D>
std::vector<Vec<D>> vectors(nb::handle rows) {
  std::vector<Vec<D>> r;
  r.reserve(nb::len(rows));
  for (const nb::handle row : rows) r.push_back(vec<D>(row));
  return r;
}

ShapeHandle segment(const Tuple& from, const Tuple& to) {
  return with_dimension(from, [&]<int D>() { return in_one<D>(Segment<D>{vec<D>(from), vec<D>(to)}); });
}

ShapeHandle capsule(const Tuple& from, const Tuple& to, double radius) {
  return with_dimension(from, [&]<int D>() {
    return in_one<D>(Capsule<D>{vec<D>(from), vec<D>(to), radius});
  });
}

ShapeHandle box(const Tuple& half_extents) {
  return with_dimension(half_extents, [&]<int D>() { return in_one<D>(Box<D>{vec<D>(half_extents)}); });
}

ShapeHandle oriented_box(const Tuple& half_extents, const Tuple& axes) {
  return with_dimension(half_extents, [&]<int D>() {
    OrientedBox<D> r{vec<D>(half_extents), {}};
    for (int k = 0; k < D; ++k) r.axes[static_cast<std::size_t>(k)] = vec<D>(axes[k]);
    return in_one<D>(r);
  });
}

ShapeHandle hull(const Tuple& vertices, double radius) {
  return with_dimension(vertices[0], [&]<int D>() {
    return in_one<D>(Hull<D>{vectors<D>(vertices), radius});
  });
}

ShapeHandle triangle(const Tuple& vertices) {
  return in_one<3>(Triangle{{vec<3>(vertices[0]), vec<3>(vertices[1]), vec<3>(vertices[2])}});
}

ShapeHandle half_space(const Tuple& normal, double offset) {
  return with_dimension(normal, [&]<int D>() { return in_one<D>(HalfSpace<D>{vec<D>(normal), offset}); });
}

nb::typed<nb::list, nb::typed<nb::list, int>> polygon_pieces(const ShapeHandle& shape) {
  const auto& polygon = std::get<Polygon>(*shape.plane);
  nb::typed<nb::list, nb::typed<nb::list, int>> r;
  for (std::size_t i = 0; i < polygon.pieces(); ++i) {
    nb::list piece;
    for (const int number : polygon.numbers(i)) piece.append(number);
    r.append(piece);
  }
  return r;
}

/// Of a shape of both dimensions, the one that is asked for; of another, its own, which must be that.
template <class Ask>
auto in_dimension(const ShapeHandle& shape, std::optional<int> dimension, const Ask& ask) {
  if (shape.plane && shape.space && !dimension)
    throw InputError("dimension: expected 2 or 3 for a shape of both, found none");
  if (shape.plane && dimension.value_or(2) == 2) return ask(*shape.plane);
  if (shape.space && dimension.value_or(3) == 3) return ask(*shape.space);
  throw InputError(std::string("dimension: expected that of the shape, ") + (shape.plane ? "2" : "3") +
                   ", found " + std::to_string(dimension.value_or(0)));
}

double volume_of(const ShapeHandle& shape, std::optional<int> dimension) {
  return in_dimension(shape, dimension, [](const auto& s) { return volume(s); });
}

Tuple mass_properties_of(const ShapeHandle& shape, std::optional<int> dimension) {
  return in_dimension(shape, dimension, []<int D>(const Shape<D>& s) {
    const MassProperties<D> r = mass_properties(s);
    if constexpr (D == 2) {
      return nb::make_tuple(r.volume, tuple(r.centre), r.inertia_per_mass);
    } else {
      const auto& rows = r.inertia_per_mass;
      return nb::make_tuple(r.volume, tuple(r.centre),
                            nb::make_tuple(tuple(rows[0]), tuple(rows[1]), tuple(rows[2])));
    }
  });
}

nb::typed<nb::tuple, Tuple, Tuple> principal_inertia_of(const ShapeHandle& shape) {
  if (!shape.space) throw InputError("shape: expected one in space, found one in the plane");
  const PrincipalInertia r = principal_inertia(*shape.space);
  const auto& [w, x, y, z] = r.axes;
  return nb::make_tuple(tuple(r.moments), nb::make_tuple(w, x, y, z));
}

}  // namespace

void add_shapes(nb::module_& module) {
  nb::class_<ShapeHandle>(module, "Shape")
      .def_prop_ro("plane", [](const ShapeHandle& s) { return s.plane.has_value(); })
      .def_prop_ro("space", [](const ShapeHandle& s) { return s.space.has_value(); })
      .def("volume", &volume_of, nb::arg("dimension").none())
      .def("mass_properties", &mass_properties_of, nb::arg("dimension").none())
      .def("principal_inertia", &principal_inertia_of);
  module.def("point", [] { return in_both(Point{}); });
  module.def("ball", [](double radius) { return in_both(Ball{radius}); });
  module.def("container", [](double radius) { return in_both(Container{radius}); });
  module.def("segment", &segment);
  module.def("capsule", &capsule);
  module.def("box", &box);
  module.def("oriented_box", &oriented_box);
  module.def("hull", &hull);
  module.def("polygon", [](const Tuple& vertices) { return in_one<2>(Polygon(vectors<2>(vertices))); });
  module.def("polygon_pieces", &polygon_pieces);
  module.def("triangle", &triangle);
  module.def("half_space", &half_space);
  module.def("arc", [](double radius, const Tuple& from, const Tuple& to) {
    return in_one<2>(Arc{radius, vec<2>(from), vec<2>(to)});
  });
}

}  // namespace firsthit::python
