#pragma once

#include "engine/roles.hpp"
#include "query/tolerant/solid_meeting.hpp"
#include "world/bodies/body_table.hpp"
#include "world/bodies/support_table.hpp"
#include "world/motion/free_flight.hpp"

#include <optional>
#include <span>

namespace firsthit {

/// Sets the tolerance of an approach for the largest length [L] that takes part, and both speeds [L/T].
template <int D>
void set_tolerance(RelativeMotion<D>& approach, double length, double speed, const Space<D>& space);

/// Tells when bodies of any shape meet each other, and the sides of the box.
template <int D>
class SolidPredictor {
 public:
  /// All must outlive the predictor.
  SolidPredictor(const BodyTable<D>& table, const FreeFlight<D>& flight, const Space<D>& space,
                 const SupportTable<D>& supports)
      : table_(table), flight_(flight), space_(space), supports_(supports) {}

  struct Found {
    Instant time = kEndOfTime;
    SolidMeeting<D> meeting;             // its delay is from some clock on
    double tolerance = 0.0;              // [L] as of a RelativeMotion
    std::optional<Support<D>> leaves{};  // it is not a meeting: one of them slides off this of the other
    bool slid = false;  // nor is this: friction of the one on the other acts differently then
  };

  /// When two meet, and how, or when the one slides off the other, or friction changes there; a pure function
  /// of their records.
  Found meet(std::span<const Record<D>> records, const OrderedPair<D>& pair) const;

  /// When two that go through each other next begin to overlap, or cease to if they are `inside`, from `now`
  /// on.
  Instant pass(std::span<const Record<D>> records, const OrderedPair<D>& pair, bool inside,
               const Instant& now) const;

  /// [L] From the place of the first to that of the second at `time`; of a side, to its plane.
  Vec<D> apart(std::span<const Record<D>> records, const OrderedPair<D>& pair, const Instant& time) const;

  /// Is it no ball, and turns now, or may?
  bool turns(Id id) const { return supports_.turns(id); }
  /// As it stands.
  const Solid<D>& solid(Id id) const { return supports_.solid(id); }

 private:
  RelativeMotion<D> approach_of(std::span<const Record<D>> records, const OrderedPair<D>& pair,
                                const Instant& start) const;
  Found next_meeting(std::span<const Record<D>> records, const OrderedPair<D>& pair) const;
  Found next_from(std::span<const Record<D>> records, const OrderedPair<D>& pair, const Instant& start) const;
  SolidMeeting<D> meet_from(const OrderedPair<D>& pair, const RelativeMotion<D>& approach) const;
  Found next_of_held(const OrderedPair<D>& pair, const RelativeMotion<D>& approach,
                     std::span<const Support<D>> supports, bool turned) const;
  SolidMeeting<D> meet_side(std::span<const SolidPiece<D>> pieces, Id side,
                            const RelativeMotion<D>& approach) const;
  SolidMeeting<D> piece_meets(const OrderedPair<D>& pair, const RelativeMotion<D>& approach,
                              std::size_t piece_a, std::size_t piece_b) const;
  double extent_of(Id id) const;
  void set_tolerance(std::span<const Record<D>> records, const OrderedPair<D>& pair, const Instant& start,
                     RelativeMotion<D>& approach) const;

  const BodyTable<D>& table_;
  const FreeFlight<D>& flight_;
  const Space<D>& space_;
  const SupportTable<D>& supports_;
};

}  // namespace firsthit
