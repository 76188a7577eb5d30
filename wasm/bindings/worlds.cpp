#include "answer.hpp"
#include "launch.hpp"
#include "record/base/json.hpp"
#include "record/base/shape_json.hpp"
#include "record/paths/paths.hpp"
#include "record/setup/setup.hpp"
#include "scenes.hpp"

#include <firsthit/motion.hpp>
#include <firsthit/world.hpp>

#include <fmt/core.h>

#include <cmath>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace firsthit {
namespace {

/// A world, and what watches it.
template <int D>
struct Running {
  explicit Running(SharedScene of) : scene(std::move(of)), launched(launch<D>(*scene)) {}

  SharedScene scene;
  Launched<D> launched;
  World<D>& world = launched.world;
  // Of the paths that are being written, if any.
  std::optional<RunSetup<D>> setup;
  std::optional<Paths<D>> paths;
};

}  // namespace

/// A world of either dimension, at a place that stays.
struct AnyWorld {
  std::variant<std::unique_ptr<Running<2>>, std::unique_ptr<Running<3>>> running;
};

namespace {

template <class Step>
auto with(AnyWorld* any, Step step) {
  return std::visit([&](const auto& running) { return step(*running); }, any->running);
}

template <int D>
Vec<D> vec(double x, double y, double z) {
  if constexpr (D == 2) return {{x, y}};
  if constexpr (D == 3) return {{x, y, z}};
}

const char* word_for(RunOutcome outcome) {
  switch (outcome) {
    case RunOutcome::ReachedTime:
      return "reached time";
    case RunOutcome::ReachedCollisions:
      return "reached collisions";
    case RunOutcome::Collapsed:
      return "collapsed";
    case RunOutcome::Crushed:
      return "crushed";
    case RunOutcome::Interrupted:
      return "interrupted";
    case RunOutcome::Paused:
      break;
  }
  return "paused";
}

std::string result_text(const RunResult& result) {
  Json::Array culprits;
  for (const BodyId id : result.culprits) culprits.push_back(id.value);
  return Json({{"outcome", word_for(result.outcome)}, {"culprits", culprits}}).written();
}

/// Counts come as doubles; infinity is no limit.
std::uint64_t limit(double count) {
  constexpr double kMost = 0x1p53;
  return count < kMost ? static_cast<std::uint64_t>(count) : std::numeric_limits<std::uint64_t>::max();
}

/// A body's numbers, as many in the plane as in space: is it there, position, velocity, acceleration, box
/// lengths to add, orientation (w, x, y, z), angular velocity, radius of the ball around its place, mass.
template <int D>
void add_state(std::vector<double>& numbers, const World<D>& world, BodyId id) {
  constexpr std::size_t kNumbers = 20;
  const std::size_t begin = numbers.size();
  if (world.contains(id)) {
    const BodyState<D> state = world.state(id);
    numbers.push_back(1.0);
    const auto put = [&](const auto& vector) {
      for (std::size_t k = 0; k < 3; ++k)
        numbers.push_back(k < std::size_t{D} ? static_cast<double>(vector[k]) : 0.0);
    };
    put(state.position);
    put(state.velocity);
    put(state.acceleration);
    put(state.wraps);
    if constexpr (D == 2) {
      numbers.insert(numbers.end(), {state.orientation.w, 0.0, 0.0, state.orientation.z});
      numbers.insert(numbers.end(), {0.0, 0.0, state.angular_velocity});
    } else {
      const auto& [w, x, y, z] = state.orientation;
      numbers.insert(numbers.end(), {w, x, y, z});
      put(state.angular_velocity);
    }
  }
  numbers.resize(begin + kNumbers, 0.0);
}

template <int D>
Json body_json(const Running<D>& of, BodyId id) {
  const Body<D> body = of.world.body(id);
  const PlainShape shape = plain_shape(body.shape);
  return {{"name", name_of(*of.scene, id.value)},
          {"shape", shape_json(shape, D)},
          {"mass", body.mass},
          {"kind", body.kind == BodyKind::Dynamic  ? "dynamic"
                   : body.kind == BodyKind::Fixed  ? "fixed"
                   : body.kind == BodyKind::Pinned ? "pinned"
                                                   : "kinematic"},
          {"sensor", body.sensor},
          {"spins", body.spins}};
}

RunInfo info_of(const SharedScene& scene) {
  RunInfo info;
  info.scene = scene->name;
  info.materials = scene->materials;
  info.name_of = [scene](BodyId id) { return name_of(*scene, id.value); };
  info.is_named = [scene](BodyId id) { return is_named(*scene, id.value); };
  info.color_of = [scene](BodyId id) -> std::optional<std::uint32_t> {
    const Color color = color_of(*scene, id.value);
    return color == kNoColor ? std::nullopt : std::optional<std::uint32_t>(color);
  };
  return info;
}

/// The world as it stands, and how far its agents have come.
template <int D>
std::string saved(const Running<D>& of) {
  std::ostringstream out;
  of.world.save(out);
  if (of.launched.agents) of.launched.agents->save(out);
  return std::move(out).str();
}

template <int D>
std::unique_ptr<Running<D>> loaded(const SharedScene& scene, const std::string& bytes) {
  auto running = std::make_unique<Running<D>>(scene);
  std::istringstream in(bytes);
  running->world = World<D>::load(in);
  const auto& agents = running->launched.agents;
  if (agents) {
    agents->load(in);
    let_steer(running->world, agents);
  }
  return running;
}

/// Where a move ended: position, how far the ground carried it, is it grounded, on whom, along which normal,
/// is it crushed. Then each hit: whom, at which part of the way, normal and point.
template <int D>
std::vector<double> numbers_of(const MoveResult<D>& result) {
  std::vector<double> numbers;
  const auto put = [&](const Vec<D>& vector) {
    for (std::size_t k = 0; k < 3; ++k) numbers.push_back(k < std::size_t{D} ? vector[k] : 0.0);
  };
  put(result.position);
  put(result.carried);
  numbers.push_back(result.grounded ? 1.0 : 0.0);
  numbers.push_back(result.grounded ? static_cast<double>(result.ground.value) : -1.0);
  put(result.ground_normal);
  numbers.push_back(result.crushed ? 1.0 : 0.0);
  for (const CastHit<D>& hit : result.hits) {
    numbers.push_back(static_cast<double>(hit.body.value));
    numbers.push_back(hit.fraction);
    put(hit.normal);
    put(hit.point);
  }
  return numbers;
}

/// Of eight numbers: response, upwards (three), slope, step, snap, skin.
template <int D>
MovePolicy<D> policy_of(const double* numbers) {
  MovePolicy<D> policy;
  policy.response = static_cast<MoveResponse>(numbers[0]);
  policy.up = vec<D>(numbers[1], numbers[2], numbers[3]);
  policy.max_slope = numbers[4];
  policy.step_height = numbers[5];
  policy.snap_distance = numbers[6];
  policy.skin = numbers[7];
  return policy;
}

template <int D>
std::string finished_paths(Running<D>& of) {
  if (!of.paths) throw InputError("nothing watches this world");
  Frame<D> last;
  capture(of.world, *of.setup, last);
  of.world.unobserve(*of.paths);
  PathsFile file = of.paths->finish(info_of(of.scene), last);
  of.paths.reset();
  return paths_text(file);
}

}  // namespace

