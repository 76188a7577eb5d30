#include "scene/base/ball_grid.hpp"
#include "scene/build/build.hpp"
#include "scene/check/overlap_report.hpp"
#include "scene/read/draft.hpp"
#include "world/bodies/thin_shapes.hpp"

#include <fmt/core.h>

#include <cmath>
#include <utility>

namespace firsthit {
namespace {

constexpr double kFarthest = 0x1p50;  // radii from the origin: beyond, a radius has few digits left

double dot(const Triple& a, const Triple& b) { return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2]; }
double length(const Triple& a) { return std::sqrt(dot(a, a)); }

class Checker {
 public:
  explicit Checker(Draft& draft)
      : draft_(draft), scene_(draft.scene), room_(room_of(draft.scene)), report_(draft) {}

  void run() {
    wrap_positions();
    for (std::uint32_t i = 0; i < scene_.balls.size(); ++i) check_place(i);
    check_body_places(draft_, report_);
    report_.finish_sides();
    if (!draft_.problems.any_error()) {
      check_pairs();
      check_body_pairs(draft_, report_);
    }
    report_.finish();
  }

 private:
  std::size_t axes() const { return static_cast<std::size_t>(scene_.dimension); }

  /// Along periodic axes every place is inside the box; files often hold paths without jumps.
  void wrap_positions() {
    int balls = 0;
    for (SceneBall& ball : scene_.balls) balls += wrap(ball.position) ? 1 : 0;
    int bodies = 0;
    for (SceneBody& body : scene_.bodies) bodies += wrap(body.position) ? 1 : 0;
    for (const auto& [count, what] : {std::pair{balls, "balls"}, std::pair{bodies, "bodies"}})
      if (count > 0)
        draft_.problems.note(
            {}, fmt::format("{} {} outside the periodic box were moved to their image inside", count, what));
  }

  /// True if that moves it.
  bool wrap(Triple& position) const {
    bool moved = false;
    for (std::size_t i = 0; i < axes(); ++i) {
      double& x = position[i];
      if (!room_.periodic[i] || (x >= scene_.min[i] && x < scene_.max[i])) continue;
      x -= room_.length[i] * std::floor((x - scene_.min[i]) / room_.length[i]);
      if (!(x >= scene_.min[i] && x < scene_.max[i])) x = scene_.min[i];
      moved = true;
    }
    return moved;
  }

  void check_place(std::uint32_t i) {
    const SceneBall& ball = scene_.balls[i];
    for (std::size_t axis = 0; axis < axes(); ++axis) {
      const char letter = "xyz"[axis];
      if (ball.radius > 0.0 && std::abs(ball.position[axis]) > kFarthest * ball.radius)
        report_.outside(
            i, fmt::format(
                   "{}: {} = {} is too far from the origin for its radius {}: expected at most 2^50 radii",
                   name_of(scene_, i), letter, ball.position[axis], ball.radius));
      if (room_.periodic[axis] && 2.0 * ball.radius >= room_.length[axis])
        report_.outside(i, fmt::format("{}: expected a diameter below the periodic {} side of {}, found {}",
                                       name_of(scene_, i), letter, room_.length[axis], 2.0 * ball.radius));
      if (scene_.sides[axis] == Side::Wall)
        report_.side(i, axis, ball.position[axis] - ball.radius, ball.position[axis] + ball.radius,
                     OverlapReport::rounding_of(ball.position, ball.radius));
    }
  }

  void overlap(std::uint32_t ball, std::uint32_t other, double depth, double radius) {
    if (depth <= 0.0 || report_.pass(scene_.balls[ball].material, material_of(other))) return;
    report_.overlap(ball, other, depth, OverlapReport::rounding_of(scene_.balls[ball].position, radius));
  }

  std::uint32_t material_of(std::uint32_t id) const {
    return id < scene_.balls.size() ? scene_.balls[id].material
                                    : scene_.fixed[id - moving_count(scene_)].material;
  }

