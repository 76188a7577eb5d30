#pragma once

#include "engine/record.hpp"

#include <cstddef>
#include <cstdint>

namespace firsthit {

/// A few boxes along each axis, up to 2^(30/D - 1), in a word; or only that they are too many for it.
template <int D>
class PackedImage {
 public:
  PackedImage() = default;
  explicit PackedImage(const Image<D>& boxes) {
    constexpr std::uint32_t kHalf = 1U << (kBits - 1);
    constexpr std::uint32_t kMask = (1U << kBits) - 1;
    std::uint32_t outside = 0;  // and no branches: nobody can foretell what is across a side
    for (std::size_t axis = 0; axis < D; ++axis) {
      const auto count = static_cast<std::uint32_t>(boxes[axis]);
      outside |= (count + kHalf) & ~kMask;
      bits_ |= (count & kMask) << (static_cast<int>(axis) * kBits);
    }
    bits_ = outside != 0 ? kTooMany : bits_;
  }

  bool operator==(const PackedImage&) const = default;
  bool are_zero() const { return bits_ == 0; }
  bool are_too_many() const { return bits_ == kTooMany; }
  Image<D> boxes() const {
    Image<D> boxes;
    for (std::size_t axis = 0; axis < D; ++axis) {
      const int above = 32 - (static_cast<int>(axis) + 1) * kBits;
      boxes[axis] = static_cast<std::int32_t>(bits_ << above) >> (32 - kBits);
    }
    return boxes;
  }
  /// As many to the other side. Requires: they are not too many.
  PackedImage turned() const {
    if (are_zero()) return {};
    Image<D> turned = boxes();
    for (auto& n : turned) n = -n;
    return PackedImage(turned);
  }

 private:
  static constexpr int kBits = 30 / D;
  static constexpr std::uint32_t kTooMany = 0x80000000U;
  std::uint32_t bits_ = 0;
};

}  // namespace firsthit
