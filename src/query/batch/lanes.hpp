// No #pragma once: it is included again for every instruction set.
#if defined(FIRSTHIT_QUERY_BATCH_LANES_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef FIRSTHIT_QUERY_BATCH_LANES_HPP
#undef FIRSTHIT_QUERY_BATCH_LANES_HPP
#else
#define FIRSTHIT_QUERY_BATCH_LANES_HPP
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

// A double per lane, and arithmetic that reads like that of one double. Each operation rounds as it does for
// a double, none is fused with another, and no lane sees its neighbour: so every instruction set gives the
// same bits.

HWY_BEFORE_NAMESPACE();
namespace firsthit::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Tag = hn::ScalableTag<double>;
using IntegerTag = hn::RebindToSigned<Tag>;
using Integers = hn::Vec<IntegerTag>;

struct Mask {
  hn::Mask<Tag> m;
};

HWY_INLINE Mask operator&(Mask a, Mask b) { return {hn::And(a.m, b.m)}; }
HWY_INLINE Mask operator|(Mask a, Mask b) { return {hn::Or(a.m, b.m)}; }
HWY_INLINE Mask operator!(Mask a) { return {hn::Not(a.m)}; }
/// A bit per lane, the first lane's lowest.
HWY_INLINE std::uint64_t bits_of(Mask a) {
  std::uint8_t bits[8] = {};
  hn::StoreMaskBits(Tag(), a.m, bits);
  return bits[0];
}
HWY_INLINE bool none(Mask a) { return hn::AllFalse(Tag(), a.m); }

struct Lanes {
  hn::Vec<Tag> v;

  Lanes() = default;
  HWY_INLINE Lanes(hn::Vec<Tag> x) : v(x) {}
  HWY_INLINE Lanes(double x) : v(hn::Set(Tag(), x)) {}  // NOLINT: the same in every lane
};

HWY_INLINE Lanes operator+(Lanes a, Lanes b) { return hn::Add(a.v, b.v); }
HWY_INLINE Lanes operator-(Lanes a, Lanes b) { return hn::Sub(a.v, b.v); }
HWY_INLINE Lanes operator*(Lanes a, Lanes b) { return hn::Mul(a.v, b.v); }
HWY_INLINE Lanes operator/(Lanes a, Lanes b) { return hn::Div(a.v, b.v); }
HWY_INLINE Lanes operator-(Lanes a) { return hn::Neg(a.v); }
HWY_INLINE Mask operator<(Lanes a, Lanes b) { return {hn::Lt(a.v, b.v)}; }
HWY_INLINE Mask operator>(Lanes a, Lanes b) { return {hn::Gt(a.v, b.v)}; }
HWY_INLINE Mask operator<=(Lanes a, Lanes b) { return {hn::Le(a.v, b.v)}; }
HWY_INLINE Mask operator>=(Lanes a, Lanes b) { return {hn::Ge(a.v, b.v)}; }
HWY_INLINE Mask operator==(Lanes a, Lanes b) { return {hn::Eq(a.v, b.v)}; }
HWY_INLINE Lanes abs(Lanes a) { return hn::Abs(a.v); }
HWY_INLINE Lanes sqrt(Lanes a) { return hn::Sqrt(a.v); }
HWY_INLINE Lanes either(Mask which, Lanes yes, Lanes no) { return hn::IfThenElse(which.m, yes.v, no.v); }
HWY_INLINE Lanes or_zero(Mask which, Lanes yes) { return hn::IfThenElseZero(which.m, yes.v); }
HWY_INLINE Lanes larger(Lanes a, Lanes b) { return either(a > b, a, b); }
HWY_INLINE Lanes smaller(Lanes a, Lanes b) { return either(a < b, a, b); }
/// a with the sign of b turned into it: -a where b is below 0 or -0.0.
HWY_INLINE Lanes times_sign(Lanes a, Lanes b) { return hn::Xor(a.v, hn::And(b.v, hn::Set(Tag(), -0.0))); }
HWY_INLINE Mask always() { return Lanes(0.0) == Lanes(0.0); }

/// The first 26 bits of each double.
HWY_INLINE Lanes head(Lanes a) {
  constexpr std::int64_t kHead = ~((std::int64_t{1} << 27) - 1);
  return hn::And(a.v, hn::BitCast(Tag(), hn::Set(IntegerTag(), kHead)));
}

/// The double before a, or after it. Requires: a > 0.
HWY_INLINE Lanes before(Lanes a) {
  return hn::BitCast(Tag(), hn::Sub(hn::BitCast(IntegerTag(), a.v), hn::Set(IntegerTag(), 1)));
}
HWY_INLINE Lanes after(Lanes a) {
  return hn::BitCast(Tag(), hn::Add(hn::BitCast(IntegerTag(), a.v), hn::Set(IntegerTag(), 1)));
}

/// As many numbers of pairs as there are lanes.
inline constexpr std::size_t kLanes = hn::MaxLanes(Tag());
struct Group {
  std::uint32_t number[kLanes];
};

