#include <firsthit/error.hpp>
#include <firsthit/features.hpp>

#include "core/expect.hpp"
#include "core/fp_environment.hpp"
#include "query/batch/features.hpp"
#include "query/deforming/features_exact.hpp"
#include "query/deforming/features_filter.hpp"
#include "query/deforming/features_staged.hpp"

#include <algorithm>
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
      throw InputError(where + Traits::kVertices[i] + "[" + std::to_string(axis) +
                       "]: expected a finite number, found " + found);
    }
}

template <class Features>
void refuse(const Deformation<Features>& pair, const std::string& name) {
  refuse(pair.start, name + "start.");
  refuse(pair.end, name + "end.");
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

/// What can be asked of a pair.
struct Touch {
  static constexpr const char* kName = "first_touch: ";
  template <class Features>
  static FeatureTouch of(const Deformation<Features>& pair) {
    const FilterResult filtered = filtered_first_touch(pair);
    return filtered.certain ? filtered.touch : exact_first_touch(pair);
  }
};

struct Hit {
  static constexpr const char* kName = "first_hit: ";
  template <class Features>
  static FeatureEncounter of(const Deformation<Features>& pair) {
    const FilterResult filtered = filtered_first_touch(pair);
    if (!filtered.certain) return exact_first_hit(pair);
    // What is certain without the exact stage is a touch at a single root: an impact.
    const FeatureTouch& touch = filtered.touch;
    return {touch ? Outcome::Impact : Outcome::Miss,
            touch.stage,
            touch.lower,
            touch.upper,
            touch.lower,
            touch.upper};
  }
};

template <class Question, class Features>
auto one(const Deformation<Features>& pair) {
  const FpEnvironment environment;
  if (!is_finite(pair)) refuse(pair, Question::kName);
  return Question::of(pair);
}

template <class Question, class Features, class Answer>
void each(std::span<const Deformation<Features>> pairs, std::span<Answer> answers) {
  FIRSTHIT_EXPECT(pairs.size() == answers.size());
  const FpEnvironment environment;
  FeatureMisses misses;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const std::size_t bit = i % kFeatureBlock;
    if (bit == 0) misses = surely_missed(&pairs[i], std::min(kFeatureBlock, pairs.size() - i));
    answers[i] = {};
    if ((misses.culled >> bit & 1U) != 0) continue;
    if ((misses.filtered >> bit & 1U) != 0) {
      answers[i].stage = FeatureStage::Filter;
      continue;
    }
    if (!is_finite(pairs[i])) refuse(pairs[i], Question::kName + ("pairs[" + std::to_string(i) + "]."));
    answers[i] = Question::of(pairs[i]);
  }
}

}  // namespace

FeatureEncounter staged_first_hit(const Deformation<PointSegment>& pair) { return Hit::of(pair); }

inline namespace v0 {

FeatureTouch first_touch(const Deformation<VertexFace>& pair) { return one<Touch>(pair); }
FeatureTouch first_touch(const Deformation<EdgeEdge>& pair) { return one<Touch>(pair); }
FeatureTouch first_touch(const Deformation<PointSegment>& pair) { return one<Touch>(pair); }

void first_touch(std::span<const Deformation<VertexFace>> pairs, std::span<FeatureTouch> touches) {
  each<Touch>(pairs, touches);
}
void first_touch(std::span<const Deformation<EdgeEdge>> pairs, std::span<FeatureTouch> touches) {
  each<Touch>(pairs, touches);
}
void first_touch(std::span<const Deformation<PointSegment>> pairs, std::span<FeatureTouch> touches) {
  each<Touch>(pairs, touches);
}

FeatureEncounter first_hit(const Deformation<VertexFace>& pair) { return one<Hit>(pair); }
FeatureEncounter first_hit(const Deformation<EdgeEdge>& pair) { return one<Hit>(pair); }
FeatureEncounter first_hit(const Deformation<PointSegment>& pair) { return one<Hit>(pair); }

void first_hit(std::span<const Deformation<VertexFace>> pairs, std::span<FeatureEncounter> encounters) {
  each<Hit>(pairs, encounters);
}
void first_hit(std::span<const Deformation<EdgeEdge>> pairs, std::span<FeatureEncounter> encounters) {
  each<Hit>(pairs, encounters);
}
void first_hit(std::span<const Deformation<PointSegment>> pairs, std::span<FeatureEncounter> encounters) {
  each<Hit>(pairs, encounters);
}

}  // namespace v0

}  // namespace firsthit
