#include "gas.hpp"

#include "core/random.hpp"
#include "core/vec_math.hpp"

#include <algorithm>
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

/// Of a cube or square of this volume.
template <int D>
double length_for(double volume) {
  // As a float: no two libraries' cube roots differ by that much.
  return static_cast<double>(static_cast<float>(D == 2 ? std::sqrt(volume) : std::cbrt(volume)));
}

template <int D>
double volume_of(std::size_t bodies) {
  return static_cast<double>(bodies) * kPi / (D == 2 ? 4.0 : 6.0);
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

/// Takes random places, so many in all.
template <int D>
void take_places(Gas<D>& gas, std::vector<Vec<D>> places, std::size_t bodies, Random& random) {
  for (std::size_t i = 0; i < bodies; ++i) std::swap(places[i], places[i + random.below(places.size() - i)]);
  places.resize(bodies);
  gas.positions.insert(gas.positions.end(), places.begin(), places.end());
}

/// Normal, without a sum of momenta.
template <int D>
void give_velocities(Gas<D>& gas, Random& random) {
  Vec<D> sum{};
  double mass = 0.0;
  for (std::size_t i = 0; i < gas.positions.size(); ++i) {
    Vec<D> v;
    for (std::size_t axis = 0; axis < D; ++axis) v[axis] = random.normal();
    if (gas.mass(i) != 1.0) v = (1.0 / std::sqrt(gas.mass(i))) * v;
    gas.velocities.push_back(v);
    sum = sum + gas.mass(i) * v;
    mass += gas.mass(i);
  }
  for (Vec<D>& v : gas.velocities) v = v - (1.0 / mass) * sum;
}

}  // namespace

template <int D>
Gas<D> make_gas(std::size_t bodies, double packing, std::uint64_t seed) {
  Random random(seed);
  Gas<D> gas;
  gas.length = length_for<D>(volume_of<D>(bodies) / packing);
  take_places(gas, lattice<D>(cells_for<D>(bodies), gas.length), bodies, random);
  give_velocities(gas, random);
  return gas;
}

template <int D>
Gas<D> make_mixture(std::size_t bodies, std::size_t large_balls, double ratio, double packing,
                    std::uint64_t seed) {
  Random random(seed);
  Gas<D> gas;
  gas.large_balls = large_balls;
  gas.large_radius = 0.5 * ratio;
  const double taken = volume_of<D>(large_balls) * gas.mass(0);
  gas.length = length_for<D>(volume_of<D>(bodies) / packing + taken);
  std::size_t row = 1;  // of large balls
  while ((D == 2 ? row * row : row * row * row) < large_balls) ++row;
  for (std::size_t i = 0; i < large_balls; ++i) {
    Vec<D> place;
    std::size_t rest = i;
    for (std::size_t axis = 0; axis < D; ++axis, rest /= row)
      place[axis] = (static_cast<double>(rest % row) + 0.5) * gas.length / static_cast<double>(row);
    gas.positions.push_back(place);
  }
  const auto is_clear = [&](const Vec<D>& place) {
    for (std::size_t i = 0; i < large_balls; ++i) {
      Vec<D> way = place - gas.positions[i];
      for (double& x : way.c) x = std::min(std::fabs(x), gas.length - std::fabs(x));
      if (length(way) < gas.large_radius + 0.51) return false;
    }
    return true;
  };
  std::vector<Vec<D>> places;
  for (std::size_t cells = cells_for<D>(bodies); places.size() < bodies; ++cells) {
    places.clear();
    for (const Vec<D>& place : lattice<D>(cells, gas.length))
      if (is_clear(place)) places.push_back(place);
  }
  take_places(gas, std::move(places), bodies, random);
  give_velocities(gas, random);
  return gas;
}

template Gas<2> make_gas<2>(std::size_t, double, std::uint64_t);
template Gas<3> make_gas<3>(std::size_t, double, std::uint64_t);
template Gas<2> make_mixture<2>(std::size_t, std::size_t, double, double, std::uint64_t);
template Gas<3> make_mixture<3>(std::size_t, std::size_t, double, double, std::uint64_t);

}  // namespace firsthit::bench
