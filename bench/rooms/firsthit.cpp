#include "rooms.hpp"

#include <firsthit/world.hpp>

namespace rooms {
namespace {

class Firsthit final : public Program {
 public:
  explicit Firsthit(const Room& room) : world_(options(room)) {
    for (const Body& body : room.bodies) {
      firsthit::Body<2> ours;
      if (body.is_box) {
        ours.shape = firsthit::Box<2>{{body.half, body.half}};
      } else {
        ours.shape = firsthit::Ball{body.half};
      }
      ours.position = {body.place.x, body.place.y};
      ours.velocity = {body.velocity.x, body.velocity.y};
      world_.add(ours);
    }
  }

  std::string name() const override { return "firsthit"; }
  void frame() override { world_.advance(kFrame); }
  Place place(std::size_t body) const override {
    const auto at = world_.state({static_cast<std::uint32_t>(body)}).position;
    return {at[0], at[1]};
  }
  Place velocity(std::size_t body) const override {
    const auto v = world_.state({static_cast<std::uint32_t>(body)}).velocity;
    return {v[0], v[1]};
  }
  std::uint64_t meetings() const override { return world_.collisions(); }
  std::uint64_t hash() const override { return world_.state_hash(); }

 private:
  static firsthit::WorldOptions<2> options(const Room& room) {
    firsthit::WorldOptions<2> options;
    options.space.max = {room.side, room.side};
    return options;
  }

  firsthit::World<2> world_;
};

}  // namespace

std::unique_ptr<Program> firsthit_in(const Room& room) { return std::make_unique<Firsthit>(room); }

}  // namespace rooms
