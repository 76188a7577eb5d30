#include "fuzz/targets.hpp"

#include <firsthit/error.hpp>
#include <firsthit/world.hpp>

#include <sstream>
#include <string>

// Worlds that somebody says have been saved.

namespace firsthit::fuzzing {
namespace {

template <int D>
std::string saved(const World<D>& world) {
  std::ostringstream out;
  world.save(out);
  return out.str();
}

template <int D>
void load(const std::string& bytes) {
  std::istringstream in(bytes);
  World<D> world = [&]() -> World<D> {
    try {
      return World<D>::load(in);
    } catch (const InputError& error) {
      expect(std::string_view(error.what()).starts_with("World::load: "), "an error that says who refuses");
      throw;
    }
  }();
  std::istringstream again(saved(world));
  const World<D> copy = World<D>::load(again);
  expect(copy.state_hash() == world.state_hash(), "the same world if it is saved and loaded again");
  RunLimits limits;
  limits.events = 100;
  world.run_until(world.time() + 1.0, limits);
  world.state_hash();
}

}  // namespace

void saved_worlds(Input input) {
  if (input.size() > 1U << 16U) return;
  const std::string bytes(text_of(input));
  for (const int dimension : {2, 3}) {
    try {
      dimension == 2 ? load<2>(bytes) : load<3>(bytes);
    } catch (const InputError&) {
    }
  }
}

}  // namespace firsthit::fuzzing
