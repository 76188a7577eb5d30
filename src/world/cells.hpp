#pragma once

#include "world/body_table.hpp"
#include "world/cell_layout.hpp"
#include "world/cell_slots.hpp"
#include "world/few_boxes.hpp"
#include "world/flight.hpp"
#include "world/nearby.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace firsthit {

/// Neighbours by cells that are wider than two balls that touch: whoever a ball can touch is in one of the
/// 3^D cells around its own. Nobody keeps lists; a ball that passes into another cell looks at those who come
/// into sight.
///
/// For balls of like sizes in a box without anything else in it, whose sides are walls or repeat.
/// Derivation of the margin: docs/numerics/neighbour-lists.md.
template <int D>
class Cells final : public Nearby<D> {
 public:
  using typename Nearby<D>::Found;

  Cells(const BodyTable<D>& table, const Flight<D>& flight, const Space<D>& space,
        const CellLayout<D>& layout);

  void start(std::span<const Record<D>> records);

  Candidates<D> candidates(Id body) override;
  bool knows_newcomers() const override { return true; }
  Candidates<D> newcomers(Id body) override;
  Instant expiry(std::span<const Record<D>> records, Id body, const Instant& now,
                 const Instant& until) override;
  void course_changed(std::span<const Record<D>> records, Id body) override;
  void refresh(std::span<const Record<D>> records, Id body, const Instant& now) override;
  void start_anew(std::span<const Record<D>> records, Id body, const Instant& now) override;
  void anticipate(std::span<const Record<D>> records, Id body, EventKind kind, int stage) override;
  void visit(const Vec<D>& centre, double reach, const Found& found) const override;

 private:
  static constexpr std::size_t kAxes{D};
  static constexpr std::size_t kAround = D == 2 ? 9 : 27;
  using Numbers = std::array<std::uint32_t, kAround>;
  using NumbersAhead = std::array<std::uint32_t, kAround / 3>;
  using Cell = std::array<std::uint16_t, kAxes>;  // by numbers along each axis

  /// Where a body is, and how it will leave.
  struct Home {
    std::uint32_t number = 0;        // of the cell
    Cell at{};                       // the same along each axis
    std::uint8_t axis : 3 = 0;       // on which it passes into the next cell
    std::uint8_t up : 1 = 0;         // and whether to the higher one
    std::uint8_t is_inside : 1 = 0;  // nothing around it is across a side, seen from the body's record
    FewBoxes<D> boxes;               // that the cell is beyond the box of the record; or far_ tells
  };
  static_assert(sizeof(Home) <= 16);

  /// What the cells before, at and after one along an axis add to a number.
  using Three = std::array<std::uint32_t, 3>;

  bool repeats(std::size_t axis) const { return space_.sides[axis] == Side::Periodic; }
  double side(std::size_t axis) const { return space_.max[axis] - space_.min[axis]; }
  std::uint32_t number(const Cell& cell) const;
  Image<D> boxes_of(Id body) const;
  void set_boxes(Id body, const Image<D>& boxes);
  void put(Id body);
  Cell passed(const Home& home) const;
  Numbers around(const Cell& cell) const;
  NumbersAhead ahead(const Cell& cell, std::size_t axis, bool up) const;
  bool gather(CandidateList<D>& found, std::span<const std::uint32_t> cells) const;
  Candidates<D> seen_by(Id body, bool anybody_is_away);
  void add_side(std::size_t axis, bool upper) { found_.add_fixed(side_id(axis, upper), {}); }
  void settle(Id body, const Place<D>& place);
  bool keeps_within(const Home& home, const Record<D>& record, double elapsed) const;
  double leave_straight(const Record<D>& record, Home& home) const;
  double leave(const Vec<D>& position, const Vec<D>& velocity, const Vec<D>& acceleration, Home& home) const;

  const BodyTable<D>& table_;
  const Flight<D>& flight_;
  const Space<D>& space_;
  CellLayout<D> layout_;
  Vec<D> inverse_width_;
  CellSlots slots_;
  std::vector<Home> homes_;
  std::unordered_map<Id, Image<D>> far_;          // boxes of those whose boxes are too many
  std::array<std::vector<Three>, kAxes> threes_;  // by axis and cell
  std::array<std::vector<double>, kAxes> ends_;   // [L] of cells by axis; a wall has nothing behind it
  CandidateList<D> found_;
  CandidateList<D> coming_;  // who will be looked at
};

}  // namespace firsthit
