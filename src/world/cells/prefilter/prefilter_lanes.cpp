#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "world/cells/prefilter/prefilter_lanes.cpp"
#include <hwy/foreach_target.h>

#include <hwy/highway.h>

#include "world/cells/prefilter/prefilter_lanes.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace firsthit::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::CappedTag<float, kRoomBehind>;
using WordTag = hn::RebindToSigned<Tag>;
using Floats = hn::Vec<Tag>;
using Words = hn::Vec<WordTag>;
using Bits = hn::Mask<Tag>;
constexpr std::size_t kLanes = hn::MaxLanes(Tag());

// Which float states lanes may judge, and how much of what they find is rounding. Derivation:
// docs/numerics/float-states.md.

/// Of two that touch: they part if that much of their motion, in doubts, is away from each other: some 90
/// times what it errs by, and on straight courses they then never close again.
constexpr float kParting = 0x1p-14F;
/// A quantum, in times of the frame.
constexpr float kQuantum = 0x1p-20F;

/// The float states of a group, as columns.
template <int D>
struct Columns {
  static constexpr std::size_t kAxes{D};
  Words place[kAxes];
  Words time;
  Floats velocity[kAxes];
  Floats radius_or_look;

  HWY_INLINE Columns(const FloatState<D>* float_states, const Id* ids) {
    Words then[4];
    Words flight[4];
    turn(float_states, ids, then, flight);
    for (std::size_t axis = 0; axis < kAxes; ++axis) {
      place[axis] = then[axis];
      velocity[axis] = hn::BitCast(Tag(), flight[axis]);
    }
    time = then[kAxes];
    radius_or_look = hn::BitCast(Tag(), flight[kAxes]);
  }

 private:
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
  /// Rows into columns. Half a register holds a float state; of the columns that come of four registers,
  /// quarters are in turns of places and of flights.
  static HWY_INLINE void turn(const FloatState<D>* float_states, const Id* ids, Words (&then)[4],
                              Words (&flight)[4]) {
    const auto two = [&](std::size_t k) {
      const auto* const low = reinterpret_cast<const __m256i*>(float_states + ids[k]);
      const auto* const high = reinterpret_cast<const __m256i*>(float_states + ids[k + 4]);
      return _mm512_inserti64x4(_mm512_castsi256_si512(_mm256_load_si256(low)), _mm256_load_si256(high), 1);
    };
    __m512i first[4];
    __m512i second[4];
    transpose(two(0), two(1), two(2), two(3), first);
    transpose(two(8), two(9), two(10), two(11), second);
    for (std::size_t i = 0; i < 4; ++i) {
      then[i] = Words{_mm512_shuffle_i32x4(first[i], second[i], 0x88)};
      flight[i] = Words{_mm512_shuffle_i32x4(first[i], second[i], 0xdd)};
    }
  }
  static HWY_INLINE void transpose(__m512i a, __m512i b, __m512i c, __m512i d, __m512i (&column)[4]) {
    const __m512i low_ab = _mm512_unpacklo_epi32(a, b);
    const __m512i high_ab = _mm512_unpackhi_epi32(a, b);
    const __m512i low_cd = _mm512_unpacklo_epi32(c, d);
    const __m512i high_cd = _mm512_unpackhi_epi32(c, d);
    column[0] = _mm512_unpacklo_epi64(low_ab, low_cd);
    column[1] = _mm512_unpackhi_epi64(low_ab, low_cd);
    column[2] = _mm512_unpacklo_epi64(high_ab, high_cd);
    column[3] = _mm512_unpackhi_epi64(high_ab, high_cd);
  }
#else
  static HWY_INLINE void turn(const FloatState<D>* float_states, const Id* ids, Words (&then)[4],
                              Words (&flight)[4]) {
    HWY_ALIGN std::int32_t word[8][kLanes];
    for (std::size_t k = 0; k < kLanes; ++k) {
      const auto* const row = reinterpret_cast<const std::int32_t*>(float_states + ids[k]);
      for (std::size_t i = 0; i < 8; ++i) word[i][k] = row[i];
    }
    for (std::size_t i = 0; i < 4; ++i) {
      then[i] = hn::Load(WordTag(), word[i]);
      flight[i] = hn::Load(WordTag(), word[4 + i]);
    }
  }
#endif
};

HWY_INLINE Floats all(float x) { return hn::Set(Tag(), x); }
HWY_INLINE Floats converted(Words words) { return hn::ConvertTo(Tag(), words); }

template <int D>
HWY_INLINE Floats dot(const Floats (&a)[static_cast<std::size_t>(D)],
                      const Floats (&b)[static_cast<std::size_t>(D)]) {
  Floats sum = hn::Mul(a[0], b[0]);
  for (std::size_t axis = 1; axis < D; ++axis) sum = hn::MulAdd(a[axis], b[axis], sum);
  return sum;
}

