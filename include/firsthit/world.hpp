#pragma once

#include <firsthit/error.hpp>
#include <firsthit/moves.hpp>
#include <firsthit/observer.hpp>
#include <firsthit/questions.hpp>
#include <firsthit/shape.hpp>
#include <firsthit/vec.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

namespace firsthit::inline v0 {

/// What happens at the two sides of the box along one axis.
enum class Side : std::uint8_t {
  Wall,      ///< bodies bounce
  Periodic,  ///< bodies leave on one side and enter on the other
  Open       ///< bodies fly on for ever
};

/// The box that the bodies live in.
template <int D>
struct Space {
  Vec<D> min{};                                 ///< [L]
  Vec<D> max{};                                 ///< [L], above min
  std::array<Side, std::size_t{D}> sides = {};  ///< per axis
};

/// A class of surfaces; pairs of materials have their own restitution.
struct Material {
  std::uint32_t value = 0;
  friend constexpr auto operator<=>(const Material&, const Material&) = default;
};

enum class BodyKind : std::uint8_t {
  Dynamic,   ///< moves, and impacts change its course
  Fixed,     ///< never moves
  Kinematic  ///< moves as it is told, whatever it hits
};

/// What becomes of the rest of a window after a body has hit something.
enum class AfterHit : std::uint8_t {
  GoesOn,  ///< it flies on at once
  Waits    ///< it stands still at the contact until the window, or the call of `advance`, ends
};

/// What one adds to a world.
template <int D>
struct Body {
  Shape<D> shape = Ball{};
  Vec<D> position{};  ///< [L]
  Vec<D> velocity{};  ///< [L/T]; must be zero if fixed
  double mass = 1.0;  ///< [M], > 0; counts if dynamic
  Material material{};
  BodyKind kind = BodyKind::Dynamic;
  Filter filter{};
  bool sensor = false;  ///< notes who enters and leaves it, and hinders nobody
  AfterHit after_hit = AfterHit::GoesOn;
  /// Not zero: to characters it is solid only from the side that this points to, as a platform that one can
  /// jump onto from below. Any length.
  Vec<D> one_way{};
};

/// What two bodies do when they meet.
enum class Response : std::uint8_t {
  Bounce,  ///< along the normal, with the restitution of their materials
  Slide,   ///< they lose what closes, and keep what leads along the surface: a restitution of 0
  Stop,    ///< both go on with their common velocity: that of what is fixed or kinematic, or their mean
  Stick,   ///< the same, and from then on they move as one; what sticks to a side of the box stays there
  Pass     ///< nothing: they go through each other, and observers are told when (sides of the box bounce)
};

/// Two that have just met, as a response of the user's is told of them.
template <int D>
struct Contact {
  double time = 0.0;  ///< [T] since the world's start
  BodyId a;           ///< the smaller id
  BodyId b;
  Vec<D> velocity_a;    ///< [L/T]
  Vec<D> velocity_b;    ///< [L/T]
  double mass_a = 0.0;  ///< [M] infinite for what is fixed or kinematic
  double mass_b = 0.0;  ///< [M]
  Vec<D> normal;        ///< unit, from a to b
};

/// What such a response wants. The velocities of what is fixed or kinematic do not change. Velocities that
/// still close, of two that do not pass, are as if they were to slide.
template <int D>
struct Reaction {
  Vec<D> velocity_a;  ///< [L/T]
  Vec<D> velocity_b;  ///< [L/T]
  bool pass = false;  ///< they go through each other, until they have parted
};

/// Where a body is and how it moves, at the world's present time.
template <int D>
struct BodyState {
  Vec<D> position;  ///< [L], inside the box along periodic axes
  Vec<D> velocity;  ///< [L/T]
  std::array<std::int64_t, std::size_t{D}>
      wraps;              ///< box lengths to add to `position` for the path without jumps
  Vec<D> acceleration{};  ///< [L/T^2] gravity, but for what holds a body that rests
};

/// Somebody near a body, as that body sees it: another body, or a side of the box.
template <int D>
struct Neighbour {
  BodyId id;
  Vec<D> offset;     ///< [L] from the body's centre to the neighbour's place, through one periodic image;
                     ///< to the nearest point of a side
  Vec<D> normal;     ///< unit, from the body's centre to the nearest point of the neighbour's surface; zero
                     ///< where all of it is as near
  Vec<D> velocity;   ///< [L/T] of the neighbour
  double gap = 0.0;  ///< [L] between the two surfaces, negative where they overlap
  double time_to_collision = 0.0;  ///< [T] from now, on their present courses; infinite for never
};

/// How a run ended.
enum class RunOutcome : std::uint8_t {
  ReachedTime,
  ReachedCollisions,
  Collapsed,    ///< infinitely many impacts in finite time, by the bodies named
  Crushed,      ///< the same between the bodies named, of which at least one moves as it is told
  Interrupted,  ///< the stop flag was raised
  Paused        ///< the budget of events was spent; running on continues as if nothing happened
};

struct RunResult {
  RunOutcome outcome = RunOutcome::ReachedTime;
  std::vector<BodyId> culprits;  ///< who collapsed, or is crushed and by whom
};

/// Where a run must stop, besides its time.
struct RunLimits {
  std::uint64_t collisions = std::numeric_limits<std::uint64_t>::max();  ///< in total since the world began
  std::uint64_t events = std::numeric_limits<std::uint64_t>::max();      ///< in this call
  const std::atomic<bool>* stop = nullptr;                               ///< looked at between events
};

/// How neighbours are found. The trajectory is the same, bit for bit.
enum class NeighbourSearch : std::uint8_t {
  Automatic,  ///< cells or lists, whichever does better
  Lists,      ///< lists of those who are near, which expire
  AllPairs    ///< everybody: slow
};

/// Everything about a world but its bodies.
template <int D>
struct WorldOptions {
  Space<D> space;
  Vec<D> gravity{};          ///< [L/T^2]
  double restitution = 1.0;  ///< 0 to 1, of pairs of materials without one of their own
  Material side_material{};  ///< of the walls of the box
  /// [T] An impact within this time of one before, of either body, loses nothing: so inelastic bodies
  /// never collapse. 0: every impact loses. Source: Luding and McNamara, doi:10.1007/s100350050017.
  double contact_duration = 0.0;
  /// A body whose bounces on what impacts do not move fall below the rounding of positions rests on it.
  bool rest = true;
  NeighbourSearch neighbours = NeighbourSearch::Automatic;
};

/// Bodies in a box that fly freely between impacts, simulated from one impact to the next.
///
/// Positions and velocities are those of exact event-driven dynamics up to rounding; the result
/// is the same, bit for bit, on every machine and whatever `NeighbourSearch`, windows and stops.
template <int D>
class World {
 public:
  /// Throws InputError if the options cannot be used.
  explicit World(const WorldOptions<D>& options);
  ~World();
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  /// Adds a body, at any time. Ids count up from 0.
  /// Throws InputError if the body cannot be used: not finite, a radius below zero, a mass not above it,
  /// wider than a periodic side (a segment may be 2^13 times as long), or 2^52 such sides away; a container
  /// or an arc that is a sensor, or among bodies that move and are no balls; a speed that no clock can
  /// follow.
  BodyId add(const Body<D>& body);

