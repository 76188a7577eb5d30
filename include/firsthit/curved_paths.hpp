#pragma once

#include <firsthit/owned.hpp>
#include <firsthit/world.hpp>

#include <cstdint>
#include <functional>

namespace firsthit::inline v0 {

/// The fewest equal pieces of a window [T] such that straight lines between points of any path with
/// accelerations of up to `acceleration` [L/T^2] keep within `error` [L] of it:
/// acceleration (window / pieces)^2 / 8 <= error. Throws InputError if these are more than 10^6. Cost: O(1).
/// Threads: any number at once.
std::uint64_t pieces_within(double error, double acceleration, double window);

/// Bodies on paths that curve, followed by straight pieces in the windows of a world.
///
/// Between its impacts a body keeps within the error [L] of the path that its acceleration makes, but
/// for what the points where pieces meet are off the path: they are found by the Runge-Kutta-Nystrom
/// method of fourth order, one step a piece. docs/numerics/curved-paths.md derives both.
///
/// Threads: one at a time, as for what is not const of a World. Cost: O(1) where nothing else is told.
template <int D>
class CurvedPaths {
 public:
  /// [L/T^2] of a body at a place [L] (inside the box) with a velocity [L/T] at a time [T]; the world's
  /// gravity comes on top.
  using Acceleration = std::function<Vec<D>(const Vec<D>& position, const Vec<D>& velocity, double time)>;

  /// Each window [T] falls into as many pieces as accelerations of up to `max_acceleration` [L/T^2] need.
  /// Throws as `pieces_within`. Cost: O(1).
  CurvedPaths(double window, double max_acceleration, double error);
  ~CurvedPaths();
  CurvedPaths(CurvedPaths&&) noexcept;
  CurvedPaths& operator=(CurvedPaths&&) noexcept;

  /// Of one window.
  std::uint64_t pieces() const;
  /// [T] of one piece: the length of the world's windows.
  double piece() const;

  /// From the next call of `steer` on. Cost: O(1).
  void follow(BodyId body, Acceleration acceleration);

  /// Sends every body into its next piece. Call it at time 0, before or after a first run to there, and
  /// then from the callback of each of the world's windows. An impact on the way changes the velocity on
  /// the path by as much as that of the body. Throws what World::set_velocity does. Cost: of each body that,
  /// and four calls of its acceleration.
  void steer(World<D>& world);

 private:
  struct Impl;
  Owned<Impl> impl_;
};

}  // namespace firsthit::inline v0