/// Rows of a table of structs that are nothing but doubles: one per lane. (Gather instructions would take
/// longer than loads, one by one.)
template <class Struct>
class Rows {
 public:
  HWY_INLINE Rows(const Struct* table, const Group& group) : Rows(table, group.number) {}
  HWY_INLINE Rows(const Struct* table, const std::uint32_t* numbers) {
    static_assert(sizeof(Struct) % sizeof(double) == 0);
    for (std::size_t k = 0; k < kLanes; ++k) row_[k] = reinterpret_cast<const double*>(table + numbers[k]);
  }
  HWY_INLINE Lanes column(std::size_t i) const {
    HWY_ALIGN double x[kLanes];
    for (std::size_t k = 0; k < kLanes; ++k) x[k] = row_[k][i];
    return hn::Load(Tag(), x);
  }

 private:
  const double* row_[kLanes];
};

#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
/// Eight rows of eight doubles, turned into columns.
HWY_INLINE void transpose(const __m512d* row, Lanes* column) {
  for (std::size_t odd = 0; odd < 2; ++odd) {
    __m512d pair[4];  // of rows 2 j and 2 j + 1, every other column
    for (std::size_t j = 0; j < 4; ++j)
      pair[j] = odd == 0 ? _mm512_unpacklo_pd(row[2 * j], row[2 * j + 1])
                         : _mm512_unpackhi_pd(row[2 * j], row[2 * j + 1]);
    const __m512d upper_even = _mm512_shuffle_f64x2(pair[0], pair[1], 0x88);  // of the first four rows
    const __m512d upper_odd = _mm512_shuffle_f64x2(pair[0], pair[1], 0xdd);
    const __m512d lower_even = _mm512_shuffle_f64x2(pair[2], pair[3], 0x88);
    const __m512d lower_odd = _mm512_shuffle_f64x2(pair[2], pair[3], 0xdd);
    column[odd] = hn::Vec<Tag>{_mm512_shuffle_f64x2(upper_even, lower_even, 0x88)};
    column[2 + odd] = hn::Vec<Tag>{_mm512_shuffle_f64x2(upper_odd, lower_odd, 0x88)};
    column[4 + odd] = hn::Vec<Tag>{_mm512_shuffle_f64x2(upper_even, lower_even, 0xdd)};
    column[6 + odd] = hn::Vec<Tag>{_mm512_shuffle_f64x2(upper_odd, lower_odd, 0xdd)};
  }
}
#endif

/// The same for rows of four to eight doubles, all of which are wanted: where there are eight lanes, whole
/// rows are loaded and turned into columns.
template <class Struct>
class ShortRows {
 public:
  HWY_INLINE ShortRows(const Struct* table, const Group& group) : ShortRows(table, group.number) {}
  HWY_INLINE ShortRows(const Struct* table, const std::uint32_t* numbers) {
    static_assert(sizeof(Struct) % sizeof(double) == 0 && kColumns >= 4 && kColumns <= 8);
#if HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3
    __m512d row[8];  // its first four columns and its last four
    for (std::size_t k = 0; k < 8; ++k) {
      const auto* const begin = reinterpret_cast<const double*>(table + numbers[k]);
      if constexpr (kColumns == 8) {
        row[k] = _mm512_loadu_pd(begin);
      } else {
        row[k] = _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_loadu_pd(begin)),
                                    _mm256_loadu_pd(begin + (kColumns - 4)), 1);
      }
    }
    Lanes turned[8];
    transpose(row, turned);
    for (std::size_t i = 0; i < 4; ++i) {
      column_[i] = turned[i];
      column_[kColumns - 4 + i] = turned[4 + i];
    }
#else
    const Rows<Struct> rows(table, numbers);
    for (std::size_t i = 0; i < kColumns; ++i) column_[i] = rows.column(i);
#endif
  }
  HWY_INLINE Lanes column(std::size_t i) const { return column_[i]; }

 private:
  static constexpr std::size_t kColumns = sizeof(Struct) / sizeof(double);
  Lanes column_[kColumns];
};

HWY_INLINE void store(Lanes a, double* to) { hn::StoreU(a.v, Tag(), to); }

/// One for every coordinate axis.
template <class T, int D>
struct PerAxis {
  T each[static_cast<std::size_t>(D)];  // NOLINT: std::array would not know the instruction set
  HWY_INLINE T& operator[](std::size_t axis) { return each[axis]; }
  HWY_INLINE const T& operator[](std::size_t axis) const { return each[axis]; }
};

/// Sums and products whose rounding is kept, as of single doubles in exact/error_free.hpp.
struct LongLanes {
  Lanes high;
  Lanes low;
};

HWY_INLINE LongLanes fast_two_sum(Lanes a, Lanes b) {
  const Lanes sum = a + b;
  return {sum, b - (sum - a)};
}

HWY_INLINE LongLanes two_sum(Lanes a, Lanes b) {
  const Lanes sum = a + b;
  const Lanes b_part = sum - a;
  const Lanes a_part = sum - b_part;
  return {sum, (a - a_part) + (b - b_part)};
}

/// Error: 2.1 u^2 of it, if all three are >= 0.
HWY_INLINE LongLanes long_sum(Lanes a, Lanes b, Lanes c) {
  const LongLanes first = two_sum(a, b);
  const LongLanes second = two_sum(first.high, c);
  return fast_two_sum(second.high, first.low + second.low);
}

}  // namespace firsthit::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
