#pragma once

#include <firsthit/body.hpp>
#include <firsthit/moves.hpp>
#include <firsthit/statistics.hpp>

#include "core/instant.hpp"
#include "world/bodies/body_table.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

// Everything that a caller hands to a world is checked here. Each throws InputError with the place,
// what was expected and what was found.

namespace firsthit {

/// Magnitudes other than zero must lie between these, in any unit: their fourth powers, and the
/// products of such, stay far from overflow and underflow (docs/numerics/README.md).
inline constexpr double kSmallestMagnitude = 0x1p-200;
inline constexpr double kLargestMagnitude = 0x1p200;

/// Shortest periodic sides that a place may be away from the origin.
///
/// A region around a body is at least as wide as the rounding of the largest coordinate x of the box, by
/// docs/numerics/neighbour-lists.md 4 * 64 * 2^-52 * 5 x < 2^-41 x. At 2^39 sides that is a quarter of the
/// shortest side, so what is near is seen in a few of its images; farther out in as many as there are
/// numbers.
inline constexpr double kFarthestInSides = 0x1p39;
/// [L] The farthest from the origin that a place may be in a box that repeats; infinite in one that does not.
template <int D>
double farthest_in(const Space<D>& space) {
  double shortest = std::numeric_limits<double>::infinity();
  for (std::size_t axis = 0; axis < D; ++axis)
    if (space.sides[axis] == Side::Periodic) shortest = std::min(shortest, space.max[axis] - space.min[axis]);
  return kFarthestInSides * shortest;
}

/// A number as a person would write it, with all of its digits.
std::string shown(double x);

template <int D>
void check_options(const WorldOptions<D>& options);
template <int D>
void check_body(const Body<D>& body, const WorldOptions<D>& options);
/// Does a ball that impacts move fit between the walls?
template <int D>
void check_width(const Body<D>& body, const Space<D>& space);
/// A body that is not a ball beside what only balls can meet.
template <int D>
void check_interactions(const Body<D>& body, const BodyTable<D>& table);

template <int D>
void check_id(const BodyTable<D>& table, BodyId id);
template <int D>
void check_velocity(const BodyTable<D>& table, BodyId id, const Vec<D>& velocity);
template <int D>
void check_surface_velocity(const BodyTable<D>& table, BodyId id, const Vec<D>& velocity);
/// Of World::set_acceleration: of a kinematic body, where there is gravity, along no axis that repeats.
template <int D>
void check_acceleration(const BodyTable<D>& table, const WorldOptions<D>& options, BodyId id,
                        const Vec<D>& acceleration);
/// Of World::set_position: one that moves, and a place that a body may start at.
template <int D>
void check_position(const BodyTable<D>& table, const WorldOptions<D>& options, BodyId id,
                    const Vec<D>& position);
/// Of World::move: a kinematic body, and a policy that makes sense.
template <int D>
void check_move(const BodyTable<D>& table, const Space<D>& space, BodyId id, const Vec<D>& displacement,
                const MovePolicy<D>& policy);
/// A shape that moves past all bodies; where the box repeats, no further than images can be counted.
template <int D>
void check_cast(std::string_view where, const Shape<D>& shape, const Vec<D>& position,
                const Vec<D>& displacement, const Space<D>& space);
/// Of World::neighbours_within: a moving body, and a distance within which images can be counted.
template <int D>
void check_near(const BodyTable<D>& table, const Space<D>& space, BodyId id, double distance);

void check_positive(std::string_view where, double x);
void check_not_negative(std::string_view where, double x);
void check_restitution(std::string_view where, double restitution);
void check_friction(std::string_view where, double friction);
void check_tangential_restitution(std::string_view where, double restitution);
template <int D>
void check_angular_velocity(std::string_view where, const AngularVelocity<D>& angular_velocity);
template <int D>
void check_orientation(std::string_view where, const Orientation<D>& orientation);
void check_window(double length);
template <int D>
void check_measure(const MeasureOptions<D>& options);
void check_run_time(double time, double now);

}  // namespace firsthit
