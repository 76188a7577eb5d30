#include "handles.hpp"
#include "parts.hpp"

#include <nanobind/nanobind.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>

namespace nb = nanobind;

namespace firsthit::python {
namespace {

MotionHandle linear(const Tuple& position, const Tuple& velocity) {
  return with_dimension(position, [&]<int D>() -> MotionHandle {
    return {Motion<D>{Linear<D>{vec<D>(position), vec<D>(velocity)}}};
  });
}

MotionHandle falling(const Tuple& position, const Tuple& velocity, const Tuple& acceleration) {
  return with_dimension(position, [&]<int D>() -> MotionHandle {
    return {Motion<D>{Falling<D>{vec<D>(position), vec<D>(velocity), vec<D>(acceleration)}}};
  });
}

MotionHandle spinning(const Tuple& position, const Tuple& velocity, nb::object rate, const Tuple& stands,
                      const Tuple& acceleration, const Tuple& centre) {
  return with_dimension(position, [&]<int D>() -> MotionHandle {
    return {Motion<D>{Spinning<D>{vec<D>(position), vec<D>(velocity), angular_velocity<D>(rate),
                                  orientation<D>(stands), vec<D>(acceleration), vec<D>(centre)}}};
  });
}

MotionHandle spline(const Tuple& control, double duration, nb::object rate, const Tuple& stands,
                    const Tuple& centre) {
  return with_dimension(centre, [&]<int D>() -> MotionHandle {
    Spline<D> r{{}, duration, angular_velocity<D>(rate), orientation<D>(stands), vec<D>(centre)};
    for (int i = 0; i < 4; ++i) r.control[static_cast<std::size_t>(i)] = vec<D>(control[i]);
    return {Motion<D>{r}};
  });
}

MotionHandle precessing(const Tuple& position, const Tuple& velocity, nb::object precession, nb::object spin,
                        const Tuple& stands, const Tuple& acceleration, const Tuple& centre) {
  return with_dimension(position, [&]<int D>() -> MotionHandle {
    return {Motion<D>{Precessing<D>{vec<D>(position), vec<D>(velocity), angular_velocity<D>(precession),
                                    angular_velocity<D>(spin), orientation<D>(stands), vec<D>(acceleration),
                                    vec<D>(centre)}}};
  });
}

MotionHandle tumbling(const Tuple& position, const Tuple& velocity, nb::object rate, const Tuple& stands,
                      const Tuple& acceleration, const Tuple& centre, const Tuple& moments,
                      const Tuple& axes) {
  return with_dimension(position, [&]<int D>() -> MotionHandle {
    return {Motion<D>{Tumbling<D>{vec<D>(position),
                                  vec<D>(velocity),
                                  angular_velocity<D>(rate),
                                  orientation<D>(stands),
                                  vec<D>(acceleration),
                                  vec<D>(centre),
                                  {vec<3>(moments), orientation<3>(axes)}}}};
  });
}

template <class Ask>
Tuple ask(const MotionHandle& handle, const Ask& ask_motion) {
  return std::visit([&](const auto& any) { return std::visit(ask_motion, any); }, handle.motion);
}

Tuple at(const MotionHandle& handle, double delay) {
  return ask(handle, [delay](const auto& motion) { return tuple(motion.at(delay)); });
}

double size(double rate) { return std::abs(rate); }
double size(const Vec<3>& rate) { return std::hypot(rate[0], rate[1], rate[2]); }

/// [rad/T] It never turns faster.
template <class M>
double fastest(const M& motion) {
  if constexpr (requires { motion.precession; }) {
    return size(motion.precession) + size(motion.spin);
  } else if constexpr (std::is_same_v<M, Tumbling<3>>) {
    const auto [least, most] = std::ranges::minmax(motion.inertia.moments.c);
    return std::sqrt(most / least) * size(motion.angular_velocity);  // as its energy stays
  } else if constexpr (requires { motion.angular_velocity; }) {
    return size(motion.angular_velocity);
  } else {
    return 0.0;
  }
}

Tuple point_at(const MotionHandle& handle, double delay, const Tuple& of_shape) {
  return ask(handle, [&](const auto& motion) -> Tuple {
    constexpr int D = std::is_same_v<decltype(motion.at(delay)), Vec<2>> ? 2 : 3;
    // What C++ takes for granted.
    if (!(fastest(motion) * std::abs(delay) <= 0x1p30))
      throw InputError("delay: expected at most 2^30 rad until then, found " + std::to_string(delay));
    if constexpr (requires { motion.at(delay, vec<D>(of_shape)); })
      return tuple(motion.at(delay, vec<D>(of_shape)));
    else
      return tuple(Spinning<D>{.position = motion.at(delay)}.at(0.0, vec<D>(of_shape)));
  });
}

}  // namespace

void add_motions(nb::module_& module) {
  nb::class_<MotionHandle>(module, "Motion").def("at", &at).def("point_at", &point_at);
  module.def("linear", &linear);
  module.def("falling", &falling);
  module.def("spinning", &spinning);
  module.def("spline", &spline);
  module.def("precessing", &precessing);
  module.def("tumbling", &tumbling);
  module.def("turned_by", [](double degrees) -> Tuple {
    const Orientation<2> q = turned_by(degrees);
    return nb::make_tuple(q.w, q.z);
  });
  module.def("turned_about", [](double degrees, const Tuple& axis) -> Tuple {
    const Orientation<3> q = turned_by(degrees, vec<3>(axis));
    return nb::make_tuple(q.w, q.x, q.y, q.z);
  });
}

}  // namespace firsthit::python
