#pragma once

#include <firsthit/first_hit.hpp>
#include <firsthit/vec.hpp>

#include <array>
#include <cstdint>
#include <span>

namespace firsthit::inline v0 {

/// A vertex and a triangle, which may be degenerate.
struct VertexFace {
  Vec3 vertex;               ///< [L]
  std::array<Vec3, 3> face;  ///< [L]
};

/// Two edges, which may be points.
struct EdgeEdge {
  std::array<Vec3, 2> a;  ///< [L]
  std::array<Vec3, 2> b;  ///< [L]
};

/// A point and a segment in the plane, which may be a point too.
struct PointSegment {
  Vec2 point;                   ///< [L]
  std::array<Vec2, 2> segment;  ///< [L]
};

/// A pair of features at both ends of a window of time.
///
/// Between, every vertex moves on its own straight line at constant speed.
template <class Features>
struct Deformation {
  Features start;
  Features end;
};

/// What it took to be certain.
enum class FeatureStage : std::uint8_t {
  Cull,     ///< signs of differences: the two are on different sides of a plane across an axis
  Filter,   ///< rounded arithmetic with a proven error: they never meet
  Bracket,  ///< enclosures of the roots of a polynomial, in rounded arithmetic with a proven error
  Exact     ///< whole numbers of any size
};

/// Whether and when two features first touch; both are closed sets.
struct FeatureTouch {
  bool touches = false;
  FeatureStage stage = FeatureStage::Cull;
  /// The first touch, as a fraction of the window: between two doubles that are neighbours, or at one
  /// that both are equal to. 1 if they do not touch.
  double lower = 1.0;
  double upper = 1.0;

  explicit operator bool() const { return touches; }
};

/// The first touch of two features within a window, its ends included, as exact arithmetic on the
/// doubles given decides. All but `stage` is a function of the sets and their motion alone.
///
/// Any finite doubles will do. Throws InputError for others. Derivation: docs/numerics/features.md.
/// Cost: O(1), of which `stage` tells how much. Threads: any number at once; so for all of this header.
FeatureTouch first_touch(const Deformation<VertexFace>& pair);
FeatureTouch first_touch(const Deformation<EdgeEdge>& pair);
FeatureTouch first_touch(const Deformation<PointSegment>& pair);

/// The same for many pairs: touches[i] has the bits of first_touch(pairs[i]).
/// Requires: both spans have the same length. Cost: O(number of pairs).
void first_touch(std::span<const Deformation<VertexFace>> pairs, std::span<FeatureTouch> touches);
void first_touch(std::span<const Deformation<EdgeEdge>> pairs, std::span<FeatureTouch> touches);
void first_touch(std::span<const Deformation<PointSegment>> pairs, std::span<FeatureTouch> touches);

/// What becomes of two features within a window: the first touch, and the first impact. Times are
/// fractions of the window.
///
/// An impact is a touch at which one passes through the other, an end or a corner included: the volume
/// (in the plane: the area) that their vertices span changes its sign. Touching and going back is a graze,
/// and so is whatever stays in one plane (on one line) for ever. A touch at the very start is a graze, as
/// nothing is known of what was before; one at the very end is judged as if the motion went on.
struct FeatureEncounter {
  Outcome outcome = Outcome::Miss;  ///< Miss, Graze or Impact
  FeatureStage stage = FeatureStage::Cull;
  /// The first impact, whatever grazes came before: between two doubles that are neighbours, or at one
  /// that both are equal to. 1 if there is none.
  double delay = 1.0;
  double delay_upper = 1.0;
  /// The first touch, in the same way.
  double first_touch = 1.0;
  double first_touch_upper = 1.0;

  /// Is there something to respond to?
  explicit operator bool() const { return outcome == Outcome::Impact; }
};

/// Whether and when one of two features first passes through the other, as exact arithmetic on the doubles
/// given decides. The first touch is that of `first_touch`, and input is as free. Cost: O(1).
FeatureEncounter first_hit(const Deformation<VertexFace>& pair);
FeatureEncounter first_hit(const Deformation<EdgeEdge>& pair);
FeatureEncounter first_hit(const Deformation<PointSegment>& pair);

/// The same for many pairs: encounters[i] has the bits of first_hit(pairs[i]).
/// Requires: both spans have the same length. Cost: O(number of pairs).
void first_hit(std::span<const Deformation<VertexFace>> pairs, std::span<FeatureEncounter> encounters);
void first_hit(std::span<const Deformation<EdgeEdge>> pairs, std::span<FeatureEncounter> encounters);
void first_hit(std::span<const Deformation<PointSegment>> pairs, std::span<FeatureEncounter> encounters);

/// Where two features touch, in rounded arithmetic.
template <int D>
struct FeatureContact {
  Vec<D> point_a{};  ///< [L] of the first feature (vertex, edge a, point) the place nearest to the second
  Vec<D> point_b{};  ///< [L] of the second the place nearest to the first: the same but for rounding
  /// Unit, from the first feature to the second: the features close along it. It is perpendicular to
  /// both, unless they are parallel or slide past each other in one plane: then it is opposite to their
  /// relative velocity at the contact. Zero if there is none.
  Vec<D> normal{};
};

/// The contact at touch.lower. Requires: the pair touches then. Cost: O(1).
FeatureContact<3> contact(const Deformation<VertexFace>& pair, const FeatureTouch& touch);
FeatureContact<3> contact(const Deformation<EdgeEdge>& pair, const FeatureTouch& touch);
FeatureContact<2> contact(const Deformation<PointSegment>& pair, const FeatureTouch& touch);

/// The contact at the impact, or else at the first touch. Requires: the outcome is not Miss. Cost: O(1).
FeatureContact<3> contact(const Deformation<VertexFace>& pair, const FeatureEncounter& encounter);
FeatureContact<3> contact(const Deformation<EdgeEdge>& pair, const FeatureEncounter& encounter);
FeatureContact<2> contact(const Deformation<PointSegment>& pair, const FeatureEncounter& encounter);

}  // namespace firsthit::inline v0
