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
  PerAxis<Column, D> normal;
  PerAxis<Column, D> point_a;
  PerAxis<Column, D> point_b;
  Column kind_a{};  // of the features, as numbers
  Column kind_b{};
  Column index_a{};  // of the features
  Column index_b{};

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
};

/// Which lanes are answered, with all bits.
struct Certain {
  Mask misses;
  Mask impacts;
};

/// Goes through the survivors of a cull, a few at a time: `kernel` says of which lanes it is certain, and
/// `met` takes number and lane of the impacts. All that is not certain is left to others.
template <int D, class Kernel, class Met>
HWY_INLINE void sort_out(const Numbers& survivors, Leftover<D>& leftover, const Kernel& kernel,
                         const Met& met) {
  for (std::size_t i = 0; i < survivors.size(); i += kLanes) {
    const Group group = survivors.group(i);
    const Certain certain = kernel(group);
    std::uint64_t misses = bits_of(certain.misses);
    std::uint64_t impacts = bits_of(certain.impacts);
    const std::size_t some = std::min(kLanes, survivors.size() - i);
    for (std::size_t k = 0; k < some; ++k, misses >>= 1U, impacts >>= 1U) {
      const std::size_t number = group.number[k];
      if ((impacts & 1U) != 0)
        met(number, k);
      else if ((misses & 1U) == 0)
        leftover.add(number);
    }
  }
}

/// Writes the impacts among the survivors of a cull to `out`. All have the same gap [L].
template <int D, class Kernel>
HWY_INLINE void meet(const Numbers& survivors, double gap, Encounter<D>* out, Leftover<D>& leftover,
                     const Kernel& kernel) {
  Fields<D> fields;
  sort_out(
      survivors, leftover, [&](const Group& group) HWY_ATTR { return kernel(group, fields); },
      [&](std::size_t number, std::size_t lane) HWY_ATTR { fields.write(lane, gap, out[number]); });
}

/// When and along which direction pairs meet, a lane each.
template <int D>
struct Events {
  typename Fields<D>::Column lower;
  typename Fields<D>::Column upper;
  PerAxis<typename Fields<D>::Column, D> direction;

  HWY_INLINE void take(const Between& time, const Direction<D>& exact) {
    store(time.lower, lower.data());
    store(time.upper, upper.data());
    for (std::size_t i = 0; i < D; ++i) store(exact.component[i], direction[i].data());
  }
};

/// Hands the impacts among the survivors of a cull on, for others to tell the contact.
template <int D, class Kernel>
HWY_INLINE void find_events(const Numbers& survivors, Leftover<D>& leftover, const Kernel& kernel) {
  Events<D> events;
  sort_out(
      survivors, leftover, [&](const Group& group) HWY_ATTR { return kernel(group, events); },
      [&](std::size_t number, std::size_t lane) HWY_ATTR {
        Vec<D> direction;
        for (std::size_t i = 0; i < D; ++i) direction[i] = events.direction[i][lane];
        leftover.add_impact(number, events.lower[lane], events.upper[lane], direction);
      });
}

/// Of what lanes do not know.
template <int D>
HWY_INLINE void leave_all(std::size_t count, Leftover<D>& leftover) {
  for (std::size_t i = 0; i < count; ++i) leftover.add(i);
}

}  // namespace firsthit::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
