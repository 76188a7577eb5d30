#pragma once

#include "engine/roles.hpp"
#include "response/bounce.hpp"
#include "world/body_table.hpp"
#include "world/flight.hpp"
#include "world/resting.hpp"
#include "world/wraps.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace firsthit {

/// Carries out the impacts of balls and the ends of their rests, and tells the observers.
template <int D>
class BallResolver final : public Resolver<D> {
 public:
  /// All arguments must outlive the resolver.
  BallResolver(const BodyTable<D>& table, const Flight<D>& flight, const Space<D>& space, Wraps<D>& wraps,
               Resting<D>& resting)
      : table_(table), flight_(flight), space_(space), wraps_(wraps), resting_(resting) {}

  /// [T] as in WorldOptions.
  void start(double contact_duration);

  Resolution resolve(std::span<Record<D>> records, Id body, const Event<D>& event) override;

  /// The record of a body that is given `velocity` [L/T] at `time`; observers are told.
  Record<D> steered(const Record<D>& record, Id body, const Vec<D>& velocity, const Instant& time);

  /// What a body's record holds besides place and velocity, as numbers for a hash.
  template <typename Add>
  void each_memory(Id body, Add&& add) const {
    if (memories_.empty()) return;
    for (const Instant& last : {memories_[body].impact, memories_[body].meeting}) {
      add(last.ticks);
      add(last.offset);
    }
  }

  std::vector<Observer<D>*>& observers() { return observers_; }

 private:
  struct Party;
  struct Contact;
  struct Answer;

  /// When a body last met anything, and when it last met a moving one. Negative ticks: never.
  struct Memory {
    Instant impact{-1, 0.0};
    Instant meeting{-1, 0.0};
  };

  Contact contact_of(std::span<const Record<D>> records, Id a, Id b, const Image<D>& image,
                     const Instant& time) const;
  Party party_of(std::span<const Record<D>> records, Id id, const Instant& time) const;
  Answer respond(const Contact& contact, const Instant& time);
  Answer meet_moving(const Contact& contact, const Instant& time);
  Answer meet_fixed(const Contact& contact, const Instant& time);
  Support<D> support_of(const Contact& contact) const;
  std::optional<double> leave_support(std::span<Record<D>> records, const Contact& contact,
                                      const Instant& time);
  bool in_contact(const Instant& last, const Instant& time) const;
  double rounding_of(const Contact& contact) const;
  double rounding_of(const Party& party) const;
  void renew(Record<D>& record, const Party& party, const Vec<D>& velocity, const Instant& time);
  void tell_impact(const Contact& contact, const Answer& answer, const Instant& time);
  void tell_rest(const Contact& contact, const Answer& answer, const Instant& time);
  void tell_turn(TurnKind kind, const Party& party, Id support, const Vec<D>& velocity, const Instant& time);

  const BodyTable<D>& table_;
  const Flight<D>& flight_;
  const Space<D>& space_;
  Wraps<D>& wraps_;
  Resting<D>& resting_;
  double contact_duration_ = 0.0;  // [T]
  double farthest_side_ = 0.0;     // [L] the largest coordinate of a side of the box
  std::vector<Memory> memories_;   // by id, where contacts last
  std::vector<Observer<D>*> observers_;
  std::uint64_t impacts_ = 0;
};

}  // namespace firsthit
