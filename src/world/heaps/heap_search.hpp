#pragma once

#include "core/vec_math.hpp"
#include "engine/record.hpp"
#include "world/bodies/body_table.hpp"
#include "world/bodies/bonded_bodies.hpp"
#include "world/bodies/spin_table.hpp"
#include "world/heaps/heap_forces.hpp"
#include "world/heaps/heap_table.hpp"
#include "world/heaps/pile_contacts.hpp"
#include "world/heaps/touching_parts.hpp"
#include "world/motion/free_flight.hpp"
#include "world/prediction/overlap_pairs.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace firsthit {

/// Where a body is, and how it stands.
template <int D>
struct Pose {
  Vec<D> place;  // [L]
  Orientation<D> stands{};
};

/// A little further: half the way [rad], cubes of which are nothing. Its size changes.
inline Orientation<2> turned_by(const Orientation<2>& o, double half) {
  return {o.w - half * o.z, o.z + half * o.w};
}
inline Orientation<3> turned_by(const Orientation<3>& o, const Vec<3>& half) {
  const Vec<3> v{o.x, o.y, o.z};
  const Vec<3> turned = v + o.w * half + cross(half, v);
  return {o.w - dot(half, v), turned[0], turned[1], turned[2]};
}

/// Bodies that can come to rest together, and where.
template <int D>
struct FoundHeap {
  Heap<D> heap;
  std::vector<Pose<D>> poses;  ///< of its members, perhaps out of a box that repeats
  /// [L/T] of its members: what they did before, but for what their contacts take up. None of these gets
  /// wider or narrower by it, as long as it is flat. Those who turn go along with what they lie on.
  std::vector<Vec<D>> velocities;
  Vec<D> acceleration{};  ///< [L/T^2] of what carries them, and so of all
};

/// How fast a body is from now on.
template <int D>
struct Parted {
  Id id = 0;
  Vec<D> velocity;                            ///< [L/T]
  AngularVelocity<D> turning{};               ///< [rad/T]
  std::optional<HeapContact<D>> stands_on{};  ///< nothing yields, and it lies on this
};

/// What a body that stands still gets of those who are pressed on it.
template <int D>
struct HeldPush {
  Id body = 0;
  Vec<D> arm;   ///< [L] from its place
  Vec<D> push;  ///< [M L/T]
};

/// How those go on whom gravity presses together, if all who stand still take up what they get.
template <int D>
struct Pressed {
  std::vector<Parted<D>> bodies;
  std::vector<HeldPush<D>> held;
  PileContacts<D> contacts{};
  double lasts = 0.0;  ///< [T] until they have hopped
};

/// Finds bodies that hold each other. They hop on each other, with no more speed than hops have, near places
/// at which gravity and forces at their contacts, and nothing else, leave each of them in balance. What moves
/// as it is told may carry them, if all that does goes on together.
///
/// The places are those of least weight: among all small ways that lead no two of them into each other, the
/// one by which they fall furthest, and the forces are what keeps them from falling further. So it is one
/// linear program for the forces, whose costs are the gaps, and Newton's method from there. Those who rub are
/// put no further than they must to touch: forces within the cones of friction hold them anywhere.
/// docs/numerics/heaps.md.
template <int D>
class HeapSearch {
 public:
  /// All must outlive it.
  HeapSearch(const BodyTable<D>& table, const FreeFlight<D>& flight, const Space<D>& space,
             const BondedBodies<D>& bonds, const SpinTable<D>& spins, const OverlapPairs<D>& overlap_pairs)
      : table_(table),
        flight_(flight),
        space_(space),
        bonds_(bonds),
        spins_(spins),
        overlap_pairs_(overlap_pairs) {}

  /// Of a heap that has been found: do its members rest there from now on?
  using Settle = std::function<bool(const FoundHeap<D>&)>;
  /// Calls `settle` for those that rest together, or may already, in no heap twice. Where it puts them they
  /// are for whoever is looked at after them: so no two heaps are put into each other. Cost: O(n log n + k)
  /// for n bodies, k of them near each other; and of m that may hold each other some 3 m steps of the simplex
  /// method, each of which costs some m.
  void find(std::span<const Record<D>> records, const Instant& now, const Settle& settle) const;
  /// Bodies around `body` that leave each other no room: with these velocities, the nearest ones to those
  /// that they have (by their energy), each pair of them parts, as fast as they hop, and from what does not
  /// move. Cost: O(n log n), and O(m^3) or so for the m of them.
  std::vector<Parted<D>> parted(std::span<const Record<D>> records, Id body, const Instant& now) const;
  /// All whom gravity presses together: with these velocities no two of them come closer, and none of them to
  /// what holds them, until they have hopped once, all at once. Coulomb's law holds at their contacts, and
  /// nothing bounces: docs/numerics/heaps.md. Members of `heaps` go on as they do. `before`: what contacts
  /// carried the last time, from where it goes on. Cost: O(n log n + k), and O(m) a sweep for m contacts.
  Pressed<D> pressed(std::span<const Record<D>> records, const HeapTable<D>& heaps,
                     const PileContacts<D>& before, const Instant& now) const;
  /// Two have met, and bounced, of whom one at least is pressed against others, as `contacts` tell: what that
  /// does to them all at once, for what is `left` [T] of a hop that `lasts` [T]. Only those who are reached
  /// are told. Cost: O(m log m) and O(m) a sweep, for m contacts around them.
  Pressed<D> struck(std::span<const Record<D>> records, const HeapTable<D>& heaps,
                    const PileContacts<D>& contacts, const OrderedPair<D>& pair, double lasts, double left,
                    const Instant& now) const;
  /// All corners of where a body touches another, or what does not move, across `normal` (unit, from a to b),
  /// no further apart than `within` [L]: seen from a's place. Requires: one of them turns.
  std::vector<Vec<D>> touching_places(Id a, const Pose<D>& of_a, Id b, const Pose<D>& of_b,
                                      const Vec<D>& normal, double within) const;

