#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <type_traits>
#include <vector>

namespace firsthit {

/// A list that needs no memory of its own while it has few elements.
template <class T, std::size_t kFew>
class InlineVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  InlineVector() {}  // NOLINT: no element is looked at before it is there
  InlineVector(const InlineVector&) = delete;
  InlineVector& operator=(const InlineVector&) = delete;

  void push_back(const T& value) {
    if (size_ < kFew) {
      few_[size_] = value;
    } else {
      if (size_ == kFew) many_.assign(few_, few_ + kFew);
      many_.push_back(value);
    }
    ++size_;
  }

  /// To so many elements, of which none is set. Requires: it has none.
  void grow_to(std::size_t size) {
    if (size > kFew) many_.resize(size);
    size_ = size;
  }

  /// Those that are left keep their order.
  template <class Which>
  void erase_if(const Which& which) {
    const std::span<T> before = all();
    const auto left =
        static_cast<std::size_t>(std::remove_if(before.begin(), before.end(), which) - before.begin());
    if (size_ > kFew && left <= kFew) std::copy_n(many_.begin(), left, few_);
    if (left > kFew) many_.resize(left);
    size_ = left;
  }

  std::size_t size() const { return size_; }
  std::span<T> all() { return {size_ > kFew ? many_.data() : few_, size_}; }
  std::span<const T> all() const { return {size_ > kFew ? many_.data() : few_, size_}; }

 private:
  std::size_t size_ = 0;
  union {
    T few_[kFew];
  };
  std::vector<T> many_;
};

}  // namespace firsthit
