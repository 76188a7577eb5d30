#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

// Balls and boxes that do not spin bounce about in a room, without friction, gravity or loss, in equal
// frames.

namespace rooms {

struct Place {
  double x = 0.0;
  double y = 0.0;
};

struct Body {
  bool is_box = false;
  double half = 0.5;  ///< [L] the ball's radius, or half the box's side
  Place place;        ///< [L]
  Place velocity;     ///< [L/T]
};

/// A square from 0 to `side` [L], a fifth of it covered by bodies about 1 wide. A frame is 1/60.
struct Room {
  double side = 0.0;
  std::vector<Body> bodies;
};

inline constexpr double kFrame = 1.0 / 60.0;

/// Half of them balls, half boxes, none overlapping, at speeds of about their size per frame.
Room draw(std::size_t count);

/// Somebody who moves the bodies of a room.
class Program {
 public:
  virtual ~Program() = default;
  virtual std::string name() const = 0;
  virtual void frame() = 0;
  virtual Place place(std::size_t body) const = 0;
  virtual Place velocity(std::size_t body) const = 0;
  /// Contacts that have begun so far.
  virtual std::uint64_t meetings() const = 0;
  /// Of the state, if it is the same on every machine; else 0.
  virtual std::uint64_t hash() const { return 0; }
};

std::unique_ptr<Program> firsthit_in(const Room& room);
#ifdef ROOMS_WITH_BOX2D
std::unique_ptr<Program> box2d_in(const Room& room);
#endif
#ifdef ROOMS_WITH_CHIPMUNK
std::unique_ptr<Program> chipmunk_in(const Room& room);
#endif

/// What impacts cost where there are no frames.
struct ImpactCost {
  double microseconds = 0.0;  ///< of the processor's time per impact: the median of blocks
  double events = 0.0;        ///< of the world, per impact
  std::uint64_t hash = 0;
};

/// In each of some rooms; they take turns, a block of an impact per body each, after as many to warm up.
std::vector<ImpactCost> costs_of_impacts(const std::vector<Room>& rooms, int blocks);

/// What is wrong with where the bodies are.
struct Faults {
  std::size_t overlaps = 0;  ///< pairs, and bodies in walls, deeper than a hundredth of a body
  std::size_t outside = 0;   ///< bodies whose middle has left the room
};

Faults faults_of(const Room& room, const Program& program);

}  // namespace rooms
