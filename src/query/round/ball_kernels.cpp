#include "query/round/ball_kernels.hpp"

#include "core/vec_math.hpp"
#include "exact/error_free.hpp"
#include "exact/signed_sum.hpp"
#include "query/base/flight_cuts.hpp"
#include "query/base/scaling.hpp"
#include "query/convex/exact/convex_event.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firsthit {

template <int D>
double doubtful_ball_ball_delay(const Vec<D>& d, const Vec<D>& v, double sigma) {
  if (!(sigma > 0.0 && signed_dot(d, v) < 0.0)) return kNever;
  // Powers of two round nothing, and keep what is small or large far from the ends of the doubles' range.
  const int length_exponent = exponent(std::max(max_abs(d), sigma));
  const int speed_exponent = exponent(max_abs(v));
  RoundedPolytope<D> a;
  RoundedPolytope<D> b;
  a.offsets = b.offsets = {a.own.data(), 1};  // one vertex each
  a.radius = std::ldexp(sigma, -length_exponent);
  b.position = scaled(d, -length_exponent);
  b.velocity = scaled(v, -speed_exponent);
  const GapEvent event = convex_event(a, b, 0.0, std::numeric_limits<double>::max()).event;
  return event.kind == GapEvent::Kind::None ? kNever
                                            : std::ldexp(event.lower, length_exponent - speed_exponent);
}

template double doubtful_ball_ball_delay<2>(const Vec<2>&, const Vec<2>&, double);
template double doubtful_ball_ball_delay<3>(const Vec<3>&, const Vec<3>&, double);

double plane_delay(double gap, double rate, double acceleration) {
  const bool closing = rate < 0.0 || (rate == 0.0 && acceleration < 0.0);
  if (gap <= 0.0 && closing) return 0.0;
  if (acceleration >= 0.0 && !closing) return kNever;
  if (acceleration == 0.0) return gap / -rate;
  // rate^2 - 2 acceleration gap: the squared rate at the moment of touch.
  const double disc = difference_of_products(rate, rate, 2.0 * acceleration, gap);
  if (acceleration > 0.0 && !(disc > 0.0)) return kNever;
  const double root = disc > 0.0 ? std::sqrt(disc) : 0.0;
  if (rate < 0.0) return (2.0 * gap) / (root - rate);
  // Up first, then down again; without ever getting out (root 0), the apex is where it closes.
  return (rate + root) / -acceleration;
}

namespace {

/// a . b, or 0 where no more than rounding is left of it. What moves straight at a face never passes its
/// ends, and no probe far ahead could tell where it is.
double dot_beyond_rounding(const Vec<2>& a, const Vec<2>& b) {
  constexpr double kNoise = 8.0 * std::numeric_limits<double>::epsilon();
  const double x = a.c[0] * b.c[0];
  const double y = a.c[1] * b.c[1];
  return std::fabs(x + y) > kNoise * (std::fabs(x) + std::fabs(y)) ? x + y : 0.0;
}

/// The part of a segment that is nearest to the ball's centre.
enum class Nearest { From, Face, To };

/// A ball and a segment at one moment; places are relative to the ball's centre.
struct BallAndSegment {
  Vec<2> from, to, v, g;
  double radius;

  BallAndSegment after(double t) const {
    const Vec<2> shift = t * (v + (0.5 * t) * g);
    return {from - shift, to - shift, v + t * g, g, radius};
  }

  Nearest nearest() const {
    const Vec<2> along = to - from;
    if (dot(along, from) >= 0.0) return Nearest::From;
    return dot(along, to) <= 0.0 ? Nearest::To : Nearest::Face;
  }

  /// What is nearest between now and now + length, which holds no change of it. One of three
  /// probes may be where the centre just touches the normal of an end: the other two outvote it.
  Nearest nearest_until(double length) const {
    const Nearest first = after(0.25 * length).nearest();
    return after(0.75 * length).nearest() == first ? first : after(0.5 * length).nearest();
  }

  /// What is nearest after all changes.
  Nearest nearest_at_last() const {
    const double acceleration = dot_beyond_rounding(to - from, g);
    const double drift = acceleration != 0.0 ? acceleration : dot_beyond_rounding(to - from, v);
    if (drift == 0.0) return nearest();
    return drift < 0.0 ? Nearest::From : Nearest::To;
  }

  /// The delay against the one feature, as if it were nearest for ever.
  double delay(Nearest feature) const {
    if (feature == Nearest::From) return rounded_falling_delay(from, -v, -g, radius);
    if (feature == Nearest::To) return rounded_falling_delay(to, -v, -g, radius);
    // All gaps and rates are longer by the segment's length: delays do not feel it.
    const Vec<2> along = to - from;
    double distance = cross(from, along);
    double rate = cross(along, v);
    double acceleration = cross(along, g);
    const bool below = distance != 0.0 ? distance < 0.0 : (rate != 0.0 ? rate < 0.0 : acceleration < 0.0);
    if (below) {
      distance = -distance;
      rate = -rate;
      acceleration = -acceleration;
    }
    return plane_delay(distance - radius * length(along), rate, acceleration);
  }

  /// Cuts the flight where the centre crosses the normal of the segment at `end`.
  void add_crossings(const Vec<2>& end, FlightCuts& cuts) const {
    const Vec<2> along = to - from;
    cuts.add(-dot(along, end), dot_beyond_rounding(along, v), 0.5 * dot_beyond_rounding(along, g));
  }
};

}  // namespace

double rounded_segment_delay(const Vec<2>& from, const Vec<2>& to, const Vec<2>& v, const Vec<2>& g,
                             double radius) {
  const BallAndSegment now{from, to, v, g, radius};
  // The flight is cut where the nearest feature changes. The distance and its rate pass smoothly
  // from one to the next: a touch lost by rounding at a cut is "inside and closing" right after it.
  FlightCuts cuts;
  now.add_crossings(from, cuts);
  now.add_crossings(to, cuts);
  for (int i = 0; i < cuts.count; ++i) {
    const bool last = i + 1 == cuts.count;
    const double begin = cuts.times[i];
    const double length = last ? kNever : cuts.times[i + 1] - begin;
    const BallAndSegment start = i == 0 ? now : now.after(begin);
    const double delay = start.delay(last ? now.nearest_at_last() : start.nearest_until(length));
    if (delay <= length && delay < kNever) return begin + delay;
  }
  return kNever;
}

}  // namespace firsthit
