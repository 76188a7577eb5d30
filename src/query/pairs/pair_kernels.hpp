#pragma once

#include "query/ballistic/exact_pairs.hpp"
#include "query/base/pair_table.hpp"
#include "query/base/query_window.hpp"
#include "query/convex/contact/contact.hpp"
#include "query/convex/exact/convex_event.hpp"
#include "query/convex/polytope/rounded_polytope.hpp"

#include <firsthit/first_hit.hpp>

#include <span>

// What first_hit is made of: one function for each kind of pair. The answer is for a and b in this order.

namespace firsthit {

/// A moving thing, as the kernels see it.
template <int D>
struct MovingShape {
  const Shape<D>& shape;
  Course<D> course;
  bool wide = false;  ///< are the query's numbers too far apart for filters?
};

/// Its vertices and its radius, on its course.
template <int D>
void polytope_of(const MovingShape<D>& side, RoundedPolytope<D>& core) {
  core.wide = side.wide;
  make_polytope(side.shape, side.course.position, side.course.velocity, core);
}

/// What happens to a pair, and where its surfaces then are.
template <int D>
struct PairMeeting {
  GapEvent event;
  bool unresolved = false;  ///< undecided; nothing happens before event.lower
  ContactRegion<D> region;
  Feature feature_a;
  Feature feature_b;
};

/// What first_hit answers where the window is `horizon` long.
template <int D>
Encounter<D> encounter(const PairMeeting<D>& meeting, double horizon);

/// Balls and points that fall.
template <int D>
PairMeeting<D> falling_balls_meet(const MovingShape<D>& a, const MovingShape<D>& b,
                                  const QueryWindow& window);

/// A segment and a ball or point, of which one falls.
PairMeeting<2> falling_segment_meets(const MovingShape<2>& a, const MovingShape<2>& b,
                                     const QueryWindow& window);

/// A half-space and any other shape, straight or falling.
template <int D>
PairMeeting<D> half_space_meets(const MovingShape<D>& a, const MovingShape<D>& b, const QueryWindow& window);

/// Where two half-spaces that face each other are nearest after t: everywhere at once, so halfway between
/// what carries them.
template <int D>
ContactRegion<D> region_between(const Course<D>& at_a, const HalfSpace<D>& a, const Course<D>& at_b,
                                const HalfSpace<D>& b, double t, double gap);

/// Two convex shapes on straight courses.
template <int D>
PairMeeting<D> convex_meet(const MovingShape<D>& a, const MovingShape<D>& b, const QueryWindow& window);

/// Where two convex shapes meet whose event has been found: what convex_meet does after that.
template <int D>
PairMeeting<D> convex_contact(const MovingShape<D>& a, const MovingShape<D>& b, const ConvexEvent<D>& found,
                              double margin);

/// Two shapes on straight courses of which one is a concave polygon: convex ones, or polygons.
PairMeeting<2> polygons_meet(const MovingShape<2>& a, const MovingShape<2>& b, const QueryWindow& window);

/// [L] Where a thing is after t [T].
template <int D>
Vec<D> place_after(const Course<D>& course, double t);

/// [L] b's place relative to a's after t [T]: the difference of the given places is not rounded on its own.
template <int D>
Vec<D> place_between(const Course<D>& a, const Course<D>& b, double t);

/// [T] When to look at the surfaces: at the event, or else at the first touch.
double moment_of(const GapEvent& event);

/// Do the two just touch at that moment? If not, they are closer, or may be, from the start.
bool is_touch(const GapEvent& event);

/// What the gap [L] is said to be: the margin at a touch, or if no more than rounding tells `rounded` from
/// it; less where they are closer.
double settled_gap(const GapEvent& event, double rounded, double error, double margin);

/// The patch of a shape, which has this radius, at its place after t.
template <int D>
PlacedFeature<D> placed(const SupportFeature<D>& patch, double radius, const Course<D>& course, double t);

/// Which part of a shape its patch is. `numbers` are those of the core's vertices, if they are others.
template <int D>
Feature feature_of(const Shape<D>& shape, const SupportFeature<D>& patch, const Vec<D>& outward,
                   std::span<const int> numbers = {});

/// The same of one vertex, or of the two ends of an edge, in the plane.
Feature feature_of(const Shape<2>& shape, std::span<const int> vertices, const Vec<2>& outward);

/// A convex shape or piece, as it takes part in a contact.
template <int D>
struct ContactPart {
  const MovingShape<D>& side;
  const RoundedPolytope<D>& core;
  std::span<const int> numbers = {};  ///< of the shape's vertices that are the core's, if not the same
};

/// Fills in where a and b meet along a direction, exact but for the rounding of its components.
template <int D>
void fill_contact(const ContactPart<D>& a, const ContactPart<D>& b, const Vec<D>& direction, double margin,
                  PairMeeting<D>& meeting);

}  // namespace firsthit
