#pragma once

#include <limits>

// Heights that are parabolas in time, as of what falls.

namespace firsthit {

/// A piece of time: closed at its begin, open at its end.
struct TimeInterval {
  double begin = std::numeric_limits<double>::infinity();  ///< [T] infinite for never
  double end = std::numeric_limits<double>::infinity();    ///< [T] infinite for ever

  bool happens() const { return begin < std::numeric_limits<double>::infinity(); }
};

/// A height [L] over time: c + b t + a t^2.
struct Parabola {
  double a = 0.0;  ///< [L/T^2]
  double b = 0.0;  ///< [L/T]
  double c = 0.0;  ///< [L]

  double at(double t) const { return c + t * (b + t * a); }

  /// The first time from `from` on in which it is below 0.
  TimeInterval first_below(double from) const;
  /// The last time before `t`, or then, at which it is 0; minus infinity if there is none.
  double last_zero(double t) const;
};

}  // namespace firsthit
