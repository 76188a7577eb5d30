#include "geometry/kept_tops.hpp"

#include "core/bits.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace firsthit {
namespace {

/// So many are kept, of some five thousand bytes each: a body is asked about with a few others in turn.
/// Fewer: more are found again.
constexpr std::size_t kMost = 16;

struct Kept {
  Orientation<3> orientation{};
  Vec<3> velocity{};
  PrincipalInertia inertia{};
  std::shared_ptr<FreeTop> top{};
};

std::size_t place_of(const Orientation<3>& orientation, const Vec<3>& velocity) {
  const std::uint64_t mixed =
      (bit_cast<std::uint64_t>(orientation.w) * 3U + bit_cast<std::uint64_t>(velocity[0])) *
      0x9e3779b97f4a7c15U;
  return static_cast<std::size_t>(mixed >> 32U) % kMost;
}

}  // namespace

std::shared_ptr<FreeTop> kept_top(const Orientation<3>& orientation, const Vec<3>& angular_velocity,
                                  const PrincipalInertia& inertia) {
  thread_local std::array<Kept, kMost> all;
  Kept& kept = all[place_of(orientation, angular_velocity)];
  if (kept.top == nullptr || kept.orientation != orientation || kept.velocity != angular_velocity ||
      kept.inertia != inertia)
    kept = {orientation, angular_velocity, inertia,
            std::make_shared<FreeTop>(orientation, angular_velocity, inertia)};
  return kept.top;
}

}  // namespace firsthit
