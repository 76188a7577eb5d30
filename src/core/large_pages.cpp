#include "core/large_pages.hpp"

#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace firsthit {

namespace {

constexpr std::size_t kLine = 64;
constexpr std::size_t kLargePage = std::size_t{1} << 21;

std::align_val_t alignment_of(std::size_t bytes) {
  return std::align_val_t{bytes < kLargePage ? kLine : kLargePage};
}

}  // namespace

void* allocate_in_large_pages(std::size_t bytes) {
  void* const memory = ::operator new(bytes, alignment_of(bytes));
#if defined(__linux__) && defined(MADV_HUGEPAGE)
  // A hint. What is left at the end stays in small pages, so that nothing more is used than asked for.
  if (bytes >= kLargePage) madvise(memory, bytes / kLargePage * kLargePage, MADV_HUGEPAGE);
#endif
  return memory;
}

void free_large_pages(void* memory, std::size_t bytes) noexcept {
  ::operator delete(memory, bytes, alignment_of(bytes));
}

}  // namespace firsthit
