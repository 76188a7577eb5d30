#include <firsthit/c/moves.h>

#include "c/live_world.hpp"
#include "c/questions.hpp"

using namespace firsthit;
using namespace firsthit::c;

namespace {

FirsthitMovePolicy default_policy() {
  const MovePolicy<3> p;
  return {sizeof(FirsthitMovePolicy),
          static_cast<FirsthitMoveResponse>(p.response),
          0,
          nullptr,
          nullptr,
          nullptr,
          told(p.up),
          p.max_slope,
          p.step_height,
          p.snap_distance,
          p.skin};
}

template <int D>
MovePolicy<D> read_policy(LiveWorld<D>& live, const FirsthitMovePolicy* from) {
  const FirsthitMovePolicy p = from == nullptr ? default_policy() : read(from, "policy", default_policy());
  MovePolicy<D> r;
  r.response = choice(p.response, MoveResponse::Cross, "policy.response");
  if (p.choose != nullptr) {
    r.choose = [&live, choose = p.choose, user = p.user](const CastHit<D>& hit) {
      const FirsthitCastHit told_hit = told(hit);
      FirsthitMoveResponse wanted = FIRSTHIT_MOVE_STOP;
      live.call(false, [&] { wanted = choose(user, &told_hit); });
      try {
        return choice(wanted, MoveResponse::Cross, "policy.choose");
      } catch (const InputError& error) {
        live.fail(error.what());
        return MoveResponse::Stop;
      }
    };
  }
  r.among = filter(p.among);
  r.up = vec<D>(p.up, "policy.up");
  r.max_slope = p.max_slope;
  r.step_height = p.step_height;
  r.snap_distance = p.snap_distance;
  r.skin = p.skin;
  return r;
}

}  // namespace

FirsthitStatus firsthit_move_policy_default(FirsthitMovePolicy* into, std::size_t size) {
  return give_default(default_policy(), into, size);
}

FirsthitStatus firsthit_world_move(FirsthitWorld* world, FirsthitBodyId id, FirsthitVec displacement,
                                   const FirsthitMovePolicy* policy, FirsthitMoveResult* into) {
  return with(world, [&]<int D>(LiveWorld<D>& live) {
    const std::size_t size = size_of(into, "into");
    const MovePolicy<D> wanted = read_policy(live, policy);
    MoveResult<D> r =
        live.run([&](World<D>& of) { return of.move({id}, vec<D>(displacement, "displacement"), wanted); });
    live.hits = std::move(r.hits);
    live.crushed_by = std::move(r.crushed_by);
    write(
        {sizeof(FirsthitMoveResult), told(r.position), told(r.carried), told(r.ground_normal),
         r.grounded ? 1 : 0, r.ground.value, r.crushed ? 1 : 0, 0, live.hits.size(), live.crushed_by.size()},
        into, size);
  });
}

FirsthitStatus firsthit_world_move_hits(const FirsthitWorld* world, FirsthitCastHit* into,
                                        std::size_t capacity, std::size_t* count) {
  return with(world, [&]<int D>(const LiveWorld<D>& live) {
    live.asked();
    write_list(live.hits, into, capacity, count, [](const CastHit<D>& hit) { return told(hit); });
  });
}

FirsthitStatus firsthit_world_move_crushed_by(const FirsthitWorld* world, FirsthitBodyId* into,
                                              std::size_t capacity, std::size_t* count) {
  return with(world, [&](const auto& live) {
    live.asked();
    write_list(live.crushed_by, into, capacity, count, [](BodyId id) { return told(id); });
  });
}
