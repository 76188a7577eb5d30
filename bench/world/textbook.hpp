#pragma once

#include "gas.hpp"
#include "near.hpp"

#include "core/vec_math.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

// What firsthit is measured against: the event-driven simulation of equal balls in a periodic box, as
// textbooks have it. Predicted collisions wait in a binary heap together with how many each of the two
// balls has had so far; if either has had more when its turn comes, the prediction is dead.
// After Sedgewick and Wayne, Algorithms, 4th edition, section 6.1. One thing is faster here: a ball has its
// own clock and moves when something happens to it, instead of all balls at every collision.

namespace firsthit::bench {

/// Which of a ball's predictions go into the heap.
enum class Keep { All, Earliest };

/// A collision that has happened.
struct Collision {
  double time;  ///< [T]
  std::uint32_t a, b;
  double impulse;  ///< [M L/T]
};

template <int D, typename Near, Keep keep>
class Textbook {
 public:
  explicit Textbook(const Gas<D>& gas) : length_(gas.length), near_(gas.length, gas.positions.size()) {
    const auto bodies = static_cast<std::uint32_t>(gas.positions.size());
    balls_.reserve(bodies);
    for (std::uint32_t i = 0; i < bodies; ++i) {
      balls_.push_back({gas.positions[i], gas.velocities[i], 0.0, 0});
      near_.place(i, gas.positions[i]);
    }
    for (std::uint32_t i = 0; i < bodies; ++i) look(i);
  }

  /// Runs until the next collision has happened.
  Collision next() {
    while (true) {
      const Event event = queue_.top();
      queue_.pop();
      if (balls_[event.a].count != event.count_a) continue;
      const bool is_turn = event.b >= kFirstTurn;
      const bool is_dead = !is_turn && balls_[event.b].count != event.count_b;
      if (is_dead && keep == Keep::All) continue;
      now_ = event.time;
      if (!is_turn && !is_dead) return collide(event.a, event.b);
      bring(event.a);
      if (is_turn) near_.turn(event.a, event.b - kFirstTurn, balls_[event.a].position);
      if (keep == Keep::All) ++balls_[event.a].count;
      look(event.a);
    }
  }

  double time() const { return now_; }

  /// Where a ball is now [L], up to box lengths.
  Vec<D> position(std::size_t i) const {
    return balls_[i].position + (now_ - balls_[i].time) * balls_[i].velocity;
  }
  const Vec<D>& velocity(std::size_t i) const { return balls_[i].velocity; }

 private:
  static constexpr std::uint32_t kFirstTurn = 0xfffffff0U;  // beyond the ids of balls

  struct FlyingBall {
    Vec<D> position;  // at `time`
    Vec<D> velocity;
    double time;
    std::uint32_t count;  // of changes that make older predictions dead
  };

  /// A collision of a and b, or a turn of a.
  struct Event {
    double time;
    std::uint32_t a, b;
    std::uint32_t count_a, count_b;
    friend bool operator>(const Event& x, const Event& y) { return x.time > y.time; }
  };

  void bring(std::uint32_t i) {
    balls_[i].position = position(i);
    balls_[i].time = now_;
    near_.wrap(balls_[i].position);
  }

  /// From a to b, which may lag behind, through the nearest image.
  Vec<D> separation(const FlyingBall& a, const FlyingBall& b) const {
    Vec<D> d = b.position + (now_ - b.time) * b.velocity - a.position;
    for (std::size_t axis = 0; axis < D; ++axis) {
      if (d[axis] > 0.5 * length_) d[axis] -= length_;
      if (d[axis] < -0.5 * length_) d[axis] += length_;
    }
    return d;
  }

  /// Schedules what will happen to a ball that has been brought to now.
  void look(std::uint32_t i) {
    const FlyingBall& ball = balls_[i];
    const Turn turn = near_.next_turn(i, ball.position, ball.velocity);
    Event earliest{now_ + turn.delay, i, kFirstTurn + turn.code, ball.count, 0};
    near_.visit(i, [&](std::uint32_t j) {
      const FlyingBall& other = balls_[j];
      const Vec<D> d = separation(ball, other);
      const Vec<D> v = other.velocity - ball.velocity;
      const double rate = dot(d, v);
      if (rate >= 0.0) return;
      const double gap = length_squared(d) - 1.0;
      const double disc = rate * rate - length_squared(v) * gap;
      if (disc <= 0.0) return;
      const double time = now_ + std::max(gap / (std::sqrt(disc) - rate), 0.0);
      if (keep == Keep::All) {
        queue_.push({time, i, j, ball.count, other.count});
      } else if (time < earliest.time) {
        earliest = {time, i, j, ball.count, other.count};
      }
    });
    queue_.push(earliest);
  }

  Collision collide(std::uint32_t i, std::uint32_t j) {
    bring(i);
    bring(j);
    FlyingBall& a = balls_[i];
    FlyingBall& b = balls_[j];
    const Vec<D> d = separation(a, b);
    const double impulse = -dot(d, b.velocity - a.velocity) / length_squared(d);
    a.velocity = a.velocity - impulse * d;
    b.velocity = b.velocity + impulse * d;
    ++a.count;
    ++b.count;
    look(i);
    look(j);
    return {now_, i, j, impulse};
  }

  double length_;
  Near near_;
  std::vector<FlyingBall> balls_;
  std::priority_queue<Event, std::vector<Event>, std::greater<Event>> queue_;
  double now_ = 0.0;
};

/// The textbook's program: compares everybody with everybody.
template <int D>
using AllPairs = Textbook<D, Everybody<D>, Keep::All>;

/// What a good programmer makes of it in an afternoon: cells, and a heap that is not full of the dead.
template <int D>
using Yardstick = Textbook<D, Cells<D>, Keep::Earliest>;

}  // namespace firsthit::bench
