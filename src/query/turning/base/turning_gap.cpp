#include "query/turning/base/turning_gap.hpp"

#include "core/vec_math.hpp"

#include <algorithm>
#include <limits>

namespace firsthit {

template <int D>
TurningGap<D> gap_to_plane(const TurningPair<D>& pair, const TurningInstant<D>& now) {
  const Vec<D>& normal = pair.plane->normal;
  double lowest = std::numeric_limits<double>::infinity();
  for (const Vec<D>& corner : pair.b.corners()) lowest = std::min(lowest, dot(normal, corner));
  TurningGap<D> r;
  r.normal = normal;
  r.gap = (dot(normal, now.place) + lowest) - (pair.plane->height + pair.radii);
  r.add({normal, {}});
  return r;
}

template TurningGap<2> gap_to_plane(const TurningPair<2>&, const TurningInstant<2>&);
template TurningGap<3> gap_to_plane(const TurningPair<3>&, const TurningInstant<3>&);

}  // namespace firsthit
