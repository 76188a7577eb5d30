#include "rooms.hpp"

#include "core/random.hpp"

#include <algorithm>
#include <cmath>

namespace rooms {
namespace {

double area_of(const Body& body) {
  return body.is_box ? 4.0 * body.half * body.half : 3.141592653589793 * body.half * body.half;
}

/// How deep two bodies are in each other; below 0 if they are apart.
double depth(const Body& a, const Place& at_a, const Body& b, const Place& at_b) {
  const double dx = std::fabs(at_b.x - at_a.x);
  const double dy = std::fabs(at_b.y - at_a.y);
  if (!a.is_box && !b.is_box) return a.half + b.half - std::hypot(dx, dy);
  if (a.is_box && b.is_box) return a.half + b.half - std::max(dx, dy);
  const double box = a.is_box ? a.half : b.half;
  const double radius = a.is_box ? b.half : a.half;
  if (dx <= box || dy <= box) return radius + box - std::max(dx, dy);
  return radius - std::hypot(dx - box, dy - box);
}

/// Bodies by squares wide enough for any two that touch to be in neighbouring ones.
class Squares {
 public:
  Squares(double side, double width) : width_(width), count_(static_cast<std::size_t>(side / width) + 3) {
    bodies_.resize(count_ * count_);
  }

  void add(std::size_t body, const Place& place) {
    bodies_[index(place.x) * count_ + index(place.y)].push_back(body);
  }

  template <class Each>
  void each_near(const Place& place, const Each& each) const {
    const std::size_t i = index(place.x);
    const std::size_t j = index(place.y);
    for (std::size_t x = i - 1; x <= i + 1; ++x)
      for (std::size_t y = j - 1; y <= j + 1; ++y)
        for (const std::size_t body : bodies_[x * count_ + y]) each(body);
  }

 private:
  std::size_t index(double x) const {
    return static_cast<std::size_t>(std::clamp(x / width_ + 1.0, 1.0, static_cast<double>(count_ - 2)));
  }

  double width_;
  std::size_t count_;
  std::vector<std::vector<std::size_t>> bodies_;
};

constexpr double kWidest = 1.2;  // of all bodies, and of the distance at which two may touch

}  // namespace

Room draw(std::size_t count) {
  firsthit::Random random(1);
  Room room;
  double covered = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    Body body;
    body.is_box = i % 2 == 1;
    body.half = random.uniform(0.4, 0.6);
    covered += area_of(body);
    room.bodies.push_back(body);
  }
  room.side = std::sqrt(covered / 0.2);
  Squares squares(room.side, 2.0 * kWidest);
  for (std::size_t i = 0; i < count; ++i) {
    Body& body = room.bodies[i];
    for (bool free = false; !free;) {
      body.place.x = random.uniform(body.half, room.side - body.half);
      body.place.y = random.uniform(body.half, room.side - body.half);
      free = true;
      squares.each_near(body.place, [&](std::size_t other) {
        free = free && depth(body, body.place, room.bodies[other], room.bodies[other].place) < 0.0;
      });
    }
    squares.add(i, body.place);
    body.velocity.x = random.normal() / kFrame;
    body.velocity.y = random.normal() / kFrame;
    // Box2D moves nothing further than 2 in a frame.
    const double speed = std::hypot(body.velocity.x, body.velocity.y) * kFrame;
    if (speed > 1.9) {
      body.velocity.x *= 1.9 / speed;
      body.velocity.y *= 1.9 / speed;
    }
  }
  return room;
}

Faults faults_of(const Room& room, const Program& program) {
  constexpr double kDeep = 0.01;
  Faults faults;
  Squares squares(room.side, 2.0 * kWidest);
  for (std::size_t i = 0; i < room.bodies.size(); ++i) {
    const Body& body = room.bodies[i];
    const Place at = program.place(i);
    const double wall = std::min({at.x, at.y, room.side - at.x, room.side - at.y});
    if (!(wall >= 0.0)) {
      ++faults.outside;
      continue;
    }
    if (body.half - wall > kDeep) ++faults.overlaps;
    squares.each_near(at, [&](std::size_t other) {
      if (depth(body, at, room.bodies[other], program.place(other)) > kDeep) ++faults.overlaps;
    });
    squares.add(i, at);
  }
  return faults;
}

}  // namespace rooms
