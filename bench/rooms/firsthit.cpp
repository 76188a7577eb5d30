#include "rooms.hpp"

#include <firsthit/world.hpp>

#include <algorithm>
#include <ctime>
#include <limits>

namespace rooms {
namespace {

firsthit::World<2> world_of(const Room& room) {
  firsthit::WorldOptions<2> options;
  options.space.max = {room.side, room.side};
  firsthit::World<2> world(options);
  for (const Body& body : room.bodies) {
    firsthit::Body<2> ours;
    if (body.is_box) {
      ours.shape = firsthit::Box<2>{{body.half, body.half}};
    } else {
      ours.shape = firsthit::Ball{body.half};
    }
    ours.position = {body.place.x, body.place.y};
    ours.velocity = {body.velocity.x, body.velocity.y};
    world.add(ours);
  }
  return world;
}

class Firsthit final : public Program {
 public:
  explicit Firsthit(const Room& room) : world_(world_of(room)) {}

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
  firsthit::World<2> world_;
};

}  // namespace

std::unique_ptr<Program> firsthit_in(const Room& room) { return std::make_unique<Firsthit>(room); }

std::vector<ImpactCost> costs_of_impacts(const std::vector<Room>& rooms, int blocks) {
  std::vector<firsthit::World<2>> worlds;
  for (const Room& room : rooms) worlds.push_back(world_of(room));
  std::vector<std::vector<double>> spent(rooms.size());
  for (int block = 0; block <= blocks; ++block) {
    for (std::size_t k = 0; k < rooms.size(); ++k) {
      firsthit::RunLimits limits;
      limits.collisions = worlds[k].collisions() + rooms[k].bodies.size();
      const std::clock_t started = std::clock();
      worlds[k].run_until(std::numeric_limits<double>::infinity(), limits);
      const double seconds = static_cast<double>(std::clock() - started) / CLOCKS_PER_SEC;
      if (block > 0) spent[k].push_back(1e6 * seconds / static_cast<double>(rooms[k].bodies.size()));
    }
  }
  std::vector<ImpactCost> costs;
  for (std::size_t k = 0; k < rooms.size(); ++k) {
    std::sort(spent[k].begin(), spent[k].end());
    const firsthit::World<2>& world = worlds[k];
    costs.push_back({spent[k][spent[k].size() / 2],
                     static_cast<double>(world.events()) / static_cast<double>(world.collisions()),
                     world.state_hash()});
  }
  return costs;
}

}  // namespace rooms
