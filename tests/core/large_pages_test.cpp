#include "core/large_pages.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <utility>

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

TEST(LargePages, KeepBytesThatGrow) {
  const std::size_t before = bytes_in_large_pages();
  const auto byte = [](std::size_t place) { return static_cast<unsigned char>(place * 37 % 251); };
  {
    LargeBytes bytes;
    std::size_t moves = 0;
    for (const std::size_t size :
         {1UL, 1000UL, 100'000UL, 3UL << 20U, (3UL << 20U) + 1, 9UL << 20U, 20UL << 20U}) {
      const std::size_t known = bytes.size();
      const unsigned char* const was = known > 0 ? &bytes[0] : nullptr;
      bytes.reserve(size);
      ASSERT_GE(bytes.capacity(), size);
      bytes.grow_to(size);
      ASSERT_EQ(bytes.size(), size);
      if (&bytes[0] != was) ++moves;
      for (std::size_t place = 0; place < known; ++place) ASSERT_EQ(bytes[place], byte(place));
      for (std::size_t place = known; place < size; ++place) ASSERT_EQ(bytes[place], 0);
      for (std::size_t place = known; place < size; ++place) bytes[place] = byte(place);
    }
    EXPECT_GT(moves, 4U);
    LargeBytes copy = bytes;
    bytes.assign_zeros(10);
    EXPECT_EQ(bytes.size(), 10U);
    EXPECT_EQ(bytes[9], 0);
    for (std::size_t place = 0; place < copy.size(); ++place) ASSERT_EQ(copy[place], byte(place));
    const LargeBytes moved = std::move(copy);
    EXPECT_EQ(moved[12345], byte(12345));
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
