#pragma once

#include "exact/error_free.hpp"

#include <cmath>
#include <limits>

namespace firsthit {

/// The delays [T] that cut a flight into pieces, in order; the first is 0.
struct FlightCuts {
  static constexpr int kMost = 7;  // three lines, each crossed twice, and the start
  double times[kMost] = {0.0};
  int count = 1;

  /// Cuts where place + rate t + half_acceleration t^2 = 0, at most twice.
  void add(double place, double rate, double half_acceleration) {
    constexpr double kNone = std::numeric_limits<double>::infinity();
    double roots[2] = {kNone, kNone};
    if (half_acceleration == 0.0) {
      roots[0] = -place / rate;
    } else {
      const double disc = difference_of_products(rate, rate, 4.0 * half_acceleration, place);
      if (!(disc > 0.0)) return;
      const double sum = -0.5 * (rate >= 0.0 ? rate + std::sqrt(disc) : rate - std::sqrt(disc));
      roots[0] = sum / half_acceleration;
      roots[1] = place / sum;
    }
    for (const double root : roots) {
      if (!(root > 0.0 && root < kNone)) continue;
      int place_in_order = count++;
      for (; times[place_in_order - 1] > root; --place_in_order)
        times[place_in_order] = times[place_in_order - 1];
      times[place_in_order] = root;
    }
  }
};

}  // namespace firsthit
