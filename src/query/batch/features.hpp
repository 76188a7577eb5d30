#pragma once

#include <firsthit/features.hpp>

#include <cstddef>
#include <cstdint>

namespace firsthit {

/// Pairs of features that lanes take at once.
inline constexpr std::size_t kFeatureBlock = 64;

/// Which of some pairs surely miss, a bit each.
struct FeatureMisses {
  std::uint64_t culled = 0;    ///< by the first stage
  std::uint64_t filtered = 0;  ///< by the second one
};

/// The first two stages of first_touch, with the very decisions of filtered_first_touch, in the lanes of the
/// widest instructions that the machine has. No bit is set for a pair that is not finite.
/// Requires: 0 < count <= kFeatureBlock.
FeatureMisses surely_missed(const Deformation<VertexFace>* pairs, std::size_t count);
FeatureMisses surely_missed(const Deformation<EdgeEdge>* pairs, std::size_t count);
FeatureMisses surely_missed(const Deformation<PointSegment>* pairs, std::size_t count);

}  // namespace firsthit
