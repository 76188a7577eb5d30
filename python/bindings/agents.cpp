#include "live_world.hpp"
#include "parts.hpp"
#include "streams.hpp"

#include <firsthit/agents.hpp>
#include <firsthit/curved_paths.hpp>

#include <nanobind/nanobind.h>

#include <cstdint>
#include <istream>
#include <vector>

namespace nb = nanobind;

namespace firsthit::python {
namespace {

/// Of tuples: body, goal, preferred speed, steering, largest acceleration.
template <int D>
std::vector<Agent<D>> agents(const Tuple& told) {
  std::vector<Agent<D>> r;
  for (const nb::handle each : told)
    r.push_back({{nb::cast<std::uint32_t>(each[0])},
                 vec<D>(each[1]),
                 nb::cast<double>(each[2]),
                 static_cast<Steering>(nb::cast<int>(each[3])),
                 nb::cast<double>(each[4])});
  return r;
}

template <int D>
void add(nb::module_& module, const char* agents_name, const char* paths_name) {
  nb::class_<Agents<D>>(module, agents_name)
      .def("__init__", [](Agents<D>* self, const Tuple& told, double window,
                          double path_error) { new (self) Agents<D>(agents<D>(told), window, path_error); })
      .def("pieces", &Agents<D>::pieces)
      .def("piece", &Agents<D>::piece)
      .def("steer", [](Agents<D>& self, LiveWorld<D>& world) { self.steer(world.steered()); })
      .def("save", [](const Agents<D>& self) { return saved(self); })
      .def("load", [](Agents<D>& self, const nb::bytes& state) {
        Memory memory(state);
        std::istream in(&memory);
        self.load(in);
        memory.expect_end("Agents.load");
      });
  using Paths = CurvedPaths<D>;
  nb::class_<Paths>(module, paths_name)
      .def(nb::init<double, double, double>())
      .def("pieces", &Paths::pieces)
      .def("piece", &Paths::piece)
      // Python keeps the function alive.
      .def("follow",
           [](Paths& self, std::uint32_t body, nb::handle acceleration) {
             self.follow({body}, [acceleration](const Vec<D>& position, const Vec<D>& velocity, double time) {
               return vec<D>(acceleration(tuple(position), tuple(velocity), time));
             });
           })
      .def("steer", [](Paths& self, LiveWorld<D>& live) {
        World<D>& world = live.steered();
        live.in_the_middle([&] { self.steer(world); });
      });
}

}  // namespace

void add_agents(nb::module_& module) {
  add<2>(module, "Agents2", "CurvedPaths2");
  add<3>(module, "Agents3", "CurvedPaths3");
  module.def("pieces_within", &pieces_within);
}

}  // namespace firsthit::python
