#include "out_of_memory/failing.hpp"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

constexpr long kNone = -1;
thread_local long left = kNone;  // allocations until one fails
thread_local bool failed = false;

void* allocate(std::size_t size, std::size_t alignment) {
  if (left != kNone && left-- == 0) {
    left = kNone;
    failed = true;
    throw std::bad_alloc();
  }
  const std::size_t whole = (size + alignment - 1) / alignment * alignment;
  void* const memory = std::aligned_alloc(alignment, whole == 0 ? alignment : whole);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

// Not inlined: g++ would then see memory of one kind given back as another.
[[gnu::noinline]] void* operator new(std::size_t size) { return allocate(size, alignof(std::max_align_t)); }
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

namespace firsthit {

OneFails::OneFails(long after) {
  left = after;
  failed = false;
}
OneFails::~OneFails() { left = kNone; }
bool OneFails::has_failed() const { return failed; }

}  // namespace firsthit
