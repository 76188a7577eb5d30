#include "gas.hpp"

#include "core/random.hpp"
#include "core/vec_math.hpp"

#include <cmath>
#include <utility>

namespace firsthit::bench {
namespace {

constexpr double kPi = 3.141592653589793;
constexpr std::size_t kPerCell[] = {1, 2};  // places of the lattice, in 2D and 3D

/// Cells along each axis, the fewest that hold as many balls.
template <int D>
std::size_t cells_for(std::size_t bodies) {
  for (std::size_t m = 1;; ++m)
    if (kPerCell[D - 2] * m * m * (D == 3 ? m : 1) >= bodies) return m;
}

template <int D>
double length_for(std::size_t bodies, double packing) {
  const double volume = static_cast<double>(bodies) * kPi / (D == 2 ? 4.0 : 6.0) / packing;
  // As a float: no two libraries' cube roots differ by that much.
  return static_cast<double>(static_cast<float>(D == 2 ? std::sqrt(volume) : std::cbrt(volume)));
}

template <int D>
std::vector<Vec<D>> lattice(std::size_t cells, double length) {
  std::vector<Vec<D>> places;
  const double width = length / static_cast<double>(cells);
  const std::size_t count = cells * cells * (D == 3 ? cells : 1);
  for (std::size_t cell = 0; cell < count; ++cell)
    for (std::size_t k = 0; k < kPerCell[D - 2]; ++k) {
      Vec<D> place;
      std::size_t rest = cell;
      for (std::size_t axis = 0; axis < D; ++axis, rest /= cells)
        place[axis] = (static_cast<double>(rest % cells) + 0.25 + 0.5 * static_cast<double>(k)) * width;
      places.push_back(place);
    }
  return places;
}

}  // namespace

template <int D>
Gas<D> make_gas(std::size_t bodies, double packing, std::uint64_t seed) {
  Random random(seed);
  Gas<D> gas;
  gas.length = length_for<D>(bodies, packing);
  gas.positions = lattice<D>(cells_for<D>(bodies), gas.length);
  for (std::size_t i = 0; i < bodies; ++i)
    std::swap(gas.positions[i], gas.positions[i + random.below(gas.positions.size() - i)]);
  gas.positions.resize(bodies);

  Vec<D> sum{};
  for (std::size_t i = 0; i < bodies; ++i) {
    Vec<D> v;
    for (std::size_t axis = 0; axis < D; ++axis) v[axis] = random.normal();
    gas.velocities.push_back(v);
    sum = sum + v;
  }
  for (Vec<D>& v : gas.velocities) v = v - (1.0 / static_cast<double>(bodies)) * sum;
  return gas;
}

template Gas<2> make_gas<2>(std::size_t, double, std::uint64_t);
template Gas<3> make_gas<3>(std::size_t, double, std::uint64_t);

}  // namespace firsthit::bench
