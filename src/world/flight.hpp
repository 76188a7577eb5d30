#pragma once

#include "core/instant.hpp"
#include "engine/record.hpp"
#include "index/cell_grid.hpp"

#include <array>
#include <cstdint>

namespace firsthit {

/// A place inside the box, and how many box lengths the way there went beyond it.
template <int D>
struct Place {
  Vec<D> position;
  std::array<std::int64_t, std::size_t{D}> wraps{};
};

/// How bodies move between impacts: falling freely, in a box that may repeat.
///
/// Along an axis that repeats nothing falls, and a flight of any length keeps its digits: whole box
/// lengths are taken off an unrounded product.
template <int D>
class Flight {
 public:
  Flight() = default;
  Flight(const Vec<D>& gravity, const Period<D>& period, const Timebase& timebase);

  const Vec<D>& gravity() const { return gravity_; }
  bool falls() const { return falls_; }
  bool repeats() const { return repeats_; }
  const Period<D>& period() const { return period_; }
  const Timebase& timebase() const { return timebase_; }

  /// Velocity [L/T] at `time`, not before the record's clock.
  Vec<D> velocity_at(const Record<D>& record, const Instant& time) const;

  /// Where the body is at `time`, inside the box.
  /// Error: at most 3 ulp of the larger of the coordinate, the flight (along axes that do not
  /// repeat) and the box.
  Place<D> place_at(const Record<D>& record, const Instant& time) const;

  /// Centre of b, moved by `image` box lengths, minus centre of a, at `time`.
  /// Give the smaller id first: swapped arguments may round a long flight otherwise.
  Vec<D> separation(const Record<D>& a, const Record<D>& b, const Image<D>& image, const Instant& time) const;

  /// Does either body fly further than a few boxes in `delay` [T]? Then a time that far ahead has
  /// lost digits, and is better computed from later on.
  bool is_long(const Record<D>& a, const Record<D>& b, double delay) const;

  /// The time [T] in which neither body flies further than two boxes.
  double lead(const Record<D>& a, const Record<D>& b) const;

 private:
  double moved_within_box(const Record<D>& record, const Instant& time, std::size_t axis,
                          std::int64_t& wraps) const;
  double far_separation(const Record<D>& a, const Record<D>& b, std::int32_t image, const Instant& time,
                        std::size_t axis) const;

  Vec<D> gravity_{};
  Period<D> period_{};
  Timebase timebase_;
  bool falls_ = false;
  bool repeats_ = false;
};

}  // namespace firsthit
