#pragma once

#include "core/vec_math.hpp"
#include "engine/record.hpp"
#include "world/bodies/body_table.hpp"
#include "world/bodies/bonded_bodies.hpp"
#include "world/bodies/fixed_shape.hpp"
#include "world/bodies/spin_table.hpp"
#include "world/bodies/support_table.hpp"
#include "world/heaps/heap_forces.hpp"
#include "world/heaps/heap_table.hpp"
#include "world/motion/free_flight.hpp"
#include "world/rest/footing.hpp"
#include "world/rest/sliding.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace firsthit {

/// Where a body touches something that impacts do not move.
template <int D>
struct Touch {
  Support<D> support;
  Vec<D> into;             ///< unit, from the body into what it touches
  double curvature = 0.0;  ///< [1/L] as in Facing
  double gap = 0.0;        ///< [L] between the two surfaces
  Vec<D> velocity{};       ///< [L/T] of what it touches
  Vec<D> ridge{};          ///< as in FaceContact
  Vec<D> acceleration{};   ///< [L/T^2] of what it touches
};

/// How a body leaves an impact on something that impacts do not move.
template <int D>
struct Landing {
  double restitution = 1.0;  ///< of the impact, unless it rests
  double lift = 0.0;         ///< [L/T] if not zero: away from what is fixed, whatever came before
  bool rests = false;        ///< or goes on as it is held
  Vec<D> velocity;           ///< [L/T] of a ball that rests
  bool jams = false;         ///< it has had very many impacts without room
  Vec<D> out{};              ///< [L] if it jams: out of others than what it lands on
};

/// Where something holds a body, and how it presses.
template <int D>
struct PressedContact {
  Id body = 0;
  Id support = 0;
  Vec<D> place;  ///< [L] as the body's record goes on: not taken back into a box that repeats
  Vec<D> into;   ///< unit, from the body into the support
  Vec<D> force;  ///< [M L/T^2] on the body
};

/// Do two flat supports lie in one plane, if they touch one body along these unit vectors?
template <int D>
bool in_one_plane(const Vec<D>& into, const Vec<D>& other) {
  return length_squared(into - other) < 0x1p-80;
}

/// What is left of gravity where something is in its way.
template <int D>
struct Held {
  Vec<D> acceleration;        ///< [L/T^2]
  std::uint32_t holding = 0;  ///< bit i: the i-th push is needed
};

/// Smooth fixed things in the directions `into` (unit) push back, and do not pull: the acceleration that
/// remains is the point nearest to gravity among those that lead into none of them.
template <int D>
Held<D> held(const Vec<D>& gravity, std::span<const Vec<D>> into);
/// The same where what it touches accelerates.
template <int D>
Held<D> held(const Vec<D>& gravity, std::span<const Touch<D>> touches);

/// `velocity` [L/T] of a body that those of `touches` hold whose bit is set: it keeps what leads along them.
template <int D>
Vec<D> kept_on(const Vec<D>& velocity, std::span<const Touch<D>> touches, std::uint32_t bits);

/// `v` without its parts along the directions `along` (unit) whose bit is set.
template <int D>
Vec<D> without(Vec<D> v, std::span<const Vec<D>> along, std::uint32_t bits);

/// Who rests on what: the part of a body's record that says what holds it, and how that changes.
///
/// A smooth body that bounces on a flat support under gravity rests as soon as its next bounce would be
/// lower than positions can tell; it then slides along the support as gravity pulls it, and costs no
/// events. A support that moves carries it. On a curved support it glides in bounces that lose nothing, each
/// lower than 2^-20 of the radius of curvature, unless gravity and supports hold it where it is: then it
/// rests. What holds one of those who are stuck together holds them all. docs/numerics/rest.md derives this.
template <int D>
class Resting {
 public:
  /// All must outlive it.
  Resting(const BodyTable<D>& table, FreeFlight<D>& flight, const Space<D>& space,
          const BondedBodies<D>& bonds, const SpinTable<D>& spins)
      : table_(table), flight_(flight), space_(space), bonds_(bonds), spins_(spins), supports_(table) {}

  /// Nobody rests on anything yet, and nobody ever will unless `enabled`.
  void start(bool enabled);
  /// Where a body is: as its record will be.
  struct Mate {
    Id id;
    Vec<D> position;  ///< [L]
  };
  /// Where supports are that move, and all `mates` who are stuck to the body at hand, or soon will be: to be
  /// told before anything is asked below that takes a position.
  void set_surroundings(std::span<const Record<D>> records, const Instant& now, std::span<const Mate> mates) {
    records_ = records;
    now_ = now;
    mates_ = mates;
  }
  /// One more body.
  void add() { supports_.add(); }
  /// The clock's ticks have become 2^-finer as long.
  void set_timebase(const Timebase& timebase, int finer) { supports_.set_timebase(timebase, finer); }
  bool enabled() const { return enabled_; }

