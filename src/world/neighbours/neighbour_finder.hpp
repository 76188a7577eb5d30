#pragma once

#include "engine/roles.hpp"
#include "world/bodies/body_table.hpp"
#include "world/bodies/image_counters.hpp"
#include "world/motion/free_flight.hpp"

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace firsthit {

/// Neighbours that can also tell who is near a place.
template <int D>
class NeighbourFinder : public Neighbours<D> {
 public:
  using Found = std::function<void(Id, const Image<D>&)>;

  /// Can it take bodies, and places where they jump to, after its start?
  virtual bool is_flexible() const { return true; }

  /// All bodies in the order in which it would do better to find them in memory; nothing if it hardly
  /// matters.
  virtual std::vector<Id> better_order() const { return {}; }

  /// Calls `found` for everybody, moving or fixed, who may now be nearer to `centre` (inside the box) than
  /// `reach` [L] plus its own extent, and perhaps for others, once for each image; the image is what the
  /// body's record must be moved by. What reaches everywhere (half-spaces, containers) and the sides of
  /// the box are left out. The order is not specified.
  virtual void visit(const Vec<D>& centre, double reach, const Found& found) const = 0;
};

/// Those of a world at time `now`, however they do best, unless the options say how. Balls may touch when
/// they have only that part of their radii: below 1 they grow, and their neighbours leave it to the predictor
/// who meets whom.
template <int D>
std::unique_ptr<NeighbourFinder<D>> make_neighbour_finder(const BodyTable<D>& table,
                                                          const FreeFlight<D>& flight,
                                                          const ImageCounters<D>& wraps,
                                                          const WorldOptions<D>& options,
                                                          std::span<const Record<D>> records,
                                                          const Instant& now, double part_of_radii = 1.0);

/// The same, of those that are flexible.
template <int D>
std::unique_ptr<NeighbourFinder<D>> make_flexible_neighbour_finder(
    const BodyTable<D>& table, const FreeFlight<D>& flight, const ImageCounters<D>& wraps,
    const WorldOptions<D>& options, std::span<const Record<D>> records, const Instant& now);

}  // namespace firsthit
