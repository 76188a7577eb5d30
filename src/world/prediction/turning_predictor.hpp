#pragma once

#include "engine/candidates.hpp"
#include "engine/record.hpp"
#include "world/bodies/body_table.hpp"
#include "world/bodies/spin_table.hpp"
#include "world/motion/free_flight.hpp"

#include <firsthit/first_hit.hpp>

#include <array>
#include <limits>
#include <span>
#include <vector>

namespace firsthit {

/// What comes of two of which one turns.
struct TurningMeeting {
  Instant time = kEndOfTime;
  bool meets = false;     ///< or they are only to be looked at again then
  bool is_later = false;  ///< than was asked for: when, or whether, is not told
};

/// [T] A time in which they may touch.
struct TurningPassage {
  double begin = 0.0;
  double end = std::numeric_limits<double>::infinity();
};

/// What a Spinning and a Tumbling tell alike.
template <int D>
struct RigidCourse {
  const Vec<D>& position;      ///< [L]
  const Vec<D>& velocity;      ///< [L/T]
  const Vec<D>& acceleration;  ///< [L/T^2]
  const Orientation<D>& orientation;
};
/// Requires: the motion is one of these.
template <int D>
RigidCourse<D> course(const Moving<D>& moving);

/// How fast something turns at most.
struct TurningRate {
  double rate = 0.0;        ///< [rad/T]
  bool is_stepped = false;  ///< it is followed step by step
};
template <int D>
TurningRate rate_of(const Moving<D>& moving);

/// Where two of which one turns touch.
template <int D>
struct TurningTouch {
  Vec<D> normal{};  ///< unit, from the first to the second; zero if they do not touch
  Vec<D> apart{};   ///< [L] from the place of the first to that of the second
  Vec<D> low{};     ///< [L] both ends of the contact, seen from the first
  Vec<D> high{};
  double gap = 0.0;       ///< [L] below 0 where they overlap
  bool is_patch = false;  ///< in space: they touch along more than a place, of which both ends are the middle
};

/// Tells when two bodies meet of which one is no ball, and turns: by the query's own kernel, which misses no
/// impact deeper than its resolution. It looks ahead through windows of time, which depend on nothing but the
/// two records; where a few of them tell nothing the two are to be looked at again.
template <int D>
class TurningPredictor {
 public:
  /// All must outlive it.
  TurningPredictor(const BodyTable<D>& table, const FreeFlight<D>& flight, const Space<D>& space,
                   const SpinTable<D>& spins)
      : table_(table), flight_(flight), space_(space), spins_(spins) {}

  /// When they meet from `now` on; a pure function of the two records.
  TurningMeeting meet(std::span<const Record<D>> records, const OrderedPair<D>& pair,
                      const Instant& now) const;
  /// The same where nobody asks for what comes more than `latest` [T] after now: that takes a fraction of the
  /// time.
  TurningMeeting meet_within(std::span<const Record<D>> records, const OrderedPair<D>& pair,
                             const Instant& now, double latest) const;
  /// The two meet at `time`, as `meet` has told, next of all that happens to `body`: so it will be asked
  /// again, and tells the same without a look if both still go on as they do now. Of each body the last is
  /// kept.
  void expect(std::span<const Record<D>> records, Id body, const OrderedPair<D>& pair, const Instant& now,
              const Instant& time) const;
  /// When the next of two that let each other pass enters or leaves the other, from `now` on: `inside` says
  /// which of both. Told by windows of time, too; a stay, or a gap, shorter than what their speeds need for
  /// 2^-40 of their reach may go unseen.
  TurningMeeting pass(std::span<const Record<D>> records, const OrderedPair<D>& pair, bool inside,
                      const Instant& now) const;
  /// How they touch at `time`, at which they meet; as their places round, by `rounding` [L], they may be a
  /// little apart.
  TurningTouch<D> touch(std::span<const Record<D>> records, const OrderedPair<D>& pair, const Instant& time,
                        double rounding) const;

 private:
  struct Two {
    Moving<D> a;
    Moving<D> b;
    bool turned = false;  // a is the second of the pair
  };
  /// What is asked of two.
  struct Question {
    std::span<const Record<D>> records;
    const OrderedPair<D>& pair;
    const Instant& start;  // from which windows count
    const Two& two;        // as they are then
    double elapsed;        // [T] from then on until now
    double latest;         // [T] from then on: what comes later is not asked for
  };
  Motion<D> motion_of(Id id, const Record<D>& record, const Instant& time) const;
  Two two_at(std::span<const Record<D>> records, const OrderedPair<D>& pair, const Instant& time) const;
  double window_of(const Two& two, double reach) const;
  double reach_of(const OrderedPair<D>& pair) const;
  double depth_at(std::span<const Record<D>> records, const OrderedPair<D>& pair, const Instant& time) const;
  double passing_speed(const Two& two, const OrderedPair<D>& pair) const;
  double passing_acceleration(const Two& two) const;
  double leave(std::span<const Record<D>> records, const OrderedPair<D>& pair, const Instant& start, double t,
               double length, double reach) const;
  double enter(std::span<const Record<D>> records, const OrderedPair<D>& pair, const Instant& start, double t,
               double length) const;
  Instant cross(std::span<const Record<D>> records, const OrderedPair<D>& pair, const Instant& start,
                double length, double reach, bool inside, const Instant& now) const;
  /// All that tells how a body goes on.
  struct Going {
    Vec<D> position{};
    Vec<D> velocity{};
    Vec<D> acceleration{};
    Instant clock{};
    Spin<D> spin{};

    friend bool operator==(const Going&, const Going&) = default;
  };
  struct Expected {
    Id low = kFirstSide;
    Id high = kFirstSide;
    Image<D> image{};
    std::array<Going, 2> going{};
    double tick = 0.0;
    Instant told_at{};
    Instant time = kEndOfTime;
  };
  Going going(std::span<const Record<D>> records, Id id) const;
  const Expected* expected(std::span<const Record<D>> records, const OrderedPair<D>& pair,
                           const Instant& now) const;
  TurningPassage passage_to_side(std::span<const Record<D>> records, const OrderedPair<D>& pair,
                                 double reach) const;
  TurningMeeting look(const Question& asked, double begin, double length, int depth) const;
  TurningMeeting look_on(const Question& asked, const TurningPassage& passage, double length,
                         int depth) const;

  const BodyTable<D>& table_;
  const FreeFlight<D>& flight_;
  const Space<D>& space_;
  const SpinTable<D>& spins_;
  mutable std::vector<Expected> expected_;  // by body
};

}  // namespace firsthit
