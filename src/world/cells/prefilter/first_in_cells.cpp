#include "world/cells/prefilter/first_in_cells.hpp"

#include "core/prefetch.hpp"
#include "query/round/ball_kernels.hpp"
#include "world/motion/relative_flight.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace firsthit {

namespace {

/// Looks whether two meet before what is known. False if this kernel is not enough for them.
///
/// Numbers are written one by one, as they will be read: a read of what was written in parts, just before,
/// would wait.
template <int D>
bool meet(const PrefilterField<D>& field, Id body, Id partner, const Instant& now, Meeting<D>& first) {
  const FreeFlight<D>& flight = field.flight;
  RelativeState<D> two(flight.timebase(), field.records[body], field.records[partner]);
  const double later = flight.timebase().between(two.start, now);
  if (two.fastest * (two.elapsed + later) > flight.short_flight()) return false;
  // Seen from now, they meet in the nearest image.
  constexpr double kWhole = 0x1.8p52;  // what is added to it is rounded to whole numbers
  Vec<D> boxes;
  for (std::size_t axis = 0; axis < D; ++axis) {
    boxes[axis] =
        ((two.apart[axis] + later * two.velocity[axis]) * -flight.per_box()[axis] + kWhole) - kWhole;
    two.apart[axis] += boxes[axis] * flight.period().length[axis];
  }
  const double sigma = field.table.radius[body] + field.table.radius[partner];
  const double delay = ball_ball_delay(two.apart, two.velocity, sigma);
  if (delay == kNever) return true;
  if (two.fastest * delay > flight.short_flight()) return false;
  const Instant time = flight.timebase().after(two.start, delay);
  // Two at once are for others to tell apart, unless they are one, who is asked about twice.
  if (time == first.time) return time == kEndOfTime || first.with.partner == partner;
  if (time < first.time) {
    first.time.ticks = time.ticks;
    first.time.offset = time.offset;
    first.with.partner = partner;
    for (std::size_t axis = 0; axis < D; ++axis)
      first.with.image[axis] = static_cast<std::int32_t>(boxes[axis]);
  }
  return true;
}

/// All of a block who are left.
template <int D>
bool meet_all(const PrefilterField<D>& field, Id body, const Id* ids, std::uint64_t left, const Instant& now,
              Meeting<D>& first) {
  bool is_sure = true;
  for (; left != 0; left &= left - 1) is_sure &= meet(field, body, ids[std::countr_zero(left)], now, first);
  return is_sure;
}

/// Those beyond the first block.
template <int D>
[[gnu::noinline]] bool meet_others(const PrefilterField<D>& field, const Instant& now, PrefilterQuery<D> look,
                                   Meeting<D>& first) {
  bool is_sure = true;
  while (is_sure && look.ids.size() > kPrefilterBlock) {
    look.ids = look.ids.subspan(kPrefilterBlock);
    for (std::size_t ahead = kPrefilterBlock; ahead < std::min(2 * kPrefilterBlock, look.ids.size()); ++ahead)
      prefetch(field.float_states + look.ids[ahead]);  // so many are hardly in a cache
    firsthit::prefilter(field, {&look, 1});
    is_sure = meet_all(field, look.own.body, look.ids.data(), look.left, now, first);
  }
  return is_sure;
}

}  // namespace

template <int D>
bool first_in_cells(const PrefilterField<D>& field, const Instant& now, const PrefilterQuery<D>& look,
                    Meeting<D>& first) {
  return meet_all(field, look.own.body, look.ids.data(), look.left, now, first) &&
         (look.ids.size() <= kPrefilterBlock || meet_others(field, now, look, first));
}

template bool first_in_cells(const PrefilterField<2>&, const Instant&, const PrefilterQuery<2>&, Meeting<2>&);
template bool first_in_cells(const PrefilterField<3>&, const Instant&, const PrefilterQuery<3>&, Meeting<3>&);

}  // namespace firsthit
