#pragma once

#include <firsthit/orientation.hpp>
#include <firsthit/vec.hpp>

#include "world/bodies/interaction_rules.hpp"

#include <cstdint>
#include <limits>

namespace firsthit {

/// One that rests on one flat support, which it slips on, rolls on, or stands on.
template <int D>
struct Slider {
  Vec<D> into{};                          // unit, from its centre into the support
  double press = 0.0;                     // [L/T^2] of gravity, along that; > 0
  Vec<D> pull{};                          // [L/T^2] of gravity, along the support
  Vec<D> velocity{};                      // [L/T] along the support, seen from it
  AngularVelocity<D> angular_velocity{};  // [rad/T]
  double radius = 0.0;                    // [L]
  double leverage = 0.0;                  // m r^2 / I: 0 of what does not turn
  Vec<D> carried{};                       // [L/T] the support's own velocity
  double rounding = 0.0;                  // [L] what positions cannot tell from nothing
  Vec<D> lifted{};                        // [L/T^2] the support's acceleration, which gravity is seen from
};

/// What comes to an end when friction has acted for long enough.
inline constexpr std::uint32_t kSlipEnds = 1;   // the surfaces do not slip on each other any more
inline constexpr std::uint32_t kRollEnds = 2;   // it rolls no further
inline constexpr std::uint32_t kSpinEnds = 4;   // it turns about the normal no more
inline constexpr std::uint32_t kStandEnds = 8;  // what turns stands over the support's side no more

/// How it goes on, seen from the support: at a constant acceleration, for a while.
template <int D>
struct Slide {
  Vec<D> acceleration{};                                   // [L/T^2]
  AngularVelocity<D> angular_acceleration{};               // [rad/T^2]
  double lasts = std::numeric_limits<double>::infinity();  // [T]
  std::uint32_t ends = 0;                                  // these, then; none: its way only bends
};

/// Coulomb's friction where it slips, none that shows where it grips: docs/numerics/friction.md. Where it
/// slips off the line of the pull its path has no closed form: it goes in pieces. Error of these: some 2^-26
/// of the speed at their ends, 2^-6 rad of the direction of friction in between; of the shortest, which
/// hardly move it, more.
template <int D>
Slide<D> slide(const Slider<D>& slider, const Surfaces& surfaces);

/// It has gone on for as long as that lasts: what has come to an end leaves nothing that rounds.
template <int D>
void end_slide(Slider<D>& slider, std::uint32_t ends);

}  // namespace firsthit
