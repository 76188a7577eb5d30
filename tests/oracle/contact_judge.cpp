#include "oracle/contact_judge.hpp"

#include "oracle/facets.hpp"
#include "oracle/nearest.hpp"
#include "oracle/story.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit::judging {
double rounded_length(const Fraction<mpz_class>& square, const mpz_class& scale, int unit) {
  if (square.above == 0) return 0.0;
  const long double ratio = Approx(square.above).value() / Approx(square.below).value();
  return static_cast<double>(std::ldexp(std::sqrt(ratio) / Approx(scale).value(), unit));
}

template <int D>
double core_gap(const Pair<D>& pair, double t) {
  const Time time = pair.time(t);
  const Moment<D> moment = pair.at(time);
  if (const auto near = nearest(moment))
    return rounded_length(exact_way(moment, *near).squared_distance, time.below, pair.unit());
  const Facets<D> facets(moment);
  const Plane<mpz_class, D>& plane = facets.exact(facets.least_deep().front());
  const Fraction<mpz_class> square{plane.start * plane.start, dot(plane.normal, plane.normal)};
  return -rounded_length(square, time.below, pair.unit());
}

template <int D>
std::string check_normal(const Vec<D>& normal, const Vector<mpz_class, D>& direction) {
  const Vec<D> exact = rounded_direction<D>(direction);
  long double square = 0.0L;
  for (const double x : exact.c) square += static_cast<long double>(x) * x;
  for (std::size_t i = 0; i < std::size_t{D}; ++i) {
    const long double expected = square > 0.0L ? exact[i] / std::sqrt(square) : 0.0L;
    if (!(std::fabs(normal[i] - expected) <= 4.0L * std::numeric_limits<double>::epsilon()))
      return "a normal that is not the exact one, (" + std::to_string(exact[0]) + " " +
             std::to_string(exact[1]) +
             (D == 3 ? " " + std::to_string(exact[std::size_t{D} - 1]) : std::string()) + ") in length";
  }
  return "";
}

template <int D>
double distance_from_surface(const Vec<D>& place, const Body<D>& body, const Linear<D>& motion, double t) {
  const Body<D> point = body_of<D>(Point{});
  // The place does not move: it is where it is at t.
  const Pair<D> pair(point, Linear<D>{place, {}}, body, motion, 0.0);
  return core_gap(pair, t) - body.radius;
}

template <int D>
double distance_from_surface(const Vec<D>& place, const HalfSpace<D>& plane, const Linear<D>& motion,
                             double t) {
  long double height = -static_cast<long double>(plane.offset);
  long double square = 0.0L;
  for (std::size_t i = 0; i < std::size_t{D}; ++i) {
    const long double n = plane.normal[i];
    height += n * (static_cast<long double>(place[i]) - motion.position[i] -
                   static_cast<long double>(t) * motion.velocity[i]);
    square += n * n;
  }
  return static_cast<double>(height / std::sqrt(square));
}

template double core_gap<2>(const Pair<2>&, double);
template double core_gap<3>(const Pair<3>&, double);
template std::string check_normal<2>(const Vec<2>&, const Vector<mpz_class, 2>&);
template std::string check_normal<3>(const Vec<3>&, const Vector<mpz_class, 3>&);
template double distance_from_surface<2>(const Vec<2>&, const Body<2>&, const Linear<2>&, double);
template double distance_from_surface<3>(const Vec<3>&, const Body<3>&, const Linear<3>&, double);
template double distance_from_surface<2>(const Vec<2>&, const HalfSpace<2>&, const Linear<2>&, double);
template double distance_from_surface<3>(const Vec<3>&, const HalfSpace<3>&, const Linear<3>&, double);

}  // namespace firsthit::judging
