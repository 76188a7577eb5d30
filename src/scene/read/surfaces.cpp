#include "scene/read/surfaces.hpp"

#include <firsthit/motion.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace firsthit {
namespace {

std::array<double, 4> of_angle(double degrees) {
  const Orientation<2> turned = turned_by(degrees);
  return {turned.w, 0.0, 0.0, turned.z};
}

/// In 2D degrees, in 3D a quaternion: as docs/formats/query.md has it.
void read_orientation(TableReader& reader, int dimension, SceneSpin& spin) {
  if (dimension == 2) {
    if (const auto degrees = reader.number("orientation", Range::Any)) spin.orientation = of_angle(*degrees);
    return;
  }
  const auto numbers = reader.numbers("orientation", spin.orientation.size());
  if (!numbers) return;
  std::copy(numbers->begin(), numbers->end(), spin.orientation.begin());
  if (const std::string wrong = quaternion_problem(spin.orientation); !wrong.empty())
    reader.error("orientation", wrong);
}

}  // namespace

std::string quaternion_problem(const std::array<double, 4>& orientation) {
  constexpr double kOffUnit = 1e-6;
  double squared = 0.0;
  for (const double x : orientation) squared += x * x;
  const double length = std::sqrt(squared);
  if (std::abs(length - 1.0) <= kOffUnit) return "";
  return fmt::format("expected a quaternion of length 1, found one of {}", length);
}

SceneSurfaces read_surfaces(TableReader& reader, const SceneSurfaces& usual) {
  SceneSurfaces surfaces = usual;
  const Value* friction = reader.value("friction");
  if (friction != nullptr && friction->kind == Value::Kind::Float && friction->number == INFINITY)
    surfaces.friction = friction->number;
  else
    surfaces.friction = reader.number("friction", Range::NotNegative).value_or(usual.friction);
  const auto tangential = reader.number("tangential_restitution", Range::Any);
  surfaces.tangential_restitution = tangential.value_or(usual.tangential_restitution);
  if (tangential && std::abs(*tangential) > 1.0)
    reader.error("tangential_restitution", fmt::format("expected -1 to 1, found {}", *tangential));
  const auto at_rest = [&](const char* key, double else_it_is) {
    return reader.number(key, Range::NotNegative).value_or(else_it_is);
  };
  surfaces.rolling_friction = at_rest("rolling_friction", usual.rolling_friction);
  surfaces.spinning_friction = at_rest("spinning_friction", usual.spinning_friction);
  return surfaces;
}

std::uint32_t read_spin(Draft& draft, TableReader& reader, bool must) {
  const int dimension = draft.scene.dimension;
  const auto spins = reader.boolean("spins");
  SceneSpin spin;
  if (dimension == 2)
    spin.angular_velocity[0] = reader.number("angular_velocity", Range::Any).value_or(0.0);
  else
    spin.angular_velocity = reader.vector("angular_velocity", dimension).value_or(Triple{});
  read_orientation(reader, dimension, spin);
  spin.inertia = reader.number("inertia", Range::Positive).value_or(0.0);
  bool told = false;
  for (const char* key : {"angular_velocity", "orientation", "inertia"}) {
    const bool is_there = reader.value(key) != nullptr;
    told = told || is_there;
    if (is_there && spins == false) reader.error(key, "expected none beside spins = false, found one");
  }
  if (must && spins == false) reader.error("spins", "expected true for a pinned body, found false");
  if (!spins.value_or(told || must)) return kNoSpin;
  draft.scene.spins.push_back(spin);
  return static_cast<std::uint32_t>(draft.scene.spins.size() - 1);
}

std::uint32_t read_stance(Draft& draft, TableReader& reader) {
  SceneSpin stance;
  read_orientation(reader, draft.scene.dimension, stance);
  for (const char* key : {"angular_velocity", "inertia"})
    if (reader.value(key) != nullptr) reader.error(key, "expected none for a fixed body, found one");
  if (reader.boolean("spins").value_or(false))
    reader.error("spins", "expected false for a fixed body, found true");
  if (reader.value("orientation") == nullptr) return kNoSpin;
  draft.scene.spins.push_back(stance);
  return static_cast<std::uint32_t>(draft.scene.spins.size() - 1);
}

}  // namespace firsthit
