#pragma once

#include "query/base/course.hpp"
#include "query/base/first_event.hpp"

#include <optional>

namespace firsthit {

/// The event of ball_ball_event, where rounded arithmetic with twice the digits is certain of it: the same
/// bits, or none. Cost: a few hundred nanoseconds. Derivation: docs/numerics/falling.md.
template <int D>
std::optional<GapEvent> filtered_ball_event(const Course<D>& a, double a_radius, const Course<D>& b,
                                            double b_radius, double margin, double end);

}  // namespace firsthit
