#include "core/vec_math.hpp"
#include "world/rest/resting.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

// What supports leave of gravity, and of a velocity: projections onto the cone of what leads into none of
// them.

namespace firsthit {

namespace {

/// Directions this near to a plane of others (squared sine) add nothing to what the others hold.
constexpr double kDependent = 0x1p-40;

}  // namespace

template <int D>
Vec<D> without(Vec<D> v, std::span<const Vec<D>> along, std::uint32_t bits) {
  std::array<Vec<D>, std::size_t{D}> basis{};
  std::size_t size = 0;
  for (std::size_t i = 0; i < along.size() && size < D; ++i) {
    if ((bits >> i & 1U) == 0) continue;
    Vec<D> direction = along[i];
    for (std::size_t k = 0; k < size; ++k) direction = direction - dot(direction, basis[k]) * basis[k];
    const double squared = length_squared(direction);
    if (squared < kDependent) continue;
    basis[size++] = (1.0 / std::sqrt(squared)) * direction;
  }
  if (size == D) return Vec<D>{};
  // Once more takes away what rounding has left of the first: nobody sinks into what holds it.
  for (int pass = 0; pass < 2; ++pass)
    for (std::size_t k = 0; k < size; ++k) v = v - dot(v, basis[k]) * basis[k];
  return v;
}

namespace {

template <int D>
using Directions = std::array<Vec<D>, 8>;
template <int D>
Directions<D> directions_of(std::span<const Touch<D>> touches) {
  Directions<D> into{};
  for (std::size_t i = 0; i < touches.size(); ++i) into[i] = touches[i].into;
  return into;
}

/// What moves, or accelerates, as the supports do along their directions, and no more: one of them after the
/// other.
template <int D>
Vec<D> carried_by(std::span<const Touch<D>> touches, Vec<D> Touch<D>::*what, std::span<const Vec<D>> along,
                  std::uint32_t bits) {
  Vec<D> carried;
  for (std::size_t i = 0; i < touches.size(); ++i) {
    if ((bits >> i & 1U) == 0) continue;
    const Vec<D> alone = without(along[i], along, bits & ((1U << i) - 1U));
    const double share = dot(alone, along[i]);
    if (share * share < kDependent) continue;
    carried = carried + (dot(along[i], touches[i].*what - carried) / share) * alone;
  }
  return carried;
}

/// Where nothing accelerates `carriers` are none.
template <int D>
Held<D> nearest_to(const Vec<D>& gravity, std::span<const Vec<D>> into, std::span<const Touch<D>> carriers) {
  const bool carried = !carriers.empty();
  Held<D> best{gravity, 0};
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t bits = 0; bits < 1U << into.size(); ++bits) {
    if (std::popcount(bits) > D) continue;
    const Vec<D> by = carried ? carried_by(carriers, &Touch<D>::acceleration, into, bits) : Vec<D>{};
    const Vec<D> pull = carried ? gravity - by : gravity;
    const Vec<D> left = without(pull, into, bits);
    const Vec<D> rest = carried ? by + left : left;
    double violation = 0.0;  // how far some of these would have to pull, or let the body in
    bool needed = true;
    for (std::size_t i = 0; i < into.size(); ++i) {
      const std::uint32_t bit = 1U << i;
      if ((bits & bit) == 0) {
        violation = std::max(violation, dot(into[i], carried ? rest - carriers[i].acceleration : rest));
        continue;
      }
      const Vec<D> alone = without(into[i], into, bits & ~bit);
      needed = needed && length_squared(alone) >= kDependent;
      violation = std::max(violation, -dot(pull, alone));
    }
    if (!needed || !(violation < least)) continue;
    least = violation;
    best = {rest, bits};
  }
  return best;
}

}  // namespace

template <int D>
Vec<D> kept_on(const Vec<D>& velocity, std::span<const Touch<D>> touches, std::uint32_t bits) {
  const Directions<D> into = directions_of(touches);
  bool moves = false;
  for (std::size_t i = 0; i < touches.size(); ++i)
    moves = moves || ((bits >> i & 1U) != 0 && !is_zero(touches[i].velocity));
  const std::span<const Vec<D>> along(into.data(), touches.size());
  if (!moves) return without(velocity, along, bits);
  const Vec<D> carried = carried_by(touches, &Touch<D>::velocity, along, bits);
  return carried + without(velocity - carried, along, bits);
}

template <int D>
Held<D> held(const Vec<D>& gravity, std::span<const Vec<D>> into) {
  return nearest_to(gravity, into, std::span<const Touch<D>>());
}

template <int D>
Held<D> held(const Vec<D>& gravity, std::span<const Touch<D>> touches) {
  const Directions<D> into = directions_of(touches);
  const bool accelerates = std::any_of(touches.begin(), touches.end(),
                                       [](const Touch<D>& one) { return !is_zero(one.acceleration); });
  return nearest_to(gravity, std::span<const Vec<D>>(into.data(), touches.size()),
                    accelerates ? touches : std::span<const Touch<D>>());
}

template Vec<2> kept_on(const Vec<2>&, std::span<const Touch<2>>, std::uint32_t);
template Vec<2> without(Vec<2>, std::span<const Vec<2>>, std::uint32_t);
template Held<2> held(const Vec<2>&, std::span<const Vec<2>>);
template Held<2> held(const Vec<2>&, std::span<const Touch<2>>);
template Vec<3> kept_on(const Vec<3>&, std::span<const Touch<3>>, std::uint32_t);
template Vec<3> without(Vec<3>, std::span<const Vec<3>>, std::uint32_t);
template Held<3> held(const Vec<3>&, std::span<const Vec<3>>);
template Held<3> held(const Vec<3>&, std::span<const Touch<3>>);

}  // namespace firsthit
