#pragma once

#include "core/never.hpp"
#include "core/vec_math.hpp"

#include <firsthit/shape.hpp>
#include <firsthit/vec.hpp>

#include <cmath>
#include <optional>

// Delays until a ball impacts, from relative placements: doubles that count as exact. All give +infinity for
// "never", 0 for "overlapping or touching, and closing", and otherwise the first delay at which the gap is
// <= 0 and closing. Which of these it is, is decided as exact arithmetic would; delays are rounded, and
// docs/numerics/ball-kernels.md says by how much. No absolute constants; scaling lengths or times by a power
// of two scales the answer exactly, as long as the magnitudes that are not zero stay within 2^-200 and 2^200;
// swapping or mirroring the arguments changes nothing.

namespace firsthit {

/// Where gap or room are a smaller part than this of what they are differences of, rounded arithmetic is not
/// asked. Larger: more delays from the slow stages. Smaller: delays with fewer digits, 11 of them now.
/// With q this part: c errs by (4 / q + 1) u of itself, disc by (13.7 / q + 1) u, b by 192 u; the root is the
/// smaller of two summands, so half of disc counts half: (7.5 / q + 200) u < 2^16 u = 2^-37 of the delay.
/// Whole derivation: docs/numerics/ball-kernels.md.
inline constexpr double kBallDoubt = 0x1p-13;

/// What ball_ball_delay says where it is in doubt: what first_hit says, by its filter and its exact stage.
template <int D>
double doubtful_ball_ball_delay(const Vec<D>& d, const Vec<D>& v, double sigma);

/// Two balls on straight courses: the first delay t >= 0 with |d + v t| <= sigma and closing. Two points
/// never impact. d [L]: centre b minus centre a; v [L/T]: velocity b minus velocity a; sigma [L]: sum of
/// radii. Error: 2^-37 of the delay.
template <int D>
inline double ball_ball_delay(const Vec<D>& d, const Vec<D>& v, double sigma) {
  // a t^2 + 2 b t + c = 0, its smaller root as c / (-b + sqrt(disc)) and disc = b^2 - a c by
  // Lagrange's identity as a sigma^2 - |d x v|^2: no difference of nearly equal numbers.
  const double b = dot(d, v);
  const double d_squared = length_squared(d);
  const double v_squared = length_squared(v);
  const double sigma_squared = sigma * sigma;
  const double c = d_squared - sigma_squared;
  const double c_doubt = kBallDoubt * d_squared;
  if (!(c > c_doubt)) return doubtful_ball_ball_delay(d, v, sigma);
  if (!(b < 0.0)) return kNever;  // not approaching
  const double disc = v_squared * sigma_squared - cross_squared(d, v);
  const double disc_doubt = v_squared * c_doubt;
  if (disc < -disc_doubt) return kNever;  // passes by
  if (!(disc > disc_doubt)) return doubtful_ball_ball_delay(d, v, sigma);
  const double t = c / (std::sqrt(disc) - b);
  return t < kNever ? t : kNever;
}

/// The same under a relative acceleration g [L/T^2]: |d + v t + g t^2 / 2| <= sigma, a quartic.
/// g = 0 gives ball_ball_delay, bit for bit. Error: 2^-36 of the delay.
template <int D>
double ball_ball_falling_delay(const Vec<D>& d, const Vec<D>& v, const Vec<D>& g, double sigma);

/// The same where rounded arithmetic can prove it: the first stage. Requires: g is not 0, sigma > 0.
template <int D>
std::optional<double> proven_falling_delay(const Vec<D>& d, const Vec<D>& v, const Vec<D>& g, double sigma);

/// The same in rounded arithmetic: near it, as a rule.
template <int D>
double rounded_falling_delay(const Vec<D>& d, const Vec<D>& v, const Vec<D>& g, double sigma);

/// A gap that is a parabola in time: gap + rate t + acceleration t^2 / 2 <= 0 and closing.
/// gap [L], rate [L/T], acceleration [L/T^2]; acceleration 0 is the straight case.
double plane_delay(double gap, double rate, double acceleration);

/// A ball against a fixed half-space. d [L]: its place minus the ball's; v [L/T], g [L/T^2]: of the ball;
/// radius [L]. Error: 2^-35 of the delay.
template <int D>
double ball_half_space_delay(const HalfSpace<D>& plane, const Vec<D>& d, const Vec<D>& v, const Vec<D>& g,
                             double radius);

/// A ball inside a container: the first delay at which its centre is `room` or more away from the
/// container's and moves outward. d [L]: centre of the container minus that of the ball; v [L/T], g
/// [L/T^2]: of the ball; room [L]: radius of the container minus that of the ball.
template <int D>
double ball_container_delay(const Vec<D>& d, const Vec<D>& v, const Vec<D>& g, double room);

/// A ball against a fixed arc: its outer and its inner face, and its ends.
/// d [L]: centre of the arc minus that of the ball; v [L/T], g [L/T^2]: of the ball; radius [L].
double ball_arc_delay(const Arc& arc, const Vec<2>& d, const Vec<2>& v, const Vec<2>& g, double radius);

/// Where the origin, a ball's centre, is seen from a segment: numbers of which the signs are exact.
struct SegmentSigns {
  SegmentSigns(const Vec<2>& from, const Vec<2>& to);

  /// How its height over the line grows, above 0 on the side that `side` is above 0 on.
  static double rate(const Vec<2>& from, const Vec<2>& to, const Vec<2>& v);

  double before_from;  ///< >= 0 where `from` is nearest
  double beyond_to;    ///< >= 0 where `to` is nearest
  double side;         ///< its height over the line
};

/// A ball against a fixed 2D segment, both faces and both end points.
/// from, to [L]: the segment's ends minus the ball's centre now; v, g: velocity [L/T] and
/// acceleration [L/T^2] of the ball; radius [L]. Error: 2^-36 of the delay.
double ball_segment_delay(const Vec<2>& from, const Vec<2>& to, const Vec<2>& v, const Vec<2>& g,
                          double radius);

/// The same where rounded arithmetic can prove it. Requires: g is not 0, from is not to.
std::optional<double> proven_segment_delay(const Vec<2>& from, const Vec<2>& to, const Vec<2>& v,
                                           const Vec<2>& g, double radius);

/// The same in rounded arithmetic: near it, as a rule.
double rounded_segment_delay(const Vec<2>& from, const Vec<2>& to, const Vec<2>& v, const Vec<2>& g,
                             double radius);

/// The same without acceleration. Error: 2^-37 of the delay. Requires: from is not to.
double straight_segment_delay(const Vec<2>& from, const Vec<2>& to, const Vec<2>& v, double radius);

}  // namespace firsthit
