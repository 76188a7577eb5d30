// No #pragma once: it is included again for every instruction set.
#if defined(FIRSTHIT_QUERY_BATCH_ENCOUNTERS_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef FIRSTHIT_QUERY_BATCH_ENCOUNTERS_HPP
#undef FIRSTHIT_QUERY_BATCH_ENCOUNTERS_HPP
#else
#define FIRSTHIT_QUERY_BATCH_ENCOUNTERS_HPP
#endif

#include "query/batch/lanes.hpp"
#include "query/batch/survivors.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace firsthit::HWY_NAMESPACE {

/// The fields of impacts, a lane each.
template <int D>
struct Fields {
  static constexpr std::size_t kMost = hn::MaxLanes(Tag());
  using Column = std::array<double, kMost>;
  Column lower;
  Column upper;
  PerAxis<Column, D> normal;
  PerAxis<Column, D> point_a;
  PerAxis<Column, D> point_b;
  Column feature_a{};  // their indices
  Column feature_b{};

  HWY_INLINE void write(std::size_t lane, Feature::Kind kind, double gap, Encounter<D>& r) const {
    r.outcome = Outcome::Impact;
    r.delay = lower[lane];
    r.delay_upper = upper[lane];
    r.first_touch = lower[lane];
    for (std::size_t i = 0; i < D; ++i) {
      r.normal[i] = normal[i][lane];
      r.point_a[i] = point_a[i][lane];
      r.point_b[i] = point_b[i][lane];
    }
    r.gap = gap;
    r.feature_a = {kind, static_cast<int>(feature_a[lane])};
    r.feature_b = {kind, static_cast<int>(feature_b[lane])};
  }
};

/// Which lanes are answered, with all bits.
struct Certain {
  Mask misses;
  Mask impacts;
};

/// Writes the impacts among the survivors of a cull to `out`, and the numbers of those that are not certain
/// to `rest`. Returns how many these are. All impacts have features of one kind, and the same gap [L].
template <int D, class Kernel>
HWY_INLINE std::size_t meet(Numbers& survivors, Feature::Kind kind, double gap, Encounter<D>* out,
                            std::uint32_t* rest, const Kernel& kernel) {
  std::size_t left = 0;
  Fields<D> fields;
  const std::size_t lanes = hn::Lanes(Tag());
  for (std::size_t i = 0; i < survivors.size(); i += lanes) {
    const Certain certain = kernel(survivors.from(i), fields);
    std::uint64_t misses = bits_of(certain.misses);
    std::uint64_t impacts = bits_of(certain.impacts);
    const std::size_t some = std::min(lanes, survivors.size() - i);
    for (std::size_t k = 0; k < some; ++k, misses >>= 1U, impacts >>= 1U) {
      const std::size_t number = survivors[i + k];
      if ((impacts & 1U) != 0)
        fields.write(k, kind, gap, out[number]);
      else if ((misses & 1U) == 0)
        rest[left++] = static_cast<std::uint32_t>(number);
    }
  }
  return left;
}

/// Of what lanes do not know.
HWY_INLINE std::size_t leave_all(std::size_t count, std::uint32_t* rest) {
  for (std::size_t i = 0; i < count; ++i) rest[i] = static_cast<std::uint32_t>(i);
  return count;
}

}  // namespace firsthit::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
