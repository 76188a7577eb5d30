#include <firsthit/c/saved.h>
#include <firsthit/c/world.h>

#include "c/live_world.hpp"

#include <memory>

using namespace firsthit;
using namespace firsthit::c;

namespace {

template <int D>
FirsthitWorldOptions told_options(const WorldOptions<D>& o) {
  FirsthitWorldOptions r{};
  r.size = sizeof r;
  r.dimension = D;
  r.rest = o.rest ? 1 : 0;
  r.min = told(o.space.min);
  r.max = told(o.space.max);
  for (std::size_t k = 0; k < std::size_t{D}; ++k) r.sides[k] = static_cast<FirsthitSide>(o.space.sides[k]);
  r.neighbours = static_cast<FirsthitNeighbourSearch>(o.neighbours);
  r.gravity = told(o.gravity);
  r.restitution = o.restitution;
  r.contact_duration = o.contact_duration;
  r.side_material = o.side_material.value;
  r.friction = o.friction;
  r.tangential_restitution = o.tangential_restitution;
  r.rolling_friction = o.rolling_friction;
  r.spinning_friction = o.spinning_friction;
  return r;
}

template <int D>
WorldOptions<D> read_options(const FirsthitWorldOptions& o) {
  WorldOptions<D> r;
  r.rest = o.rest != 0;
  r.space.min = vec<D>(o.min, "options.min");
  r.space.max = vec<D>(o.max, "options.max");
  for (std::size_t k = 0; k < std::size_t{D}; ++k)
    r.space.sides[k] = choice(o.sides[k], Side::Open, "options.sides");
  r.neighbours = choice(o.neighbours, NeighbourSearch::AllPairs, "options.neighbours");
  r.gravity = vec<D>(o.gravity, "options.gravity");
  r.restitution = o.restitution;
  r.contact_duration = o.contact_duration;
  r.side_material = Material{o.side_material};
  r.friction = o.friction;
  r.tangential_restitution = o.tangential_restitution;
  r.rolling_friction = o.rolling_friction;
  r.spinning_friction = o.spinning_friction;
  return r;
}

FirsthitStatus set_pair(FirsthitWorld* world, std::uint32_t a, std::uint32_t b, double value,
                        void (World<2>::*in_plane)(Material, Material, double),
                        void (World<3>::*in_space)(Material, Material, double)) {
  return with(world, [&]<int D>(LiveWorld<D>& live) {
    live.change([&](World<D>& of) {
      if constexpr (D == 2)
        (of.*in_plane)(Material{a}, Material{b}, value);
      else
        (of.*in_space)(Material{a}, Material{b}, value);
    });
  });
}

/// Writes what `ask` tells of a world.
template <class T, class Ask>
FirsthitStatus tell(const FirsthitWorld* world, T* into, const Ask& ask) {
  return with(world, [&](const auto& live) { there(into, "into") = ask(live.asked()); });
}

}  // namespace

FirsthitStatus firsthit_world_options_default(std::int32_t dimension, FirsthitWorldOptions* into,
                                              std::size_t size) {
  return guarded([&] {
    in_dimension(dimension, [&]<int D>() { write_default(told_options(WorldOptions<D>{}), into, size); });
  });
}

FirsthitStatus firsthit_world_create(const FirsthitWorldOptions* options, FirsthitWorld** into) {
  return guarded([&] {
    there(into, "into");
    const FirsthitWorldOptions asked = read(options, "options", told_options(WorldOptions<2>{}));
    in_dimension(asked.dimension, [&]<int D>() {
      *into = new FirsthitWorld{
          decltype(FirsthitWorld::any)(std::in_place_type<LiveWorld<D>>, read_options<D>(asked))};
    });
  });
}

FirsthitStatus firsthit_world_destroy(FirsthitWorld* world) {
  if (world == nullptr) return FIRSTHIT_OK;
  const FirsthitStatus status = with(world, [](const auto& live) {
    if (live.is_busy())
      throw Refused(FIRSTHIT_ERROR_NOT_NOW, "world: a callback of its own may not destroy it");
  });
  if (status == FIRSTHIT_OK) delete world;
  return status;
}

FirsthitStatus firsthit_world_options(const FirsthitWorld* world, FirsthitWorldOptions* into) {
  return with(world, [&](const auto& live) {
    const std::size_t size = size_of(into, "into");
    write(told_options(live.asked().options()), into, size);
  });
}

