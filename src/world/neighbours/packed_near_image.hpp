#pragma once

#include "engine/record.hpp"

#include <cstddef>
#include <cstdint>

namespace firsthit {

/// Up to three boxes along each axis, to either side, in nine bits; or only that they are too many for it.
template <int D>
class PackedNearImage {
 public:
  /// From such bits.
  explicit PackedNearImage(std::uint16_t bits) : bits_(bits) {}
  explicit PackedNearImage(const Image<D>& boxes) {
    for (std::size_t axis = 0; axis < D; ++axis) {
      if (boxes[axis] < -kMost || boxes[axis] > kMost) {
        bits_ = kTooMany;
        return;
      }
      bits_ |= static_cast<std::uint32_t>(boxes[axis] & 7) << (3 * axis);
    }
  }

  std::uint16_t bits() const { return static_cast<std::uint16_t>(bits_); }
  bool are_zero() const { return bits_ == 0; }
  bool are_too_many() const { return bits_ == kTooMany; }
  /// Requires: they are not too many.
  Image<D> boxes() const {
    Image<D> boxes;
    for (std::size_t axis = 0; axis < D; ++axis) {
      const auto three_bits = static_cast<std::int32_t>((bits_ >> (3 * axis)) & 7U);
      boxes[axis] = three_bits - 2 * (three_bits & 4);
    }
    return boxes;
  }

 private:
  static constexpr std::int32_t kMost = 3;
  static constexpr std::uint32_t kTooMany = 4;  // -4 along the first axis
  std::uint32_t bits_ = 0;
};

}  // namespace firsthit
