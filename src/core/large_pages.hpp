#pragma once

#include <cstddef>
#include <vector>

namespace firsthit {

/// Memory that is read here and there, aligned to a line of a cache. Whole pages of two megabytes of it are
/// asked to be large ones, where the operating system knows such: of many small pages a processor forgets
/// where they are.
void* allocate_in_large_pages(std::size_t bytes);
void free_large_pages(void* memory, std::size_t bytes) noexcept;

/// How much of it this program holds beside its heap.
std::size_t bytes_in_large_pages();

/// An allocator of such memory.
template <class T>
struct LargePages {
  using value_type = T;

  LargePages() = default;
  template <class U>
  LargePages(const LargePages<U>&) {}

  T* allocate(std::size_t count) { return static_cast<T*>(allocate_in_large_pages(count * sizeof(T))); }
  void deallocate(T* memory, std::size_t count) noexcept { free_large_pages(memory, count * sizeof(T)); }
  friend bool operator==(const LargePages&, const LargePages&) { return true; }
};

/// Of all bodies what is read in the order of events.
template <class T>
using LargeVector = std::vector<T, LargePages<T>>;

}  // namespace firsthit
