#include "handles.hpp"
#include "parts.hpp"

#include <firsthit/distance.hpp>
#include <firsthit/first_hit.hpp>
#include <firsthit/outlines.hpp>
#include <firsthit/path_crossing.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <span>

namespace nb = nanobind;

namespace firsthit::python {
namespace {

template <int D>
void place(MovingHandle& into, const ShapeHandle& shape, const Motion<D>& motion) {
  if (!shape.in<D>())
    throw InputError(std::string("motion: expected one in ") + (D == 2 ? "3D" : "2D") +
                     ", as the shape is, found one in " + (D == 2 ? "2D" : "3D"));
  into.set<D>({*shape.in<D>(), motion});
}

MovingHandle moving(const ShapeHandle& shape, const MotionHandle* motion) {
  MovingHandle r;
  if (motion != nullptr) {
    std::visit([&](const auto& m) { place(r, shape, m); }, motion->motion);
  } else {
    if (shape.plane) r.set<2>({*shape.plane});
    if (shape.space) r.set<3>({*shape.space});
  }
  return r;
}

PlacedHandle placed(const ShapeHandle& shape, const Tuple& position, const Tuple& stands) {
  return with_dimension(position, [&]<int D>() {
    if (!shape.in<D>())
      throw InputError(std::string("position: expected ") + (D == 2 ? "3" : "2") +
                       " numbers, as the shape has, found " + (D == 2 ? "2" : "3"));
    PlacedHandle r;
    r.set<D>({*shape.in<D>(), vec<D>(position), orientation<D>(stands)});
    return r;
  });
}

template <int D>
Tuple told(const Encounter<D>& e) {
  return nb::make_tuple(static_cast<int>(e.outcome), e.delay, e.delay_upper, e.first_touch, tuple(e.normal),
                        tuple(e.point_a), tuple(e.point_b), e.gap, static_cast<int>(e.feature_a.kind),
                        e.feature_a.index, static_cast<int>(e.feature_b.kind), e.feature_b.index);
}

Tuple first_hit_of(const MovingHandle& a, const MovingHandle& b, double horizon, double margin) {
  return in_common(a, b, "first_hit", [&](const auto& x, const auto& y) {
    const auto answer = [&] {
      const nb::gil_scoped_release others_may_run;
      return first_hit(x, y, Query{horizon, margin});
    }();
    return told(answer);
  });
}

Tuple distance_of(const PlacedHandle& a, const PlacedHandle& b) {
  return in_common(a, b, "distance", [](const auto& x, const auto& y) {
    const auto r = distance(x, y);
    return nb::make_tuple(r.distance, tuple(r.normal), tuple(r.point_a), tuple(r.point_b));
  });
}

Tuple told(const Certified& x) { return nb::make_tuple(x.lower, x.upper); }

template <int D>
Tuple told(const Passage<D>& p) {
  return nb::make_tuple(told(p.enter), told(p.leave), tuple(p.from), tuple(p.to));
}

Tuple path_crossing_of(const MotionHandle& p, const MotionHandle& q, double horizon_p, double horizon_q,
                       double tolerance) {
  const PathQuery query{horizon_p, horizon_q, tolerance};
  const auto ask = [&]<int D>(const Motion<D>& x, const Motion<D>& y) {
    const PathCrossing<D> r = path_crossing(std::get<Linear<D>>(x), std::get<Linear<D>>(y), query);
    return nb::make_tuple(static_cast<int>(r.kind), r.opposed, told(r.p), told(r.q), told(r.distance));
  };
  if (p.motion.index() != q.motion.index())
    throw InputError("path_crossing: expected two of one dimension, found one in 2D and one in 3D");
  if (p.motion.index() == 0) return ask(std::get<0>(p.motion), std::get<0>(q.motion));
  return ask(std::get<1>(p.motion), std::get<1>(q.motion));
}

using Places = nb::ndarray<const double, nb::shape<-1, 2>, nb::device::cpu, nb::c_contig>;

Tuple outlines(const Places& a_start, const Places& a_end, const Places& b_start, const Places& b_end) {
  const auto places = [](const Places& p) {
    return std::span(reinterpret_cast<const Vec2*>(p.data()), p.shape(0));
  };
  const nb::gil_scoped_release others_may_run;
  const Encounter<2> r = first_hit(DeformingOutline{places(a_start), places(a_end)},
                                   DeformingOutline{places(b_start), places(b_end)});
  const nb::gil_scoped_acquire again;
  return told(r);
}

}  // namespace

void add_questions(nb::module_& module) {
  nb::class_<MovingHandle>(module, "Moving");
  module.def("moving", &moving, nb::arg("shape"), nb::arg("motion").none());
  nb::class_<PlacedHandle>(module, "Placed");
  module.def("placed", &placed);
  module.def("first_hit", &first_hit_of);
  module.def("distance", &distance_of);
  module.def("first_hit_outlines", &outlines);
  module.def("path_crossing", &path_crossing_of);
}

}  // namespace firsthit::python
