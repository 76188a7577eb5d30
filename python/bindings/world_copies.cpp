#include "live_world.hpp"
#include "told.hpp"

#include <firsthit/snapshot.hpp>
#include <firsthit/world.hpp>

#include <nanobind/nanobind.h>

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace nb = nanobind;

namespace firsthit::python {
namespace {

template <class Vectors>
nb::tuple tuples(const Vectors& vectors) {
  nb::list r;
  for (const auto& each : vectors) r.append(tuple(each));
  return nb::tuple(r);
}

// The class of Python's that a shape is of, and what makes it.
Tuple told(const Point&) { return nb::make_tuple("Point"); }
Tuple told(const Ball& s) { return nb::make_tuple("Ball", s.radius); }
Tuple told(const Container& s) { return nb::make_tuple("Container", s.radius); }
Tuple told(const Arc& s) { return nb::make_tuple("Arc", s.radius, tuple(s.from), tuple(s.to)); }
Tuple told(const Polygon& s) { return nb::make_tuple("Polygon", tuples(s.vertices())); }
Tuple told(const Triangle& s) { return nb::make_tuple("Triangle", tuples(s.vertices)); }
template <int D>
Tuple told(const Segment<D>& s) {
  return nb::make_tuple("Segment", tuple(s.from), tuple(s.to));
}
template <int D>
Tuple told(const Capsule<D>& s) {
  return nb::make_tuple("Capsule", tuple(s.from), tuple(s.to), s.radius);
}
template <int D>
Tuple told(const HalfSpace<D>& s) {
  return nb::make_tuple("HalfSpace", tuple(s.normal), s.offset);
}
template <int D>
Tuple told(const Box<D>& s) {
  return nb::make_tuple("Box", tuple(s.half_extents));
}
template <int D>
Tuple told(const OrientedBox<D>& s) {
  return nb::make_tuple("OrientedBox", tuple(s.half_extents), tuples(s.axes));
}
template <int D>
Tuple told(const Hull<D>& s) {
  return nb::make_tuple("Hull", tuples(s.vertices), s.radius);
}

template <int D>
Tuple body(const LiveWorld<D>& self, std::uint32_t id) {
  const Body<D> b = self.asked().body({id});
  const Tuple shape =
      std::visit([](const auto& s) { return told(s); }, static_cast<const AnyShape<D>&>(b.shape));
  return nb::make_tuple(shape, tuple(b.position), tuple(b.velocity), b.mass, b.material.value,
                        static_cast<int>(b.kind), b.filter.category, b.filter.mask, b.sensor,
                        static_cast<int>(b.after_hit), tuple(b.one_way), tuple(b.surface_velocity),
                        static_cast<int>(b.on_crush), b.spins, tuple(b.orientation),
                        tuple(b.angular_velocity), b.inertia);
}

/// What is told of the world as it was made, but for its box, by the names that Python has.
template <int D>
nb::dict options(const LiveWorld<D>& self) {
  const WorldOptions<D>& o = self.asked().options();
  nb::dict r;
  r["gravity"] = tuple(o.gravity);
  r["restitution"] = o.restitution;
  r["side_material"] = o.side_material.value;
  r["contact_duration"] = o.contact_duration;
  r["rest"] = o.rest;
  r["neighbours"] = static_cast<int>(o.neighbours);
  r["friction"] = o.friction;
  r["tangential_restitution"] = o.tangential_restitution;
  r["rolling_friction"] = o.rolling_friction;
  r["spinning_friction"] = o.spinning_friction;
  return r;
}

}  // namespace

template <int D>
void add_copies(nb::module_& module, WorldClass<D>& world) {
  using Live = LiveWorld<D>;
  world.def("body", &body<D>);
  world.def("options",
            [](const Live& self) -> nb::typed<nb::dict, nb::str, nb::any> { return options(self); });
  world.def("snapshot", [](const Live& self, Snapshot<D>& into) { self.asked().snapshot(into); });
  nb::class_<Snapshot<D>>(module, D == 2 ? "Snapshot2" : "Snapshot3")
      .def(nb::init<>())
      .def("time", &Snapshot<D>::time)
      .def("collisions", &Snapshot<D>::collisions)
      .def("size", &Snapshot<D>::size)
      .def("state", [](const Snapshot<D>& self, std::uint32_t id) { return told(self.state({id})); })
      .def("statistics", [](const Snapshot<D>& self) { return told(self.statistics()); });
}

template void add_copies<2>(nb::module_&, WorldClass<2>&);
template void add_copies<3>(nb::module_&, WorldClass<3>&);

}  // namespace firsthit::python