/// c / (sqrt(disc) - b), but for 2^-11 of itself. Requires: disc > 0, sqrt(disc) > b.
HWY_INLINE Floats quick_root(Floats b, Floats c, Floats disc) {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
  const Floats root = hn::Mul(disc, Floats{_mm512_rsqrt14_ps(disc.raw)});
  return hn::Mul(c, Floats{_mm512_rcp14_ps(hn::Sub(root, b).raw)});
#else
  return hn::Div(c, hn::Sub(hn::Sqrt(disc), b));
#endif
}

HWY_INLINE std::uint64_t bits_of(Bits bits) {
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
  return bits.raw;
#else
  std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(Tag(), bits, bytes);
  return bytes[0] | static_cast<std::uint64_t>(bytes[1]) << 8U;
#endif
}

/// What is found of a group: delays from now, infinite where they are not known or need not be, and who may
/// be met, but lanes cannot tell when.
struct Found {
  Floats delay;
  std::uint64_t unknown;
};

/// kAlike: all have one radius, and whoever looks around again before the two meet is left out.
template <int D, bool kWraps, bool kAlike, bool kAlsoParting = false>
HWY_INLINE Found look_at(const FloatStateFrame<D>& frame, const FloatState<D>* float_states,
                         const OwnFloatState<D>& own, const Id* ids) {
  const Columns<D> other(float_states, ids);
  const Words quanta = hn::Sub(hn::Set(WordTag(), own.time), other.time);
  const Floats age = hn::MulAdd(converted(quanta), all(kQuantum), all(own.rest * kQuantum));
  Floats d[static_cast<std::size_t>(D)];
  Floats v[static_cast<std::size_t>(D)];
  for (std::size_t axis = 0; axis < D; ++axis) {
    const Words way = hn::Sub(other.place[axis], hn::Set(WordTag(), own.place[axis]));
    d[axis] = hn::MulAdd(age, other.velocity[axis], hn::Mul(converted(way), all(frame.length_of_unit[axis])));
    if constexpr (kWraps)
      d[axis] = hn::NegMulAdd(hn::Round(hn::Mul(d[axis], all(frame.per_period[axis]))),
                              all(frame.period[axis]), d[axis]);
    v[axis] = hn::Sub(other.velocity[axis], all(own.velocity[axis]));
  }
  const Floats sigma = kAlike ? all(1.0F) : hn::Add(other.radius_or_look, all(own.radius));
  const Floats d_squared = dot<D>(d, d);
  const Floats a = dot<D>(v, v);
  const Floats b = dot<D>(d, v);
  const Floats c = hn::NegMulAdd(sigma, sigma, d_squared);
  const Floats b_squared = hn::Mul(b, b);
  const Floats disc = hn::NegMulAdd(a, c, b_squared);
  const Floats c_doubt = hn::MulAdd(all(own.doubt_part), d_squared, all(own.doubt));
  const Floats disc_doubt = hn::Mul(a, c_doubt);
  const Bits is_judged = hn::Ge(a, all(own.least_speed_squared));
  const Bits is_outside = hn::Gt(c, c_doubt);
  const Bits approaches = hn::Lt(b, hn::Zero(Tag()));
  const Bits comes = hn::And(is_outside, approaches);
  const Bits is_known = hn::And(hn::And(is_judged, comes), hn::Gt(disc, disc_doubt));
  // Those of whom it can be told whether they are met.
  const Bits is_clear = hn::And(comes, hn::Gt(hn::Abs(disc), disc_doubt));
  const Bits parts = hn::Gt(b_squared, hn::Mul(all(kParting), disc_doubt));
  const Bits goes = hn::AndNot(approaches, kAlsoParting ? is_outside : hn::Or(is_outside, parts));
  const Bits is_other =
      hn::RebindMask(Tag(), hn::Ne(hn::LoadU(WordTag(), reinterpret_cast<const std::int32_t*>(ids)),
                                   hn::Set(WordTag(), static_cast<std::int32_t>(own.body))));
  const Bits unknown = hn::AndNot(hn::And(is_judged, hn::Or(is_clear, goes)), is_other);
  const Floats delay = quick_root(b, c, disc);
  Bits counts = is_known;
  if constexpr (kAlike) {
    const Floats until_look = hn::Sub(other.radius_or_look, age);
    counts = hn::AndNot(hn::Lt(until_look, hn::NegMulAdd(all(own.delay_doubt), delay, delay)), counts);
  }
  return {hn::IfThenElse(counts, delay, all(std::numeric_limits<float>::infinity())), bits_of(unknown)};
}

