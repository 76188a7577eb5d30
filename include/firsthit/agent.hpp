#pragma once

#include <firsthit/observer.hpp>
#include <firsthit/vec.hpp>

#include <cstdint>
#include <limits>

namespace firsthit::inline v0 {

/// How an agent makes its way.
enum class Steering : std::uint8_t {
  Goal,  ///< straight to the goal, whoever is in the way
  Avoid  ///< to the goal, and out of the way of others in time
};

/// A body with a will of its own: a moving ball that wants to be somewhere.
template <int D>
struct Agent {
  BodyId body;
  Vec<D> goal{};                 ///< [L]; across periodic sides it goes the way that stays in the box
  double preferred_speed = 1.0;  ///< [L/T], > 0
  Steering steering = Steering::Goal;
  double max_acceleration =
      std::numeric_limits<double>::infinity();  ///< [L/T^2], > 0; infinite: turns at once
};

}  // namespace firsthit::inline v0