FirsthitStatus firsthit_world_set_restitution(FirsthitWorld* world, std::uint32_t a, std::uint32_t b,
                                              double value) {
  return set_pair(world, a, b, value, &World<2>::set_restitution, &World<3>::set_restitution);
}

FirsthitStatus firsthit_world_set_friction(FirsthitWorld* world, std::uint32_t a, std::uint32_t b,
                                           double value) {
  return set_pair(world, a, b, value, &World<2>::set_friction, &World<3>::set_friction);
}

FirsthitStatus firsthit_world_set_tangential_restitution(FirsthitWorld* world, std::uint32_t a,
                                                         std::uint32_t b, double value) {
  return set_pair(world, a, b, value, &World<2>::set_tangential_restitution,
                  &World<3>::set_tangential_restitution);
}

FirsthitStatus firsthit_world_set_rolling_friction(FirsthitWorld* world, std::uint32_t a, std::uint32_t b,
                                                   double value) {
  return set_pair(world, a, b, value, &World<2>::set_rolling_friction, &World<3>::set_rolling_friction);
}

FirsthitStatus firsthit_world_set_spinning_friction(FirsthitWorld* world, std::uint32_t a, std::uint32_t b,
                                                    double value) {
  return set_pair(world, a, b, value, &World<2>::set_spinning_friction, &World<3>::set_spinning_friction);
}

FirsthitStatus firsthit_world_set_response(FirsthitWorld* world, std::uint32_t a, std::uint32_t b,
                                           FirsthitResponse response) {
  return with(world, [&]<int D>(LiveWorld<D>& live) {
    live.change([&](World<D>& of) {
      of.set_response(Material{a}, Material{b}, choice(response, Response::Pass, "response"));
    });
  });
}

FirsthitStatus firsthit_world_measure(FirsthitWorld* world, double from, FirsthitVec drift,
                                      std::int32_t path_length) {
  return with(world, [&]<int D>(LiveWorld<D>& live) {
    live.change([&](World<D>& of) { of.measure({from, vec<D>(drift, "drift"), path_length != 0}); });
  });
}

FirsthitStatus firsthit_world_statistics(const FirsthitWorld* world, FirsthitStatistics* into) {
  return with(world, [&](const auto& live) {
    const std::size_t size = size_of(into, "into");
    const Statistics s = live.asked().statistics();
    write({sizeof(FirsthitStatistics),
           s.begin,
           s.time,
           {s.impacts[0], s.impacts[1], s.impacts[2]},
           s.meetings,
           s.kinetic_action,
           s.rotational_action,
           s.virial,
           s.path_length,
           s.deepest_overlap},
          into, size);
  });
}

FirsthitStatus firsthit_world_time(const FirsthitWorld* world, double* into) {
  return tell(world, into, [](const auto& of) { return of.time(); });
}

FirsthitStatus firsthit_world_size(const FirsthitWorld* world, std::size_t* into) {
  return tell(world, into, [](const auto& of) { return of.size(); });
}

FirsthitStatus firsthit_world_collisions(const FirsthitWorld* world, std::uint64_t* into) {
  return tell(world, into, [](const auto& of) { return of.collisions(); });
}

FirsthitStatus firsthit_world_collisions_of(const FirsthitWorld* world, FirsthitImpactKind kind,
                                            std::uint64_t* into) {
  return tell(world, into,
              [kind](const auto& of) { return of.collisions(choice(kind, ImpactKind::BodySide, "kind")); });
}

FirsthitStatus firsthit_world_events(const FirsthitWorld* world, std::uint64_t* into) {
  return tell(world, into, [](const auto& of) { return of.events(); });
}

FirsthitStatus firsthit_world_state_hash(const FirsthitWorld* world, std::uint64_t* into) {
  return tell(world, into, [](const auto& of) { return of.state_hash(); });
}

FirsthitStatus firsthit_world_save(const FirsthitWorld* world, FirsthitTakeBytes take, void* user) {
  return with(world, [&](const auto& live) {
    give_saved(take, user, [&](std::ostream& out) { live.asked().save(out); });
  });
}

FirsthitStatus firsthit_world_load(std::int32_t dimension, const void* bytes, std::size_t count,
                                   FirsthitWorld** into, std::size_t* used) {
  return guarded([&] {
    there(into, "into");
    BytesIn in(bytes, count);
    in_dimension(dimension, [&]<int D>() {
      *into = new FirsthitWorld{
          decltype(FirsthitWorld::any)(std::in_place_type<LiveWorld<D>>, World<D>::load(in))};
    });
    if (used != nullptr) *used = in.used();
  });
}
