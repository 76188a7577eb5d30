#include "handles.hpp"
#include "parts.hpp"

#include <nanobind/nanobind.h>

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

template <class Ask>
Tuple ask(const MotionHandle& handle, const Ask& ask_motion) {
  return std::visit([&](const auto& any) { return std::visit(ask_motion, any); }, handle.motion);
}

Tuple at(const MotionHandle& handle, double delay) {
  return ask(handle, [delay](const auto& motion) { return tuple(motion.at(delay)); });
}

Tuple point_at(const MotionHandle& handle, double delay, const Tuple& of_shape) {
  return ask(handle, [&](const auto& motion) -> Tuple {
    constexpr int D = std::is_same_v<decltype(motion.at(delay)), Vec<2>> ? 2 : 3;
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
