#pragma once

#include <cstdint>
#include <span>

namespace firsthit {

/// Cells beside each other: the number of each is the sum of an outer, a middle and an inner one.
struct CellPatch {
  std::span<const std::uint32_t> outer;
  std::span<const std::uint32_t> middle;
  const std::uint32_t* inner = nullptr;  ///< three of them

  /// Calls each(number) for what outer and middle numbers sum up to.
  template <class Each>
  void each_row(const Each& each) const {
    for (const std::uint32_t a : outer)
      for (const std::uint32_t b : middle) each(a + b);
  }
};

}  // namespace firsthit
