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

/// The box that the bodies live in. By default there is none: left as they are, `min`, `max` and `sides` mean
/// open space, without end along any axis. With corners, sides are walls unless told otherwise; along an axis
/// that is open, the corners bound nothing.
template <int D>
struct Space {
  Vec<D> min{};                                 ///< [L]
  Vec<D> max{};                                 ///< [L], above min along every axis that is not open
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
  /// jump onto from below. Any length. (For dynamic bodies, a response that passes does that.)
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
  Space<D> space{};
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
///
/// Threads: what is const may be asked by any number of threads at once, from observers and callbacks, too;
/// what is not const, by one thread while no other asks. Of threads that ask after a change the first builds
/// what all need, under a lock, and the others wait for it; from then on none waits for another. Worlds
/// share nothing.
///
/// Throws InputError, everywhere, for an id that names no body, for numbers that are not finite or not in
/// the range that is told, and for sizes other than 0 and 2^-200 to 2^200. What an observer, a callback or a
/// response of the user's throws goes through the run, and the world is of no further use. What else is
/// thrown is told with each call.
///
/// Cost: n is the number of bodies, k of those near the one that it is about, both of them with the sides
/// of the box. It is O(1) where nothing else is told. With `NeighbourSearch::AllPairs` k is n.
template <int D>
class World {
  struct NoOptions;

 public:
  /// Open space without gravity. Cost: O(1), of each way to make a world.
  World();
  /// Throws InputError if the options cannot be used.
  explicit World(const WorldOptions<D>& options);
  /// Open space without gravity, for `World<2> world({})`.
  explicit World(const NoOptions*);
  ~World();
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  /// Adds a body, at any time. Ids count up from 0.
  /// Throws InputError if the body cannot be used: not finite, a radius below zero, a mass not above it,
  /// wider than a periodic side (a segment may be 2^13 times as long), or 2^52 such sides away; a container
  /// or an arc that is a sensor, or among bodies that move and are no balls; a speed that no clock can
  /// follow. Cost: O(1) before the first run, then O(k); now and then O(n), which that many bodies share.
  BodyId add(const Body<D>& body);

  /// Takes a body away. Its id is not used again. Cost: O(n), of a few bytes a body; the next run looks anew
  /// at those who were about to meet it.
  void remove(BodyId id);
  /// Is the body there? False of one that was removed, and of one that never was. Cost: O(1).
  bool contains(BodyId id) const;

  /// Restitution, 0 to 1, of one pair of materials. Cost: O(log p), p pairs of materials told apart; so much
  /// more is every impact then.
  void set_restitution(Material a, Material b, double restitution);

  /// What bodies of the two materials do when they meet; without one they bounce. Throws InputError for a
  /// function that is none. Cost: O(log p); the next run predicts anew for all, O(n k).
  void set_response(Material a, Material b, Response response);
  void set_response(Material a, Material b, std::function<Reaction<D>(const Contact<D>&)> response);

  /// Calls `callback` at every multiple of `length` [T] but 0. The callback may change
  /// velocities. Length 0: no windows. Throws InputError after the world has begun. Cost: O(1).
  void set_window(double length, std::function<void(World&)> callback = {});

  /// Watches from now on. The observer must outlive the world or be removed. Cost: O(1), or that of the
  /// number of observers; and each event then calls each of them.
  void observe(Observer<D>& observer);
  void unobserve(Observer<D>& observer);

  /// Runs up to and including time `time` [T]; an impact exactly then is part of it. An infinite time
  /// is reached when nothing is left to happen (in a box that repeats that may be never); the world
  /// then stands at its last impact. Throws InputError for a time that is past, or that no clock reaches.
  /// Cost: O(k) an event, however many bodies there are; the first run begins with O(n k).
  RunResult run_until(double time, const RunLimits& limits = {});

  /// A frame: runs on for `duration` [T] >= 0, and then lets those go on who wait. Frames change nothing
  /// else, however long they are. If the budget of events is spent before, the world stands at the last of
  /// them, nobody inside anybody, and the next frame goes on from there. Throws as `run_until`. Cost: the
  /// same.
  RunResult advance(double duration, const RunLimits& limits = {});

  /// Sets a body's velocity [L/T] now. Its predictions die, nothing else changes; setting the
  /// velocity that it has changes nothing at all. The first motion in a world at rest sets the scale of
  /// its clock, and a much faster one makes it finer. Those who are stuck to it move along. Throws
  /// InputError for a fixed body that is to move, and a speed that no clock can follow. Cost: O(k), O(n k)
  /// where the clock changes.
  void set_velocity(BodyId id, const Vec<D>& velocity);

  /// Puts a moving body elsewhere [L], now. What it meets on the way there is not asked. Throws InputError
  /// for a fixed body. Cost: O(k); O(n k) at the first of all jumps, comings and goings after a run.
  void set_position(BodyId id, const Vec<D>& position);

