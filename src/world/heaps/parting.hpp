#pragma once

#include "core/vec_math.hpp"
#include "query/tolerant/solid_patch.hpp"
#include "world/balance/least_pushes.hpp"
#include "world/heaps/friction_cone.hpp"
#include "world/heaps/heap_search.hpp"
#include "world/heaps/hops.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace firsthit {

/// Sides whose normals are this near each other, by the cosine, lie on each other: a slope of 1/16.
inline constexpr double kFlat = 0x1.ff0p-1;

/// Those who touch, and what pushes at their contacts do to them. All speeds are seen from the first that
/// moves as it is told of what they touch.
template <int D>
struct HeapSearch<D>::Parting {
  static constexpr double kParted = 0x1p-20;  // of the speed of a hop, what is none

  const HeapSearch& search;
  const std::vector<Loose>& all;
  std::vector<std::size_t> members;
  std::vector<double> levers;                      // of them, if any body turns
  std::vector<std::pair<Id, std::size_t>> places;  // in order: of whom, among the members
  Vec<D> seen_from{};                              // [L/T]
  std::vector<Near> touches;                       // and of each:
  std::vector<UnitPush> pushes;
  std::vector<double> hop;     // [L/T] how fast it opens
  std::vector<double> chased;  // [L/T] how fast it must, to stay as it is, as the other moves as it is told
  std::vector<double> sizes;   // [M L/T] of its push, once they are pushed
  std::vector<double> speed;   // by row, before; [L/T]
  std::vector<double> inverse_mass;
  std::vector<InverseInertia<D>> gives;  // of each member; it turns about axes of its own

  Parting(const HeapSearch& of, const std::vector<Loose>& bodies) : search(of), all(bodies) {}
  Parting(const HeapSearch& of, const std::vector<Loose>& bodies, const std::vector<std::size_t>& those,
          std::span<const Near> near)
      : Parting(of, bodies) {
    const auto is_theirs = [&](const Near& one) {
      return std::binary_search(those.begin(), those.end(), one.a);
    };
    const auto told = std::find_if(near.begin(), near.end(), [&](const Near& one) {
      return is_theirs(one) && !one.both && one.b != kNone;
    });
    if (told != near.end()) seen_from = all[told->b].velocity;
    for (const std::size_t one : those) add_member(one);
    for (const Near& one : near)
      if (is_theirs(one)) add_touch(one);
  }

  void add_member(std::size_t one) {
    const Loose& body = all[one];
    const std::pair<Id, std::size_t> place(body.id, members.size());
    places.insert(std::upper_bound(places.begin(), places.end(), place), place);
    members.push_back(one);
    gives.push_back(search.spins_.inverse_inertia_at(body.id, body.stands));
    for (std::size_t axis = 0; axis < D; ++axis) {
      speed.push_back(body.velocity[axis] - seen_from[axis]);
      inverse_mass.push_back(1.0 / search.table_.mass[body.id]);
    }
    if (!search.turns()) return;
    levers.push_back(body.lever);
    const InverseInertia<D>& inverse = gives.back();
    const AngularVelocity<D> turning = along_axes(inverse, body.turning);
    for (std::size_t axis = 0; axis < kAxesOfTurning<D>; ++axis) {
      speed.push_back(about_axis(turning, axis) * body.lever);
      inverse_mass.push_back(about_axis(values_of(inverse), axis) * body.lever * body.lever);
    }
  }
  /// Requires: its first body is a member.
  void add_touch(const Near& one) {
    double size = all[one.a].size;
    if (one.both) size = std::min(size, all[one.b].size);
    touches.push_back(one);
    pushes.push_back(push(one.contact, -one.contact.normal));
    hop.push_back(heap_hop_speed(length(search.flight_.gravity()), size));
    chased.push_back(one.both ? 0.0 : dot(one.contact.normal, passing(one)));
  }
  std::size_t width() const { return levers.empty() ? std::size_t{D} : D + kAxesOfTurning<D>; }
  /// No impulse moves it.
  void hold(std::size_t member) {
    std::fill_n(inverse_mass.begin() + static_cast<std::ptrdiff_t>(member * width()), width(), 0.0);
  }

  /// What a force at a contact does, by row.
  UnitPush push(const HeapContact<D>& contact, const Vec<D>& force) const {
    UnitPush r = push_between(place(contact.a), place(contact.b), levers, contact, force);
    if constexpr (D == 3) {
      for (std::uint32_t k = 0; k + 2 < r.count; ++k) {
        const std::size_t member = r.row[k] / width();
        if (r.row[k] % width() != D || gives[member].is_even()) continue;
        const Vec<3> torque = gives[member].along_axes({r.value[k], r.value[k + 1], r.value[k + 2]});
        for (std::uint32_t axis = 0; axis < 3; ++axis) r.value[k + axis] = torque[axis];
      }
    }
    return r;
  }
  std::optional<std::size_t> place(Id id) const {
    const auto at = std::lower_bound(places.begin(), places.end(), std::pair(id, std::size_t{0}));
    if (at == places.end() || at->first != id) return {};
    return at->second;
  }
  /// [L/T] How what forces do not move passes by, seen from there.
  Vec<D> passing(const Near& one) const { return seen_from - search.carrier_velocity(all, one); }

