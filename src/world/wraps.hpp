#pragma once

#include "engine/record.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace firsthit {

/// How many box lengths each body's record has wrapped around, per axis: a word for each body, and more for
/// the few for whom that is too little.
template <int D>
class Wraps {
 public:
  using Boxes = std::array<std::int64_t, std::size_t{D}>;

  /// For bodies 0 to count - 1. What was counted stays.
  void resize(std::size_t count) { words_.resize(count, 0); }

  std::int64_t along(Id body, std::size_t axis) const {
    const std::int64_t few = few_of(body, axis);
    if (many_.empty()) return few;
    const auto found = many_.find(body);
    return found == many_.end() ? few : few + found->second[axis];
  }

  void add(Id body, const Boxes& more) {
    Boxes few;
    bool fits = true;
    for (std::size_t axis = 0; axis < D; ++axis) {
      few[axis] = few_of(body, axis) + more[axis];
      fits = fits && few[axis] >= -kHalf && few[axis] < kHalf;
    }
    if (!fits) {
      Boxes& many = many_[body];
      for (std::size_t axis = 0; axis < D; ++axis) {
        many[axis] += few[axis];
        few[axis] = 0;
      }
    }
    words_[body] = 0;
    for (std::size_t axis = 0; axis < D; ++axis)
      words_[body] |= (static_cast<std::uint32_t>(few[axis]) & kMask) << (axis * kBits);
  }

 private:
  static constexpr std::size_t kBits = 31 / D;
  static constexpr std::int64_t kHalf = std::int64_t{1} << (kBits - 1);
  static constexpr std::uint32_t kMask = (std::uint32_t{1} << kBits) - 1;

  std::int64_t few_of(Id body, std::size_t axis) const {
    const std::size_t above = 32 - (axis + 1) * kBits;
    return static_cast<std::int32_t>(words_[body] << above) >> (32 - kBits);
  }

  std::vector<std::uint32_t> words_;
  std::unordered_map<Id, Boxes> many_;
};

}  // namespace firsthit
