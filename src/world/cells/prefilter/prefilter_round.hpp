#pragma once

#include "core/prefetch.hpp"
#include "world/cells/prefilter/prefilter_lanes.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <span>

namespace firsthit {

/// The queries of one or two bodies that look around at the same time, and whom lanes leave of each.
template <int D>
class PrefilterRound {
 public:
  static constexpr std::size_t kMost = 2;

  PrefilterQuery<D>& operator[](std::size_t i) { return queries_[i]; }

  /// Asks the first so many, or nobody. Those left whose records will be needed first; they are asked for.
  std::span<const Id> ask(const PrefilterLanes<D>& lanes, const PrefilterField<D>& field, std::size_t count) {
    count_ = count;
    if (count == 0) return {};
    lanes.prefilter(field, asked());
    std::size_t size = 0;
    for (const PrefilterQuery<D>& one : asked()) {
      // The first and the last of those left, as a rule all: nobody could foretell how many they are.
      const auto first = static_cast<std::size_t>(std::countr_zero(one.left)) % kPrefilterBlock;
      const auto last = kPrefilterBlock - 1 - static_cast<std::size_t>(std::countl_zero(one.left | 1U));
      for (const std::size_t place : {first, last}) {
        const Id id = one.ids.data()[place];
        prefetch(&field.records[id]);
        left_[size++] = id;
      }
    }
    return {left_.data(), size};
  }
  /// Those of the present round.
  std::span<PrefilterQuery<D>> asked() { return std::span(queries_).first(count_); }

 private:
  std::array<PrefilterQuery<D>, kMost> queries_;
  std::size_t count_ = 0;  // so many of them count
  std::array<Id, 2 * kMost> left_;
};

}  // namespace firsthit
