#include "core/vec_math.hpp"
#include "query/paths/path_crossing_cases.hpp"
#include "query/paths/path_crossing_number.hpp"
#include "query/paths/path_crossing_stages.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace firsthit {
namespace {

/// Nothing if the doubles next to the number are in doubt.
using MaybeCertified = std::optional<Certified>;

/// A power of two near the size of a vector's largest coordinate.
template <int D>
int size_exponent(const Vec<D>& a) {
  const double largest = max_abs(a);
  return largest == 0.0 ? 0 : std::ilogb(largest);
}

/// A course in units of its own size, so that nothing overflows.
template <int D>
struct ScaledCourse {
  PathCourse<Approximate, D> course;
  int exponent = 0;  // of the unit of its delays
  bool fits = true;  // is the horizon one of a size that the filter is for?

  ScaledCourse(const Linear<D>& motion, double horizon, int length_exponent) {
    constexpr double kSmallest = 0x1p-300;
    constexpr double kLargest = 0x1p300;
    const int velocity_exponent = size_exponent(motion.velocity);
    exponent = length_exponent - velocity_exponent;
    course.rests = is_zero(motion.velocity);
    course.forever = !std::isfinite(horizon);
    for (std::size_t i = 0; i < std::size_t{D}; ++i)
      course.velocity[i] = std::ldexp(motion.velocity[i], -velocity_exponent);
    if (course.forever || horizon == 0.0) return;
    const double scaled = std::ldexp(horizon, -exponent);
    fits = horizon >= kSmallest && horizon <= kLargest && scaled >= kSmallest && scaled <= kLargest;
    course.horizon = scaled;
  }
};

/// x * 2^exponent, between neighbours. Requires: x > 0.
MaybeCertified neighbours(const Approximate& x, int exponent) {
  constexpr double kSmallest = 0x1p-900;
  constexpr double kLargest = 0x1p900;
  const double high = std::ldexp(x.value().high, exponent);
  if (!(high >= kSmallest && high <= kLargest)) return std::nullopt;
  // |low| is at most half of the distance to the next double, so the error does not reach that one.
  if (!(std::fabs(x.value().low) > 2.0 * x.error())) return std::nullopt;
  if (x.value().low > 0.0) return Certified{high, std::nextafter(high, HUGE_VAL)};
  return Certified{std::nextafter(high, 0.0), high};
}

/// Nothing where the numerator is neither certainly 0 nor certainly above.
bool is_positive(const PathFraction<Approximate>& f) { return f.numerator.sign().value_or(-1) > 0; }

MaybeCertified certified(const PathMoment<Approximate>& moment, double horizon, int exponent) {
  using At = PathMoment<Approximate>::At;
  if (moment.at == At::Start) return Certified{};
  if (moment.at == At::Horizon) return Certified{horizon + 0.0, horizon + 0.0};
  if (moment.delay.numerator.is_zero()) return Certified{};
  if (!is_positive(moment.delay)) return std::nullopt;
  return neighbours(moment.delay.numerator / moment.delay.denominator, exponent);
}

MaybeCertified certified_root(const PathFraction<Approximate>& f, int exponent) {
  if (f.numerator.is_zero()) return Certified{};
  if (!is_positive(f)) return std::nullopt;
  const Approximate square = f.numerator / f.denominator;
  if (square.sign().value_or(-1) <= 0) return std::nullopt;
  return neighbours(square_root(square), exponent);
}

std::optional<CertifiedStay> certified(const PathStay<Approximate>& stay, double horizon, int exponent) {
  const MaybeCertified enter = certified(stay.enter, horizon, exponent);
  if (!enter) return std::nullopt;
  const MaybeCertified leave = certified(stay.leave, horizon, exponent);
  if (!leave) return std::nullopt;
  return CertifiedStay{*enter, *leave};
}

}  // namespace

template <int D>
std::optional<CertifiedApproach> filtered_path_approach(const Linear<D>& p, const Linear<D>& q,
                                                        const PathQuery& query) {
  const int length_exponent = size_exponent(q.position - p.position);
  const ScaledCourse<D> scaled_p(p, query.horizon_p, length_exponent);
  const ScaledCourse<D> scaled_q(q, query.horizon_q, length_exponent);
  if (!scaled_p.fits || !scaled_q.fits) return std::nullopt;
  PathPair<Approximate, D> pair{scaled_p.course, scaled_q.course, {}};
  for (std::size_t i = 0; i < std::size_t{D}; ++i) {
    const DoubleDouble offset = exact_difference(q.position[i], p.position[i]);
    pair.offset[i] =
        Approximate({std::ldexp(offset.high, -length_exponent), std::ldexp(offset.low, -length_exponent)});
  }
  const auto found = PathCases<Approximate, D>(pair).solve();
  if (!found) return std::nullopt;
  const auto stay_p = certified(found->p, query.horizon_p, scaled_p.exponent);
  if (!stay_p) return std::nullopt;
  const auto stay_q = certified(found->q, query.horizon_q, scaled_q.exponent);
  if (!stay_q) return std::nullopt;
  const auto distance = certified_root(found->distance_squared, length_exponent);
  if (!distance) return std::nullopt;
  return CertifiedApproach{found->stretch, found->opposed, *stay_p, *stay_q, *distance};
}

template std::optional<CertifiedApproach> filtered_path_approach(const Linear<2>&, const Linear<2>&,
                                                                 const PathQuery&);
template std::optional<CertifiedApproach> filtered_path_approach(const Linear<3>&, const Linear<3>&,
                                                                 const PathQuery&);

}  // namespace firsthit
