#include "parts.hpp"

#include <firsthit/features.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>

namespace nb = nanobind;

namespace firsthit::python {
namespace {

using In = nb::ndarray<const double, nb::ndim<1>, nb::device::cpu, nb::c_contig>;
using Out = nb::ndarray<std::uint8_t, nb::ndim<1>, nb::device::cpu, nb::c_contig>;

/// Pairs are doubles side by side: all vertices at the start, then all at the end.
template <class Features, class Answer, class Ask>
void answer(const In& in, const Out& out, const Ask& ask) {
  using Pair = Deformation<Features>;
  static_assert(sizeof(Pair) % sizeof(double) == 0);
  const std::span<const Pair> pairs(reinterpret_cast<const Pair*>(in.data()),
                                    in.size() * sizeof(double) / sizeof(Pair));
  const std::span<Answer> answers(reinterpret_cast<Answer*>(out.data()), pairs.size());
  const nb::gil_scoped_release others_may_run;
  ask(pairs, answers);
}

/// Of those that touch, at the times told; NaN elsewhere, as the times.
template <class Features>
void contacts(const In& in, const In& times, const Out& out) {
  using Contact = decltype(contact(Deformation<Features>{}, FeatureTouch{}));
  static_assert(sizeof(Contact) % sizeof(double) == 0);
  answer<Features, Contact>(in, out, [&times](auto pairs, auto answers) {
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const double time = times.data()[i];
      if (std::isnan(time))
        std::fill_n(reinterpret_cast<double*>(&answers[i]), sizeof(Contact) / sizeof(double), time);
      else
        answers[i] = contact(pairs[i], FeatureTouch{true, FeatureStage::Cull, time, time});
    }
  });
}

template <class Features>
void add(nb::module_& module, const char* touch, const char* hit, const char* contact) {
  module.def(contact, &contacts<Features>);
  module.def(touch, [](const In& in, const Out& out) {
    answer<Features, FeatureTouch>(in, out, [](auto pairs, auto answers) { first_touch(pairs, answers); });
  });
  module.def(hit, [](const In& in, const Out& out) {
    answer<Features, FeatureEncounter>(in, out, [](auto pairs, auto answers) { first_hit(pairs, answers); });
  });
}

}  // namespace

void add_features(nb::module_& module) {
  add<VertexFace>(module, "first_touch_vertex_face", "first_hit_vertex_face", "contacts_vertex_face");
  add<EdgeEdge>(module, "first_touch_edge_edge", "first_hit_edge_edge", "contacts_edge_edge");
  add<PointSegment>(module, "first_touch_point_segment", "first_hit_point_segment", "contacts_point_segment");
  module.def("touch_layout", [] {
    Layout r;
    r["touches"] = offsetof(FeatureTouch, touches);
    r["stage"] = offsetof(FeatureTouch, stage);
    r["lower"] = offsetof(FeatureTouch, lower);
    r["upper"] = offsetof(FeatureTouch, upper);
    r[""] = sizeof(FeatureTouch);
    return r;
  });
  module.def("feature_encounter_layout", [] {
    Layout r;
    r["outcome"] = offsetof(FeatureEncounter, outcome);
    r["stage"] = offsetof(FeatureEncounter, stage);
    r["delay"] = offsetof(FeatureEncounter, delay);
    r["delay_upper"] = offsetof(FeatureEncounter, delay_upper);
    r["first_touch"] = offsetof(FeatureEncounter, first_touch);
    r["first_touch_upper"] = offsetof(FeatureEncounter, first_touch_upper);
    r[""] = sizeof(FeatureEncounter);
    static_assert(sizeof(FeatureEncounter::outcome) == 4);
    return r;
  });
}

}  // namespace firsthit::python
