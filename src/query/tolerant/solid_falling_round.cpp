#include "core/vec_math.hpp"
#include "query/tolerant/solid_falling.hpp"
#include "query/tolerant/solid_nearest.hpp"
#include "query/tolerant/solid_round.hpp"

#include <algorithm>
#include <cmath>

// Conservative advancement (Mirtich 1996) by planes: what is outside now stays so until it passes the plane
// between the nearest places, which is a parabola's zero.

namespace firsthit {
namespace {

constexpr double kEver = std::numeric_limits<double>::infinity();

/// So near to being deep, in parts of the tolerance, counts as deep: half of the quarter by which "outside"
/// is further out, so that what grazes comes in once and leaves once, whatever the rounding
/// (docs/numerics/solids.md).
constexpr double kNearlyDeep = 0.125;

/// Where the course first comes in.
template <int D>
struct Entry {
  double time = kEver;  // [T]
  Plane<D> plane;       // that it passes then
};

template <int D>
class FallingPair {
 public:
  FallingPair(const SolidPiece<D>& a, const SolidPiece<D>& b, const RelativeMotion<D>& approach)
      : a_(a), b_(b), approach_(approach), radius_(joint_radius(a, b, approach)) {}

  Plane<D> plane(const Vec<D>& normal) const {
    return plane_at(normal, core_reach(a_, normal) + core_reach(b_, -normal) + radius_, approach_);
  }

  /// The first time from `from` on at which it is inside, or with `deep` deeper than the tolerance. Without a
  /// plane if it is further inside from the start.
  Entry<D> enter(double from, bool deep) const {
    for (double t = from;;) {
      const double tolerance = approach_.tolerance_at(t);
      const double nearly = kNearlyDeep * tolerance;
      const CoresApart<D> apart = cores_apart(a_, b_, approach_.at(t), 0.5 * nearly);
      if (is_zero(apart.normal)) return {t, {}};
      const Entry<D> entry{t, plane(apart.normal)};
      const double room = apart.distance - radius_ + (deep ? tolerance : 0.0);
      const double closing = closing_from(entry.plane, t);
      const bool closes = closing == t;
      if (room < -nearly) return {t, {}};
      if (room <= nearly && (t > from || closes)) return {t, plane(of_a_face(apart.normal))};
      const Parabola height = deep ? height_with_tolerance(entry.plane, approach_) : height_over(entry.plane);
      TimeInterval below = height.first_below(t);
      if (!(below.begin > t) && !closes) {  // it has just come out, unless it falls back before it is
        if (deep && closing < below.end) return {t, {}};
        below = height.first_below(below.end);
      }
      if (!below.happens()) return {};
      if (!(below.begin > t)) return {t, plane(of_a_face(apart.normal))};
      t = below.begin;
    }
  }

  /// Are they together from one time to the other, but for a part of the tolerance?
  bool stay_together(double from, double to) const { return first_outside(from, to) > to; }

  /// The first time after t, or a little later, at which it may be elsewhere by more than what is nearly
  /// deep.
  double moved(double t) const {
    const double way = kNearlyDeep * approach_.tolerance_at(t);
    const double straight = 0.5 * way / length(approach_.v + t * approach_.g);
    const double falling = std::sqrt(way / length(approach_.g));
    return std::max(t + std::min(straight, falling), std::nextafter(t, kEver));
  }

  /// The end of the time inside that begins at t.
  double leave(double t) const {
    // Surely outside, for good.
    const Vec<D> away = (1.0 / length(approach_.g)) * approach_.g;
    const double last = height_over(plane(away)).last_zero(kEver);
    return last > t ? std::min(first_outside(t, last), last) : t;
  }

 private:
  std::span<const Vec<D>> normals() const {
    if (normals_.size() == 0) collect_normals(a_, b_, normals_);
    return normals_.all();
  }

  /// The normal of a face that is this one but for rounding, or else this one.
  Vec<D> of_a_face(const Vec<D>& normal) const {
    Vec<D> best = normal;
    double least = kSameFace;
    for (const Vec<D>& face : normals()) {
      const double off = length_squared(face - normal);
      if (off > least) continue;
      least = off;
      best = face;
    }
    return best;
  }

  /// [L] At least so deep it is at a place, with the tolerance of time t; below 0 outside.
  double depth(const Vec<D>& d, double t) const {
    const CoresApart<D> apart = cores_apart(a_, b_, d, 0.5 * kNearlyDeep * approach_.tolerance_at(t));
    if (!is_zero(apart.normal)) return radius_ - apart.distance;
    double least = kEver;
    for (const Vec<D>& normal : normals())
      least = std::min(least, core_reach(a_, normal) + core_reach(b_, -normal) - dot(normal, d));
    return radius_ + (std::isfinite(least) ? std::max(least, 0.0) : 0.0);
  }

  /// [L] How deep it is there, or how much nearer than what enter() takes for inside: who grazes leaves once.
  double held(const Vec<D>& d, double t) const {
    return depth(d, t) + 2.0 * kNearlyDeep * approach_.tolerance_at(t);
  }

