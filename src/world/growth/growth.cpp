#include "world/growth/growth.hpp"

#include "core/fp_environment.hpp"
#include "core/vec_math.hpp"
#include "engine/engine.hpp"
#include "query/round/ball_kernels.hpp"
#include "world/bodies/scales.hpp"
#include "world/neighbours/neighbour_finder.hpp"
#include "world/prediction/ball_lanes.hpp"
#include "world/response/bounce.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace firsthit {

namespace {

/// How fast the mean diameter grows, in thermal speeds along an axis. Faster: they jam before they are dense.
/// Slower: it takes longer, and in space they may crystallise.
constexpr double kGrowthSpeed = 0x1p-4;

/// By how much balls grow until velocities are brought back to the temperature. More: near jamming the gas
/// heats so much that growth comes to a standstill. Less: neighbours are found anew more often.
constexpr double kStage = 1.0 + 0x1p-6;

/// More impacts than so many a ball, and so many more, in one stage: they have jammed. A stage takes about
/// ten a ball, but for a few balls between walls; those have time.
constexpr double kMostImpacts = 100.0;
constexpr double kMoreImpacts = 50'000.0;

/// By how much more balls grow than they should: of their radius, for the rounding of times and roots, and in
/// roundings of the largest length that takes part. A pair may overlap by 80 u of its diameter and the ways,
/// by 38 u of places and separations, and by 2^-33 R of the clock: twice 2^-30 R + 512 u S is ten times that.
/// Less: grown balls could overlap. More: they are further apart than need be. Derivation:
/// docs/numerics/growth.md.
constexpr double kMargin = 0x1p-30;
constexpr double kMarginRoundings = 256.0;

/// Half the rate [L^2/T] at which the square of the distance leads the square of sigma; they close below 0.
template <int D>
double parting_rate(const Vec<D>& d, const Vec<D>& v, double sigma, double growth) {
  return dot(d, v) - sigma * growth;
}

/// As growing_delay.
template <int D>
inline double delay_of(const Vec<D>& d, const Vec<D>& v, double sigma, double growth) {
  // a t^2 + 2 b t + c = 0, where the gap is <= 0 and shrinks.
  const double v_squared = length_squared(v);
  const double growth_squared = growth * growth;
  const double a = v_squared - growth_squared;
  const double b = parting_rate(d, v, sigma, growth);
  if (b >= 0.0 && a >= 0.0) return kNever;
  const double c = length_squared(d) - sigma * sigma;
  if (c <= 0.0) return b < 0.0 ? 0.0 : kNever;
  // The fast may come from afar, where b^2 and a c nearly cancel: the same by Lagrange's identity.
  const double disc = v_squared > 4.0 * growth_squared
                          ? length_squared(sigma * v - growth * d) - cross_squared(d, v)
                          : b * b - a * c;
  if (b >= 0.0) return (b + std::sqrt(disc)) / -a;  // growth overtakes those that part
  return disc >= 0.0 ? c / (std::sqrt(disc) - b) : kNever;
}

}  // namespace

template <int D>
double growing_delay(const Vec<D>& d, const Vec<D>& v, double sigma, double growth) {
  return delay_of(d, v, sigma, growth);
}

template <int D>
void GrowthPredictor<D>::predict(std::span<const Record<D>> records, Id body, const Candidates<D>& candidates,
                                 const Instant& now, const Instant& until,
                                 std::vector<Meeting<D>>& meetings) const {
  const Timebase& timebase = flight_.timebase();
  const Record<D>& mine = records[body];
  const auto add = [&](const Candidate<D>& candidate, const Instant& start, double delay) {
    if (delay == kNever) return;
    const Instant time = timebase.after(start, delay);
    if (time <= until) meetings.push_back({candidate, time, 0.0});
  };
  LaneView<D> own(records, body, now, table_, flight_);
  own.scale = growth_.at(timebase.since_start(now));
  own.growth = growth_.rate;
  first_.clear();
  find_first(own, candidates, until == kEndOfTime ? kNever : timebase.between(now, until), first_);
  for (const Candidate<D>& candidate : first_) {
    const Id partner = candidate.partner;
    if (partner == body) continue;
    const Record<D>& other = records[partner];
    // Whichever of the two asks, these are the same numbers, or all of d and v turned.
    const double behind = timebase.between(mine.clock, other.clock);
    const double elapsed = std::max(behind, 0.0);
    const double elapsed_other = std::max(-behind, 0.0);
    Vec<D> d;
    for (std::size_t axis = 0; axis < D; ++axis)
      d[axis] = ((other.position[axis] + elapsed_other * other.velocity[axis]) -
                 (mine.position[axis] + elapsed * mine.velocity[axis])) +
                candidate.image[axis] * flight_.period().length[axis];
    const Instant& start = behind > 0.0 ? other.clock : mine.clock;
    const double radii = table_.radius[body] + table_.radius[partner];
    const double sigma = radii * growth_.at(timebase.since_start(start));
    add(candidate, start, delay_of(d, other.velocity - mine.velocity, sigma, radii * growth_.rate));
  }
  for (const Candidate<D>& side : candidates.fixed)
    add(side, mine.clock, side_delay(mine, body, side.partner));
}

