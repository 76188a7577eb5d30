#pragma once

#include "engine/candidates.hpp"
#include "engine/event.hpp"
#include "engine/record.hpp"

#include <cstddef>
#include <span>
#include <vector>

// What the engine asks of others. It knows ids and times; they know shapes, boxes and forces.

namespace firsthit {

/// When a body meets somebody.
template <int D>
struct Meeting {
  Candidate<D> with;
  Instant time = kEndOfTime;
  double area = 0.0;  ///< [L^(D-1)] of the contact
};

/// Tells when pairs meet. A pure function of the two records: the time counts from the later of
/// their clocks, so it does not matter when, or how often, it is asked.
template <int D>
class Predictor {
 public:
  virtual ~Predictor() = default;
  /// One body against a batch of candidates: appends to `meetings`. What comes later than `until`, or than
  /// another meeting of the batch, may be left out. No record is later than `now`.
  virtual void predict(std::span<const Record<D>> records, Id body, const Candidates<D>& candidates,
                       const Instant& now, const Instant& until, std::vector<Meeting<D>>& meetings) const = 0;
  /// From now on, until it is told that it is not so, no course changes and no time passes: what has been
  /// found of two bodies may be told again when the other one is asked about.
  virtual void remember(bool /*stands_still*/) const {}
};

/// Knows whom a body can meet before what it knows expires.
template <int D>
class Neighbours {
 public:
  virtual ~Neighbours() = default;
  /// Everybody whom `body` can meet before it or they expire. Valid until the next call.
  virtual Candidates<D> candidates(Id body) = 0;
  /// Until when `body` keeps within what its candidates cover, on its present course.
  virtual Instant expiry(std::span<const Record<D>> records, Id body, const Instant& now) = 0;
  /// The record of `body` has changed, just now.
  virtual void course_changed(std::span<const Record<D>> records, Id body) = 0;
  /// Renews what is known of `body` when it expires, at time `now`, and with it what is known of those near.
  virtual void refresh(std::span<const Record<D>> records, Id body, const Instant& now) = 0;
  /// The same at any time, later or earlier than before.
  virtual void start_anew(std::span<const Record<D>> records, Id body, const Instant& now) {
    refresh(records, body, now);
  }
  /// Does `newcomers` tell? Then meetings with others are as they were, and are worth knowing even beyond the
  /// expiry.
  virtual bool knows_newcomers() const { return false; }
  /// Those who have come into sight of `body` by the last refresh. Valid until the next call.
  virtual Candidates<D> newcomers(Id body) { return candidates(body); }
  /// A body more, the last of the records: `affected` are those whose candidates it has become.
  virtual void add(std::span<const Record<D>>, Id /*body*/, const Instant& /*now*/,
                   std::vector<Id>& /*affected*/) {}
  /// A body less.
  virtual void remove(Id /*body*/) {}
  /// Looks from some bodies for whom each may meet first, of all that it can meet, and tells of whom records
  /// will be needed: a hint to fetch what else is known of them. `first_meetings` tells what comes of it.
  /// Whoever looks around again before the two meet may be left out: he will see the one who looks now.
  virtual std::span<const Id> prefilter(std::span<const Record<D>>, std::span<const Id> /*bodies*/,
                                        const Instant& /*now*/) {
    return {};
  }
  /// The same from one body, for those who have come into its sight by the last refresh and are met until
  /// `until`.
  virtual std::span<const Id> prefilter_newcomers(std::span<const Record<D>>, Id /*body*/,
                                                  const Instant& /*now*/, const Instant& /*until*/) {
    return {};
  }
  /// Whom each of those who have just looked meets first: somebody or nobody, or perhaps somebody who is met
  /// later than was asked. False if that cannot be told: then the predictor is to be asked.
  virtual bool first_meetings(std::span<const Record<D>>, const Instant& /*now*/,
                              std::span<Meeting<D>> /*first*/) {
    return false;
  }
  /// On its present course `body` looks around again at `time`, or before it.
  virtual void set_next_prediction_time(Id /*body*/, const Instant& /*time*/) {}
  /// Of many, the two have met, and will look once their courses have changed: a hint.
  virtual void prepare(Id /*a*/, Id /*b*/) {}
  /// `body` will soon have an event of this kind: a hint to fetch what that will need from memory. Called
  /// with rising `stage`, 0 to 2, as the event comes nearer: what a stage fetches tells the next where to
  /// look.
  virtual void prefetch_event(std::span<const Record<D>>, Id /*body*/, EventKind, int /*stage*/) {}
};

/// What came of an event.
struct Resolution {
  double progress = 0.0;  ///< how far the two came together in the longer of their flights, in units of what
                          ///< rounding can tell from nothing
  bool impact = true;     ///< it counts as a collision
  bool turns = true;      ///< it changed the courses of the two
  bool too_fast = false;  ///< one of them is now faster than the clock can follow
  std::span<const Id> others = {};  ///< whose courses it changed, too; valid until the next event
  bool halts = false;               ///< the run is to end after it
};

/// Carries out impacts, and what else happens between two.
template <int D>
class Resolver {
 public:
  virtual ~Resolver() = default;
  /// Brings the records of `body` and of its partner to the event's time, and responds. The engine
  /// sees to epochs, generations and predictions. What is thrown leaves all as it was before.
  virtual Resolution resolve(std::span<Record<D>> records, Id body, const Event<D>& event) = 0;
};

}  // namespace firsthit
