#include "scene/ball_grid.hpp"
#include "scene/build.hpp"
#include "scene/draft.hpp"
#include "world/thin_shapes.hpp"

#include <fmt/format.h>

#include <cmath>

namespace firsthit {
namespace {

constexpr double kRoundingDepth = 1e-9;    // of the smaller radius: what real files hold, see scene.md
constexpr double kPointDepth = 0x1p-48;    // of its coordinate: what rounding does to a point
constexpr double kFarthest = 0x1p50;       // radii from the origin: beyond, a radius has few digits left
constexpr std::size_t kMostMessages = 20;  // of one kind: a scene in wrong units overlaps everywhere

double dot(const Triple& a, const Triple& b) { return (a[0] * b[0] + a[1] * b[1]) + a[2] * b[2]; }
double length(const Triple& a) { return std::sqrt(dot(a, a)); }

/// Messages of one kind: the first in full, the rest as a number.
class Some {
 public:
  Some(Problems& problems, std::string rest) : problems_(problems), rest_(std::move(rest)) {}
  void error(const FilePlace& place, std::string message) {
    if (++count_ <= kMostMessages) problems_.error(place, std::move(message));
  }
  void finish() {
    if (count_ > kMostMessages) problems_.error({}, fmt::format("{} more {}", count_ - kMostMessages, rest_));
  }

 private:
  Problems& problems_;
  std::string rest_;
  std::size_t count_ = 0;
};

class Checker {
 public:
  explicit Checker(Draft& draft)
      : draft_(draft),
        scene_(draft.scene),
        overlaps_(draft.problems, "overlaps"),
        outside_(draft.problems, "balls outside the box") {
    room_.dimension = scene_.dimension;
    room_.min = scene_.min;
    for (std::size_t i = 0; i < axes(); ++i) {
      room_.length[i] = scene_.max[i] - scene_.min[i];
      room_.periodic[i] = scene_.sides[i] == Side::Periodic;
    }
  }

  void run() {
    wrap_positions();
    for (std::uint32_t i = 0; i < scene_.balls.size(); ++i) check_place(i);
    outside_.finish();
    if (!draft_.problems.any_error()) check_pairs();
    overlaps_.finish();
    if (rounded_ > 0)
      draft_.problems.note({}, fmt::format("{} overlaps of rounding size, at most {:.3g} deep, are accepted",
                                           rounded_, deepest_rounded_));
    if (allowed_ > 0)
      draft_.problems.note(
          {}, fmt::format("{} overlaps, at most {:.6g} deep, are allowed: they part as they can", allowed_,
                          deepest_allowed_));
  }

 private:
  std::size_t axes() const { return static_cast<std::size_t>(scene_.dimension); }

  /// Along periodic axes every place is inside the box; files often hold paths without jumps.
  void wrap_positions() {
    std::size_t wrapped = 0;
    for (SceneBall& ball : scene_.balls) {
      bool moved = false;
      for (std::size_t i = 0; i < axes(); ++i) {
        double& x = ball.position[i];
        if (!room_.periodic[i] || (x >= scene_.min[i] && x < scene_.max[i])) continue;
        x -= room_.length[i] * std::floor((x - scene_.min[i]) / room_.length[i]);
        if (!(x >= scene_.min[i] && x < scene_.max[i])) x = scene_.min[i];
        moved = true;
      }
      wrapped += moved ? 1 : 0;
    }
    if (wrapped > 0)
      draft_.problems.note(
          {}, fmt::format("{} balls outside the periodic box were moved to their image inside", wrapped));
  }

