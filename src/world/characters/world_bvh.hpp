#pragma once

#include <firsthit/distance.hpp>
#include <firsthit/questions.hpp>

#include "core/room.hpp"
#include "engine/record.hpp"
#include "index/bounds_tree.hpp"
#include "query/convex/polytope/inline_vector.hpp"
#include "query/tolerant/solid_meeting.hpp"
#include "world/bodies/body_table.hpp"
#include "world/bodies/spin_table.hpp"
#include "world/characters/turned_solids.hpp"
#include "world/motion/free_flight.hpp"

#include <optional>
#include <span>
#include <vector>

namespace firsthit {

/// A shape on its way past all bodies, where they are now.
template <int D>
struct Sweep {
  const Solid<D>& solid;
  Vec<D> from;  ///< [L]
  Vec<D> way;   ///< [L]
  const QueryFilter& among;
  bool from_one_side = true;  ///< are those that are solid from one side only so here?
  Id mover = kNone;           ///< whose shape it is, who does not meet itself

  static constexpr Id kNone = 0xffffffffU;
};

/// Whom it meets, and how.
template <int D>
struct SweepHit {
  Id body = 0;
  Vec<D> shift{};           ///< [L] by which that body's place is moved: whole boxes
  SolidMeeting<D> meeting;  ///< its delay is the part of the way
};

template <int D>
class WorldBvh;

/// All whose bounds meet a box, gathered for several sweeps within it; it covers nothing if they are too
/// many.
template <int D>
class NearbyBodies {
 public:
  struct Neighbour {
    Id body;
    Vec<D> shift;      ///< [L] by which that body's place is moved
    Bounds<D> bounds;  ///< of the body that is moved by it
  };

  bool covers(const Bounds<D>& box) const { return is_whole_ && holds(where_, box); }
  std::span<const Neighbour> all() const { return neighbours_.all(); }

 private:
  friend class WorldBvh<D>;
  static constexpr std::size_t kMost = 32;  // more are better asked one by one, the nearest first

  bool is_whole_ = false;
  Bounds<D> where_;
  InlineVector<Neighbour, kMost> neighbours_;
};

/// Where all bodies of a world are now, and how they stand, in trees: for questions about them.
template <int D>
class WorldBvh {
 public:
  /// All must outlive this.
  WorldBvh(const BodyTable<D>& table, const FreeFlight<D>& flight, const Space<D>& space,
           const SpinTable<D>& spins)
      : table_(table), flight_(flight), space_(space), spins_(spins) {}

  /// Brings all places up to date; nothing is written if they are. Requires: the table's solids are prepared.
  void update(std::span<const Record<D>> records, const Instant& now);
  /// The next that is forgotten needs no memory.
  void make_room_to_forget() { make_room(forgotten_); }
  /// `body` is where it was not, without that any time has passed.
  void forget(Id body);
  /// The clock counts otherwise from now on.
  void forget_time() { updated_ = Instant{-1, 0.0}; }

  /// [L] Of a body, or of any place in the box that a side is seen from.
  const Vec<D>& place(Id body) const { return places_[body]; }
  /// Of a body as it stands. Requires: it is in a tree, or a half-space.
  const Solid<D>& solid(Id body) const {
    return table_.turns(body) ? turned_.solid(body) : table_.solid(body);
  }
  /// A body as it stands, its place moved by `shift` [L].
  Placed<D> placed(Id body, const Vec<D>& shift) const {
    return {table_.shape(body), places_[body] + shift,
            table_.turns(body) ? turned_.orientation(body) : Orientation<D>{}};
  }

  /// Whom it meets first: at the same time the larger contact, then the smaller id. Sides come last.
  std::optional<SweepHit<D>> first(const Sweep<D>& sweep) const { return first(sweep, {}); }
  /// Each that it meets, once, in that order.
  std::vector<SweepHit<D>> all(const Sweep<D>& sweep) const;
  /// Whom it meets first, found faster if the vicinity covers the sweep.
  std::optional<SweepHit<D>> first(const Sweep<D>& sweep, const NearbyBodies<D>& vicinity) const;
  /// Those within `reach` [L] of a sweep's way.
  void gather(const Sweep<D>& sweep, double reach, NearbyBodies<D>& vicinity) const;

  /// Calls each(body, shift) for those whose bounds come within `reach` [L] of those of a shape at
  /// `position`, and for all half-spaces.
  template <class Each>
  void visit(const Solid<D>& solid, const Vec<D>& position, double reach, const QueryFilter& among,
             const Each& each) const {
    for (const Id body : planes_)
      if (is_asked(body, among)) each(body, Vec<D>{});
    for (const BoundsTree<D>* tree : {&fixed_, &moving_})
      visit_images(*tree, grown(bounds_at(solid, position), reach),
                   [&](Id body, const Vec<D>& shift, const Bounds<D>&) {
                     if (is_asked(body, among)) each(body, shift);
                     return true;
                   });
  }

