#include <firsthit/c/world.h>

#include "c/live_world.hpp"

#include <cmath>

using namespace firsthit;
using namespace firsthit::c;

namespace {

FirsthitRunLimits default_limits() {
  return {sizeof(FirsthitRunLimits), RunLimits{}.collisions, RunLimits{}.events, nullptr};
}

/// Raised by the caller's flag, or by a callback that failed.
class Stop {
 public:
  Stop(const volatile std::int32_t* wanted, const bool& failed) : wanted_(wanted), failed_(failed) {}
  explicit operator bool() const volatile {
    // Another thread may write it at any time.
    return failed_ || (wanted_ != nullptr && __atomic_load_n(wanted_, __ATOMIC_RELAXED) != 0);
  }

 private:
  const volatile std::int32_t* wanted_;
  const bool& failed_;
};

FirsthitStatus run(FirsthitWorld* world, bool frame, double time, const FirsthitRunLimits* limits,
                   FirsthitRunOutcome* into) {
  return with(world, [&]<int D>(LiveWorld<D>& live) {
    const FirsthitRunLimits asked =
        limits == nullptr ? default_limits() : read(limits, "limits", default_limits());
    const Stop stop(asked.stop, live.stop());
    const RunLimits until{asked.collisions, asked.events, &stop};
    RunResult result =
        live.run([&](World<D>& of) { return frame ? of.advance(time, until) : of.run_until(time, until); });
    live.culprits = std::move(result.culprits);
    if (into != nullptr) *into = static_cast<FirsthitRunOutcome>(result.outcome);
  });
}

template <int D>
bool is_finite(const Vec<D>& a) {
  for (const double x : a.c)
    if (!std::isfinite(x)) return false;
  return true;
}

/// What the caller's function wants two to do; if that cannot be used they lose what closes, and the run
/// ends.
template <int D>
Reaction<D> react(LiveWorld<D>& live, FirsthitReact function, void* user, const Contact<D>& met) {
  const FirsthitContact contact{
      sizeof(FirsthitContact), met.time,   met.a.value, met.b.value,     told(met.velocity_a),
      told(met.velocity_b),    met.mass_a, met.mass_b,  told(met.normal)};
  FirsthitReaction wanted{contact.velocity_a, contact.velocity_b, 0, 0};
  live.call(false, [&] { function(user, &contact, &wanted); });
  try {
    const Reaction<D> r{vec<D>(wanted.velocity_a, "reaction.velocity_a"),
                        vec<D>(wanted.velocity_b, "reaction.velocity_b"), wanted.pass != 0};
    if (is_finite(r.velocity_a) && is_finite(r.velocity_b)) return r;
    live.fail("reaction: expected finite velocities, found others");
  } catch (const InputError& error) {
    live.fail(error.what());
  }
  return {met.velocity_a, met.velocity_b};
}

}  // namespace

FirsthitStatus firsthit_run_limits_default(FirsthitRunLimits* into, std::size_t size) {
  return give_default(default_limits(), into, size);
}

FirsthitStatus firsthit_world_run_until(FirsthitWorld* world, double time, const FirsthitRunLimits* limits,
                                        FirsthitRunOutcome* into) {
  return run(world, false, time, limits, into);
}

FirsthitStatus firsthit_world_advance(FirsthitWorld* world, double duration, const FirsthitRunLimits* limits,
                                      FirsthitRunOutcome* into) {
  return run(world, true, duration, limits, into);
}

FirsthitStatus firsthit_world_culprits(const FirsthitWorld* world, FirsthitBodyId* into, std::size_t capacity,
                                       std::size_t* count) {
  return with(world, [&](const auto& live) {
    live.asked();
    write_list(live.culprits, into, capacity, count, [](BodyId id) { return told(id); });
  });
}

FirsthitStatus firsthit_world_set_reaction(FirsthitWorld* world, std::uint32_t a, std::uint32_t b,
                                           FirsthitReact function, void* user) {
  return with(world, [&]<int D>(LiveWorld<D>& live) {
    if (function == nullptr) throw Refused(FIRSTHIT_ERROR_NULL, "react: expected a function, found null");
    live.change([&](World<D>& of) {
      of.set_response(Material{a}, Material{b}, [&live, function, user](const Contact<D>& met) {
        return react(live, function, user, met);
      });
    });
  });
}

FirsthitStatus firsthit_world_set_window(FirsthitWorld* world, double length, FirsthitWindow window,
                                         void* user) {
  return with(world, [&]<int D>(LiveWorld<D>& live) {
    live.change([&](World<D>& of) {
      if (window == nullptr) return of.set_window(length);
      of.set_window(
          length, [&live, world, window, user](World<D>&) { live.call(true, [&] { window(user, world); }); });
    });
  });
}
