#pragma once

#include <firsthit/world.hpp>

#include "core/vec_math.hpp"
#include "engine/engine.hpp"
#include "world/bodies/body_table.hpp"
#include "world/bodies/image_counters.hpp"
#include "world/bodies/spin_table.hpp"
#include "world/characters/world_bvh.hpp"
#include "world/containers/packed_ids.hpp"
#include "world/motion/free_flight.hpp"
#include "world/neighbours/neighbour_finder.hpp"
#include "world/neighbours_within.hpp"
#include "world/prediction/overlap_pairs.hpp"
#include "world/prediction/pair_predictor.hpp"
#include "world/response/impact_resolver.hpp"
#include "world/rest/resting.hpp"
#include "world/saved/sections.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iosfwd>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <span>
#include <vector>

namespace firsthit {

/// A flag that is up while this is there.
class Raised {
 public:
  explicit Raised(bool& flag) : flag_(flag) { flag_ = true; }
  ~Raised() { flag_ = false; }
  Raised(const Raised&) = delete;
  Raised& operator=(const Raised&) = delete;

 private:
  bool& flag_;
};

/// The parts of a world and how they are put together.
template <int D>
struct World<D>::Impl {
  explicit Impl(const WorldOptions<D>& given) : options(given) {
    table.side_material = options.side_material;
    table.interactions.set_defaults(
        options.restitution, {options.friction, options.tangential_restitution, options.rolling_friction,
                              options.spinning_friction});
  }

  void start(double tick, Records<D>& records);
  void wake(Id body, const Vec<D>& velocity, const AngularVelocity<D>& angular_velocity);
  void wake_for(const Body<D>& falling);
  void wake(double tick, double speed);
  void follow(Id body, const Vec<D>& velocity, const char* who = "World::set_velocity");
  void look_around_anew();
  void renew();
  /// Does what throws no bad_alloc but where it has changed a part of what it was to change: then the world
  /// is of no further use.
  template <class Change>
  void whole_or_broken(const Change& change) {
    try {
      change();
    } catch (const std::bad_alloc&) {
      is_broken = true;
      throw;
    }
  }
  void check_whole() const;
  void be_flexible();
  void free_held(Id support);
  void wake_heap(Id body);
  void take(std::span<const Change<D>> changes);
  void join(const Body<D>& body);
  void put(BodyId id, const Vec<D>& position);
  void jump(BodyId id, const Vec<D>& position);
  static BodyId add_leaning(World& world, const Body<D>& body);
  void begin();
  void set_response(Material a, Material b, Response response,
                    std::function<Reaction<D>(const Contact<D>&)> react);
  void let_go_on();
  void settle();
  const WorldBvh<D>& look_around();
  /// Places have changed: who asks next has them gathered anew.
  void forget_places() { has_places.store(false, std::memory_order_relaxed); }
  /// While it is held, no other thread that asks begins the world or puts it in order. Nothing to hold where
  /// none can: then it costs nothing.
  std::unique_lock<std::mutex> hold_still() {
    check_whole();
    return is_settled.load(std::memory_order_acquire) ? std::unique_lock<std::mutex>()
                                                      : std::unique_lock<std::mutex>(asking);
  }
  BodyState<D> state(BodyId id) const;
  /// Requires: it is settled.
  Present<D> present() const {
    return {table,     flight,      options.space,     spins,        resting.supports(),
            predictor, *neighbours, engine->records(), engine->now()};
  }
  bool give_way();
  double speed_of_any_place(Id id) const;
  void shift_in_time(Id id, double time);
  struct Passed {
    std::vector<OrderedPair<D>> pairs;
    double gap = 0.0;  // [L]
  };
  Passed to_be_passed(Id press, std::span<const Id> crushed, double size) const;
  bool is_impact(Id body, const Candidate<D>& with) const;
  bool is_foreseen(Id body, const Event<D>& event) const;
  void open_window();
  void forget_windows();
  RunResult result(Halt halt) const;
  void save(std::ostream& out) const;
  void load(SectionReader& sections, std::uint32_t version);
  void resume(SectionReader& sections, std::uint32_t version, double tick, bool is_asleep, bool is_flexible,
              Records<D> records, const std::vector<std::array<std::int64_t, std::size_t{D}>>& boxes);
  void check_functions() const;
  Halt run(EngineLimits limits);
  Halt run_engine(const EngineLimits& limits);
  void arrange();
  void stay_in_order();
  void renumber(std::span<const Id> order, PackedIds after);
  void tell_numbers();
  /// By which all parts know a body: where it stands in memory.
  Id number_of(BodyId id) const { return numbers.empty() ? id.value : numbers[id.value]; }

