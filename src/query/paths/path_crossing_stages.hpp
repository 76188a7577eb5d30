#pragma once

#include <firsthit/path_crossing.hpp>

#include <optional>

// The two stages of path_crossing: what it answers but for places, which follow from the delays, and the
// tolerance, which follows from the distance. Derivation: docs/numerics/path-crossing.md.

namespace firsthit {

/// When a particle comes to the stretch or point where the paths are closest, and when it leaves.
struct CertifiedStay {
  Certified enter, leave;  // [T]
};

struct CertifiedApproach {
  bool stretch = false;
  bool opposed = false;
  CertifiedStay p, q;
  Certified distance;  // [L]
};

/// Rounded arithmetic with a proven error; nothing where it is not certain. Requires: accepted input.
template <int D>
std::optional<CertifiedApproach> filtered_path_approach(const Linear<D>& p, const Linear<D>& q,
                                                        const PathQuery& query);

/// Whole numbers of any size. Requires: accepted input.
template <int D>
CertifiedApproach exact_path_approach(const Linear<D>& p, const Linear<D>& q, const PathQuery& query);

}  // namespace firsthit
