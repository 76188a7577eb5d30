#pragma once

#include "engine/roles.hpp"
#include "world/bodies/body_table.hpp"
#include "world/bodies/bonded_bodies.hpp"
#include "world/bodies/image_counters.hpp"
#include "world/bodies/spin_table.hpp"
#include "world/heaps/heap_search.hpp"
#include "world/heaps/hops.hpp"
#include "world/motion/free_flight.hpp"
#include "world/prediction/overlap_pairs.hpp"
#include "world/prediction/solid_predictor.hpp"
#include "world/prediction/turning_predictor.hpp"
#include "world/response/bounce.hpp"
#include "world/response/friction.hpp"
#include "world/response/impact_parts.hpp"
#include "world/response/impact_reporter.hpp"
#include "world/response/last_impacts.hpp"
#include "world/response/position_rounding.hpp"
#include "world/response/waiting_bodies.hpp"
#include "world/rest/resting.hpp"

#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace firsthit {

template <int D>
struct RelativeFlight;

template <int D>
struct TurningParty;

template <int D>
struct TurningImpulse;

template <int D>
struct TurningPush;

/// How two of which one turns press each other, where there is gravity, and how the one stands on the other.
struct Stance {
  std::optional<Footing> footing{};  // of a dynamic body that turns, on what no impact moves
  bool may_hold = false;             // whatever side of that it touches
  double flat = 0.0;                 // [L] both ends of that so near, they touch
  double hops = 0.0;                 // [L/T] as fast is who comes down from the highest hop
  double slow = 0.0;                 // [L/T] impacts that close so slowly lose nothing
  double lift = 0.0;                 // [L/T] at least so fast they part
  double fallen = 0.0;               // [L/T] what of their closing comes from how deep they are in each other
};

/// A new course that a body takes at the present time.
template <int D>
struct Change {
  Id body;
  Record<D> record;
};

/// Carries out impacts and the ends of rests, and tells the observers.
template <int D>
class ImpactResolver final : public Resolver<D> {
 public:
  /// All arguments must outlive the resolver.
  ImpactResolver(const BodyTable<D>& table, const FreeFlight<D>& flight, const Space<D>& space,
                 ImageCounters<D>& wraps, Resting<D>& resting, const SolidPredictor<D>& solids,
                 const TurningPredictor<D>& turning, OverlapPairs<D>& overlap_pairs, BondedBodies<D>& bonds,
                 SpinTable<D>& spins)
      : table_(table),
        flight_(flight),
        space_(space),
        wraps_(wraps),
        resting_(resting),
        solids_(solids),
        turning_(turning),
        overlap_pairs_(overlap_pairs),
        bonds_(bonds),
        spins_(spins),
        heap_search_(table, flight, space, bonds, spins, overlap_pairs),
        reporter_(table, flight, spins) {}

  /// [T] as in WorldOptions.
  void start(double contact_duration);

  Resolution resolve(std::span<Record<D>> records, Id body, const Event<D>& event) override;
  /// Did memory run out in the middle of an event, so that some of what it changes is as before, and some
  /// not? It does not where nobody rests, sticks to another, waits or passes: there all room is made before.
  bool is_halfway() const { return halfway_; }

  /// For what happens next to two who are stuck to nobody: it cannot fail then for want of memory, where they
  /// do not come to rest, pass or wait.
  void make_room() {
    reporter_.make_room();
    if (flight_.repeats()) wraps_.make_room_for_two();
  }
  /// One more body: only making room can fail.
  void make_room_for_one() { last_impacts_.make_room_for_one(); }
  void add() { last_impacts_.add(); }
  /// The clock's ticks have become 2^-finer as long.
  void set_timebase(const Timebase& timebase, int finer) {
    last_impacts_.set_timebase(timebase, finer);
    spins_.set_timebase(timebase, finer);
    resting_.set_timebase(timebase, finer);
    reporter_.statistics().set_timebase(finer);
  }

  using Changes = std::span<const Change<D>>;  // valid until the next call

  // What follows tells observers, and returns the new courses of the body and of all who are stuck to it.

