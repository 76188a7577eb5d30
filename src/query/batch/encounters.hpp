// No #pragma once: it is included again for every instruction set.
#if defined(FIRSTHIT_QUERY_BATCH_ENCOUNTERS_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef FIRSTHIT_QUERY_BATCH_ENCOUNTERS_HPP
#undef FIRSTHIT_QUERY_BATCH_ENCOUNTERS_HPP
#else
#define FIRSTHIT_QUERY_BATCH_ENCOUNTERS_HPP
#endif

#include "query/batch/rounding.hpp"
#include "query/batch/survivors.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace firsthit::HWY_NAMESPACE {

/// Kinds of features as numbers, for lanes.
constexpr double number_of(Feature::Kind kind) { return static_cast<double>(static_cast<int>(kind)); }
constexpr Feature::Kind kind_of(double number) {
  return static_cast<Feature::Kind>(static_cast<int>(number));
}

/// The fields of impacts, a lane each.
template <int D>
struct Fields {
  using Column = std::array<double, kLanes>;
  Column lower;
  Column upper;
  PerAxis<Column, D> direction{};  // of impacts without contact
  PerAxis<Column, D> normal;
  PerAxis<Column, D> point_a;
  PerAxis<Column, D> point_b;
  Column kind_a{};  // of the features, as numbers
  Column kind_b{};
  Column index_a{};  // of the features
  Column index_b{};

  HWY_INLINE void take(const Between& time, const Direction<D>& exact) {
    store(time.lower, lower.data());
    store(time.upper, upper.data());
    for (std::size_t i = 0; i < D; ++i) store(exact.component[i], direction[i].data());
  }

  HWY_INLINE void write(std::size_t lane, double gap, Encounter<D>& r) const {
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
    r.feature_a = {kind_of(kind_a[lane]), static_cast<int>(index_a[lane])};
    r.feature_b = {kind_of(kind_b[lane]), static_cast<int>(index_b[lane])};
  }

  HWY_INLINE Vec<D> direction_of(std::size_t lane) const {
    Vec<D> r;
    for (std::size_t i = 0; i < D; ++i) r[i] = direction[i][lane];
    return r;
  }
};

/// Which lanes are answered, with all bits.
struct Certain {
  Mask misses;
  Mask impacts;
  Mask events = !always();  // impacts, of which the contact is open
};

/// Goes through the survivors of a cull, a few at a time: `kernel` fills in the fields of impacts, and says
/// of which lanes it is certain. All that is not is left to others. All impacts have the same gap [L].
template <int D, class Kernel>
HWY_INLINE void meet(const Numbers& survivors, double gap, Encounter<D>* out, Leftover<D>& leftover,
                     const Kernel& kernel) {
  Fields<D> fields;
  for (std::size_t i = 0; i < survivors.size(); i += kLanes) {
    const Group group = survivors.group(i);
    const Certain certain = kernel(group, fields);
    const std::uint64_t misses = bits_of(certain.misses);
    const std::uint64_t impacts = bits_of(certain.impacts);
    const std::uint64_t events = bits_of(certain.events);
    const std::size_t some = std::min(kLanes, survivors.size() - i);
    for (std::size_t k = 0; k < some; ++k) {
      const std::uint64_t bit = std::uint64_t{1} << k;
      const std::size_t number = group.number[k];
      if ((impacts & bit) != 0)
        fields.write(k, gap, out[number]);
      else if ((events & bit) != 0)
        leftover.add_impact(number, fields.lower[k], fields.upper[k], fields.direction_of(k));
      else if ((misses & bit) == 0)
        leftover.add(number);
    }
  }
}

/// Of what lanes do not know.
template <int D>
HWY_INLINE void leave_all(std::size_t count, Leftover<D>& leftover) {
  for (std::size_t i = 0; i < count; ++i) leftover.add(i);
}

}  // namespace firsthit::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
