#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace firsthit {

/// A list that needs no memory of its own while it has few elements.
template <class T, std::size_t kFew>
class Few {
 public:
  Few() = default;
  Few(const Few&) = delete;
  Few& operator=(const Few&) = delete;

  void push_back(const T& value) {
    if (size_ < kFew) {
      few_[size_] = value;
    } else {
      if (size_ == kFew) many_.assign(few_.begin(), few_.end());
      many_.push_back(value);
    }
    ++size_;
  }
  std::size_t size() const { return size_; }
  std::span<T> all() { return {size_ > kFew ? many_.data() : few_.data(), size_}; }
  std::span<const T> all() const { return {size_ > kFew ? many_.data() : few_.data(), size_}; }

 private:
  std::size_t size_ = 0;
  std::array<T, kFew> few_{};
  std::vector<T> many_;
};

}  // namespace firsthit
