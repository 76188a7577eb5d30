#pragma once

#include "record/base/plain_shape.hpp"
#include "record/setup/frame_states.hpp"
#include "record/setup/moving_bodies.hpp"

#include <firsthit/body.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace firsthit {
inline namespace v0 {
template <int D>
class Snapshot;
template <int D>
class World;
}  // namespace v0

/// A body that stands still.
template <int D>
struct FixedBody {
  BodyId id;
  Shape<D> shape;     ///< as it stands
  Vec<D> position{};  ///< [L]
  Material material;
  bool sensor = false;
  Vec<D> one_way{};  ///< not zero: solid only from this side, to characters
};

/// All that stays as it is during a run.
template <int D>
struct RunSetup {
  Space<D> space;
  Vec<D> gravity{};  ///< [L/T^2]
  MovingBodies bodies;
  std::vector<PlainShape> shapes;  ///< of those that are not round; bodies of one shape share it
  std::vector<FixedBody<D>> obstacles;
};

/// And how it stands and turns: apart from that, as most runs have none of it.
template <int D>
struct FrameSpin {
  Orientation<D> orientation{};
  AngularVelocity<D> angular_velocity{};      ///< [rad/T]
  AngularVelocity<D> angular_acceleration{};  ///< [rad/T^2]

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.orientation, self.angular_velocity, self.angular_acceleration);
  }
};

/// All that changes, at one time.
template <int D>
struct Frame {
  double time = 0.0;                  ///< [T]
  std::uint64_t collisions = 0;       ///< since the world began
  FrameStates<D> states;              ///< of RunSetup::bodies, in their order
  std::vector<FrameSpin<D>> spins{};  ///< the same, where anybody spins; else none

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.time, self.collisions, self.states, self.spins);
  }
};

template <int D>
RunSetup<D> setup_of(const World<D>& world);

/// How many of the bodies move freely: the others are moved by somebody.
template <int D>
std::size_t dynamic_count(const RunSetup<D>& setup);

/// Does anybody spin?
template <int D>
bool any_spins(const RunSetup<D>& setup);

/// Is space the same everywhere: every side periodic, nothing fixed or moved by somebody?
template <int D>
bool is_uniform(const RunSetup<D>& setup);

/// Is the momentum conserved: is space the same everywhere, and waits nobody? Then all that matters is seen
/// from the centre of mass. (There is no gravity along periodic axes.)
template <int D>
bool conserves_momentum(const RunSetup<D>& setup);

/// [L^D], if the box has one: no side is open.
template <int D>
std::optional<double> volume_of(const Space<D>& space);

/// The bodies of a snapshot, or of the world's present, into a frame whose memory is used again.
template <int D>
void capture(const Snapshot<D>& snapshot, const RunSetup<D>& setup, Frame<D>& frame);
template <int D>
void capture(const World<D>& world, const RunSetup<D>& setup, Frame<D>& frame);

/// The same without a copy, as long as the world stands still: see FrameStates. Requires: nobody spins.
template <int D>
void look_at(const World<D>& world, const RunSetup<D>& setup, Frame<D>& frame);

}  // namespace firsthit
