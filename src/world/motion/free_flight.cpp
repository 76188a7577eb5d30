#include "world/motion/free_flight.hpp"

#include "core/vec_math.hpp"
#include "world/motion/relative_flight.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firsthit {

namespace {

/// Flights of up to this many boxes are short: plain arithmetic loses at most two bits of the box.
/// Smaller: more work. Larger: fewer digits.
constexpr double kShortFlight = 2.0;

/// Adds sign * velocity * (time - clock) to `sum`, exactly but for the last rounding of the sum.
void add_flight(LongSum& sum, double velocity, const Instant& clock, const Instant& time,
                const Timebase& timebase) {
  sum.add_product(velocity, static_cast<double>(time.ticks - clock.ticks) * timebase.tick());
  sum.add_product(velocity, time.offset - clock.offset);
}

}  // namespace

template <int D>
Period<D> period_of(const Space<D>& space) {
  Period<D> period;
  period.min = space.min;
  for (std::size_t axis = 0; axis < D; ++axis)
    if (space.sides[axis] == Side::Periodic) period.length[axis] = space.max[axis] - space.min[axis];
  return period;
}

template <int D>
FreeFlight<D>::FreeFlight(const Vec<D>& gravity, const Period<D>& period, const Timebase& timebase)
    : gravity_(gravity), period_(period), timebase_(timebase), falls_(!is_zero(gravity)) {
  short_flight_ = std::numeric_limits<double>::infinity();
  for (std::size_t axis = 0; axis < D; ++axis) {
    if (!period.along(axis)) continue;
    repeats_ = true;
    short_flight_ = std::min(short_flight_, kShortFlight * period.length[axis]);
    farthest_side_ = std::max(
        {farthest_side_, std::fabs(period.min[axis]), std::fabs(period.min[axis] + period.length[axis])});
    per_box_[axis] = 1.0 / period.length[axis];
  }
}

template <int D>
void FreeFlight<D>::start(const std::vector<bool>& moving) {
  if (!falls_) return;
  accelerations_.assign(moving.size(), Vec<D>{});
  for (std::size_t id = 0; id < moving.size(); ++id)
    if (moving[id]) accelerations_[id] = gravity_;
}

template <int D>
Vec<D> FreeFlight<D>::velocity_at(Id id, const Record<D>& record, const Instant& time) const {
  return falls_ ? record.velocity + timebase_.between(record.clock, time) * acceleration(id)
                : record.velocity;
}

template <int D>
double FreeFlight<D>::moved_within_box(const Record<D>& record, double acceleration, const Instant& time,
                                       std::size_t axis, std::int64_t& wraps) const {
  const double box = period_.length[axis];
  const double elapsed = timebase_.between(record.clock, time);
  const double shift = elapsed * (record.velocity[axis] + 0.5 * elapsed * acceleration);
  double x = record.position[axis] + shift;
  wraps = 0;
  // From within the box a short flight ends within three; what is further away started outside.
  if (std::fabs(shift) > kShortFlight * box || std::fabs(x - period_.min[axis]) > 2.0 * kShortFlight * box) {
    const double boxes = std::floor((x - period_.min[axis]) / box);
    LongSum sum;
    sum.add(record.position[axis]);
    add_flight(sum, record.velocity[axis], record.clock, time, timebase_);
    if (acceleration != 0.0) sum.add_product(0.5 * elapsed * acceleration, elapsed);
    sum.add_product(-boxes, box);
    x = sum.value();
    wraps = static_cast<std::int64_t>(boxes);
  }
  while (x - period_.min[axis] < 0.0) {
    x += box;
    --wraps;
  }
  while (x - period_.min[axis] >= box) {
    x -= box;
    ++wraps;
  }
  return x;
}

template <int D>
Place<D> FreeFlight<D>::place_at(Id id, const Record<D>& record, const Instant& time) const {
  const double elapsed = timebase_.between(record.clock, time);
  const double half = 0.5 * elapsed;
  Place<D> place;
  for (std::size_t axis = 0; axis < D; ++axis) {
    const double acceleration = falls_ ? accelerations_[id][axis] : 0.0;
    const double shift =
        elapsed * (falls_ ? record.velocity[axis] + half * acceleration : record.velocity[axis]);
    const double x = record.position[axis] + shift;
    place.position[axis] = x;
    if (!period_.along(axis)) continue;
    // Most flights are short, and stay in the box.
    const double within = x - period_.min[axis];
    const double box = period_.length[axis];
    if (std::fabs(shift) <= kShortFlight * box && within >= 0.0 && within < box) continue;
    place.position[axis] = moved_within_box(record, acceleration, time, axis, place.wraps[axis]);
  }
  return place;
}

