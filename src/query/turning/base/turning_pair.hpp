#pragma once

#include "core/vec_math.hpp"
#include "query/turning/base/turning_body.hpp"

#include <array>
#include <cstddef>
#include <optional>

namespace firsthit {

/// All x with normal . x <= height, seen from the path of what carries it, which does not turn.
template <int D>
struct TurningPlane {
  Vec<D> normal;        ///< unit, to rounding
  double height = 0.0;  ///< [L]
};

/// What a place, a gap or a distance of a pair is off by, at most, over the size of all that it is the sum
/// of. Smaller: an impact might be told that is none, or a time that is late. docs/numerics/turning.md.
template <int D>
inline constexpr double kTurningError = D == 2 ? 0x1p-47 : 0x1p-46;

/// By how much larger errors are where one precesses. Smaller: as above.
inline constexpr double kOfPrecession = 1.125;
/// And where one tumbles, which is followed from knot to knot.
inline constexpr double kOfTumbling = 3.0;

/// What two that turn can be told apart by, in errors: an impact that is deeper is never missed. Smaller: an
/// impact may be too shallow to be proven where its error ends, and remains unresolved.
inline constexpr double kResolutionInErrors = 8.0;

/// An arc, as rays from its centre that part it into pieces of at most a quarter of a circle, seen from the
/// direction from the first corner of its body to the second.
struct TurningArc {
  double radius = 0.0;         ///< [L]
  bool is_whole = false;       ///< a circle, which has no ends
  std::size_t pieces = 1;      ///< at most four
  std::array<Vec<2>, 5> rays;  ///< unit, counterclockwise, one more than pieces
};

/// Two convex shapes that turn, or a plane and one, or an arc and one of these, seen from a's centre.
template <int D>
struct TurningPair {
  TurningBody<D>& a;  ///< of a plane: without corners
  TurningBody<D>& b;
  double radii = 0.0;  ///< [L] of both, and the margin
  std::optional<TurningPlane<D>> plane{};
  std::optional<TurningArc> arc{};  ///< what a is then; beside a plane b
};

/// The pair at a time.
template <int D>
struct TurningInstant {
  double t = 0.0;                  ///< [T]
  Vec<D> place;                    ///< [L] b's centre seen from a's
  Vec<D> velocity;                 ///< [L/T]
  Vec<D> acceleration;             ///< [L/T^2]
  Vec<D> jerk;                     ///< [L/T^3]
  double distance = 0.0;           ///< [L] of the place
  double speed = 0.0;              ///< [L/T]
  double acceleration_size = 0.0;  ///< [L/T^2] the length of the acceleration
  double jerk_size = 0.0;          ///< [L/T^3] of the jerk
  double error = 0.0;              ///< [L] of any gap
  /// [L] what a gap may change by within the last digit of the time
  double blur = 0.0;
};

/// Turns both to t. Requires: furthest_angle() of neither is reached until then.
template <int D>
TurningInstant<D> at_instant(const TurningPair<D>& pair, double t);

/// A direction that turns, as it is at an instant: from a to b.
template <int D>
struct TurningAxis {
  Vec<D> normal;              ///< unit, to rounding
  AngularVelocity<D> rate{};  ///< [rad/T]
};

/// [T] So long after the instant, and no longer than `longest`, the two stay apart by more than `least` [L]
/// along the axis as it turns: proven, if the instant's gap along it is above `least` by its error.
/// Returns 0 where that is not so, or if it would surely be no longer than `enough`.
template <int D>
double safe_step(const TurningPair<D>& pair, const TurningInstant<D>& now, const TurningAxis<D>& axis,
                 double least, double longest, double enough);

/// [T] The same by the balls around both, or a plane and the ball, however they turn: 0 where these meet.
template <int D>
double safe_step_of_balls(const TurningPair<D>& pair, const TurningInstant<D>& now, double least,
                          double longest);

/// [T] So long after the instant, and no longer than `longest`, the two overlap: proven, as a corner of one
/// is in the other all the time. `normal`: unit, from a to b. Returns 0 where no corner tells.
double time_overlapping(const TurningPair<2>& pair, const TurningInstant<2>& now, const Vec<2>& normal,
                        double longest);

/// When two may touch at all.
struct TurningWindow {
  double start = 0.0;  ///< [T] not before
  double end = 0.0;    ///< [T] not after; finite
};

/// The part of [0, end] in which the balls around both may meet; nothing if they never do. Where both stay on
/// the spot and only one spins, steadily, it ends after a turn.
template <int D>
std::optional<TurningWindow> window_of(const TurningPair<D>& pair, double end);

/// The same of two on their paths, with the reaches of both and their radii [L] in all.
template <int D>
struct TurningReach {
  const CubicPath<D>& a;
  const CubicPath<D>& b;
  double reach = 0.0;   ///< [L]
  double rate_a = 0.0;  ///< [rad/T]
  double rate_b = 0.0;
  bool precesses = false;
  bool is_plane = false;
};
template <int D>
std::optional<TurningWindow> window_of(const TurningReach<D>& pair, double end);

}  // namespace firsthit
