#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

// Square crates of the plane that turn, in equal frames: a gas of them, and crates that fall.

namespace crates {

struct Place {
  double x = 0.0;
  double y = 0.0;
};

/// How a crate lies and moves.
struct Pose {
  Place place;             ///< [L] of its centre
  double cosine = 1.0;     ///< of the angle by which it is turned
  double sine = 0.0;       ///< of the same
  Place velocity;          ///< [L/T]
  double turn_rate = 0.0;  ///< [rad/T]
};

/// Of density 1.
struct Crate {
  double half = 0.5;   ///< [L] of its side
  double angle = 0.0;  ///< [rad] at the start
  Pose start;
};

/// A room from (0, 0) to (width, height) [L] with walls of the crates' own material.
struct Room {
  std::string name;
  double width = 0.0;
  double height = 0.0;
  double gravity = 0.0;  ///< [L/T^2] downwards
  double restitution = 1.0;
  double friction = 0.0;
  int frames = 0;  ///< of kFrame
  std::vector<Crate> crates;
};

inline constexpr double kFrame = 1.0 / 60.0;

/// [s] of the processor, so far.
double processor_seconds();

/// Crates that cover a quarter of a square, elastic and smooth, all with a spin.
Room gas(std::size_t count, int frames);
/// Two rows that fall onto a floor of twice their width, where most find a place.
Room floor(std::size_t count, int frames);
/// As many that fall into a bin, and lie in it some twenty deep.
Room bin(std::size_t count, int frames);

/// Somebody who moves the crates of a room.
class Program {
 public:
  virtual ~Program() = default;
  virtual std::string name() const = 0;
  /// A frame, or as much of it as is done within `seconds` of the processor. Is it done?
  virtual bool frame(double seconds) = 0;
  virtual Pose pose(std::size_t crate) const = 0;
  virtual std::uint64_t steps() const = 0;  ///< so far: events of ours, substeps of theirs
  /// Of the state, if it is the same on every machine; else 0.
  virtual std::uint64_t hash() const { return 0; }
};

std::unique_ptr<Program> firsthit_in(const Room& room);
#ifdef CRATES_WITH_BOX2D3
/// With frames cut into as many steps, each of four substeps, as comes with it.
std::unique_ptr<Program> box2d3_in(const Room& room, int steps_of_a_frame);
#endif

/// What is wrong with where the crates are.
struct Faults {
  double depth = 0.0;       ///< [L] of the deepest overlap of two crates, or of a crate and a wall; >= 0
  std::size_t outside = 0;  ///< crates whose middle has left the room
};

Faults faults_of(const Room& room, const Program& program);

/// [M L^2/T^2] of flight, of rotation, and in gravity.
double energy(const Room& room, const Program& program);

/// How many stand still.
std::size_t still(const Room& room, const Program& program);

}  // namespace crates
