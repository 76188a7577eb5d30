#include "scene/build/build.hpp"
#include "scene/check/body_neighbours.hpp"
#include "scene/check/overlap_report.hpp"
#include "world/bodies/thin_shapes.hpp"

#include <fmt/core.h>

#include <cmath>
#include <cstdint>
#include <vector>

// What check_bodies.cpp says of balls, of bodies of all shapes.

namespace firsthit {
namespace {

constexpr double kFarthest = 0x1p50;  // reaches from the origin: beyond, a reach has few digits left

/// Finds all that a `[[body]]` overlaps: each pair once.
class BodyPairs {
 public:
  BodyPairs(const Scene& scene, OverlapReport& report)
      : scene_(scene),
        report_(report),
        room_(room_of(scene)),
        balls_(static_cast<std::uint32_t>(scene.balls.size())),
        first_fixed_(static_cast<std::uint32_t>(moving_count(scene))),
        first_still_(first_fixed_ + static_cast<std::uint32_t>(scene.fixed.size())),
        grid_(room_, moving_count(scene) + fixed_count(scene)) {
    for (std::uint32_t i = 0; i < balls_; ++i)
      grid_.insert(i, scene.balls[i].position, scene.balls[i].radius);
    for (std::uint32_t id = balls_; id < first_still_ + scene.still_bodies.size(); ++id) {
      if (is_curved(id)) continue;
      const PlacedBody body = placed_body(scene, id);
      if (is_own(id)) own_.push_back(body);
      if (body.unbounded) {
        unbounded_.push_back(body);
        continue;
      }
      Triple middle = body.position;
      for (std::size_t i = 0; i < 3; ++i) middle[i] += body.extent.middle[i];
      grid_.insert(id, middle, body.extent.reach);
    }
  }

  void check() {
    for (const PlacedBody& body : own_) {
      if (body.unbounded) continue;
      Triple middle = body.position;
      for (std::size_t i = 0; i < 3; ++i) middle[i] += body.extent.middle[i];
      grid_.near(middle, body.extent.reach, BallGrid::kLowestLevel,
                 [&](std::uint32_t id, const Triple&, double) {
                   if (!is_own(id))
                     compare(body, placed_body(scene_, id));
                   else if (id > body.id)
                     compare(body, own_[own_index(id)]);
                   return false;
                 });
      if (is_round(body.shape)) compare_with_curves(body);
    }
    for (const PlacedBody& plane : unbounded_) {
      for (const PlacedBody& body : own_)
        if (!body.unbounded) compare(body, plane);
      for (std::uint32_t i = 0; is_own(plane.id) && i < balls_; ++i) compare(placed_body(scene_, i), plane);
    }
  }

 private:
  bool is_own(std::uint32_t id) const { return (id >= balls_ && id < first_fixed_) || id >= first_still_; }
  /// Of one of `own_`, which stand there in the order of ids.
  std::size_t own_index(std::uint32_t id) const {
    return id < first_fixed_ ? id - balls_ : id - first_still_ + scene_.bodies.size();
  }
  bool is_curved(std::uint32_t id) const {
    if (id < first_fixed_ || id >= first_still_) return false;
    const SceneFixed::Kind kind = scene_.fixed[id - first_fixed_].kind;
    return kind == SceneFixed::Kind::Container || kind == SceneFixed::Kind::Arc;
  }

  bool meet(const PlacedBody& a, const PlacedBody& b) const {
    return (a.dynamic || b.dynamic) && !a.sensor && !b.sensor && (a.filter.mask & b.filter.category) != 0 &&
           (b.filter.mask & a.filter.category) != 0 && !report_.pass(a.material, b.material);
  }

  static double rounding_of(const PlacedBody& a, const PlacedBody& b) {
    const bool b_is_smaller = !b.unbounded && b.extent.reach < a.extent.reach;
    const PlacedBody& smaller = b_is_smaller ? b : a;
    return OverlapReport::rounding_of(smaller.position, smaller.extent.reach);
  }

  void compare(const PlacedBody& a, const PlacedBody& b) {
    if (!meet(a, b)) return;
    if (a.extent.reach == 0.0 && b.extent.reach == 0.0 && !a.unbounded && !b.unbounded) return;  // points
    const double depth = depth_between(room_, a, b);
    if (a.dynamic)
      report_.overlap(a.id, b.id, depth, rounding_of(a, b));
    else
      report_.overlap(b.id, a.id, depth, rounding_of(a, b));
  }

  /// Only what is round may move among them.
  void compare_with_curves(const PlacedBody& body) {
    for (std::uint32_t i = 0; i < scene_.fixed.size(); ++i) {
      const SceneFixed& fixed = scene_.fixed[i];
      if (!is_curved(first_fixed_ + i) || !body.dynamic || body.sensor ||
          (body.filter.mask & Filter{}.category) == 0 || report_.pass(body.material, fixed.material))
        continue;
      const Triple d = room_.separation(body.position, fixed.position);
      const double radius = body.extent.reach;
      const double depth = fixed.kind == SceneFixed::Kind::Container
                               ? std::hypot(d[0], d[1], d[2]) + radius - fixed.radius
                               : radius - distance_to_arc(arc_of(fixed), {d[0], d[1]});
      report_.overlap(body.id, first_fixed_ + i, depth, OverlapReport::rounding_of(body.position, radius));
    }
  }

  const Scene& scene_;
  OverlapReport& report_;
  Room room_;
  std::uint32_t balls_;
  std::uint32_t first_fixed_;
  std::uint32_t first_still_;
  BallGrid grid_;
  std::vector<PlacedBody> own_;        // all [[body]]
  std::vector<PlacedBody> unbounded_;  // all half-spaces
};

}  // namespace

void check_body_places(Draft& draft, OverlapReport& report) {
  const Scene& scene = draft.scene;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const auto id = static_cast<std::uint32_t>(scene.balls.size() + i);
    const PlacedBody body = placed_body(scene, id);
    for (std::size_t axis = 0; axis < static_cast<std::size_t>(scene.dimension); ++axis) {
      const double x = body.position[axis];
      if (body.extent.reach > 0.0 && std::abs(x) > kFarthest * body.extent.reach)
        report.outside(
            id, fmt::format(
                    "{}: {} = {} is too far from the origin for its reach {}: expected at most 2^50 of it",
                    name_of(scene, id), "xyz"[axis], x, body.extent.reach));
      if (scene.sides[axis] != Side::Wall) continue;
      // Of what no side hinders, only the place must be within. Sides are as plain as balls.
      const bool is_held = body.dynamic && (body.filter.mask & Filter{}.category) != 0;
      const double low = is_held ? body.extent.low[axis] : 0.0;
      const double high = is_held ? body.extent.high[axis] : 0.0;
      report.side(id, axis, x + low, x + high, OverlapReport::rounding_of(body.position, body.extent.reach));
    }
  }
}

void check_body_pairs(Draft& draft, OverlapReport& report) {
  if (draft.scene.bodies.empty() && draft.scene.still_bodies.empty()) return;
  BodyPairs(draft.scene, report).check();
}

}  // namespace firsthit
