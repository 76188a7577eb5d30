#pragma once

#include "query/pairs/pair_kernels.hpp"
#include "query/turning/turning_body.hpp"

namespace firsthit {

/// How a thing moves, if it may turn.
template <int D>
TurningMotion<D> turning_motion_of(const Motion<D>& motion);

/// Does it look the same however it turns, as a ball about its own centre does, or not turn at all? Then its
/// course is all that there is.
template <int D>
bool only_moves(const Moving<D>& moving);

/// The same thing without the turning that does not show. Requires: only_moves(moving).
template <int D>
Moving<D> without_turning(const Moving<D>& moving);

/// Two of which one turns: any shapes but container and arc, and at most one half-space, which does not turn.
template <int D>
PairMeeting<D> turning_meet(const Moving<D>& a, const Moving<D>& b, const QueryWindow& window);

}  // namespace firsthit
