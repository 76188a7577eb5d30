#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "world/prediction/ball_lanes.cpp"
#include <hwy/foreach_target.h>

#include "query/batch/lanes.hpp"

#include "core/prefetch.hpp"
#include "core/vec_math.hpp"
#include "query/round/ball_kernels.hpp"
#include "world/prediction/ball_lanes.hpp"

#include <algorithm>
#include <bit>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace firsthit::HWY_NAMESPACE {
namespace {

// Which candidates lanes may judge, and how much of what they find is rounding. Derivation:
// docs/numerics/ball-lanes.md.

/// Who has flown further since his clock than the root of that, in sums of radii, is not judged. Smaller:
/// more is left to the one kernel. Larger: its own rounding would count. With flights below 2^9.5 sums of
/// radii and coordinates below 2^18, some 40 roundings of both leave the distance known to 2^-27.9 of itself.
constexpr double kMostFlownSquared = 0x1p19;
/// Of two that touch: they part if that much of their motion, squared, is away from each other: 2^-20 of it,
/// of which rounding explains 2^-27.
constexpr double kPartingSquared = 0x1p-40;
/// By how much a delay that lanes find may exceed another one and yet be the shorter. c errs by 2^-13 of
/// itself, the root by 2^-12.9, quick roots and quotients by 2^-14 each, the sum below by 2^-13.8: a delay by
/// 2^-11.3, two of them by less than 2^-10. Smaller: the first might be left out. Larger: more work for the
/// kernel.
constexpr double kDelayDoubt = 0x1p-9;

// Lanes decide nothing that reaches the state: these need not be the same on every machine.

/// a * b + c, in one rounding or in two.
HWY_INLINE Lanes sum_of_product(Lanes a, Lanes b, Lanes c) { return hn::MulAdd(a.v, b.v, c.v); }

/// c / (sqrt(disc) - b), but for 2^-12 of itself. Requires: disc > 0, sqrt(disc) > b.
HWY_INLINE Lanes quick_root(Lanes b, Lanes c, Lanes disc) {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
  // Each of the two is good to 2^-14, and much faster than a root or a quotient.
  const Lanes root = disc * Lanes(hn::Vec<Tag>{_mm512_rsqrt14_pd(disc.v.raw)});
  return c * Lanes(hn::Vec<Tag>{_mm512_rcp14_pd((root - b).v.raw)});
#else
  return c / (sqrt(disc) - b);
#endif
}

template <int D>
HWY_INLINE Lanes dot(const PerAxis<Lanes, D>& a, const PerAxis<Lanes, D>& b) {
  Lanes sum = a[0] * b[0];
  for (std::size_t axis = 1; axis < D; ++axis) sum = sum_of_product(a[axis], b[axis], sum);
  return sum;
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

/// Is any of them not 0?
template <int D>
HWY_INLINE Mask is_nonzero(const PerAxis<Lanes, D>& a) {
  auto bits = a[0].v;
  for (std::size_t axis = 1; axis < D; ++axis) bits = hn::Or(bits, a[axis].v);
  return !(Lanes(bits) == Lanes(0.0));
}

/// How candidates are seen.
enum class View { Plain, Given, Nearest };

/// Of a block of candidates, by place. All of them are looked at before anything is asked: nobody could
/// foretell the answers, and each would be waited for.
template <int D>
struct Block {
  static constexpr std::size_t kSize = 64;  // a bit each

  HWY_ALIGN double delay[kSize];  // [T] from now; infinite if it is not known
  HWY_ALIGN double image[std::size_t{D}][kSize];
  std::uint64_t unknown = 0;  // may be met, but lanes cannot tell when
};

/// Looks at a group of candidates, `first` and the next, which come as `k` and the next in the block. Returns
/// their delays.
template <int D, View kView, bool kGrow>
HWY_INLINE Lanes look_at(const LaneView<D>& own, const Candidates<D>& candidates, std::size_t first,
                         std::size_t k, Block<D>& block) {
  const Vec<D>& own_velocity = own.records[own.body].velocity;
  const Id* const ids = candidates.partner + first;
  const Flights<D> other(own.records, ids);
  const Integers ticks = hn::Sub(hn::Set(IntegerTag(), own.now.ticks), other.ticks);
  const Lanes age = sum_of_product(Lanes(hn::ConvertTo(Tag(), ticks)), Lanes(own.flight.timebase().tick()),
                                   Lanes(own.now.offset) - other.offset);
  PerAxis<Lanes, D> d;
  PerAxis<Lanes, D> v;
  for (std::size_t axis = 0; axis < D; ++axis) {
    d[axis] = sum_of_product(age, other.velocity[axis], other.position[axis]) - Lanes(own.position[axis]);
    v[axis] = other.velocity[axis] - Lanes(own_velocity[axis]);
    if constexpr (kView == View::Plain) continue;
    Lanes image;
    if constexpr (kView == View::Given) {
      const hn::Rebind<std::int32_t, Tag> tag;
      image = hn::PromoteTo(Tag(), hn::LoadU(tag, candidates.image[axis] + first));
    } else {
      image = hn::Round((d[axis] * Lanes(-own.flight.per_box()[axis])).v);
      store(image, block.image[axis] + k);
    }
    d[axis] = sum_of_product(image, Lanes(own.flight.period().length[axis]), d[axis]);
  }
  const Lanes radius(own.own_radius);
  const Lanes radii = radius + (own.radius != nullptr ? radii_of(own.radius, ids) : radius);
  const Lanes sigma = kGrow ? radii * Lanes(own.scale) : radii;
  const Lanes sigma_squared = sigma * sigma;
  const Lanes d_squared = dot<D>(d, d);
  Lanes v_squared = dot<D>(v, v);
  Lanes a = v_squared;
  Lanes b = dot<D>(d, v);
  if constexpr (kGrow) {
    const Lanes growth = radii * Lanes(own.growth);
    b = b - sigma * growth;
    a = v_squared - growth * growth;
    v_squared = v_squared + growth * growth;  // what roundings are measured by
  }
  const Lanes c = d_squared - sigma_squared;
  const Lanes b_squared = b * b;
  const Lanes disc = hn::NegMulAdd(a.v, c.v, b_squared.v);
  const Lanes c_doubt = Lanes(kBallDoubt) * d_squared;
  const Lanes disc_doubt = v_squared * c_doubt;
  const Mask is_judged = age * age * (v_squared + Lanes(length_squared(own_velocity))) <=
                         Lanes(kMostFlownSquared) * sigma_squared - Lanes(own.coordinates_squared);
  const Mask is_outside = c > c_doubt;
  const Mask approaches = b < Lanes(0.0);
  const Mask comes_near = is_outside & approaches & !(disc < -disc_doubt);
  const Mask is_known = is_judged & comes_near & (disc > disc_doubt);
  const Mask parts = !approaches & (b_squared > Lanes(kPartingSquared) * sigma_squared * v_squared);
  Mask may_meet = comes_near | !is_judged | !(is_outside | parts);
  if constexpr (kGrow) {
    may_meet = may_meet | !(a > Lanes(kBallDoubt) * v_squared);  // growth may overtake it
  } else {
    may_meet = may_meet & is_nonzero<D>(v);  // the ball does not move beside itself
  }
  block.unknown |= bits_of(may_meet & !is_known) << k;
  const Lanes delay =
      either(is_known, quick_root(b, c, disc), Lanes(std::numeric_limits<double>::infinity()));
  store(delay, block.delay + k);
  return delay;
}

template <int D, View kView, bool kGrow>
HWY_INLINE void find(const LaneView<D>& own, const Candidates<D>& candidates, double bound,
                     std::vector<Candidate<D>>& found) {
  static_assert(kLanes <= Candidates<D>::kRoom && Block<D>::kSize % kLanes == 0);
  Block<D> block;
  for (std::size_t begin = 0; begin < candidates.moving; begin += Block<D>::kSize) {
    const std::size_t size = std::min(candidates.moving - begin, Block<D>::kSize);
    block.unknown = 0;
    // More than a block are hardly in a cache.
    const std::size_t ahead = begin + size;
    for (std::size_t k = ahead; k < std::min(ahead + Block<D>::kSize, candidates.moving); ++k)
      prefetch(own.records + candidates.partner[k]);
    Lanes earliest(std::numeric_limits<double>::infinity());
    for (std::size_t k = 0; k < size; k += kLanes)
      earliest = hn::Min(earliest.v, look_at<D, kView, kGrow>(own, candidates, begin + k, k, block).v);
    bound = std::min(bound, hn::GetLane(hn::MinOfLanes(Tag(), earliest.v)));
    const Lanes latest(std::min(bound + kDelayDoubt * bound, std::numeric_limits<double>::max()));
    std::uint64_t wanted = block.unknown;
    for (std::size_t k = 0; k < size; k += kLanes)
      wanted |= bits_of(Lanes(hn::Load(Tag(), block.delay + k)) <= latest) << k;
    if constexpr (kGrow)
      wanted &= ~std::uint64_t{0} >> (Block<D>::kSize - size);  // not what stands behind their end
    for (; wanted != 0; wanted &= wanted - 1) {
      const auto k = static_cast<std::size_t>(std::countr_zero(wanted));
      Candidate<D> one = candidates[begin + k];
      if constexpr (kView == View::Nearest)
        for (std::size_t axis = 0; axis < D; ++axis)
          one.image[axis] = static_cast<std::int32_t>(block.image[axis][k]);
      found.push_back(one);
    }
  }
}

template <int D, bool kGrow>
HWY_INLINE void find(const LaneView<D>& own, const Candidates<D>& candidates, double bound,
                     std::vector<Candidate<D>>& found) {
  if (candidates.are_nearest) {
    find<D, View::Nearest, kGrow>(own, candidates, bound, found);
  } else if (candidates.has_images()) {
    find<D, View::Given, kGrow>(own, candidates, bound, found);
  } else {
    find<D, View::Plain, kGrow>(own, candidates, bound, found);
  }
}

}  // namespace

void find_2(const LaneView<2>& own, const Candidates<2>& candidates, double bound,
            std::vector<Candidate<2>>& found) {
  own.growth > 0.0 ? find<2, true>(own, candidates, bound, found)
                   : find<2, false>(own, candidates, bound, found);
}
void find_3(const LaneView<3>& own, const Candidates<3>& candidates, double bound,
            std::vector<Candidate<3>>& found) {
  own.growth > 0.0 ? find<3, true>(own, candidates, bound, found)
                   : find<3, false>(own, candidates, bound, found);
}

}  // namespace firsthit::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace firsthit {

