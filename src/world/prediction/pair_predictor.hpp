#pragma once

#include "engine/roles.hpp"
#include "world/prediction/ball_predictor.hpp"
#include "world/prediction/overlap_pairs.hpp"
#include "world/prediction/solid_predictor.hpp"
#include "world/prediction/turning_predictor.hpp"

#include <map>
#include <tuple>
#include <vector>

namespace firsthit {

/// Tells when any two of a world meet: balls by kernels of their own, in lanes; others by the general one.
template <int D>
class PairPredictor final : public Predictor<D> {
 public:
  /// All must outlive the predictor.
  PairPredictor(const BodyTable<D>& table, const FreeFlight<D>& flight, const Space<D>& space,
                const SupportTable<D>& supports, const OverlapPairs<D>& overlap_pairs,
                const SpinTable<D>& spins)
      : table_(table),
        flight_(flight),
        space_(space),
        overlap_pairs_(overlap_pairs),
        balls_(table, flight, space, supports),
        solids_(table, flight, space, supports),
        turning_(table, flight, space, spins) {}

  void predict(std::span<const Record<D>> records, Id body, const Candidates<D>& candidates,
               const Instant& now, const Instant& until, std::vector<Meeting<D>>& meetings) const override;

  void remember(bool stands_still) const override;

  /// When `body` meets `candidate`; a pure function of their records. Of two that go through each other, when
  /// the next of them enters or leaves, from `now` on.
  Meeting<D> meet(std::span<const Record<D>> records, Id body, const Candidate<D>& candidate,
                  const Instant& now) const;

  /// When the two hit each other, from `now` on: where one of them turns, also beyond the windows that one
  /// look goes through, for some hundred turns of the faster one.
  Instant impact_time(std::span<const Record<D>> records, Id body, const Candidate<D>& candidate,
                      const Instant& now) const;

  const SolidPredictor<D>& solids() const { return solids_; }
  const TurningPredictor<D>& turning() const { return turning_; }

 private:
  struct Found {
    Meeting<D> meeting;
    bool turns = false;  // as one of both does; and they meet then
  };
  Found meet(std::span<const Record<D>> records, Id body, const Candidate<D>& candidate, const Instant& now,
             double latest) const;
  TurningMeeting turning_meeting(std::span<const Record<D>> records, const OrderedPair<D>& pair,
                                 const Instant& now, double latest) const;

  using Pair = std::tuple<Id, Id, Image<D>>;

  /// Who may be met, and no earlier than when [T] from now.
  struct Coming {
    double bound;
    Candidate<D> candidate;
  };

  const BodyTable<D>& table_;
  const FreeFlight<D>& flight_;
  const Space<D>& space_;
  const OverlapPairs<D>& overlap_pairs_;
  BallPredictor<D> balls_;
  SolidPredictor<D> solids_;
  TurningPredictor<D> turning_;
  mutable std::vector<Coming> coming_;
  mutable bool remembers_ = false;
  mutable std::map<Pair, TurningMeeting> remembered_;  // when two meet of whom one turns
};

}  // namespace firsthit
