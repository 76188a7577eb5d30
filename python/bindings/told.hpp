#pragma once

#include "handles.hpp"

#include <firsthit/body.hpp>
#include <firsthit/statistics.hpp>

#include <nanobind/nanobind.h>

namespace firsthit::python {

// What several tell, as Python makes values of it.

inline Tuple tuple(const Orientation<2>& q) { return nanobind::make_tuple(q.w, q.z); }
inline Tuple tuple(const Orientation<3>& q) { return nanobind::make_tuple(q.w, q.x, q.y, q.z); }
/// An angular velocity of the plane is a number.
inline double tuple(double rate) { return rate; }

template <int D>
Tuple told(const BodyState<D>& s) {
  nanobind::list wraps;
  for (const std::int64_t each : s.wraps) wraps.append(each);
  return nanobind::make_tuple(tuple(s.position), tuple(s.velocity), nanobind::tuple(wraps),
                              tuple(s.acceleration), tuple(s.orientation), tuple(s.angular_velocity),
                              tuple(s.angular_acceleration));
}

inline Tuple told(const Statistics& s) {
  return nanobind::make_tuple(s.begin, s.time, nanobind::make_tuple(s.impacts[0], s.impacts[1], s.impacts[2]),
                              s.meetings, s.kinetic_action, s.rotational_action, s.virial, s.path_length,
                              s.deepest_overlap);
}

}  // namespace firsthit::python
