#include "query/tolerant/time_intervals.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit {
namespace {

constexpr double kEver = std::numeric_limits<double>::infinity();

/// Where a parabola that is not a line is 0: both times, in order; `first` above `second` if it never is.
struct Zeros {
  double first = kEver;
  double second = -kEver;

  explicit Zeros(const Parabola& p) {
    const double square = p.b * p.b - 4.0 * p.a * p.c;
    if (!(square >= 0.0)) return;
    // The root that loses no digits first, the other by their product.
    const double sum = -0.5 * (p.b + std::copysign(std::sqrt(square), p.b));
    const double one = sum / p.a;
    const double other = sum != 0.0 ? p.c / sum : one;
    first = std::min(one, other);
    second = std::max(one, other);
  }
};

}  // namespace

TimeInterval Parabola::first_below(double from) const {
  if (a == 0.0) {
    if (b == 0.0) return c < 0.0 ? TimeInterval{from, kEver} : TimeInterval{};
    const double zero = -c / b;
    if (b < 0.0) return {std::max(from, zero), kEver};
    return from < zero ? TimeInterval{from, zero} : TimeInterval{};
  }
  const Zeros zeros(*this);
  if (a > 0.0)
    return zeros.first < zeros.second && from < zeros.second
               ? TimeInterval{std::max(from, zeros.first), zeros.second}
               : TimeInterval{};
  if (zeros.first > zeros.second) return {from, kEver};
  return from < zeros.first ? TimeInterval{from, zeros.first}
                            : TimeInterval{std::max(from, zeros.second), kEver};
}

double Parabola::last_zero(double t) const {
  if (a == 0.0) {
    const double zero = b == 0.0 ? -kEver : -c / b;
    return zero <= t ? zero : -kEver;
  }
  const Zeros zeros(*this);
  if (zeros.first > zeros.second) return -kEver;
  if (zeros.second <= t) return zeros.second;
  return zeros.first <= t ? zeros.first : -kEver;
}

}  // namespace firsthit
