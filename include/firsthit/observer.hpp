#pragma once

#include <firsthit/orientation.hpp>
#include <firsthit/vec.hpp>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace firsthit::inline v0 {

/// Names a body, an obstacle or a side of the box within one world; never reused.
struct BodyId {
  std::uint32_t value = 0;
  friend constexpr auto operator<=>(const BodyId&, const BodyId&) = default;
};

/// What met what.
enum class ImpactKind : std::uint8_t {
  BodyBody,      ///< two moving bodies
  BodyObstacle,  ///< a moving body and a fixed one
  BodySide       ///< a moving body and a side of the box
};

/// A body whose flight has just ended, by an impact or a turn. Fixed bodies and sides have zero velocities
/// and no mass.
template <int D>
struct ImpactSide {
  BodyId id;
  Vec<D> position;         ///< [L] centre at the impact, inside the box
  Vec<D> velocity_before;  ///< [L/T]
  Vec<D> velocity_after;   ///< [L/T]
  double elapsed = 0.0;    ///< [T] since the body's course last changed
  Vec<D> acceleration{};   ///< [L/T^2] of the flight that ends here
};

/// An impact that has just been resolved.
template <int D>
struct Impact {
  std::uint64_t index = 0;  ///< 0 for the first impact of the world, counted in the total order
  double time = 0.0;        ///< [T] since the world's start
  ImpactKind kind = ImpactKind::BodyBody;
  ImpactSide<D> a;       ///< the smaller id
  ImpactSide<D> b;       ///< the larger id
  Vec<D> point;          ///< [L] where the surfaces meet, as a sees it (b may be a periodic image)
  Vec<D> normal;         ///< unit, from a to b
  double impulse = 0.0;  ///< [M L/T] along the normal, >= 0
  double virial = 0.0;   ///< [M L^2/T^2] impulse times the distance of centres; 0 unless BodyBody
  double overlap = 0.0;  ///< [L] how deep the stored positions overlap at the impact, >= 0
};

/// How the two of an impact turn, and what friction does to them.
template <int D>
struct ImpactSpins {
  AngularVelocity<D> a_before{};  ///< [rad/T]
  AngularVelocity<D> a_after{};
  AngularVelocity<D> b_before{};
  AngularVelocity<D> b_after{};
  Vec<D> tangential_impulse{};          ///< [M L/T] that b gets from a along the surface; a gets the opposite
  AngularVelocity<D> a_acceleration{};  ///< [rad/T^2] afterwards, of what rests where friction acts
  AngularVelocity<D> b_acceleration{};
};

/// Why a body's course changed without an impact.
enum class TurnKind : std::uint8_t {
  Steered,  ///< somebody set its velocity
  Rested,   ///< it came to rest on a support, or on one more
  Left,     ///< it left a support, or has gone through what a response of the user's let it pass
  Pulled,   ///< it is stuck to a body whose course changed, or pressed without room against others that part
  Moved,    ///< somebody put it elsewhere
  Gripped,  ///< it slips no more on what it rests on: from now on it rolls, or stands
  Rubbed,   ///< friction on what it rests on acts otherwise: it stands, spins no more, or its way bends
  Crushed   ///< it was crushed, or has crushed others, and stands: Body::on_crush
};

/// A body's course has just changed without an impact.
template <int D>
struct Turn {
  double time = 0.0;  ///< [T] since the world's start
  TurnKind kind = TurnKind::Steered;
  ImpactSide<D> body;
  BodyId support;  ///< what it rests on, has left, is stuck to or was crushed by; else the body itself
  Vec<D> acceleration_after;                        ///< [L/T^2] of the flight that begins
  AngularVelocity<D> angular_velocity_after{};      ///< [rad/T]
  AngularVelocity<D> angular_acceleration_after{};  ///< [rad/T^2] by friction at rest, or then as it tumbles
};

/// A body has just come to touch one that lets it pass, or has left it.
template <int D>
struct Passing {
  double time = 0.0;  ///< [T] since the world's start
  BodyId a;           ///< the smaller id
  BodyId b;
  bool enters = true;  ///< or leaves
};

