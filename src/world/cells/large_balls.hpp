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

/// Balls that span many cells, among many that do not. A large ball is in every cell in which a small ball
/// could touch it as long as it does not roam far from where it was: small balls find it in the cell of their
/// own, and it finds those in its cells.
///
/// Derivation: docs/numerics/neighbour-lists.md.
template <int D>
class LargeBalls {
 public:
  /// All must outlive the large balls. `small`: who is in which cell of the map.
  LargeBalls(const BodyTable<D>& table, const FreeFlight<D>& flight, const CellMap<D>& map,
             const CellSlots& small, const CellLayout<D>& layout);

  bool none() const { return all_.empty(); }

  /// All whose radius is above that of the small ones. Requires: those are in their cells.
  void start(std::span<const Record<D>> records, const Instant& now);
  std::size_t size() const { return all_.size(); }
  Id id(std::uint32_t large_ball) const { return all_[large_ball].id; }
  /// Where it is now.
  void move(std::uint32_t large_ball, const Place<D>& place);
  /// Its record is in the box again.
  void course_changed(std::uint32_t large_ball, const Record<D>& record);

  /// Adds the large balls that whoever is in a cell may touch. False if there are none.
  bool add_in(std::uint32_t cell, CandidateList<D>& found) const;
  bool any_in(std::uint32_t cell) const { return !none() && slots_.first(cell)->count() > 0; }
  /// May whoever is in a cell touch this one?
  bool is_in(std::uint32_t large_ball, std::uint32_t cell) const;
  /// Whom a large ball may meet soon, if that is known.
  LargeBallCandidates<D>& large_ball_candidates(std::uint32_t large_ball) { return all_[large_ball].soon; }
  /// Some know from now on whom they may meet soon, and want to be told.
  void want_to_be_told() { are_told_ = true; }
  bool are_told() const { return are_told_; }
  /// `body` has changed its course in a cell, or come into it: large balls there may meet it soon.
  void tell(std::uint32_t cell, Id body) {
    slots_.each_in(cell, [&](std::uint32_t large_ball, bool) { all_[large_ball].soon.add(body); });
  }
  /// The same of a large ball, whom others may meet soon.
  void tell_near(std::uint32_t large_ball) {
    for (const std::uint32_t other : all_[large_ball].near) all_[other].soon.add(all_[large_ball].id);
  }
  void forget_soon() {
    for (LargeBall& large_ball : all_) large_ball.soon.forget();
  }
  void fetch(std::uint32_t cell) const {
    if (!none()) prefetch(slots_.first(cell));
  }
  /// Adds everybody whom a large ball may touch.
  void gather(std::uint32_t large_ball, CandidateList<D>& found) const;
  /// How long [T] it keeps near where it was, at least.
  double roam_delay(std::uint32_t large_ball, const Vec<D>& position, const Vec<D>& velocity) const;

  /// As NeighbourFinder::visit, for large balls.
  void visit(const Vec<D>& centre, double reach, const typename NeighbourFinder<D>::Found& found) const;

 private:
  static constexpr std::size_t kAxes{D};

  struct LargeBall {
    Id id = 0;
    Vec<D> centre;        // [L] of its cells, in the box
    Image<D> boxes{};     // between the box of its record and that
    bool hollow = false;  // nobody is deep inside of it, nor will ever be
    std::vector<std::uint32_t> cells;
    std::vector<std::uint32_t> near;  // other large balls that it may touch, and perhaps more
    LargeBallCandidates<D> soon{};
  };

  template <class Row>
  void each_row(const LargeBall& large_ball, const Row& each) const;
  void look_inside(std::uint32_t large_ball);
  Vec<D> way_between(const Vec<D>& from, const Vec<D>& to) const;
  std::uint32_t number_of(const LargeBall& large_ball) const {
    return static_cast<std::uint32_t>(&large_ball - all_.data());
  }
  void enter_cells(std::uint32_t large_ball);

  const BodyTable<D>& table_;
  const FreeFlight<D>& flight_;
  const CellMap<D>& map_;
  const CellSlots& small_;
  double largest_;        // [L] radius of those that are small
  double part_of_radii_;  // with which balls may touch
  double roam_;           // [L]
  double beside_;         // [L] the overhang of cells, and slack that exceeds all rounding
  CellSlots slots_;       // large balls by their numbers
  std::vector<LargeBall> all_;
  bool are_told_ = false;
};

}  // namespace firsthit