HWY_EXPORT(find_2);
HWY_EXPORT(find_3);

namespace {

/// By how much coordinates count, beside flights, in what lanes leave to the one kernel; squared. With this
/// part of them below 2^19 squared sums of radii they are below 2^18 of these, and a rounding is below 2^-35
/// of one.
constexpr double kCoordinatesSquared = 0x1p-17;

}  // namespace

template <int D>
LaneView<D>::LaneView(std::span<const Record<D>> all, Id looks, const Instant& present,
                      const BodyTable<D>& table, const FreeFlight<D>& flies)
    : records(all.data()),
      radius(table.radius.by_id()),
      own_radius(table.radius[looks]),
      body(looks),
      now(present),
      flight(flies) {
  const Record<D>& record = all[looks];
  position = record.position + flies.timebase().between(record.clock, present) * record.velocity;
  const double farthest =
      std::max(std::max(max_abs(position), max_abs(record.position)), flies.farthest_side());
  coordinates_squared = kCoordinatesSquared * farthest * farthest;
}

template struct LaneView<2>;
template struct LaneView<3>;

void find_first(const LaneView<2>& own, const Candidates<2>& candidates, double bound,
                std::vector<Candidate<2>>& found) {
  HWY_DYNAMIC_DISPATCH(find_2)(own, candidates, bound, found);
}
void find_first(const LaneView<3>& own, const Candidates<3>& candidates, double bound,
                std::vector<Candidate<3>>& found) {
  HWY_DYNAMIC_DISPATCH(find_3)(own, candidates, bound, found);
}

}  // namespace firsthit
#endif
