#include "query/pairs/turning/turning_side.hpp"

#include "core/vec_math.hpp"
#include "geometry/kept_tops.hpp"
#include "query/turning/base/turning_arc.hpp"

#include <memory>
#include <optional>
#include <utility>
#include <variant>

namespace firsthit {
namespace {

template <int D>
struct MotionOf {
  TurningMotion<D> operator()(const Linear<D>& m) const { return {{m.position, m.velocity, {}, {}}}; }
  TurningMotion<D> operator()(const Falling<D>& m) const {
    return {{m.position, m.velocity, m.acceleration, {}}};
  }
  TurningMotion<D> operator()(const Spinning<D>& m) const {
    return {{m.position, m.velocity, m.acceleration, {}}, m.angular_velocity, m.orientation, m.centre};
  }
  TurningMotion<D> operator()(const Precessing<D>& m) const {
    const CubicPath<D> path{m.position, m.velocity, m.acceleration, {}};
    if constexpr (D == 2)
      return {path, m.precession + m.spin, m.orientation, m.centre};
    else
      return {path, m.precession, m.orientation, m.centre, m.spin};
  }
  TurningMotion<D> operator()(const Tumbling<D>& m) const {
    const CubicPath<D> path{m.position, m.velocity, m.acceleration, {}};
    TurningMotion<D> r{path, m.angular_velocity, m.orientation, m.centre};
    if constexpr (D == 3) {
      std::shared_ptr<FreeTop> top = kept_top(m.orientation, m.angular_velocity, m.inertia);
      if (top->is_stepped()) {
        r.top = std::move(top);
      } else {
        r.angular_velocity = top->precession();
        r.own_spin = top->spin_of_shape();
      }
    }
    return r;
  }
  /// Seen from the first control point, so that nothing that all have in common is rounded.
  TurningMotion<D> operator()(const Spline<D>& m) const {
    const double rate = 1.0 / m.duration;
    const Vec<D> first = m.control[1] - m.control[0];
    const Vec<D> second = m.control[2] - m.control[0];
    const Vec<D> third = m.control[3] - m.control[0];
    return {{m.control[0], (3.0 * rate) * first, (6.0 * rate * rate) * (second - 2.0 * first),
             (6.0 * rate * rate * rate) * (third - 3.0 * (second - first))},
            m.angular_velocity,
            m.orientation,
            m.centre};
  }
};

/// The plane of a half-space, if it is one.
template <int D>
std::optional<TurningPlane<D>> plane_of(const Shape<D>& shape) {
  const auto* found = std::get_if<HalfSpace<D>>(&shape);
  if (found == nullptr) return std::nullopt;
  const double size = length(found->normal);
  return TurningPlane<D>{(1.0 / size) * found->normal, found->offset / size};
}

}  // namespace

template <int D>
TurningMotion<D> turning_motion_of(const Motion<D>& motion) {
  return std::visit(MotionOf<D>{}, motion);
}

template <int D>
void take_core(const TurningSide<D>& side, RoundedPolytope<D>& core) {
  const Shape<D>& shape = side.moving.shape;
  if (std::holds_alternative<HalfSpace<D>>(shape)) return;
  if constexpr (D == 2)
    if (const auto* arc = std::get_if<Arc>(&shape)) {
      core.own[1] = arc->radius * furthest_direction(side.motion.centre_of_shape);
      core.offsets = {core.own.data(), 2};
      return;
    }
  make_polytope(shape, {}, {}, core);
}

template <int D>
TurningPair<D> pair_of(Turned<D>& a, Turned<D>& b, double margin) {
  TurningPair<D> r{a.body, b.body, a.body.radius() + b.body.radius() + margin,
                   plane_of<D>(a.side.moving.shape)};
  if constexpr (D == 2)
    for (const TurningSide<2>* side : {&a.side, &b.side})
      if (const auto* arc = std::get_if<Arc>(&side->moving.shape))
        r.arc = make_arc(*arc, furthest_direction(side->motion.centre_of_shape));
  return r;
}

template TurningMotion<2> turning_motion_of(const Motion<2>&);
template TurningMotion<3> turning_motion_of(const Motion<3>&);
template void take_core(const TurningSide<2>&, RoundedPolytope<2>&);
template void take_core(const TurningSide<3>&, RoundedPolytope<3>&);
template TurningPair<2> pair_of(Turned<2>&, Turned<2>&, double);
template TurningPair<3> pair_of(Turned<3>&, Turned<3>&, double);

}  // namespace firsthit
