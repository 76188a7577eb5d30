#pragma once

#include "core/vec_math.hpp"
#include "engine/candidates.hpp"
#include "world/motion/free_flight.hpp"
#include "world/response/bounce.hpp"

#include <cstdint>

// What those who carry out and report impacts work with.

namespace firsthit {

/// One of the two sides of an event, at its time. What is fixed has no velocity.
template <int D>
struct ImpactParty {
  Id id;
  Place<D> place;
  Vec<D> velocity;
  Vec<D> acceleration;  // of the flight that ends here
  double elapsed;       // [T] since the clock; infinite for what is fixed
};

/// Which of two the impact does not move, so that the other may come to rest on it.
enum class Holder : std::uint8_t { None, A, B };

/// Two that touch, at the event's time, the smaller id first.
template <int D>
struct ImpactContact {
  ImpactParty<D> a;
  ImpactParty<D> b;
  Image<D> image;             // of b, seen from a
  Vec<D> toward;              // from a to b, of any length
  double distance;            // [L] between the centres, along `toward`; or to the surface of what is fixed
  double radii;               // [L] the distance at which they touch
  double curvature;           // [1/L] of what impacts do not move, as in Facing
  double tolerance = 0.0;     // [L] of two solids, as of a RelativeMotion
  std::uint32_t piece_a = 0;  // of two solids, those that meet
  std::uint32_t piece_b = 0;
  Vec<D> ridge{};  // as in Touch
  Holder holder = Holder::None;

  /// May the one come to rest on the other?
  bool may_hold() const { return holder != Holder::None; }
  /// Is it the second that may come to rest on the first?
  bool is_turned() const { return holder == Holder::A; }

  OrderedPair<D> pair() const { return {a.id, Candidate<D>{b.id, image}}; }

  /// Unit, from a to b; zero if there is none.
  Vec<D> normal() const {
    const double size = length(toward);
    return size > 0.0 ? (1.0 / size) * toward : Vec<D>{};
  }
};

/// What a contact does to the two.
template <int D>
struct ImpactAnswer {
  Bounce<D> bounced;
  bool impact = true;
  bool rests = false;
  Vec<D> out{};  ///< [L] as in Landing
};

}  // namespace firsthit