  /// Is it inside, but for a part of the tolerance, all the way between two times at which it is? The course
  /// lies in the triangle of its ends and the place where its tangents at them meet.
  bool is_held_between(double from, double held_from, double to, double held_to) const {
    if (held_from < 0.0 || held_to < 0.0) return false;
    const double h = to - from;
    const double sag = 0.125 * length(approach_.g) * (h * h);
    if (held_from > sag && held_to > sag) return true;
    const Vec<D> corner = approach_.at(from) + (0.5 * h) * (approach_.v + from * approach_.g);
    return held(corner, to) >= -kNearlyDeep * approach_.tolerance_at(to);
  }

  /// The first time from one to the other at which nothing holds it; infinite if there is none.
  double first_outside(double from, double to) const {
    return first_outside(from, held(approach_.at(from), from), to, held(approach_.at(to), to));
  }
  double first_outside(double from, double held_from, double to, double held_to) const {
    if (is_held_between(from, held_from, to, held_to)) return kEver;
    const double h = to - from;
    const double way = h * (length(approach_.v + from * approach_.g) + 0.5 * length(approach_.g) * h);
    const double middle = from + 0.5 * h;
    if (way <= approach_.tolerance_at(to) || !(middle > from && middle < to))
      return held_to < 0.0 ? to : kEver;
    const double held_middle = held(approach_.at(middle), middle);
    const double first = first_outside(from, held_from, middle, held_middle);
    if (first < kEver) return first;
    return first_outside(middle, held_middle, to, held_to);
  }

  const SolidPiece<D>& a_;
  const SolidPiece<D>& b_;
  const RelativeMotion<D>& approach_;
  double radius_;
  mutable InlineVector<Vec<D>, 24> normals_;  // of the planes between the cores
};

}  // namespace

template <int D>
SolidMeeting<D> round_pieces_fall(const SolidPiece<D>& a, const SolidPiece<D>& b,
                                  const RelativeMotion<D>& approach) {
  const FallingPair<D> pair(a, b, approach);
  for (double from = 0.0; from < kEver;) {
    const Entry<D> deep = pair.enter(from, true);
    if (deep.time == kEver) return {};
    if (!is_zero(deep.plane.normal)) {
      const Entry<D> touch = pair.enter(from, false);
      const double begun = is_zero(touch.plane.normal) ? touch_before(deep.plane, deep.time) : touch.time;
      const bool is_firm = pair.stay_together(begun, deep.time);
      const Plane<D>& met = is_firm && !is_zero(touch.plane.normal) ? touch.plane : deep.plane;
      return {is_firm ? begun : deep.time, met.normal, met.reach, 0.0};
    }
    // Deep in from the start: they meet as soon as they close along the least depth, while they are in.
    RelativeMotion<D> then = approach;
    then.d = approach.at(deep.time);
    then.v = approach.v + deep.time * approach.g;
    const SolidDepth<D> now = round_pieces_depth(a, b, then);
    if (is_zero(now.normal)) {  // they slide in one line or plane, and close on no side
      from = std::max(pair.leave(deep.time), std::nextafter(deep.time, kEver));
      continue;
    }
    const Plane<D> nearest = plane_at(now.normal, dot(now.normal, then.d) + now.depth, approach);
    const double closes = closing_from(nearest, deep.time);
    const TimeInterval inside = height_with_tolerance(nearest, approach).first_below(deep.time);
    const bool is_deep = !(inside.begin > deep.time);  // radii may be less than the tolerance
    if (is_deep && closes < inside.end) return {closes, nearest.normal, nearest.reach, 0.0};
    from = std::max(is_deep ? inside.end : inside.begin, std::nextafter(deep.time, kEver));
  }
  return {};
}

template <int D>
std::vector<TimeInterval> round_pieces_intervals(const SolidPiece<D>& a, const SolidPiece<D>& b,
                                                 const RelativeMotion<D>& approach) {
  const FallingPair<D> pair(a, b, approach);
  std::vector<TimeInterval> intervals;
  for (double from = 0.0; from < kEver;) {
    const Entry<D> in = pair.enter(from, false);
    if (in.time == kEver) return intervals;
    const double out = pair.leave(in.time);
    if (out > in.time) intervals.push_back({in.time, out});
    from = out > in.time ? out : pair.moved(in.time);
  }
  return intervals;
}

template SolidMeeting<2> round_pieces_fall(const SolidPiece<2>&, const SolidPiece<2>&,
                                           const RelativeMotion<2>&);
template SolidMeeting<3> round_pieces_fall(const SolidPiece<3>&, const SolidPiece<3>&,
                                           const RelativeMotion<3>&);
template std::vector<TimeInterval> round_pieces_intervals(const SolidPiece<2>&, const SolidPiece<2>&,
                                                          const RelativeMotion<2>&);
template std::vector<TimeInterval> round_pieces_intervals(const SolidPiece<3>&, const SolidPiece<3>&,
                                                          const RelativeMotion<3>&);

}  // namespace firsthit
