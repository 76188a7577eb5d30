#pragma once

#include "world/body_table.hpp"
#include "world/flight.hpp"
#include "world/nearby.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace firsthit {

/// How a box is divided into cells.
template <int D>
struct CellLayout {
  std::array<std::int32_t, std::size_t{D}> count{};  ///< along each axis
  Vec<D> width;                                      ///< [L]
  double largest = 0.0;                              ///< [L] of all radii
};

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

  /// The cells for such a world; nothing where they would not do, or lists do better.
  static std::optional<CellLayout<D>> layout(const BodyTable<D>& table, const Space<D>& space);

  Cells(const BodyTable<D>& table, const Flight<D>& flight, const Space<D>& space,
        const CellLayout<D>& layout);

  void start(std::span<const Record<D>> records);

  std::span<const Candidate<D>> candidates(Id body) override;
  std::optional<std::span<const Candidate<D>>> newcomers(Id body) override;
  Instant expiry(Id body) const override { return homes_[body].expiry; }
  Instant reach_in_time(Id) const override { return kEndOfTime; }
  void course_changed(std::span<const Record<D>> records, Id body) override;
  void refresh(std::span<const Record<D>> records, Id body, const Instant& now) override;
  void anticipate(std::span<const Record<D>> records, Id body, int stage) const override;
  void visit(const Vec<D>& centre, double reach, const Found& found) const override;

 private:
  static constexpr Id kNobody = 0xffffffffU;
  static constexpr std::uint32_t kNone = 0xffffffffU;
  static constexpr std::size_t kAxes{D};
  static constexpr std::size_t kSlots = 3;
  using Numbers = std::array<std::int32_t, kAxes>;

  /// How many boxes a cell is beyond its body's record, in a few bits per axis; or a look at its home tells.
  class PackedBoxes {
   public:
    PackedBoxes() = default;
    explicit PackedBoxes(const Image<D>& boxes);
    bool are_zero() const { return bits_ == 0; }
    bool are_far() const { return bits_ == kFar; }
    std::int32_t along(std::size_t axis) const;

   private:
    static constexpr int kBits = 30 / D;
    static constexpr std::uint32_t kFar = 0x80000000U;
    std::uint32_t bits_ = 0;
  };

  /// Who is in a cell, in no order, up to the first nobody; a full one may go on in another.
  struct Cell {
    std::array<Id, kSlots> body{kNobody, kNobody, kNobody};
    std::uint32_t next = kNone;
    std::array<PackedBoxes, kSlots> boxes{};
  };
  /// Where a body is, and how it will leave.
  struct Home {
    Instant expiry = kEndOfTime;  // when it passes into the next cell
    Numbers cell{};
    Image<D> boxes{};  // that the cell is beyond the box of the record
    std::uint8_t axis = 0;
    std::int8_t step = 0;
  };
  /// Along an axis, the cells before, at and after one: their share of numbers, and the boxes they are in.
  struct Three {
    std::array<std::size_t, 3> part{};
    std::array<std::int32_t, 3> box{};
    std::size_t begin = 0;
    std::size_t end = 3;
  };
  using Block = std::array<Three, kAxes>;
  struct Step {
    Id body = kNobody;
    std::size_t axis = 0;
    std::int32_t step = 0;
  };

  bool repeats(std::size_t axis) const { return space_.sides[axis] == Side::Periodic; }
  double side(std::size_t axis) const { return space_.max[axis] - space_.min[axis]; }
  std::size_t number(const Numbers& cell) const;
  Three around(std::int32_t here, std::size_t axis) const;
  Block around(Id body) const;
  template <class Each>
  void each_in(const Block& block, Each&& each) const;
  template <class Each>
  void each_in(std::size_t cell, const Each& each) const;
  Image<D> image_of(Id other, PackedBoxes boxes, const Image<D>& box) const;
  void look(Id body, const Block& block);
  void add_side(std::size_t axis, bool upper);

  void put(Id body);
  void take(Id body);
  std::uint32_t new_cell();
  void plan(Id body, const Vec<D>& position, const Vec<D>& velocity, const Instant& now);

  const BodyTable<D>& table_;
  const Flight<D>& flight_;
  const Space<D>& space_;
  CellLayout<D> layout_;
  std::array<std::size_t, kAxes> strides_{};
  Vec<D> inverse_width_;
  std::vector<Cell> cells_;  // those of the box; behind them those that go on
  std::uint32_t free_ = kNone;
  std::vector<Home> homes_;
  Step last_;                                     // the last body that passed into another cell
  std::array<std::vector<Three>, kAxes> threes_;  // by axis and cell
  std::vector<Candidate<D>> found_;               // the first count_
  std::size_t count_ = 0;
};

}  // namespace firsthit