 private:
  /// A body that may come to rest, or one that moves as it is told, or is held at its place, and that others
  /// may come to rest on.
  struct Loose {
    Id id = 0;
    bool yields = true;  // forces move it
    Vec<D> place;
    Vec<D> velocity;
    double size = 0.0;   // [L] to compare others with: of a ball its radius
    double reach = 0.0;  // [L] from its place
    Orientation<D> stands{};
    AngularVelocity<D> turning{};                      // [rad/T]
    double lever = 0.0;                                // as of a heap
    std::array<std::int64_t, std::size_t{D}> wraps{};  // boxes from where its record is to its place

    Pose<D> pose() const { return {place, stands}; }
  };
  struct Near {
    HeapContact<D> contact;
    std::size_t a = 0;      // of those that may hold each other
    std::size_t b = kNone;  // the same, or of those that others may rest on; if it is one
    bool both = false;      // forces move b, too
    double gap = 0.0;
    bool slow = false;  // they come together, or part, as those who hop
    double friction = 0.0;
    double farthest = 0.0;  // [L] the largest coordinate of what does not move
    TouchingParts parts{};
  };
  struct Settling;      // bodies that are put where they touch
  struct Parting;       // bodies without room
  struct Pressing;      // a contact of those who are pressed together
  struct PressingPair;  // and all of two pieces
  class Strike;         // an impact on those who are pressed
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  /// Contacts of bodies at rest are as near to nothing as this many roundings of their places.
  static constexpr double kRoundings = 16.0;

  /// So many bodies without room, at most, part at once: the cost is their number cubed.
  static constexpr std::size_t kMostParted = 512;

