#pragma once

#include "core/room.hpp"
#include "engine/record.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace firsthit {

/// How many box lengths each body's record has wrapped around, per axis: a byte for each body, and more for
/// the few for whom that is too little; or two bytes, or four, when they have become many.
template <int D>
class ImageCounters {
 public:
  using Boxes = std::array<std::int64_t, std::size_t{D}>;

  /// For bodies 0 to count - 1. What was counted stays.
  void resize(std::size_t count) {
    bytes_.resize(count * width_, 0);
    count_ = count;
  }

  std::int64_t along(Id body, std::size_t axis) const { return boxes(body)[axis]; }

  void add(Id body, const Boxes& more) {
    Boxes sum = boxes(body);
    for (std::size_t axis = 0; axis < D; ++axis) sum[axis] += more[axis];
    set(body, sum);
    if (width_ == kMostBytes || many_.size() <= count_ / kFew) return;
    try {
      *this = in_bytes(2 * width_);
    } catch (const std::bad_alloc&) {  // the next time, then
    }
  }
  /// What is added to two bodies next does not fail for want of memory.
  void make_room_for_two() {
    constexpr std::size_t kTwo = 2;
    if (spare_.size() == kTwo) return;
    for (Id key = 0; spare_.size() < kTwo; ++key) spare_.try_emplace(key);
    many_.reserve(many_.size() + kTwo);
  }
  /// Nor does the next `resize` for one more.
  void make_room_for_one() { make_room(bytes_, width_); }

  /// Body i is now the one that was order[i] so far.
  void renumber(std::span<const Id> order) {
    ImageCounters now;
    now.width_ = width_;
    now.resize(order.size());
    for (std::size_t body = 0; body < order.size(); ++body)
      now.set(static_cast<Id>(body), boxes(order[body]));
    *this = std::move(now);
  }

 private:
  /// Of as many bodies one may have more than fits.
  static constexpr std::size_t kFew = 64;
  static constexpr std::size_t kMostBytes = 4;  // a body

  std::size_t bits() const { return (8 * width_ - 1) / D; }

  Boxes boxes(Id body) const {
    std::uint32_t word = 0;
    for (std::size_t k = 0; k < width_; ++k)
      word |= static_cast<std::uint32_t>(bytes_[body * width_ + k]) << (8 * k);
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
    } else if (const auto known = many_.find(body); known != many_.end()) {
      known->second = boxes;
    } else if (spare_.empty()) {
      many_.emplace(body, boxes);
    } else {
      auto node = spare_.extract(spare_.begin());
      node.key() = body;
      node.mapped() = boxes;
      many_.insert(std::move(node));
    }
    for (std::size_t k = 0; k < width_; ++k)
      bytes_[body * width_ + k] = static_cast<std::uint8_t>(word >> (8 * k));
  }

  ImageCounters in_bytes(std::size_t width) const {
    ImageCounters wide;
    wide.width_ = width;
    wide.resize(count_);
    for (std::size_t body = 0; body < count_; ++body)
      wide.set(static_cast<Id>(body), boxes(static_cast<Id>(body)));
    return wide;
  }

  std::vector<std::uint8_t> bytes_;
  std::size_t width_ = 1;  // bytes a body
  std::size_t count_ = 0;
  std::unordered_map<Id, Boxes> many_;   // where they are too many, all of them
  std::unordered_map<Id, Boxes> spare_;  // room for more of these
};

}  // namespace firsthit
