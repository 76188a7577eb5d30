#include "query/deforming/features_filter.hpp"

#include "query/deforming/features_bracket.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit {
namespace {

template <class Features>
RoundedGaps<Features> rounded_gaps(const Deformation<Features>& pair) {
  using Gaps = RoundedGaps<Features>;
  Gaps r;
  const auto first = vertices(pair.start);
  const auto last = vertices(pair.end);
  for (std::size_t axis = 0; axis < Gaps::kAxes; ++axis)
    for (std::size_t i = 0; i < Gaps::kCount; ++i) {
      const Gap gap = Gaps::Traits::kGaps[i];
      r.start[axis][i] = (*first[gap.to])[axis] - (*first[gap.from])[axis];
      r.end[axis][i] = (*last[gap.to])[axis] - (*last[gap.from])[axis];
    }
  return r;
}

/// Are the features on different sides of a plane across an axis, one that moves along with them?
template <class Features>
bool cull(RoundedGaps<Features>& gaps) {
  bool apart = false;
  for (std::size_t axis = 0; axis < gaps.kAxes; ++axis) {
    double low = HUGE_VAL;
    double high = -HUGE_VAL;
    for (std::size_t i = 0; i < gaps.kCount; ++i) {
      low = std::min(low, std::min(gaps.start[axis][i], gaps.end[axis][i]));
      high = std::max(high, std::max(gaps.start[axis][i], gaps.end[axis][i]));
    }
    apart = apart || low > 0.0 || high < 0.0;
    gaps.largest[axis] = std::max(high, -low);
  }
  return apart;
}

/// g x h, the component along the axis that follows x and y in their cycle.
template <class Axis>
double area(const std::array<Axis, 3>& g, const std::array<Axis, 3>& h, std::size_t x, std::size_t y) {
  return g[x][1] * h[y][2] - g[y][1] * h[x][2];
}

template <class Features>
Flatness flatness(const RoundedGaps<Features>& gaps) {
  const auto& s = gaps.start;
  const auto& e = gaps.end;
  constexpr double kThird = 1.0 / 3.0;
  if constexpr (RoundedGaps<Features>::kAxes == 2) {
    const double first = s[0][0] * s[1][1] - s[1][0] * s[0][1];
    const double middle = (s[0][0] * e[1][1] - s[1][0] * e[0][1]) + (e[0][0] * s[1][1] - e[1][0] * s[0][1]);
    const double last = e[0][0] * e[1][1] - e[1][0] * e[0][1];
    return {{first, kThird * (first + middle), kThird * (middle + last), last},
            2.0 * gaps.largest[0] * gaps.largest[1]};
  } else {
    Flatness r{{}, 6.0 * gaps.largest[0] * gaps.largest[1] * gaps.largest[2]};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::size_t x = (axis + 1) % 3;
      const std::size_t y = (axis + 2) % 3;
      const double a0 = area(s, s, x, y);
      const double a1 = area(s, e, x, y) + area(e, s, x, y);
      const double a2 = area(e, e, x, y);
      r.b[0] += s[axis][0] * a0;
      r.b[1] += s[axis][0] * a1 + e[axis][0] * a0;
      r.b[2] += s[axis][0] * a2 + e[axis][0] * a1;
      r.b[3] += e[axis][0] * a2;
    }
    r.b[1] *= kThird;
    r.b[2] *= kThird;
    return r;
  }
}

}  // namespace

template <class Features>
FilterResult filtered_first_touch(const Deformation<Features>& pair) {
  RoundedGaps<Features> gaps = rounded_gaps(pair);
  if (cull(gaps)) return {};
  const double largest = *std::max_element(gaps.largest.begin(), gaps.largest.end());
  if (!(largest >= kSmallestGap && largest <= kLargestGap)) return {false, {}};
  const Flatness flat = flatness(gaps);
  if (of_one_sign(flat.b, flat.error(0))) return {true, {false, FeatureStage::Filter, 1.0, 1.0}};
  return BracketStage<Features>(pair, gaps, flat).run();
}

template FilterResult filtered_first_touch(const Deformation<VertexFace>& pair);
template FilterResult filtered_first_touch(const Deformation<EdgeEdge>& pair);
template FilterResult filtered_first_touch(const Deformation<PointSegment>& pair);

}  // namespace firsthit
