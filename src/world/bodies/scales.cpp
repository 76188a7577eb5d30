#include "world/bodies/scales.hpp"

#include "core/vec_math.hpp"
#include "world/bodies/fixed_shape.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firsthit {

namespace {

/// A shell is at least this part of the mean radius, however dense the gas.
constexpr double kThinnestShell = 0.15;

/// And at most this many times the larger of the mean radius and the reach: a body that flies through
/// emptiness soon makes lists no more.
constexpr double kWidestShell = 0x1p100;

constexpr double kPi = 3.14159265358979323846;

template <int D>
double smallest_length(const BodyTable<D>& table) {
  double smallest = std::numeric_limits<double>::infinity();
  for (const Id id : table.moving) smallest = std::min(smallest, table.length_of(id));
  return smallest;
}

/// The fastest that any one body can become: all energy in the lightest, of what is pinned the rim. Or the
/// fastest surface that turns.
template <int D>
double fastest_speed(const BodyTable<D>& table, const SpinTable<D>& spins, std::span<const Record<D>> records,
                     const WorldOptions<D>& options) {
  double drop = 0.0;  // [L^2/T^2] from top to bottom of the box
  for (std::size_t axis = 0; axis < D; ++axis)
    drop += std::fabs(options.gravity[axis]) * (options.space.max[axis] - options.space.min[axis]);
  double energy = 0.0;
  double lightest = std::numeric_limits<double>::infinity();
  double told = 0.0;  // of what moves as it is told, and of surfaces
  for (const Id id : table.moving) {
    told = std::max(told, table.radius[id] * speed_of(spins[id].velocity));
    energy += spins.energy(id);
    if (!table.is_dynamic(id)) {
      told = std::max(told, length(records[id].velocity));
      const double reach = table.radius[id];
      if (table.is_pinned(id))
        lightest = std::min(lightest, 1.0 / (spins.inverse_inertia(id) * reach * reach));
      continue;
    }
    energy += table.mass[id] * (0.5 * length_squared(records[id].velocity) + std::max(drop, 0.0));
    lightest = std::min(lightest, table.mass[id]);
  }
  return std::max(std::sqrt(2.0 * energy / lightest), told);
}

/// The volume [L^D] that the bodies start in: the box, or how far they reach along open axes.
template <int D>
double volume_of(const BodyTable<D>& table, std::span<const Record<D>> records,
                 const WorldOptions<D>& options) {
  double volume = 1.0;
  for (std::size_t axis = 0; axis < D; ++axis) {
    if (options.space.sides[axis] != Side::Open) {
      volume *= options.space.max[axis] - options.space.min[axis];
      continue;
    }
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const Id id : table.moving) {
      low = std::min(low, records[id].position[axis] - table.length_of(id));
      high = std::max(high, records[id].position[axis] + table.length_of(id));
    }
    volume *= high - low;
  }
  return volume;
}

}  // namespace

template <int D>
double farthest_coordinate(const Vec<D>& position, const Space<D>& space) {
  double farthest = 0.0;
  for (std::size_t axis = 0; axis < D; ++axis) {
    double x = std::fabs(position[axis]);
    if (space.sides[axis] == Side::Periodic)
      x = std::min(x, std::max(std::fabs(space.min[axis]), std::fabs(space.max[axis])));
    farthest = std::max(farthest, x);
  }
  return farthest;
}

template <int D>
void measure(BodyTable<D>& table, std::span<const Record<D>> records, const WorldOptions<D>& options) {
  double largest = 0.0;
  bool thin = false;
  for (const Id id : table.moving)
    largest = std::max(largest, farthest_coordinate(records[id].position, options.space) + table.radius[id]);
  for (const Id id : table.fixed) {
    const Body<D>& body = table.fixed_body(id);
    largest = std::max(largest, max_abs(body.position) + size_of(body.shape));
    thin = thin || is_thin(body.shape);
  }
  for (std::size_t axis = 0; axis < D; ++axis) {
    if (options.space.sides[axis] == Side::Open) continue;
    largest = std::max({largest, std::fabs(options.space.min[axis]), std::fabs(options.space.max[axis])});
  }
  if (largest == 0.0) largest = 1.0;  // points at the origin, and nothing else
  table.largest_length = largest;
  table.least_radius = thin || table.has_solids() ? kLeastRadius * largest : 0.0;
  table.point_length = kPointLength * largest;
}

template <int D>
double tick_for(const BodyTable<D>& table, const SpinTable<D>& spins, std::span<const Record<D>> records,
                const WorldOptions<D>& options) {
  if (table.moving.empty()) return 0.0;
  const double shortest = smallest_length(table);
  const double speed =
      std::max(fastest_speed(table, spins, records, options), std::sqrt(length(options.gravity) * shortest));
  return speed > 0.0 ? std::ldexp(1.0, std::ilogb(shortest / speed)) : 0.0;
}

double fastest_clocked(const Timebase& timebase, double length) { return 0x1p20 * length / timebase.tick(); }

template <int D>
Shells shells_for(const BodyTable<D>& table, std::span<const Record<D>> records,
                  const WorldOptions<D>& options) {
  if (table.moving.empty()) return {1.0, 1.0, 1.0, 1.0};
  const auto count = static_cast<double>(table.moving.size());
  double mean_radius = 0.0;
  for (const Id id : table.moving) mean_radius += table.radius[id] / count;
  const double volume = volume_of(table, records, options);
  const auto reach_among = [volume](double bodies) {
    const double shared = static_cast<double>(kNeighbours<D>) * (volume / bodies);
    return D == 2 ? std::sqrt(shared / kPi) : std::cbrt(0.75 * shared / kPi);
  };
  const double reach = reach_among(count);
  double widest = kWidestShell * std::max(mean_radius, reach);
  for (std::size_t axis = 0; axis < D; ++axis)
    if (options.space.sides[axis] == Side::Periodic)
      widest = std::min(widest, 0.5 * (options.space.max[axis] - options.space.min[axis]));
  const double thinnest = std::min(kThinnestShell * mean_radius, widest);
  const double near = reach_among(static_cast<double>(table.size())) - mean_radius;
  return {std::clamp(0.5 * reach - mean_radius, thinnest, widest), thinnest, widest,
          std::clamp(0.5 * near, thinnest, widest)};
}

template double farthest_coordinate(const Vec<2>&, const Space<2>&);
template double farthest_coordinate(const Vec<3>&, const Space<3>&);
template void measure(BodyTable<2>&, std::span<const Record<2>>, const WorldOptions<2>&);
template void measure(BodyTable<3>&, std::span<const Record<3>>, const WorldOptions<3>&);
template double tick_for(const BodyTable<2>&, const SpinTable<2>&, std::span<const Record<2>>,
                         const WorldOptions<2>&);
template double tick_for(const BodyTable<3>&, const SpinTable<3>&, std::span<const Record<3>>,
                         const WorldOptions<3>&);
template Shells shells_for(const BodyTable<2>&, std::span<const Record<2>>, const WorldOptions<2>&);
template Shells shells_for(const BodyTable<3>&, std::span<const Record<3>>, const WorldOptions<3>&);

}  // namespace firsthit
