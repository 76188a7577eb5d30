#include "record/paths/path_bodies.hpp"

#include "core/vec_math.hpp"
#include "record/tables/tables.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <optional>

namespace firsthit {
namespace {

constexpr std::uint32_t kMostMaterials = 65535;

/// The moments of inertia of tops, each once.
class Tops {
 public:
  /// Of the next body of the file, in its units.
  void put(PathsFile& file, const std::optional<PrincipalInertia>& top) {
    if (!top) return file.body_top.push_back(kNoTop);
    const double unit = file.mass_unit * file.length_unit * file.length_unit;
    const PrincipalInertia inertia{(1.0 / unit) * top->moments, top->axes};
    const auto& [m, axes] = inertia;
    const auto next = static_cast<std::uint32_t>(file.tops.size());
    const auto [found, is_new] =
        numbers_.try_emplace({m[0], m[1], m[2], axes.w, axes.x, axes.y, axes.z}, next);
    if (is_new) file.tops.push_back(inertia);
    file.body_top.push_back(found->second);
  }

 private:
  std::map<std::array<double, 7>, std::uint32_t> numbers_;
};

}  // namespace

float rounded(double number) {
  constexpr double kMost = std::numeric_limits<float>::max();
  return static_cast<float>(std::clamp(number, -kMost, kMost));
}

void put_bodies(PathsFile& file, const MovingBodies& bodies, std::size_t stride,
                const std::vector<PlainShape>& shapes, const RunInfo& info) {
  std::vector<std::uint32_t> shape_numbers(shapes.size(), kRound);  // of those that are shown
  Tops tops;
  for (std::size_t i = 0; i < bodies.size(); i += stride) {
    const MovingBody& body = bodies[i];
    if (info.is_named && info.is_named(body.id))
      file.body_names.emplace_back(static_cast<std::uint32_t>(file.shown()), name_of(info, body.id));
    file.body_id.push_back(body.id.value);
    file.body_radius.push_back(rounded(body.radius / file.length_unit));
    file.body_mass.push_back(rounded(body.mass / file.mass_unit));
    file.body_material.push_back(static_cast<std::uint16_t>(std::min(body.material.value, kMostMaterials)));
    const std::optional<std::uint32_t> color = info.color_of ? info.color_of(body.id) : std::nullopt;
    file.body_color.push_back(color ? *color & 0xffffffU : 0xffffffffU);
    file.body_spins.push_back(body.spins ? 1 : 0);
    tops.put(file, body.top);
    file.body_kind.push_back(
        static_cast<std::uint8_t>((body.kinematic ? kKinematic : 0) | (body.sensor ? kSensor : 0)));
    if (body.shape == kRound) {
      file.body_shape.push_back(kRound);
      continue;
    }
    std::uint32_t& number = shape_numbers[body.shape];
    if (number == kRound) {
      number = static_cast<std::uint32_t>(file.shapes.size());
      file.shapes.push_back(scaled(shapes[body.shape], 1.0 / file.length_unit));
    }
    file.body_shape.push_back(number);
  }
  if (file.shapes.empty()) file.body_shape.clear();
  const auto is_plain = [](std::uint8_t kind) { return kind == 0; };
  if (std::all_of(file.body_kind.begin(), file.body_kind.end(), is_plain)) file.body_kind.clear();
  if (std::all_of(bodies.begin(), bodies.end(), [](const MovingBody& body) { return !body.spins; }))
    file.body_spins.clear();
  if (file.tops.empty()) file.body_top.clear();
}

}  // namespace firsthit
