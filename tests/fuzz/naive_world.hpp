#pragma once

#include <firsthit/first_hit.hpp>
#include <firsthit/world.hpp>

#include <cmath>
#include <optional>
#include <vector>

// The simplest world that there is: it looks at every pair, moves all to the next impact, and begins anew.

namespace firsthit::fuzzing {

template <int D>
class NaiveWorld {
 public:
  struct Member {
    Vec<D> position;
    Vec<D> velocity;
    double radius = 0.0;
    double inverse_mass = 0.0;
  };

  NaiveWorld(const WorldOptions<D>& options, std::vector<Member> members)
      : options_(options), members_(std::move(members)) {}

  /// How many impacts there are within `duration` [T]. Nothing where rounding may decide what happens: where
  /// two impacts are at nearly one time, bodies graze or overlap, or many impacts follow each other.
  std::optional<int> run(double duration) {
    constexpr int kMost = 4;
    double left = duration;
    for (int impacts = 0; impacts <= kMost; ++impacts) {
      find_next(left);
      if (is_unsure_ || (first_.time < kNone && !(second_ - first_.time > kClear))) return std::nullopt;
      const double step = std::min(first_.time, left);
      for (Member& each : members_)
        for (std::size_t axis = 0; axis < D; ++axis) each.position[axis] += step * each.velocity[axis];
      if (first_.time == kNone) return impacts;
      left -= step;
      if (left < kClear) return std::nullopt;
      bounce();
    }
    return std::nullopt;
  }

  const std::vector<Member>& members() const { return members_; }

 private:
  static constexpr double kNone = HUGE_VAL;
  static constexpr double kClear = 1e-6;  // [T] of times, and of cosines; numbers are of the size of 1

  struct Next {
    double time = kNone;
    std::size_t a = 0;
    std::size_t b = 0;  // none: a side across `axis`
    std::size_t axis = 0;
    Vec<D> normal{};
  };

  void take(const Next& next) {
    if (next.time < first_.time) {
      second_ = first_.time;
      first_ = next;
    } else {
      second_ = std::min(second_, next.time);
    }
  }

  void find_next(double horizon) {
    first_ = {};
    second_ = kNone;
    for (std::size_t a = 0; a < members_.size(); ++a) {
      const Member& one = members_[a];
      for (std::size_t b = a + 1; b < members_.size(); ++b) {
        const Member& other = members_[b];
        if (one.inverse_mass == 0.0 && other.inverse_mass == 0.0) continue;
        Query query;
        query.horizon = horizon;
        const Encounter<D> met =
            first_hit<D>({Ball{one.radius}, Linear<D>{one.position, one.velocity}},
                         {Ball{other.radius}, Linear<D>{other.position, other.velocity}}, query);
        if (met.outcome == Outcome::Miss) continue;
        double closing = 0.0;
        double speed = 0.0;
        for (std::size_t axis = 0; axis < D; ++axis) {
          const double relative = one.velocity[axis] - other.velocity[axis];
          closing += relative * met.normal[axis];
          speed += relative * relative;
        }
        if (met.outcome != Outcome::Impact || !(closing > 1e-2 * std::sqrt(speed)) || met.delay < kClear)
          is_unsure_ = true;
        take({met.delay, a, b, 0, met.normal});
      }
      for (std::size_t axis = 0; axis < D && one.inverse_mass > 0.0; ++axis) take_side(a, axis, horizon);
    }
  }

  void take_side(std::size_t a, std::size_t axis, double horizon) {
    const Member& one = members_[a];
    if (options_.space.sides[axis] == Side::Open) return;
    if (options_.space.sides[axis] == Side::Periodic) {
      is_unsure_ = true;
      return;
    }
    const double room_below = one.position[axis] - one.radius - options_.space.min[axis];
    const double room_above = options_.space.max[axis] - one.radius - one.position[axis];
    if (!(room_below > kClear) || !(room_above > kClear)) is_unsure_ = true;
    const double speed = one.velocity[axis];
    if (speed == 0.0) return;
    const double time = speed < 0.0 ? -room_below / speed : room_above / speed;
    if (std::fabs(time - horizon) < kClear) is_unsure_ = true;
    if (time <= horizon) take({time, a, kSide, axis, {}});
  }

  void bounce() {
    Member& a = members_[first_.a];
    if (first_.b == kSide) {
      a.velocity[first_.axis] *= -options_.restitution;
      return;
    }
    Member& b = members_[first_.b];
    double closing = 0.0;
    for (std::size_t axis = 0; axis < D; ++axis)
      closing += (a.velocity[axis] - b.velocity[axis]) * first_.normal[axis];
    const double impulse = (1.0 + options_.restitution) * closing / (a.inverse_mass + b.inverse_mass);
    for (std::size_t axis = 0; axis < D; ++axis) {
      a.velocity[axis] -= impulse * a.inverse_mass * first_.normal[axis];
      b.velocity[axis] += impulse * b.inverse_mass * first_.normal[axis];
    }
  }

  static constexpr std::size_t kSide = static_cast<std::size_t>(-1);

  WorldOptions<D> options_;
  std::vector<Member> members_;
  Next first_;
  double second_ = kNone;
  bool is_unsure_ = false;
};

}  // namespace firsthit::fuzzing