/// Until a ball meets a side of the box, from its clock [T].
template <int D>
double GrowthPredictor<D>::side_delay(const Record<D>& ball, Id ball_id, Id side) const {
  const std::size_t axis = side_axis(side);
  const double sign = side_is_upper(side) ? -1.0 : 1.0;
  const double wall = side_is_upper(side) ? space_.max[axis] : space_.min[axis];
  const double radius = table_.radius[ball_id] * growth_.at(flight_.timebase().since_start(ball.clock));
  return plane_delay(sign * (ball.position[axis] - wall) - radius,
                     sign * ball.velocity[axis] - table_.radius[ball_id] * growth_.rate, 0.0);
}

template <int D>
Resolution GrowthResolver<D>::resolve(std::span<Record<D>> records, Id body, const Event<D>& event) {
  // How near they came is not asked: a limit to the number of impacts ends what would be endless.
  constexpr Resolution kImpact{std::numeric_limits<double>::infinity(), true};
  if (event.partner >= kFirstSide) {
    const std::size_t axis = side_axis(event.partner);
    const double sign = side_is_upper(event.partner) ? -1.0 : 1.0;
    const double growth = table_.radius[body] * growth_.rate;
    Vec<D> velocity = records[body].velocity;
    const double away = sign * velocity[axis];
    if (away < growth) velocity[axis] = sign * (2.0 * growth - away);
    renew(records[body], body, velocity, event.time);
    return kImpact;
  }
  const auto [low, high, image] = OrderedPair<D>(body, {event.partner, event.image});
  Record<D>& a = records[low];
  Record<D>& b = records[high];
  const double radii = table_.radius[low] + table_.radius[high];
  const double sigma = radii * growth_.at(flight_.timebase().since_start(event.time));
  const double growth = radii * growth_.rate;
  const Vec<D> d = flight_.separation(low, a, high, b, image, event.time);
  Vec<D> velocity_a = a.velocity;
  Vec<D> velocity_b = b.velocity;
  const double strength = parting_rate(d, velocity_b - velocity_a, sigma, growth) / length_squared(d);
  // Rounding may leave those closing that closed by next to nothing: a little more, until they part.
  for (double push = 0.0; parting_rate(d, velocity_b - velocity_a, sigma, growth) < 0.0;
       push = push > 0.0 ? 2.0 * push : least_push(a.velocity, b.velocity, length(d))) {
    velocity_a = a.velocity + (strength - push) * d;
    velocity_b = b.velocity - (strength - push) * d;
  }
  renew(a, low, velocity_a, event.time);
  renew(b, high, velocity_b, event.time);
  return kImpact;
}

template <int D>
void GrowthResolver<D>::renew(Record<D>& record, Id body, const Vec<D>& velocity, const Instant& time) {
  const Place<D> place = flight_.place_at(body, record, time);
  record = {place.position, velocity, time};
  if (!(place.wraps == decltype(place.wraps){})) wraps_.add(body, place.wraps);
}

namespace {

/// The balls of a box between the stages of their growth.
template <int D>
class GrowingBalls {
 public:
  GrowingBalls(const Space<D>& space, std::span<const double> radii, std::span<const Vec<D>> places,
               Random& random);

  /// Runs one stage. Returns the scale that was reached: `next`, unless they jam.
  double grow(double scale, double next);

  const Vec<D>& place(std::size_t i) const { return records_[i].position; }

 private:
  void temper();

