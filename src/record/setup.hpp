#pragma once

#include <firsthit/world.hpp>

#include <cstdint>
#include <utility>
#include <vector>

namespace firsthit {

/// A ball that moves.
struct MovingBall {
  BodyId id;
  double radius = 0.0;  ///< [L]
  double mass = 0.0;    ///< [M]
  Material material;
};

/// A body that stands still.
template <int D>
struct FixedBody {
  BodyId id;
  Shape<D> shape;
  Vec<D> position{};  ///< [L]
  Material material;
};

/// Where an arc begins and ends [radians]: the first in [-pi, pi], the second above it by at most a turn.
std::pair<double, double> angles_of(const Arc& arc);

/// All that stays as it is during a run.
template <int D>
struct RunSetup {
  Space<D> space;
  Vec<D> gravity{};  ///< [L/T^2]
  std::vector<MovingBall> balls;
  std::vector<FixedBody<D>> obstacles;
};

/// All that changes, at one time.
template <int D>
struct Frame {
  double time = 0.0;                 ///< [T]
  std::uint64_t collisions = 0;      ///< since the world began
  std::vector<BodyState<D>> states;  ///< of RunSetup::balls, in their order
};

template <int D>
RunSetup<D> setup_of(const World<D>& world);

/// Is the momentum conserved: every side periodic, nothing fixed? Then all that matters is seen from
/// the centre of mass, and space is the same everywhere. (There is no gravity along periodic axes.)
template <int D>
bool conserves_momentum(const RunSetup<D>& setup);

/// The world's present, into a frame whose memory is used again.
template <int D>
void capture(const World<D>& world, const RunSetup<D>& setup, Frame<D>& frame);

}  // namespace firsthit
