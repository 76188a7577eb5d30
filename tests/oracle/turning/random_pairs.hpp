#pragma once

#include "oracle/cases.hpp"
#include "oracle/turning/apart.hpp"

#include <cstdint>

namespace firsthit::turning_judge {

using judging::Kind;

/// Pairs of shapes of which one spins at least, within a finite horizon: the same for the same number,
/// everywhere. Half of them are aimed to touch tangentially, or to pass or to enter by a little.
/// Requires: not both half-spaces.
template <int D>
Asked<D> spinning_pair(Kind a, Kind b, std::uint64_t seed);

/// A pair of any kinds.
template <int D>
struct Drawn {
  Kind a, b;
  Asked<D> asked;
};
template <int D>
Drawn<D> drawn_pair(std::uint64_t seed);

/// An arc and a thing of any other kind of the plane, in either order.
Drawn<2> drawn_arc_pair(std::uint64_t seed);

/// A pair of any kinds of space of which one tumbles at least, a symmetric top, which the judge knows.
Drawn<3> drawn_tumbling_pair(std::uint64_t seed);

/// One of any kinds without these.
template <int D>
Asked<D> spinning_pair(std::uint64_t seed) {
  return drawn_pair<D>(seed).asked;
}

}  // namespace firsthit::turning_judge
