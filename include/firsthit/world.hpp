#pragma once

#include <firsthit/body.hpp>
#include <firsthit/error.hpp>
#include <firsthit/moves.hpp>
#include <firsthit/observer.hpp>
#include <firsthit/owned.hpp>
#include <firsthit/questions.hpp>
#include <firsthit/shape.hpp>
#include <firsthit/snapshot.hpp>
#include <firsthit/statistics.hpp>
#include <firsthit/stop.hpp>
#include <firsthit/vec.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <limits>
#include <optional>
#include <vector>

namespace firsthit::inline v0 {

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
  StopFlag stop = {};  ///< looked at between events, such as `&flag`
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
/// the range that is told, and for sizes other than 0 and 2^-200 to 2^200, and from a world that has been
/// moved from. What else is thrown is told with each call.
///
/// Callbacks: an observer, a response of the user's, and what chooses how a character's move goes on, may ask
/// what is const, and observers may come and go; the callback of windows may do all but run on. Other calls
/// throw InputError there. Whatever one of them throws goes through the run or the call that it is told of,
/// and the world stands between two events: before the impact of a response that throws, which is asked again
/// when the world runs on; after the event that an observer throws at, of which all others have been told;
/// after the window of a callback; before the move of a character. None of them may destroy the world, move
/// it, or give it another's place.
///
/// Memory: where it runs out, what throws std::bad_alloc leaves the world as it was; a run, and what else
/// lets time pass, leaves it between two events, from where it goes on with the same bits when there is
/// memory again. Not so in the middle of an impact that brings bodies to rest, frees them or lets them stick,
/// pass or wait, and of a change of a body that holds others, sticks to them or rests in a heap: the world
/// may then be of no further use. It says so: whatever it is asked, it throws InputError.
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
  /// wider than a periodic side (a fixed segment may be 2^13 times as long, over 2^29 boxes), fixed and 2^30
  /// such sides away; a ball that is wider than a box of walls; a shape that moves and reaches half such a
  /// side or more from its place; a container or an arc that is a sensor, or among bodies that move and are
  /// no balls; a speed that no clock can follow; more bodies than there are ids, 2^32 - 16. Without memory
  /// for it nothing changes; but of the first body of a world that moves at all, added after the first run,
  /// the id may be gone.
  /// Cost: O(1) before the first run, then O(k); now and then O(n), which many bodies share.
  BodyId add(const Body<D>& body);

  /// Takes a body away. Its id is not used again. Without memory for it nothing changes, unless the body
  /// holds others, sticks to them or rests in a heap: see above. Cost: O(n), of a few bytes a body; the next
  /// run looks anew at those who were about to meet it.
  void remove(BodyId id);
  /// Is the body there? False of one that was removed, and of one that never was. Cost: O(1).
  bool contains(BodyId id) const;

  /// Restitution, 0 to 1, of one pair of materials. Cost: O(log p), p pairs of materials told apart; so much
  /// more is every impact then.
  void set_restitution(Material a, Material b, double restitution);

  /// Of one pair of materials, as in WorldOptions. Throws InputError for a friction below 0, and a tangential
  /// restitution beyond -1 to 1. Cost: as set_restitution.
  void set_friction(Material a, Material b, double friction);
  void set_tangential_restitution(Material a, Material b, double restitution);
  /// The same of what rests on the other. Both >= 0.
  void set_rolling_friction(Material a, Material b, double friction);
  void set_spinning_friction(Material a, Material b, double friction);

  /// What bodies of the two materials do when they meet (who are in each other part first); by default they
  /// bounce. Throws InputError for a function that is none; the run does where one wants a velocity that is
  /// not finite, or that no clock can follow. Cost: O(log p); the next run predicts anew for all, O(n k).
  void set_response(Material a, Material b, Response response);
  void set_response(Material a, Material b, std::function<Reaction<D>(const Contact<D>&)> response);

  /// Calls `callback` at every multiple of `length` [T] but 0. The callback may change
  /// velocities. Length 0: no windows. Throws InputError after the world has begun. Cost: O(1).
  void set_window(double length, std::function<void(World&)> callback = {});

  /// Watches from now on; who comes while others are told of an event, from the next on. The observer must
  /// outlive the world or be removed. Cost: O(1), or that of the
  /// number of observers; and each event then calls each of them.
  void observe(Observer<D>& observer);
  void unobserve(Observer<D>& observer);
  /// The same, of many events at a time: of all, or of those in which one of the bodies `only` has a part.
  /// Cost: O(n) now and then, and a look for each event whether it is told. Unobserving is O(n) for those who
  /// are left, and what has not been handed over is forgotten.
  void observe(BatchObserver<D>& observer, std::vector<BodyId> only = {});
  void unobserve(BatchObserver<D>& observer);

  /// From now on, or from a later time on, the world counts what happens; what it has counted so far is
  /// forgotten. Throws InputError for a time that is not finite. Cost: O(1), and a few additions an event.
  void measure(const MeasureOptions<D>& options = {});
  /// What has been counted until now. Throws InputError if nothing is measured. Cost: O(n). It begins the
  /// world, as a first run does.
  Statistics statistics() const;