  /// Takes a body away. Its id is not used again.
  void remove(BodyId id);
  /// Is the body there? False of one that was removed, and of one that never was.
  bool contains(BodyId id) const;

  /// Restitution, 0 to 1, of one pair of materials.
  void set_restitution(Material a, Material b, double restitution);

  /// What bodies of the two materials do when they meet; without one they bounce. Throws InputError for what
  /// is to stick under gravity.
  void set_response(Material a, Material b, Response response);
  void set_response(Material a, Material b, std::function<Reaction<D>(const Contact<D>&)> response);

  /// Calls `callback` at every multiple of `length` [T] but 0. The callback may change
  /// velocities. Length 0: no windows.
  void set_window(double length, std::function<void(World&)> callback = {});

  /// Watches from now on. The observer must outlive the world or be removed.
  void observe(Observer<D>& observer);
  void unobserve(Observer<D>& observer);

  /// Runs up to and including time `time` [T]; an impact exactly then is part of it. An infinite time
  /// is reached when nothing is left to happen (in a box that repeats that may be never); the world
  /// then stands at its last impact.
  RunResult run_until(double time, const RunLimits& limits = {});

  /// A frame: runs on for `duration` [T] >= 0, and then lets those go on who wait. Frames change nothing
  /// else, however long they are. If the budget of events is spent before, the world stands at the last of
  /// them, nobody inside anybody, and the next frame goes on from there.
  RunResult advance(double duration, const RunLimits& limits = {});

