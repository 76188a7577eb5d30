#pragma once

#include "engine/record.hpp"
#include "world/cells/prefilter/prefilter_lanes.hpp"
#include "world/motion/free_flight.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace firsthit {

/// Whom a large ball may meet soon: of tens of thousands around it a few hundred. Once they have been found
/// they count for many looks, as a large ball hardly changes its course: nobody else comes as near as a
/// margin to where it would be without impacts, until some time, but for those who change their courses or
/// come near it meanwhile, and these are added. Derivation: docs/numerics/float-states.md.
template <int D>
class LargeBallCandidates {
 public:
  /// In diameters of the largest small ball, how far a large ball may get from where it would be.
  static constexpr float kMargin = 0x1p-6F;

  /// So many changes of course it is to count for.
  static constexpr double kLooks = 64.0;
  /// It is not worth it for fewer who are near, nor for more who may be met.
  static constexpr std::size_t kMany = 1024;
  static constexpr std::size_t kMost = 65536;

  bool is_known() const { return is_known_; }
  void forget() { is_known_ = false; }

  /// Somebody has changed its course near the large ball, or come near.
  void add(Id body) {
    if (count_ >= kMost) is_known_ = false;
    if (!is_known_) return;
    if (count_ + kRoomBehind >= ids_.size()) ids_.resize(2 * ids_.size(), large_ball_);
    ids_[count_++] = body;
  }

  /// Does it count for a large ball that is at `place` now? `margin` [L].
  bool counts(const FreeFlight<D>& flight, const Vec<D>& place, const Vec<D>& velocity, const Instant& now,
              double margin) const;
  /// Nobody else is met until then.
  const Instant& until() const { return until_; }

  /// Those for whom keeps(id), with kRoomBehind places behind them.
  template <class Keeps>
  std::span<const Id> those(const Keeps& keeps) {
    for (std::size_t k = 0; k < count_;) {
      if (keeps(ids_[k])) {
        ++k;
      } else {
        ids_[k] = ids_[--count_];
        ids_[count_] = large_ball_;
      }
    }
    ++looks_;
    return {ids_.data(), count_};
  }

  /// Finds them, of those whom a large ball may touch at all, for some time, that it chooses: `first` [T] is
  /// the delay of the first of them. `times_per_time`: times of the frame [1/T].
  void find(const PrefilterField<D>& field, const OwnFloatState<D>& own, std::span<const Id> all,
            const Vec<D>& place, const Vec<D>& velocity, const Instant& now, double first,
            float times_per_time);

 private:
  void gather(const PrefilterField<D>& field, const OwnFloatState<D>& own, std::span<const Id> all,
              float latest);

  bool is_known_ = false;
  Id large_ball_ = 0;
  std::vector<Id> ids_;
  std::size_t count_ = 0;  // of them; the others are the large ball
  std::size_t looks_ = 0;  // since they were found
  Instant since_;
  Instant until_;
  Vec<D> place_;     // [L] then
  Vec<D> velocity_;  // [L/T]
};

}  // namespace firsthit
