#include "live_world.hpp"
#include "parts.hpp"

#include <firsthit/observer.hpp>
#include <firsthit/world.hpp>

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace nb = nanobind;

namespace firsthit::python {
namespace {

/// An impact, with what friction does.
template <int D>
struct TurningImpact {
  Impact<D> impact;
  ImpactSpins<D> spins;
};

/// Puts events of one kind into a row, as a batch tells them.
template <int D, class Event>
class Collector : public Observer<D> {
 public:
  explicit Collector(std::vector<Event>& into) : into_(into) {}
  void turn(const Turn<D>& turn) override { take(turn); }
  void passing(const Passing<D>& passing) override { take(passing); }

 private:
  template <class Any>
  void take(const Any& event) {
    if constexpr (std::is_same_v<Any, Event>) into_.push_back(event);
  }
  std::vector<Event>& into_;
};

/// Hands the events of one kind of a batch to Python, as bytes. Python keeps the callback alive, as long as
/// the world's.
template <int D, class Event>
class Watcher : public BatchObserver<D> {
 public:
  Watcher(LiveWorld<D>& world, nb::handle callback) : world_(world), callback_(callback) {}

  void events(EventBatch<D>& batch) override {
    if constexpr (std::is_same_v<Event, Impact<D>>) {
      tell(batch.impacts());
    } else {
      some_.clear();
      if constexpr (std::is_same_v<Event, TurningImpact<D>>) {
        const std::vector<ImpactSpins<D>>& spins = batch.spins();
        for (const Impact<D>& impact : batch.impacts())
          some_.push_back({impact, some_.size() < spins.size() ? spins[some_.size()] : ImpactSpins<D>{}});
      } else {
        Collector<D, Event> collector(some_);
        batch.tell(collector);
      }
      tell(some_);
    }
  }

 private:
  void tell(const std::vector<Event>& some) {
    if (some.empty()) return;
    world_.call(false, [&] { callback_(nb::bytearray(some.data(), some.size() * sizeof(Event))); });
  }

  LiveWorld<D>& world_;
  nb::handle callback_;
  std::vector<Event> some_;  // which keeps its memory
};

template <int D, class Event>
std::size_t watch(LiveWorld<D>& self, nb::handle callback, nb::handle only) {
  World<D>& world = self.changed();
  std::vector<BodyId> bodies;
  for (const nb::handle id : only) bodies.push_back({nb::cast<std::uint32_t>(id)});
  auto watcher = std::make_unique<Watcher<D, Event>>(self, callback);
  world.observe(*watcher, std::move(bodies));
  self.watchers().push_back(std::move(watcher));
  return self.watchers().size() - 1;
}

template <int D>
void unwatch(LiveWorld<D>& self, std::size_t number) {
  World<D>& world = self.changed();
  std::unique_ptr<BatchObserver<D>>& watcher = self.watchers().at(number);
  if (!watcher) return;
  world.unobserve(*watcher);
  watcher.reset();
}

/// Of a body's part in an event; `end` is what the names of its fields end with.
template <int D>
void place_side(Layout& r, std::size_t at, const char* id, const std::string& end) {
  using S = ImpactSide<D>;
  const auto place = [&](const std::string& name, std::size_t offset) {
    r[(name + end).c_str()] = at + offset;
  };
  r[id] = at + offsetof(S, id);
  place("position", offsetof(S, position));
  place("velocity_before", offsetof(S, velocity_before));
  place("velocity_after", offsetof(S, velocity_after));
  place("elapsed", offsetof(S, elapsed));
  place("acceleration", offsetof(S, acceleration));
  static_assert(sizeof(BodyId) == 4);
}

template <int D>
Layout impact_layout() {
  using I = Impact<D>;
  Layout r;
  r["index"] = offsetof(I, index);
  r["time"] = offsetof(I, time);
  r["kind"] = offsetof(I, kind);
  place_side<D>(r, offsetof(I, a), "a", "_a");
  place_side<D>(r, offsetof(I, b), "b", "_b");
  r["point"] = offsetof(I, point);
  r["normal"] = offsetof(I, normal);
  r["impulse"] = offsetof(I, impulse);
  r["virial"] = offsetof(I, virial);
  r["overlap"] = offsetof(I, overlap);
  r[""] = sizeof(I);
  static_assert(sizeof(ImpactKind) == 1);
  return r;
}

template <int D>
Layout turning_impact_layout() {
  using S = ImpactSpins<D>;
  constexpr std::size_t at = offsetof(TurningImpact<D>, spins);
  Layout r = impact_layout<D>();
  r["angular_velocity_before_a"] = at + offsetof(S, a_before);
  r["angular_velocity_after_a"] = at + offsetof(S, a_after);
  r["angular_velocity_before_b"] = at + offsetof(S, b_before);
  r["angular_velocity_after_b"] = at + offsetof(S, b_after);
  r["tangential_impulse"] = at + offsetof(S, tangential_impulse);
  r["angular_acceleration_a"] = at + offsetof(S, a_acceleration);
  r["angular_acceleration_b"] = at + offsetof(S, b_acceleration);
  r[""] = sizeof(TurningImpact<D>);
  return r;
}

template <int D>
Layout turn_layout() {
  using T = Turn<D>;
  Layout r;
  r["time"] = offsetof(T, time);
  r["kind"] = offsetof(T, kind);
  place_side<D>(r, offsetof(T, body), "body", "");
  r["support"] = offsetof(T, support);
  r["acceleration_after"] = offsetof(T, acceleration_after);
  r["angular_velocity_after"] = offsetof(T, angular_velocity_after);
  r["angular_acceleration_after"] = offsetof(T, angular_acceleration_after);
  r[""] = sizeof(T);
  static_assert(sizeof(TurnKind) == 1);
  return r;
}

template <int D>
Layout passing_layout() {
  using P = Passing<D>;
  Layout r;
  r["time"] = offsetof(P, time);
  r["a"] = offsetof(P, a);
  r["b"] = offsetof(P, b);
  r["enters"] = offsetof(P, enters);
  r[""] = sizeof(P);
  static_assert(sizeof(bool) == 1);
  return r;
}

}  // namespace

template <int D>
void add_watchers(WorldClass<D>& world) {
  world.def("watch_impacts", &watch<D, Impact<D>>);
  world.def("watch_turning_impacts", &watch<D, TurningImpact<D>>);
  world.def("watch_turns", &watch<D, Turn<D>>);
  world.def("watch_passings", &watch<D, Passing<D>>);
  world.def("unwatch", &unwatch<D>);
  world.def_static("impact_layout", &impact_layout<D>);
  world.def_static("turning_impact_layout", &turning_impact_layout<D>);
  world.def_static("turn_layout", &turn_layout<D>);
  world.def_static("passing_layout", &passing_layout<D>);
}

template void add_watchers<2>(WorldClass<2>&);
template void add_watchers<3>(WorldClass<3>&);

}  // namespace firsthit::python
