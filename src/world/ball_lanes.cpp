#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "world/ball_lanes.cpp"
#include <hwy/foreach_target.h>

#include "query/batch/lanes.hpp"

#include "query/ball_kernels.hpp"
#include "world/ball_lanes.hpp"

#include <algorithm>
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
  PerAxis<Lanes, D> position, velocity, image;
  Integers ticks;
  Lanes offset, radius;

  HWY_INLINE Flights(const Lookout<D>& own, const Candidate<D>* candidates, const std::uint32_t* places) {
    constexpr std::size_t kAxes{D};
    Group group;
    HWY_ALIGN double radii[kLanes];
    HWY_ALIGN std::int32_t images[kAxes][kLanes];
    for (std::size_t k = 0; k < kLanes; ++k) {
      const Candidate<D>& candidate = candidates[places[k]];
      group.number[k] = candidate.partner;
      radii[k] = own.radius[candidate.partner];
      for (std::size_t axis = 0; axis < kAxes; ++axis) images[axis][k] = candidate.image[axis];
    }
    static_assert(sizeof(Record<D>) == sizeof(Vec<D>) * 2 + sizeof(Instant));
    const ShortRows<Record<D>> records(own.records, group);
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      position[axis] = records.column(axis);
      velocity[axis] = records.column(kAxes + axis);
      image[axis] = hn::PromoteTo(Tag(), hn::Load(hn::Rebind<std::int32_t, Tag>(), images[axis]));
    }
    ticks = hn::BitCast(IntegerTag(), records.column(2 * kAxes).v);
    offset = records.column(2 * kAxes + 1);
    radius = hn::Load(Tag(), radii);
  }
};

static_assert(kLanes <= kMostLanes);

template <int D>
HWY_INLINE void find(const Lookout<D>& own, const Candidate<D>* candidates, const std::uint32_t* places,
                     std::size_t count, Approaches& found) {
  const Record<D>& record = own.records[own.body];
  const Lanes radius(own.radius[own.body]);
  double fastest = 0.0;
  for (const double v : record.velocity.c) fastest = std::max(fastest, v < 0.0 ? -v : v);
  const Lanes none(std::numeric_limits<double>::quiet_NaN());
  std::size_t next = 0;
  for (std::size_t k = 0; k < count; k += kLanes) {
    const Flights<D> other(own, candidates, places + k);
    // All fly up to the later of the two clocks: one of them stands there already.
    const Integers ticks = hn::Sub(hn::Set(IntegerTag(), record.clock.ticks), other.ticks);
    const Lanes behind =
        Lanes(hn::ConvertTo(Tag(), ticks)) * Lanes(own.tick) + (Lanes(record.clock.offset) - other.offset);
    const Lanes own_elapsed = larger(-behind, Lanes(0.0));
    const Lanes elapsed = larger(behind, Lanes(0.0));
    PerAxis<Lanes, D> d;
    PerAxis<Lanes, D> v;
    Lanes speed(fastest);
    for (std::size_t axis = 0; axis < D; ++axis) {
      d[axis] = ((other.position[axis] + elapsed * other.velocity[axis]) -
                 (Lanes(record.position[axis]) + own_elapsed * Lanes(record.velocity[axis]))) +
                other.image[axis] * Lanes(own.box[axis]);
      v[axis] = other.velocity[axis] - Lanes(record.velocity[axis]);
      speed = larger(speed, abs(other.velocity[axis]));
    }
    // As in ball_ball_delay.
    const Lanes sigma = radius + other.radius;
    const Lanes sigma_squared = sigma * sigma;
    const Lanes b = dot<D>(d, v);
    const Lanes d_squared = dot<D>(d, d);
    const Lanes v_squared = dot<D>(v, v);
    const Lanes c = d_squared - sigma_squared;
    const Lanes c_doubt = Lanes(kBallDoubt) * d_squared;
    const Lanes disc = v_squared * sigma_squared - cross_squared(d, v);
    const Lanes disc_doubt = v_squared * c_doubt;
    const Mask is_far = speed * abs(behind) > Lanes(own.short_flight);
    // What touches and parts beyond doubt needs no more looking at.
    const Mask approaches = b < Lanes(kPartingDoubt) * speed * sigma;
    const Mask may_meet = is_far | (approaches & ((c <= c_doubt) | (disc >= -disc_doubt)));
    const Mask wanted = may_meet & Mask{hn::FirstN(Tag(), count - k)};
    if (firsthit::HWY_NAMESPACE::none(wanted)) continue;
    const Mask is_sure = (b < Lanes(0.0)) & (c > c_doubt) & (disc > disc_doubt) & !is_far;
    const Lanes delay = c / (sqrt(disc) - b);
    const Lanes from_own = either(is_sure, own_elapsed + delay, none);
    const Integers numbers = hn::PromoteTo(
        IntegerTag(),
        hn::LoadU(hn::Rebind<std::int32_t, Tag>(), reinterpret_cast<const std::int32_t*>(places + k)));
    hn::CompressStore(numbers, hn::RebindMask(IntegerTag(), wanted.m), IntegerTag(), &found.candidate[next]);
    hn::CompressStore(behind.v, wanted.m, Tag(), &found.behind[next]);
    hn::CompressStore(speed.v, wanted.m, Tag(), &found.speed[next]);
    hn::CompressStore(delay.v, wanted.m, Tag(), &found.delay[next]);
    next += hn::CompressStore(from_own.v, wanted.m, Tag(), &found.from_own[next]);
  }
  found.count = next;
}

}  // namespace

void find_2(const Lookout<2>& own, const Candidate<2>* candidates, const std::uint32_t* places,
            std::size_t count, Approaches& found) {
  find<2>(own, candidates, places, count, found);
}
void find_3(const Lookout<3>& own, const Candidate<3>* candidates, const std::uint32_t* places,
            std::size_t count, Approaches& found) {
  find<3>(own, candidates, places, count, found);
}

}  // namespace firsthit::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace firsthit {

void Approaches::reserve(std::size_t most) {
  const std::size_t room = most + kMostLanes;
  if (delay.size() >= room) return;
  candidate.resize(room);
  for (std::vector<double>* column : {&behind, &speed, &delay, &from_own}) column->resize(room);
}

HWY_EXPORT(find_2);
HWY_EXPORT(find_3);

void find_approaches(const Lookout<2>& own, std::span<const Candidate<2>> candidates,
                     const std::uint32_t* places, std::size_t count, Approaches& found) {
  HWY_DYNAMIC_DISPATCH(find_2)(own, candidates.data(), places, count, found);
}
void find_approaches(const Lookout<3>& own, std::span<const Candidate<3>> candidates,
                     const std::uint32_t* places, std::size_t count, Approaches& found) {
  HWY_DYNAMIC_DISPATCH(find_3)(own, candidates.data(), places, count, found);
}

}  // namespace firsthit
#endif
