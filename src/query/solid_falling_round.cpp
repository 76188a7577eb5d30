#include "core/vec_math.hpp"
#include "query/solid_falling.hpp"
#include "query/solid_nearest.hpp"
#include "query/solid_round.hpp"

#include <algorithm>
#include <cmath>

// Conservative advancement (Mirtich 1996) by planes: what is outside now stays so until it passes the plane
// between the nearest places, which is a parabola's zero.

namespace firsthit {
namespace {

constexpr double kEver = std::numeric_limits<double>::infinity();

/// So near to being deep, in parts of the tolerance, counts as deep.
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
  FallingPair(const SolidPiece<D>& a, const SolidPiece<D>& b, const Approach<D>& approach)
      : a_(a), b_(b), approach_(approach), radius_(joint_radius(a, b, approach)) {}

  double radius() const { return radius_; }

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
      const bool closes = closing_from(entry.plane, t) == t;
      if (room < -nearly) return {t, {}};
      if (room <= nearly && (t > from || closes)) return {t, plane(of_a_face(apart.normal))};
      const Parabola height = deep ? height_with_tolerance(entry.plane, approach_) : height_over(entry.plane);
      Spell below = height.first_below(t);
      if (!(below.begin > t) && !closes) below = height.first_below(below.end);  // it has just come out
      if (!below.happens()) return {};
      if (!(below.begin > t)) return {t, plane(of_a_face(apart.normal))};
      t = below.begin;
    }
  }

  /// The end of the time inside that begins at t.
  double leave(double t) const {
    // Surely outside, for good.
    const Vec<D> away = (1.0 / length(approach_.g)) * approach_.g;
    const double last = height_over(plane(away)).last_zero(kEver);
    if (!(last > t)) return t;
    return first_outside(t, depth(t), last, depth(last));
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

  /// [L] At least so deep it is at t; below 0 outside.
  double depth(double t) const {
    const Vec<D> d = approach_.at(t);
    const CoresApart<D> apart = cores_apart(a_, b_, d, kNearlyDeep * approach_.tolerance_at(t));
    if (!is_zero(apart.normal)) return radius_ - apart.distance;
    double least = kEver;
    for (const Vec<D>& normal : normals())
      least = std::min(least, core_reach(a_, normal) + core_reach(b_, -normal) - dot(normal, d));
    return radius_ + (std::isfinite(least) ? std::max(least, 0.0) : 0.0);
  }

  /// The first time in between at which it is outside. Convex shapes hold the chord between two places that
  /// they hold, and the course is nowhere further off that than |g| h^2 / 8.
  double first_outside(double from, double depth_from, double to, double depth_to) const {
    const double h = to - from;
    const double sag = 0.125 * length(approach_.g) * (h * h);
    if (depth_from > sag && depth_to > sag) return kEver;
    const double way = h * (length(approach_.v + from * approach_.g) + 0.5 * length(approach_.g) * h);
    const double middle = from + 0.5 * h;
    if (way <= approach_.tolerance_at(to) || !(middle > from && middle < to))
      return depth_to < 0.0 ? to : kEver;
    const double depth_middle = depth(middle);
    const double first = first_outside(from, depth_from, middle, depth_middle);
    if (first < kEver) return first;
    return first_outside(middle, depth_middle, to, depth_to);
  }

  const SolidPiece<D>& a_;
  const SolidPiece<D>& b_;
  const Approach<D>& approach_;
  double radius_;
  mutable Few<Vec<D>, 24> normals_;  // of the planes between the cores
};

/// Does a course that passes the plane at time t surely get deeper than the tolerance? What is grown by a
/// radius holds a ball of that radius that it touches here; twice the tolerance further along the normal it
/// may have strayed sideways, or been braked, by no more than half of that.
template <int D>
bool is_surely_deep(const Plane<D>& plane, const Approach<D>& approach, double radius, double t) {
  const double tolerance = approach.tolerance_at(t);
  const double closing = -(plane.rate + t * plane.fall);
  if (!(closing > 0.0)) return false;
  const double pull = length(approach.g);
  if (4.0 * pull * tolerance > closing * closing) return false;
  const double aside = 2.0 * tolerance * (length(approach.v + t * approach.g) / closing) + 0.5 * tolerance;
  return aside * aside <= radius * tolerance;
}

}  // namespace

template <int D>
SolidMeeting<D> round_pieces_fall(const SolidPiece<D>& a, const SolidPiece<D>& b,
                                  const Approach<D>& approach) {
  const FallingPair<D> pair(a, b, approach);
  for (double from = 0.0; from < kEver;) {
    const Entry<D> deep = pair.enter(from, true);
    if (deep.time == kEver) return {};
    if (!is_zero(deep.plane.normal)) {
      const double touch = height_over(deep.plane).last_zero(deep.time);
      const bool sure = touch >= 0.0 && is_surely_deep(deep.plane, approach, pair.radius(), touch);
      return {sure ? touch : deep.time, deep.plane.normal, deep.plane.reach, 0.0};
    }
    // Deep in from the start: they meet as soon as they close along the least depth, while they are in.
    Approach<D> then = approach;
    then.d = approach.at(deep.time);
    const SolidDepth<D> now = round_pieces_depth(a, b, then);
    const Plane<D> nearest = plane_at(now.normal, dot(now.normal, then.d) + now.depth, approach);
    const double closes = closing_from(nearest, deep.time);
    const Spell inside = height_with_tolerance(nearest, approach).first_below(deep.time);
    const double out = inside.begin > deep.time ? deep.time : inside.end;
    if (closes < out) return {closes, nearest.normal, nearest.reach, 0.0};
    from = std::max(out, std::nextafter(deep.time, kEver));
  }
  return {};
}

template <int D>
std::vector<Spell> round_pieces_spells(const SolidPiece<D>& a, const SolidPiece<D>& b,
                                       const Approach<D>& approach) {
  const FallingPair<D> pair(a, b, approach);
  std::vector<Spell> spells;
  for (double from = 0.0; from < kEver;) {
    const Entry<D> in = pair.enter(from, false);
    if (in.time == kEver) return spells;
    const double out = pair.leave(in.time);
    if (out > in.time) spells.push_back({in.time, out});
    from = std::max(out, std::nextafter(in.time, kEver));
  }
  return spells;
}

template SolidMeeting<2> round_pieces_fall(const SolidPiece<2>&, const SolidPiece<2>&, const Approach<2>&);
template SolidMeeting<3> round_pieces_fall(const SolidPiece<3>&, const SolidPiece<3>&, const Approach<3>&);
template std::vector<Spell> round_pieces_spells(const SolidPiece<2>&, const SolidPiece<2>&,
                                                const Approach<2>&);
template std::vector<Spell> round_pieces_spells(const SolidPiece<3>&, const SolidPiece<3>&,
                                                const Approach<3>&);

}  // namespace firsthit
