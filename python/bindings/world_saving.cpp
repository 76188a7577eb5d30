#include "live_world.hpp"
#include "streams.hpp"

#include <firsthit/world.hpp>

#include <nanobind/nanobind.h>

#include <istream>

namespace nb = nanobind;

namespace firsthit::python {
namespace {

template <int D>
World<D> load(const nb::bytes& state) {
  Memory memory(state);
  std::istream in(&memory);
  World<D> world = World<D>::load(in);
  memory.expect_end("World.load");
  return world;
}

/// Its corners and sides; none of a world in open space.
template <int D>
nb::object space(const LiveWorld<D>& self) {
  const Space<D>& space = self.asked().options().space;
  nb::list sides;
  bool is_open = true;
  for (const Side side : space.sides) {
    sides.append(static_cast<int>(side));
    is_open = is_open && side == Side::Open;
  }
  if (is_open && space.min == space.max) return nb::none();
  return nb::make_tuple(tuple(space.min), tuple(space.max), nb::tuple(sides));
}

}  // namespace

template <int D>
void add_saving(WorldClass<D>& world) {
  using Live = LiveWorld<D>;
  world.def("save", [](const Live& self) { return saved(self.asked()); });
  world.def_static("load", [](const nb::bytes& state) { return new Live(load<D>(state)); });
  world.def("space", &space<D>);
}

template void add_saving<2>(WorldClass<2>&);
template void add_saving<3>(WorldClass<3>&);

}  // namespace firsthit::python
