#pragma once

#include "core/fp_environment.hpp"
#include "core/vec_math.hpp"
#include "world/world_impl.hpp"
#include "world/worlds.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

// What is inside a world, and gases so large that their balls stand in memory as they do in space.

namespace firsthit {

constexpr std::uint64_t kForEver = std::numeric_limits<std::uint64_t>::max();

/// The inside of a world.
template <int D>
class Inside {
 public:
  explicit Inside(const World<D>& like) : impl_(like.options()) {
    for (std::uint32_t id = 0; id < like.size(); ++id) {
      const Body<D> body = like.body({id});
      impl_.table.add(body);
      impl_.starts.push_back({body.position, body.velocity, Instant{}});
    }
    impl_.begin();
  }

  void run(std::uint64_t collisions, std::uint64_t events = kForEver) {
    EngineLimits limits{kEndOfTime};
    limits.collisions = collisions;
    limits.events = events;
    impl_.run(limits);
  }
  /// Gives the bodies any numbers.
  void shuffle(Random& random) {
    std::vector<Id> order(impl_.table.size());
    std::iota(order.begin(), order.end(), 0U);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    impl_.renumber(order, {});
  }
  typename World<D>::Impl& impl() { return impl_; }

 private:
  FpEnvironment environment_;
  typename World<D>::Impl impl_;
};

/// A gas whose balls that are neighbours in space are strangers in memory; by itself, a dense one of as many
/// as are put in order.
inline World<2> large_gas(NeighbourSearch search = NeighbourSearch::Automatic, int row = 320,
                          double radius = 0.5, bool alike = true) {
  constexpr double kSpacing = 1.0625;
  WorldOptions<2> options = box<2>(Side::Periodic, row * kSpacing);
  options.neighbours = search;
  World<2> world(options);
  Random random(54);
  Random masses(57);
  std::vector<int> places(static_cast<std::size_t>(row) * static_cast<std::size_t>(row));
  std::iota(places.begin(), places.end(), 0);
  for (std::size_t i = places.size(); i > 1; --i) std::swap(places[i - 1], places[random.below(i)]);
  for (const int place : places)
    world.add(ball<2>({(place % row + 0.5) * kSpacing, (place / row + 0.5) * kSpacing},
                      {random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)}, radius,
                      alike ? 1.0 : masses.uniform(0.5, 2.0)));
  return world;
}

/// [L] From each body to the next one in memory, the median.
inline double way_to_next(Inside<2>& inside) {
  const std::span<const Record<2>> records = inside.impl().engine->records();
  const FreeFlight<2>& flight = inside.impl().flight;
  std::vector<double> ways;
  for (Id body = 0; body + 1 < records.size(); ++body) {
    const Instant& now = inside.impl().engine->now();
    const Image<2> image = flight.nearest_image(body, records[body], body + 1, records[body + 1], now);
    ways.push_back(length(flight.separation(body, records[body], body + 1, records[body + 1], image, now)));
  }
  std::nth_element(ways.begin(), ways.begin() + static_cast<std::ptrdiff_t>(ways.size() / 2), ways.end());
  return ways[ways.size() / 2];
}

}  // namespace firsthit
