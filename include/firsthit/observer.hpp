#pragma once

#include <firsthit/vec.hpp>

#include <compare>
#include <cstdint>

namespace firsthit::inline v0 {

/// Names a body, an obstacle or a side of the box within one world; never reused.
struct BodyId {
  std::uint32_t value = 0;
  friend constexpr auto operator<=>(const BodyId&, const BodyId&) = default;
};

/// What met what.
enum class ImpactKind : std::uint8_t {
  BodyBody,      ///< two moving bodies
  BodyObstacle,  ///< a moving body and a fixed one
  BodySide       ///< a moving body and a side of the box
};

/// A body whose flight has just ended, by an impact or a turn. Fixed bodies and sides have zero velocities
/// and no mass.
template <int D>
struct ImpactSide {
  BodyId id;
  Vec<D> position;         ///< [L] centre at the impact, inside the box
  Vec<D> velocity_before;  ///< [L/T]
  Vec<D> velocity_after;   ///< [L/T]
  double elapsed = 0.0;    ///< [T] since the body's course last changed
  Vec<D> acceleration{};   ///< [L/T^2] of the flight that ends here
};

/// An impact that has just been resolved.
template <int D>
struct Impact {
  std::uint64_t index = 0;  ///< 0 for the first impact of the world, counted in the total order
  double time = 0.0;        ///< [T] since the world's start
  ImpactKind kind = ImpactKind::BodyBody;
  ImpactSide<D> a;       ///< the smaller id
  ImpactSide<D> b;       ///< the larger id
  Vec<D> point;          ///< [L] where the surfaces meet, as a sees it (b may be a periodic image)
  Vec<D> normal;         ///< unit, from a to b
  double impulse = 0.0;  ///< [M L/T] along the normal, >= 0
  double virial = 0.0;   ///< [M L^2/T^2] impulse times the distance of centres; 0 unless BodyBody
  double overlap = 0.0;  ///< [L] how deep the stored positions overlap at the impact, >= 0
};

/// Why a body's course changed without an impact.
enum class TurnKind : std::uint8_t {
  Steered,  ///< somebody set its velocity
  Rested,   ///< it came to rest on a support, or on one more
  Left,     ///< it left a support, or has gone through what a response of the user's let it pass
  Pulled,   ///< it is stuck to a body whose course changed
  Moved     ///< somebody put it elsewhere
};

/// A body's course has just changed without an impact.
template <int D>
struct Turn {
  double time = 0.0;  ///< [T] since the world's start
  TurnKind kind = TurnKind::Steered;
  ImpactSide<D> body;
  BodyId support;  ///< what it rests on, has left, or is stuck to; the body itself if Steered or Moved
  Vec<D> acceleration_after;  ///< [L/T^2] of the flight that begins
};

/// A body has just come to touch one that lets it pass, or has left it.
template <int D>
struct Passing {
  double time = 0.0;  ///< [T] since the world's start
  BodyId a;           ///< the smaller id
  BodyId b;
  bool enters = true;  ///< or leaves
};

/// Somebody who watches a world. A world without observers spends no time on them. Its calls come on the
/// thread that runs the world; there it may ask the world what is const, and nothing else.
/// Cost: one virtual call each; of a large gas also that bodies no longer stand in memory as in space.
template <int D>
class Observer {
 public:
  virtual ~Observer() = default;
  /// Called after every impact, in the total order.
  virtual void impact(const Impact<D>&) {}
  /// Called after every change of course that is not an impact.
  virtual void turn(const Turn<D>&) {}
  /// Called whenever somebody enters or leaves what lets him pass.
  virtual void passing(const Passing<D>&) {}
};

}  // namespace firsthit::inline v0
