#pragma once

#include <firsthit/vec.hpp>

#include "core/instant.hpp"
#include "core/large_pages.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace firsthit {

/// A body, an obstacle or a side, by number. Only numbers below the count of records have a record.
using Id = std::uint32_t;

/// What a body is until its next physical event. In space it fills one cache line, and lies in one.
template <int D>
struct alignas(D == 3 ? 64 : alignof(double)) Record {
  Vec<D> position;  ///< [L] at `clock`
  Vec<D> velocity;  ///< [L/T] at `clock`
  Instant clock;    ///< when the course last changed
};

template <int D>
using Records = LargeVector<Record<D>>;

/// Of more bodies no near cache holds what is known of all: it is fetched ahead.
inline constexpr std::size_t kFitNearCache = 10000;
/// What is known of more bodies comes from memory, whatever the caches.
inline constexpr std::size_t kFitFarCache = 500000;

/// Which periodic image, in box lengths per axis.
template <int D>
using Image = std::array<std::int32_t, std::size_t{D}>;

}  // namespace firsthit