  void check_place(std::uint32_t i) {
    const SceneBall& ball = scene_.balls[i];
    const FilePlace& place = draft_.ball_places[i];
    for (std::size_t axis = 0; axis < axes(); ++axis) {
      const char letter = "xyz"[axis];
      if (ball.radius > 0.0 && std::abs(ball.position[axis]) > kFarthest * ball.radius)
        outside_.error(
            place,
            fmt::format(
                "{}: {} = {} is too far from the origin for its radius {}: expected at most 2^50 radii",
                name_of(scene_, i), letter, ball.position[axis], ball.radius));
      if (room_.periodic[axis] && 2.0 * ball.radius >= room_.length[axis])
        outside_.error(place,
                       fmt::format("{}: expected a diameter below the periodic {} side of {}, found {}",
                                   name_of(scene_, i), letter, room_.length[axis], 2.0 * ball.radius));
      if (scene_.sides[axis] != Side::Wall) continue;
      const double below = scene_.min[axis] - (ball.position[axis] - ball.radius);
      const double above = (ball.position[axis] + ball.radius) - scene_.max[axis];
      for (const double depth : {below, above}) {
        // A side is no softer than another body: the same depths are rounding.
        if (depth <= 0.0 || is_accepted(depth, rounding_of(ball, ball.radius))) continue;
        outside_.error(place,
                       fmt::format("{} lies outside: {:.6g} deep in the {} {} side of the box",
                                   name_of(scene_, i), depth, depth == below ? "lower" : "upper", letter));
      }
    }
  }

  /// The depth [L] that rounding explains where a ball meets something of this radius or larger.
  double rounding_of(const SceneBall& ball, double radius) const {
    if (radius > 0.0) return kRoundingDepth * radius;
    const auto& p = ball.position;
    return kPointDepth * std::max({std::abs(p[0]), std::abs(p[1]), std::abs(p[2])});
  }

  bool is_accepted(double depth, double rounding) {
    if (depth <= rounding) {
      ++rounded_;
      deepest_rounded_ = std::max(deepest_rounded_, depth);
      return true;
    }
    if (!scene_.run.allow_overlap) return false;
    ++allowed_;
    deepest_allowed_ = std::max(deepest_allowed_, depth);
    return true;
  }

  void overlap(std::uint32_t ball, std::uint32_t other, double depth, double radius) {
    if (depth <= 0.0 || is_accepted(depth, rounding_of(scene_.balls[ball], radius))) return;
    const std::size_t balls = scene_.balls.size();
    const FilePlace& there = other < balls ? draft_.ball_places[other] : draft_.fixed_places[other - balls];
    const bool holds = other >= balls && scene_.fixed[other - balls].kind == SceneFixed::Kind::Container;
    overlaps_.error(draft_.ball_places[ball],
                    fmt::format("{} {} {} ({}): {:.6g} deep", name_of(scene_, ball),
                                holds ? "reaches out of" : "overlaps", name_of(scene_, other),
                                draft_.problems.describe(there), depth));
  }

  void check_pairs() {
    const auto balls = static_cast<std::uint32_t>(scene_.balls.size());
    BallGrid grid(room_, scene_.balls.size() + scene_.fixed.size());
    for (std::uint32_t i = 0; i < balls; ++i)
      grid.insert(i, scene_.balls[i].position, scene_.balls[i].radius);
    for (std::uint32_t i = 0; i < scene_.fixed.size(); ++i)
      if (scene_.fixed[i].kind == SceneFixed::Kind::Ball)
        grid.insert(balls + i, scene_.fixed[i].position, scene_.fixed[i].radius);
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
      if (fixed.kind == SceneFixed::Kind::Ball) look(balls + i, fixed.position, fixed.radius);
      if (fixed.kind == SceneFixed::Kind::HalfSpace) check_half_space(balls + i, fixed);
      if (fixed.kind == SceneFixed::Kind::Segment) check_segment(balls + i, fixed);
      if (fixed.kind == SceneFixed::Kind::Container) check_container(balls + i, fixed);
      if (fixed.kind == SceneFixed::Kind::Arc) check_arc(balls + i, fixed);
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
  Some overlaps_;
  Some outside_;
  std::size_t rounded_ = 0;
  double deepest_rounded_ = 0.0;
  std::size_t allowed_ = 0;
  double deepest_allowed_ = 0.0;
};

}  // namespace

void check_bodies(Draft& draft) { Checker(draft).run(); }

}  // namespace firsthit
