#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace firsthit {

/// Memory that is read here and there, aligned to a line of a cache. Whole pages of two megabytes of it are
/// asked to be large ones, where the operating system knows such: of many small pages a processor forgets
/// where they are.
void* allocate_in_large_pages(std::size_t bytes);
void free_large_pages(void* memory, std::size_t bytes) noexcept;

/// The same with more room, `used` bytes of what was there, and, where the operating system can move pages,
/// no copy.
void* grow_large_pages(void* memory, std::size_t bytes, std::size_t used, std::size_t more);

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

/// Bytes that grow, and are not copied then: a copy would take as much memory once more.
class LargeBytes {
 public:
  LargeBytes() = default;
  ~LargeBytes() { free(); }
  LargeBytes(const LargeBytes& other) { *this = other; }
  LargeBytes(LargeBytes&& other) noexcept { swap(other); }
  LargeBytes& operator=(const LargeBytes& other);
  LargeBytes& operator=(LargeBytes&& other) noexcept {
    swap(other);
    return *this;
  }

  std::size_t size() const { return size_; }
  std::size_t capacity() const { return room_; }
  unsigned char& operator[](std::size_t place) { return bytes_[place]; }
  const unsigned char& operator[](std::size_t place) const { return bytes_[place]; }
  /// Nothing more than `size` zeros.
  void assign_zeros(std::size_t size);
  void reserve(std::size_t room);
  /// What comes is zero. Requires: there is room.
  void grow_to(std::size_t size);

 private:
  void free() noexcept {
    if (bytes_ != nullptr) free_large_pages(bytes_, room_);
  }
  void swap(LargeBytes& other) noexcept {
    std::swap(bytes_, other.bytes_);
    std::swap(size_, other.size_);
    std::swap(room_, other.room_);
  }

  unsigned char* bytes_ = nullptr;
  std::size_t size_ = 0;
  std::size_t room_ = 0;
};

/// Of all bodies what is read in the order of events.
template <class T>
using LargeVector = std::vector<T, LargePages<T>>;

}  // namespace firsthit
