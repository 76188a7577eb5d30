#pragma once

#include "core/instant.hpp"
#include "core/room.hpp"
#include "engine/record.hpp"

#include <cstddef>
#include <vector>

namespace firsthit {

/// When each body last met anything, and when it last met one that impacts move: a body whose last impact is
/// not longer ago than the contact duration is still in contact. Kept only where contacts last.
///
/// Source: the TC model, Luding and McNamara 1998, doi:10.1007/s100350050017.
class LastImpacts {
 public:
  /// Of so many bodies, none of which has met anything. Contacts last so long [T]; 0: nothing is kept.
  void start(std::size_t bodies, double contact_duration);
  bool are_kept() const { return contact_duration_ > 0.0; }

  void make_room_for_one() {
    if (are_kept()) make_room(all_);
  }
  /// One more body.
  void add() {
    if (are_kept()) all_.emplace_back();
  }
  /// The clock's ticks have become 2^-finer as long.
  void set_timebase(const Timebase& timebase, int finer);

  /// Requires: they are kept.
  void remember(Id body, const Instant& time, bool has_met_dynamic) {
    all_[body].impact = time;
    if (has_met_dynamic) all_[body].meeting = time;
  }

  /// Has it just met anything? What has no place here, as a side, never has.
  bool in_contact(Id body, const Timebase& timebase, const Instant& time) const {
    return body < all_.size() && lasts(all_[body].impact, timebase, time);
  }
  /// Has it just met one that impacts move?
  bool in_contact_with_dynamic(Id body, const Timebase& timebase, const Instant& time) const {
    return body < all_.size() && lasts(all_[body].meeting, timebase, time);
  }

  /// What is kept of a body, as numbers for a hash.
  template <typename Add>
  void each_number(Id body, Add&& add) const {
    if (!are_kept()) return;
    for (const Instant& last : {all_[body].impact, all_[body].meeting}) {
      add(last.ticks);
      add(last.offset);
    }
  }

  /// Requires: they have started.
  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    const std::size_t bodies = self.all_.size();
    archive(self.all_);
    archive.require(self.all_.size() == bodies, "expected as many as there are bodies, found others");
  }

 private:
  /// Negative ticks: never.
  struct Last {
    Instant impact{-1, 0.0};
    Instant meeting{-1, 0.0};

    template <class Self, class Archive>
    static void persist(Self& self, Archive& archive) {
      archive(self.impact, self.meeting);
    }
  };

  bool lasts(const Instant& last, const Timebase& timebase, const Instant& time) const {
    return last.ticks >= 0 && timebase.between(last, time) < contact_duration_;
  }

  double contact_duration_ = 0.0;  // [T]
  std::vector<Last> all_;          // by id
};

}  // namespace firsthit
