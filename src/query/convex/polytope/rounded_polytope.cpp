#include "query/convex/polytope/rounded_polytope.hpp"

#include "core/vec_math.hpp"

#include <firsthit/error.hpp>

#include <variant>

namespace firsthit {
namespace {

/// The vertices of a shape, and its radius. One overload for each shape.
template <int D>
struct Take {
  RoundedPolytope<D>& core;

  void operator()(const Point&) const {}
  void operator()(const Ball& ball) const { core.radius = ball.radius; }
  void operator()(const Segment<D>& segment) const { between(segment.from, segment.to); }
  void operator()(const Capsule<D>& capsule) const {
    between(capsule.from, capsule.to);
    core.radius = capsule.radius;
  }
  void operator()(const Box<D>& box) const {
    constexpr unsigned kCorners = 1U << D;
    for (unsigned i = 0; i < kCorners; ++i)
      for (std::size_t axis = 0; axis < D; ++axis)
        core.own[i][axis] = (i >> axis & 1U) != 0 ? box.half_extents[axis] : -box.half_extents[axis];
    core.offsets = {core.own.data(), kCorners};
  }
  void operator()(const OrientedBox<D>& box) const {
    core.offsets = {};
    core.box = &box;
  }
  void operator()(const Hull<D>& hull) const {
    core.offsets = hull.vertices;
    core.radius = hull.radius;
  }
  void operator()(const Polygon& polygon) const {
    if constexpr (D == 2) core.offsets = polygon.vertices();
    if constexpr (D == 3) has_none();
  }
  void operator()(const Triangle& triangle) const {
    if constexpr (D == 3) core.offsets = triangle.vertices;
    if constexpr (D == 2) has_none();
  }
  void operator()(const HalfSpace<D>&) const { has_none(); }
  void operator()(const Container&) const { has_none(); }
  void operator()(const Arc&) const { has_none(); }

 private:
  void between(const Vec<D>& from, const Vec<D>& to) const {
    core.own[0] = from;
    core.own[1] = to;
    core.offsets = {core.own.data(), 2};
  }
  [[noreturn]] static void has_none() {
    throw InputError("expected a shape that is the hull of its vertices, found another");
  }
};

}  // namespace

template <int D>
void make_polytope(const Shape<D>& shape, const Vec<D>& position, const Vec<D>& velocity,
                   RoundedPolytope<D>& core) {
  core.position = position;
  core.velocity = velocity;
  core.radius = 0.0;
  core.box = nullptr;
  core.offsets = {core.own.data(), 1};
  core.own[0] = {};
  std::visit(Take<D>{core}, shape);
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
template void make_polytope<2>(const Shape<2>&, const Vec<2>&, const Vec<2>&, RoundedPolytope<2>&);
template void make_polytope<3>(const Shape<3>&, const Vec<3>&, const Vec<3>&, RoundedPolytope<3>&);

}  // namespace firsthit
