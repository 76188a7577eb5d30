#pragma once

#include "fuzz/two_worlds.hpp"

#include <cmath>
#include <cstdint>
#include <string>

// A world's calls where the simplest world can tell nearly all: balls between walls, in boxes that repeat and
// in open space, some of which fall, do not move, or move as they are told.

namespace firsthit::fuzzing {

template <int D>
class GasCalls : TwoWorlds<D> {
  using Two = TwoWorlds<D>;
  using Two::both;
  using Two::bytes_;
  using Two::options_;
  using Two::plain_;

 public:
  explicit GasCalls(Bytes& bytes) : Two(bytes, options_of(bytes), kMostCollisions) {
    for (std::size_t count = 3 + bytes.below(10); count > 0; --count) add();
  }

  /// False if there is no sense in going on.
  bool call() {
    ++counts.calls;
    switch (bytes_.below(16)) {
      case 0:
      case 1:
      case 2:
        return add();
      case 3:
        return remove();
      case 4:
      case 5:
        return set_velocity();
      case 6:
        return set_position();
      case 7:
        return Two::save_and_load();
      case 8:
        return Two::advance(0x1p-5 * static_cast<double>(bytes_.below(32)));
      default:
        return Two::run(0x1p-5 * static_cast<double>(1 + bytes_.below(40)));
    }
  }

 private:
  static constexpr std::size_t kMostBodies = 48;  // that ever come
  static constexpr std::uint64_t kMostCollisions = 200;
  static constexpr int kMostTries = 6;

  static WorldOptions<D> options_of(Bytes& bytes) {
    WorldOptions<D> options;
    const std::uint8_t bits = bytes.byte();
    for (std::size_t axis = 0; axis < D; ++axis) {
      constexpr Side kSides[] = {Side::Wall, Side::Periodic, Side::Wall, Side::Periodic, Side::Open};
      options.space.sides[axis] = kSides[bytes.below(5)];
      options.space.min[axis] = -0.5 * static_cast<double>(bytes.below(8));
      options.space.max[axis] = options.space.min[axis] + 3.0 + 0.25 * static_cast<double>(bytes.below(24));
      if ((bits & 3U) == 0 && options.space.sides[axis] == Side::Wall)
        options.gravity[axis] = 0.0625 * bytes.coarse();
    }
    if ((bits & 12U) == 0) options.restitution = 1.0 - 0.0625 * static_cast<double>(bytes.below(9));
    return options;
  }

  double fraction() {
    const std::uint8_t high = bytes_.byte();
    return 0x1p-16 * static_cast<double>(256 * high + bytes_.byte());
  }
  Vec<D> velocity() {
    Vec<D> v;
    for (double& x : v.c) x = 6.0 * (fraction() - 0.5);
    return v;
  }
  BodyId any() { return {static_cast<std::uint32_t>(bytes_.below(plain_.size() + 1))}; }

  /// [L] Between the surfaces of a ball there and of the nearest other than `but`.
  double room_around(const Vec<D>& place, double radius, std::uint32_t but) const {
    double room = 1.0;
    for (std::uint32_t id = 0; id < plain_.size(); ++id) {
      if (id == but || !plain_.contains({id})) continue;
      const Vec<D> there = plain_.state({id}).position;
      double square = 0.0;
      for (std::size_t axis = 0; axis < D; ++axis) {
        double off = there[axis] - place[axis];
        const double side = options_.space.max[axis] - options_.space.min[axis];
        if (options_.space.sides[axis] == Side::Periodic) off -= std::round(off / side) * side;
        square += off * off;
      }
      room = std::min(room, std::sqrt(square) - radius - std::get<Ball>(plain_.body({id}).shape).radius);
    }
    return room;
  }

  /// A place for a ball within the box, where nobody is. False if none was found.
  bool find_place(double radius, std::uint32_t but, Vec<D>& place) {
    Vec<D> parts;
    for (double& x : parts.c) x = fraction();
    for (int i = 0; i < kMostTries; ++i) {
      for (std::size_t axis = 0; axis < D; ++axis) {
        const double part = std::fmod(parts[axis] + i * (axis == 0 ? 0.618033988 : 0.414213562), 1.0);
        const double low = options_.space.min[axis] + 1.0625 * radius;
        place[axis] = low + part * (options_.space.max[axis] - 1.0625 * radius - low);
      }
      if (room_around(place, radius, but) > 0x1p-6) return true;
    }
    return false;
  }

  bool add() {
    if (plain_.size() >= kMostBodies) return true;
    Body<D> body;
    const std::uint8_t bits = bytes_.byte();
    const double radius = 0.125 + 0x1p-7 * static_cast<double>(bits / 8);
    body.shape = Ball{radius};
    body.kind = (bits & 7U) == 0   ? BodyKind::Fixed
                : (bits & 7U) == 1 ? BodyKind::Kinematic
                                   : BodyKind::Dynamic;
    if ((bits & 7U) == 2) body.mass = 0.25 + 0.03125 * static_cast<double>(bytes_.byte());
    if (body.kind != BodyKind::Fixed) body.velocity = velocity();
    if (!find_place(radius, static_cast<std::uint32_t>(plain_.size()), body.position)) return true;
    return both([&](World<D>& world) { return std::to_string(world.add(body).value); });
  }

  bool remove() {
    const BodyId id = any();
    return both([&](World<D>& world) {
      world.remove(id);
      return std::string();
    });
  }

  bool set_velocity() {
    const BodyId id = any();
    const Vec<D> v = velocity();
    return both([&](World<D>& world) {
      world.set_velocity(id, v);
      return std::string();
    });
  }

  bool set_position() {
    const BodyId id = any();
    if (!plain_.contains(id)) return true;
    Vec<D> place;
    if (!find_place(std::get<Ball>(plain_.body(id).shape).radius, id.value, place)) return true;
    return both([&](World<D>& world) {
      world.set_position(id, place);
      return std::string();
    });
  }
};

}  // namespace firsthit::fuzzing
