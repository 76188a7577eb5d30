#include "query/convex/exact/exact_direction.hpp"

#include "query/convex/exact/exact_cone.hpp"
#include "query/convex/exact/exact_depth.hpp"
#include "query/convex/exact/exact_nearest.hpp"

namespace firsthit {

template <int D>
Vec<D> direction_in_cone(const IntegerVec<D>& v, const std::vector<IntegerVec<D>>& normals) {
  if (normals.size() == 1) return direction_of(normals[0]);
  const IntegerVec<D> against = cone_part(-v, normals);
  return is_zero(against) ? middle_direction(normals) : direction_of(against);
}

template <int D>
Vec<D> direction_on_boundary(const IntegerVec<D>& v, const DifferenceHull<D>& hull,
                             const RationalPlace<D>& place) {
  const IntegerVec<D> against = normal_part(-v, hull, place);
  if (!is_zero(against)) return direction_of(against);
  ExactSimplex<D> part = nearest_part(hull, place).part;
  extend(hull, part);
  if (part.size == 1) return {};
  if (part.size > D) return middle_direction(least_depth(hull, place, part).normals);
  // The normals of a flat K contain lines: across these they are those of its thick twin.
  const DifferenceHull<D> thick = thickened(hull, part);
  part = nearest_part(thick, place).part;
  extend(thick, part);
  const LeastDepth<D> depth = least_depth(thick, place, part);
  return depth.height.sign() == 0 ? middle_direction(depth.normals) : Vec<D>{};
}

template Vec<2> direction_in_cone(const IntegerVec<2>&, const std::vector<IntegerVec<2>>&);
template Vec<3> direction_in_cone(const IntegerVec<3>&, const std::vector<IntegerVec<3>>&);
template Vec<2> direction_on_boundary(const IntegerVec<2>&, const DifferenceHull<2>&,
                                      const RationalPlace<2>&);
template Vec<3> direction_on_boundary(const IntegerVec<3>&, const DifferenceHull<3>&,
                                      const RationalPlace<3>&);

}  // namespace firsthit