  /// But for what is told anew before each question.
  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.supports_);
  }

  /// A body has met what stands, with or without room. Has it now done so very many times in a row without?
  /// Then these are counted anew.
  bool jams(Id body, bool without_room);

  /// Who rests together with others, each held by the others.
  const HeapTable<D>& heaps() const { return heaps_; }
  HeapTable<D>& heaps() { return heaps_; }
  /// The body rests from now on as one of a heap, which goes on with this acceleration [L/T^2].
  void rest_in_heap(Id body, const Vec<D>& acceleration) {
    settle(body, {}, 0, acceleration);
    supports_.hold(body);
    if (!table_.turns(body)) return;
    see_standing(body);
    supports_.stand_in_heap(body);
  }
  /// A saved world has such a body in a heap, that stands.
  void stand_in_heap(Id body) { supports_.stand_in_heap(body); }

  /// A body at `position` [L] touches what holds it across `normal` (unit, from the body), once that has been
  /// put further by `put` [L]: does that pass it, with `velocity` [L/T], along the one edge where they touch?
  bool passes_along_ridge(Id body, const Support<D>& support, const Vec<D>& position, const Vec<D>& put,
                          const Vec<D>& velocity, const Vec<D>& normal) const;
  /// It glides along another of the heap, or along what does not move, until it comes to an edge.
  void glide(Id body, const Support<D>& support, const Vec<D>& into) { supports_.glide(body, support, into); }

  /// What holds whom.
  const SupportTable<D>& supports() const { return supports_; }
  /// As of a SupportTable.
  std::vector<Id> take_unloaded() { return supports_.take_unloaded(); }
  /// [L/T] Of a body, or of what does not move.
  Vec<D> velocity_of(Id id) const {
    return table_.moves(id) ? flight_.velocity_at(id, records_[id], now_) : Vec<D>{};
  }
  /// [L/T^2] The same, but 0 of what forces move, unless it rests in a heap, which may be carried.
  Vec<D> acceleration_of(Id id) const {
    if (!flight_.falls() || !table_.moves(id)) return {};
    return table_.is_dynamic(id) && !heaps_.contains(id) ? Vec<D>{} : flight_.acceleration(id);
  }
  /// How a body of any shape at `position` touches what it meets along `known`.
  Touch<D> touch_of(Id body, const Support<D>& support, const Vec<D>& position, const Vec<D>& known) const;

  /// A body at `position`, with `velocity` [L/T] before, hits something that impacts do not move, `elapsed`
  /// [T] after it last changed its course; a `lasting` contact loses nothing, but where it is jammed.
  /// `rounding` [L]: what positions cannot tell from nothing.
  Landing<D> land(Id body, const Vec<D>& position, const Vec<D>& velocity, Touch<D> touch, double restitution,
                  bool lasting, double elapsed, double rounding);

  /// How a body that turns, at `position`, stands on what does not, or nearly does: a side of that faces
  /// nearly against `toward`.
  std::optional<Footing> footing(Id body, const Support<D>& support, const Vec<D>& position,
                                 const Vec<D>& toward) const;
  /// The same on all that hold it, in one plane.
  std::optional<Footing> footing(Id body, const Vec<D>& position) const;
  /// The same on one of those that it has touched lately, or several, in one plane with this; both ends of
  /// each no further than `flat` [L].
  std::vector<Support<D>> others_under(Id body, const Vec<D>& position, const Footing& footing,
                                       double flat) const;
  /// A body that turns, but does not now, has come to stand on `touches`, flat supports in one plane.
  Vec<D> stand(Id body, const Vec<D>& velocity, std::span<const Touch<D>> touches);
  /// It stands, and leans on another, which pushes so, if together they can hold it and leave it upright.
  /// Returns its velocity then.
  std::optional<Vec<D>> lean(Id body, const Vec<D>& position, const Vec<D>& velocity, const Touch<D>& touch,
                             const Push& push);
  /// [L] How far a side, at most, is from being flat on what it has touched lately, or stands on, if that
  /// could hold the body together with another that pushes so; infinite if nothing could.
  double gap_of_leaning(Id body, const Vec<D>& position, const Push& push) const;
  /// It has touched this, and may come to stand on it and on another.
  void touched(Id body, const Touch<D>& touch) { remember(body, touch); }

  /// Does the body, which impacts move, stand still on something? Then others may rest on it.
  bool is_still(std::span<const Record<D>> records, Id body) const;
  /// Do all that hold a body which stands still, and all that hold these, together take up a push of any size
  /// on it, at `arm` [L] from its place, so that none of them moves? A push that is found to be beyond them
  /// may yet be within what they could take up in other shares: docs/numerics/piles.md.
  bool takes_up(Id body, const Vec<D>& arm, const Vec<D>& push, Pulls pulls = Pulls::None) const;

  /// Of all that carries a body which rests with this acceleration [L/T^2], and all that lies on these: who
  /// cannot bear what he has to, the upmost first, if anybody.
  std::optional<Id> overloaded(Id body, const Vec<D>& acceleration) const;

  /// All contacts that hold anybody who is dynamic, in the order of bodies and supports. Forces that several
  /// could bear in other shares are as `bearing` has them.
  std::vector<PressedContact<D>> contacts(std::span<const Record<D>> records, const Instant& now);

  /// It goes.
  void forget(Id body) {
    supports_.let_go(body);
    supports_.forget_touched(body);
  }
  /// Nothing holds the body any more.
  void release(Id body) { settle(body, {}, 0, flight_.gravity()); }
  /// What moves as it is told, or is stuck to that, goes on with this acceleration [L/T^2].
  void accelerate(Id body, const Vec<D>& acceleration) { flight_.set_acceleration(body, acceleration); }
  /// It does not fall, but nothing holds it.
  void hang(Id body) { settle(body, {}, 0, Vec<D>{}); }
  /// A body at `position` has come out of an impact with `velocity` [L/T], whatever made it: if it leaves
  /// what it has touched by no more than `rounding` [L], it rests there. Returns the velocity then.
  Vec<D> caught(Id body, const Vec<D>& position, const Vec<D>& velocity, const Touch<D>& touch,
                double rounding);

  /// The body has got `velocity` otherwise: what does not hold it any more lets go of it. Returns the
  /// velocity without what the remaining supports take up.
  Vec<D> knocked(Id body, const Vec<D>& position, const Vec<D>& velocity, double rounding) {
    return is_held(body) ? kept(body, position, velocity, rounding) : velocity;
  }
  /// The same of those who have just stuck together: they fall as one, too.
  Vec<D> joined(Id body, const Vec<D>& position, const Vec<D>& velocity, double rounding) {
    return kept(body, position, velocity, rounding);
  }

  /// The body, moving with `velocity` [L/T], has run off one of its supports. Returns its place [L],
  /// beyond the edge even where rounding has left it short.
  Vec<D> leave(Id body, Vec<D> position, const Vec<D>& velocity, const Support<D>& support);

  /// The flat support that holds the body, alone or with others in one plane, where that is stuck to nothing:
  /// friction may act there.
  std::optional<Touch<D>> only_flat_support(Id body, const Vec<D>& position) const;
  /// From now on friction there does this to the body, for as long as `way` lasts.
  void set_slide(Id body, const Slide<D>& way);

  /// `position` [L] without what rounding has moved the body off its flat supports, or into them, and what
  /// was left of its hops on curved ones. From now on these push it along their normals there.
  Vec<D> seated(Id body, Vec<D> position, double rounding);

  /// The body's record was moved by `boxes` box lengths.
  void rebase(Id body, const std::array<std::int64_t, std::size_t{D}>& boxes) {
    supports_.rebase(body, boxes);
  }
  /// The same of a record of what holds others.
  void rebase_support(Id support, const std::array<std::int64_t, std::size_t{D}>& boxes) {
    supports_.rebase_support(support, boxes);
  }

 private:
  static constexpr std::size_t kMostTouched = SupportTable<D>::kMostTouched;
  static constexpr std::size_t kMostTogether = SupportTable<D>::kMostSupports + kMostTouched + 1;

  /// Touches of one body, and of all who are stuck to it, all at once.
  struct Touches {
    std::array<Touch<D>, kMostTogether> touch{};
    std::array<Vec<D>, kMostTogether> into{};
    std::array<Id, kMostTogether> whose{};
    std::size_t count = 0;
    void add(Id body, const Touch<D>& one);
    std::span<const Vec<D>> directions() const { return {into.data(), count}; }
    std::span<const Touch<D>> all() const { return {touch.data(), count}; }
  };

  using Hold = typename SupportTable<D>::Hold;

  using Loads = std::map<Id, Load<D>>;
  std::vector<Id> pile_of(Id body) const;
  Load<D> weight_of(Id body, const Vec<D>& acceleration) const;
  void order_downwards(Id body, std::vector<Id>& order) const;
  /// Something that holds a body pushes it.
  struct Thrust {
    Support<D> support;
    Vec<D> direction;  // onto the body; [M L/T^2] if it is of size 1
    Vec<D> arm;        // [L] from its place
    double size = 0.0;
  };
  Vec<D> contact_place(Id body, const Support<D>& support, const Vec<D>& position, const Vec<D>& into) const;
  std::optional<std::vector<Thrust>> normal_thrusts(Id body, const Vec<D>& position) const;
  std::optional<std::vector<Thrust>> bearing(Id body, std::vector<Thrust> thrusts, const Load<D>& load) const;
  bool resists_rolling(Id body) const;
  bool pass_on(Id body, const Load<D>& load, Loads& loads) const;
  void load_below(const Vec<D>& position, const Thrust& push, Loads& loads) const;
  std::vector<Id> held_with(Id body) const;
  std::vector<Id> holders_of(const std::vector<Id>& bodies) const;
  std::vector<Id> downwards() const;
  Vec<D> place_of(Id body) const;
  void press(const std::vector<Id>& group, Loads& loads, std::vector<PressedContact<D>>& found) const;
  void press_in_heap(const Heap<D>& heap, Loads& loads, std::vector<PressedContact<D>>& found) const;
  std::vector<double> depths_of(const Heap<D>& heap) const;
  bool passes_down(const Heap<D>& heap, std::vector<Load<D>> loads) const;
  std::optional<Id> overloaded_heap(const Loads& loads, Pulls pulls = Pulls::None) const;

  template <class Each>
  void each_with(Id body, const Each& each) const;
  bool is_held(Id body) const;
  bool is_anchored(Id body) const { return bonds_.mass(body) == kImmovable; }
  Vec<D> kept(Id body, const Vec<D>& position, const Vec<D>& velocity, double rounding);
  Vec<D> from(const Vec<D>& position, const Support<D>& support) const;
  Touch<D> solid_touch(Touch<D> touch, Id body, const Vec<D>& position, const Vec<D>& known) const;
  Touches supports_of(Id body, const Vec<D>& position) const;
  void see_standing(Id body);
  void settle(Id body, const Touches& touches, std::uint32_t holding, const Vec<D>& acceleration);
  void remember(Id body, const Touch<D>& touch);
  void forget_touched(Id body);
  bool is_jammed(Id body, bool without_room);
  bool stands_still(Id body, const Touch<D>& touch) const;
  bool is_nearly_jammed(Id body) const;
  bool is_wedged(Id body) const;
  bool glides_in_groove(Id body, const Vec<D>& position, const Vec<D>& velocity, const Touch<D>& touch,
                        double rounding) const;
  double slip_below(Id body, const Vec<D>& position, const Vec<D>& velocity) const;
  static double hop_of_slip(double slip, double press, double high);
  bool would_hold(Id body, const Vec<D>& position, const Touch<D>& touch) const;
  Vec<D> settled_on(Id body, const Vec<D>& position, const Vec<D>& velocity, const Touch<D>& touch);
  Vec<D> stopped(Id body, const Vec<D>& position, const Vec<D>& velocity, const Touch<D>& touch,
                 double rounding) const;
  Vec<D> out_of_touched(Id body, const Vec<D>& position, const Touch<D>& touch, double rounding) const;
  Vec<D> ahead(Id body, const Vec<D>& position, const Vec<D>& velocity) const;
  bool is_one_plane(const Touches& touches) const;
  bool is_balanced(Id body, const Touches& touches, const Vec<D>& velocity, double curvature,
                   double rounding) const;
  Landing<D> land_on_curve(Id body, const Vec<D>& position, const Vec<D>& velocity, const Touch<D>& touch,
                           double restitution, double rounding, double press);

  const BodyTable<D>& table_;
  FreeFlight<D>& flight_;
  const Space<D>& space_;
  const BondedBodies<D>& bonds_;
  const SpinTable<D>& spins_;
  std::span<const Record<D>> records_;
  Instant now_;
  std::span<const Mate> mates_;
  bool enabled_ = false;
  SupportTable<D> supports_;
  HeapTable<D> heaps_;
};

}  // namespace firsthit
