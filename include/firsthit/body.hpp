#pragma once

#include <firsthit/observer.hpp>
#include <firsthit/orientation.hpp>
#include <firsthit/questions.hpp>
#include <firsthit/shape.hpp>
#include <firsthit/vec.hpp>

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace firsthit::inline v0 {

/// What happens at the two sides of the box along one axis.
enum class Side : std::uint8_t {
  Wall,      ///< bodies bounce
  Periodic,  ///< bodies leave on one side and enter on the other
  Open       ///< bodies fly on for ever
};

/// The box that the bodies live in. By default there is none: left as they are, `min`, `max` and `sides` mean
/// open space, without end along any axis. With corners, sides are walls unless told otherwise; along an axis
/// that is open, the corners bound nothing.
template <int D>
struct Space {
  Vec<D> min{};                                 ///< [L]
  Vec<D> max{};                                 ///< [L], above min along every axis that is not open
  std::array<Side, std::size_t{D}> sides = {};  ///< per axis
};

/// A class of surfaces; pairs of materials have their own restitution.
struct Material {
  std::uint32_t value = 0;
  friend constexpr auto operator<=>(const Material&, const Material&) = default;
};

enum class BodyKind : std::uint8_t {
  Dynamic,    ///< moves, and impacts change its course
  Fixed,      ///< never moves
  Kinematic,  ///< moves as it is told, whatever it hits
  Pinned  ///< held at its place, as a wheel by its axle: impacts turn it, and do nothing else. In the plane
};

/// What becomes of the rest of a window after a body has hit something.
enum class AfterHit : std::uint8_t {
  GoesOn,  ///< it flies on at once
  Waits    ///< it stands still at the contact until the window, or the call of `advance`, ends
};

/// What a kinematic body does when it has pressed others against what does not give way, until there is no
/// room. They stand still then, but for what pulls at them.
enum class OnCrush : std::uint8_t {
  EndsRun,  ///< the run ends with RunOutcome::Crushed
  Stops,    ///< it stands still, too, back by 2^-30 of the smallest one's size; the run goes on
  Passes    ///< it goes on through those whom it touches, until it has left them; it is put into them at once
};

/// What one adds to a world.
template <int D>
struct Body {
  Shape<D> shape = Ball{};
  Vec<D> position{};  ///< [L]
  Vec<D> velocity{};  ///< [L/T]; must be zero if fixed or pinned
  double mass = 1.0;  ///< [M], > 0; counts if dynamic or pinned
  Material material{};
  BodyKind kind = BodyKind::Dynamic;
  Filter filter{};
  bool sensor = false;  ///< notes who enters and leaves it, and hinders nobody
  AfterHit after_hit = AfterHit::GoesOn;
  /// Not zero: to characters it is solid only from the side that this points to, as a platform that one can
  /// jump onto from below; it does not turn with the body. Any length. (For dynamic bodies, a response that
  /// passes does that.)
  Vec<D> one_way{};
  /// [L/T] Its surface moves so along itself, as a conveyor's belt does: friction acts as if it went so fast,
  /// and it stays where it is. What leads into or out of the surface does not count. Of what is fixed or
  /// kinematic; it does not turn with the body.
  Vec<D> surface_velocity{};
  OnCrush on_crush = OnCrush::EndsRun;  ///< of a kinematic body
  /// It turns: impacts change how fast; if it moves as it is told, nothing does. It turns about its centre of
  /// mass, which must be its position. In space a body whose moments of inertia differ tumbles between
  /// impacts, as Tumbling tells; it must be thick in all directions, or be given an `inertia`. What is pinned
  /// spins, about its position: where there is no gravity that may be anywhere, as a door's hinge. Who does
  /// not spin keeps its orientation, whatever it hits.
  bool spins = false;
  /// How it stands: of a body that spins, or is fixed. The shape of a fixed one is turned once, its numbers
  /// are rounded to doubles (each errs by 2^-48 of its size), and from then on these are the body.
  Orientation<D> orientation{};
  AngularVelocity<D> angular_velocity{};  ///< [rad/T]; must be zero if it does not spin
  /// [M L^2] about its position, in space the same about any axis, > 0. 0: that of its shape, with its mass
  /// spread evenly, in space about each axis its own. `World::body` tells 0 of those of unequal moments.
  double inertia = 0.0;
};

/// What two bodies do when they meet.
enum class Response : std::uint8_t {
  Bounce,  ///< along the normal with the restitution of their materials, along the surface with their
           ///< friction
  Slide,   ///< they lose what closes, and keep what leads along the surface: no restitution, no friction
  Stop,    ///< both go on with their common velocity: that of what is fixed or kinematic, or their mean
  Stick,   ///< the same, and from then on they move as one, and do not turn; what sticks to a side of the
           ///< box stays there
  Pass     ///< nothing: they go through each other, and observers are told when (sides of the box bounce)
};

/// Two that have just met, as a response of the user's is told of them.
template <int D>
struct Contact {
  double time = 0.0;  ///< [T] since the world's start
  BodyId a;           ///< the smaller id
  BodyId b;
  Vec<D> velocity_a;    ///< [L/T]
  Vec<D> velocity_b;    ///< [L/T]
  double mass_a = 0.0;  ///< [M] infinite for what is fixed or kinematic
  double mass_b = 0.0;  ///< [M]
  Vec<D> normal;        ///< unit, from a to b
};

/// What such a response wants. The velocities of what is fixed or kinematic do not change. Velocities that
/// still close, of two that do not pass, are as if they were to slide.
template <int D>
struct Reaction {
  Vec<D> velocity_a;  ///< [L/T]
  Vec<D> velocity_b;  ///< [L/T]
  bool pass = false;  ///< they go through each other, until they have parted
};

/// Where a body is and how it moves, at the world's present time.
template <int D>
struct BodyState {
  Vec<D> position;  ///< [L], inside the box along periodic axes
  Vec<D> velocity;  ///< [L/T]
  std::array<std::int64_t, std::size_t{D}>
      wraps;              ///< box lengths to add to `position` for the path without jumps
  Vec<D> acceleration{};  ///< [L/T^2] gravity, but for what holds a body that rests
  Orientation<D> orientation{};
  AngularVelocity<D> angular_velocity{};      ///< [rad/T]
  AngularVelocity<D> angular_acceleration{};  ///< [rad/T^2] by friction at rest, or as it tumbles; else 0
};

/// How neighbours are found. The trajectory is the same, bit for bit.
enum class NeighbourSearch : std::uint8_t {
  Automatic,  ///< cells or lists, whichever does better
  Lists,      ///< lists of those who are near, which expire
  AllPairs    ///< everybody: slow
};

/// Everything about a world but its bodies.
template <int D>
struct WorldOptions {
  Space<D> space{};
  Vec<D> gravity{};          ///< [L/T^2]
  double restitution = 1.0;  ///< 0 to 1, of pairs of materials without one of their own
  Material side_material{};  ///< of the walls of the box
  /// [T] An impact within this time of one before, of either body, loses nothing: so inelastic bodies
  /// never collapse. 0: every impact loses. Source: Luding and McNamara, doi:10.1007/s100350050017.
  double contact_duration = 0.0;
  /// A body whose bounces on what impacts do not move fall below the rounding of positions rests on it.
  bool rest = true;
  NeighbourSearch neighbours = NeighbourSearch::Automatic;
  /// Of pairs of materials without ones of their own, in impacts that bounce. The tangential impulse is what
  /// leaves the surfaces a relative velocity of -`tangential_restitution` times that before: 0 grips, 1 gives
  /// back all, as a superball does. But it is at most `friction` times the normal one. 0: smooth.
  /// Source: Walton's law, as in Foerster et al., doi:10.1063/1.868282.
  double friction = 0.0;                ///< >= 0, also infinite
  double tangential_restitution = 0.0;  ///< -1 to 1
  /// Of the same pairs, where the one rests on the other, flat: what rolls is slowed down by this part of the
  /// force on its support, and what turns about the normal by the torque of this part times its radius. Both
  /// >= 0, and what rolls needs friction to.
  double rolling_friction = 0.0;
  double spinning_friction = 0.0;
};

}  // namespace firsthit::inline v0
