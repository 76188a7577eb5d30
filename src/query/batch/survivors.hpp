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

HWY_BEFORE_NAMESPACE();
namespace firsthit::HWY_NAMESPACE {

/// Numbers of pairs, taken a lane each.
class Numbers {
 public:
  /// Without a branch: nobody could foretell it.
  HWY_INLINE void push_back_if(bool condition, std::size_t number) {
    number_[size_] = static_cast<std::int64_t>(number);
    size_ += condition ? 1 : 0;
  }
  HWY_INLINE std::size_t size() const { return size_; }
  HWY_INLINE std::size_t operator[](std::size_t i) const { return static_cast<std::size_t>(number_[i]); }

  /// From i on; beyond the end the last one again.
  HWY_INLINE Integers from(std::size_t i) {
    for (std::size_t k = size_; k < i + hn::Lanes(Tag()); ++k) number_[k] = number_[size_ - 1];
    return hn::LoadU(IntegerTag(), number_.data() + i);
  }

 private:
  static constexpr std::size_t kMost = hn::MaxLanes(Tag());
  std::array<std::int64_t, kBlock + kMost> number_;  // NOLINT: the first size_ of them
  std::size_t size_ = 0;
};

/// Number i to i + lanes; beyond the end the last one again.
HWY_INLINE Integers numbers_from(std::size_t i, std::size_t count) {
  const Integers last = hn::Set(IntegerTag(), static_cast<std::int64_t>(count - 1));
  const Integers all = hn::Iota(IntegerTag(), static_cast<std::int64_t>(i));
  return hn::IfThenElse(hn::Lt(last, all), last, all);
}

/// Which of the lanes are set, as bits.
HWY_INLINE std::uint64_t bits_of(Mask mask) {
  std::array<std::uint8_t, 8> bytes{};
  hn::StoreMaskBits(Tag(), mask.m, bytes.data());
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) bits |= std::uint64_t{bytes[i]} << (8 * i);
  return bits;
}

/// Fills `out` with misses, and collects the numbers of those that `missed` is not sure of.
template <class Missed, int D>
HWY_INLINE void cull(std::size_t count, const Query& query, Encounter<D>* out, Numbers& survivors,
                     const Missed& missed) {
  Encounter<D> miss;
  miss.delay = miss.delay_upper = miss.first_touch = query.horizon;
  const std::size_t lanes = hn::Lanes(Tag());
  for (std::size_t i = 0; i < count; i += lanes) {
    const std::size_t some = std::min(lanes, count - i);
    std::uint64_t bits = bits_of(missed(numbers_from(i, count)));
    for (std::size_t k = 0; k < some; ++k, bits >>= 1U) {
      out[i + k] = miss;
      survivors.push_back_if((bits & 1U) == 0, i + k);
    }
  }
}

}  // namespace firsthit::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
