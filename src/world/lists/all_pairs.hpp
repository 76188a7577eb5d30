#pragma once

#include "engine/roles.hpp"
#include "world/bodies/body_table.hpp"
#include "world/lists/verlet_regions.hpp"
#include "world/motion/free_flight.hpp"
#include "world/neighbours/neighbour_finder.hpp"

#include <vector>

namespace firsthit {

/// Neighbours by looking at everybody: no cells, no lists. For comparison, and for a few bodies.
template <int D>
class AllPairs final : public NeighbourFinder<D> {
 public:
  using typename NeighbourFinder<D>::Found;

  AllPairs(const BodyTable<D>& table, const FreeFlight<D>& flight, const ImageCounters<D>& wraps,
           const Space<D>& space, const Shells& shells)
      : table_(table), flight_(flight), space_(space), regions_(table, flight, wraps, shells) {}

  void start(std::span<const Record<D>> records, const Instant& now = {});

  Candidates<D> candidates(Id body) override;
  Instant expiry(std::span<const Record<D>> records, Id body, const Instant& now) override;
  void course_changed(std::span<const Record<D>> records, Id body) override;
  void refresh(std::span<const Record<D>> records, Id body, const Instant& now) override;
  void add(std::span<const Record<D>> records, Id body, const Instant& now,
           std::vector<Id>& affected) override;
  void visit(const Vec<D>& centre, double reach, const Found& found) const override;

 private:
  void place_fixed(Id id);
  void add_images(Id body, Id partner);
  template <typename Each>
  void visit_images(const Vec<D>& centre, double reach, Id partner, Each&& each) const;

  const BodyTable<D>& table_;
  const FreeFlight<D>& flight_;
  const Space<D>& space_;
  VerletRegions<D> regions_;  // only where the box repeats: they bound the images that count
  CandidateList<D> found_;
};

}  // namespace firsthit