/// Somebody who watches a world and is told of each event at once. A world without observers spends no time
/// on them. Its calls come on the thread that runs the world; there it may ask the world what is const, and
/// observers, itself among them, may come and go; else calls throw InputError. What it throws goes on when
/// the event is complete. Cost: one virtual call each; of a large gas also that bodies no longer stand in
/// memory as in space: a BatchObserver is cheaper, and `World::measure` cheaper still.
template <int D>
class Observer {
 public:
  virtual ~Observer() = default;
  /// Called after every impact, in the total order.
  virtual void impact(const Impact<D>&) {}
  /// Called after that, in a world in which anybody spins, or friction acts.
  virtual void impact_spins(const Impact<D>&, const ImpactSpins<D>&) {}
  /// Called after every change of course that is not an impact.
  virtual void turn(const Turn<D>&) {}
  /// Called whenever somebody enters or leaves what lets him pass.
  virtual void passing(const Passing<D>&) {}
};

/// Events in their total order.
template <int D>
class EventBatch {
 public:
  bool empty() const { return kinds_.empty(); }
  /// Of all kinds together.
  std::size_t size() const { return kinds_.size(); }
  const std::vector<Impact<D>>& impacts() const { return impacts_; }
  /// Of each impact, in a world in which anybody spins, or friction acts; else none.
  const std::vector<ImpactSpins<D>>& spins() const { return spins_; }
  /// Tells `observer` of each event, in order. Cost: a virtual call each.
  void tell(Observer<D>& observer) const {
    std::size_t impacts = 0, turns = 0, passings = 0;
    for (const Kind kind : kinds_) {
      if (kind == Kind::Impact) {
        const Impact<D>& impact = impacts_[impacts];
        observer.impact(impact);
        if (impacts < spins_.size()) observer.impact_spins(impact, spins_[impacts]);
        ++impacts;
      }
      if (kind == Kind::Turn) observer.turn(turns_[turns++]);
      if (kind == Kind::Passing) observer.passing(passings_[passings++]);
    }
  }

  /// So many more of any kind can be added then without memory that is needed anew. Cost: as `add`.
  void make_room(std::size_t more) {
    make_room(kinds_, more);
    make_room(impacts_, more);
    make_room(spins_, impacts_.size() - spins_.size() + more);
    make_room(turns_, more);
    make_room(passings_, more);
  }
  // Cost: O(1), a copy, but for memory that is needed anew.
  void add(const Impact<D>& impact) { add(impact, impacts_, Kind::Impact); }
  void add(const Impact<D>& impact, const ImpactSpins<D>& spins) {
    add(impact);
    spins_.resize(impacts_.size() - 1);  // of those before friction was
    spins_.push_back(spins);
  }
  void add(const Turn<D>& turn) { add(turn, turns_, Kind::Turn); }
  void add(const Passing<D>& passing) { add(passing, passings_, Kind::Passing); }
  /// Keeps the memory.
  void clear() {
    kinds_.clear();
    impacts_.clear();
    spins_.clear();
    turns_.clear();
    passings_.clear();
  }

 private:
  enum class Kind : std::uint8_t { Impact, Turn, Passing };

  template <class Event>
  void add(const Event& event, std::vector<Event>& events, Kind kind) {
    events.push_back(event);
    kinds_.push_back(kind);
  }
  template <class Event>
  static void make_room(std::vector<Event>& events, std::size_t more) {
    if (events.capacity() - events.size() >= more) return;
    events.reserve(events.size() + (events.size() < more ? more : events.size()));
  }

  std::vector<Kind> kinds_;
  std::vector<Impact<D>> impacts_;
  std::vector<ImpactSpins<D>> spins_;
  std::vector<Turn<D>> turns_;
  std::vector<Passing<D>> passings_;
};

/// Somebody who watches a world and is told of some hundred events at a time, and of the last of a run
/// before it returns. Its calls come on the thread that runs the world, between two events, and may do, and
/// throw, what those of an Observer may. The world may have gone on since the last event of a batch.
/// Cost: some 350 bytes written and read an event that is told, and a look for whether it is.
template <int D>
class BatchObserver {
 public:
  virtual ~BatchObserver() = default;
  /// `batch` is emptied after the call; it may be swapped for another one.
  virtual void events(EventBatch<D>& batch) = 0;
};

}  // namespace firsthit::inline v0
