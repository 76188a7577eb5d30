#pragma once

#include <firsthit/observer.hpp>

#include "core/instant.hpp"
#include "engine/candidates.hpp"
#include "world/bodies/body_table.hpp"
#include "world/motion/free_flight.hpp"
#include "world/response/impact_parts.hpp"

#include <cstdint>
#include <vector>

namespace firsthit {

/// Reports impacts, turns and passings to the observers of a world, and numbers the impacts.
template <int D>
class ImpactReporter {
 public:
  /// All must outlive the reporter.
  ImpactReporter(const BodyTable<D>& table, const FreeFlight<D>& flight) : table_(table), flight_(flight) {}

  void add(Observer<D>& observer) { observers_.push_back(&observer); }
  void remove(Observer<D>& observer) { std::erase(observers_, &observer); }
  bool has_observers() const { return !observers_.empty(); }

  /// An impact has happened: every one has a number, whether it is reported or not.
  void count_impact() { ++impacts_; }
  /// The impact that will be counted next. `point` [L]: where the two touch.
  void report_impact(const ImpactContact<D>& contact, const Bounce<D>& bounced, const Instant& time,
                     const Vec<D>& point) const;
  /// Requires: the body's acceleration is already that of its next flight.
  void report_turn(TurnKind kind, const ImpactParty<D>& party, Id support, const Vec<D>& velocity,
                   const Instant& time) const;
  void report_passing(const OrderedPair<D>& pair, bool enters, const Instant& time) const;

 private:
  const BodyTable<D>& table_;
  const FreeFlight<D>& flight_;
  std::vector<Observer<D>*> observers_;
  std::uint64_t impacts_ = 0;
};

}  // namespace firsthit
