#include "live_world.hpp"
#include "parts.hpp"
#include "told.hpp"

#include <firsthit/world.hpp>

#include <nanobind/nanobind.h>

#include <exception>
#include <string>

namespace nb = nanobind;

namespace firsthit::python {
namespace {

template <int D>
WorldOptions<D> options(nb::handle space, const Tuple& gravity, double restitution,
                        std::uint32_t side_material, double contact_duration, bool rest, int neighbours,
                        double friction, double tangential_restitution, double rolling_friction,
                        double spinning_friction) {
  WorldOptions<D> r;
  if (!space.is_none()) {
    r.space.min = vec<D>(space[0]);
    r.space.max = vec<D>(space[1]);
    for (int i = 0; i < D; ++i)
      r.space.sides[static_cast<std::size_t>(i)] = static_cast<Side>(nb::cast<int>(space[2][i]));
  }
  r.gravity = vec<D>(gravity);
  r.restitution = restitution;
  r.side_material = Material{side_material};
  r.contact_duration = contact_duration;
  r.rest = rest;
  r.neighbours = static_cast<NeighbourSearch>(neighbours);
  r.friction = friction;
  r.tangential_restitution = tangential_restitution;
  r.rolling_friction = rolling_friction;
  r.spinning_friction = spinning_friction;
  return r;
}

template <int D>
void add(nb::module_& module, const char* name) {
  using Live = LiveWorld<D>;
  WorldClass<D> world(module, name);
  world.def(
      "__init__",
      [](Live* self, nb::object space, const Tuple& gravity, double restitution, std::uint32_t side_material,
         double contact_duration, bool rest, int neighbours, double friction, double tangential_restitution,
         double rolling_friction, double spinning_friction) {
        new (self) Live(World<D>(options<D>(space, gravity, restitution, side_material, contact_duration,
                                            rest, neighbours, friction, tangential_restitution,
                                            rolling_friction, spinning_friction)));
      },
      nb::arg("space").none(), nb::arg("gravity"), nb::arg("restitution"), nb::arg("side_material"),
      nb::arg("contact_duration"), nb::arg("rest"), nb::arg("neighbours"), nb::arg("friction"),
      nb::arg("tangential_restitution"), nb::arg("rolling_friction"), nb::arg("spinning_friction"));
  world.def("time", [](const Live& self) { return self.asked().time(); });
  world.def("size", [](const Live& self) { return self.asked().size(); });
  world.def("collisions", [](const Live& self) { return self.asked().collisions(); });
  world.def("collisions_of", [](const Live& self, int kind) {
    return self.asked().collisions(static_cast<ImpactKind>(kind));
  });
  world.def("events", [](const Live& self) { return self.asked().events(); });
  world.def("state_hash", [](const Live& self) { return self.asked().state_hash(); });
  world.def("measure", [](Live& self, double from, const Tuple& drift, bool path_length) {
    self.changed().measure({from, vec<D>(drift), path_length});
  });
  world.def("statistics", [](const Live& self) { return told(self.asked().statistics()); });
  const auto pairwise = [&world](const char* key, void (World<D>::*set)(Material, Material, double)) {
    world.def(key, [set](Live& self, std::uint32_t a, std::uint32_t b, double value) {
      (self.changed().*set)(Material{a}, Material{b}, value);
    });
  };
  pairwise("set_restitution", &World<D>::set_restitution);
  pairwise("set_friction", &World<D>::set_friction);
  pairwise("set_tangential_restitution", &World<D>::set_tangential_restitution);
  pairwise("set_rolling_friction", &World<D>::set_rolling_friction);
  pairwise("set_spinning_friction", &World<D>::set_spinning_friction);
  world.def("set_response", [](Live& self, std::uint32_t a, std::uint32_t b, int response) {
    self.changed().set_response(Material{a}, Material{b}, static_cast<Response>(response));
  });
  world.def_static("side", [](int axis, bool upper) { return World<D>::side(axis, upper).value; });
  add_bodies<D>(world);
  add_runs<D>(world);
  add_watchers<D>(world);
  add_looks<D>(world);
  add_saving<D>(world);
  add_copies<D>(module, world);
}

}  // namespace

void add_worlds(nb::module_& module) {
  nb::exception<Busy>(module, "Busy", PyExc_RuntimeError).attr("__doc__") =
      "The world is in use: it runs in another thread.";
  nb::exception<NotNow>(module, "NotNow", PyExc_RuntimeError).attr("__doc__") =
      "A callback does what it may not.";
  add<2>(module, "World2");
  add<3>(module, "World3");
}

}  // namespace firsthit::python
