#include "world/lists/verlet_regions.hpp"

#include "core/vec_math.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firsthit {

namespace {

/// By how much a region covers more than its body may roam, in roundings of the largest length that
/// takes part. Smaller: an impact might be found too late. Larger: lists of bodies far from the origin grow.
/// Two places 8 u each, separations 6 u, cells 4 u, distances 4 u and the time of leaving 4 u: 34 u a body,
/// u = 2^-53; both bodies of a pair bring 64 ulp, which are 128 u. Whole: docs/numerics/neighbour-lists.md.
constexpr double kMarginRoundings = 64.0;

/// The same for the rounding of times, as a part of the radius or what stands for it. A tick is no longer
/// than the fastest takes for a radius, set velocities are at most 2^20 times that fast, and a clock rounds
/// by 2^-53 ticks, three times between a prediction and a refresh: 3 * 2^-33 < 2^-31. Larger or smaller: as
/// above.
constexpr double kClockMargin = 0x1p-30;

/// The most that a region is centred ahead of its body, as a part of how far it may roam. Larger: a body
/// that turns back would leave its region at once.
constexpr double kMostAhead = 0.9;

/// The largest length [L] that takes part in placing a body at `time`: where it was, and the parts
/// of its flight, which may cancel. Along axes that repeat a flight rounds like the box.
template <int D>
double largest_length(const FreeFlight<D>& flight, Id id, const Record<D>& record, const Instant& time) {
  const double elapsed = flight.timebase().between(record.clock, time);
  double largest = 0.0;
  for (std::size_t axis = 0; axis < D; ++axis) {
    double length = std::fabs(record.position[axis]);
    if (flight.period().along(axis)) {
      length += std::fabs(flight.period().min[axis]) + 4.0 * flight.period().length[axis];
    } else {
      length +=
          elapsed * (std::fabs(record.velocity[axis]) + elapsed * std::fabs(flight.acceleration(id)[axis]));
    }
    largest = std::max(largest, length);
  }
  return largest;
}

/// The same for the place and the size [L] of something fixed, which no region holds.
template <int D>
double rounding_of(const Body<D>& fixed) {
  return kMarginRoundings * std::numeric_limits<double>::epsilon() *
         (max_abs(fixed.position) + size_of(fixed.shape));
}

/// Is x no further from the box than `reach` [L]?
template <int D>
bool is_within(const Bounds<D>& box, const Vec<D>& x, double reach) {
  Vec<D> apart;
  for (std::size_t axis = 0; axis < D; ++axis)
    apart[axis] = std::max({box.low[axis] - x[axis], x[axis] - box.high[axis], 0.0});
  return length_squared(apart) <= reach * reach;
}

/// The delay until r + v t leaves the ball of radius `roam` around the origin; 0 if it is outside.
template <int D>
double straight_exit(const Vec<D>& r, const Vec<D>& v, double roam) {
  const double a = length_squared(v);
  const double c = length_squared(r) - roam * roam;
  if (c >= 0.0) return 0.0;
  if (a == 0.0) return std::numeric_limits<double>::infinity();
  const double b = dot(r, v);
  const double root = std::sqrt(b * b - a * c);
  const double exit = b > 0.0 ? -c / (b + root) : (root - b) / a;
  // No body leaves sooner than this, and it stays above 0 where the squares of tiny speeds vanish.
  return std::max(exit, (roam - length(r)) / (2.0 * max_abs(v)));
}

/// A delay within which r + v t + g t^2 / 2 has not left the ball; not the longest, but near it.
template <int D>
double falling_exit(const Vec<D>& r, const Vec<D>& v, const Vec<D>& g, double roam) {
  const double room = roam - length(r);
  if (!(room > 0.0)) return 0.0;
  // |r| + |v| t + |g| t^2 / 2 = roam bounds the exit from below, whatever the directions.
  const double speed = length(v);
  const double pull = length(g);
  const double sure = 2.0 * room / (speed + std::sqrt(speed * speed + 2.0 * pull * room));
  // Up to any time T the pull adds at most |g| T^2 / 2 to a straight course.
  double best = sure;
  for (double limit = 4.0 * sure; limit > best; limit *= 0.5) {
    const double rest = roam - 0.5 * pull * limit * limit;
    if (rest > length(r)) best = std::max(best, std::min(limit, straight_exit(r, v, rest)));
  }
  return best;
}

}  // namespace

template <int D>
VerletRegions<D>::VerletRegions(const BodyTable<D>& table, const FreeFlight<D>& flight,
                                const ImageCounters<D>& wraps, const Shells& shells)
    : table_(table),
      flight_(flight),
      wraps_(wraps),
      shells_(shells),
      regions_(table.size()),
      away_(table.size()) {}

/// How far [L] the body should be able to go, but for the margin. (One that moves as it is told begins wider,
/// and is as wide at least. It widens like others where hardly anybody is: in open space it comes to an end.)
template <int D>
double VerletRegions<D>::shell_of(Id body) const {
  const bool is_told = !table_.is_dynamic(body);
  constexpr std::array<double, 4> kSteps = {1.0, 1.189207115002721, 1.4142135623730951, 1.681792830507429};
  const int steps = regions_[body].steps;
  const double first = is_told ? shells_.told : shells_.first;
  const double shell = std::ldexp(first * kSteps[static_cast<unsigned>(steps) % 4], steps >> 2);
  return std::clamp(shell, thinnest_of(body), shells_.widest);
}

template <int D>
double VerletRegions<D>::thinnest_of(Id body) const {
  return table_.is_dynamic(body) ? shells_.thinnest : shells_.told;
}

