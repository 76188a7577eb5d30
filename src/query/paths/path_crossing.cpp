#include <firsthit/path_crossing.hpp>

#include <firsthit/error.hpp>

#include "core/fp_environment.hpp"
#include "query/paths/path_crossing_stages.hpp"

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <string>

namespace firsthit {
namespace {

constexpr double kSmallest = 0x1p-450;
constexpr double kLargest = 0x1p450;

[[noreturn]] void refuse_crossing(const std::string& where, const char* expected, double found) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", found);
  throw InputError("path_crossing: " + where + ": expected " + expected + ", found " + text);
}

bool is_accepted(double x) {
  const double size = std::fabs(x);
  return x == 0.0 || (size >= kSmallest && size <= kLargest);
}

void check_number(double x, const std::string& where) {
  if (!std::isfinite(x)) refuse_crossing(where, "a finite number", x);
  if (!is_accepted(x)) refuse_crossing(where, "0 or a size from 2^-450 to 2^450", x);
}

template <int D>
void check_course(const Linear<D>& motion, const std::string& name) {
  const auto check_vector = [&name](const Vec<D>& a, const char* of) {
    for (std::size_t i = 0; i < std::size_t{D}; ++i)
      if (!is_accepted(a[i])) check_number(a[i], name + of + "[" + std::to_string(i) + "]");
  };
  check_vector(motion.position, ".position");
  check_vector(motion.velocity, ".velocity");
}

void check_query(const PathQuery& query) {
  if (!(query.horizon_p >= 0.0)) refuse_crossing("query.horizon_p", ">= 0", query.horizon_p);
  if (!(query.horizon_q >= 0.0)) refuse_crossing("query.horizon_q", ">= 0", query.horizon_q);
  check_number(query.tolerance, "query.tolerance");
  if (query.tolerance < 0.0) refuse_crossing("query.tolerance", ">= 0", query.tolerance);
}

/// Where a particle is then; after an infinite delay at the end of its course, which may be infinite.
template <int D>
Vec<D> place(const Linear<D>& motion, double delay) {
  if (std::isfinite(delay)) return motion.at(delay);
  Vec<D> r = motion.position;
  for (std::size_t i = 0; i < std::size_t{D}; ++i)
    if (motion.velocity[i] != 0.0) r[i] = std::copysign(delay, motion.velocity[i]);
  return r;
}

template <int D>
Passage<D> passage(const Linear<D>& motion, const CertifiedStay& stay) {
  return {stay.enter, stay.leave, place(motion, stay.enter.lower), place(motion, stay.leave.lower)};
}

}  // namespace

inline namespace v0 {

template <int D>
PathCrossing<D> path_crossing(const Linear<D>& p, const Linear<D>& q, const PathQuery& query) {
  const FpEnvironment environment;
  check_course(p, "p");
  check_course(q, "q");
  check_query(query);
  const auto filtered = filtered_path_approach(p, q, query);
  const CertifiedApproach found = filtered ? *filtered : exact_path_approach(p, q, query);
  PathCrossing<D> r;
  r.opposed = found.opposed;
  r.p = passage(p, found.p);
  r.q = passage(q, found.q);
  r.distance = found.distance;
  // No double is between the bounds, so the tolerance is not either.
  if (found.distance.upper <= query.tolerance) r.kind = found.stretch ? Crossing::Stretch : Crossing::Point;
  return r;
}

template PathCrossing<2> path_crossing(const Linear<2>&, const Linear<2>&, const PathQuery&);
template PathCrossing<3> path_crossing(const Linear<3>&, const Linear<3>&, const PathQuery&);

}  // namespace v0

}  // namespace firsthit
