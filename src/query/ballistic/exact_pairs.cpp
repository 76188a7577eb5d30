#include "query/ballistic/exact_pairs.hpp"

#include "core/vec_math.hpp"
#include "exact/root_finder.hpp"
#include "query/ballistic/exact_path.hpp"
#include "query/round/ball_kernels.hpp"

namespace firsthit {

template <int D>
PairEvent ball_ball_event(const Course<D>& a, double a_radius, const Course<D>& b, double b_radius,
                          double margin, double end) {
  const Dyadic sigma = Dyadic(a_radius) + Dyadic(b_radius) + Dyadic(margin);
  const Polynomial gap = squared_gap<D>(relative_path(a, b), sigma);
  const double guess = rounded_falling_delay(b.position - a.position, b.velocity - a.velocity,
                                             b.acceleration - a.acceleration, a_radius + b_radius + margin);
  if (sigma.sign() == 0) return {points_event(gap, end, guess), false, Part::Whole, 1};
  return {first_event(gap, 0.0, end, guess), false, Part::Whole, 1};
}

GapEvent points_event(const Polynomial& distance_squared, double end, double guess) {
  GapEvent event;
  if (distance_squared.is_zero()) {
    event.touch = 0.0;
    return event;
  }
  // A sum of squares: its roots are double where the velocity is not zero, else fourfold.
  std::size_t power = 0;
  while (distance_squared.sign_of_coefficient(power) == 0) ++power;
  if (power > 0) event.touch = 0.0;
  const Polynomial later = distance_squared.divided_by_power(power);
  RootFinder roots(later, 0.0, end);
  const std::optional<Root> root = roots.next(guess);
  if (!root) return event;
  if (!event.touch) event.touch = root->lower;
  const Polynomial rate = later.derivative();
  const bool goes_back = later.degree() == 4 && rate.minus_remainder(rate.derivative()).is_zero();
  if (goes_back) return event;  // c (t - root)^4
  event.kind = GapEvent::Kind::Impact;
  event.lower = root->lower;
  event.upper = root->upper;
  return event;
}

template PairEvent ball_ball_event<2>(const Course<2>&, double, const Course<2>&, double, double, double);
template PairEvent ball_ball_event<3>(const Course<3>&, double, const Course<3>&, double, double, double);

}  // namespace firsthit