  WorldOptions<D> options;
  std::size_t most_bodies = kFirstSide;  // for which there are ids; tests lower it
  BodyTable<D> table;
  Records<D> starts;  // as added, until the first run
  ImageCounters<D> wraps;
  FreeFlight<D> flight;
  SpinTable<D> spins;
  BondedBodies<D> bonds{table};
  Resting<D> resting{table, flight, options.space, bonds, spins};
  OverlapPairs<D> overlap_pairs{table};
  PairPredictor<D> predictor{table, flight, options.space, resting.supports(), overlap_pairs, spins};
  ImpactResolver<D> resolver{
      table,         flight, options.space, wraps, resting, predictor.solids(), predictor.turning(),
      overlap_pairs, bonds,  spins};
  std::unique_ptr<NeighbourFinder<D>> neighbours;
  WorldBvh<D> bvh{table, flight, options.space, spins};
  bool finds_flexibly = false;        // the neighbours: also where they are lost
  std::unique_ptr<Engine<D>> engine;  // made by the first run

  // A large gas stands in memory as in space (world_order.cpp), unless somebody watches each event.
  PackedIds numbers;                 // by id; empty: they are the ids
  std::uint64_t arranged_until = 0;  // by events
  std::atomic<bool> stays_in_order = false;

  // Const members may be asked by several threads at once. What they build, the first of them builds, under
  // the lock; from then on all read it without. Members that are not const only say that it is out of date.
  std::mutex asking;
  std::atomic<bool> is_settled = false;  // it has begun, and stands in the order of ids
  std::atomic<bool> has_places = false;  // the same, and the bvh holds all where they are now
  bool is_broken = false;                // memory ran out in the middle of a change
  bool runs = false;                     // observers may be asking: time goes on without a word
  bool has_untold_collapse = false;      // an observer threw at the impact that ended a run
  Instant given_way_at = kEndOfTime;     // when somebody gave way to those whom he had crushed, the last time
  std::size_t given_way = 0;             // how often before at that instant
  bool is_choosing = false;              // somebody is asked how a character's move goes on

  /// While somebody is told of an event, or asked for a response, only questions are answered.
  bool is_telling() const { return runs || is_choosing || resolver.reporter().is_telling(); }
  /// Throws InputError then, from the call of that name.
  void check_between_events(const char* call) const;
  void check_may_run(const char* call) const;

  /// Where a character stood after its last move.
  struct Ride {
    Id ground = 0;
    BodyState<D> then;  // of the ground
    Vec<D> footing;     // [L] from the ground's place to where the character stood

    template <class Self, class Archive>
    static void persist(Self& self, Archive& archive) {
      archive(self.ground, self.then, self.footing);
    }
  };
  Vec<D> ridden(const Ride& ride) const;
  std::map<Id, Ride> rides;

  /// A fixed body that stands at an angle, as it was given: the table has its shape turned.
  struct Leaning {
    Shape<D> shape;
    Orientation<D> orientation;

    template <class Self, class Archive>
    static void persist(Self& self, Archive& archive) {
      archive(self.shape, self.orientation);
    }
  };
  std::map<Id, Leaning> leaning;

  double window = 0.0;  // [T], 0 for none
  std::function<void(World&)> callback;
  bool is_called_back = false;   // the callback is at work
  bool awaits_callback = false;  // it had one when it was saved, and has not been given it again
  std::uint64_t windows_done = 0;
  std::size_t known_bodies = 0;  // that moved when neighbours were last found anew
  bool asleep = false;           // nothing has moved yet: the tick is a stand-in
  Instant window_end = kEndOfTime;
};

}  // namespace firsthit
