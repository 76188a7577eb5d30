#include "live_world.hpp"

#include <firsthit/world.hpp>

#include <nanobind/nanobind.h>

#include <cstddef>
#include <istream>
#include <sstream>
#include <streambuf>
#include <string>
#include <string_view>

namespace nb = nanobind;

namespace firsthit::python {
namespace {

/// Bytes, read where they lie.
class Memory : public std::streambuf {
 public:
  explicit Memory(const nb::bytes& bytes) {
    char* const begin = const_cast<char*>(bytes.c_str());  // which a stream that only reads does not write
    setg(begin, begin, begin + bytes.size());
  }
  std::size_t left() const { return static_cast<std::size_t>(egptr() - gptr()); }
};

template <int D>
nb::bytes save(const LiveWorld<D>& self) {
  std::ostringstream out(std::ios::binary);
  self.asked().save(out);
  const std::string_view state = out.view();
  return nb::bytes(state.data(), state.size());
}

template <int D>
World<D> load(const nb::bytes& state) {
  Memory memory(state);
  std::istream in(&memory);
  World<D> world = World<D>::load(in);
  if (memory.left() > 0)
    throw InputError("World.load: expected the end of what was saved, found " +
                     std::to_string(memory.left()) + " bytes more");
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
  world.def("save", &save<D>);
  world.def_static("load", [](const nb::bytes& state) { return new Live(load<D>(state)); });
  world.def("space", &space<D>);
}

template void add_saving<2>(WorldClass<2>&);
template void add_saving<3>(WorldClass<3>&);

}  // namespace firsthit::python
