#pragma once

#include "query/pairs/pair_kernels.hpp"
#include "query/turning/base/turning_pair.hpp"
#include "query/turning/turning_parts.hpp"

namespace firsthit {

template <int D>
TurningMotion<D> turning_motion_of(const Motion<D>& motion);

/// One of the two, and how it moves.
template <int D>
struct TurningSide {
  const Moving<D>& moving;
  TurningMotion<D> motion = turning_motion_of(moving.motion);
};

/// What an answer needs of a body besides the body.
template <int D>
struct Turned {
  const TurningSide<D>& side;
  const TurningPart<D>& part;
  TurningBody<D> body{part.core, side.motion};
};

/// The core of a side that is one part; of a half-space none.
template <int D>
void take_core(const TurningSide<D>& side, RoundedPolytope<D>& core);

/// Both as a pair. `margin` [L]
template <int D>
TurningPair<D> pair_of(Turned<D>& a, Turned<D>& b, double margin);

}  // namespace firsthit
