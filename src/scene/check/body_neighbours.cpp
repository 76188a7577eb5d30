#include "scene/check/body_neighbours.hpp"

#include "core/expect.hpp"
#include "query/pairs/turned_parts.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace firsthit {
namespace {

Triple sum(const Triple& a, const Triple& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }

/// Nothing but its shape, its place and what it is made of.
PlacedBody plain_body(std::uint32_t id, SceneShape shape, const Triple& position, std::uint32_t material) {
  PlacedBody body;
  body.id = id;
  body.shape = std::move(shape);
  body.position = position;
  body.material = material;
  body.unbounded = is_unbounded(body.shape);
  if (!body.unbounded) body.extent = extent_of(body.shape);
  return body;
}

/// As it stands at the start.
SceneShape standing(const Scene& scene, const SceneBody& body) {
  if (body.spin == kNoSpin) return body.shape;
  const auto [w, x, y, z] = scene.spins[body.spin].orientation;
  if (const auto* flat = std::get_if<Shape<2>>(&body.shape)) return turned_shape<2>(*flat, {w, z});
  return turned_shape<3>(std::get<Shape<3>>(body.shape), {w, x, y, z});
}

PlacedBody placed(const Scene& scene, std::uint32_t id, const SceneBody& from) {
  PlacedBody body = plain_body(id, standing(scene, from), from.position, from.material);
  body.filter = from.filter;
  body.sensor = from.sensor;
  body.dynamic = from.kind == BodyKind::Dynamic || from.kind == BodyKind::Pinned;
  return body;
}

template <int D>
Shape<D> shape_of(const SceneFixed& fixed) {
  const auto vec = [](const Triple& from) {
    Vec<D> result;
    for (std::size_t i = 0; i < D; ++i) result[i] = from[i];
    return result;
  };
  FIRSTHIT_EXPECT(fixed.kind != SceneFixed::Kind::Container && fixed.kind != SceneFixed::Kind::Arc);
  if (fixed.kind == SceneFixed::Kind::Ball) return Ball{fixed.radius};
  if (fixed.kind == SceneFixed::Kind::HalfSpace) return HalfSpace<D>{vec(fixed.normal), fixed.offset};
  Vec<D> along;
  for (std::size_t i = 0; i < D; ++i) along[i] = fixed.to[i] - fixed.position[i];
  return Segment<D>{{}, along};
}

}  // namespace

PlacedBody placed_body(const Scene& scene, std::uint32_t id) {
  std::size_t index = id;
  if (index < scene.balls.size()) {
    const SceneBall& ball = scene.balls[index];
    PlacedBody body = plain_body(id, ball_shape(scene.dimension, ball.radius), ball.position, ball.material);
    body.dynamic = true;
    return body;
  }
  index -= scene.balls.size();
  if (index < scene.bodies.size()) return placed(scene, id, scene.bodies[index]);
  index -= scene.bodies.size();
  if (index >= scene.fixed.size()) return placed(scene, id, scene.still_bodies[index - scene.fixed.size()]);
  const SceneFixed& fixed = scene.fixed[index];
  const SceneShape shape =
      scene.dimension == 2 ? SceneShape(shape_of<2>(fixed)) : SceneShape(shape_of<3>(fixed));
  return plain_body(id, shape, fixed.position, fixed.material);
}

double depth_between(const Room& room, const PlacedBody& a, const PlacedBody& b) {
  double depth = -std::numeric_limits<double>::infinity();
  if (a.unbounded || b.unbounded) {
    // Along periodic axes a half-space is the same everywhere, and the nearest image is as deep as any.
    const Triple d = {b.position[0] - a.position[0], b.position[1] - a.position[1],
                      b.position[2] - a.position[2]};
    return -gap_between(a.shape, b.shape, d);
  }
  const Triple middle_a = sum(a.position, a.extent.middle);
  const Triple middle_b = sum(b.position, b.extent.middle);
  for_each_image(
      room, room.separation(middle_a, middle_b), a.extent.reach + b.extent.reach, [&](const Triple& between) {
        Triple d{};
        for (std::size_t i = 0; i < 3; ++i) {
          d[i] = between[i] + a.extent.middle[i] - b.extent.middle[i];
          if (a.extent.high[i] < d[i] + b.extent.low[i] || d[i] + b.extent.high[i] < a.extent.low[i]) return;
        }
        depth = std::max(depth, -gap_between(a.shape, b.shape, d));
      });
  return depth;
}

BodyNeighbours::BodyNeighbours(const Scene& scene, const Room& room)
    : room_(room), dimension_(scene.dimension), grid_(room, scene.bodies.size() + scene.still_bodies.size()) {
  const auto add = [&](const SceneBody& body) {
    if (body.sensor || (body.filter.mask & Filter{}.category) == 0) return;
    const auto index = static_cast<std::uint32_t>(bodies_.size());
    bodies_.push_back(placed(scene, 0, body));
    const PlacedBody& at = bodies_.back();
    if (at.unbounded)
      unbounded_.push_back(index);
    else
      grid_.insert(index, sum(at.position, at.extent.middle), at.extent.reach);
  };
  for (const SceneBody& body : scene.bodies) add(body);
  for (const SceneBody& body : scene.still_bodies) add(body);
}

bool BodyNeighbours::touches(const Triple& position, double radius) const {
  if (bodies_.empty()) return false;
  const PlacedBody ball = plain_body(0, ball_shape(dimension_, radius), position, 0);
  const auto touched = [&](std::uint32_t index) { return depth_between(room_, ball, bodies_[index]) >= 0.0; };
  return std::any_of(unbounded_.begin(), unbounded_.end(), touched) ||
         grid_.near(position, radius, BallGrid::kLowestLevel,
                    [&](std::uint32_t index, const Triple&, double) { return touched(index); });
}

}  // namespace firsthit