  /// A body's support is gone.
  Changes freed(std::span<const Record<D>> records, Id body, Id support, const Instant& time);
  /// Somebody has put a body at `position` [L].
  Changes moved(std::span<const Record<D>> records, Id body, const Vec<D>& position, const Instant& time);
  /// A body is given `velocity` [L/T].
  Changes steered(std::span<const Record<D>> records, Id body, const Vec<D>& velocity, const Instant& time);
  /// From now on a body that moves as it is told accelerates so [L/T^2].
  Changes accelerated(std::span<const Record<D>> records, Id body, const Vec<D>& acceleration,
                      const Instant& time);
  /// It was crushed by `press`, or has crushed others if that is itself: it stands.
  Changes crushed(std::span<const Record<D>> records, Id body, Id press, const Instant& time);
  /// A body that has waited goes on with `velocity` [L/T].
  Changes resumed(std::span<const Record<D>> records, Id body, const Vec<D>& velocity, const Instant& time);
  /// From now on a body turns so fast [rad/T]. Requires: it spins.
  Changes spun(std::span<const Record<D>> records, Id body, const AngularVelocity<D>& turning,
               const Instant& time);
  /// From now on it stands so. Requires: it spins.
  Changes turned(std::span<const Record<D>> records, Id body, const Orientation<D>& orientation,
                 const Instant& time);
  /// A body goes on as it does; its course is told from now on.
  Changes retold(std::span<const Record<D>> records, Id body, const Instant& time);
  /// The heap of a body rests no more. Requires: it is in one.
  Changes woken(std::span<const Record<D>> records, Id body, const Instant& time);
  /// A body goes, and has no new course itself.
  Changes removed(std::span<const Record<D>> records, Id body, const Instant& time);

  /// What a body's record holds besides place and velocity.
  const LastImpacts& last_impacts() const { return last_impacts_; }
  ImpactReporter<D>& reporter() { return reporter_; }
  const ImpactReporter<D>& reporter() const { return reporter_; }
  WaitingBodies<D>& waiting() { return waiting_; }

  /// What is kept of balls that press each other.
  Hops<D>& hops() { return hops_; }
  const Hops<D>& hops() const { return hops_; }

