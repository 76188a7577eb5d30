#include "world/cells/prefilter/float_state_cache.hpp"

#include "core/vec_math.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firsthit {

namespace {

// Derivation of the bounds: docs/numerics/float-states.md.

/// Quanta in a time of the frame. More: the frame is renewed more often. Fewer: whoever is very fast is seen
/// less well.
constexpr double kQuanta = 0x1p20;
/// After so many quanta the frame is renewed: ages are below 2^31.
constexpr double kMostQuanta = 0x1p30;

/// Balls are seen anew when they have flown so many cells along an axis, if they pass often, or so many
/// diameters to the end of the next one. More: float states are less sharp, and of no use in thin gases.
/// Fewer: more work at passages.
constexpr double kMostFlown = 3.0;
constexpr double kMostDiameters = 8.0;
/// Cells of half a side that others, as seen from one's own, and rounding take.
constexpr double kCellsBeside = 3.25;

/// Places further off, in units, have lost digits: whole boxes are taken off them.
constexpr double kMostUnits = 0x1p44;

/// Of the largest length that takes part, what places and delays in doubles err by; far from the origin that
/// is more than a unit.
constexpr double kRoundings = 0x1p-48;

/// By how much an error of distances, squared, and their own roundings count in `doubt`. A squared distance
/// errs by 2 |d| E and 9 u d^2, below 2^-16.3 d^2 + 2^16.52 E^2: with 2^23 E^2 that is 1/79 of what is in
/// doubt.
constexpr double kDoubtPerError = 0x1p23;
/// Of more than that, in squared diameters, float states are of no use.
constexpr double kMostDoubt = 0x1p-8;

/// What is in doubt, for one who looks: `part` d^2 + `rest`. The squared gap errs by 1/79 of it, the
/// discriminant by 1/16, so a delay is known to 2.9 %: of two, one that is longer by more than 6 % is the
/// longer.
struct Doubts {
  float part;               // of squared distances
  float rest;               // in `doubt`
  float delays;             // as a part of them
  float least_part_of_own;  // a relative velocity that is less of one's own loses too many digits; squared
};
constexpr Doubts kDoubts{0x1p-10F, 1.0F, 0x1p-4F, 0x1p-12F};
/// Of large balls, with many around them who are near as large balls see it: their distances are told better,
/// delays less well.
constexpr Doubts kDoubtsOfLarge{0x1p-13F, 128.0F, 0x1p-3F, 1.0F};
/// The radius of a large ball, in lengths of the frame: eight of the largest of the small ones.
constexpr float kLeastLargeRadius = 4.0F;

/// When somebody looks around is rounded up by that part of how long it is after his float state.
constexpr double kLookRoundedUp = 0x1p-22;

/// In squared speeds of the frame: whoever is slower may be so by rounding.
constexpr float kLeastSpeedSquared = 0x1p-80F;
/// In speeds of the frame, along an axis: whoever is faster is too fast for quanta, and seen without a
/// velocity.
constexpr float kMostSpeed = 0x1p16F;

}  // namespace

template <int D>
FloatStateCache<D>::FloatStateCache(const BodyTable<D>& table, const FreeFlight<D>& flight,
                                    const Space<D>& space, const CellLayout<D>& layout, bool has_large_balls)
    : table_(table), flight_(flight) {
  if (flight.falls() || layout.part_of_radii < 1.0 || !table.is_all_balls()) return;
  per_length_ = 0.5 / layout.largest;
  double unit = 0.0;      // [L]
  double flown = 0.0;     // [L^2]
  double farthest = 0.0;  // [L]
  frame_.are_alike = std::all_of(table.radius.values().begin(), table.radius.values().end(),
                                 [&](double radius) { return radius == layout.largest; });
  frame_.wraps_flights = has_large_balls;
  const double most_flown = layout.overlap_widely() ? kMostFlown : 0.0;
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    const bool repeats = space.sides[axis] == Side::Periodic;
    const double side = space.max[axis] - space.min[axis];
    min_[axis] = space.min[axis];
    farthest = std::max(farthest, std::fabs(space.min[axis]) + std::fabs(space.max[axis]) + 4.0 * side);
    // A quantum before it bounced, whoever is fastest was behind the wall by a radius.
    units_per_length_[axis] = repeats ? 0x1p32 / side : 0x1p31 / (side + 2.0 * layout.largest);
    unit = std::max(unit, 1.0 / units_per_length_[axis]);
    const double over = layout.overhang[axis] / layout.width[axis];
    const double room = repeats ? 0.5 * layout.count[axis] - kCellsBeside - 4.0 * over : most_flown;
    frame_.wraps_flights |= room < 0.0;
    const double stay = 1.0 + 2.0 * over;
    const double sharp = kMostDiameters / (layout.width[axis] * per_length_) - stay;
    const double cells = std::clamp(std::min(room, sharp), 0.0, most_flown);
    longest_flight_[axis] = cells * layout.width[axis];
    const double longest = (cells + stay) * layout.width[axis];
    flown += longest * longest;
    frame_.length_of_unit[axis] = static_cast<float>(per_length_ / units_per_length_[axis]);
    units_of_quantum_[axis] = units_per_length_[axis] / (per_length_ * kQuanta);
    if (!repeats) continue;
    frame_.period[axis] = static_cast<float>(side * per_length_);
    frame_.per_period[axis] = static_cast<float>(1.0 / (side * per_length_));
  }
  const double error =
      (8.0 * unit + 0x1p-20 * std::sqrt(flown) + kRoundings * farthest) * per_length_ + 0x1p-20;
  const double doubt = kDoubtPerError * error * error;
  doubt_ = static_cast<float>(doubt);
  kept_ = doubt < kMostDoubt && std::isfinite(per_length_);
}

