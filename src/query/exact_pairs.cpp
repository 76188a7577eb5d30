#include "query/exact_pairs.hpp"

#include "core/vec_math.hpp"
#include "query/ball_kernels.hpp"
#include "query/exact_path.hpp"
#include "query/filters.hpp"

namespace firsthit {

template <int D>
PairEvent ball_ball_event(const Course<D>& a, double a_radius, const Course<D>& b, double b_radius,
                          double end) {
  if (surely_miss(a, a_radius, b, b_radius)) return {};
  const Polynomial gap = squared_gap<D>(relative_path(a, b), Dyadic(a_radius) + Dyadic(b_radius));
  const double guess = ball_ball_falling_delay(b.position - a.position, b.velocity - a.velocity,
                                               b.acceleration - a.acceleration, a_radius + b_radius);
  return {first_event(gap, 0.0, end, guess), false, Part::Whole, 1};
}

template <int D>
PairEvent half_space_ball_event(const Course<D>& solid, const Vec<D>& normal, double offset,
                                const Course<D>& ball, double radius, double end) {
  std::array<Dyadic, static_cast<std::size_t>(D)> direction;
  Dyadic length_squared_exact;
  for (std::size_t i = 0; i < direction.size(); ++i) {
    direction[i] = Dyadic(normal[i]);
    length_squared_exact = length_squared_exact + direction[i] * direction[i];
  }
  const Parabola height = along<D>(direction, relative_path(solid, ball), Dyadic(offset));
  const double guess = plane_delay(
      (dot(normal, ball.position - solid.position) - offset) - radius * length(normal),
      dot(normal, ball.velocity - solid.velocity), dot(normal, ball.acceleration - solid.acceleration));
  return {first_event(plane_gap(height, Dyadic(radius), length_squared_exact), 0.0, end, guess), false,
          Part::Whole, 1};
}

template PairEvent ball_ball_event<2>(const Course<2>&, double, const Course<2>&, double, double);
template PairEvent ball_ball_event<3>(const Course<3>&, double, const Course<3>&, double, double);
template PairEvent half_space_ball_event<2>(const Course<2>&, const Vec<2>&, double, const Course<2>&, double,
                                            double);
template PairEvent half_space_ball_event<3>(const Course<3>&, const Vec<3>&, double, const Course<3>&, double,
                                            double);

}  // namespace firsthit
