#pragma once

#include <firsthit/world.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace firsthit::reference {

struct ContactRule {
  Material a, b;
  double restitution;
};

struct ResponseRule {
  Material a, b;
  Response response;
};

/// Everything that determines a run, so that several programs can run the same.
template <int D>
struct Scene {
  std::string name;  ///< kind and seed, for messages
  WorldOptions<D> options;
  std::vector<Body<D>> bodies;
  std::vector<ContactRule> rules;
  std::vector<ResponseRule> responses;
  double window = 0.0;      ///< [T], 0 for none
  bool steered = false;     ///< a body gets another velocity at the end of every window
  double until = 1.0;       ///< [T]
  double look_ahead = 0.0;  ///< [T] after which the reference predicts everything anew; 0 for never

  std::size_t moving() const {
    std::size_t count = 0;
    for (const Body<D>& body : bodies) count += body.kind == BodyKind::Dynamic ? 1 : 0;
    return count;
  }
};

/// What a steered scene does at the end of a window: some moving body gets the velocity that some
/// body started with. `set(id, velocity)`.
template <int D, typename Set>
void steer(const Scene<D>& scene, std::uint64_t window, Set&& set) {
  if (!scene.steered || scene.bodies.empty()) return;
  const auto count = static_cast<std::uint64_t>(scene.bodies.size());
  const auto id = static_cast<std::uint32_t>((7 * window + 3) % count);
  const auto model = static_cast<std::size_t>((5 * window + 1) % count);
  if (scene.bodies[id].kind == BodyKind::Dynamic) set(BodyId{id}, scene.bodies[model].velocity);
}

/// The scene as a world of the library.
template <int D>
World<D> make_world(const Scene<D>& scene) {
  World<D> world(scene.options);
  for (const Body<D>& body : scene.bodies) world.add(body);
  for (const ContactRule& rule : scene.rules) world.set_restitution(rule.a, rule.b, rule.restitution);
  for (const ResponseRule& rule : scene.responses) world.set_response(rule.a, rule.b, rule.response);
  if (scene.window > 0.0) {
    world.set_window(scene.window, [&scene, done = std::uint64_t{0}](World<D>& at_end) mutable {
      steer(scene, done++, [&](BodyId id, const Vec<D>& velocity) { at_end.set_velocity(id, velocity); });
    });
  }
  return world;
}

/// Keeps everything that it sees.
template <int D>
struct Chronicle final : Observer<D> {
  std::vector<Impact<D>> impacts;
  std::vector<Turn<D>> turns;
  void impact(const Impact<D>& seen) override { impacts.push_back(seen); }
  void turn(const Turn<D>& seen) override { turns.push_back(seen); }
  std::vector<Passing<D>> passings;
  void passing(const Passing<D>& seen) override { passings.push_back(seen); }
};

}  // namespace firsthit::reference
