#include "world/agents/steering.hpp"

#include "core/vec_math.hpp"
#include "query/round/ball_kernels.hpp"
#include "world/bodies/fixed_shape.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace firsthit {

namespace {

/// Collisions further ahead than the time to walk this many radii are no concern yet. Fewer: agents dodge
/// late and touch in crowds. More: they give way to everybody in sight and get nowhere.
constexpr double kSightRadii = 16.0;

/// The cost of a collision that lies as far ahead as the time to walk one radius, against 1 for standing
/// still. Smaller: agents push through. Larger: they shy.
constexpr double kUrgency = 6.0;

/// What agents keep free around themselves, in radii. Smaller: rounding and late turns make them touch.
/// Larger: they do not pass where they fit.
constexpr double kElbowRoom = 0.3;

/// How much worse left is than right: breaks the tie between two that meet head on. Larger: crowds swirl.
constexpr double kRightHanded = 0.05;

/// How much worse standing is than walking aside: who finds the way blocked walks around. Smaller: agents
/// wait behind those who stand for ever. Larger: they jostle.
constexpr double kImpatience = 0.2;

template <int D>
Vec<D> no_longer_than(const Vec<D>& v, double most) {
  const double size = length(v);
  return size > most ? (most / size) * v : v;
}

template <int D>
bool turns_at_once(const Walker<D>& walker) {
  return std::isinf(walker.agent.max_acceleration);
}

/// The intent to have a velocity at the window's end, as far as the agent can. A change that comes to
/// nothing on the whole way to the goal is none: who walks straight costs no events.
template <int D>
Intent<D> reaching(const Walker<D>& walker, const Vec<D>& velocity) {
  const Vec<D> change = velocity - walker.velocity;
  const double time_left = length(walker.to_goal) / walker.agent.preferred_speed + walker.window;
  if (!is_zero(velocity) && length(change) * time_left <= 0.5 * walker.rounding) return {walker.velocity, {}};
  if (turns_at_once(walker)) return {velocity, {}};
  return {walker.velocity, no_longer_than((1.0 / walker.window) * change, walker.agent.max_acceleration)};
}

template <int D>
Vec<D> velocity_after(const Intent<D>& intent, double window) {
  return intent.velocity + window * intent.acceleration;
}

/// At rest at the goal after two windows: r = (3 v W + 2 a1 W^2 + (a1 + a2) W^2) / 2 and
/// v + (a1 + a2) W = 0 give the first acceleration and the second.
template <int D>
bool can_stop_in_two(const Walker<D>& walker, Vec<D>& first) {
  const double w = walker.window;
  first = (1.0 / (w * w)) * (walker.to_goal - (1.5 * w) * walker.velocity);
  const Vec<D> second = (1.0 / (w * w)) * ((0.5 * w) * walker.velocity - walker.to_goal);
  const double most = walker.agent.max_acceleration;
  return length(first) <= most && length(second) <= most &&
         length(walker.velocity + w * first) <= walker.agent.preferred_speed;
}

/// The speed at the window's end from which half of the full braking still leads to a stop at the goal:
/// v1^2 = A (d - (v + v1) W / 2). The other half is for what gets in the way.
template <int D>
double braking_speed(const Walker<D>& walker) {
  const double a = walker.agent.max_acceleration;
  const double quarter = 0.25 * a * walker.window;
  const double left = length(walker.to_goal) - 0.5 * walker.window * length(walker.velocity);
  if (!(left > 0.0)) return 0.0;
  return a * left / (quarter + std::sqrt(quarter * quarter + a * left));
}

/// Straight ahead, and to the right: in space, to the right of whoever has the axis least along the way
/// as up, so that two who meet head on keep clear of each other.
template <int D>
struct Heading {
  std::array<Vec<D>, std::size_t{D}> axes;  // unit: ahead, right, and in space down
};

Heading<2> heading(const Vec<2>& ahead) { return {{ahead, Vec<2>{ahead[1], -ahead[0]}}}; }

Heading<3> heading(const Vec<3>& ahead) {
  std::size_t least = 0;
  for (std::size_t axis = 1; axis < 3; ++axis)
    if (std::fabs(ahead[axis]) < std::fabs(ahead[least])) least = axis;
  Vec<3> up;
  up[least] = 1.0;
  const auto cross = [](const Vec<3>& a, const Vec<3>& b) {
    return Vec<3>{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  };
  const Vec<3> right = cross(ahead, up);
  const Vec<3> unit = (1.0 / length(right)) * right;
  return {{ahead, unit, cross(ahead, unit)}};
}

/// Weighs velocities: how far from the one that the agent prefers, and how soon they lead to a collision.
template <int D>
class Scales {
 public:
  Scales(const Walker<D>& walker, std::span<const Heeded<D>> others, const Vec<D>& preferred)
      : walker_(walker), others_(others), preferred_(preferred), heading_(heading(way_ahead())) {
    unit_time_ = walker.radius / walker.agent.preferred_speed;
  }

  const Heading<D>& axes() const { return heading_; }

  /// Does anybody collide with it, if it goes as it prefers?
  bool is_free() const { return urgency(preferred_) == 0.0; }

  /// Of the intent to reach a velocity. Dimensionless.
  double cost(const Vec<D>& wanted) const {
    const Vec<D> velocity = velocity_after(reaching(walker_, wanted), walker_.window);
    const double speed = walker_.agent.preferred_speed;
    const double left = std::max(0.0, -dot(heading_.axes[1], velocity - preferred_));
    const double delta = length(velocity - preferred_);
    const double slow = std::max(0.0, length(preferred_) - length(velocity));
    return (delta + kRightHanded * left + kImpatience * slow) / speed + urgency(velocity);
  }

 private:
  Vec<D> way_ahead() const {
    for (const Vec<D>& way : {walker_.to_goal, others_.empty() ? Vec<D>{} : others_[0].neighbour.offset})
      if (length(way) > walker_.rounding) return (1.0 / length(way)) * way;
    Vec<D> any;
    any[0] = 1.0;
    return any;
  }

  double urgency(const Vec<D>& velocity) const {
    double most = 0.0;
    for (const Heeded<D>& other : others_) {
      const double delay = delay_to(other, velocity) / unit_time_;
      if (!(delay < kSightRadii)) continue;
      // What is fixed beyond the goal is not in the way.
      if (!other.moves && velocity_reaches_goal_first(delay)) continue;
      const double soon = walker_.window / unit_time_;
      most = std::max(most, kUrgency / (delay + soon) - kUrgency / (kSightRadii + soon));
    }
    return most;
  }

  bool velocity_reaches_goal_first(double delay) const {
    return delay * walker_.radius >= length(walker_.to_goal) && length(walker_.to_goal) > walker_.rounding;
  }

  double delay_to(const Heeded<D>& other, const Vec<D>& velocity) const {
    const Neighbour<D>& neighbour = other.neighbour;
    if (other.moves) {
      const double radii = length(neighbour.offset) - neighbour.gap + kElbowRoom * walker_.radius;
      // Whoever heeds others does the other half of what is to be done.
      const Vec<D> own = other.heeds ? 2.0 * velocity - walker_.velocity : velocity;
      return ball_ball_delay(neighbour.offset, neighbour.velocity - own, radii);
    }
    // The goal may be right beside something fixed: toward it, less and less room is needed.
    const double room = kElbowRoom * std::min(walker_.radius, 0.5 * length(walker_.to_goal));
    if (other.fixed == nullptr)
      return plane_delay(neighbour.gap - room, -dot(neighbour.normal, velocity), 0.0);
    return delay_to_fixed(*other.fixed, neighbour.offset, velocity, Vec<D>{}, walker_.radius + room);
  }

  const Walker<D>& walker_;
  std::span<const Heeded<D>> others_;
  Vec<D> preferred_;
  Heading<D> heading_;
  double unit_time_ = 0.0;  // [T] to walk one radius
};

/// Keeps the best velocity so far; the first of equals.
template <int D>
struct Best {
  Vec<D> velocity;
  double cost;
  bool offer(const Scales<D>& scales, const Vec<D>& candidate) {
    const double its = scales.cost(candidate);
    if (!(its < cost)) return false;
    velocity = candidate;
    cost = its;
    return true;
  }
};

/// All round the heading, at some speeds: the points of a circle with rational coordinates, from the
/// tangents of their half angles, turned by quarters.
template <int D>
void look_all_round(const Scales<D>& scales, double speed, Best<D>& best) {
  const auto& axes = scales.axes().axes;
  best.offer(scales, Vec<D>{});
  for (const double part : {1.0, 0.75, 0.5, 0.25}) {
    for (int sixths = 0; sixths < 6; ++sixths) {
      const double t = sixths / 6.0;
      const double c = part * speed * (1.0 - t * t) / (1.0 + t * t);
      const double s = part * speed * 2.0 * t / (1.0 + t * t);
      for (std::size_t aside = 1; aside < D; ++aside)
        for (const auto& [x, y] :
             {std::array{c, s}, std::array{-s, c}, std::array{-c, -s}, std::array{s, -c}})
          best.offer(scales, x * axes[0] + y * axes[aside]);
    }
  }
}

/// Around the best so far, closer and closer.
template <int D>
void look_closer(const Scales<D>& scales, double speed, Best<D>& best) {
  for (const double step : {0.125, 0.0625, 0.03125, 0.015625}) {
    const Vec<D> middle = best.velocity;
    for (const Vec<D>& axis : scales.axes().axes)
      for (const double sign : {1.0, -1.0}) best.offer(scales, middle + (sign * step * speed) * axis);
  }
}

}  // namespace

template <int D>
Intent<D> toward_goal(const Walker<D>& walker) {
  const double distance = length(walker.to_goal);
  if (distance <= walker.rounding && walker.window * length(walker.velocity) <= walker.rounding) return {};
  const double speed = walker.agent.preferred_speed;
  if (turns_at_once(walker)) {
    if (distance <= walker.rounding) return {};
    const double pace = std::min(speed * walker.window, distance) / (walker.window * distance);
    return reaching(walker, pace * walker.to_goal);
  }
  Vec<D> first;
  if (can_stop_in_two(walker, first)) return {walker.velocity, first};
  if (distance == 0.0) return reaching(walker, Vec<D>{});
  return reaching(walker, (std::min(speed, braking_speed(walker)) / distance) * walker.to_goal);
}

template <int D>
double sight(const Walker<D>& walker) {
  return 2.0 * kSightRadii * walker.radius;
}

template <int D>
Intent<D> avoiding(const Walker<D>& walker, std::span<const Heeded<D>> others) {
  const Intent<D> plain = toward_goal(walker);
  const Vec<D> preferred = velocity_after(plain, walker.window);
  const Scales<D> scales(walker, others, preferred);
  if (scales.is_free()) return plain;
  Best<D> best{preferred, scales.cost(preferred)};
  look_all_round(scales, walker.agent.preferred_speed, best);
  look_closer(scales, walker.agent.preferred_speed, best);
  return best.velocity == preferred ? plain : reaching(walker, best.velocity);
}

template Intent<2> toward_goal(const Walker<2>&);
template Intent<3> toward_goal(const Walker<3>&);
template double sight(const Walker<2>&);
template double sight(const Walker<3>&);
template Intent<2> avoiding(const Walker<2>&, std::span<const Heeded<2>>);
template Intent<3> avoiding(const Walker<3>&, std::span<const Heeded<3>>);

}  // namespace firsthit
