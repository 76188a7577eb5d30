#pragma once

#include "core/vec_math.hpp"
#include "query/convex/filter/sure_impact.hpp"

#include <firsthit/first_hit.hpp>

#include <algorithm>
#include <limits>

// From two shapes on straight courses to the answer of first_hit, without a step that only other pairs need.

namespace firsthit {

/// A shape on a straight course, where the caller has it.
template <class S, int D>
struct OnCourse {
  const S& shape;
  const Linear<D>& motion;
};

// One for each QuickKernel. They answer what is apart at the start, of moderate numbers, and told beyond
// doubt, with the bits of the kernel of all convex pairs; the outcome of all others is Unresolved, for those
// kernels to answer.

template <int D>
Encounter<D> meet_at_once(const OnCourse<Ball, D>& a, const OnCourse<Ball, D>& b, const Query& query);
template <int D>
Encounter<D> meet_at_once(const OnCourse<Box<D>, D>& a, const OnCourse<Box<D>, D>& b, const Query& query);
template <int D>
Encounter<D> meet_at_once(const OnCourse<Box<D>, D>& box, const OnCourse<Ball, D>& ball, const Query& query);
/// Requires: two oriented boxes that move straight.
template <int D>
Encounter<D> oriented_boxes_meet_at_once(const Moving<D>& a, const Moving<D>& b, const Query& query);

/// [T] The end of the window: no double is beyond.
inline double end_of(const Query& query) {
  return std::min(query.horizon, std::numeric_limits<double>::max());
}

/// Field by field: compilers would first clear an answer as a whole, which takes longer than to find it.
template <int D>
Encounter<D> answer_of(Outcome outcome, double delay, double delay_upper, const Vec<D>& normal,
                       const Vec<D>& point_a, const Vec<D>& point_b, double gap, const Feature& feature_a,
                       const Feature& feature_b) {
  return {outcome, delay, delay_upper, delay, normal, point_a, point_b, gap, feature_a, feature_b};
}
template <int D>
Encounter<D> untold() {
  return answer_of<D>(Outcome::Unresolved, 0.0, 0.0, {}, {}, {}, 0.0, {}, {});
}
template <int D>
Encounter<D> missed(const Query& query) {
  return answer_of<D>(Outcome::Miss, query.horizon, query.horizon, {}, {}, {}, 0.0, {}, {});
}

/// From its components, without being cleared first.
template <int D, class Make>
Vec<D> vec_of(const Make& make) {
  if constexpr (D == 2) return {{make(0), make(1)}};
  if constexpr (D == 3) return {{make(0), make(1), make(2)}};
}

/// Where two surfaces meet, halfway from one to the other.
template <int D>
struct Contact {
  Vec<D> normal;
  Vec<D> middle;
  Feature feature_a;
  Feature feature_b;
};
template <int D>
Encounter<D> met(const SureImpact<D>& impact, const Contact<D>& at, double margin) {
  const Vec<D> half_gap = (0.5 * margin) * at.normal;
  return answer_of(Outcome::Impact, impact.lower, impact.upper, at.normal, at.middle - half_gap,
                   at.middle + half_gap, margin, at.feature_a, at.feature_b);
}

}  // namespace firsthit
