#include "scene/base/ball_grid.hpp"

#include <bit>

namespace firsthit {

Room room_of(const Scene& scene) {
  Room room;
  room.dimension = scene.dimension;
  room.min = scene.min;
  for (std::size_t i = 0; i < static_cast<std::size_t>(scene.dimension); ++i) {
    room.length[i] = scene.max[i] - scene.min[i];
    room.periodic[i] = scene.sides[i] == Side::Periodic;
  }
  return room;
}

BallGrid::BallGrid(const Room& room, std::size_t expected_balls)
    : room_(room),
      heads_(std::bit_ceil(std::max<std::size_t>(16, 2 * expected_balls)), kNone),
      mask_(heads_.size() - 1) {
  balls_.reserve(expected_balls);
}

BallGrid::Level& BallGrid::level(int number) {
  for (Level& known : levels_)
    if (known.number == number) return known;
  Level fresh;
  fresh.number = number;
  const int quarter = number & 3;
  fresh.diameter = std::ldexp(2.5 + 0.5 * quarter, (number - quarter) / 4);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    fresh.side[axis] = fresh.diameter;
    if (!room_.periodic[axis]) continue;
    fresh.cells[axis] = std::max(1.0, std::floor(room_.length[axis] / fresh.diameter));
    fresh.side[axis] = room_.length[axis] / fresh.cells[axis];
  }
  levels_.push_back(std::move(fresh));
  return levels_.back();
}

void BallGrid::insert(std::uint32_t id, const Triple& position, double radius) {
  Level& at = level(level_of(radius));
  std::array<double, 3> cell{};
  for (std::size_t i = 0; i < static_cast<std::size_t>(room_.dimension); ++i)
    cell[i] = wrap(at, i, std::floor((position[i] - room_.min[i]) / at.side[i]));
  const std::uint64_t key = key_of(at, cell);
  const auto slot = static_cast<std::uint32_t>(balls_.size());
  balls_.push_back({position, radius, key, id, heads_[key & mask_]});
  heads_[key & mask_] = slot;
  at.ids.push_back(slot);
}

BallGrid::Span BallGrid::cells_around(const Level& level, const Triple& position, double radius) const {
  Span span;
  for (std::size_t i = 0; i < static_cast<std::size_t>(room_.dimension); ++i) {
    // An eighth of a cell more than needed: cell numbers of far places are rounded.
    const double reach = radius + 0.5 * level.diameter + 0.125 * level.side[i];
    const double from = position[i] - room_.min[i];
    const double first = std::floor((from - reach) / level.side[i]);
    double count = std::floor((from + reach) / level.side[i]) - first + 1.0;
    if (level.cells[i] > 0.0) count = std::min(count, level.cells[i]);
    span.first[i] = first;
    span.count[i] = static_cast<int>(std::min(count, 1e6));
    span.cells *= count;
  }
  return span;
}

}  // namespace firsthit
