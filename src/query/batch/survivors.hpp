// No #pragma once: it is included again for every instruction set.
#if defined(FIRSTHIT_QUERY_BATCH_SURVIVORS_HPP) == defined(HWY_TARGET_TOGGLE)
#ifdef FIRSTHIT_QUERY_BATCH_SURVIVORS_HPP
#undef FIRSTHIT_QUERY_BATCH_SURVIVORS_HPP
#else
#define FIRSTHIT_QUERY_BATCH_SURVIVORS_HPP
#endif

#include "query/batch/kernels.hpp"
#include "query/batch/lanes.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace firsthit::HWY_NAMESPACE {

/// Numbers of pairs, taken a group at a time.
class Numbers {
 public:
  /// Without a branch: nobody could foretell it.
  HWY_INLINE void push_back_if(bool condition, std::size_t number) {
    number_[size_] = static_cast<std::uint32_t>(number);
    size_ += condition ? 1 : 0;
  }
  HWY_INLINE std::size_t size() const { return size_; }

  /// From i on; beyond the end the last one again.
  HWY_INLINE Group group(std::size_t i) const {
    Group r;
    for (std::size_t k = 0; k < kLanes; ++k) r.number[k] = number_[i + k < size_ ? i + k : size_ - 1];
    return r;
  }

 private:
  std::uint32_t number_[kBlock + 1];
  std::size_t size_ = 0;
};

/// One after the other, without the last one again at the end? Numbers of a group increase until then.
HWY_INLINE bool is_without_gap(const Group& group) {
  const std::uint32_t last = group.number[kLanes - 1];
  return last == group.number[0] + kLanes - 1 &&
         (kLanes == 1 || last != group.number[kLanes < 2 ? 0 : kLanes - 2]);
}

/// From i on; beyond `count` the last one again.
HWY_INLINE Group group_from(std::size_t i, std::size_t count) {
  Group r;
  for (std::size_t k = 0; k < kLanes; ++k)
    r.number[k] = static_cast<std::uint32_t>(i + k < count ? i + k : count - 1);
  return r;
}

/// Has as many rows of the next block fetched as there are lanes, while this block is answered. Beyond the
/// end of a table nothing comes of it.
template <class Row>
HWY_INLINE void fetch_later(const Row* table, std::size_t i) {
  constexpr std::size_t kLine = 64;
  const std::uintptr_t later = reinterpret_cast<std::uintptr_t>(table + i) + kBlock * sizeof(Row);
  for (std::size_t at = 0; at < kLanes * sizeof(Row); at += kLine)
    __builtin_prefetch(reinterpret_cast<const void*>(later + at));
}

/// The same of rows of columns.
template <int D>
HWY_INLINE void fetch_later(const BallColumns<D>& table, std::size_t i) {
  constexpr std::ptrdiff_t kLine = 8;  // doubles
  const auto begin = static_cast<std::ptrdiff_t>(i + kBlock);
  for (const auto& rows : {table.radius, table.position, table.velocity}) {
    const std::ptrdiff_t sign = rows.step < 0 ? -1 : 1;
    const std::ptrdiff_t size = rows.step * sign;
    const std::uintptr_t later = reinterpret_cast<std::uintptr_t>(rows.first) +
                                 sizeof(double) * static_cast<std::uintptr_t>(begin * rows.step);
    for (std::ptrdiff_t at = 0; at < static_cast<std::ptrdiff_t>(kLanes) * size; at += std::max(kLine, size))
      __builtin_prefetch(
          reinterpret_cast<const void*>(later + sizeof(double) * static_cast<std::uintptr_t>(at * sign)));
  }
}

/// Copies of one answer, a few stores each.
template <int D>
class Stamp {
 public:
  HWY_INLINE explicit Stamp(const Encounter<D>& answer) {
    static_assert(sizeof(answer) % sizeof(double) == 0 && kDoubles >= kLanes);
    std::array<double, kDoubles> image;
    std::memcpy(image.data(), &answer, sizeof(answer));
    for (std::size_t i = 0; i < kStores; ++i) part_[i] = hn::LoadU(Tag(), &image[begin(i)]);
  }
  HWY_INLINE void print(Encounter<D>& to) const {
    auto* const bytes = reinterpret_cast<double*>(&to);
    for (std::size_t i = 0; i < kStores; ++i) store(part_[i], bytes + begin(i));
  }

 private:
  static constexpr std::size_t kDoubles = sizeof(Encounter<D>) / sizeof(double);
  static constexpr std::size_t kStores = (kDoubles + kLanes - 1) / kLanes;
  /// The last overlaps the one before, rather than reach beyond the end.
  static constexpr std::size_t begin(std::size_t i) { return std::min(i * kLanes, kDoubles - kLanes); }
  Lanes part_[kStores];
};

/// Fills `out` with misses, and collects the numbers of those that `missed` is not sure of.
template <class A, class B, class Missed, int D>
HWY_INLINE void cull(const A& a, const B& b, std::size_t count, const Query& query, Encounter<D>* out,
                     Numbers& survivors, const Missed& missed) {
  Encounter<D> miss;
  miss.delay = miss.delay_upper = miss.first_touch = query.horizon;
  const Stamp<D> stamp(miss);
  for (std::size_t i = 0; i < count; i += kLanes) {
    const std::size_t some = std::min(kLanes, count - i);
    fetch_later(a, i);
    fetch_later(b, i);
    std::uint64_t bits = bits_of(missed(group_from(i, count)));
    for (std::size_t k = 0; k < some; ++k, bits >>= 1U) {
      stamp.print(out[i + k]);
      survivors.push_back_if((bits & 1U) == 0, i + k);
    }
  }
}

}  // namespace firsthit::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