/// Of a block of `size`, who may be met first: a bit each. `bound` becomes the least delay.
template <int D, bool kWraps, bool kAlike>
HWY_INLINE std::uint64_t left_of(const PrefilterField<D>& field, const OwnFloatState<D>& own, const Id* ids,
                                 std::size_t size, float& bound) {
  HWY_ALIGN float delays[kPrefilterBlock];
  std::uint64_t left = 0;
  Floats earliest = all(bound);
  for (std::size_t k = 0; k < size; k += kLanes) {
    const Found group = look_at<D, kWraps, kAlike>(field.frame, field.float_states, own, ids + k);
    hn::Store(group.delay, Tag(), delays + k);
    earliest = hn::Min(earliest, group.delay);
    left |= group.unknown << k;
  }
  const Floats least = hn::MinOfLanes(Tag(), earliest);
  bound = hn::GetLane(least);
  // What is not known is infinite, and stays so.
  const Floats latest =
      hn::Min(hn::MulAdd(least, all(own.delay_doubt), least), all(std::numeric_limits<float>::max()));
  for (std::size_t k = 0; k < size; k += kLanes)
    left |= bits_of(hn::Le(hn::Load(Tag(), delays + k), latest)) << k;
  return left & (~std::uint64_t{0} >> (kPrefilterBlock - size));
}

template <int D, bool kWraps, bool kAlike>
HWY_INLINE void prefilter_all(const PrefilterField<D>& field, std::span<PrefilterQuery<D>> looks) {
  for (PrefilterQuery<D>& one : looks) {
    const std::size_t size = std::min(one.ids.size(), kPrefilterBlock);
    one.left = size > 0 ? left_of<D, kWraps, kAlike>(field, one.own, one.ids.data(), size, one.bound) : 0;
  }
}

/// (Wrapped anew after the flight, as wherever there are large balls.)
template <int D>
HWY_INLINE std::uint64_t soon_of(const PrefilterField<D>& field, const OwnFloatState<D>& own,
                                 std::span<const Id> ids, float latest) {
  std::uint64_t soon = 0;
  const Floats until =
      hn::Min(all(latest + own.delay_doubt * latest), all(std::numeric_limits<float>::max()));
  for (std::size_t k = 0; k < ids.size(); k += kLanes) {
    const Found group = look_at<D, true, false, true>(field.frame, field.float_states, own, ids.data() + k);
    soon |= (group.unknown | bits_of(hn::Le(group.delay, until))) << k;
  }
  return soon & (~std::uint64_t{0} >> (kPrefilterBlock - ids.size()));
}

template <int D>
HWY_INLINE void prefilter_all(const PrefilterField<D>& field, std::span<PrefilterQuery<D>> looks) {
  if (field.frame.are_alike)
    field.frame.wraps_flights ? prefilter_all<D, true, true>(field, looks)
                              : prefilter_all<D, false, true>(field, looks);
  else
    field.frame.wraps_flights ? prefilter_all<D, true, false>(field, looks)
                              : prefilter_all<D, false, false>(field, looks);
}

/// Ids of all in the slots of a patch, one after the other, at `to`, which becomes their end. False if a cell
/// goes on beyond its slots.
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
HWY_INLINE bool copy(const CellSlots::Piece* cells, const CellPatch& patch, Id*& to) {
  const auto cell = [](const CellSlots::Piece* at) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
  };
  const __m512i slots = _mm512_set4_epi32(0, 4, 2, 1);  // the bits of a state that tell who is there
  __m512i states = _mm512_setzero_si512();
  // (In registers: what is written could be anything, as far as the compiler knows.)
  const std::span<const std::uint32_t> middles = patch.middle;
  const CellSlots::Piece* const before = cells + patch.inner[0];
  const CellSlots::Piece* const at = cells + patch.inner[1];
  const CellSlots::Piece* const behind = cells + patch.inner[2];
  for (const std::uint32_t outer : patch.outer) {
    for (const std::uint32_t middle : middles) {
      const std::size_t row = outer + middle;
      __m512i three = _mm512_zextsi128_si512(cell(before + row));
      three = _mm512_inserti32x4(three, cell(at + row), 1);
      three = _mm512_inserti32x4(three, cell(behind + row), 2);
      const __m512i state = _mm512_shuffle_epi32(three, static_cast<_MM_PERM_ENUM>(0xff));
      states = _mm512_or_si512(states, state);
      const __mmask16 taken = _mm512_test_epi32_mask(state, slots);
      _mm512_storeu_si512(to, _mm512_maskz_compress_epi32(taken, three));
      to += std::popcount(static_cast<std::uint32_t>(taken));
    }
  }
  constexpr std::uint32_t kNext = ~(CellSlots::kMarked | CellSlots::kTaken);
  return _mm512_test_epi32_mask(states, _mm512_set1_epi32(static_cast<std::int32_t>(kNext))) == 0;
}
#else
HWY_INLINE bool copy(const CellSlots::Piece* cells, const CellPatch& patch, Id*& to) {
  std::uint32_t states = 0;
  for (const std::uint32_t outer : patch.outer) {
    for (const std::uint32_t middle : patch.middle) {
      for (std::size_t k = 0; k < 3; ++k) {
        const CellSlots::Piece& piece = cells[outer + middle + patch.inner[k]];
        piece.copy(to);
        to += piece.count();
        states |= piece.state();
      }
    }
  }
  return !CellSlots::Piece::goes_on(states);
}
#endif

