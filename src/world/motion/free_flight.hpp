#pragma once

#include <firsthit/body.hpp>

#include "core/instant.hpp"
#include "core/room.hpp"
#include "core/vec_math.hpp"
#include "engine/record.hpp"
#include "exact/error_free.hpp"
#include "index/cell_grid.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace firsthit {

/// A place inside the box, and how many box lengths the way there went beyond it.
template <int D>
struct Place {
  Vec<D> position;
  std::array<std::int64_t, std::size_t{D}> wraps{};
};

/// Are these [L/T] one velocity, but for what rounds where several that move as they are told started
/// together?
template <int D>
bool is_one_velocity(const Vec<D>& a, const Vec<D>& b) {
  constexpr double kFewRoundings = 0x1p-50;
  return max_abs(a - b) <= kFewRoundings * std::max(max_abs(a), max_abs(b));
}

/// How the box repeats.
template <int D>
Period<D> period_of(const Space<D>& space);

/// How bodies move between impacts: falling freely, in a box that may repeat.
///
/// Along an axis that repeats nothing falls freely, and a flight of any length keeps its digits: whole
/// box lengths are taken off an unrounded product. (What slides down a slope there is bounded by it.)
template <int D>
class FreeFlight {
 public:
  FreeFlight() = default;
  FreeFlight(const Vec<D>& gravity, const Period<D>& period, const Timebase& timebase);

  /// Bodies 0 to moving.size() - 1 fly freely, but for those that do not move at all.
  void start(const std::vector<bool>& moving);

  void make_room_for_one() {
    if (falls_) make_room(accelerations_);
  }
  /// One more, which falls freely or does not accelerate.
  void add(bool falls) {
    if (falls_) accelerations_.push_back(falls ? gravity_ : Vec<D>{});
  }
  void set_timebase(const Timebase& timebase) { timebase_ = timebase; }

  const Vec<D>& gravity() const { return gravity_; }
  /// [L/T^2] of a body between its events.
  const Vec<D>& acceleration(Id id) const { return falls_ ? accelerations_[id] : gravity_; }
  /// Something holds the body from now on, or nothing does any more. Requires: falls().
  void set_acceleration(Id id, const Vec<D>& acceleration) { accelerations_[id] = acceleration; }
  bool falls() const { return falls_; }
  bool repeats() const { return repeats_; }
  const Period<D>& period() const { return period_; }
  const Timebase& timebase() const { return timebase_; }

  /// How bodies accelerate. Requires: it has started.
  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    const std::size_t bodies = self.accelerations_.size();
    archive(self.accelerations_);
    archive.require(self.accelerations_.size() == bodies, "expected one for each body, found others");
  }

  /// Velocity [L/T] at `time`, not before the record's clock.
  Vec<D> velocity_at(Id id, const Record<D>& record, const Instant& time) const;

  /// Where the body is at `time`, inside the box.
  /// Error: at most 3 ulp of the larger of the coordinate, the flight (along axes that do not
  /// repeat) and the box.
  Place<D> place_at(Id id, const Record<D>& record, const Instant& time) const;

  /// A place, moved into the box.
  Place<D> wrapped(const Vec<D>& position) const;

  /// Centre of b, moved by `image` box lengths, minus centre of a, at `time`. Seen from b it is exactly the
  /// opposite.
  Vec<D> separation(Id a_id, const Record<D>& a, Id b_id, const Record<D>& b, const Image<D>& image,
                    const Instant& time) const;

  /// In box lengths, what b must be moved by to be as near to a as it can be at `time`.
  Image<D> nearest_image(Id a_id, const Record<D>& a, Id b_id, const Record<D>& b, const Instant& time) const;

  /// Does either body fly further than a few boxes in `delay` [T]? Then a time that far ahead has
  /// lost digits, and is better computed from later on.
  bool is_long(const Record<D>& a, const Record<D>& b, double delay) const;

  /// [L] No flight is long that goes no further than this, along any axis.
  double short_flight() const { return short_flight_; }
  /// [1/L] of the box, 0 along axes that do not repeat.
  const Vec<D>& per_box() const { return per_box_; }
  /// [L] The largest coordinate of the box's sides that repeat.
  double farthest_side() const { return farthest_side_; }

  /// The time [T] in which neither body flies further than two boxes.
  double lead(const Record<D>& a, const Record<D>& b) const;

 private:
  double moved_within_box(const Record<D>& record, double acceleration, const Instant& time, std::size_t axis,
                          std::int64_t& wraps) const;
  LongSum far_place(Id id, const Record<D>& record, const Instant& time, std::size_t axis) const;

  Vec<D> gravity_{};
  std::vector<Vec<D>> accelerations_;  // by id, where there is gravity
  Period<D> period_{};
  Timebase timebase_;
  double short_flight_ = 0.0;
  double farthest_side_ = 0.0;
  Vec<D> per_box_;
  bool falls_ = false;
  bool repeats_ = false;
};

}  // namespace firsthit
