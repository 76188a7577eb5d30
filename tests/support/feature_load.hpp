#pragma once

#include "core/random.hpp"

#include <firsthit/features.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

// Random features as a broad phase hands them over: edges of length 1, swept boxes that overlap.

namespace firsthit {

class FeatureLoad {
 public:
  explicit FeatureLoad(std::uint64_t seed) : random_(seed) {}

  /// Every vertex moves by `displacement`, in a direction of its own.
  template <class Features>
  std::vector<Deformation<Features>> pairs(std::size_t count, double displacement) {
    constexpr std::size_t kSplit = std::is_same_v<Features, EdgeEdge> ? 2 : 1;
    std::vector<Deformation<Features>> r;
    while (r.size() < count) {
      const Places places = drawn(kSplit, displacement);
      if (boxes_overlap(places, kSplit)) r.push_back(std::bit_cast<Deformation<Features>>(places));
    }
    return r;
  }

 private:
  using Places = std::array<Vec3, 8>;

  Vec3 in_cube() {
    return {random_.uniform(-1.0, 1.0), random_.uniform(-1.0, 1.0), random_.uniform(-1.0, 1.0)};
  }

  Vec3 moved(const Vec3& from, double distance) {
    while (true) {
      const Vec3 v = in_cube();
      const double length = std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
      if (length > 1.0 || length < 0.125) continue;
      const double scale = distance / length;
      return {from[0] + scale * v[0], from[1] + scale * v[1], from[2] + scale * v[2]};
    }
  }

  Places drawn(std::size_t split, double displacement) {
    Places p;
    p[0] = {0.0, 0.0, 0.0};
    p[split] = in_cube();
    for (std::size_t i = 1; i < 4; ++i)
      if (i != split) p[i] = moved(i < split ? p[0] : p[split], 1.0);
    for (std::size_t i = 0; i < 4; ++i) p[i + 4] = moved(p[i], displacement);
    return p;
  }

  static bool boxes_overlap(const Places& p, std::size_t split) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      std::array<double, 2> low = {HUGE_VAL, HUGE_VAL};
      std::array<double, 2> high = {-HUGE_VAL, -HUGE_VAL};
      for (std::size_t i = 0; i < 8; ++i) {
        const std::size_t set = i % 4 < split ? 0 : 1;
        low[set] = std::min(low[set], p[i][axis]);
        high[set] = std::max(high[set], p[i][axis]);
      }
      if (low[0] > high[1] || low[1] > high[0]) return false;
    }
    return true;
  }

  Random random_;
};

}  // namespace firsthit