template <int D>
void VerletRegions<D>::adapt(Id body, std::size_t neighbours) {
  if (neighbours < kNeighbours<D> / 2 && shell_of(body) < shells_.widest) ++regions_[body].steps;
  if (neighbours > kNeighbours<D> * 3 / 2 && shell_of(body) > thinnest_of(body)) --regions_[body].steps;
}

template <int D>
void VerletRegions<D>::renew(std::span<const Record<D>> records, Id body, const Instant& now) {
  VerletRegion<D>& region = regions_[body];
  const Place<D> place = flight_.place_at(body, records[body], now);
  const Vec<D> velocity = flight_.velocity_at(body, records[body], now);
  const double wanted = shell_of(body);
  const double scale = largest_length(flight_, body, records[body], now) + wanted;
  const double margin = kMarginRoundings * std::numeric_limits<double>::epsilon() * scale +
                        kClockMargin * table_.length_of(body);
  const double shell = std::max(wanted, 4.0 * margin);
  region.reach = std::max(table_.radius[body], table_.least_radius) + shell;
  region.roam = shell - margin;

  // Ahead of the body, so that it flies through all of its region; less so in a dense gas, where it will
  // be knocked back before that.
  const double inverse = 1.0 / max_abs(velocity);  // the squares of tiny speeds would vanish
  const Vec<D> way = std::isfinite(inverse) ? inverse * velocity : Vec<D>{};
  const double share = std::min(shell / region.reach, kMostAhead);
  const double ahead = is_zero(way) ? 0.0 : region.roam * share / length(way);
  const Place<D> centre = flight_.wrapped(place.position + ahead * way);
  region.centre = centre.position;
  Vec<D> from_centre = place.position - centre.position;
  for (std::size_t axis = 0; axis < D; ++axis) {
    from_centre[axis] -= static_cast<double>(centre.wraps[axis]) * flight_.period().length[axis];
    region.wraps[axis] =
        static_cast<std::uint32_t>(wraps_.along(body, axis) + place.wraps[axis] + centre.wraps[axis]);
  }
  note_offset(body);
  region.expiry = leaves(body, {place.position, velocity, now}, from_centre, now);
}

template <int D>
void VerletRegions<D>::course_changed(std::span<const Record<D>> records, Id body) {
  VerletRegion<D>& region = regions_[body];
  note_offset(body);
  Vec<D> from_centre = records[body].position - region.centre;
  for (std::size_t axis = 0; axis < D; ++axis)
    from_centre[axis] += static_cast<double>(offset(body, axis)) * flight_.period().length[axis];
  region.expiry = leaves(body, records[body], from_centre, records[body].clock);
}

template <int D>
void VerletRegions<D>::place_fixed(Id fixed, const Vec<D>& centre) {
  const Place<D> place = flight_.wrapped(centre);
  regions_[fixed].centre = place.position;
  for (std::size_t axis = 0; axis < D; ++axis)
    regions_[fixed].wraps[axis] = static_cast<std::uint32_t>(place.wraps[axis]);
  note_offset(fixed);
}

template <int D>
void VerletRegions<D>::note_offset(Id id) {
  bool away = false;
  for (std::size_t axis = 0; axis < D; ++axis) away = away || offset(id, axis) != 0;
  away_[id] = away;
}

template <int D>
Image<D> VerletRegions<D>::between_records(Id a, Id b, const Image<D>& image) const {
  Image<D> result = image;
  for (std::size_t axis = 0; axis < D; ++axis) result[axis] = image[axis] + offset(b, axis) - offset(a, axis);
  return result;
}

template <int D>
Instant VerletRegions<D>::leaves(Id body, const Record<D>& record, const Vec<D>& from_centre,
                                 const Instant& now) const {
  const double roam = regions_[body].roam;
  const Vec<D>& acceleration = flight_.acceleration(body);
  const double delay = is_zero(acceleration) ? straight_exit(from_centre, record.velocity, roam)
                                             : falling_exit(from_centre, record.velocity, acceleration, roam);
  return flight_.timebase().after(now, delay);
}

template <int D>
bool VerletRegions<D>::reach_each_other(Id a, Id b, const Image<D>& image) const {
  Vec<D> d = regions_[b].centre - regions_[a].centre;
  for (std::size_t axis = 0; axis < D; ++axis)
    d[axis] += static_cast<double>(image[axis]) * flight_.period().length[axis];
  const double reach = regions_[a].reach + regions_[b].reach;
  return length_squared(d) <= reach * reach;
}

template <int D>
bool VerletRegions<D>::reaches_fixed(Id body, Id fixed, const Image<D>& image) const {
  const VerletRegion<D>& region = regions_[body];
  const Body<D>& other = table_.fixed_body(fixed);
  const double reach = region.reach + rounding_of(other);
  Vec<D> d = other.position - region.centre;
  for (std::size_t axis = 0; axis < D; ++axis)
    d[axis] += static_cast<double>(image[axis] + offset(fixed, axis)) * flight_.period().length[axis];
  if (table_.is_for_balls(fixed)) return is_within(other.shape, d, reach);
  return is_within(table_.solid(fixed).bounds, -d, reach);
}

template <int D>
bool VerletRegions<D>::reaches_side(Id body, std::size_t axis, bool upper, const Space<D>& space) const {
  const VerletRegion<D>& region = regions_[body];
  const double gap = upper ? space.max[axis] - region.centre[axis] : region.centre[axis] - space.min[axis];
  return gap <= region.reach;
}

template class VerletRegions<2>;
template class VerletRegions<3>;

}  // namespace firsthit
