#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "world/ball_lanes.cpp"
#include <hwy/foreach_target.h>

#include "query/batch/lanes.hpp"

#include "query/ball_kernels.hpp"
#include "world/ball_lanes.hpp"

#include <algorithm>
#include <bit>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace firsthit::HWY_NAMESPACE {
namespace {

/// The rounding of b = d . v of two that touch, in units of the speed of the faster along any axis, times
/// the sum of radii. Derivation: docs/numerics/ball-kernels.md.
constexpr double kPartingDoubt = 0x1p-48;

template <int D>
HWY_INLINE Lanes dot(const PerAxis<Lanes, D>& a, const PerAxis<Lanes, D>& b) {
  Lanes sum = a[0] * b[0];
  for (std::size_t axis = 1; axis < D; ++axis) sum = sum + a[axis] * b[axis];
  return sum;
}

HWY_INLINE Lanes cross_squared(const PerAxis<Lanes, 2>& a, const PerAxis<Lanes, 2>& b) {
  const Lanes z = a[0] * b[1] - a[1] * b[0];
  return z * z;
}

HWY_INLINE Lanes cross_squared(const PerAxis<Lanes, 3>& a, const PerAxis<Lanes, 3>& b) {
  const Lanes x = a[1] * b[2] - a[2] * b[1];
  const Lanes y = a[2] * b[0] - a[0] * b[2];
  const Lanes z = a[0] * b[1] - a[1] * b[0];
  return (x * x + y * y) + z * z;
}

/// The records of a group, as columns.
template <int D>
struct Flights {
  PerAxis<Lanes, D> position, velocity;
  Integers ticks;
  Lanes offset;

  HWY_INLINE Flights(const Record<D>* table, const Id* ids) {
    constexpr std::size_t kAxes{D};
    static_assert(sizeof(Record<D>) == sizeof(Vec<D>) * 2 + sizeof(Instant));
    const ShortRows<Record<D>> records(table, ids);
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      position[axis] = records.column(axis);
      velocity[axis] = records.column(kAxes + axis);
    }
    ticks = hn::BitCast(IntegerTag(), records.column(2 * kAxes).v);
    offset = records.column(2 * kAxes + 1);
  }
};

HWY_INLINE Lanes radii_of(const double* radius, const Id* ids) {
  HWY_ALIGN double radii[kLanes];
  for (std::size_t k = 0; k < kLanes; ++k) radii[k] = radius[ids[k]];
  return hn::Load(Tag(), radii);
}

/// Of numbers; the sign of a 0 is not specified.
HWY_INLINE Lanes maximum(Lanes a, Lanes b) { return hn::Max(a.v, b.v); }

/// Is any of them not 0?
template <int D>
HWY_INLINE Mask is_nonzero(const PerAxis<Lanes, D>& a) {
  auto bits = a[0].v;
  for (std::size_t axis = 1; axis < D; ++axis) bits = hn::Or(bits, a[axis].v);
  return !(Lanes(bits) == Lanes(0.0));
}

/// Of a block of candidates, by place. All of them are looked at before anything is asked: nobody could
/// foretell the answers, and each would be waited for.
struct Block {
  static constexpr std::size_t kSize = 64;  // a bit each
  HWY_ALIGN double behind[kSize];
  HWY_ALIGN double delay[kSize];
  HWY_ALIGN double from_own[kSize];  // the delay from the ball's own clock, if it is known
};

