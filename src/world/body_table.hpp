#pragma once

#include <firsthit/world.hpp>

#include "core/vec_math.hpp"
#include "engine/record.hpp"
#include "world/column.hpp"
#include "world/fixed_shape.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <variant>
#include <vector>

namespace firsthit {

/// Ids from here on are the sides of the box: two per axis, the lower one first. They have no record.
inline constexpr Id kFirstSide = 0xfffffff0U;

constexpr Id side_id(std::size_t axis, bool upper) {
  return kFirstSide + static_cast<Id>(2 * axis) + (upper ? 1U : 0U);
}
constexpr std::size_t side_axis(Id side) { return (side - kFirstSide) / 2; }
constexpr bool side_is_upper(Id side) { return (side - kFirstSide) % 2 == 1; }

/// What never changes about the bodies of a world, by id.
template <int D>
struct BodyTable {
  Column<double> radius;  ///< [L] of balls; 0 for everything else
  /// [L] With so large a radius, at least, a ball meets things without an inside; 0 if there are none.
  double least_radius = 0.0;
  double point_length = 0.0;  ///< [L] what stands for the radius of a moving point where a scale is needed
  Column<double> mass;        ///< [M]
  Column<Material> materials;
  std::vector<bool> dynamic;
  std::vector<Id> fixed;   ///< bodies that do not move
  std::vector<Id> moving;  ///< bodies that do
  Material side_material{};
  double default_restitution = 1.0;
  std::map<std::pair<Material, Material>, double> restitutions;

  void add(const Body<D>& body) {
    const auto id = static_cast<Id>(size());
    const auto* ball = std::get_if<Ball>(&body.shape);
    radius.push_back(ball != nullptr ? ball->radius : 0.0);
    mass.push_back(body.mass);
    materials.push_back(body.material);
    dynamic.push_back(body.kind == BodyKind::Dynamic);
    if (dynamic.back()) {
      moving.push_back(id);
      return;
    }
    fixed.push_back(id);
    fixed_places_.resize(id + 1);
    fixed_places_[id] = static_cast<Id>(fixed_bodies_.size());
    fixed_bodies_.push_back(body);
  }

  /// There will be no more bodies: gives back the memory that was set aside for them.
  void close() {
    radius.close();
    mass.close();
    materials.close();
    fixed.shrink_to_fit();
    moving.shrink_to_fit();
    fixed_places_.shrink_to_fit();
    fixed_bodies_.shrink_to_fit();
  }

  std::size_t size() const { return radius.size(); }

  bool moves(Id id) const { return id < dynamic.size() && dynamic[id]; }

  /// All about a body that does not move.
  const Body<D>& fixed_body(Id id) const { return fixed_bodies_[fixed_places_[id]]; }

  Material material(Id id) const { return id < materials.size() ? materials[id] : side_material; }

  /// [L] The radius with which the moving `ball` meets the fixed `other`.
  double radius_at(Id ball, Id other) const {
    const bool thin = other < size() && is_thin(fixed_body(other).shape);
    return thin ? std::max(radius[ball], least_radius) : radius[ball];
  }

  /// [L] A length to compare others with: the radius, unless the ball is a point.
  double length_of(Id ball) const { return radius[ball] > 0.0 ? radius[ball] : point_length; }

  /// Of the impact of two bodies, or of a body and a side.
  double restitution(Id a, Id b) const {
    if (restitutions.empty()) return default_restitution;
    const auto found = restitutions.find(std::minmax({material(a), material(b)}));
    return found == restitutions.end() ? default_restitution : found->second;
  }

 private:
  std::vector<Body<D>> fixed_bodies_;
  std::vector<Id> fixed_places_;  // by id, up to the last fixed body's: its place in fixed_bodies_
};

}  // namespace firsthit
