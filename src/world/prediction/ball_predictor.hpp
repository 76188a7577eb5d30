#pragma once

#include "engine/roles.hpp"
#include "world/bodies/body_table.hpp"
#include "world/bodies/support_table.hpp"
#include "world/motion/free_flight.hpp"
#include "world/prediction/ball_lanes.hpp"

#include <cstddef>
#include <vector>

namespace firsthit {

/// Tells when balls meet balls, fixed bodies and the sides of the box.
template <int D>
class BallPredictor final : public Predictor<D> {
 public:
  /// All must outlive the predictor.
  BallPredictor(const BodyTable<D>& table, const FreeFlight<D>& flight, const Space<D>& space,
                const SupportTable<D>& supports)
      : table_(table), flight_(flight), space_(space), supports_(supports) {}

  void predict(std::span<const Record<D>> records, Id body, const Candidates<D>& candidates,
               const Instant& now, const Instant& until, std::vector<Meeting<D>>& meetings) const override;

  /// When `body` meets `candidate`; a pure function of their records.
  Instant meet(std::span<const Record<D>> records, Id body, const Candidate<D>& candidate) const;

 private:
  void predict_straight(std::span<const Record<D>> records, Id body, const Candidates<D>& candidates,
                        const Instant& now, const Instant& until, std::vector<Meeting<D>>& meetings) const;
  Instant meet_straight(std::span<const Record<D>> records, Id body, const Candidate<D>& candidate) const;
  double delay_after(const Instant& time, const Record<D>& a, Id a_id, const Record<D>& b, Id b_id,
                     const Image<D>& image) const;
  double fixed_delay(const Record<D>& ball, Id ball_id, const Record<D>& fixed, Id fixed_id,
                     const Image<D>& image, const Instant& time) const;
  Instant meet_flying(std::span<const Record<D>> records, const OrderedPair<D>& pair) const;
  Instant meet_held(std::span<const Record<D>> records, Id body, Candidate<D> candidate) const;
  Instant meet_side(const Record<D>& ball, Id ball_id, Id side) const;

  const BodyTable<D>& table_;
  const FreeFlight<D>& flight_;
  const Space<D>& space_;
  const SupportTable<D>& supports_;
  mutable std::vector<Candidate<D>> first_;  // of the present candidates those that may be
};

}  // namespace firsthit
