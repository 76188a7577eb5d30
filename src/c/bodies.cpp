#include <firsthit/c/world.h>

#include "c/live_world.hpp"
#include "c/shape_handle.hpp"

using namespace firsthit;
using namespace firsthit::c;

namespace {

template <int D>
FirsthitBody told_body(const Body<D>& b) {
  return {sizeof(FirsthitBody),
          nullptr,
          told(b.position),
          told(b.velocity),
          b.mass,
          b.material.value,
          static_cast<FirsthitBodyKind>(b.kind),
          {b.filter.category, b.filter.mask},
          b.sensor ? 1 : 0,
          static_cast<FirsthitAfterHit>(b.after_hit),
          told(b.one_way),
          b.spins ? 1 : 0,
          static_cast<FirsthitOnCrush>(b.on_crush),
          told(b.orientation),
          told_rate(b.angular_velocity),
          b.inertia,
          told(b.surface_velocity)};
}

template <int D>
Body<D> read_body(const FirsthitBody& b) {
  Body<D> r;
  r.shape = shape_in<D>(b.shape, "body.shape");
  r.position = vec<D>(b.position, "body.position");
  r.velocity = vec<D>(b.velocity, "body.velocity");
  r.mass = b.mass;
  r.material = Material{b.material};
  r.kind = choice(b.kind, BodyKind::Pinned, "body.kind");
  r.filter.category = b.filter.category;
  r.filter.mask = b.filter.mask;
  r.sensor = b.sensor != 0;
  r.after_hit = choice(b.after_hit, AfterHit::Waits, "body.after_hit");
  r.one_way = vec<D>(b.one_way, "body.one_way");
  r.spins = b.spins != 0;
  r.on_crush = choice(b.on_crush, OnCrush::Passes, "body.on_crush");
  r.orientation = orientation<D>(b.orientation, "body.orientation");
  r.angular_velocity = angular_velocity<D>(b.angular_velocity, "body.angular_velocity");
  r.inertia = b.inertia;
  r.surface_velocity = vec<D>(b.surface_velocity, "body.surface_velocity");
  return r;
}

template <int D>
FirsthitBodyState told_state(const BodyState<D>& s) {
  FirsthitBodyState r{};
  r.size = sizeof r;
  r.position = told(s.position);
  r.velocity = told(s.velocity);
  for (std::size_t k = 0; k < std::size_t{D}; ++k) r.wraps[k] = s.wraps[k];
  r.acceleration = told(s.acceleration);
  r.orientation = told(s.orientation);
  r.angular_velocity = told_rate(s.angular_velocity);
  r.angular_acceleration = told_rate(s.angular_acceleration);
  return r;
}

}  // namespace

FirsthitStatus firsthit_body_default(FirsthitBody* into, std::size_t size) {
  return give_default(told_body(Body<3>{}), into, size);
}

FirsthitStatus firsthit_world_add(FirsthitWorld* world, const FirsthitBody* body, FirsthitBodyId* into) {
  return with(world, [&]<int D>(LiveWorld<D>& live) {
    there(into, "into");
    const Body<D> wanted = read_body<D>(read(body, "body", told_body(Body<3>{})));
    *into = live.change([&](World<D>& of) { return of.add(wanted); }).value;
  });
}

FirsthitStatus firsthit_world_remove(FirsthitWorld* world, FirsthitBodyId id) {
  return with(world, [&]<int D>(LiveWorld<D>& live) { live.change([&](World<D>& of) { of.remove({id}); }); });
}

FirsthitStatus firsthit_world_contains(const FirsthitWorld* world, FirsthitBodyId id, std::int32_t* into) {
  return with(world, [&](const auto& live) { there(into, "into") = live.asked().contains({id}) ? 1 : 0; });
}

FirsthitStatus firsthit_world_bodies(const FirsthitWorld* world, FirsthitBodyId* into, std::size_t capacity,
                                     std::size_t* count) {
  return with(world, [&](const auto& live) {
    const auto& of = live.asked();
    std::vector<BodyId> all;
    for (std::size_t i = 0; i < of.size(); ++i)
      if (const BodyId id{static_cast<std::uint32_t>(i)}; of.contains(id)) all.push_back(id);
    write_list(all, into, capacity, count, [](BodyId id) { return told(id); });
  });
}

