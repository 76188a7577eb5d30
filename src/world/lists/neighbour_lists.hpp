#pragma once

#include "engine/packed_image.hpp"
#include "engine/roles.hpp"
#include "index/cell_grid.hpp"
#include "world/bodies/body_table.hpp"
#include "world/containers/list_pool.hpp"
#include "world/lists/verlet_regions.hpp"
#include "world/motion/free_flight.hpp"
#include "world/neighbours/neighbour_finder.hpp"

#include <cstdint>
#include <vector>

namespace firsthit {

/// Neighbours by lists over a grid of cells. A list holds everybody whose region meets the body's; two
/// moving bodies are always on each other's list, or neither is.
template <int D>
class NeighbourLists final : public NeighbourFinder<D> {
 public:
  using typename NeighbourFinder<D>::Found;

  NeighbourLists(const BodyTable<D>& table, const FreeFlight<D>& flight, const ImageCounters<D>& wraps,
                 const Space<D>& space, const Shells& shells);

  /// Makes all lists.
  void start(std::span<const Record<D>> records, const Instant& now = {});

  Candidates<D> candidates(Id body) override;
  Instant expiry(std::span<const Record<D>>, Id body, const Instant&) override {
    return regions_[body].expiry;
  }
  void course_changed(std::span<const Record<D>> records, Id body) override {
    regions_.course_changed(records, body);
  }
  void refresh(std::span<const Record<D>> records, Id body, const Instant& now) override;
  void add(std::span<const Record<D>> records, Id body, const Instant& now,
           std::vector<Id>& affected) override;
  void remove(Id body) override;
  void visit(const Vec<D>& centre, double reach, const Found& found) const override;
  std::span<const Id> prefilter(std::span<const Record<D>> records, std::span<const Id> bodies,
                                const Instant& now) override;
  void prefetch_event(std::span<const Record<D>> records, Id body, EventKind, int stage) override;

 private:
  /// The image is between the boxes of two regions, and always fits: centres lie inside the box and no moving
  /// body reaches further than a box; what is fixed in the plane is at most 2^13 boxes long.
  struct Entry {
    Id partner = 0;
    PackedImage<D> image;
    bool operator==(const Entry&) const = default;
  };
  /// What is now near the body that is being looked at.
  struct Near {
    Entry entry;
    std::uint32_t next = 0;  // in a chain of those whose ids are alike
    bool is_new = true;      // not on the body's list so far
  };
  using List = typename ListPool<Entry>::List;

  bool place_fixed(Id fixed);
  template <class Each>
  void each_who_reaches(Id fixed, const Each& each);
  void find(Id body);
  void tell_others(Id body);
  void set_list(Id body);
  bool is_kept_by(Id partner) const { return partner < lists_.size() && table_.moves(partner); }

  const BodyTable<D>& table_;
  const FreeFlight<D>& flight_;
  const Space<D>& space_;
  VerletRegions<D> regions_;
  CellGrid<D> grid_;
  ListPool<Entry> pool_;
  std::vector<List> lists_;
  std::vector<Id> everywhere_;
  std::vector<Near> near_;
  CandidateList<D> found_;
};

}  // namespace firsthit
