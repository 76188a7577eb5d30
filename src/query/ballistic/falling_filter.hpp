#pragma once

#include "query/ballistic/exact_pairs.hpp"

#include <optional>

namespace firsthit {

/// The event of ball_ball_event, where rounded arithmetic with twice the digits is certain of it: the same
/// bits, or none. Cost: a few hundred nanoseconds. Derivation: docs/numerics/falling.md.
template <int D>
std::optional<GapEvent> filtered_ball_event(const Course<D>& a, double a_radius, const Course<D>& b,
                                            double b_radius, double margin, double end);

/// The event of segment_ball_event, the same.
std::optional<PairEvent> filtered_segment_event(const Course<2>& solid, const Vec<2>& from, const Vec<2>& to,
                                                const Course<2>& ball, double radius, double margin,
                                                double end);

}  // namespace firsthit
