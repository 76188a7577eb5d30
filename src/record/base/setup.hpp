#pragma once

#include "record/base/plain_shape.hpp"

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

/// A body that moves.
struct MovingBody {
  BodyId id;
  double radius = 0.0;  ///< [L] the least around its place that holds it
  double mass = 0.0;    ///< [M] 0 of one that is moved by somebody: it has no part in energy and momentum
  Material material;
  std::uint32_t shape = kRound;  ///< index into RunSetup::shapes
  bool kinematic = false;        ///< or pinned: impacts do not change its velocity
  bool sensor = false;
  bool waits = false;  ///< after a hit, for the end of a window
  bool spins = false;
  double inertia = 0.0;  ///< [M L^2] of one that spins, and is moved by nobody
};

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

/// Where an arc begins and ends [radians]: the first in [-pi, pi], the second above it by at most a turn.
std::pair<double, double> angles_of(const Arc& arc);

/// All that stays as it is during a run.
template <int D>
struct RunSetup {
  Space<D> space;
  Vec<D> gravity{};  ///< [L/T^2]
  std::vector<MovingBody> bodies;
  std::vector<PlainShape> shapes;  ///< of those that are not round; bodies of one shape share it
  std::vector<FixedBody<D>> obstacles;
};

/// Where a body is, as BodyState tells it.
template <int D>
struct FrameState {
  Vec<D> position{};  ///< [L]
  Vec<D> velocity{};  ///< [L/T]
  std::array<std::int64_t, std::size_t{D}> wraps{};
  Vec<D> acceleration{};  ///< [L/T^2]

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.position, self.velocity, self.wraps, self.acceleration);
  }
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
  std::vector<FrameState<D>> states;  ///< of RunSetup::bodies, in their order
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

}  // namespace firsthit
