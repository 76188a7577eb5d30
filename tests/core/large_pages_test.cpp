#include "core/large_pages.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>

namespace firsthit {
namespace {

TEST(LargePages, BeginAtALineOfACacheWhateverTheirSize) {
  for (const std::size_t bytes : {1UL, 100UL, (1UL << 21U) - 1, 1UL << 21U, (1UL << 21U) + 1, 5UL << 20U}) {
    void* const memory = allocate_in_large_pages(bytes);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % 64, 0U);
    auto* const first = static_cast<unsigned char*>(memory);
    first[0] = 1;
    first[bytes - 1] = 2;
    EXPECT_EQ(first[bytes - 1], 2);
    free_large_pages(memory, bytes);
  }
}

TEST(LargePages, KeepWhatAVectorHoldsAndGiveItBack) {
  const std::size_t before = bytes_in_large_pages();
  {
    LargeVector<std::uint64_t> all;
    for (std::uint64_t i = 0; i < 1'000'000; ++i) all.push_back(i * i);
    const LargeVector<std::uint64_t> copy = all;
    all.clear();
    all.shrink_to_fit();
    for (std::uint64_t i = 0; i < 1'000'000; ++i) ASSERT_EQ(copy[i], i * i);
  }
  EXPECT_EQ(bytes_in_large_pages(), before);
}

TEST(LargePages, RefuseWhatNoMachineHas) {
  const std::size_t before = bytes_in_large_pages();
  EXPECT_THROW(allocate_in_large_pages(std::numeric_limits<std::size_t>::max() / 4), std::bad_alloc);
  EXPECT_EQ(bytes_in_large_pages(), before);
}

}  // namespace
}  // namespace firsthit
