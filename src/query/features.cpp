#include <firsthit/error.hpp>
#include <firsthit/features.hpp>

#include "core/expect.hpp"
#include "core/fp_environment.hpp"
#include "query/features_exact.hpp"
#include "query/features_filter.hpp"

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <string>

namespace firsthit {
namespace {

/// Tells which number is not finite.
template <class Features>
void refuse(const Features& features, const std::string& where) {
  using Traits = FeatureTraits<Features>;
  const auto places = vertices(features);
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t axis = 0; axis < Traits::kAxes; ++axis) {
      const double x = (*places[i])[axis];
      if (std::isfinite(x)) continue;
      char found[40];
      std::snprintf(found, sizeof found, "%g", x);
      throw InputError("first_touch: " + where + Traits::kVertices[i] + "[" + std::to_string(axis) +
                       "]: expected a finite number, found " + found);
    }
}

template <class Features>
bool is_finite(const Deformation<Features>& pair) {
  const auto first = vertices(pair.start);
  const auto last = vertices(pair.end);
  double zero = 0.0;
  for (std::size_t i = 0; i < first.size(); ++i)
    for (std::size_t axis = 0; axis < FeatureTraits<Features>::kAxes; ++axis)
      zero += (*first[i])[axis] * 0.0 + (*last[i])[axis] * 0.0;
  return zero == 0.0;
}

template <class Features>
void refuse(const Deformation<Features>& pair, const std::string& name) {
  refuse(pair.start, name + "start.");
  refuse(pair.end, name + "end.");
}

template <class Features>
FeatureTouch staged(const Deformation<Features>& pair) {
  const FilterResult filtered = filtered_first_touch(pair);
  return filtered.certain ? filtered.touch : exact_first_touch(pair);
}

template <class Features>
FeatureTouch one(const Deformation<Features>& pair) {
  const FpEnvironment environment;
  if (!is_finite(pair)) refuse(pair, "");
  return staged(pair);
}

template <class Features>
void each(std::span<const Deformation<Features>> pairs, std::span<FeatureTouch> touches) {
  FIRSTHIT_EXPECT(pairs.size() == touches.size());
  const FpEnvironment environment;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!is_finite(pairs[i])) refuse(pairs[i], "pairs[" + std::to_string(i) + "].");
    touches[i] = staged(pairs[i]);
  }
}

}  // namespace

inline namespace v0 {

FeatureTouch first_touch(const Deformation<VertexFace>& pair) { return one(pair); }
FeatureTouch first_touch(const Deformation<EdgeEdge>& pair) { return one(pair); }
FeatureTouch first_touch(const Deformation<PointSegment>& pair) { return one(pair); }

void first_touch(std::span<const Deformation<VertexFace>> pairs, std::span<FeatureTouch> touches) {
  each(pairs, touches);
}
void first_touch(std::span<const Deformation<EdgeEdge>> pairs, std::span<FeatureTouch> touches) {
  each(pairs, touches);
}
void first_touch(std::span<const Deformation<PointSegment>> pairs, std::span<FeatureTouch> touches) {
  each(pairs, touches);
}

}  // namespace v0

}  // namespace firsthit
