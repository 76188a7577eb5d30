#include "live_world.hpp"
#include "sides.hpp"
#include "told.hpp"

#include <firsthit/world.hpp>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace nb = nanobind;

namespace firsthit::python {
namespace {

using Ids = nb::ndarray<std::uint32_t, nb::ndim<1>, nb::device::cpu, nb::c_contig>;
using Doubles = nb::ndarray<double, nb::ndim<2>, nb::device::cpu, nb::c_contig>;
using Wholes = nb::ndarray<std::int64_t, nb::ndim<2>, nb::device::cpu, nb::c_contig>;

/// What many bodies have in common.
template <int D>
Body<D> body(std::uint32_t material, int kind, std::uint32_t category, std::uint32_t mask, bool sensor,
             int after_hit, const Tuple& one_way, const Tuple& surface_velocity, int on_crush, bool spins,
             double inertia) {
  Body<D> r;
  r.material = Material{material};
  r.kind = static_cast<BodyKind>(kind);
  r.filter.category = category;
  r.filter.mask = mask;
  r.sensor = sensor;
  r.after_hit = static_cast<AfterHit>(after_hit);
  r.one_way = vec<D>(one_way);
  r.surface_velocity = vec<D>(surface_velocity);
  r.on_crush = static_cast<OnCrush>(on_crush);
  r.spins = spins;
  r.inertia = inertia;
  return r;
}

/// Adds all of them or, if one cannot be used, none.
template <int D>
void add(LiveWorld<D>& self, const Side<D>& side, const Column& masses, Body<D> each, const Ids& ids) {
  World<D>& world = self.changed();
  const Numbers<Column> mass(masses);
  const auto add_to = [&](World<D>& into, const auto& note) {
    Moving<D> moving = side.first();
    for (std::size_t i = 0; i < ids.size(); ++i) {
      side.read(i, moving);
      each.shape = moving.shape;
      const Spinning<D> motion = side.spinning(i);
      each.position = motion.position;
      each.velocity = motion.velocity;
      each.orientation = motion.orientation;
      each.angular_velocity = motion.angular_velocity;
      each.mass = mass.at(i);
      try {
        note(i, into.add(each));
      } catch (const InputError& error) {
        throw InputError(ids.size() == 1 ? error.what() : "body " + std::to_string(i) + ": " + error.what());
      }
    }
  };
  if (ids.size() > 1) {
    World<D> trial(world.options());
    add_to(trial, [](std::size_t, BodyId) {});
  }
  add_to(world, [&ids](std::size_t i, BodyId id) { ids.data()[i] = id.value; });
}

/// Fills a row for each body, of NaN for those that were removed.
template <int D, class Row>
void fill(const LiveWorld<D>& self, const Doubles& out, const Row& row) {
  const World<D>& world = self.asked();
  const std::size_t width = out.shape(1);
  for (std::size_t i = 0; i < world.size(); ++i) {
    double* const into = out.data() + i * width;
    const BodyId id{static_cast<std::uint32_t>(i)};
    if (world.contains(id))
      row(world.state(id), into);
    else
      std::fill_n(into, width, std::numeric_limits<double>::quiet_NaN());
  }
}

template <int D>
void copy(const Vec<D>& from, double* into) {
  for (const double x : from.c) *into++ = x;
}
void copy(double from, double* into) { *into = from; }
void copy(const Orientation<2>& from, double* into) { copy(Vec<2>{from.w, from.z}, into); }
void copy(const Orientation<3>& from, double* into) {
  into[0] = from.w;
  copy(Vec<3>{from.x, from.y, from.z}, into + 1);
}

template <int D>
void fill_wraps(const LiveWorld<D>& self, const Wholes& out) {
  const World<D>& world = self.asked();
  for (std::size_t i = 0; i < world.size(); ++i) {
    const BodyId id{static_cast<std::uint32_t>(i)};
    std::int64_t* const into = out.data() + i * D;
    if (world.contains(id))
      std::ranges::copy(world.state(id).wraps, into);
    else
      std::fill_n(into, D, 0);
  }
}

/// A row for each body; those of bodies that were removed are not looked at.
template <int D>
void set_velocities(LiveWorld<D>& self, const Rows& velocities) {
  World<D>& world = self.steered();
  const Numbers<Rows> rows(velocities);
  const auto each = [&world](const auto& act) {
    for (std::size_t i = 0; i < world.size(); ++i)
      if (const BodyId id{static_cast<std::uint32_t>(i)}; world.contains(id)) act(i, id);
  };
  each([&rows](std::size_t i, BodyId) {
    for (int k = 0; k < D; ++k)
      if (!std::isfinite(rows.at(i, k)))
        throw InputError("velocities[" + std::to_string(i) + "][" + std::to_string(k) +
                         "]: expected a finite number, found " + std::to_string(rows.at(i, k)));
  });
  each([&](std::size_t i, BodyId id) { world.set_velocity(id, rows.template vec<D>(i)); });
}

}  // namespace

template <int D>
void add_bodies(WorldClass<D>& world) {
  using Live = LiveWorld<D>;
  using State = BodyState<D>;
  world.def("add",
            [](Live& self, const Side<D>& side, const Column& masses, std::uint32_t material, int kind,
               std::uint32_t category, std::uint32_t mask, bool sensor, int after_hit, const Tuple& one_way,
               const Tuple& surface_velocity, int on_crush, bool spins, double inertia, const Ids& ids) {
              add<D>(self, side, masses,
                     body<D>(material, kind, category, mask, sensor, after_hit, one_way, surface_velocity,
                             on_crush, spins, inertia),
                     ids);
            });
  world.def("remove", [](Live& self, std::uint32_t id) { self.changed().remove({id}); });
  world.def("contains", [](const Live& self, std::uint32_t id) { return self.asked().contains({id}); });
  world.def("set_velocity", [](Live& self, std::uint32_t id, const Tuple& velocity) {
    self.steered().set_velocity({id}, vec<D>(velocity));
  });
  world.def("set_acceleration", [](Live& self, std::uint32_t id, const Tuple& acceleration) {
    self.steered().set_acceleration({id}, vec<D>(acceleration));
  });
  world.def("set_surface_velocity", [](Live& self, std::uint32_t id, const Tuple& velocity) {
    self.steered().set_surface_velocity({id}, vec<D>(velocity));
  });
  world.def("set_angular_velocity", [](Live& self, std::uint32_t id, nb::object rate) {
    self.changed().set_angular_velocity({id}, angular_velocity<D>(rate));
  });
  world.def("set_orientation", [](Live& self, std::uint32_t id, const Tuple& stands) {
    self.changed().set_orientation({id}, orientation<D>(stands));
  });
  world.def("set_position", [](Live& self, std::uint32_t id, const Tuple& position) {
    self.changed().set_position({id}, vec<D>(position));
  });
  world.def("set_velocities", &set_velocities<D>);
  world.def("state", [](const Live& self, std::uint32_t id) { return told(self.asked().state({id})); });
  const auto filler = [&world](const char* name, auto member) {
    world.def(name, [member](const Live& self, const Doubles& out) {
      fill(self, out, [member](const State& s, double* into) { copy(s.*member, into); });
    });
  };
  filler("fill_positions", &State::position);
  filler("fill_velocities", &State::velocity);
  filler("fill_accelerations", &State::acceleration);
  filler("fill_orientations", &State::orientation);
  filler("fill_angular_velocities", &State::angular_velocity);
  world.def("fill_wraps", &fill_wraps<D>);
}

template void add_bodies<2>(WorldClass<2>&);
template void add_bodies<3>(WorldClass<3>&);

}  // namespace firsthit::python
