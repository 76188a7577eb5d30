#include "live_world.hpp"

#include <firsthit/world.hpp>

#include <nanobind/nanobind.h>

#include <chrono>
#include <cstdint>

namespace nb = nanobind;

namespace firsthit::python {

namespace {

/// A flag that a run looks at between events: raised by another thread, by a callback that failed, or by a
/// signal whose handler raises. Handlers run under the interpreter's lock, which is asked for some 50 times a
/// second.
template <int D>
class RunFlag {
 public:
  explicit RunFlag(LiveWorld<D>& world) : world_(world) {}

  explicit operator bool() const volatile { return const_cast<RunFlag*>(this)->is_set(); }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr unsigned kEventsBetweenClocks = 32;
  static constexpr std::chrono::milliseconds kBetweenLooks{20};

  bool is_set() {
    if (++looks_ % kEventsBetweenClocks == 0 && Clock::now() - last_ >= kBetweenLooks) {
      world_.call(false, [] {
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
      });
      last_ = Clock::now();
    }
    return world_.stop();
  }

  LiveWorld<D>& world_;
  unsigned looks_ = 0;
  Clock::time_point last_ = Clock::now();
};

template <int D>
Tuple run(LiveWorld<D>& self, bool frame, double time, std::uint64_t collisions, std::uint64_t events) {
  RunFlag<D> flag(self);
  const RunLimits limits{collisions, events, &flag};
  const RunResult result = self.run(
      [&](World<D>& world) { return frame ? world.advance(time, limits) : world.run_until(time, limits); });
  nb::list culprits;
  for (const BodyId id : result.culprits) culprits.append(id.value);
  return nb::make_tuple(static_cast<int>(result.outcome), nb::tuple(culprits));
}

/// What Python wants two to do that have met; if it fails, nothing new: then they lose what closes.
template <int D>
Reaction<D> react(LiveWorld<D>& world, nb::handle callback, const Contact<D>& c) {
  Reaction<D> r{c.velocity_a, c.velocity_b};
  world.call(false, [&] {
    const nb::object wanted = callback(c.time, c.a.value, c.b.value, tuple(c.velocity_a), tuple(c.velocity_b),
                                       c.mass_a, c.mass_b, tuple(c.normal));
    r = {vec<D>(wanted[0]), vec<D>(wanted[1]), nb::cast<bool>(wanted[2])};
  });
  return r;
}

}  // namespace

template <int D>
void add_runs(WorldClass<D>& world) {
  using Live = LiveWorld<D>;
  world.def("run", &run<D>);
  world.def("interrupt", [](Live& self) { self.stop() = true; });
  world.def(
      "set_window",
      [](Live& self, double length, nb::handle callback) {
        if (callback.is_none()) return self.changed().set_window(length);
        self.changed().set_window(length,
                                  [&self, callback](World<D>&) { self.call(true, [&] { callback(); }); });
      },
      nb::arg("length"), nb::arg("callback").none());
  world.def("set_reaction", [](Live& self, std::uint32_t a, std::uint32_t b, nb::handle callback) {
    self.changed().set_response(Material{a}, Material{b}, [&self, callback](const Contact<D>& contact) {
      return react(self, callback, contact);
    });
  });
}

template void add_runs<2>(WorldClass<2>&);
template void add_runs<3>(WorldClass<3>&);

}  // namespace firsthit::python
