#include "piles.hpp"

#include "../crates/crates.hpp"

#include <algorithm>

namespace piles {
namespace {

Body box(double width, double height, const Place& at) {
  Body body;
  body.half = {0.5 * width, 0.5 * height};
  body.start.place = at;
  return body;
}

}  // namespace

double Pile::weight() const {
  double sum = 0.0;
  for (const Body& body : bodies) sum += body.mass();
  return sum * gravity;
}

Pile wall() {
  constexpr double kLeft = 6.0;  // room beside it
  constexpr double kRow = 0.5;   // its height
  constexpr int kRows = 12;
  Pile pile;
  pile.name = "wall";
  pile.width = 28.0;
  pile.height = 8.0;
  pile.restitution = 0.2;
  pile.side = kRow;
  for (int row = 0; row < kRows; ++row) {
    const double y = kRow * (row + 0.5);
    const bool has_halves = row % 2 == 1;
    if (has_halves) pile.bodies.push_back(box(0.5, kRow, {kLeft + 0.25, y}));
    for (int i = 0; i < (has_halves ? 7 : 8); ++i) {
      if (row + 1 == kRows && (i == 1 || i == 5)) continue;  // battlements
      pile.bodies.push_back(box(1.0, kRow, {kLeft + i + (has_halves ? 1.0 : 0.5), y}));
    }
    if (has_halves) pile.bodies.push_back(box(0.5, kRow, {kLeft + 7.75, y}));
  }
  return pile;
}

Pile pyramid() {
  constexpr int kLowest = 10;
  constexpr double kPitch = 1.01;
  Pile pile;
  pile.name = "pyramid";
  pile.width = 20.0;
  pile.height = 20.0;
  for (int row = 0; row < kLowest; ++row)
    for (int i = row; i < kLowest; ++i)
      pile.bodies.push_back(
          box(1.0, 1.0, {0.5 * pile.width + kPitch * (i - 0.5 * (kLowest - 1 + row)), kPitch * row + 0.51}));
  return pile;
}

Pile heap(std::size_t count) {
  const crates::Room room = crates::bin(count, 0);
  Pile pile;
  pile.name = "heap";
  pile.width = room.width;
  pile.height = room.height;
  pile.gravity = room.gravity;
  pile.restitution = room.restitution;
  pile.friction = room.friction;
  pile.is_built = false;
  for (const crates::Crate& crate : room.crates) {
    Body body = box(2.0 * crate.half, 2.0 * crate.half, {crate.start.place.x, crate.start.place.y});
    body.start.angle = crate.angle;
    body.start.velocity = {crate.start.velocity.x, crate.start.velocity.y};
    body.start.turn_rate = crate.start.turn_rate;
    pile.side = std::min(pile.side, 2.0 * crate.half);
    pile.bodies.push_back(body);
  }
  return pile;
}

}  // namespace piles
