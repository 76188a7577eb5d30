#include "heap.hpp"

#include "core/large_pages.hpp"

#include <malloc.h>

#include <cstddef>
#include <cstdlib>
#include <new>

// Every `new` of this program comes through here. One thread only.

namespace {

std::int64_t held = 0;

std::int64_t size_of(void* block) {
  return static_cast<std::int64_t>(malloc_usable_size(block) + sizeof(std::size_t));  // and its header
}

void* counted(void* block) {
  if (block == nullptr) throw std::bad_alloc();
  held += size_of(block);
  return block;
}

void give_back(void* block) {
  if (block != nullptr) held -= size_of(block);
  std::free(block);
}

std::size_t rounded(std::size_t size, std::align_val_t align) {
  const auto step = static_cast<std::size_t>(align);
  return (size + step - 1) / step * step;
}

}  // namespace

void* operator new(std::size_t size) { return counted(std::malloc(size)); }
void* operator new(std::size_t size, std::align_val_t align) {
  return counted(std::aligned_alloc(static_cast<std::size_t>(align), rounded(size, align)));
}
void operator delete(void* block) noexcept { give_back(block); }
void operator delete(void* block, std::size_t) noexcept { give_back(block); }
void operator delete(void* block, std::align_val_t) noexcept { give_back(block); }
void operator delete(void* block, std::size_t, std::align_val_t) noexcept { give_back(block); }

namespace firsthit::bench {

std::int64_t bytes_held() { return held + static_cast<std::int64_t>(bytes_in_large_pages()); }

}  // namespace firsthit::bench
