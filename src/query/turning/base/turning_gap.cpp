#include "query/turning/base/turning_gap.hpp"

#include "core/vec_math.hpp"
#include "exact/sin_cos.hpp"

#include <algorithm>
#include <cmath>
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

template <int D>
TurningAxis<D> turned(const TurningAxis<D>& axis, double time) {
  const SteadySpin<D> spin(axis.rate);
  if (!(spin.angle_within(std::fabs(time)) < kLargestAngle)) return {axis.normal};
  return {spin.after(time).of(axis.normal), axis.rate};
}

template TurningAxis<2> turned(const TurningAxis<2>&, double);
template TurningAxis<3> turned(const TurningAxis<3>&, double);
template TurningGap<2> gap_to_plane(const TurningPair<2>&, const TurningInstant<2>&);
template TurningGap<3> gap_to_plane(const TurningPair<3>&, const TurningInstant<3>&);

}  // namespace firsthit
