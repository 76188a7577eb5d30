#pragma once

#include "query/solid_meeting.hpp"

namespace firsthit {

/// Two pieces of which one is round, or that have no inside without approach.least_radius: all but the area.
template <int D>
SolidMeeting<D> round_pieces_meet(const SolidPiece<D>& a, const SolidPiece<D>& b,
                                  const Approach<D>& approach);

template <int D>
SolidDepth<D> round_pieces_depth(const SolidPiece<D>& a, const SolidPiece<D>& b, const Approach<D>& approach);

template <int D>
SolidOverlap round_pieces_overlap(const SolidPiece<D>& a, const SolidPiece<D>& b,
                                  const Approach<D>& approach);

}  // namespace firsthit
