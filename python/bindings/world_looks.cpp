#include "live_world.hpp"

#include <firsthit/world.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include <cstdint>
#include <limits>
#include <optional>

namespace nb = nanobind;

namespace firsthit::python {
namespace {

template <int D>
const Shape<D>& shape_in(const ShapeHandle& shape) {
  if (!shape.in<D>())
    throw InputError(std::string("shape: expected one that is in ") + (D == 2 ? "2D" : "3D"));
  return *shape.in<D>();
}

QueryFilter filter(std::uint32_t category, std::uint32_t mask, nb::handle exclude, bool sensors) {
  QueryFilter r;
  r.filter.category = category;
  r.filter.mask = mask;
  for (const nb::handle id : exclude) r.exclude.push_back({nb::cast<std::uint32_t>(id)});
  r.sensors = sensors;
  return r;
}

template <int D>
Tuple told(const CastHit<D>& hit) {
  return nb::make_tuple(hit.body.value, hit.fraction, tuple(hit.position), tuple(hit.normal),
                        tuple(hit.point), hit.area);
}

template <int D>
Tuple move(LiveWorld<D>& self, std::uint32_t body, const Tuple& displacement, int response, const Tuple& up,
           nb::handle choose, double max_slope, double step_height, double snap_distance, double skin,
           std::uint32_t category, std::uint32_t mask, nb::handle exclude, bool sensors) {
  MovePolicy<D> policy;
  policy.response = static_cast<MoveResponse>(response);
  policy.among = filter(category, mask, exclude, sensors);
  policy.up = vec<D>(up);
  policy.max_slope = max_slope;
  policy.step_height = step_height;
  policy.snap_distance = snap_distance;
  policy.skin = skin;
  if (!choose.is_none())
    policy.choose = [choose](const CastHit<D>& hit) {
      return static_cast<MoveResponse>(nb::cast<int>(choose(*nb::tuple(told(hit)))));
    };
  World<D>& world = self.changed();
  const MoveResult<D> r =
      self.in_the_middle([&] { return world.move({body}, vec<D>(displacement), policy); });
  nb::list hits, crushed_by;
  for (const CastHit<D>& hit : r.hits) hits.append(told(hit));
  for (const BodyId id : r.crushed_by) crushed_by.append(id.value);
  return nb::make_tuple(tuple(r.position), tuple(r.carried), hits, r.grounded, r.ground.value,
                        tuple(r.ground_normal), r.crushed, nb::tuple(crushed_by));
}

}  // namespace

template <int D>
void add_looks(WorldClass<D>& world) {
  using Live = LiveWorld<D>;
  world.def("cast_all",
            [](const Live& self, const ShapeHandle& shape, const Tuple& position, const Tuple& displacement,
               std::uint32_t category, std::uint32_t mask, nb::handle exclude, bool sensors, bool first) {
              const QueryFilter among = filter(category, mask, exclude, sensors);
              nb::typed<nb::list, Tuple> r;
              if (first) {
                if (const auto hit =
                        self.asked().cast(shape_in<D>(shape), vec<D>(position), vec<D>(displacement), among))
                  r.append(told(*hit));
              } else {
                for (const auto& hit :
                     self.asked().cast_all(shape_in<D>(shape), vec<D>(position), vec<D>(displacement), among))
                  r.append(told(hit));
              }
              return r;
            });
  world.def("overlaps", [](const Live& self, const ShapeHandle& shape, const Tuple& position,
                           std::uint32_t category, std::uint32_t mask, nb::handle exclude, bool sensors) {
    nb::typed<nb::list, int> r;
    for (const BodyId id : self.asked().overlaps(shape_in<D>(shape), vec<D>(position),
                                                 filter(category, mask, exclude, sensors)))
      r.append(id.value);
    return r;
  });
  world.def("nearest",
            [](const Live& self, const ShapeHandle& shape, const Tuple& position, double max_distance,
               std::uint32_t category, std::uint32_t mask, nb::handle exclude,
               bool sensors) -> std::optional<Tuple> {
              const auto found = self.asked().nearest(shape_in<D>(shape), vec<D>(position), max_distance,
                                                      filter(category, mask, exclude, sensors));
              if (!found) return std::nullopt;
              return nb::make_tuple(found->body.value, found->distance, tuple(found->normal),
                                    tuple(found->point));
            });
  world.def("time_to_collision", [](const Live& self, std::uint32_t a, std::uint32_t b) {
    return self.asked().time_to_collision({a}, {b});
  });
  world.def("neighbours_within", [](const Live& self, std::uint32_t id, double distance) {
    nb::typed<nb::list, Tuple> r;
    for (const Neighbour<D>& n : self.asked().neighbours_within({id}, distance))
      r.append(nb::make_tuple(n.id.value, tuple(n.offset), tuple(n.normal), tuple(n.velocity), n.gap,
                              n.time_to_collision));
    return r;
  });
  world.def("move", &move<D>, nb::arg("body"), nb::arg("displacement"), nb::arg("response"), nb::arg("up"),
            nb::arg("choose").none(), nb::arg("max_slope"), nb::arg("step_height"), nb::arg("snap_distance"),
            nb::arg("skin"), nb::arg("category"), nb::arg("mask"), nb::arg("exclude"), nb::arg("sensors"));
  world.def("contacts", [](const Live& self) {
    nb::typed<nb::list, Tuple> r;
    for (const RestingContact<D>& contact : self.asked().contacts())
      r.append(nb::make_tuple(contact.a.value, contact.b.value, tuple(contact.point), tuple(contact.normal),
                              tuple(contact.force)));
    return r;
  });
  world.def("predicted_impacts", [](Live& self, std::size_t max_count) {
    nb::typed<nb::list, Tuple> r;
    for (const PredictedImpact& impact : self.changed().predicted_impacts(max_count))
      r.append(nb::make_tuple(impact.time, impact.a.value, impact.b.value));
    return r;
  });
}

template void add_looks<2>(WorldClass<2>&);
template void add_looks<3>(WorldClass<3>&);

}  // namespace firsthit::python
