#include "core/large_pages.hpp"

#include <atomic>
#include <cstdint>
#include <cstring>
#include <new>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FIRSTHIT_PLAIN_MEMORY 1  // what reads beyond an array is found there only
#endif
#endif
#if defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(FIRSTHIT_PLAIN_MEMORY)
#include <sys/mman.h>
#define FIRSTHIT_LARGE_PAGES 1
#endif

namespace firsthit {

namespace {

constexpr std::size_t kLine = 64;

std::atomic<std::size_t> held{0};

#ifdef FIRSTHIT_LARGE_PAGES
constexpr std::size_t kSmallPage = std::size_t{1} << 16;  // whole pages, of whatever size the system has
constexpr std::size_t kLargePage = std::size_t{1} << 21;

std::size_t rounded_up(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

/// Pages of its own, from the beginning of a large one on. A heap would leave gaps between such.
void* map_pages(std::size_t bytes) {
  const std::size_t size = rounded_up(bytes, kSmallPage);
  const std::size_t room = size + kLargePage;
  void* const mapped = mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  auto* const begin = static_cast<unsigned char*>(mapped);
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  const std::size_t before = rounded_up(address, kLargePage) - address;
  if (before > 0) munmap(begin, before);
  if (before + size < room) munmap(begin + before + size, room - before - size);
  // What is left at the end stays in small pages: of a large one that is hardly used, all would be taken.
  madvise(begin + before, size / kLargePage * kLargePage, MADV_HUGEPAGE);
  held += size;
  return begin + before;
}
#endif

}  // namespace

void* allocate_in_large_pages(std::size_t bytes) {
#ifdef FIRSTHIT_LARGE_PAGES
  if (bytes >= kLargePage) return map_pages(bytes);
#endif
  return ::operator new (bytes, std::align_val_t{kLine});
}

void free_large_pages(void* memory, [[maybe_unused]] std::size_t bytes) noexcept {
#ifdef FIRSTHIT_LARGE_PAGES
  if (bytes >= kLargePage) {
    munmap(memory, rounded_up(bytes, kSmallPage));
    held -= rounded_up(bytes, kSmallPage);
    return;
  }
#endif
  ::operator delete (memory, std::align_val_t{kLine});
}

void* grow_large_pages(void* memory, std::size_t bytes, std::size_t used, std::size_t more) {
  void* const grown = allocate_in_large_pages(more);
#ifdef FIRSTHIT_LARGE_PAGES
  if (bytes >= kLargePage) {
    const std::size_t size = rounded_up(bytes, kSmallPage);
    if (mremap(memory, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, grown) == grown) {
      held -= size;
      madvise(grown, rounded_up(more, kSmallPage) / kLargePage * kLargePage,
              MADV_HUGEPAGE);  // all alike again
      return grown;
    }
  }
#endif
  if (used > 0) std::memcpy(grown, memory, used);
  if (memory != nullptr) free_large_pages(memory, bytes);
  return grown;
}

LargeBytes& LargeBytes::operator=(const LargeBytes& other) {
  if (this == &other) return *this;
  assign_zeros(0);
  reserve(other.size_);
  if (other.size_ > 0) std::memcpy(bytes_, other.bytes_, other.size_);
  size_ = other.size_;
  return *this;
}

void LargeBytes::reserve(std::size_t room) {
  if (room <= room_) return;
#ifdef FIRSTHIT_LARGE_PAGES
  // To whole large pages: what is not used of the last one takes no memory before it is reached.
  if (room >= kLargePage) room = rounded_up(room, kLargePage);
#endif
  bytes_ = static_cast<unsigned char*>(grow_large_pages(bytes_, room_, size_, room));
  room_ = room;
}

void LargeBytes::assign_zeros(std::size_t size) {
  size_ = 0;
  reserve(size);
  grow_to(size);
}

void LargeBytes::grow_to(std::size_t size) {
  std::memset(bytes_ + size_, 0, size - size_);
  size_ = size;
}

std::size_t bytes_in_large_pages() { return held; }

}  // namespace firsthit
