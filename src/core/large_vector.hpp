#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace firsthit {

/// Asks the system for large pages where so much memory will be used here and there: fewer of them must be
/// looked up. A hint, that many systems know.
void ask_for_large_pages(void* begin, std::size_t bytes);

/// Memory as everybody's, but in large pages where there is much of it.
template <class T>
struct LargeAllocator : std::allocator<T> {
  LargeAllocator() = default;
  template <class Other>
  LargeAllocator(const LargeAllocator<Other>&) {}  // NOLINT: as std::allocator

  T* allocate(std::size_t count) {
    T* const begin = std::allocator<T>::allocate(count);
    ask_for_large_pages(begin, count * sizeof(T));
    return begin;
  }
  template <class Other>
  struct rebind {
    using other = LargeAllocator<Other>;
  };
};

/// For what is large, and looked at in no order.
template <class T>
using LargeVector = std::vector<T, LargeAllocator<T>>;

}  // namespace firsthit
