#include "world/neighbours/neighbour_finder.hpp"

#include "world/bodies/scales.hpp"
#include "world/cells/cells.hpp"
#include "world/lists/all_pairs.hpp"
#include "world/lists/neighbour_lists.hpp"

namespace firsthit {

template <int D>
std::unique_ptr<NeighbourFinder<D>> make_neighbour_finder(const BodyTable<D>& table,
                                                          const FreeFlight<D>& flight,
                                                          const ImageCounters<D>& wraps,
                                                          const WorldOptions<D>& options,
                                                          std::span<const Record<D>> records,
                                                          const Instant& now, double part_of_radii) {
  if (options.neighbours == NeighbourSearch::Automatic)
    if (auto layout = layout_of_cells(table, options.space)) {
      layout->part_of_radii = part_of_radii;
      auto cells = std::make_unique<Cells<D>>(table, flight, options.space, *layout);
      cells->start(records, now);
      return cells;
    }
  return make_flexible_neighbour_finder(table, flight, wraps, options, records, now);
}

template <int D>
std::unique_ptr<NeighbourFinder<D>> make_flexible_neighbour_finder(
    const BodyTable<D>& table, const FreeFlight<D>& flight, const ImageCounters<D>& wraps,
    const WorldOptions<D>& options, std::span<const Record<D>> records, const Instant& now) {
  const Shells shells = shells_for<D>(table, records, options);
  const auto started = [&](auto search) {
    search->start(records, now);
    return search;
  };
  if (options.neighbours == NeighbourSearch::AllPairs)
    return started(std::make_unique<AllPairs<D>>(table, flight, wraps, options.space, shells));
  return started(std::make_unique<NeighbourLists<D>>(table, flight, wraps, options.space, shells));
}

template std::unique_ptr<NeighbourFinder<2>> make_neighbour_finder(const BodyTable<2>&, const FreeFlight<2>&,
                                                                   const ImageCounters<2>&,
                                                                   const WorldOptions<2>&,
                                                                   std::span<const Record<2>>, const Instant&,
                                                                   double);
template std::unique_ptr<NeighbourFinder<3>> make_neighbour_finder(const BodyTable<3>&, const FreeFlight<3>&,
                                                                   const ImageCounters<3>&,
                                                                   const WorldOptions<3>&,
                                                                   std::span<const Record<3>>, const Instant&,
                                                                   double);

template std::unique_ptr<NeighbourFinder<2>> make_flexible_neighbour_finder(
    const BodyTable<2>&, const FreeFlight<2>&, const ImageCounters<2>&, const WorldOptions<2>&,
    std::span<const Record<2>>, const Instant&);
template std::unique_ptr<NeighbourFinder<3>> make_flexible_neighbour_finder(
    const BodyTable<3>&, const FreeFlight<3>&, const ImageCounters<3>&, const WorldOptions<3>&,
    std::span<const Record<3>>, const Instant&);
}  // namespace firsthit