/// Those in a cell beyond its slots. False if there is no room for them. (What is copied is a word longer:
/// into the room behind all.)
bool append_rest(const CellSlots::Piece* cells, const CellSlots::Piece* piece, Id*& to, const Id* last) {
  while (piece->goes_on()) {
    piece = cells + piece->next();
    if (last - to < static_cast<std::ptrdiff_t>(CellSlots::kSlots)) return false;
    piece->copy(to);
    to += piece->count();
  }
  return true;
}

/// The same of all cells of a patch.
bool append_more(const CellSlots::Piece* cells, const CellPatch& patch, Id*& to, const Id* last) {
  for (const std::uint32_t outer : patch.outer) {
    for (const std::uint32_t middle : patch.middle) {
      const CellSlots::Piece* const row = cells + (outer + middle);
      const std::uint32_t states =
          row[patch.inner[0]].state() | row[patch.inner[1]].state() | row[patch.inner[2]].state();
      if (!CellSlots::Piece::goes_on(states)) continue;
      for (std::size_t k = 0; k < 3; ++k)
        if (!append_rest(cells, row + patch.inner[k], to, last)) return false;
    }
  }
  return true;
}

}  // namespace

void prefilter_2(const PrefilterField<2>& field, std::span<PrefilterQuery<2>> looks) {
  prefilter_all<2>(field, looks);
}
void prefilter_3(const PrefilterField<3>& field, std::span<PrefilterQuery<3>> looks) {
  prefilter_all<3>(field, looks);
}

std::uint64_t soon_2(const PrefilterField<2>& field, const OwnFloatState<2>& own, std::span<const Id> ids,
                     float latest) {
  return soon_of<2>(field, own, ids, latest);
}
std::uint64_t soon_3(const PrefilterField<3>& field, const OwnFloatState<3>& own, std::span<const Id> ids,
                     float latest) {
  return soon_of<3>(field, own, ids, latest);
}

std::size_t gather_ids(const CellSlots::Piece* cells, const CellPatch& patch, Id filler, PatchIds& ids) {
  Id* end = ids.data();
  if (!copy(cells, patch, end) && !append_more(cells, patch, end, ids.data() + kMostInPatch))
    return kMostInPatch + 1;
  std::fill_n(end, kRoomBehind, filler);
  return static_cast<std::size_t>(end - ids.data());
}

PrefilterLanes<2> lanes_2() { return {prefilter_2, gather_ids}; }
PrefilterLanes<3> lanes_3() { return {prefilter_3, gather_ids}; }

}  // namespace firsthit::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace firsthit {

HWY_EXPORT(lanes_2);
HWY_EXPORT(lanes_3);
HWY_EXPORT(soon_2);
HWY_EXPORT(soon_3);

template <>
PrefilterLanes<2> prefilter_lanes() {
  return HWY_DYNAMIC_DISPATCH(lanes_2)();
}
template <>
PrefilterLanes<3> prefilter_lanes() {
  return HWY_DYNAMIC_DISPATCH(lanes_3)();
}

void prefilter(const PrefilterField<2>& field, std::span<PrefilterQuery<2>> looks) {
  prefilter_lanes<2>().prefilter(field, looks);
}
void prefilter(const PrefilterField<3>& field, std::span<PrefilterQuery<3>> looks) {
  prefilter_lanes<3>().prefilter(field, looks);
}
std::uint64_t met_soon(const PrefilterField<2>& field, const OwnFloatState<2>& own, std::span<const Id> ids,
                       float latest) {
  return HWY_DYNAMIC_DISPATCH(soon_2)(field, own, ids, latest);
}
std::uint64_t met_soon(const PrefilterField<3>& field, const OwnFloatState<3>& own, std::span<const Id> ids,
                       float latest) {
  return HWY_DYNAMIC_DISPATCH(soon_3)(field, own, ids, latest);
}

}  // namespace firsthit
#endif