  /// Sets a body's velocity [L/T] now. Its predictions die, nothing else changes; setting the
  /// velocity that it has changes nothing at all. The first motion in a world at rest sets the scale of
  /// its clock, and a much faster one makes it finer. Those who are stuck to it move along.
  void set_velocity(BodyId id, const Vec<D>& velocity);

  /// Puts a moving body elsewhere [L], now. What it meets on the way there is not asked.
  void set_position(BodyId id, const Vec<D>& position);

  double time() const;       ///< [T]
  std::size_t size() const;  ///< bodies so far, fixed and removed ones included, without the sides of the box
  Body<D> body(BodyId id) const;        ///< where it is and how it moves now
  BodyState<D> state(BodyId id) const;  ///< now
  const WorldOptions<D>& options() const;

  /// Everybody whose surface is within `distance` [L] of the surface of a moving body now, through each
  /// periodic image anew, but for the body's own images. In the order of time to collision, then of ids,
  /// then of gaps. What the body rests on is near, and not about to be hit.
  /// Throws InputError before the first run, or for a distance of more than 2^10 periodic sides.
  std::vector<Neighbour<D>> neighbours_within(BodyId id, double distance) const;
  [[deprecated("neighbours_within")]] std::vector<Neighbour<D>> near(BodyId id, double distance) const {
    return neighbours_within(id, distance);
  }

  /// Moves a kinematic body by `displacement` [L], now: at once, while all others stand where they are. It
  /// takes what it runs into in order, and goes on as the policy says. Where it stood on a body that has
  /// moved since, that has carried it along before.
  MoveResult<D> move(BodyId id, const Vec<D>& displacement, const MovePolicy<D>& policy = {});

  /// The first that a shape at `position` [L] runs into on its way by `displacement` [L], where all bodies
  /// are now; nothing if there is none. Sides of the box that are walls are bodies, too.
  std::optional<CastHit<D>> cast(const Shape<D>& shape, const Vec<D>& position, const Vec<D>& displacement,
                                 const QueryFilter& among = {}) const;
  /// All of them, in order; each body once.
  std::vector<CastHit<D>> cast_all(const Shape<D>& shape, const Vec<D>& position, const Vec<D>& displacement,
                                   const QueryFilter& among = {}) const;
  /// All bodies that touch or overlap a shape at `position` [L] now, in the order of ids.
  std::vector<BodyId> overlaps(const Shape<D>& shape, const Vec<D>& position,
                               const QueryFilter& among = {}) const;
  /// The body whose surface is nearest to that of a shape at `position` [L], of those within
  /// `max_distance` [L].
  std::optional<NearestBody<D>> nearest(const Shape<D>& shape, const Vec<D>& position,
                                        double max_distance = std::numeric_limits<double>::infinity(),
                                        const QueryFilter& among = {}) const;
  /// [T] from now until the two meet on their present courses, if they do; in a box that repeats through the
  /// image that is nearest now, or one next to it.
  std::optional<double> time_to_collision(BodyId a, BodyId b) const;
  /// The impacts that are foreseen as it stands, in order, at most `max_count`: what will happen unless
  /// something before changes their courses. Of those who are still far apart nothing is foreseen so far.
  std::vector<PredictedImpact> predicted_impacts(
      std::size_t max_count = std::numeric_limits<std::size_t>::max());
  [[deprecated("predicted_impacts")]] std::vector<PredictedImpact> predicted(
      std::size_t max_count = std::numeric_limits<std::size_t>::max()) {
    return predicted_impacts(max_count);
  }

  /// The id of the side of the box at the lower (`upper` false) or upper end of `axis`.
  static BodyId side(int axis, bool upper);

  std::uint64_t collisions() const;  ///< impacts so far
  std::uint64_t events() const;      ///< impacts, dead predictions and looks at new neighbours so far

  /// A hash of every body's record, in the order of ids: equal if and (but for accidents) only if
  /// the states are equal, bit for bit.
  std::uint64_t state_hash() const;

  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace firsthit::inline v0
