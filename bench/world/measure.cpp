#include "measure.hpp"

#include "gas_world.hpp"
#include "heap.hpp"
#include "textbook.hpp"

#include <algorithm>
#include <ctime>
#include <limits>
#include <memory>
#include <vector>

namespace firsthit::bench {
namespace {

/// A program with its clock and its share of the heap.
struct Lane {
  std::string name;
  std::function<void(std::uint64_t)> advance;  // by so many collisions
  std::function<double()> time;                // [T] of the simulation
  std::vector<double> blocks;                  // [ns] per collision
  std::int64_t bytes = 0;
  double start = 0.0;  // [T] when warmed up

  /// Runs on; returns how much of the processor's time it took [ns]: others on the machine do not count.
  double run(std::uint64_t collisions) {
    const std::int64_t before = bytes_held();
    const std::clock_t started = std::clock();
    advance(collisions);
    const std::clock_t ended = std::clock();
    bytes += bytes_held() - before;
    return static_cast<double>(ended - started) * (1e9 / CLOCKS_PER_SEC);
  }
};

template <int D>
Lane lane_of_world(const Gas<D>& gas, std::shared_ptr<World<D>>& world) {
  Lane lane;
  lane.name = "firsthit";
  const std::int64_t before = bytes_held();
  world = std::make_shared<World<D>>(world_of(gas));
  lane.bytes = bytes_held() - before;
  lane.advance = [world](std::uint64_t collisions) {
    RunLimits limits;
    limits.collisions = world->collisions() + collisions;
    world->run_until(std::numeric_limits<double>::infinity(), limits);
  };
  lane.time = [world] { return world->time(); };
  return lane;
}

template <typename Program, int D>
Lane lane_of(const char* name, const Gas<D>& gas) {
  Lane lane;
  lane.name = name;
  const std::int64_t before = bytes_held();
  const auto program = std::make_shared<Program>(gas);
  lane.bytes = bytes_held() - before;
  lane.advance = [program](std::uint64_t collisions) {
    for (std::uint64_t n = 0; n < collisions; ++n) program->next();
  };
  lane.time = [program] { return program->time(); };
  return lane;
}

Cost cost_of(Lane& lane, const Task& task) {
  std::sort(lane.blocks.begin(), lane.blocks.end());
  Cost cost;
  cost.nanoseconds = lane.blocks[lane.blocks.size() / 2];
  cost.bytes = static_cast<double>(lane.bytes) / static_cast<double>(task.balls);
  cost.rate = task.block * task.blocks / (lane.time() - lane.start);
  return cost;
}

template <int D>
Row measure_in(const Task& task, const std::function<void(const std::string&)>& progress) {
  const auto balls = static_cast<double>(task.balls);
  const auto warm_up = static_cast<std::uint64_t>(0.5 * balls * task.warm_up);  // two balls to a collision
  const auto block = static_cast<std::uint64_t>(0.5 * balls * task.block);
  progress("placing the balls");
  std::shared_ptr<World<D>> world;
  std::vector<Lane> lanes;
  {
    const Gas<D> gas = make_gas<D>(task.balls, task.packing, 1);
    lanes.push_back(lane_of_world(gas, world));
    lanes.push_back(lane_of<Yardstick<D>>("the yardstick", gas));
    if (task.with_textbook) lanes.push_back(lane_of<AllPairs<D>>("the textbook", gas));
  }
  for (Lane& lane : lanes) {
    progress("warming up " + lane.name);
    lane.run(warm_up);
    lane.start = lane.time();
  }
  const std::uint64_t events = world->events();
  const std::uint64_t collisions = world->collisions();
  for (int n = 1; n <= task.blocks; ++n)
    for (Lane& lane : lanes) {
      progress("block " + std::to_string(n) + " of " + std::to_string(task.blocks) + " of " + lane.name);
      lane.blocks.push_back(lane.run(block) / static_cast<double>(block));
    }

  Row row;
  row.firsthit = cost_of(lanes[0], task);
  row.yardstick = cost_of(lanes[1], task);
  if (task.with_textbook) row.textbook = cost_of(lanes[2], task);
  row.events =
      static_cast<double>(world->events() - events) / static_cast<double>(world->collisions() - collisions);
  row.hash = world->state_hash();
  return row;
}

}  // namespace

Row measure(const Task& task, const std::function<void(const std::string&)>& progress) {
  return task.dimension == 2 ? measure_in<2>(task, progress) : measure_in<3>(task, progress);
}

}  // namespace firsthit::bench
