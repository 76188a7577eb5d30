#pragma once

namespace firsthit {

/// On a curved support a bounce lower than this part of the radius of curvature loses nothing. Smaller:
/// a body that glides costs more events, in proportion to one over the root. Larger: its path is less
/// true to the surface.
inline constexpr double kGlide = 0x1p-20;

/// A glide's bounces must stand clear of the rounding of positions, by this factor.
inline constexpr double kGlideRoundings = 64.0;

/// How high [L] a bounce at `speed` goes against the acceleration `press`.
inline double bounce_height(double speed, double press) { return speed * speed / (2.0 * press); }

}  // namespace firsthit
