#pragma once

#include "query/convex/contact/support_feature.hpp"

#include <firsthit/vec.hpp>

namespace firsthit {

/// What a place is off by, at most, over the largest number that it was made from: three roundings of the
/// shift, four of the offset, and ten, of up to three times the size, of moving it onto the plane: below 30
/// u, counted as 32 u. Smaller: edges that rounding has set apart would not meet. docs/numerics/contact.md.
inline constexpr double kPlaceError = 0x1p-48;

/// A shape's patch, and where it is.
template <int D>
struct PlacedFeature {
  const SupportFeature<D>& patch;  ///< along the normal for a, against it for b
  double radius = 0.0;             ///< [L] of the core
  Vec<D> place;                    ///< [L] of what carries it
  double size = 0.0;               ///< [L] of the largest number that `place` is the sum of
};

/// Where two surfaces meet, or are nearest, seen along the normal between them.
///
/// It is a box around all such places, in the coordinates other than the normal's largest: so it depends
/// neither on an order of vertices nor on that of the two shapes, and its centre is one of these places.
/// [L]; all heights are normal . x, halfway from a's surface to b's.
template <int D>
struct ContactRegion {
  Vec<D> normal;          ///< unit, from a to b; zero if there is none
  double gap = 0.0;       ///< from a's surface to b's
  bool is_place = false;  ///< a single place, which is `low`
  Vec<D> low;
  Vec<D> high;
  double least_height = 0.0;
  double largest_height = 0.0;
};

/// The unit vector of a direction; zero of zero.
template <int D>
Vec<D> unit(const Vec<D>& direction);

template <int D>
ContactRegion<D> contact_region(const PlacedFeature<D>& a, const PlacedFeature<D>& b, const Vec<D>& normal,
                                double gap);

/// Of a plane across `normal`, solid below, and what is above it. Requires: the normal is not zero.
template <int D>
ContactRegion<D> region_on_plane(const PlacedFeature<D>& b, const Vec<D>& normal, double gap);

/// Both regions together. Requires: the same normal.
ContactRegion<2> united(const ContactRegion<2>& one, const ContactRegion<2>& other);

/// The place in the middle of a region, halfway from a's surface to b's.
template <int D>
Vec<D> centre(const ContactRegion<D>& region);

}  // namespace firsthit
