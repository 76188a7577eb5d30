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
  Instant expiry(std::span<const Record<D>> records, Id body, const Instant& now) override;
  void course_changed(std::span<const Record<D>> records, Id body) override;
  void refresh(std::span<const Record<D>> records, Id body, const Instant& now) override;
  void start_anew(std::span<const Record<D>> records, Id body, const Instant& now) override;
  void anticipate(std::span<const Record<D>> records, Id body, EventKind kind, int stage) override;
  void visit(const Vec<D>& centre, double reach, const Found& found) const override;

 private:
  static constexpr std::size_t kAxes{D};
  static constexpr std::size_t kAround = D == 2 ? 9 : 27;
  using Numbers = std::array<std::int32_t, kAxes>;

  /// Where a body is, and how it will leave.
  struct Home {
    std::uint32_t number = 0;               // of the cell
    std::array<std::uint16_t, kAxes> at{};  // the same along each axis
    std::uint8_t axis : 3 = 0;              // on which it passes into the next cell
    std::uint8_t up : 1 = 0;                // and whether to the higher one
    std::uint8_t is_inside : 1 = 0;         // nothing around it is across a side, seen from the body's record
    FewBoxes<D> boxes;                      // that the cell is beyond the box of the record; or far_ tells
  };
  static_assert(sizeof(Home) <= 16);

  /// Along an axis, the cells before, at and after one: their share of numbers, and the boxes they are in.
  struct Three {
    std::array<std::size_t, 3> part{};
    std::array<std::int32_t, 3> box{};
    std::size_t begin = 0;
    std::size_t end = 3;
  };
  using Block = std::array<Three, kAxes>;
  /// Cells in sight of the one in their midst, where none of them is across a side of the box: in runs of
  /// `run` cells whose numbers follow each other.
  struct Sight {
    std::array<std::ptrdiff_t, kAround> way{};  // to the first of each run
    std::size_t runs = 0;
    std::size_t run = 1;
  };

  bool repeats(std::size_t axis) const { return space_.sides[axis] == Side::Periodic; }
  double side(std::size_t axis) const { return space_.max[axis] - space_.min[axis]; }
  std::size_t number(const Numbers& cell) const;
  Image<D> boxes_of(Id body) const;
  void set_boxes(Id body, const Image<D>& boxes);
  Three around(std::int32_t here, std::size_t axis) const;
  Block around(Id body) const;
  Sight sight_of(const Block& block) const;
  void put(Id body);
  template <class Each>
  void each_in(const Block& block, Each&& each) const;
  static bool look_from(const CellSlots::Piece* middle, const Sight& sight, CandidateList<D>& found);
  void look(const Block& block);
  void look_further(const Block& block);
  void unmark();
  void add_side(std::size_t axis, bool upper) { found_.add_fixed(side_id(axis, upper), {}); }
  void settle(Id body, const Place<D>& place);
  double leave_straight(const Record<D>& record, Home& home) const;
  double leave(const Vec<D>& position, const Vec<D>& velocity, const Vec<D>& acceleration, Home& home) const;

  const BodyTable<D>& table_;
  const Flight<D>& flight_;
  const Space<D>& space_;
  CellLayout<D> layout_;
  std::array<std::size_t, kAxes> strides_{};
  Vec<D> inverse_width_;
  CellSlots slots_;
  std::vector<Home> homes_;
  std::unordered_map<Id, Image<D>> far_;           // boxes of those whose boxes are too many
  std::array<std::vector<Three>, kAxes> threes_;   // by axis and cell
  std::array<std::vector<double>, kAxes> ends_;    // [L] of cells by axis; a wall has nothing behind it
  Sight all_around_;                               // from a cell that is at no side
  std::array<std::array<Sight, 2>, kAxes> ahead_;  // of it, what comes into sight by axis and direction
  CandidateList<D> found_;
  CandidateList<D> coming_;  // who will be looked at
};

}  // namespace firsthit
