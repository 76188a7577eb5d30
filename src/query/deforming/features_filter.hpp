#pragma once

#include "query/deforming/features_gaps.hpp"

#include <firsthit/features.hpp>

#include <array>
#include <cstddef>

// The stages of first_touch that round, with a proven error. Derivation: docs/numerics/features.md.

namespace firsthit {

/// The gaps at both ends of the window, each with one rounding, and the largest on each axis.
template <class Features>
struct RoundedGaps {
  using Traits = FeatureTraits<Features>;
  static constexpr std::size_t kAxes = Traits::kAxes;
  static constexpr std::size_t kCount = Traits::kGaps.size();
  using Axis = std::array<double, kCount>;

  std::array<Axis, kAxes> start;
  std::array<Axis, kAxes> end;
  std::array<double, kAxes> largest;
};

/// The largest gap must have a size between these; they leave room for every product's underflow and
/// overflow: flatness is a product of three gaps, 2^-300 to 2^300, its double-doubles lose 2^-106 of that.
inline constexpr double kSmallestGap = 0x1p-100;
inline constexpr double kLargestGap = 0x1p100;

/// An answer, or that there is none yet.
struct FilterResult {
  bool certain = true;
  FeatureTouch touch;
};

/// What can be told without the exact stage. Requires: finite numbers.
template <class Features>
FilterResult filtered_first_touch(const Deformation<Features>& pair);

extern template FilterResult filtered_first_touch(const Deformation<VertexFace>& pair);
extern template FilterResult filtered_first_touch(const Deformation<EdgeEdge>& pair);
extern template FilterResult filtered_first_touch(const Deformation<PointSegment>& pair);

}  // namespace firsthit
