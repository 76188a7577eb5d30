#pragma once

#include "world/bodies/body_table.hpp"
#include "world/cells/large_balls.hpp"
#include "world/cells/layout/cell_addresses.hpp"
#include "world/cells/layout/cell_exit.hpp"
#include "world/cells/layout/cell_layout.hpp"
#include "world/cells/layout/cell_map.hpp"
#include "world/cells/layout/cell_slots.hpp"
#include "world/cells/prefilter/first_in_cells.hpp"
#include "world/cells/prefilter/float_state_cache.hpp"
#include "world/cells/prefilter/gathered_ids.hpp"
#include "world/cells/prefilter/prefilter_round.hpp"
#include "world/motion/free_flight.hpp"
#include "world/neighbours/neighbour_finder.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
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
  using Address = CellAddress<D>;

  void put(Id body);
  Candidates<D> seen_by(Id body, bool anybody_is_away);
  void add_side(std::size_t axis, bool upper) { found_.add_fixed(side_id(axis, upper), {}); }
  PrefilterField<D> field(std::span<const Record<D>> records) const {
    return {float_states_.frame(), float_states_.by_id(), records.data(), table_, flight_};
  }
  std::uint32_t cell_of(Id body) const { return map_.number(addresses_[body].at); }
  bool sees() const { return float_states_.are_kept() && !table_.interactions.is_select(); }
  void tell_large_balls(Id body);
  std::span<const Id> large_ball_candidates(std::span<const Record<D>> records, Id body, const Instant& now);
  bool first_of_large_ball(std::span<const Record<D>> records, const Instant& now, PrefilterQuery<D>& look,
                           Meeting<D>& first);
  void gather(Id body, const Cell& cell, const CellPatch& patch, GatheredIds& near);
  std::span<const Id> ids_of(Id body, bool newcomers, GatheredIds& near);
  void fetch_seen_by(std::span<const Record<D>> records, std::span<const Id> bodies);
  std::span<const Id> look_around(std::span<const Record<D>> records, std::size_t count);
  bool meet_sides(const Record<D>& record, Id body, Meeting<D>& first) const;
  bool is_across(const Record<D>& record, const Address& home) const;
  void choose_cell(const Record<D>& record, Id body);
  void settle(Id body, const Place<D>& place);
  Instant expiry_from_now(Address& home, Id body, const Record<D>& record, const Instant& now) const;
  bool see_from_cell(const Address& home, Vec<D>& place) const;

  const BodyTable<D>& table_;
  const FreeFlight<D>& flight_;
  const Space<D>& space_;
  CellLayout<D> layout_;
  bool has_walls_;
  bool chooses_;      // whoever changes its course may change its cell
  std::size_t many_;  // around a large ball who keeps in mind whom it may meet soon
  CellMap<D> map_;
  CellSlots slots_;
  CellAddresses<D> addresses_;
  LargeBalls<D> large_balls_;
  FloatStateCache<D> float_states_;
  CandidateList<D> found_;
  std::array<GatheredIds, PrefilterRound<D>::kMost> gathered_;  // for the next look only
  GatheredIds ahead_;                                           // by one who is going to look
  PrefilterLanes<D> lanes_ = prefilter_lanes<D>();
  PrefilterRound<D> round_;  // of the present look
};

}  // namespace firsthit
