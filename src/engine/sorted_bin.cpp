#include "engine/sorted_bin.hpp"

#include "engine/bin_scale.hpp"

#include <array>
#include <limits>

namespace firsthit {

namespace {

/// Longer bins are sorted by dividing them.
constexpr std::size_t kShort = 64;
static_assert(kShort << BinScale::kMoments <= std::size_t{1} << 31U, "keys of sort_short must fit");

}  // namespace

void SortedBin::sort_by_moment() {
  if (size_ > kShort) {
    const auto end = due_.begin() + static_cast<std::ptrdiff_t>(size_);
    std::sort(due_.begin(), end, [](const Due& a, const Due& b) { return a.word < b.word; });
  } else {
    sort_short(due_.data(), size_);
  }
}

/// Counts for each how many come before it: more comparisons than needed, but no branches, which nobody could
/// foretell, and several at a time.
void SortedBin::sort_short(Due* first, std::size_t size) {
  std::array<std::int32_t, kShort> keys;     // of all moments, and different
  std::array<std::uint64_t, kShort> sorted;  // words
  const std::size_t padded = (size + 3) & ~std::size_t{3};
  for (std::size_t i = 0; i < size; ++i) keys[i] = static_cast<std::int32_t>(first[i].moment() * kShort + i);
  for (std::size_t i = size; i < padded; ++i) keys[i] = std::numeric_limits<std::int32_t>::max();
  for (std::size_t i = 0; i < size; ++i) {
    std::int32_t before = 0;
    for (std::size_t j = 0; j < padded; ++j) before += keys[j] < keys[i] ? 1 : 0;
    sorted[static_cast<std::size_t>(before)] = first[i].word;
  }
  for (std::size_t i = 0; i < size; ++i) first[i].word = sorted[i];
}

}  // namespace firsthit