template <int D>
Place<D> FreeFlight<D>::wrapped(const Vec<D>& position) const {
  Place<D> place{position, {}};
  for (std::size_t axis = 0; axis < D; ++axis)
    if (period_.along(axis))
      place.position[axis] = moved_within_box({position, {}, {}}, 0.0, Instant{}, axis, place.wraps[axis]);
  return place;
}

/// Where a long flight has got to, with all digits.
template <int D>
LongSum FreeFlight<D>::far_place(Id id, const Record<D>& record, const Instant& time,
                                 std::size_t axis) const {
  LongSum sum;
  sum.add(record.position[axis]);
  add_flight(sum, record.velocity[axis], record.clock, time, timebase_);
  if (falls_) {
    const double elapsed = timebase_.between(record.clock, time);
    sum.add_product(0.5 * elapsed * acceleration(id)[axis], elapsed);
  }
  return sum;
}

template <int D>
Vec<D> FreeFlight<D>::separation(Id a_id, const Record<D>& a, Id b_id, const Record<D>& b,
                                 const Image<D>& image, const Instant& time) const {
  const double elapsed_a = timebase_.between(a.clock, time);
  const double elapsed_b = timebase_.between(b.clock, time);
  Vec<D> d;
  for (std::size_t axis = 0; axis < D; ++axis) {
    double mean_a = a.velocity[axis];
    double mean_b = b.velocity[axis];
    if (falls_) {
      mean_a += (0.5 * elapsed_a) * acceleration(a_id)[axis];
      mean_b += (0.5 * elapsed_b) * acceleration(b_id)[axis];
    }
    const double shift_a = elapsed_a * mean_a;
    const double shift_b = elapsed_b * mean_b;
    const double box = period_.length[axis];
    if (period_.along(axis) &&
        (std::fabs(shift_a) > kShortFlight * box || std::fabs(shift_b) > kShortFlight * box)) {
      LongSum sum = far_place(b_id, b, time, axis) - far_place(a_id, a, time, axis);
      sum.add_product(static_cast<double>(image[axis]), box);
      d[axis] = sum.value();
    } else {
      d[axis] = apart_along(a.position[axis] + shift_a, b.position[axis] + shift_b, image[axis], box);
    }
  }
  return d;
}

template <int D>
Image<D> FreeFlight<D>::nearest_image(Id a_id, const Record<D>& a, Id b_id, const Record<D>& b,
                                      const Instant& time) const {
  Image<D> image{};
  if (!repeats_) return image;
  const Vec<D> d = separation(a_id, a, b_id, b, {}, time);
  for (std::size_t axis = 0; axis < D; ++axis)
    image[axis] = static_cast<std::int32_t>(std::nearbyint(-d[axis] * per_box_[axis]));
  return image;
}

template <int D>
bool FreeFlight<D>::is_long(const Record<D>& a, const Record<D>& b, double delay) const {
  if (!repeats_) return false;
  for (std::size_t axis = 0; axis < D; ++axis) {
    const double far = 2.0 * kShortFlight * period_.length[axis];
    if (period_.along(axis) &&
        (std::fabs(a.velocity[axis]) * delay > far || std::fabs(b.velocity[axis]) * delay > far))
      return true;
  }
  return false;
}

template <int D>
double FreeFlight<D>::lead(const Record<D>& a, const Record<D>& b) const {
  double shortest = std::numeric_limits<double>::infinity();
  for (std::size_t axis = 0; axis < D; ++axis) {
    if (!period_.along(axis)) continue;
    const double fast = std::max(std::fabs(a.velocity[axis]), std::fabs(b.velocity[axis]));
    if (fast > 0.0) shortest = std::min(shortest, kShortFlight * period_.length[axis] / fast);
  }
  return shortest;
}

template Period<2> period_of(const Space<2>&);
template Period<3> period_of(const Space<3>&);
template class FreeFlight<2>;
template class FreeFlight<3>;

}  // namespace firsthit
