#include "crates.hpp"

#include "core/random.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>

namespace crates {
namespace {

constexpr double kDiagonal = 1.4142135623730951;  // of a square, over its side
constexpr double kHalfTurn = 3.141592653589793;
constexpr double kSmallest = 0.3;  // [L] half sides
constexpr double kLargest = 0.5;
constexpr double kPitch =
    2.0 * kDiagonal * kLargest + 0.2;  // [L] so none reaches another's place, however turned

double project(const Place& at, const Place& axis) { return at.x * axis.x + at.y * axis.y; }

/// Of how far a square with such axes reaches along a unit vector: its half extent there.
double reach(double half, const Pose& pose, const Place& axis) {
  return half * (std::fabs(pose.cosine * axis.x + pose.sine * axis.y) +
                 std::fabs(pose.cosine * axis.y - pose.sine * axis.x));
}

/// How deep two squares are in each other; below 0 if a side of one of them parts them.
double depth(double half_a, const Pose& a, double half_b, const Pose& b) {
  const Place apart{b.place.x - a.place.x, b.place.y - a.place.y};
  const std::array<Place, 4> axes{
      {{a.cosine, a.sine}, {-a.sine, a.cosine}, {b.cosine, b.sine}, {-b.sine, b.cosine}}};
  double least = kDiagonal * (half_a + half_b);
  for (const Place& axis : axes)
    least =
        std::min(least, reach(half_a, a, axis) + reach(half_b, b, axis) - std::fabs(project(apart, axis)));
  return least;
}

/// Crates by squares so wide that those who touch are in neighbouring ones.
class Squares {
 public:
  Squares(double width, double height)
      : columns_(count(width)), rows_(count(height)), crates_(columns_ * rows_) {}

  void add(std::size_t crate, const Place& at) {
    crates_[index(at.x, columns_) * rows_ + index(at.y, rows_)].push_back(crate);
  }

  template <class Each>
  void each_near(const Place& at, const Each& each) const {
    const std::size_t i = index(at.x, columns_);
    const std::size_t j = index(at.y, rows_);
    for (std::size_t x = i - 1; x <= i + 1; ++x)
      for (std::size_t y = j - 1; y <= j + 1; ++y)
        for (const std::size_t crate : crates_[x * rows_ + y]) each(crate);
  }

 private:
  static constexpr double kWidth = 2.0 * kDiagonal * kLargest;

  static std::size_t count(double length) { return static_cast<std::size_t>(length / kWidth) + 3; }
  static std::size_t index(double x, std::size_t count) {
    return static_cast<std::size_t>(std::clamp(x / kWidth + 1.0, 1.0, static_cast<double>(count - 2)));
  }

  std::size_t columns_;
  std::size_t rows_;
  std::vector<std::vector<std::size_t>> crates_;
};

Crate draw(firsthit::Random& random, const Place& at, double speed) {
  Crate crate;
  crate.half = random.uniform(kSmallest, kLargest);
  crate.angle = random.uniform(0.0, 0.5 * kHalfTurn);
  crate.start.place = at;
  crate.start.cosine = std::cos(crate.angle);
  crate.start.sine = std::sin(crate.angle);
  crate.start.velocity.x = speed * random.normal();
  crate.start.velocity.y = speed * random.normal();
  crate.start.turn_rate = speed * random.normal();
  return crate;
}

/// Crates in rows of `columns`, from below, each in the middle of its place; the room is twice as high.
void fill(Room& room, std::size_t count, std::size_t columns, double pitch, double speed,
          std::uint64_t seed) {
  firsthit::Random random(seed);
  room.width = pitch * static_cast<double>(columns);
  room.height = 2.0 * kPitch * static_cast<double>(count / columns + 2);
  for (std::size_t i = 0; i < count; ++i)
    room.crates.push_back(draw(
        random,
        {pitch * (static_cast<double>(i % columns) + 0.5), kPitch * (static_cast<double>(i / columns) + 0.5)},
        speed));
}

Room fallen(const char* name, int frames) {
  Room room;
  room.name = name;
  room.gravity = 9.81;
  room.restitution = 0.3;
  room.friction = 0.5;
  room.frames = frames;
  return room;
}

double mass_of(const Crate& crate) { return 4.0 * crate.half * crate.half; }

}  // namespace

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

Room gas(std::size_t count, int frames) {
  Room room;
  room.name = "gas";
  room.frames = frames;
  const auto columns = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(count))));
  fill(room, count, columns, kPitch, 2.0, 1);
  room.height = room.width;
  return room;
}

Room floor(std::size_t count, int frames) {
  Room room = fallen("floor", frames);
  fill(room, count, std::max<std::size_t>(1, count / 2), 2.0 * kPitch, 1.0, 2);
  return room;
}

Room bin(std::size_t count, int frames) {
  Room room = fallen("bin", frames);
  const auto columns = static_cast<std::size_t>(std::sqrt(2.0 * static_cast<double>(count)));
  fill(room, count, std::max<std::size_t>(1, columns), kPitch, 1.0, 3);
  return room;
}

Faults faults_of(const Room& room, const Program& program) {
  Faults faults;
  Squares squares(room.width, room.height);
  std::vector<Pose> poses;
  for (std::size_t i = 0; i < room.crates.size(); ++i) {
    const Pose pose = program.pose(i);
    const double half = room.crates[i].half;
    poses.push_back(pose);
    const double aside = std::min(pose.place.x, room.width - pose.place.x);
    const double above = std::min(pose.place.y, room.height - pose.place.y);
    if (!(std::min(aside, above) >= 0.0)) {
      ++faults.outside;
      continue;
    }
    const double in_walls =
        std::max(reach(half, pose, {1.0, 0.0}) - aside, reach(half, pose, {0.0, 1.0}) - above);
    faults.depth = std::max(faults.depth, in_walls);
    squares.each_near(pose.place, [&](std::size_t other) {
      faults.depth = std::max(faults.depth, depth(half, pose, room.crates[other].half, poses[other]));
    });
    squares.add(i, pose.place);
  }
  return faults;
}

double energy(const Room& room, const Program& program) {
  double sum = 0.0;
  for (std::size_t i = 0; i < room.crates.size(); ++i) {
    const Pose pose = program.pose(i);
    const double mass = mass_of(room.crates[i]);
    const double inertia = mass * 2.0 / 3.0 * room.crates[i].half * room.crates[i].half;
    sum += 0.5 * mass * (pose.velocity.x * pose.velocity.x + pose.velocity.y * pose.velocity.y) +
           0.5 * inertia * pose.turn_rate * pose.turn_rate + mass * room.gravity * pose.place.y;
  }
  return sum;
}

std::size_t still(const Room& room, const Program& program) {
  std::size_t sum = 0;
  for (std::size_t i = 0; i < room.crates.size(); ++i) {
    const Pose pose = program.pose(i);
    if (pose.velocity.x == 0.0 && pose.velocity.y == 0.0 && pose.turn_rate == 0.0) ++sum;
  }
  return sum;
}

}  // namespace crates
