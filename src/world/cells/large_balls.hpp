#pragma once

#include "core/prefetch.hpp"
#include "world/bodies/body_table.hpp"
#include "world/cells/large_ball_candidates.hpp"
#include "world/cells/layout/cell_map.hpp"
#include "world/cells/layout/cell_slots.hpp"
#include "world/motion/free_flight.hpp"
#include "world/neighbours/neighbour_finder.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace firsthit {

/// Balls that span many cells, among many that do not. A giant is in every cell in which a small ball could
/// touch it as long as it does not roam far from where it was: small balls find it in the cell of their own,
/// and it finds those in its cells.
///
/// Derivation: docs/numerics/neighbour-lists.md.
template <int D>
class Giants {
 public:
  /// All must outlive the giants. `small`: who is in which cell of the map.
  Giants(const BodyTable<D>& table, const Flight<D>& flight, const CellMap<D>& map, const CellSlots& small,
         const CellLayout<D>& layout);

  bool none() const { return all_.empty(); }

  /// All whose radius is above that of the small ones. Requires: those are in their cells.
  void start(std::span<const Record<D>> records, const Instant& now);
  std::size_t size() const { return all_.size(); }
  Id id(std::uint32_t giant) const { return all_[giant].id; }
  /// Where it is now.
  void move(std::uint32_t giant, const Place<D>& place);
  /// Its record is in the box again.
  void course_changed(std::uint32_t giant, const Record<D>& record);

  /// Adds the giants that whoever is in a cell may touch. False if there are none.
  bool add_in(std::uint32_t cell, CandidateList<D>& found) const;
  bool any_in(std::uint32_t cell) const { return !none() && slots_.first(cell)->count() > 0; }
  /// May whoever is in a cell touch this one?
  bool is_in(std::uint32_t giant, std::uint32_t cell) const;
  /// Whom a giant may meet soon, if that is known.
  SoonMet<D>& soon_met(std::uint32_t giant) { return all_[giant].soon; }
  /// Some know from now on whom they may meet soon, and want to be told.
  void want_to_be_told() { are_told_ = true; }
  bool are_told() const { return are_told_; }
  /// `body` has changed its course in a cell, or come into it: giants there may meet it soon.
  void tell(std::uint32_t cell, Id body) {
    slots_.each_in(cell, [&](std::uint32_t giant, bool) { all_[giant].soon.add(body); });
  }
  /// The same of a giant, whom others may meet soon.
  void tell_near(std::uint32_t giant) {
    for (const std::uint32_t other : all_[giant].near) all_[other].soon.add(all_[giant].id);
  }
  void forget_soon() {
    for (Giant& giant : all_) giant.soon.forget();
  }
  void fetch(std::uint32_t cell) const {
    if (!none()) prefetch(slots_.first(cell));
  }
  /// Adds everybody whom a giant may touch.
  void gather(std::uint32_t giant, CandidateList<D>& found) const;
  /// How long [T] it keeps near where it was, at least.
  double roam_delay(std::uint32_t giant, const Vec<D>& position, const Vec<D>& velocity) const;

  /// As Nearby::visit, for giants.
  void visit(const Vec<D>& centre, double reach, const typename Nearby<D>::Found& found) const;

 private:
  static constexpr std::size_t kAxes{D};

  struct Giant {
    Id id = 0;
    Vec<D> centre;        // [L] of its cells, in the box
    Image<D> boxes{};     // between the box of its record and that
    bool hollow = false;  // nobody is deep inside of it, nor will ever be
    std::vector<std::uint32_t> cells;
    std::vector<std::uint32_t> near;  // other giants that it may touch, and perhaps more
    SoonMet<D> soon{};
  };

  template <class Row>
  void each_row(const Giant& giant, const Row& each) const;
  void look_inside(std::uint32_t giant);
  Vec<D> way_between(const Vec<D>& from, const Vec<D>& to) const;
  std::uint32_t number_of(const Giant& giant) const {
    return static_cast<std::uint32_t>(&giant - all_.data());
  }
  void enter_cells(std::uint32_t giant);

  const BodyTable<D>& table_;
  const Flight<D>& flight_;
  const CellMap<D>& map_;
  const CellSlots& small_;
  double largest_;        // [L] radius of those that are small
  double part_of_radii_;  // with which balls may touch
  double roam_;           // [L]
  double beside_;         // [L] the overhang of cells, and slack that exceeds all rounding
  CellSlots slots_;       // giants by their numbers
  std::vector<Giant> all_;
  bool are_told_ = false;
};

}  // namespace firsthit