template <int D>
void FloatStateCache<D>::start(std::span<const Record<D>> records, const Instant& now) {
  if (!kept_) return;
  float_states_.resize(table_.size());
  renew(records, now);
}

/// Everybody is seen anew, and times are measured by how fast they are now.
template <int D>
void FloatStateCache<D>::renew(std::span<const Record<D>> records, const Instant& now) {
  double squares = 0.0;
  for (const Id id : table_.moving) squares += length_squared(records[id].velocity);
  const double speed = std::sqrt(squares / static_cast<double>(table_.moving.size()));
  per_time_ = speed * per_length_;
  if (!(per_time_ > 0.0) || !std::isfinite(per_time_)) per_time_ = 1.0;
  per_speed_ = per_length_ / per_time_;
  quanta_per_time_ = kQuanta * per_time_;
  time_of_quantum_ = 1.0 / quanta_per_time_;
  start_ = now;
  for (const Id id : table_.moving) put(records[id], id, now);
}

template <int D>
[[gnu::flatten]] void FloatStateCache<D>::see(std::span<const Record<D>> records, Id body,
                                              const Instant& now) {
  const double passed = quanta(now);
  if (passed >= 0.0 && passed < kMostQuanta) {
    put(records[body], body, now);
  } else {
    renew(records, now);
  }
}

template <int D>
void FloatStateCache<D>::put(const Record<D>& record, Id body, const Instant& now) {
  const double passed = quanta(now);
  const auto whole = static_cast<std::int32_t>(passed);
  const Vec<D> units = units_at(record, body, now, (passed - whole) * time_of_quantum_);
  typename FloatState<D>::Words then{};
  typename FloatState<D>::Floats flight{};
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    then[axis] = static_cast<std::int32_t>(word(units[axis]));
    const auto v = static_cast<float>(record.velocity[axis] * per_speed_);
    flight[axis] = std::fabs(v) < kMostSpeed ? v : std::numeric_limits<float>::quiet_NaN();
  }
  then[kAxes] = whole;
  // Whoever has not looked since may not rely on others, nor they on him.
  flight[kAxes] = frame_.are_alike ? std::numeric_limits<float>::infinity()
                                   : static_cast<float>(table_.radius[body] * per_length_);
  float_states_[body] = {then, flight};
}

template <int D>
void FloatStateCache<D>::put_look(Id body, const Instant& time) {
  FloatState<D>& state = float_states_[body];
  const double after = (quanta(time) - state.then[kAxes]) * ((1.0 + kLookRoundedUp) / kQuanta);
  state.flight[kAxes] =
      static_cast<float>(std::min(after, static_cast<double>(std::numeric_limits<float>::max())));
}

/// In units of places, where it is so long [T] before `now`.
template <int D>
Vec<D> FloatStateCache<D>::units_at(const Record<D>& record, Id body, const Instant& now,
                                    double before) const {
  const auto in_units = [&](const Vec<D>& from, double elapsed) {
    Vec<D> units;
    for (std::size_t axis = 0; axis < kAxes; ++axis)
      units[axis] = (from[axis] + elapsed * record.velocity[axis] - min_[axis]) * units_per_length_[axis];
    return units;
  };
  const Vec<D> units = in_units(record.position, flight_.timebase().between(record.clock, now) - before);
  return max_abs(units) < kMostUnits ? units
                                     : in_units(flight_.place_at(body, record, now).position, -before);
}

template <int D>
void FloatStateCache<D>::passed(std::span<const Record<D>> records, Id body, const Instant& now) {
  if (!kept_) return;
  const Record<D>& record = records[body];
  const double age = (quanta(now) - float_states_[body].then[kAxes]) * time_of_quantum_;
  bool is_long = !(age >= 0.0);
  for (std::size_t axis = 0; axis < kAxes; ++axis)
    is_long |= !(std::fabs(age * record.velocity[axis]) < longest_flight_[axis]);
  if (is_long) see(records, body, now);
}

template <int D>
bool FloatStateCache<D>::own(Id body, const Instant& now, OwnFloatState<D>& own) const {
  const double passed = quanta(now);
  if (!(passed >= 0.0 && passed < 1.5 * kMostQuanta)) return false;
  const FloatState<D>& state = float_states_[body];
  own.time = static_cast<std::int32_t>(passed);
  own.rest = static_cast<float>(passed - own.time);
  const double age = passed - state.then[kAxes];
  float speed_squared = 0.0F;
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    const float v = state.flight[axis];
    own.place[axis] = static_cast<std::int32_t>(static_cast<std::uint32_t>(state.then[axis]) +
                                                word(age * (v * units_of_quantum_[axis])));
    own.velocity[axis] = v;
    speed_squared += v * v;
  }
  own.radius = frame_.are_alike ? 0.5F : state.flight[kAxes];
  const Doubts& doubts = own.radius < kLeastLargeRadius ? kDoubts : kDoubtsOfLarge;
  own.least_speed_squared = std::max(doubts.least_part_of_own * speed_squared, kLeastSpeedSquared);
  own.doubt_part = doubts.part;
  own.doubt = doubts.rest * doubt_;
  own.delay_doubt = doubts.delays;
  own.body = body;
  return speed_squared >= 0.0F;  // not if it is too fast
}

template class FloatStateCache<2>;
template class FloatStateCache<3>;

}  // namespace firsthit