  /// Speeds that are nearest to these with which all contacts open, with this part of a hop.
  std::vector<double> pushed(double part, std::vector<double> after) {
    std::vector<double> wanted = chased;
    for (std::size_t i = 0; i < wanted.size(); ++i) wanted[i] += part * hop[i];
    sizes = least_pushes(pushes, wanted, after, inverse_mass);
    for (std::size_t i = 0; i < pushes.size(); ++i) pushes[i].give(sizes[i], inverse_mass, after);
    return after;
  }
  double energy(const std::vector<double>& of) const {
    double sum = 0.0;
    for (std::size_t i = 0; i < of.size(); ++i)
      if (inverse_mass[i] > 0.0) sum += of[i] * of[i] / inverse_mass[i];
    return sum;
  }
  /// What the hops of all have.
  double energy_of_hops() const {
    double sum = 0.0;
    for (const std::size_t one : members) {
      const double hops = heap_hop_speed(length(search.flight_.gravity()), all[one].size);
      sum += search.table_.mass[all[one].id] * hops * hops;
    }
    return sum;
  }
  bool all_open(const std::vector<double>& after) const {
    for (std::size_t i = 0; i < pushes.size(); ++i)
      if (!(pushes[i].dot(after) - chased[i] > kParted * hop[i])) return false;
    return true;
  }
  /// Does any contact close faster than rounding explains?
  bool any_closes(const std::vector<double>& after) const {
    for (std::size_t i = 0; i < pushes.size(); ++i)
      if (!(pushes[i].dot(after) - chased[i] >= -kParted * hop[i])) return true;
    return false;
  }
  /// Do sides touch that do not lie on each other?
  bool is_between() const {
    const Vec<D>& normal = touches.front().contact.normal;
    return std::any_of(touches.begin(), touches.end(),
                       [&](const Near& one) { return dot(one.contact.normal, normal) <= kFlat; });
  }
  double least_hop() const { return *std::min_element(hop.begin(), hop.end()); }

  /// Friction takes what it can of how contacts slip that have been pushed. Does it do anything?
  bool rub(std::vector<double>& after) const {
    bool rubs = false;
    for (std::size_t i = 0; i < touches.size(); ++i) {
      const double friction = search.table_.surfaces(touches[i].contact.a, touches[i].contact.b).friction;
      if (!(sizes[i] > 0.0 && friction > 0.0)) continue;
      rub_at(touches[i], std::min(friction, kMostFriction) * sizes[i], after);
      rubs = true;
    }
    return rubs;
  }
  /// `most`: [M L/T].
  void rub_at(Near at, double most, std::vector<double>& after) const {
    at.friction = 1.0;  // as a conveyor's surface is, where there is any
    const Vec<D>& normal = at.contact.normal;
    Vec<D> slip = at.both ? Vec<D>{} : passing(at);
    slip = slip - dot(normal, slip) * normal;
    for (const Vec<D>& way : ways_across(normal)) slip = slip + push(at.contact, way).dot(after) * way;
    const double size = length(slip);
    if (!(size > 0.0)) return;
    const UnitPush against = push(at.contact, (-1.0 / size) * slip);
    against.give(std::min(most, size / against.gives(inverse_mass)), inverse_mass, after);
  }

  /// What the i-th of the members does then.
  Parted<D> told(std::size_t i, const std::vector<double>& after) const {
    const Loose& body = all[members[i]];
    Parted<D> one{body.id, {}, body.turning};
    for (std::size_t axis = 0; axis < D; ++axis)
      one.velocity[axis] = after[i * width() + axis] + seen_from[axis];
    if (width() == D || !(body.lever > 0.0)) return one;
    for (std::size_t axis = 0; axis < kAxesOfTurning<D>; ++axis)
      about_axis(one.turning, axis) = after[i * width() + D + axis] / body.lever;
    one.turning = of_axes(gives[i], one.turning);
    return one;
  }
  /// What does not move, and the i-th of them lies on.
  std::optional<HeapContact<D>> ground_of(std::size_t i) const {
    const Loose& body = all[members[i]];
    const double rounding =
        kRoundings * std::numeric_limits<double>::epsilon() * std::max(max_abs(body.place), body.reach);
    for (const Near& one : touches)
      if (one.a == members[i] && one.b == kNone && one.gap <= rounding &&
          dot(one.contact.normal, search.flight_.gravity()) > 0.0)
        return one.contact;
    return {};
  }
};

}  // namespace firsthit