  WorldOptions<D> options_;
  BodyTable<D> table_;
  Records<D> records_;
  double speed_ = 0.0;  // [L/T] of the temperature, along an axis
};

template <int D>
GrowingBalls<D>::GrowingBalls(const Space<D>& space, std::span<const double> radii,
                              std::span<const Vec<D>> places, Random& random) {
  options_.space = space;
  double scale = 0.0;  // [L] the largest that takes part in placing a ball
  for (std::size_t axis = 0; axis < D; ++axis) {
    if (space.sides[axis] == Side::Open) options_.space.sides[axis] = Side::Wall;
    scale = std::max(scale, std::fabs(space.min[axis]) + std::fabs(space.max[axis]) +
                                4.0 * (space.max[axis] - space.min[axis]));
  }
  const double smallest = *std::min_element(radii.begin(), radii.end());
  const double margin =
      kMargin + kMarginRoundings * std::numeric_limits<double>::epsilon() * scale / smallest;
  // The mean radius, as volume to surface, sets the speed, and so the unit of time.
  double volume = 0.0;
  double surface = 0.0;
  for (const double radius : radii) {
    const double part = D == 2 ? radius : radius * radius;
    surface += part;
    volume += part * radius;
  }
  speed_ = volume / surface;
  for (std::size_t i = 0; i < places.size(); ++i) {
    Vec<D> velocity;
    for (std::size_t axis = 0; axis < D; ++axis) velocity[axis] = speed_ * random.normal();
    Body<D> body;
    body.shape = Ball{radii[i] * (1.0 + margin)};
    table_.add(body);
    records_.push_back({places[i], velocity, Instant{}});
  }
  measure<D>(table_, records_, options_);
  table_.close();
}

/// Brings the velocities back to the temperature.
template <int D>
void GrowingBalls<D>::temper() {
  double sum = 0.0;
  for (const Record<D>& record : records_) sum += length_squared(record.velocity);
  const double factor = speed_ * std::sqrt(static_cast<double>(D) * static_cast<double>(table_.size()) / sum);
  for (Record<D>& record : records_) record.velocity = factor * record.velocity;
}

template <int D>
double GrowingBalls<D>::grow(double scale, double next) {
  temper();
  const Timebase timebase(tick_for<D>(table_, {}, records_, options_));
  FreeFlight<D> flight({}, period_of(options_.space), timebase);
  flight.start(table_.dynamic);
  for (Record<D>& record : records_) record = {flight.wrapped(record.position).position, record.velocity, {}};
  ImageCounters<D> wraps;
  wraps.resize(table_.size());
  const Growth growth{scale, 0.5 * kGrowthSpeed};
  const GrowthPredictor<D> predictor(table_, flight, options_.space, growth);
  GrowthResolver<D> resolver(table_, flight, wraps, growth);
  const auto neighbours =
      make_neighbour_finder<D>(table_, flight, wraps, options_, records_, Instant{}, scale);
  Engine<D> engine(timebase, predictor, *neighbours, resolver);
  engine.start(records_, table_.mobile);

  EngineLimits limits{timebase.after(Instant{}, (next - scale) / growth.rate)};
  limits.collisions =
      static_cast<std::uint64_t>(kMostImpacts * static_cast<double>(table_.size()) + kMoreImpacts);
  const Halt halt = engine.run(limits);
  for (Id id = 0; id < records_.size(); ++id) {
    const Record<D>& record = engine.records()[id];
    records_[id] = {flight.place_at(id, record, engine.now()).position, record.velocity, Instant{}};
  }
  return halt == Halt::Time ? next : growth.at(timebase.since_start(engine.now()));
}

}  // namespace

template <int D>
double grow(const Space<D>& space, std::span<const double> radii, double scale, std::span<Vec<D>> places,
            Random& random) {
  const FpEnvironment environment;
  GrowingBalls<D> balls(space, radii, places, random);
  while (scale < 1.0) {
    const double next = std::min(kStage * scale, 1.0);
    const double reached = balls.grow(scale, next);
    if (reached != next) return reached;
    scale = next;
  }
  for (std::size_t i = 0; i < places.size(); ++i) places[i] = balls.place(i);
  return scale;
}

template double growing_delay(const Vec<2>&, const Vec<2>&, double, double);
template double growing_delay(const Vec<3>&, const Vec<3>&, double, double);
template class GrowthPredictor<2>;
template class GrowthPredictor<3>;
template class GrowthResolver<2>;
template class GrowthResolver<3>;
template double grow(const Space<2>&, std::span<const double>, double, std::span<Vec<2>>, Random&);
template double grow(const Space<3>&, std::span<const double>, double, std::span<Vec<3>>, Random&);

}  // namespace firsthit
