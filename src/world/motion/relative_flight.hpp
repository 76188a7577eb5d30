#pragma once

#include "core/vec_math.hpp"
#include "world/motion/free_flight.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace firsthit {

/// [L] Along one axis, from one place to another that is moved by `image` box lengths.
inline double apart_along(double from, double to, std::int32_t image, double box) {
  return (to - from) + static_cast<double>(image) * box;
}

/// Two bodies at the time they meet: what FreeFlight::place_at and FreeFlight::separation tell of them, to
/// the last bit, for one look at each. Only of those who do not fall and have not left the box.
template <int D>
struct RelativeFlight {
  double elapsed_a;  ///< [T] since the clock
  double elapsed_b;  ///< [T]
  Vec<D> a;          ///< [L] where they are
  Vec<D> b;          ///< [L]
  Vec<D> apart;      ///< [L] from a to the image of b
  bool is_plain;     ///< were both flights short, and do they end in the box? If not, ask the flight

  /// Requires: the flight does not fall.
  RelativeFlight(const FreeFlight<D>& flight, const Record<D>& from_a, const Record<D>& from_b,
                 const Image<D>& image, const Instant& time)
      : elapsed_a(flight.timebase().between(from_a.clock, time)),
        elapsed_b(flight.timebase().between(from_b.clock, time)) {
    const Period<D>& period = flight.period();
    bool stay = true;
    for (std::size_t axis = 0; axis < D; ++axis) {
      const double shift_a = elapsed_a * from_a.velocity[axis];
      const double shift_b = elapsed_b * from_b.velocity[axis];
      const double box = period.length[axis];
      a[axis] = from_a.position[axis] + shift_a;
      b[axis] = from_b.position[axis] + shift_b;
      apart[axis] = apart_along(a[axis], b[axis], image[axis], box);
      if (!period.along(axis)) continue;
      stay = stay && stays(shift_a, a[axis] - period.min[axis], flight.short_flight(), box) &&
             stays(shift_b, b[axis] - period.min[axis], flight.short_flight(), box);
    }
    is_plain = stay;
  }

 private:
  static bool stays(double shift, double within, double short_flight, double box) {
    return std::fabs(shift) <= short_flight && within >= 0.0 && within < box;
  }
};

/// Two bodies, the one seen from the other, when the later of their courses began. Boxes are left out.
template <int D>
struct RelativeState {
  Instant start;
  Vec<D> apart;     ///< [L]
  Vec<D> velocity;  ///< [L/T]
  double fastest;   ///< [L/T] of either velocity along any axis
  double elapsed;   ///< [T] from the earlier clock until then

  /// Requires: neither falls.
  RelativeState(const Timebase& timebase, const Record<D>& a, const Record<D>& b) : fastest(0.0) {
    const double behind = timebase.between(a.clock, b.clock);
    const double elapsed_a = behind > 0.0 ? behind : 0.0;
    const double elapsed_b = behind < 0.0 ? -behind : 0.0;
    for (std::size_t axis = 0; axis < D; ++axis) {
      apart[axis] = (b.position[axis] + elapsed_b * b.velocity[axis]) -
                    (a.position[axis] + elapsed_a * a.velocity[axis]);
      velocity[axis] = b.velocity[axis] - a.velocity[axis];
      fastest = std::max(std::max(fastest, std::fabs(a.velocity[axis])), std::fabs(b.velocity[axis]));
    }
    start = chosen(behind > 0.0, b.clock, a.clock);
    elapsed = std::fabs(behind);
  }
};

}  // namespace firsthit