  /// Requires: it has started. But for hops.
  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.last_impacts_, self.waiting_, self.reporter_);
  }

 private:
  using Party = ImpactParty<D>;
  using Contact = ImpactContact<D>;
  using Answer = ImpactAnswer<D>;

  bool just_bounce(const OrderedPair<D>& pair) const;
  Resolution bounce_balls(std::span<Record<D>> records, const OrderedPair<D>& pair,
                          const RelativeFlight<D>& flown, const Instant& time);
  void report_balls(std::span<const Record<D>> records, const OrderedPair<D>& pair,
                    const RelativeFlight<D>& flown, const Bounce<D>& bounced, const Instant& time);
  Resolution resolve_any(std::span<Record<D>> records, const OrderedPair<D>& pair, const Instant& time);
  Resolution carry_out(std::span<Record<D>> records, const OrderedPair<D>& pair, const Instant& time);
  Resolution resolve_solids(std::span<Record<D>> records, const OrderedPair<D>& pair, const Instant& time);
  Resolution resolve_turning(std::span<Record<D>> records, const OrderedPair<D>& pair, const Instant& time);
  bool lands_on_standing(std::span<const Record<D>> records, const OrderedPair<D>& pair, const Instant& time);
  Resolution resolve_standing(std::span<Record<D>> records, const OrderedPair<D>& pair, const Instant& time);
  Resolution meet_turning(std::span<Record<D>> records, const OrderedPair<D>& pair, TurningTouch<D> touch,
                          const Instant& time);
  double fall_off(std::span<Record<D>> records, const Party& party, Id support, const Instant& time);
  void straighten(Id body, const Footing& footing, const Instant& time);
  void turn_apart(const Contact& contact, const Vec<D>& apart, const Vec<D>& place, const Instant& time);
  TurningParty<D> turning_party(const Contact& contact, const Party& party, const AngularVelocity<D>& turning,
                                const Instant& time) const;
  double flat_within(const Party& party, Id support) const;
  Stance stance_of(const Contact& contact, const TurningTouch<D>& touch) const;
  bool takes_up(const Party& party, const Vec<D>& arm, const Vec<D>& push) const;
  Push push_of(const Contact& contact, const TurningTouch<D>& touch) const;
  bool come_to_lean(const Contact& contact, const Stance& stance, const Push& push, Bounce<D>& bounced);
  void stand_on(const Contact& contact, const Stance& stance, TurningTouch<D>& touch) const;
  bool come_to_stand(const Contact& contact, const Stance& stance, Bounce<D>& bounced, const Instant& time);
  void knock(const Contact& contact, const Party& party, Vec<D>& velocity, AngularVelocity<D>& turning);
  bool stands_for(const Party& party, const Slider<D>& slider, const AngularVelocity<D>& turning,
                  Slide<D>& way) const;
  Vec<D> turning_place(const Contact& contact, const TurningTouch<D>& touch, const Instant& time) const;
  bool is_lasting(const Contact& contact, const Instant& time) const;
  TurningPush<D> push_apart(const Contact& contact, const Vec<D>& apart, const Vec<D>& place,
                            const Stance& stance, const Instant& time) const;
  Bounce<D> turn_away(const Contact& contact, const Vec<D>& apart, const Vec<D>& place,
                      const TurningPush<D>& pushed);
  void stop_sliding(const Contact& contact, const Vec<D>& apart, const Vec<D>& place,
                    const TurningPush<D>& pushed, Bounce<D>& bounced);
  Resolution leave_solid(std::span<Record<D>> records, const OrderedPair<D>& pair, const Support<D>& support,
                         const Instant& time);
  Vec<D> meeting_point(const SolidMeeting<D>& meeting, const OrderedPair<D>& pair, const Vec<D>& apart) const;
  void part(Contact& contact, double least = 0.0);
  void part_pushed(Contact& contact);
  bool is_pushed(const OrderedPair<D>& pair, const RelativeFlight<D>& flown) const;
  Contact contact_of(std::span<const Record<D>> records, Id a, Id b, const Image<D>& image,
                     const Instant& time) const;
  bool is_too_fast(const Contact& contact, const Answer& answer) const;
  Party party_of(const Record<D>& record, Id id, const Instant& time) const;
  Party party_of(std::span<const Record<D>> records, Id id, const Instant& time) const;
  Answer respond(const Contact& contact, const Instant& time);
  bool has_rule(const Contact& contact) const;
  Answer obey(const Contact& contact, const Instant& time);
  Bounce<D> react(const Contact& contact, const Instant& time);
  void take_back(const Contact& contact);
  void check_wanted(Id id, const Vec<D>& velocity) const;
  void wait(const Contact& contact, Bounce<D>& bounced);
  bool is_anchored(const Contact& contact) const;
  void stick(const Contact& contact, Bounce<D>& bounced);
  void gather(std::span<const Record<D>> records, const Instant& time, const Party& party);
  void gather(std::span<const Record<D>> records, const Instant& time, const Contact& contact);
  void take_mates(std::span<const Record<D>> records, const Instant& time, const Party& party);
  void shift(Party& party, const Vec<D>& by);
  void place_members(std::span<const Record<D>> records, Id body);
  void renew_all(std::span<Record<D>> records, const Party& party, const Vec<D>& velocity, Id partner,
                 const Instant& time);
  void change_all(TurnKind kind, const Party& party, Id partner, const Vec<D>& velocity, const Instant& time);
  void change_all(TurnKind kind, const Party& party, Id partner, const Vec<D>& velocity,
                  const AngularVelocity<D>& turning, const Instant& time);
  Resolution pass_through(std::span<Record<D>> records, const OrderedPair<D>& pair, const Instant& time);
  double hop(const Contact& contact, double rebound) const;
  void lift(const Contact& contact, double restitution, Bounce<D>& bounced);
  bool has_heaps() const;
  double heap_hop(const Contact& contact, double closing, double restitution);
  double fastest(const Party& a, const Party& b) const;
  void count_glide(const Party& body, Id on, double closing, bool jams);
  void count_turning(const Contact& contact, const Stance& stance, double closing, const Instant& now);
  void set_down(Id body, const Orientation<D>& stands, const Instant& time);
  void wake_struck(std::span<Record<D>> records, const Contact& contact, const Instant& time);
  void wake_heap(std::span<Record<D>> records, const OrderedPair<D>& pair, Id body, const Instant& time);
  double leave_heap(std::span<Record<D>> records, const OrderedPair<D>& pair, const Party& body,
                    const Instant& time);
  bool is_hop(const Contact& contact, double closing) const;
  std::uint64_t hops_of_a_search() const;
  void begin_to_hop();
  void count_slow(const Contact& contact, double closing, const Instant& now);
  void hop_together(std::span<Record<D>> records, const OrderedPair<D>& pair, const Instant& time);
  void strike_all(std::span<Record<D>> records, const OrderedPair<D>& pair, const Instant& time);
  template <class Ask>
  Pressed<D> taken_up(std::span<Record<D>> records, const OrderedPair<D>& pair, const Instant& time,
                      const Ask& ask);
  void set_off(std::span<Record<D>> records, const OrderedPair<D>& pair, std::span<const Parted<D>> bodies,
               const Instant& time);
  void part_all(std::span<Record<D>> records, const OrderedPair<D>& pair, Id body, const Instant& time);
  void change(std::span<Record<D>> records, const OrderedPair<D>& pair, const Party& party, TurnKind kind,
              Id with, const Vec<D>& velocity, const Instant& time);
  std::optional<std::vector<std::pair<Id, Touch<D>>>> gliding_contacts(std::span<const Record<D>> records,
                                                                       const FoundHeap<D>& found,
                                                                       const Instant& time) const;
  void rest_together(std::span<Record<D>> records, const OrderedPair<D>& pair, const Instant& time);
  Answer meet_moving(const Contact& contact, const Instant& time);
  Answer meet_fixed(const Contact& contact, const Instant& time);
  bool may_rub() const { return table_.interactions.rubs() || !spins_.is_empty(); }
  Rubbed<D> rubbed(Id id, const Instant& time) const;
  void rub_in(const Vec<D>& toward, const Party& a, const Party& b, bool held, const Instant& time,
              Bounce<D>& bounced);
  /// What impacts are told with; nothing where nobody turns or rubs.
  const ImpactSpins<D>* told_spins() const { return may_rub() ? &spun_ : nullptr; }
  void see_spins(const Contact& contact, const Instant& time);
  void stop_spins(const Contact& contact);
  void settle_spins(const Contact& contact, const Bounce<D>& bounced, const Instant& time);
  Slider<D> slider_on(const Touch<D>& touch, const Party& party, const Vec<D>& velocity,
                      const AngularVelocity<D>& turning) const;
  std::optional<Slider<D>> slider_of(const Party& party, const Vec<D>& velocity,
                                     const AngularVelocity<D>& turning) const;
  void turn(Id body, const AngularVelocity<D>& turning, const AngularVelocity<D>& acceleration,
            const Instant& time);
  AngularVelocity<D> rub_on_support(const Party& party, const Vec<D>& velocity,
                                    const AngularVelocity<D>& turning, const Instant& time);
  std::optional<double> end_slide(std::span<Record<D>> records, const OrderedPair<D>& pair,
                                  const Instant& time);
  Holder unmoved(Id a, Id b) const;
  Holder still_one(std::span<const Record<D>> records, const Contact& contact) const;
  void find_still_holder(std::span<const Record<D>> records, Contact& contact, const Vec<D>& apart,
                         const Vec<D>& place, const Instant& time);
  bool is_held_firmly(const Contact& contact, const Vec<D>& apart, const Vec<D>& place, const Vec<D>& push,
                      Pulls pulls = Pulls::None) const;
  bool is_held_firmly(const Contact& contact, const Vec<D>& apart, const Vec<D>& place, const Stance& stance,
                      const TurningImpulse<D>& impulse) const;
  void free_fallen(std::span<Record<D>> records, const OrderedPair<D>& pair, const Instant& time);
  void free_carried(std::span<Record<D>> records, const OrderedPair<D>& pair, Id carrier,
                    const Instant& time);
  void let_fall(std::span<Record<D>> records, const OrderedPair<D>& pair, Id body, Id carrier,
                const Instant& time);
  double landing_rounding(const Contact& contact) const;
  Touch<D> touch_of(const Contact& contact) const;
  Support<D> support_of(const Contact& contact) const;
  double leave(std::span<Record<D>> records, Party ball, const Support<D>& support, const Instant& time);
  std::optional<double> leave_support(std::span<Record<D>> records, const Contact& contact,
                                      const Instant& time);
  double rounding_of(const Contact& contact) const;
  double rounding_of(const Party& party) const;
  void renew(Record<D>& record, const Party& party, const Vec<D>& velocity, const Instant& time);
  void follow(Record<D>& record, Party mate, Id body, const Vec<D>& position, const Vec<D>& velocity,
              const Instant& time);
  Vec<D> touching_point(const Contact& contact) const;
  void tell_rest(const Contact& contact, const Answer& answer, const Instant& time);

  const BodyTable<D>& table_;
  const FreeFlight<D>& flight_;
  const Space<D>& space_;
  ImageCounters<D>& wraps_;
  Resting<D>& resting_;
  const SolidPredictor<D>& solids_;
  const TurningPredictor<D>& turning_;
  OverlapPairs<D>& overlap_pairs_;
  BondedBodies<D>& bonds_;
  SpinTable<D>& spins_;
  HeapSearch<D> heap_search_;
  ImpactReporter<D> reporter_;
  LastImpacts last_impacts_;
  WaitingBodies<D> waiting_;
  PositionRounding<D> rounding_;
  Hops<D> hops_;
  std::optional<Id> jams_{};                       // one of this event, who may meet others endlessly often
  bool presses_ = false;                           // all who are pressed together hop at once
  bool strikes_ = false;                           // one who is pressed has been struck
  std::vector<Party> mates_;                       // who are stuck to those at hand
  std::vector<typename Resting<D>::Mate> places_;  // of all of them
  std::vector<Change<D>> changes_;
  bool halfway_ = false;      // something has been changed in this event, and not all of it so far
  bool sticks_ = false;       // in this event
  bool renews_pair_ = false;  // the two of this event get new courses yet
  ImpactSpins<D> spun_;       // in this event, where may_rub()
  std::vector<Id> others_;    // whose courses the last event changed, too
};

}  // namespace firsthit