  void check_pairs() {
    const auto balls = static_cast<std::uint32_t>(scene_.balls.size());
    const auto first_fixed = static_cast<std::uint32_t>(moving_count(scene_));
    BallGrid grid(room_, scene_.balls.size() + scene_.fixed.size());
    for (std::uint32_t i = 0; i < balls; ++i)
      grid.insert(i, scene_.balls[i].position, scene_.balls[i].radius);
    for (std::uint32_t i = 0; i < scene_.fixed.size(); ++i)
      if (scene_.fixed[i].kind == SceneFixed::Kind::Ball)
        grid.insert(first_fixed + i, scene_.fixed[i].position, scene_.fixed[i].radius);
    // The smaller of two looks for the larger; of one size, the later for the earlier.
    const auto look = [&](std::uint32_t i, const Triple& position, double radius) {
      const int level = BallGrid::level_of(radius);
      const int lowest = level == BallGrid::kPoints ? level + 1 : level;  // points do not meet
      grid.near(position, radius, lowest, [&](std::uint32_t j, const Triple& other, double other_radius) {
        if (i == j || (i >= balls && j >= balls)) return false;
        if (BallGrid::level_of(other_radius) == level && j > i) return false;
        const double depth = (radius + other_radius) - length(room_.separation(position, other));
        const std::uint32_t low = std::min(i, j);
        const std::uint32_t high = std::max(i, j);
        overlap(high < balls ? high : low, high < balls ? low : high, depth, std::min(radius, other_radius));
        return false;
      });
    };
    for (std::uint32_t i = 0; i < balls; ++i) look(i, scene_.balls[i].position, scene_.balls[i].radius);
    for (std::uint32_t i = 0; i < scene_.fixed.size(); ++i) {
      const SceneFixed& fixed = scene_.fixed[i];
      if (fixed.kind == SceneFixed::Kind::Ball) look(first_fixed + i, fixed.position, fixed.radius);
      if (fixed.kind == SceneFixed::Kind::HalfSpace) check_half_space(first_fixed + i, fixed);
      if (fixed.kind == SceneFixed::Kind::Segment) check_segment(first_fixed + i, fixed);
      if (fixed.kind == SceneFixed::Kind::Container) check_container(first_fixed + i, fixed);
      if (fixed.kind == SceneFixed::Kind::Arc) check_arc(first_fixed + i, fixed);
    }
  }

  void check_half_space(std::uint32_t id, const SceneFixed& fixed) {
    const double size = length(fixed.normal);
    for (std::uint32_t i = 0; i < scene_.balls.size(); ++i) {
      const SceneBall& ball = scene_.balls[i];
      overlap(i, id, ball.radius - (dot(fixed.normal, ball.position) - fixed.offset) / size, ball.radius);
    }
  }

  void check_container(std::uint32_t id, const SceneFixed& fixed) {
    for (std::uint32_t i = 0; i < scene_.balls.size(); ++i) {
      const SceneBall& ball = scene_.balls[i];
      overlap(i, id, length(room_.separation(fixed.position, ball.position)) + ball.radius - fixed.radius,
              ball.radius);
    }
  }

  void check_arc(std::uint32_t id, const SceneFixed& fixed) {
    const Arc arc = arc_of(fixed);
    for (std::uint32_t i = 0; i < scene_.balls.size(); ++i) {
      const SceneBall& ball = scene_.balls[i];
      const Triple d = room_.separation(ball.position, fixed.position);
      overlap(i, id, ball.radius - distance_to_arc(arc, {d[0], d[1]}), ball.radius);
    }
  }

  void check_segment(std::uint32_t id, const SceneFixed& fixed) {
    const Triple middle = {0.5 * (fixed.position[0] + fixed.to[0]), 0.5 * (fixed.position[1] + fixed.to[1]),
                           0.0};
    const Triple half = {0.5 * (fixed.to[0] - fixed.position[0]), 0.5 * (fixed.to[1] - fixed.position[1]),
                         0.0};
    const double half_length = length(half);
    const Triple along = {half[0] / half_length, half[1] / half_length, 0.0};
    for (std::uint32_t i = 0; i < scene_.balls.size(); ++i) {
      const SceneBall& ball = scene_.balls[i];
      const Triple d = room_.separation(middle, ball.position);
      if (std::abs(d[0]) > std::abs(half[0]) + ball.radius ||
          std::abs(d[1]) > std::abs(half[1]) + ball.radius)
        continue;
      const double s = dot(d, along);
      const double beside = std::abs(d[0] * along[1] - d[1] * along[0]);
      const double beyond = std::max(std::abs(s) - half_length, 0.0);
      overlap(i, id, ball.radius - std::sqrt(beside * beside + beyond * beyond), ball.radius);
    }
  }

  Draft& draft_;
  Scene& scene_;
  Room room_;
  OverlapReport report_;
};

}  // namespace

void check_bodies(Draft& draft) { Checker(draft).run(); }

}  // namespace firsthit