FirsthitStatus firsthit_world_side(const FirsthitWorld* world, std::int32_t axis, std::int32_t upper,
                                   FirsthitBodyId* into) {
  return with(world, [&]<int D>(const LiveWorld<D>& live) {
    live.asked();
    if (axis < 0 || axis >= D)
      throw InputError("axis: expected 0 to " + std::to_string(D - 1) + ", found " + std::to_string(axis));
    there(into, "into") = World<D>::side(axis, upper != 0).value;
  });
}

FirsthitStatus firsthit_world_body(const FirsthitWorld* world, FirsthitBodyId id, FirsthitBody* into) {
  return with(world, [&](const auto& live) {
    const std::size_t size = size_of(into, "into");
    write(told_body(live.asked().body({id})), into, size);
  });
}

FirsthitStatus firsthit_world_shape(const FirsthitWorld* world, FirsthitBodyId id, FirsthitShape** into) {
  return with(world, [&]<int D>(const LiveWorld<D>& live) { give<D>(into, live.asked().body({id}).shape); });
}

FirsthitStatus firsthit_world_state(const FirsthitWorld* world, FirsthitBodyId id, FirsthitBodyState* into) {
  return firsthit_world_states(world, &id, 1, into);
}

FirsthitStatus firsthit_world_states(const FirsthitWorld* world, const FirsthitBodyId* ids, std::size_t count,
                                     FirsthitBodyState* into) {
  return with(world, [&](const auto& live) {
    array(ids, count, "ids");
    Rows<FirsthitBodyState> rows(into, count, "into");
    for (std::size_t i = 0; i < count; ++i) rows.write(i, told_state(live.asked().state({ids[i]})));
  });
}

FirsthitStatus firsthit_world_positions(const FirsthitWorld* world, const FirsthitBodyId* ids,
                                        std::size_t count, FirsthitVec* into) {
  return with(world, [&](const auto& live) {
    array(ids, count, "ids");
    array(into, count, "into");
    for (std::size_t i = 0; i < count; ++i) into[i] = told(live.asked().state({ids[i]}).position);
  });
}

FirsthitStatus firsthit_world_set_velocity(FirsthitWorld* world, FirsthitBodyId id, FirsthitVec velocity) {
  return with(world, [&]<int D>(LiveWorld<D>& live) {
    live.change([&](World<D>& of) { of.set_velocity({id}, vec<D>(velocity, "velocity")); }, true);
  });
}

FirsthitStatus firsthit_world_set_acceleration(FirsthitWorld* world, FirsthitBodyId id,
                                               FirsthitVec acceleration) {
  return with(world, [&]<int D>(LiveWorld<D>& live) {
    live.change([&](World<D>& of) { of.set_acceleration({id}, vec<D>(acceleration, "acceleration")); }, true);
  });
}

FirsthitStatus firsthit_world_set_surface_velocity(FirsthitWorld* world, FirsthitBodyId id,
                                                   FirsthitVec velocity) {
  return with(world, [&]<int D>(LiveWorld<D>& live) {
    live.change([&](World<D>& of) { of.set_surface_velocity({id}, vec<D>(velocity, "velocity")); }, true);
  });
}

FirsthitStatus firsthit_world_set_angular_velocity(FirsthitWorld* world, FirsthitBodyId id,
                                                   FirsthitVec angular_velocity) {
  return with(world, [&]<int D>(LiveWorld<D>& live) {
    live.change([&](World<D>& of) {
      of.set_angular_velocity({id}, c::angular_velocity<D>(angular_velocity, "angular_velocity"));
    });
  });
}

FirsthitStatus firsthit_world_set_orientation(FirsthitWorld* world, FirsthitBodyId id,
                                              FirsthitOrientation orientation) {
  return with(world, [&]<int D>(LiveWorld<D>& live) {
    live.change(
        [&](World<D>& of) { of.set_orientation({id}, c::orientation<D>(orientation, "orientation")); });
  });
}

FirsthitStatus firsthit_world_set_position(FirsthitWorld* world, FirsthitBodyId id, FirsthitVec position) {
  return with(world, [&]<int D>(LiveWorld<D>& live) {
    live.change([&](World<D>& of) { of.set_position({id}, vec<D>(position, "position")); });
  });
}
