#pragma once

#include "engine/record.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace firsthit {

/// How many box lengths each body's record has wrapped around, per axis: half a word for each body, and more
/// for the few for whom that is too little; or a word, when they have become many.
template <int D>
class Wraps {
 public:
  using Boxes = std::array<std::int64_t, std::size_t{D}>;

  /// For bodies 0 to count - 1. What was counted stays.
  void resize(std::size_t count) {
    count_ = count;
    halves_.resize(count * per_body_, 0);
  }

  std::int64_t along(Id body, std::size_t axis) const { return boxes(body)[axis]; }

  void add(Id body, const Boxes& more) {
    Boxes sum = boxes(body);
    for (std::size_t axis = 0; axis < D; ++axis) sum[axis] += more[axis];
    set(body, sum);
    if (per_body_ == 1 && many_.size() > count_ / kFew) *this = with_words();
  }

  /// Body i is now the one that was order[i] so far.
  void renumber(std::span<const Id> order) {
    Wraps now;
    now.per_body_ = per_body_;
    now.resize(order.size());
    for (std::size_t body = 0; body < order.size(); ++body)
      now.set(static_cast<Id>(body), boxes(order[body]));
    *this = std::move(now);
  }

 private:
  /// Of as many bodies one may have more than fits half a word.
  static constexpr std::size_t kFew = 64;

  std::size_t bits() const { return (16 * per_body_ - 1) / D; }

  Boxes boxes(Id body) const {
    std::uint32_t word = halves_[body * per_body_];
    if (per_body_ == 2) word |= static_cast<std::uint32_t>(halves_[2 * std::size_t{body} + 1]) << 16U;
    Boxes boxes;
    for (std::size_t axis = 0; axis < D; ++axis) {
      const std::size_t above = 32 - (axis + 1) * bits();
      boxes[axis] = static_cast<std::int32_t>(word << above) >> (32 - bits());
    }
    if (many_.empty()) return boxes;
    const auto found = many_.find(body);
    return found == many_.end() ? boxes : found->second;
  }

  void set(Id body, const Boxes& boxes) {
    const std::int64_t half = std::int64_t{1} << (bits() - 1);
    const std::uint32_t mask = (std::uint32_t{1} << bits()) - 1;
    bool fits = true;
    std::uint32_t word = 0;
    for (std::size_t axis = 0; axis < D; ++axis) {
      fits = fits && boxes[axis] >= -half && boxes[axis] < half;
      word |= (static_cast<std::uint32_t>(boxes[axis]) & mask) << (axis * bits());
    }
    if (fits) {
      if (!many_.empty()) many_.erase(body);
    } else {
      many_[body] = boxes;
    }
    halves_[body * per_body_] = static_cast<std::uint16_t>(word);
    if (per_body_ == 2) halves_[2 * std::size_t{body} + 1] = static_cast<std::uint16_t>(word >> 16U);
  }

  Wraps with_words() const {
    Wraps wide;
    wide.per_body_ = 2;
    wide.resize(count_);
    for (std::size_t body = 0; body < count_; ++body)
      wide.set(static_cast<Id>(body), boxes(static_cast<Id>(body)));
    return wide;
  }

  std::vector<std::uint16_t> halves_;
  std::size_t per_body_ = 1;
  std::size_t count_ = 0;
  std::unordered_map<Id, Boxes> many_;  // where they are too many, all of them
};

}  // namespace firsthit