template <int D>
HWY_INLINE void find(const Lookout<D>& own, const Candidates<D>& candidates, double bound,
                     std::vector<Approach>& found) {
  static_assert(kLanes <= Candidates<D>::kRoom && Block::kSize % kLanes == 0);
  const Record<D>& record = own.records[own.body];
  const Lanes radius(own.own_radius);
  const Lanes infinite(std::numeric_limits<double>::infinity());
  const Lanes short_flight(own.short_flight);
  double fastest = 0.0;
  for (const double v : record.velocity.c) fastest = std::max(fastest, v < 0.0 ? -v : v);
  Block block;
  for (std::size_t begin = 0; begin < candidates.moving; begin += Block::kSize) {
    const std::size_t size = std::min(candidates.moving - begin, Block::kSize);
    Lanes earliest = infinite;
    std::uint64_t unknown = 0;
    for (std::size_t k = 0; k < size; k += kLanes) {
      const Id* const ids = candidates.partner + begin + k;
      const Flights<D> other(own.records, ids);
      // All fly up to the later of the two clocks: one of them stands there already.
      const Integers ticks = hn::Sub(hn::Set(IntegerTag(), record.clock.ticks), other.ticks);
      const Lanes behind =
          Lanes(hn::ConvertTo(Tag(), ticks)) * Lanes(own.tick) + (Lanes(record.clock.offset) - other.offset);
      const Lanes own_elapsed = maximum(-behind, Lanes(0.0));
      const Lanes elapsed = maximum(behind, Lanes(0.0));
      PerAxis<Lanes, D> d;
      PerAxis<Lanes, D> v;
      Lanes speed(fastest);
      for (std::size_t axis = 0; axis < D; ++axis) {
        d[axis] = (other.position[axis] + elapsed * other.velocity[axis]) -
                  (Lanes(record.position[axis]) + own_elapsed * Lanes(record.velocity[axis]));
        v[axis] = other.velocity[axis] - Lanes(record.velocity[axis]);
        speed = maximum(speed, abs(other.velocity[axis]));
      }
      if (candidates.has_images()) {
        const hn::Rebind<std::int32_t, Tag> tag;
        for (std::size_t axis = 0; axis < D; ++axis)
          d[axis] =
              d[axis] + Lanes(hn::PromoteTo(Tag(), hn::LoadU(tag, candidates.image[axis] + begin + k))) *
                            Lanes(own.box[axis]);
      }
      // As in ball_ball_delay.
      const Lanes sigma = radius + (own.radius != nullptr ? radii_of(own.radius, ids) : radius);
      const Lanes sigma_squared = sigma * sigma;
      const Lanes b = dot<D>(d, v);
      const Lanes d_squared = dot<D>(d, d);
      const Lanes v_squared = dot<D>(v, v);
      const Lanes c = d_squared - sigma_squared;
      const Lanes c_doubt = Lanes(kBallDoubt) * d_squared;
      const Lanes disc = v_squared * sigma_squared - cross_squared(d, v);
      const Lanes disc_doubt = v_squared * c_doubt;
      const Mask is_far = speed * abs(behind) > short_flight;
      // What touches and parts beyond doubt needs no more looking at. The ball does not move beside itself.
      const Mask approaches = b < Lanes(kPartingDoubt) * speed * sigma;
      const Mask may_meet =
          (is_far | (approaches & ((c <= c_doubt) | (disc >= -disc_doubt)))) & is_nonzero<D>(v);
      const Lanes delay = c / (sqrt(disc) - b);
      // The delay of a long flight has lost digits.
      const Mask is_known = may_meet & (b < Lanes(0.0)) & (c > c_doubt) & (disc > disc_doubt) & !is_far &
                            (speed * delay <= short_flight);
      const Lanes from_own = either(is_known, own_elapsed + delay, infinite);
      earliest = hn::Min(earliest.v, from_own.v);
      unknown |= bits_of(may_meet & !is_known) << k;
      store(behind, block.behind + k);
      store(delay, block.delay + k);
      store(from_own, block.from_own + k);
    }
    const double first = hn::GetLane(hn::MinOfLanes(Tag(), earliest.v));
    bound = std::min(bound, first + kDelaySlack * first + kDelaySlack * own.tick);
    const Lanes latest(std::min(bound, std::numeric_limits<double>::max()));
    std::uint64_t wanted = unknown;
    for (std::size_t k = 0; k < size; k += kLanes)
      wanted |= bits_of(Lanes(hn::Load(Tag(), block.from_own + k)) <= latest) << k;
    for (; wanted != 0; wanted &= wanted - 1) {
      const auto i = static_cast<std::size_t>(std::countr_zero(wanted));
      found.push_back({begin + i, block.behind[i], block.delay[i], (unknown >> i & 1U) == 0});
    }
  }
}

}  // namespace

void find_2(const Lookout<2>& own, const Candidates<2>& candidates, double bound,
            std::vector<Approach>& found) {
  find<2>(own, candidates, bound, found);
}
void find_3(const Lookout<3>& own, const Candidates<3>& candidates, double bound,
            std::vector<Approach>& found) {
  find<3>(own, candidates, bound, found);
}

}  // namespace firsthit::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace firsthit {

HWY_EXPORT(find_2);
HWY_EXPORT(find_3);

void find_approaches(const Lookout<2>& own, const Candidates<2>& candidates, double bound,
                     std::vector<Approach>& found) {
  HWY_DYNAMIC_DISPATCH(find_2)(own, candidates, bound, found);
}
void find_approaches(const Lookout<3>& own, const Candidates<3>& candidates, double bound,
                     std::vector<Approach>& found) {
  HWY_DYNAMIC_DISPATCH(find_3)(own, candidates, bound, found);
}

}  // namespace firsthit
#endif
