#pragma once

#include <firsthit/observer.hpp>

#include "core/instant.hpp"
#include "engine/candidates.hpp"
#include "world/bodies/body_table.hpp"
#include "world/motion/free_flight.hpp"
#include "world/response/impact_parts.hpp"
#include "world/response/impact_statistics.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <utility>
#include <vector>

namespace firsthit {

/// So many events are handed over at a time, or up to twice as many. More: they are written to memory further
/// away and read from there. Fewer: more calls.
inline constexpr std::size_t kEventsOfBatch = 512;

/// As good as no event comes to more impacts and turns than this. More: what does not fit where there is no
/// memory for it is not handed over, and the run throws at the end of the event.
inline constexpr std::size_t kMostOfEvent = 16;

/// Reports impacts, turns and passings to the observers of a world and to its statistics, and numbers the
/// impacts. Observers may come and go while they are told. What one of them throws is kept until what it was
/// told of is complete.
template <int D>
class ImpactReporter {
 public:
  /// All must outlive the reporter.
  ImpactReporter(const BodyTable<D>& table, const FreeFlight<D>& flight, const SpinTable<D>& spins)
      : table_(table), flight_(flight), spins_(spins), statistics_(flight) {}

  void add(Observer<D>& observer) { observers_.push_back(&observer); }
  void remove(Observer<D>& observer);
  /// Is there anybody who is told of each event at once?
  bool has_observers() const { return !observers_.empty(); }

  /// `only`: whose events the observer is told of; empty: all.
  void add(BatchObserver<D>& observer, std::vector<Id> only);
  void remove(BatchObserver<D>& observer);
  /// Is there anybody who is told of many events at a time?
  bool has_batch_observers() const { return !subscriptions_.empty(); }
  /// Hands over what has come together, if it is much; or whatever it is.
  void deliver(bool all);
  /// From now on body i is the one whose id `name` tells; if it is empty, numbers are ids. Wanted for batch
  /// observers only: no others are told while numbers are not ids. Returns what it was, which can be set
  /// again without fail; what is thrown leaves all as it was.
  std::function<Id(Id)> renumber(std::function<Id(Id)> name);
  /// The same if it tells the same ids.
  void rename(std::function<Id(Id)> name) noexcept { name_.swap(name); }
  /// Whatever is told of an event next, and handed out, is so without fail: what observers throw is kept.
  void make_room() {
    if (room_ < kMostOfEvent) make_room_anew();
  }

  /// Is somebody being told of something?
  bool is_telling() const { return telling_; }
  /// Has an observer thrown something?
  bool has_thrown() const { return thrown_ != nullptr; }
  /// Throws that, once.
  void rethrow() {
    if (thrown_ != nullptr) std::rethrow_exception(std::exchange(thrown_, nullptr));
  }

  ImpactStatistics<D>& statistics() { return statistics_; }
  const ImpactStatistics<D>& statistics() const { return statistics_; }

  /// An impact has happened: every one has a number, whether it is reported or not.
  void count_impact(Id a, Id b) {
    ++impacts_;
    if (const ImpactKind kind = kind_of(a, b); kind != ImpactKind::BodyBody)
      ++with_fixed_[kind == ImpactKind::BodySide ? 1 : 0];
  }
  /// The same of two that both move.
  void count_meeting() { ++impacts_; }
  std::uint64_t impacts(ImpactKind kind) const {
    return kind == ImpactKind::BodyBody ? impacts_ - with_fixed_[0] - with_fixed_[1]
                                        : with_fixed_[kind == ImpactKind::BodySide ? 1 : 0];
  }

  /// But for who watches.
  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.statistics_, self.impacts_, self.with_fixed_);
  }

  /// Is anybody to be told of an event of the two?
  bool is_heard(Id a, Id b) const {
    return !observers_.empty() ||
           (!subscriptions_.empty() && (all_watched_ || is_watched(a) || is_watched(b)));
  }
  /// For the statistics.
  void measure_impact(const ImpactContact<D>& contact, const Bounce<D>& bounced, const Instant& time);
  void measure_flight(const ImpactParty<D>& party, const Instant& end) {
    if (statistics_.is_on()) statistics_.add_flight(flight_of(party), end);
  }
  /// For the observers: the impact that will be counted next. `point` [L]: where the two touch.
  /// `spins`: how the two turn, unless nobody does and no surface rubs.
  void report_impact(const ImpactContact<D>& contact, const Bounce<D>& bounced, const Instant& time,
                     const Vec<D>& point, const ImpactSpins<D>* spins = nullptr);
  /// For both. Requires: the body's acceleration is already that of its next flight.
  void report_turn(TurnKind kind, const ImpactParty<D>& party, Id support, const Vec<D>& velocity,
                   const Instant& time);
  void report_passing(const OrderedPair<D>& pair, bool enters, const Instant& time);

 private:
  struct Subscription {
    BatchObserver<D>* observer;  // none: it has gone while somebody was told
    std::vector<Id> only;        // whose events, by id; empty: all
    EventBatch<D> batch;
  };

  ImpactKind kind_of(Id a, Id b) const {
    return table_.moves(a) && table_.moves(b) ? ImpactKind::BodyBody
           : b >= kFirstSide                  ? ImpactKind::BodySide
                                              : ImpactKind::BodyObstacle;
  }
  EndedFlight<D> flight_of(const ImpactParty<D>& party) const {
    return {table_.moves(party.id) ? table_.mass[party.id] : kImmovable, party.velocity, party.acceleration,
            party.elapsed};
  }
  bool is_watched(Id body) const { return body < watched_.size() && watched_[body]; }
  Id name_of(Id body) const { return name_ && body < kFirstSide ? name_(body) : body; }
  BodyId id_of(Id body) const { return {name_of(body)}; }
  void find_watched();
  void make_room_anew();
  template <class Call>
  void tell(const Call& call);
  bool forget_gone();
  template <class Add>
  void hand_out(BodyId a, BodyId b, const Add& add);

  const BodyTable<D>& table_;
  const FreeFlight<D>& flight_;
  const SpinTable<D>& spins_;
  ImpactStatistics<D> statistics_;
  std::vector<Observer<D>*> observers_;  // with gaps, of those who have gone while somebody was told
  std::vector<Subscription> subscriptions_;
  bool all_watched_ = false;    // by one of the subscriptions
  std::vector<bool> watched_;   // by body: by any of them
  std::function<Id(Id)> name_;  // of a body its id, where numbers are not ids
  std::size_t room_ = 0;        // so many more fit into each batch
  bool telling_ = false;
  std::exception_ptr thrown_;  // by an observer
  std::uint64_t impacts_ = 0;
  std::array<std::uint64_t, 2> with_fixed_{};  // of them: with obstacles, with sides
};

}  // namespace firsthit
