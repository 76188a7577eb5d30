#include <firsthit/c/agents.h>
#include <firsthit/agents.hpp>

#include "c/live_world.hpp"

#include <variant>
#include <vector>

using namespace firsthit;
using namespace firsthit::c;

struct FirsthitAgents {
  std::variant<Agents<2>, Agents<3>> any;
};

namespace {

FirsthitAgent default_agent() {
  const Agent<3> a;
  return {sizeof(FirsthitAgent), a.body.value,      static_cast<FirsthitSteering>(a.steering),
          told(a.goal),          a.preferred_speed, a.max_acceleration};
}

template <int D>
Agent<D> read_agent(const FirsthitAgent* from) {
  const FirsthitAgent a = read(from, "agents", default_agent());
  return {{a.body},
          vec<D>(a.goal, "agents.goal"),
          a.preferred_speed,
          choice(a.steering, Steering::Avoid, "agents.steering"),
          a.max_acceleration};
}

/// Calls `call` with the agents in their dimension.
template <class Handle, class Call>
FirsthitStatus with_agents(Handle* agents, const Call& call) {
  return guarded([&] { std::visit(call, there(agents, "agents").any); });
}

}  // namespace

FirsthitStatus firsthit_agent_default(FirsthitAgent* into, std::size_t size) {
  return give_default(default_agent(), into, size);
}

FirsthitStatus firsthit_agents_create(std::int32_t dimension, const FirsthitAgent* agents, std::size_t count,
                                      double window, double path_error, FirsthitAgents** into) {
  return guarded([&] {
    there(into, "into");
    const std::size_t size = count > 0 ? size_of(agents, "agents") : 0;
    in_dimension(dimension, [&]<int D>() {
      std::vector<Agent<D>> members;
      for (std::size_t i = 0; i < count; ++i) {
        const char* const at = reinterpret_cast<const char*>(agents) + i * size;
        members.push_back(read_agent<D>(reinterpret_cast<const FirsthitAgent*>(at)));
      }
      *into = new FirsthitAgents{decltype(FirsthitAgents::any)(std::in_place_type<Agents<D>>,
                                                               std::move(members), window, path_error)};
    });
  });
}

void firsthit_agents_destroy(FirsthitAgents* agents) { delete agents; }

FirsthitStatus firsthit_agents_pieces(const FirsthitAgents* agents, std::uint64_t* into) {
  return with_agents(agents, [&](const auto& all) { there(into, "into") = all.pieces(); });
}

FirsthitStatus firsthit_agents_piece(const FirsthitAgents* agents, double* into) {
  return with_agents(agents, [&](const auto& all) { there(into, "into") = all.piece(); });
}

FirsthitStatus firsthit_agents_steer(FirsthitAgents* agents, FirsthitWorld* world) {
  return with_agents(agents, [&]<int D>(Agents<D>& all) {
    auto* const live = std::get_if<LiveWorld<D>>(&there(world, "world").any);
    if (live == nullptr)
      throw InputError("world: expected one in " + std::to_string(D) + " dimensions, found one in " +
                       std::to_string(5 - D));
    live->change([&](World<D>& of) { all.steer(of); }, true);
  });
}

FirsthitStatus firsthit_agents_save(const FirsthitAgents* agents, FirsthitTakeBytes take, void* user) {
  return with_agents(
      agents, [&](const auto& all) { give_saved(take, user, [&](std::ostream& out) { all.save(out); }); });
}

FirsthitStatus firsthit_agents_load(FirsthitAgents* agents, const void* bytes, std::size_t count,
                                    std::size_t* used) {
  return with_agents(agents, [&](auto& all) {
    BytesIn in(bytes, count);
    all.load(in);
    if (used != nullptr) *used = in.used();
  });
}
