#pragma once

#include "core/vec_math.hpp"

#include <firsthit/shape.hpp>
#include <firsthit/vec.hpp>

#include <cmath>
#include <limits>

// Delays until a ball impacts, from relative placements that are already rounded. The engine uses
// these as they are; `first_hit` puts a certified bound around them. All give +infinity for "never",
// 0 for "overlapping or touching, and closing", and otherwise the first delay at which the gap is
// <= 0 and closing. No absolute constants; scaling lengths or times by a power of two scales the
// answer exactly, as long as the magnitudes that are not zero stay within 2^-200 and 2^200;
// swapping or mirroring the arguments changes nothing. Error bounds: docs/numerics/ball-kernels.md.

namespace firsthit {

inline constexpr double kNever = std::numeric_limits<double>::infinity();

/// Two balls on straight courses: the first delay t >= 0 with |d + v t| <= sigma and closing.
/// d [L]: centre b minus centre a; v [L/T]: velocity b minus velocity a; sigma [L]: sum of radii.
template <int D>
inline double ball_ball_delay(const Vec<D>& d, const Vec<D>& v, double sigma) {
  // a t^2 + 2 b t + c = 0, its smaller root as c / (-b + sqrt(disc)) and disc = b^2 - a c by
  // Lagrange's identity as a sigma^2 - |d x v|^2: no difference of nearly equal numbers.
  const double b = dot(d, v);
  if (!(b < 0.0)) return kNever;  // not approaching
  const double sigma_squared = sigma * sigma;
  const double c = length_squared(d) - sigma_squared;
  if (c <= 0.0) return 0.0;
  const double disc = length_squared(v) * sigma_squared - cross_squared(d, v);
  if (!(disc > 0.0)) return kNever;  // passes by; at 0 it touches without entering
  const double t = c / (std::sqrt(disc) - b);
  return t < kNever ? t : kNever;
}

/// The same under a relative acceleration g [L/T^2]: |d + v t + g t^2 / 2| <= sigma, a quartic.
/// g = 0 gives ball_ball_delay, bit for bit.
template <int D>
double ball_ball_falling_delay(const Vec<D>& d, const Vec<D>& v, const Vec<D>& g, double sigma);

/// A gap that is a parabola in time: gap + rate t + acceleration t^2 / 2 <= 0 and closing.
/// gap [L], rate [L/T], acceleration [L/T^2]; acceleration 0 is the straight case.
double plane_delay(double gap, double rate, double acceleration);

/// A ball inside a container: the first delay at which its centre is `room` or more away from the
/// container's and moves outward. d [L]: centre of the container minus that of the ball; v [L/T], g
/// [L/T^2]: of the ball; room [L]: radius of the container minus that of the ball.
template <int D>
double ball_container_delay(const Vec<D>& d, const Vec<D>& v, const Vec<D>& g, double room);

/// A ball against a fixed arc: its outer and its inner face, and its ends.
/// d [L]: centre of the arc minus that of the ball; v [L/T], g [L/T^2]: of the ball; radius [L].
double ball_arc_delay(const Arc& arc, const Vec<2>& d, const Vec<2>& v, const Vec<2>& g, double radius);

/// A ball against a fixed 2D segment, both faces and both end points.
/// from, to [L]: the segment's ends minus the ball's centre now; v, g: velocity [L/T] and
/// acceleration [L/T^2] of the ball; radius [L].
double ball_segment_delay(const Vec<2>& from, const Vec<2>& to, const Vec<2>& v, const Vec<2>& g,
                          double radius);

}  // namespace firsthit
