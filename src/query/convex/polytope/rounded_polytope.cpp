#include "query/convex/polytope/rounded_polytope.hpp"

#include "core/vec_math.hpp"

namespace firsthit {
namespace {

template <int D>
void take(const std::array<Vec<D>, 2>& ends, double radius, RoundedPolytope<D>& core) {
  core.own[0] = ends[0];
  core.own[1] = ends[1];
  core.offsets = {core.own.data(), 2};
  core.radius = radius;
}

template <int D>
void take(const Vec<D>& half, RoundedPolytope<D>& core) {
  constexpr unsigned kCorners = 1U << D;
  for (unsigned i = 0; i < kCorners; ++i)
    for (std::size_t axis = 0; axis < D; ++axis)
      core.own[i][axis] = (i >> axis & 1U) != 0 ? half[axis] : -half[axis];
  core.offsets = {core.own.data(), kCorners};
}

}  // namespace

template <int D>
bool make_polytope(const Shape<D>& shape, const Vec<D>& position, const Vec<D>& velocity,
                   RoundedPolytope<D>& core) {
  core.position = position;
  core.velocity = velocity;
  core.radius = 0.0;
  core.box = nullptr;
  core.offsets = {core.own.data(), 1};
  core.own[0] = {};
  if (std::holds_alternative<Point>(shape)) return true;
  if (const auto* ball = std::get_if<Ball>(&shape)) {
    core.radius = ball->radius;
    return true;
  }
  if (const auto* segment = std::get_if<Segment<D>>(&shape)) {
    take<D>({segment->from, segment->to}, 0.0, core);
    return true;
  }
  if (const auto* capsule = std::get_if<Capsule<D>>(&shape)) {
    take<D>({capsule->from, capsule->to}, capsule->radius, core);
    return true;
  }
  if (const auto* box = std::get_if<Box<D>>(&shape)) {
    take<D>(box->half_extents, core);
    return true;
  }
  if (const auto* box = std::get_if<OrientedBox<D>>(&shape)) {
    core.offsets = {};
    core.box = box;
    return true;
  }
  if (const auto* hull = std::get_if<Hull<D>>(&shape)) {
    core.offsets = hull->vertices;
    core.radius = hull->radius;
    return true;
  }
  if constexpr (D == 3) {
    if (const auto* triangle = std::get_if<Triangle>(&shape)) {
      core.offsets = triangle->vertices;
      return true;
    }
  }
  return false;
}

template <int D>
Vec<D> corner_of(const OrientedBox<D>& box, std::size_t i) {
  Vec<D> sum;
  for (std::size_t k = 0; k < D; ++k) {
    const double half = box.half_extents[k];
    sum = sum + ((i >> k & 1U) != 0 ? half : -half) * box.axes[k];
  }
  return sum;
}

template Vec<2> corner_of(const OrientedBox<2>&, std::size_t);
template Vec<3> corner_of(const OrientedBox<3>&, std::size_t);
template bool make_polytope<2>(const Shape<2>&, const Vec<2>&, const Vec<2>&, RoundedPolytope<2>&);
template bool make_polytope<3>(const Shape<3>&, const Vec<3>&, const Vec<3>&, RoundedPolytope<3>&);

}  // namespace firsthit