  // Cost: O(1), of `body` the size of its shape, which it copies.
  double time() const;       ///< [T]
  std::size_t size() const;  ///< bodies so far, fixed and removed ones included, without the sides of the box
  Body<D> body(BodyId id) const;           ///< where it is and how it moves now
  BodyState<D> state(BodyId id) const;     ///< now
  const WorldOptions<D>& options() const;  ///< as given; without a box, all sides are open

  /// Everybody whose surface is within `distance` [L] of the surface of a moving body now, through each
  /// periodic image anew, but for the body's own images. In the order of time to collision, then of ids,
  /// then of gaps. What the body rests on is near, and not about to be hit.
  /// Throws InputError before the world has begun, of a fixed body, or for a distance of more than 2^10
  /// periodic sides. Cost: O(k log k), k of those within the distance and the reach of a list or a cell.
  std::vector<Neighbour<D>> neighbours_within(BodyId id, double distance) const;
  [[deprecated("neighbours_within")]] std::vector<Neighbour<D>> near(BodyId id, double distance) const {
    return neighbours_within(id, distance);
  }

  /// Moves a kinematic body by `displacement` [L], now: at once, while all others stand where they are. It
  /// takes what it runs into in order, and goes on as the policy says. Where it stood on a body that has
  /// moved since, that has carried it along before. Throws InputError for a body that is not kinematic.
  /// Cost: O(log n + k) for each of the few casts that it is made of, k of those within its way; first of all
  /// that of a question, and then that of `set_position`.
  MoveResult<D> move(BodyId id, const Vec<D>& displacement, const MovePolicy<D>& policy = {});

  // Questions about where all bodies are now. The first of them begins the world, as a first run does: who
  // comes then is not there from the start. From then on a large gas no longer stands in memory as in space,
  // and runs take longer. The first of them after time has passed finds every place, O(n); the others cost
  // what is told, and for each body that comes into question a look through those that are excluded. They
  // throw InputError for half-spaces, containers and arcs.

  /// The first that a shape at `position` [L] runs into on its way by `displacement` [L], where all bodies
  /// are now; nothing if there is none. Sides of the box that are walls are bodies, too.
  /// Cost: O(log n + k), k of those whose bounds it meets before what it runs into.
  std::optional<CastHit<D>> cast(const Shape<D>& shape, const Vec<D>& position, const Vec<D>& displacement,
                                 const QueryFilter& among = {}) const;
  /// All of them, in order; each body once. Cost: O(log n + k log k), k of those whose bounds it meets.
  std::vector<CastHit<D>> cast_all(const Shape<D>& shape, const Vec<D>& position, const Vec<D>& displacement,
                                   const QueryFilter& among = {}) const;
  /// All bodies that touch or overlap a shape at `position` [L] now, in the order of ids.
  /// Cost: O(log n + k log k), k of those whose bounds it touches.
  std::vector<BodyId> overlaps(const Shape<D>& shape, const Vec<D>& position,
                               const QueryFilter& among = {}) const;
  /// The body whose surface is nearest to that of a shape at `position` [L], of those within
  /// `max_distance` [L]. Cost: O(log n + k), k of those whose bounds are nearer than that body.
  std::optional<NearestBody<D>> nearest(const Shape<D>& shape, const Vec<D>& position,
                                        double max_distance = std::numeric_limits<double>::infinity(),
                                        const QueryFilter& among = {}) const;
  /// [T] from now until the two meet on their present courses, if they do; in a box that repeats through the
  /// image that is nearest now, or one next to it. Throws InputError for one body twice. Cost: as `first_hit`
  /// of the two, in a box that repeats up to 3^D times; no body's place is asked for but theirs.
  std::optional<double> time_to_collision(BodyId a, BodyId b) const;
  /// The impacts that are foreseen as it stands, in order, at most `max_count`: what will happen unless
  /// something before changes their courses. Of those who are still far apart nothing is foreseen so far.
  /// Not const: what the world has not predicted yet it predicts now, and keeps. Cost: O(n log n), and O(n k)
  /// if a run would begin with that.
  std::vector<PredictedImpact> predicted_impacts(
      std::size_t max_count = std::numeric_limits<std::size_t>::max());
  [[deprecated("predicted_impacts")]] std::vector<PredictedImpact> predicted(
      std::size_t max_count = std::numeric_limits<std::size_t>::max()) {
    return predicted_impacts(max_count);
  }

  /// The id of the side of the box at the lower (`upper` false) or upper end of `axis`. Cost: O(1).
  static BodyId side(int axis, bool upper);

  std::uint64_t collisions() const;  ///< impacts so far
  std::uint64_t events() const;      ///< impacts, dead predictions and looks at new neighbours so far

  /// A hash of every body's record, in the order of ids: equal if and (but for accidents) only if
  /// the states are equal, bit for bit. Cost: O(n).
  std::uint64_t state_hash() const;

  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace firsthit::inline v0
