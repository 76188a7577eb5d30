#pragma once

#include <firsthit/orientation.hpp>

#include "core/instant.hpp"
#include "core/vec_math.hpp"

#include <cstdint>

namespace firsthit {

/// How one body turns: at a constant angular velocity since its clock, or at one that grows evenly.
///
/// What rotation has come together since somebody set the orientation is in the plane a whole number of 2^-64
/// turns, so that the millionth turn is as sharp as the first; in space it is part of the orientation.
template <int D>
struct Spin {
  Orientation<D> orientation{};
  std::uint64_t turned = 0;       // [2^-64 turns] to be added to it; in the plane only
  AngularVelocity<D> velocity{};  // [rad/T] at `clock`
  Instant clock;
  AngularVelocity<D> acceleration{};  // [rad/T^2] of what friction turns where it rests

  /// The same body's spin at `time`. Error, besides that of reading the clock: in the plane 2^-64 turns for
  /// each time that this is asked of what was told before; in space 2^-50 rad, and 2^-51 of the angle since
  /// the clock. Where in space the axis turns as well there is no closed form: docs/numerics/friction.md
  /// derives that error. It depends on nothing but the bits of the clocks.
  Spin at(const Instant& time, const Timebase& timebase) const;
  AngularVelocity<D> velocity_at(const Instant& time, const Timebase& timebase) const {
    return grows() ? velocity + timebase.between(clock, time) * acceleration : velocity;
  }
  bool grows() const { return !(acceleration == AngularVelocity<D>{}); }
  /// Everything together.
  Orientation<D> stands() const;

  friend bool operator==(const Spin&, const Spin&) = default;

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.orientation, self.turned, self.velocity, self.clock, self.acceleration);
  }
};

}  // namespace firsthit
