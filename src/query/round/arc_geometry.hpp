#pragma once

#include "core/vec_math.hpp"

#include <firsthit/shape.hpp>

#include <cmath>
#include <cstddef>

// The kernel and the response see an arc with the same eyes: what stands here is computed once, in one
// way, for both. p [L] is always a ball's centre relative to the arc's.

namespace firsthit {

/// The part of an arc that is nearest to a place.
enum class ArcPart : std::size_t { Face, From, To };

/// An arc, and where its ends are.
struct ArcFrame {
  explicit ArcFrame(const Arc& arc)
      : radius(arc.radius),
        from_ray(arc.from),
        to_ray(arc.to),
        from_end((arc.radius / length(arc.from)) * arc.from),
        to_end((arc.radius / length(arc.to)) * arc.to) {
    const double turn = cross(from_ray, to_ray);
    const double ahead = dot(from_ray, to_ray);
    whole = turn == 0.0 && ahead > 0.0;
    reflex = turn < 0.0;
  }

  /// Is p within the angle that the arc spans? Its rays belong to it.
  bool spans(const Vec<2>& p) const {
    if (whole) return true;
    const bool after_from = cross(from_ray, p) >= 0.0;
    const bool before_to = cross(p, to_ray) >= 0.0;
    return reflex ? after_from || before_to : after_from && before_to;
  }

  /// Is p outside the circle?
  bool is_outside(const Vec<2>& p) const { return length_squared(p) >= radius * radius; }

  ArcPart nearest(const Vec<2>& p) const {
    if (spans(p)) return ArcPart::Face;
    return dot(p, from_end - to_end) >= 0.0 ? ArcPart::From : ArcPart::To;
  }

  double radius;  ///< [L]
  Vec<2> from_ray;
  Vec<2> to_ray;
  Vec<2> from_end;  ///< [L] relative to the arc's centre
  Vec<2> to_end;    ///< [L]
  bool whole;       ///< a full circle: it has no ends
  bool reflex;      ///< more than half of a circle
};

}  // namespace firsthit
