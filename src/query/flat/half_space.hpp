#pragma once

#include "query/ballistic/exact_path.hpp"
#include "query/base/query_trace.hpp"
#include "query/convex/contact/support_feature.hpp"

#include <optional>

namespace firsthit {

/// How high something is over a plane, exactly: (height - reach * weight * sqrt(radicand)) is the gap, times
/// weight * sqrt(radicand).
struct PlaneGap {
  ExactParabola height;
  Dyadic reach;   ///< [L]
  Dyadic weight;  ///< above 0
  Dyadic radicand;

  GapEvent first_event(double end, double guess) const;

  /// [L] At the start, to the nearest double. `guess` is where to look first, and never changes the answer.
  double now(double guess) const;
};

/// A half-space that `solid` carries, and a core with a course of its own, straight or falling. Of the core,
/// only its vertices and its radius are looked at; `lowest` is its patch against the plane's normal.
template <int D>
PlaneGap plane_gap(const Course<D>& solid, const HalfSpace<D>& plane, const Course<D>& course,
                   const RoundedPolytope<D>& core, const SupportFeature<D>& lowest, double margin);

/// The same as an event; `margin` is added to the core's radius.
template <int D>
GapEvent half_space_event(const Course<D>& solid, const HalfSpace<D>& plane, const Course<D>& course,
                          const RoundedPolytope<D>& core, const SupportFeature<D>& lowest, double margin,
                          double end, QueryTrace* trace = nullptr);

/// Two half-spaces. Nothing if their normals are not exactly opposite: then they overlap, without end.
template <int D>
std::optional<PlaneGap> plane_gap(const Course<D>& at_a, const HalfSpace<D>& a, const Course<D>& at_b,
                                  const HalfSpace<D>& b, double margin);

}  // namespace firsthit
