#include "world/rest/cone.hpp"

#include "core/vec_math.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit {

namespace {

/// What is left of a target, in parts of it, that counts as nothing. Places of contacts are known to 2^-38 of
/// the largest length, what a standing side may be off by, and levers with them. Smaller: what stands on a
/// side could never take up a push through its edge. Larger: what is nearly balanced would stand.
constexpr double kBalanced = 0x1p-36;

/// Rays this near to a plane of others, in parts of their lengths, add nothing to them.
constexpr double kDependent = 0x1p-20;

using Multiples = std::array<Multiple, 3>;

/// Do these add up to the target? What is below zero by rounding becomes zero.
bool reaches(std::span<const Vec<3>> rays, const Vec<3>& target, std::size_t count, Multiples& parts) {
  const double slack = kBalanced * length(target);
  Vec<3> rest = target;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec<3>& ray = rays[parts[i].index];
    if (!(parts[i].share * length(ray) >= -slack)) return false;
    parts[i].share = std::max(parts[i].share, 0.0);
    rest = rest - parts[i].share * ray;
  }
  return length(rest) <= slack;
}

}  // namespace

std::optional<Multiples> combined(std::span<const Vec<3>> rays, const Vec<3>& target) {
  for (std::size_t i = 0; i < rays.size(); ++i) {
    Multiples parts{Multiple{i, dot(rays[i], target) / length_squared(rays[i])}};
    if (reaches(rays, target, 1, parts)) return parts;
  }
  for (std::size_t i = 0; i < rays.size(); ++i) {
    for (std::size_t j = i + 1; j < rays.size(); ++j) {
      const Vec<3> normal = cross(rays[i], rays[j]);
      const double square = length_squared(normal);
      if (square <= kDependent * kDependent * length_squared(rays[i]) * length_squared(rays[j])) continue;
      Multiples parts{Multiple{i, dot(cross(target, rays[j]), normal) / square},
                      Multiple{j, dot(cross(rays[i], target), normal) / square}};
      if (reaches(rays, target, 2, parts)) return parts;
    }
  }
  for (std::size_t i = 0; i < rays.size(); ++i) {
    for (std::size_t j = i + 1; j < rays.size(); ++j) {
      for (std::size_t k = j + 1; k < rays.size(); ++k) {
        const Vec<3> normal = cross(rays[j], rays[k]);
        const double volume = dot(rays[i], normal);
        if (std::fabs(volume) <= kDependent * length(rays[i]) * length(rays[j]) * length(rays[k])) continue;
        Multiples parts{Multiple{i, dot(target, normal) / volume},
                        Multiple{j, dot(cross(target, rays[k]), rays[i]) / volume},
                        Multiple{k, dot(cross(rays[j], target), rays[i]) / volume}};
        if (reaches(rays, target, 3, parts)) return parts;
      }
    }
  }
  return {};
}

}  // namespace firsthit