  /// Calls visit(body, shift) for those whose bounds are at most so near to those of a shape at `position`,
  /// of each image the nearest first. Visits return the distance beyond which nothing matters.
  template <class Visit>
  void visit_near(const Solid<D>& solid, const Vec<D>& position, double most, const QueryFilter& among,
                  const Visit& visit) const {
    for (const Id body : planes_)
      if (is_asked(body, among)) most = std::min<double>(most, visit(body, Vec<D>{}));
    const Bounds<D> where = bounds_at(solid, position);
    for (const BoundsTree<D>* tree : {&fixed_, &moving_}) {
      Bounds<D> within = where;
      for (std::size_t axis = 0; axis < D; ++axis) {
        const double reach =
            std::min(most, 2.0 * flight_.period().length[axis]);  // further images are not nearer
        within.low[axis] -= reach;
        within.high[axis] += reach;
      }
      each_shift(*tree, within, [&](const Vec<D>& shift) {
        tree->visit_near(moved(where, -shift), most, [&](Id body, double) {
          if (is_asked(body, among)) most = std::min<double>(most, visit(body, shift));
          return most;
        });
        return true;
      });
    }
  }
  /// [L] How far a shape and what it has met are apart along the normal of that.
  double gap(const Sweep<D>& sweep, const SweepHit<D>& hit) const;
  /// The same as users see it: at the place [L] where they touch, so much of the way on.
  CastHit<D> told(const Sweep<D>& there, const SweepHit<D>& hit, double fraction) const;
  /// How a shape comes upon a body, or a side of the box; also what positions then tell.
  RelativeMotion<D> approach(const Sweep<D>& sweep, Id body, const Vec<D>& shift) const;
  /// Those that move and overlap it by more than the tolerance, the deepest first. Half-spaces do not move.
  std::vector<SweepHit<D>> within(const Sweep<D>& sweep) const;

 private:
  bool is_asked(Id body, const QueryFilter& among) const;
  bool is_asked(Id body, const Sweep<D>& sweep) const {
    return body != sweep.mover && is_asked(body, sweep.among);
  }
  bool stand(Id body, const Record<D>& record, const Instant& now);
  std::span<const SolidPiece<D>> pieces(Id body, SolidPiece<D>& room) const {
    return table_.turns(body) ? turned_.solid(body).pieces : table_.pieces(body, room);
  }
  SolidMeeting<D> meet(const Sweep<D>& sweep, Id body, const Vec<D>& shift, SolidPiece<D>& room) const;
  Vec<D> meeting_point(const Sweep<D>& sweep, const SweepHit<D>& hit) const;
  Bounds<D> roomy_bounds(Id body) const;
  static Bounds<D> bounds_at(const Solid<D>& solid, const Vec<D>& position);
  static Bounds<D> moved(const Bounds<D>& bounds, const Vec<D>& by) {
    return {bounds.low + by, bounds.high + by};
  }
  static Bounds<D> grown(Bounds<D> bounds, double by) {
    for (std::size_t axis = 0; axis < D; ++axis) {
      bounds.low[axis] -= by;
      bounds.high[axis] += by;
    }
    return bounds;
  }
  /// [L] What rounding may hide from the bounds of a sweep, and what counts as grown.
  double margin(const Sweep<D>& sweep) const;
  /// Calls each(body, shift, bounds) for all in a tree of which some image meets `where`, until one call
  /// returns false. The bounds are that body's own.
  template <class Each>
  bool visit_images(const BoundsTree<D>& tree, const Bounds<D>& where, const Each& each) const {
    return each_shift(tree, where, [&](const Vec<D>& shift) {
      return tree.visit(moved(where, -shift),
                        [&](Id body, const Bounds<D>& bounds) { return each(body, shift, bounds); });
    });
  }
  /// Calls use(shift) for all shifts by whole boxes through which something in the tree may be in `where`,
  /// until one call returns false. Throws InputError if these are more than can be looked at.
  template <class Use>
  bool each_shift(const BoundsTree<D>& tree, const Bounds<D>& where, const Use& use) const {
    if (tree.size() == 0) return true;
    if (!flight_.repeats()) return use(Vec<D>{});
    Image<D> low{};
    Image<D> high{};
    find_images(tree, where, low, high);
    for (Image<D> image = low;;) {
      Vec<D> shift;
      for (std::size_t axis = 0; axis < D; ++axis)
        shift[axis] = static_cast<double>(image[axis]) * flight_.period().length[axis];
      if (!use(shift)) return false;
      std::size_t axis = 0;
      while (axis < D && image[axis] >= high[axis]) {
        image[axis] = low[axis];
        ++axis;
      }
      if (axis == D) return true;
      ++image[axis];
    }
  }
  void find_images(const BoundsTree<D>& tree, const Bounds<D>& where, Image<D>& low, Image<D>& high) const;
  Vec<D> place_of_fixed(Id body, const Vec<D>& position) const;
  /// Calls take(body, shift) for those in trees whose bounds meet those of a sweep, at the start and all
  /// along, before `last()` of its way.
  template <class Take, class Last>
  void visit_trees(const Sweep<D>& sweep, const Bounds<D>& start, const Bounds<D>& all_along,
                   const Take& take, const Last& last) const;
  /// The same for half-spaces, and for the sides that a sweep can meet.
  template <class Take>
  void visit_planes_and_sides(const Sweep<D>& sweep, const Take& take) const;
  SolidMeeting<D> meet_side(const Sweep<D>& sweep, Id side) const;
  bool lets_pass(const Sweep<D>& sweep, Id body, const Vec<D>& shift, double tolerance) const;

  const BodyTable<D>& table_;
  const FreeFlight<D>& flight_;
  const Space<D>& space_;
  const SpinTable<D>& spins_;
  BoundsTree<D> fixed_;  // never refitted: what moves is in a tree of its own
  BoundsTree<D> moving_;
  std::vector<Id> planes_;      // half-spaces are everywhere
  std::vector<Vec<D>> places_;  // by id
  TurnedSolids<D> turned_;
  double least_radius_ = 0.0;  // [L] as the table's where there are solids: here all are
  Instant updated_{-1, 0.0};
  std::vector<Id> forgotten_;
};

}  // namespace firsthit
