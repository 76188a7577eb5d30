#pragma once

#include "engine/roles.hpp"
#include "index/cell_grid.hpp"
#include "world/body_table.hpp"
#include "world/flight.hpp"
#include "world/nearby.hpp"
#include "world/regions.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace firsthit {

/// Neighbours by lists over a grid of cells. A list holds everybody whose region meets the body's.
template <int D>
class NeighbourLists final : public Nearby<D> {
 public:
  using typename Nearby<D>::Found;

  NeighbourLists(const BodyTable<D>& table, const Flight<D>& flight, const Wraps<D>& wraps,
                 const Space<D>& space, const Shells& shells);

  /// Makes all lists, at the world's start.
  void start(std::span<const Record<D>> records);

  std::span<const Candidate<D>> candidates(Id body) override;
  Instant expiry(Id body) const override { return regions_[body].expiry; }
  void course_changed(std::span<const Record<D>> records, Id body) override {
    regions_.course_changed(records, body);
  }
  void refresh(std::span<const Record<D>> records, Id body, const Instant& now) override;
  void visit(const Vec<D>& centre, double reach, const Found& found) const override;

 private:
  /// A neighbour, good for as long as it carries the neighbour's stamp.
  struct Entry {
    Id partner;
    std::uint32_t stamp;
    std::array<std::int16_t, std::size_t{D}> image;  // between the boxes of the two regions
  };
  struct List {
    std::vector<Entry> entries;
    std::size_t tidy = 0;  // entries when last rid of dead ones
    std::uint32_t stamp = 0;
  };

  void fill(Id body, bool tell_others);
  bool is_dead(const Entry& entry) const;
  void append(List& list, const Entry& entry);

  const BodyTable<D>& table_;
  const Flight<D>& flight_;
  const Space<D>& space_;
  Regions<D> regions_;
  CellGrid<D> grid_;
  std::vector<List> lists_;
  std::vector<Id> everywhere_;
  std::vector<Candidate<D>> found_;
};

}  // namespace firsthit
