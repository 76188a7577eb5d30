#pragma once

#include "world/bodies/body_table.hpp"
#include "world/cells/large_balls.hpp"
#include "world/cells/layout/cell_layout.hpp"
#include "world/cells/layout/cell_map.hpp"
#include "world/cells/layout/cell_slots.hpp"
#include "world/cells/prefilter/first_in_cells.hpp"
#include "world/cells/prefilter/float_state_cache.hpp"
#include "world/motion/free_flight.hpp"
#include "world/neighbours/neighbour_finder.hpp"
#include "world/neighbours/packed_near_image.hpp"

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
/// For balls of like sizes, and a few that are larger, in a box without anything else in it, whose sides are
/// walls or repeat. Derivation of the margin: docs/numerics/neighbour-lists.md.
template <int D>
class Cells final : public NeighbourFinder<D> {
 public:
  using typename NeighbourFinder<D>::Found;

  /// Large balls with more than `many` around them keep in mind whom they may meet soon.
  Cells(const BodyTable<D>& table, const FreeFlight<D>& flight, const Space<D>& space,
        const CellLayout<D>& layout, std::size_t many = LargeBallCandidates<D>::kMany);

  /// Takes everybody in as it is at time `now`.
  void start(std::span<const Record<D>> records, const Instant& now);

  Candidates<D> candidates(Id body) override;
  bool knows_newcomers() const override { return true; }
  Candidates<D> newcomers(Id body) override;
  std::span<const Id> prefilter(std::span<const Record<D>> records, std::span<const Id> bodies,
                                const Instant& now) override;
  std::span<const Id> prefilter_newcomers(std::span<const Record<D>> records, Id body, const Instant& now,
                                          const Instant& until) override;
  bool first_meetings(std::span<const Record<D>> records, const Instant& now,
                      std::span<Meeting<D>> first) override;
  void set_next_prediction_time(Id body, const Instant& time) override {
    float_states_.set_next_prediction_time(body, time);
  }
  void prepare(Id a, Id b) override;
  Instant expiry(std::span<const Record<D>> records, Id body, const Instant& now) override;
  void course_changed(std::span<const Record<D>> records, Id body) override;
  void refresh(std::span<const Record<D>> records, Id body, const Instant& now) override;
  void start_anew(std::span<const Record<D>> records, Id body, const Instant& now) override;
  bool is_flexible() const override { return false; }
  std::vector<Id> better_order() const override;
  void add(std::span<const Record<D>>, Id, const Instant&, std::vector<Id>&) override;
  void remove(Id body) override;
  void prefetch_event(std::span<const Record<D>> records, Id body, EventKind kind, int stage) override;
  void visit(const Vec<D>& centre, double reach, const Found& found) const override;

 private:
  static constexpr std::size_t kAxes{D};
  using Cell = typename CellMap<D>::Cell;

  /// Where a body is, and how it will leave.
  struct CellAddress {
    Cell at{};                        // its cell along each axis; of large balls, their number in two halves
    std::uint16_t axis : 2 = 0;       // on which it passes into the next cell
    std::uint16_t up : 1 = 0;         // and whether to the higher one
    std::uint16_t is_inside : 1 = 0;  // nothing around it is across a side, seen from the body's record
    std::uint16_t is_large : 1 = 0;   // then the rest does not count
    std::uint16_t boxes : 9 =
        0;  // that the cell is beyond the box of the record (PackedNearImage), or far_ tells

    std::uint32_t large_ball() const { return at[0] | static_cast<std::uint32_t>(at[1]) << 16U; }
  };
  static_assert(sizeof(CellAddress) <= 8);

  /// Whom one looks at, perhaps gathered some time before.
  struct Gathered {
    Id body = kFirstSide;   // or nobody
    bool are_many = false;  // and not here
    std::size_t count = 0;
    PatchIds ids;
  };

  Image<D> boxes_of(Id body) const;
  void set_boxes(Id body, const Image<D>& boxes);
  void put(Id body);
  Candidates<D> seen_by(Id body, bool anybody_is_away);
  void add_side(std::size_t axis, bool upper) { found_.add_fixed(side_id(axis, upper), {}); }
  PrefilterField<D> field(std::span<const Record<D>> records) const {
    return {float_states_.frame(), float_states_.by_id(), records.data(), table_, flight_};
  }
  std::uint32_t cell_of(Id body) const { return map_.number(homes_[body].at); }
  bool sees() const { return float_states_.are_kept() && !table_.interactions.is_select(); }
  void tell_large_balls(Id body);
  std::span<const Id> large_ball_candidates(std::span<const Record<D>> records, Id body, const Instant& now);
  bool first_of_large_ball(std::span<const Record<D>> records, const Instant& now, PrefilterQuery<D>& look,
                           Meeting<D>& first);
  void gather(Id body, const Cell& cell, const CellPatch& patch, Gathered& near);
  std::span<const Id> ids_of(Id body, bool newcomers, Gathered& near);
  void forget_gathered();
  void fetch_seen_by(std::span<const Record<D>> records, std::span<const Id> bodies);
  std::span<const Id> look_around(std::span<const Record<D>> records, std::size_t count);
  bool meet_sides(const Record<D>& record, Id body, Meeting<D>& first) const;
  bool is_across(const Record<D>& record, const CellAddress& home) const;
  void choose_cell(const Record<D>& record, Id body);
  void settle(Id body, const Place<D>& place);
  Instant expiry_from_now(CellAddress& home, Id body, const Record<D>& record, const Instant& now) const;
  bool see_from_cell(const CellAddress& home, Vec<D>& place) const;
  double leave_straight(const Vec<D>& place, const Vec<D>& velocity, CellAddress& home) const;
  double leave(const Vec<D>& position, const Vec<D>& velocity, const Vec<D>& acceleration,
               CellAddress& home) const;

  const BodyTable<D>& table_;
  const FreeFlight<D>& flight_;
  const Space<D>& space_;
  CellLayout<D> layout_;
  bool has_walls_;
  bool chooses_;      // whoever changes its course may change its cell
  std::size_t many_;  // around a large ball who keeps in mind whom it may meet soon
  CellMap<D> map_;
  CellSlots slots_;
  LargeVector<CellAddress> homes_;
  std::unordered_map<Id, Image<D>> far_;  // boxes of those whose boxes are too many
  LargeBalls<D> large_balls_;
  FloatStateCache<D> float_states_;
  CandidateList<D> found_;
  std::array<Gathered, 2> gathered_;
  Gathered ahead_;  // by one who is going to look
  PrefilterLanes<D> lanes_ = prefilter_lanes<D>();
  std::array<PrefilterQuery<D>, 2> looks_;
  std::size_t looking_ = 0;  // so many of them count
  std::array<Id, 4> left_;   // of those left by the present looks, the first and the last
};

}  // namespace firsthit
