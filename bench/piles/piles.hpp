#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

// Boxes of the plane that fall on each other, rub, and come to rest, in equal frames.

namespace piles {

struct Place {
  double x = 0.0;
  double y = 0.0;
};

/// How a body lies and moves.
struct Pose {
  Place place;             ///< [L] of its centre
  double angle = 0.0;      ///< [rad]
  Place velocity;          ///< [L/T]
  double turn_rate = 0.0;  ///< [rad/T]
};

/// A box of density 1.
struct Body {
  Place half;  ///< [L] of its sides
  Pose start;

  double mass() const { return 4.0 * half.x * half.y; }
  double inertia() const { return mass() * (half.x * half.x + half.y * half.y) / 3.0; }
};

/// Bodies in a room from (0, 0) to (width, height) [L] with walls of their own material.
struct Pile {
  std::string name;
  double width = 0.0;
  double height = 0.0;
  double gravity = 9.81;  ///< [L/T^2] downwards
  double restitution = 0.0;
  double friction = 0.5;
  double side = 1.0;     ///< [L] the least of all: what lengths are told in
  bool is_built = true;  ///< else it is poured, and any way to lie will do
  std::vector<Body> bodies;

  double weight() const;
};

inline constexpr double kFrame = 1.0 / 60.0;

/// The bricks of scenes/wall.toml, flush on and beside each other.
Pile wall();
/// Ten crates, nine on them, and so on up to one, laid down with 1 % of a side between them.
Pile pyramid();
/// The crates of the bin in bench/crates.
Pile heap(std::size_t count);

/// Somebody who moves the bodies of a pile.
class Program {
 public:
  virtual ~Program() = default;
  virtual std::string name() const = 0;
  /// A frame, or as much of it as is done within `seconds` of the processor. Is it done?
  virtual bool frame(double seconds) = 0;
  virtual Pose pose(std::size_t body) const = 0;
  /// Does it say itself that nobody moves, so that a frame costs it next to nothing?
  virtual bool is_asleep() const { return false; }
  /// Of the state, if it is the same on every machine; else 0.
  virtual std::uint64_t hash() const { return 0; }
};

std::unique_ptr<Program> firsthit_in(const Pile& pile);
#ifdef PILES_WITH_BOX2D3
std::unique_ptr<Program> box2d3_in(const Pile& pile, bool sleeps);
#endif
#ifdef PILES_WITH_CHIPMUNK
std::unique_ptr<Program> chipmunk_in(const Pile& pile, bool sleeps);
#endif
#ifdef PILES_WITH_SICONOS
std::unique_ptr<Program> siconos_in(const Pile& pile);
#endif

}  // namespace piles
