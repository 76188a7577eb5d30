#pragma once

#include <firsthit/body.hpp>
#include <firsthit/shape.hpp>

#include "core/hash.hpp"
#include "core/instant.hpp"
#include "core/vec_math.hpp"
#include "engine/record.hpp"
#include "geometry/free_top.hpp"
#include "world/bodies/inverse_tensor.hpp"
#include "world/bodies/spin.hpp"
#include "world/bodies/top_courses.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace firsthit {

/// How those of a world turn who spin. Where nobody does it is empty, and takes no time.
template <int D>
class SpinTable {
 public:
  /// Does nobody spin?
  bool is_empty() const { return spins_.empty(); }
  bool spins(Id id) const { return id < spins_.size() && who_[id]; }

  /// A body that is new at `now`. What is thrown leaves all as it was.
  void add(Id id, const Body<D>& body, const Instant& now) { add(id, body, now, prepare(id, body)); }
  /// How hard a body is to turn.
  struct Inertia {
    double inverse = 0.0;           // [1/(M L^2)] of its moment, or of their mean; 0 of whom no impact turns
    PrincipalInertia top = kNoTop;  // [M L^2] if they are not equal
  };
  /// The same in two steps, of which the second cannot fail: makes room, and tells how hard it is to turn.
  Inertia prepare(Id id, const Body<D>& body);
  void add(Id id, const Body<D>& body, const Instant& now, const Inertia& inertia) noexcept;
  /// Body i is now the one that was order[i] so far.
  void renumber(std::span<const Id> order);
  /// The clock's ticks have become 2^-finer as long.
  void set_timebase(const Timebase& timebase, int finer) {
    for (Spin<D>& spin : spins_) spin.clock = timebase.retold(spin.clock, finer);
  }
  /// The clock begins anew. Requires: nobody turns.
  void restart() {
    for (Spin<D>& spin : spins_) spin.clock = Instant{};
  }

  /// Of those who do not spin: as they are listed, and at rest.
  const Spin<D>& operator[](Id id) const {
    static const Spin<D> kNone{};
    return spins(id) ? spins_[id] : kNone;
  }
  /// Requires: it spins.
  void set(Id id, const Spin<D>& spin) { spins_[id] = spin; }

  /// The spin of a body at `time`, as Spin tells; of tops as FreeTop does.
  Spin<D> at(Id id, const Instant& time, const Timebase& timebase) const;
  AngularVelocity<D> velocity_at(Id id, const Instant& time, const Timebase& timebase) const {
    return is_top(id) ? at(id, time, timebase).velocity : (*this)[id].velocity_at(time, timebase);
  }
  /// [rad/T^2] Of what rests by friction, of tops as they tumble.
  AngularVelocity<D> acceleration_at(Id id, const Instant& time, const Timebase& timebase) const;

  /// [1/(M L^2)] 0 of those whom no impact turns; of tops over the mean of their moments.
  double inverse_inertia(Id id) const { return spins(id) ? inverse_inertias_[id] : 0.0; }
  /// The same as it stands.
  InverseInertia<D> inverse_inertia_at(Id id, const Orientation<D>& stands) const;
  InverseInertia<D> inverse_inertia_at(Id id, const Instant& time, const Timebase& timebase) const;
  /// Are its moments of inertia not equal, and do impacts turn it? In space only.
  bool is_top(Id id) const { return id < tops_.size() && tops_[id] != kNoTop; }
  /// Requires: it is a top.
  const PrincipalInertia& top(Id id) const { return tops_[id]; }
  /// [M L^2/T^2] Of the rotation of one whom impacts turn, at its clock; else 0.
  double energy(Id id) const;
  /// [M L^2/T] Its integral over time, from its clock, or `from` if that is later, to `end`.
  double action(Id id, const Instant& from, const Instant& end, const Timebase& timebase) const;

  template <class Each>
  void each_number(Id id, const Each& each) const {
    if (!spins(id)) return;
    const Spin<D>& spin = spins_[id];
    each(spin.orientation.w);
    each(spin.orientation.z);
    if constexpr (D == 2) {
      each(spin.turned);
      each(spin.velocity);
    } else {
      each(spin.orientation.x);
      each(spin.orientation.y);
      for (const double x : spin.velocity.c) each(x);
    }
    each(spin.clock.ticks);
    each(spin.clock.offset);
    if (!spin.grows()) return;
    if constexpr (D == 2) {
      each(spin.acceleration);
    } else {
      for (const double x : spin.acceleration.c) each(x);
    }
  }

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.spins_, self.inverse_inertias_, self.who_);
    if (archive.version() >= 6) archive(self.tops_);
    archive.require(
        self.spins_.size() == self.inverse_inertias_.size() && self.spins_.size() == self.who_.size(),
        "expected as many of each as spin, found others");
    archive.require(
        std::all_of(self.tops_.begin(), self.tops_.end(),
                    [](const PrincipalInertia& top) { return top == kNoTop || is_inertia(top); }) &&
            self.tops_.size() <= (D == 3 ? self.spins_.size() : 0),
        "expected moments of inertia, found others");
  }
  /// By id, up to the last that spins.
  std::size_t size() const { return spins_.size(); }

 private:
  static constexpr PrincipalInertia kNoTop{{{0.0, 0.0, 0.0}}, {}};
  static bool is_inertia(const PrincipalInertia& inertia);

  // By id, up to the last that spins.
  std::vector<Spin<D>> spins_;
  std::vector<double> inverse_inertias_;
  std::vector<bool> who_;
  std::vector<PrincipalInertia> tops_;  // by id, up to the last top
  mutable TopCourses courses_;
};

/// [rad/T] Its size.
double speed_of(double angular_velocity);
double speed_of(const Vec<3>& angular_velocity);

/// [L/T] How a place of a body moves that is `from_centre` [L] away, by its rotation.
inline Vec<2> turning_velocity(double angular_velocity, const Vec<2>& from_centre) {
  return angular_velocity * turned_left(from_centre);
}
inline Vec<3> turning_velocity(const Vec<3>& angular_velocity, const Vec<3>& from_centre) {
  return cross(angular_velocity, from_centre);
}

/// [M L^2] Of a ball about its centre, its mass spread evenly: m r^2 / 2 of a disk, 2 / 5 m r^2 in space.
template <int D>
double inertia_of_ball(double mass, double radius) {
  return (D == 2 ? 0.5 : 0.4) * mass * radius * radius;
}

/// [M L^2] Of one whose moments of inertia are not equal, as impacts turn it; nothing of others.
std::optional<PrincipalInertia> top_of(const Body<3>& body);

/// [M L^2/T^2] Of its rotation.
double top_energy(const PrincipalInertia& top, const Orientation<3>& stands, const Vec<3>& angular_velocity);

}  // namespace firsthit
