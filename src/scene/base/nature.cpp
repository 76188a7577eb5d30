#include "scene/base/nature.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace firsthit {
namespace {

/// What pairs of materials lose when they meet.
class Losses {
 public:
  explicit Losses(const Scene& scene) : scene_(scene) {
    for (const SceneContact& each : scene.contacts) contacts_[std::minmax(each.a, each.b)] = &each;
  }

  /// In words; empty where they lose nothing.
  std::string between(std::uint32_t a, std::uint32_t b) const {
    const SceneContact* contact = find(a, b);
    if (contact == nullptr) return of_usual_bounce(a, b);
    switch (contact->response) {
      case Response::Bounce:
        return of_bounce(a, b, contact->restitution, contact->surfaces);
      case Response::Slide:
        return of(a, b, "slides along");
      case Response::Stop:
        return of(a, b, "stops at");
      case Response::Stick:
        return of(a, b, "sticks to");
      case Response::Pass:
        return "";
    }
    return "";
  }

  /// The same at a side of the box, from which all that pass bounce.
  std::string at_side(std::uint32_t material) const {
    const std::uint32_t side = scene_.side_material;
    const SceneContact* contact = find(material, side);
    const bool passes = contact != nullptr && contact->response == Response::Pass;
    return passes ? of_usual_bounce(material, side) : between(material, side);
  }

 private:
  const SceneContact* find(std::uint32_t a, std::uint32_t b) const {
    const auto found = contacts_.find(std::minmax(a, b));
    return found == contacts_.end() ? nullptr : found->second;
  }
  std::string of_usual_bounce(std::uint32_t a, std::uint32_t b) const {
    return of_bounce(a, b, scene_.restitution, scene_.surfaces);
  }
  /// Friction loses nothing if it is none, or so much that surfaces never slip, and come back as they came.
  std::string of_bounce(std::uint32_t a, std::uint32_t b, double restitution,
                        const SceneSurfaces& surfaces) const {
    const double tangential = surfaces.tangential_restitution;
    const bool keeps = surfaces.friction == 0.0 || tangential == -1.0 ||
                       (tangential == 1.0 && std::isinf(surfaces.friction));
    if (restitution == 1.0 && keeps) return "";
    const std::string loss = restitution == 1.0 ? fmt::format("a friction of {}", surfaces.friction)
                                                : fmt::format("a restitution of {}", restitution);
    if (scene_.materials.size() == 1) return fmt::format("impacts have {}", loss);
    return fmt::format("impacts of \"{}\" and \"{}\" have {}", scene_.materials[a], scene_.materials[b],
                       loss);
  }
  std::string of(std::uint32_t a, std::uint32_t b, std::string_view what) const {
    return fmt::format("\"{}\" {} \"{}\"", scene_.materials[a], what, scene_.materials[b]);
  }

  const Scene& scene_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, const SceneContact*> contacts_;
};

bool meets_anybody(const SceneBody& body) { return !body.sensor && body.filter.mask != 0; }

std::string loss_of(const Scene& scene) {
  std::vector<std::size_t> moved(scene.materials.size());  // how many that impacts move, by material
  std::vector<bool> unmoved(scene.materials.size());       // are there any that they do not move?
  for (const SceneBall& ball : scene.balls) ++moved[ball.material];
  for (const SceneBody& body : scene.bodies) {
    if (!meets_anybody(body)) continue;
    if (body.kind == BodyKind::Dynamic || body.kind == BodyKind::Pinned)
      ++moved[body.material];
    else
      unmoved[body.material] = true;
  }
  for (const SceneFixed& fixed : scene.fixed) unmoved[fixed.material] = true;
  for (const SceneBody& body : scene.still_bodies)
    if (meets_anybody(body)) unmoved[body.material] = true;
  const auto axes = static_cast<std::ptrdiff_t>(scene.dimension);
  const bool has_walls = std::count(scene.sides.begin(), scene.sides.begin() + axes, Side::Wall) > 0;

  const Losses losses(scene);
  for (std::uint32_t a = 0; a < moved.size(); ++a) {
    if (moved[a] == 0) continue;
    for (std::uint32_t b = 0; b < moved.size(); ++b) {
      const bool meet = unmoved[b] || (b == a ? moved[a] > 1 : b > a && moved[b] > 0);
      if (std::string loss = meet ? losses.between(a, b) : ""; !loss.empty()) return loss;
    }
    if (std::string loss = has_walls ? losses.at_side(a) : ""; !loss.empty()) return loss;
  }
  return "";
}

std::string selection_of(const Scene& scene) {
  for (const SceneContact& each : scene.contacts)
    if (each.response == Response::Pass)
      return fmt::format("\"{}\" lets \"{}\" pass", scene.materials[each.a], scene.materials[each.b]);
  for (const auto* bodies : {&scene.bodies, &scene.still_bodies})
    for (const SceneBody& body : *bodies)
      if (body.filter != Filter{}) return "bodies choose whom they meet";
  return "";
}

}  // namespace

SceneNature nature_of(const Scene& scene) {
  SceneNature nature{loss_of(scene), selection_of(scene), 0};
  for (const BallGroup& group : scene.groups)
    if (group.stem.starts_with("gas-") || group.stem.starts_with("balls-")) nature.crowd += group.count;
  return nature;
}

}  // namespace firsthit