  /// Is it asked what turns bodies, too?
  bool turns() const { return !spins_.is_empty(); }
  /// No contact turns a ball where nothing rubs, nor asks how it spins.
  bool spins_freely(Id id) const { return table_.is_ball_that_moves(id) && !table_.interactions.rubs(); }
  std::optional<Loose> loose(Id id, std::span<const Record<D>> records, const Instant& now) const;
  std::vector<Loose> loose(std::span<const Record<D>> records, const Instant& now) const;
  std::vector<std::pair<std::size_t, std::size_t>> neighbours_in(const std::vector<std::size_t>& order,
                                                                 const std::vector<Loose>& all,
                                                                 double within) const;
  void find_pairs(const std::vector<Loose>& all, double within, std::vector<Near>& near) const;
  void add_pair(const std::vector<Loose>& all, std::size_t a, std::size_t b, double within,
                std::vector<Near>& near) const;
  void find_unmoved(const std::vector<Loose>& all, double within, std::vector<Near>& near) const;
  void add_unmoved(const std::vector<Loose>& all, std::size_t i, double within,
                   std::span<const double> extents, std::vector<Near>& near) const;
  std::vector<double> extents_of_fixed() const;
  template <class Each>
  void each_image(const Vec<D>& apart, double reach, const Each& each) const;
  bool may_touch(Id a, Id b) const;
  bool is_inside(const Loose& a, const Loose& b, Image<D> image) const;
  Vec<D> carrier_velocity(const std::vector<Loose>& all, const Near& near) const;
  Vec<D> carrier_acceleration(const std::vector<Loose>& all, const Near& near) const;
  bool may_hold(const std::vector<Loose>& all, const Near& near) const;
  Vec<D> passing_speed(const std::vector<Loose>& all, const Near& near) const;
  bool is_slow(const std::vector<Loose>& all, const Near& near) const;
  bool is_still(const Loose& body, const HeapTable<D>& heaps) const;
  bool rubs(const Near& near) const;
  bool is_pressed(const std::vector<Loose>& all, const Near& near) const;
  struct HopAt {
    double speed = 0.0;  // [L/T]
    double lasts = 0.0;  // [T]
    double sharp = 0.0;  // [L/T]
    double room = 0.0;   // [L] they leave each other
  };
  Pressing pressing(const Parting& parting, std::size_t i, const HopAt& hop) const;
  bool look_ahead(const Parting& parting, const std::vector<bool>& goes_on, const std::vector<double>& after,
                  const HopAt& hop, std::vector<Pressing>& contacts, std::vector<PressingPair>& pairs) const;
  PressingPair pressing_pair(const Parting& parting, std::span<const Pressing> contacts,
                             std::size_t first) const;
  std::vector<PressingPair> pressing_pairs(const Parting& parting, std::span<const Pressing> contacts) const;
  void press_all(std::vector<PressingPair>& pairs, std::span<const double> inverse_mass, double sharp,
                 std::vector<Pressing>& contacts, std::vector<double>& speed) const;
  bool may_go_on(const Parting& parting, const std::vector<bool>& goes_on, double hop,
                 std::vector<double>& after) const;
  template <class Each>
  static void each_push(std::span<const PressingPair> pairs, std::span<const Pressing> contacts,
                        const Each& each);
  std::vector<HeldPush<D>> held_pushes(const Parting& parting, std::span<const PressingPair> pairs,
                                       std::span<const Pressing> contacts,
                                       const std::vector<bool>& still) const;
  bool may_rest_alone(const Loose& body) const;
  void add_parts(const Pose<D>& a, const Pose<D>& b, double within, const Near& pair,
                 std::vector<Near>& near) const;
  std::optional<Near> separating(const Pose<D>& a, const Pose<D>& b, const Near& pair) const;
  double parted_along(const Pose<D>& a, const Pose<D>& b, const Near& pair) const;
  void touch(const Pose<D>& a, const Pose<D>& b, Near& near) const;
  Vec<D> apart(const Pose<D>& a, const Pose<D>& b, const Near& near) const;
  bool touches_whole(const HeapContact<D>& contact) const;
  PlacedPiece<D> placed(Id body, std::uint32_t piece, const Orientation<D>& stands,
                        const Vec<D>& place) const;
  void touch_parts(const Pose<D>& a, const Pose<D>& b, Near& near) const;
  void touch_side(const Vec<D>& a, Near& near) const;
  void touch_pieces(const Vec<D>& d, Near& near) const;
  Heap<D> heap_of(const std::vector<Loose>& all, const std::vector<std::size_t>& members) const;
  std::vector<Vec<D>> pushes_at(const HeapContact<D>& contact, double friction, const Vec<D>& pull) const;
  Vec<D> pull_on(const std::vector<Loose>& all, const std::vector<Near>& near,
                 const std::vector<std::size_t>& members) const;
  std::vector<std::size_t> held_by_what_they_touch(const std::vector<Loose>& all,
                                                   const std::vector<Near>& near,
                                                   const std::vector<std::size_t>& members,
                                                   const Vec<D>& pull) const;
  std::vector<std::size_t> balanced(const std::vector<Loose>& all, const std::vector<Near>& near,
                                    std::vector<std::size_t>& members) const;
  void look(std::vector<Loose>& all, const std::vector<Near>& near, std::vector<std::size_t> members,
            const Settle& settle) const;
  std::optional<FoundHeap<D>> rests(const std::vector<Loose>& all, const std::vector<Near>& near,
                                    const std::vector<std::size_t>& members,
                                    std::vector<std::size_t> carrying,
                                    std::vector<std::size_t>& rolling) const;
  std::optional<FoundHeap<D>> settled(Settling put, const std::vector<Near>& near,
                                      std::vector<std::size_t> carrying) const;
  std::optional<FoundHeap<D>> settled_by_friction(Settling put, const std::vector<Near>& near,
                                                  std::vector<Near> touching,
                                                  std::vector<std::size_t>& rolling) const;
  std::optional<FoundHeap<D>> stuck(const Settling& put, const std::vector<Near>& near,
                                    std::vector<std::size_t>& rolling) const;
  std::vector<double> unhindered(const Settling& put, const Heap<D>& heap, std::span<const double> friction,
                                 const std::vector<bool>& carries) const;

  const BodyTable<D>& table_;
  const FreeFlight<D>& flight_;
  const Space<D>& space_;
  const BondedBodies<D>& bonds_;
  const SpinTable<D>& spins_;
  const OverlapPairs<D>& overlap_pairs_;
  /// What it has asked for stays for the next search, as shapes do not change, unless it has become much.
  void forget_hulls() const {
    constexpr std::size_t kMostHulls = 4096;  // of some 1 kB each in space
    if (hulls_.size() > kMostHulls) hulls_.clear();
  }
  mutable std::map<std::pair<Id, std::uint32_t>, PieceHull<D>> hulls_;  // by body and piece
};

}  // namespace firsthit
