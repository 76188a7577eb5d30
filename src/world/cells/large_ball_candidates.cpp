#include "world/cells/large_ball_candidates.hpp"

#include "core/vec_math.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace firsthit {

template <int D>
bool LargeBallCandidates<D>::counts(const FreeFlight<D>& flight, const Vec<D>& place, const Vec<D>& velocity,
                                    const Instant& now, double margin) const {
  if (!is_known_ || !(now < until_)) return false;
  const double elapsed = flight.timebase().between(since_, now);
  const double left = flight.timebase().between(now, until_);
  Vec<D> off;
  for (std::size_t axis = 0; axis < D; ++axis) {
    double way = place[axis] - (place_[axis] + elapsed * velocity_[axis]);
    if (flight.period().along(axis))
      way -= flight.period().length[axis] * std::nearbyint(way * flight.per_box()[axis]);
    off[axis] = std::fabs(way) + left * std::fabs(velocity[axis] - velocity_[axis]);
  }
  return length(off) < margin;
}

template <int D>
void LargeBallCandidates<D>::find(const PrefilterField<D>& field, const OwnFloatState<D>& own,
                                  std::span<const Id> all, const Vec<D>& place, const Vec<D>& velocity,
                                  const Instant& now, double first, float times_per_time) {
  // As often as it has changed its course, or will for the first time.
  const Timebase& timebase = field.flight.timebase();
  const double elapsed = timebase.between(since_, now);
  const double typical = looks_ > 0 && elapsed > 0.0 ? elapsed / static_cast<double>(looks_) : first;
  large_ball_ = own.body;
  looks_ = 0;
  since_ = now;
  place_ = place;
  velocity_ = velocity;
  is_known_ = true;
  for (double ahead = kLooks * typical; ahead > first; ahead *= 0.25) {
    until_ = timebase.after(now, ahead);
    gather(field, own, all, static_cast<float>(ahead) * times_per_time);
    if (count_ <= all.size() / 4) return;
  }
  is_known_ = false;
}

template <int D>
void LargeBallCandidates<D>::gather(const PrefilterField<D>& field, const OwnFloatState<D>& own,
                                    std::span<const Id> all, float latest) {
  count_ = 0;
  ids_.assign(2 * kRoomBehind, large_ball_);
  OwnFloatState<D> wide = own;
  wide.radius += kMargin;
  for (std::size_t k = 0; k < all.size(); k += kPrefilterBlock) {
    const std::span<const Id> block = all.subspan(k, std::min(kPrefilterBlock, all.size() - k));
    for (std::uint64_t soon = met_soon(field, wide, block, latest); soon != 0; soon &= soon - 1)
      add(block[static_cast<std::size_t>(std::countr_zero(soon))]);
  }
}

template class LargeBallCandidates<2>;
template class LargeBallCandidates<3>;

}  // namespace firsthit
