#pragma once

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
  void push_back(T value) {
    if (size_ == 0) mask_ = 0;
    if (mask_ == 0 && size_ > 0 && !(values_.front() == value)) {
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

  /// Body i is now the one that was order[i] so far.
  void renumber(std::span<const Id> order) {
    if (mask_ == 0 || values_.empty()) return;
    std::vector<T> values;
    values.reserve(order.size());
    for (const Id id : order) values.push_back(values_[id]);
    values_ = std::move(values);
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
  std::vector<T> values_;
  std::size_t size_ = 0;
  std::size_t mask_ = ~std::size_t{0};
};

}  // namespace firsthit