extern "C" {

/// The world of a scene at time 0; null, and why, if there is none.
[[gnu::used]] AnyWorld* firsthit_world(const SharedScene* scene) {
  AnyWorld* made = nullptr;
  answered([&] {
    AnyWorld world;
    if ((*scene)->dimension == 2)
      world.running = std::make_unique<Running<2>>(*scene);
    else
      world.running = std::make_unique<Running<3>>(*scene);
    made = new AnyWorld(std::move(world));
    return std::string();
  });
  return made;
}

/// The world of a scene as `firsthit_world_save` told it; null, and why, if there is none.
[[gnu::used]] AnyWorld* firsthit_world_load(const SharedScene* scene, const char* bytes, std::size_t size) {
  AnyWorld* made = nullptr;
  answered([&] {
    const std::string text(bytes, size);
    AnyWorld world;
    if ((*scene)->dimension == 2)
      world.running = loaded<2>(*scene, text);
    else
      world.running = loaded<3>(*scene, text);
    made = new AnyWorld(std::move(world));
    return std::string();
  });
  return made;
}

[[gnu::used]] int firsthit_world_save(AnyWorld* world) {
  return answered([&] { return with(world, [](auto& of) { return saved(of); }); });
}

[[gnu::used]] void firsthit_world_free(AnyWorld* world) { delete world; }

[[gnu::used]] int firsthit_world_run(AnyWorld* world, double until, double collisions, double events) {
  return answered([&] {
    RunLimits limits;
    limits.collisions = limit(collisions);
    limits.events = limit(events);
    return with(world, [&](auto& of) { return result_text(of.world.run_until(until, limits)); });
  });
}

[[gnu::used]] int firsthit_world_advance(AnyWorld* world, double duration) {
  return answered(
      [&] { return with(world, [&](auto& of) { return result_text(of.world.advance(duration)); }); });
}

[[gnu::used]] double firsthit_world_time(AnyWorld* world) {
  return with(world, [](auto& of) { return of.world.time(); });
}

[[gnu::used]] double firsthit_world_collisions(AnyWorld* world) {
  return with(world, [](auto& of) { return static_cast<double>(of.world.collisions()); });
}

[[gnu::used]] double firsthit_world_events(AnyWorld* world) {
  return with(world, [](auto& of) { return static_cast<double>(of.world.events()); });
}

[[gnu::used]] std::size_t firsthit_world_size(AnyWorld* world) {
  return with(world, [](auto& of) { return of.world.size(); });
}

[[gnu::used]] int firsthit_world_hash(AnyWorld* world) {
  return answered(
      [&] { return fmt::format("{:016x}", with(world, [](auto& of) { return of.world.state_hash(); })); });
}

[[gnu::used]] int firsthit_world_body(AnyWorld* world, std::uint32_t id) {
  return answered([&] { return with(world, [&](auto& of) { return body_json(of, {id}).written(); }); });
}

/// The numbers of `add_state` of bodies from `first` on, `count` of them.
[[gnu::used]] int firsthit_world_states(AnyWorld* world, std::uint32_t first, std::uint32_t count) {
  return answered([&] {
    return with(world, [&](auto& of) {
      std::vector<double> numbers;
      for (std::uint32_t id = first; id < first + count; ++id) add_state(numbers, of.world, {id});
      return bytes_of(numbers);
    });
  });
}

/// Time, a and b of each.
[[gnu::used]] int firsthit_world_predicted(AnyWorld* world, double max_count) {
  return answered([&] {
    return with(world, [&](auto& of) {
      std::vector<double> numbers;
      for (const PredictedImpact& each :
           of.world.predicted_impacts(static_cast<std::size_t>(limit(max_count))))
        numbers.insert(numbers.end(),
                       {each.time, static_cast<double>(each.a.value), static_cast<double>(each.b.value)});
      return bytes_of(numbers);
    });
  });
}

/// a, b, point, normal and force of each, vectors with as many numbers in the plane as in space.
[[gnu::used]] int firsthit_world_contacts(AnyWorld* world) {
  return answered([&] {
    return with(world, []<int D>(Running<D>& of) {
      std::vector<double> numbers;
      for (const RestingContact<D>& each : of.world.contacts()) {
        numbers.insert(numbers.end(), {static_cast<double>(each.a.value), static_cast<double>(each.b.value)});
        for (const Vec<D>* vector : {&each.point, &each.normal, &each.force})
          for (std::size_t k = 0; k < 3; ++k) numbers.push_back(k < std::size_t{D} ? (*vector)[k] : 0.0);
      }
      return bytes_of(numbers);
    });
  });
}

[[gnu::used]] int firsthit_world_set_velocity(AnyWorld* world, std::uint32_t id, double x, double y,
                                              double z) {
  return answered([&] {
    return with(world, [&]<int D>(Running<D>& of) {
      of.world.set_velocity({id}, vec<D>(x, y, z));
      return std::string();
    });
  });
}

[[gnu::used]] int firsthit_world_set_acceleration(AnyWorld* world, std::uint32_t id, double x, double y,
                                                  double z) {
  return answered([&] {
    return with(world, [&]<int D>(Running<D>& of) {
      of.world.set_acceleration({id}, vec<D>(x, y, z));
      return std::string();
    });
  });
}

[[gnu::used]] int firsthit_world_set_surface_velocity(AnyWorld* world, std::uint32_t id, double x, double y,
                                                      double z) {
  return answered([&] {
    return with(world, [&]<int D>(Running<D>& of) {
      of.world.set_surface_velocity({id}, vec<D>(x, y, z));
      return std::string();
    });
  });
}

[[gnu::used]] int firsthit_world_set_position(AnyWorld* world, std::uint32_t id, double x, double y,
                                              double z) {
  return answered([&] {
    return with(world, [&]<int D>(Running<D>& of) {
      of.world.set_position({id}, vec<D>(x, y, z));
      return std::string();
    });
  });
}

/// `values`: one number in the plane, three in space.
[[gnu::used]] int firsthit_world_set_angular_velocity(AnyWorld* world, std::uint32_t id,
                                                      const double* values) {
  return answered([&] {
    return with(world, [&]<int D>(Running<D>& of) {
      if constexpr (D == 2) of.world.set_angular_velocity({id}, values[0]);
      if constexpr (D == 3) of.world.set_angular_velocity({id}, vec<3>(values[0], values[1], values[2]));
      return std::string();
    });
  });
}

/// `values`: degrees in the plane, a quaternion in space.
[[gnu::used]] int firsthit_world_set_orientation(AnyWorld* world, std::uint32_t id, const double* values) {
  return answered([&] {
    return with(world, [&]<int D>(Running<D>& of) {
      if constexpr (D == 2) of.world.set_orientation({id}, turned_by(values[0]));
      if constexpr (D == 3) of.world.set_orientation({id}, {values[0], values[1], values[2], values[3]});
      return std::string();
    });
  });
}

/// The numbers of `numbers_of`; `policy` those of `policy_of`.
[[gnu::used]] int firsthit_world_move(AnyWorld* world, std::uint32_t id, double x, double y, double z,
                                      const double* policy) {
  return answered([&] {
    return with(world, [&]<int D>(Running<D>& of) {
      return bytes_of(numbers_of(of.world.move({id}, vec<D>(x, y, z), policy_of<D>(policy))));
    });
  });
}

/// From now on every event is kept.
[[gnu::used]] int firsthit_world_watch(AnyWorld* world) {
  return answered([&] {
    return with(world, [&]<int D>(Running<D>& of) {
      if (of.paths) throw InputError("this world is being watched");
      of.setup.emplace(setup_of(of.world));
      Frame<D> start;
      capture(of.world, *of.setup, start);
      of.paths.emplace(*of.setup, start);
      of.world.observe(*of.paths);
      return std::string();
    });
  });
}

/// What has happened since: docs/formats/paths.md.
[[gnu::used]] int firsthit_world_paths(AnyWorld* world) {
  return answered([&] { return with(world, [](auto& of) { return finished_paths(of); }); });
}

}  // extern "C"
}  // namespace firsthit