  /// Runs up to and including time `time` [T]; an impact exactly then is part of it. An infinite time
  /// is reached when nothing is left to happen (in a box that repeats that may be never); the world
  /// then stands at its last impact. Throws InputError for a time that is past, or that no clock reaches.
  /// Where memory runs out it stands between two events, all of which have been told up to then, and runs on
  /// when it is called again; but for the impacts that are named above.
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
  /// From now on a kinematic body accelerates so [L/T^2], as a lift that starts or stops; setting its
  /// velocity leaves that as it is. What rests on it goes along, pressed by its mass times what gravity is
  /// beyond that, and leaves it where that is nothing. A press that has crushed others and stops accelerates
  /// no more. The world begins, as by a first run. Throws InputError for a body that is not kinematic,
  /// without gravity, along an axis that repeats, and for a speed that no clock can follow. Cost: as that of
  /// `set_velocity`, of it and of what rests on it.
  void set_acceleration(BodyId id, const Vec<D>& acceleration);
  /// From now on the surface of what is fixed or kinematic moves so [L/T] along itself: a conveyor starts,
  /// stops, or turns back. What rests on it slips there until friction has taken it along. Throws InputError
  /// for another body, and for one that does not exist. Cost: as that of `set_velocity` of what rests on it.
  void set_surface_velocity(BodyId id, const Vec<D>& velocity);

  /// Sets how fast a body turns [rad/T], or how it stands, now. Throws InputError for one that does not spin,
  /// a speed at its surface that no clock can follow, and numbers that are all 0.
  /// Where it flies does not change, so observers are told nothing. Cost: as set_velocity.
  void set_angular_velocity(BodyId id, const AngularVelocity<D>& angular_velocity);
  void set_orientation(BodyId id, const Orientation<D>& orientation);

  /// Puts a moving body elsewhere [L], now. What it meets on the way there is not asked. Throws InputError
  /// for a fixed body, and a place that `add` refuses. Cost: O(k); O(n k) at the first of all jumps, comings
  /// and goings after a run.
  void set_position(BodyId id, const Vec<D>& position);

  // Cost: O(1), of `body` the size of its shape, which it copies.
  double time() const;       ///< [T]
  std::size_t size() const;  ///< bodies so far, fixed and removed ones included, without the sides of the box
  Body<D> body(BodyId id) const;        ///< where it is and how it moves now
  BodyState<D> state(BodyId id) const;  ///< now
  /// All of them now, to be read while the world goes on. The memory of `into` is used again. Cost: O(n), a
  /// copy of some 70 bytes a body in the order of memory. The first of all questions begins the world.
  void snapshot(Snapshot<D>& into) const;
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

  /// Where bodies rest now, in the order of a, then of b, with the forces that gravity, and whatever lies on
  /// them, presses them there with. Where several contacts could share a load in many ways, one of these is
  /// told, always the same: the fewest that bear it, without friction if they can. Who hops in a heap, or
  /// glides along a curve, has impacts, and no contact; who is stuck to what impacts do not move has none.
  /// Begins the world. Cost: O(n), and of a heap O(k^3) of its contacts.
  std::vector<RestingContact<D>> contacts() const;

  /// Moves a kinematic body by `displacement` [L], now: at once, while all others stand where they are. It
  /// takes what it runs into in order, and goes on as the policy says. Where it stood on a body that has
  /// moved since, that has carried it along before. Throws InputError for a body that is not kinematic.
  /// Cost: O(log n + k) for each of the few casts that it is made of, k of those within its way; first of all
  /// that of a question, and then that of `set_position`.
  MoveResult<D> move(BodyId id, const Vec<D>& displacement, const MovePolicy<D>& policy = {});

  // Questions about where all bodies are now. The first of them begins the world, as a first run does: who
  // comes then is not there from the start. From then on a large gas no longer stands in memory as in space,
  // and runs take longer. The first of them after time has passed finds every place, O(n), and turns every
  // body that turns; the others cost what is told, and for each body that comes into question a look through
  // those that are excluded. They throw InputError for half-spaces, containers and arcs.
  // A body that turns is seen as its state tells now: to casts and moves with its vertices rounded to
  // doubles, off by at most 2^-49 of their distance from its place; to the others within 2^-47 of its size.

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
  /// of the two, in a box that repeats up to 3^D times; no body's place is asked for but theirs. Where one
  /// turns and is no ball, such queries one after the other, as far ahead as the faster turns by 1500 rad:
  /// beyond that nothing is told.
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

  // Cost: O(1).
  std::uint64_t collisions() const;                 ///< impacts so far
  std::uint64_t collisions(ImpactKind kind) const;  ///< those of one kind
  std::uint64_t events() const;  ///< impacts, dead predictions and looks at new neighbours so far

  /// Writes all that the world is, so that one that is loaded from it goes on with the same bits: records,
  /// what holds whom, counts and statistics. Not part of it: observers, the callback of windows and responses
  /// that are functions; and `events()` counts from there on looks of its own. The format is told by
  /// docs/formats/saved-world.md; what goes wrong in writing the stream tells. Throws InputError from an
  /// observer. Without memory nothing changes, and a part may have been written. Cost: O(n), and memory for a
  /// part of it; some 70 bytes written a ball in space.
  void save(std::ostream& out) const;
  /// The world that was saved, of this version of the format or an earlier one; reads no further than that.
  /// `set_window`, with the same length, and `set_response` must be called again for the functions that it
  /// had, or runs throw InputError. Throws InputError for what is damaged, cut short or something else, with
  /// the section and the byte; without memory there is no world. Cost: O(n), and the first run looks for whom
  /// each meets, O(n k).
  static World load(std::istream& in);

  /// A hash of every body's record, in the order of ids: equal if and (but for accidents) only if
  /// the states are equal, bit for bit. Cost: O(n).
  std::uint64_t state_hash() const;

  struct Impl;

 private:
  Owned<Impl> impl_;
};

}  // namespace firsthit::inline v0
