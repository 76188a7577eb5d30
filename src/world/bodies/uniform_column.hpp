#pragma once

#include "core/room.hpp"
#include "engine/record.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace firsthit {

/// A number of every body, by id. Where all are alike, one is kept: it takes no memory, and is always in the
/// cache.
template <class T>
class UniformColumn {
 public:
  /// The next push_back of it does not fail for want of memory.
  void make_room_for(T value) {
    if (spreads(value)) {
      make_room(values_, size_ + 1 - values_.size());
    } else if (mask_ != 0 || size_ == 0) {
      make_room(values_);
    }
  }
  void push_back(T value) {
    if (size_ == 0) mask_ = 0;
    if (spreads(value)) {
      values_.resize(size_, T(values_.front()));
      mask_ = ~std::size_t{0};
    }
    if (mask_ != 0 || size_ == 0) values_.push_back(value);
    ++size_;
  }
  /// There will be few more.
  void close() {
    if (!values_.empty() && std::adjacent_find(values_.begin(), values_.end(), [](const T& a, const T& b) {
                              return a != b;
                            }) == values_.end()) {
      values_.resize(1);
      mask_ = 0;
    }
    values_.shrink_to_fit();
  }

  /// The same where body i is the one that was order[i] so far.
  UniformColumn renumbered(std::span<const Id> order) const {
    if (mask_ == 0 || values_.empty()) return *this;
    UniformColumn now;
    now.values_.reserve(order.size());
    for (const Id id : order) now.values_.push_back(values_[id]);
    now.size_ = size_;
    return now;
  }

  T operator[](std::size_t id) const { return values_[id & mask_]; }
  std::size_t size() const { return size_; }
  /// Nothing where all are alike.
  const T* by_id() const { return mask_ != 0 ? values_.data() : nullptr; }
  /// All that occur, some of them perhaps often.
  const std::vector<T>& values() const { return values_; }

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    std::uint64_t size = self.size_;
    bool alike = self.mask_ == 0;
    archive(size, alike, self.values_);
    archive.require(self.values_.size() == (alike ? 1 : size), "expected a number for each, found others");
    if constexpr (Archive::kReads) {
      self.size_ = static_cast<std::size_t>(size);
      self.mask_ = alike ? 0 : ~std::size_t{0};
    }
  }

 private:
  /// Will it be the first that is unlike the others?
  bool spreads(T value) const { return mask_ == 0 && size_ > 0 && !(values_.front() == value); }

  std::vector<T> values_;
  std::size_t size_ = 0;
  std::size_t mask_ = ~std::size_t{0};
};

}  // namespace firsthit
