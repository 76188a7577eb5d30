#pragma once

#include "core/vec_math.hpp"
#include "world/heaps/groups.hpp"
#include "world/heaps/heap_search.hpp"
#include "world/heaps/hops.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace firsthit {

/// So far, in parts of the smallest one's size, bodies may be put at most, or, where that is further, by
/// kJointHop of how high they lie: who lies on many comes down by all the gaps below him, each as wide as a
/// joint hop is high. Larger: they jump further than anybody would call nothing.
inline constexpr double kMostMoved = 0x1p-10;

/// So many roundings of its place or size nobody is moved. Six such ways, of two bodies, together are less
/// than what contacts may be off by. Smaller: crates are moved along those that they lie on.
inline constexpr double kLeastMoved = 2.0;

/// Of the fastest, what rounding leaves of velocities that do nothing but close contacts, or are the same.
inline constexpr double kIdle = 0x1p-40;

/// Of a force of size 1, what rounding leaves of the share of a contact that takes no part in it.
inline constexpr double kLeastShare = 0x1p-30;

/// So many roundings of their places a plane may leave two in each other that lie on each other: three
/// corners of theirs, which tell where they touch, are nearer to each other than all are.
inline constexpr double kLeastParted = 8.0;

/// Bodies that are put where they touch.
template <int D>
struct HeapSearch<D>::Settling {
  const HeapSearch& search;
  const std::vector<Loose>& all;
  const std::vector<std::size_t>& members;
  std::vector<Pose<D>> poses;
  std::vector<Load<D>> weights;
  Vec<D> carrier{};         // [L/T] of all that they touch and forces do not move
  Vec<D> lifted{};          // [L/T^2] how that accelerates
  double most_moved = 0.0;  // [L]

  Settling(const HeapSearch& of, const std::vector<Loose>& bodies, const std::vector<std::size_t>& those)
      : search(of), all(bodies), members(those) {
    constexpr double kFar = std::numeric_limits<double>::infinity();
    const Vec<D> gravity = search.flight_.gravity();
    double smallest = kFar, highest = kFar, lowest = -kFar;
    for (const std::size_t body : members) {
      poses.push_back(all[body].pose());
      weights.push_back({search.table_.mass[all[body].id] * gravity});
      smallest = std::min(smallest, all[body].size);
      const double depth = dot(gravity, all[body].place);
      highest = std::min(highest, depth);
      lowest = std::max(lowest, depth);
    }
    most_moved = std::max(kMostMoved * smallest, kJointHop * ((lowest - highest) / length(gravity)));
  }
  /// What that contact touches, and forces do not move, carries them.
  void go_along_with(const Near& one) {
    carrier = search.carrier_velocity(all, one);
    lifted = search.carrier_acceleration(all, one);
    for (std::size_t i = 0; i < members.size(); ++i)
      weights[i].force = search.table_.mass[all[members[i]].id] * (search.flight_.gravity() - lifted);
  }
  bool is_own(std::size_t body) const { return std::binary_search(members.begin(), members.end(), body); }
  /// Do both belong to them, or the one, and forces do not move the other, but all of that go on together?
  bool holds(const Near& one) const {
    if (one.both) return is_own(one.a) && is_own(one.b);
    return is_own(one.a) && is_one_velocity(search.carrier_velocity(all, one), carrier) &&
           search.carrier_acceleration(all, one) == lifted;
  }
  std::size_t index_of(Id id) const {
    const auto at = std::lower_bound(members.begin(), members.end(), id,
                                     [this](std::size_t member, Id body) { return all[member].id < body; });
    return at != members.end() && all[*at].id == id ? static_cast<std::size_t>(at - members.begin()) : kNone;
  }
  Pose<D> pose_of(std::size_t body) const {
    const auto at = std::lower_bound(members.begin(), members.end(), body);
    return at != members.end() && *at == body ? poses[static_cast<std::size_t>(at - members.begin())]
                                              : all[body].pose();
  }
  /// How they touch where they are now.
  Near look_again(Near one) const {
    search.touch(pose_of(one.a), one.b != kNone ? pose_of(one.b) : Pose<D>{}, one);
    return one;
  }
  double rounding_of(const Near& one) const {
    double largest = std::max({max_abs(pose_of(one.a).place), all[one.a].reach, one.farthest});
    if (one.b != kNone) largest = std::max({largest, max_abs(pose_of(one.b).place), all[one.b].reach});
    return kRoundings * std::numeric_limits<double>::epsilon() * largest;
  }
  Heap<D> heap() const { return search.heap_of(all, members); }
  /// By row. False: that is too far. What turns is not moved by less than rounding: crates that stand on each
  /// other stay where they are across gravity.
  bool move(std::vector<double> ways) {
    const std::size_t width = ways.size() / members.size();
    for (std::size_t i = 0; i < members.size(); ++i) {
      const Loose& body = all[members[i]];
      const double rounding = kLeastMoved * std::numeric_limits<double>::epsilon() *
                              std::max(max_abs(poses[i].place), body.reach);
      for (std::size_t row = i * width; row < (i + 1) * width && width > D; ++row)
        if (std::fabs(ways[row]) <= rounding) ways[row] = 0.0;
      for (std::size_t axis = 0; axis < D; ++axis) poses[i].place[axis] += ways[i * width + axis];
      if (!(length(poses[i].place - body.place) <= most_moved)) return false;
      if (width == D || !(body.lever > 0.0)) continue;
      AngularVelocity<D> half{};  // [rad]
      for (std::size_t axis = 0; axis < width - D; ++axis)
        about_axis(half, axis) = 0.5 * ways[i * width + D + axis] / body.lever;
      if (!(speed_of(half) * body.lever <= most_moved)) return false;
      poses[i].stands = turned_by(poses[i].stands, half);
    }
    return true;
  }
  /// Who is deepest in another, by more than rounding.
  std::optional<std::size_t> deepest(const std::vector<Near>& near) const {
    std::optional<std::size_t> worst;
    double depth = 0.0;
    for (std::size_t i = 0; i < near.size(); ++i) {
      if (!is_own(near[i].a) && (near[i].b == kNone || !is_own(near[i].b))) continue;
      const Near now = look_again(near[i]);
      if (now.gap >= -rounding_of(now) || now.gap >= depth) continue;
      depth = now.gap;
      worst = i;
    }
    return worst;
  }
  /// The same, as it is where it is; of those who turn by the parts that part them best.
  std::optional<Near> overlapping(const std::vector<Near>& near) const {
    std::optional<Near> worst;
    if (!search.turns()) {
      if (const auto at = deepest(near)) worst = near[*at];
      return worst;
    }
    each_pair(near, [&](const Near& pair, const Pose<D>& a, const Pose<D>& b) {
      const std::optional<Near> now = search.separating(a, b, pair);
      if (!now || now->gap >= -rounding_of(*now) || (worst && now->gap >= worst->gap)) return;
      worst = now;
    });
    return worst;
  }
  /// All parts of theirs that touch where they are now.
  std::vector<Near> anew(const std::vector<Near>& near) const {
    std::vector<Near> touching;
    each_pair(near, [&](const Near& pair, const Pose<D>& a, const Pose<D>& b) {
      search.add_parts(a, b, rounding_of(pair), pair, touching);
    });
    for (Near& one : touching) one.slow = search.is_slow(all, one);
    return touching;
  }
  /// Does the plane of a contact part the two pieces?
  bool is_parted(const Near& one) const {
    if (one.parts.kind == TouchingParts::Kind::Whole || one.parts.kind == TouchingParts::Kind::CornerOnPlane)
      return true;
    const Pose<D> a = pose_of(one.a), b = one.b != kNone ? pose_of(one.b) : Pose<D>{};
    return search.parted_along(a, b, one) >= -kLeastParted * rounding_of(one);
  }
  /// Parts that touch may be steeper than those that lie on each other. Only those whose plane parts the two
  /// hold each other; edges that cross have the normal of a face where that does, as where it lies on
  /// another, else that across both, as where an edge that lies on a face comes to its rim.
  std::optional<Near> parting(const Near& one) const {
    if (is_parted(one)) return one;
    if (one.parts.kind != TouchingParts::Kind::Crossing) return {};
    Near edges = one;
    edges.parts.kind = TouchingParts::Kind::Edges;
    edges = look_again(edges);
    if (!(std::fabs(edges.gap) <= rounding_of(edges)) || is_zero(edges.contact.normal)) return {};
    if (!is_parted(edges)) return {};
    return edges;
  }
  /// The contacts of those that touch: of a pair that no plane of theirs parts, as by what rounds, all.
  std::vector<HeapContact<D>> holding(const std::vector<Near>& touching) const {
    std::vector<HeapContact<D>> contacts;
    for (std::size_t first = 0, last = 0; first < touching.size(); first = last) {
      const std::size_t before = contacts.size();
      for (; last < touching.size() && is_same_pair(touching[last].contact, touching[first].contact); ++last)
        if (const std::optional<Near> now = parting(touching[last])) contacts.push_back(now->contact);
      if (contacts.size() > before) continue;
      for (std::size_t i = first; i < last; ++i) contacts.push_back(touching[i].contact);
    }
    return contacts;
  }
  /// Calls each(pair, its poses) once for all pieces that are near, one of them a member's.
  template <class Each>
  void each_pair(const std::vector<Near>& near, const Each& each) const {
    for (std::size_t i = 0; i < near.size(); ++i) {  // parts of a pair follow each other
      const Near& one = near[i];
      if (i > 0 && is_same_pair(one.contact, near[i - 1].contact)) continue;
      if (!is_own(one.a) && (one.b == kNone || !is_own(one.b))) continue;
      each(one, pose_of(one.a), one.b != kNone ? pose_of(one.b) : Pose<D>{});
    }
  }

  /// [L/T] By row, as all are that follow, seen from what carries them.
  std::vector<double> velocities() const {
    std::vector<double> them;
    for (const std::size_t member : members) {
      for (std::size_t axis = 0; axis < D; ++axis) them.push_back(all[member].velocity[axis] - carrier[axis]);
      for (std::size_t axis = 0; axis < kAxesOfTurning<D> && search.turns(); ++axis)
        them.push_back(about_axis(all[member].turning, axis) * all[member].lever);
    }
    return them;
  }
  std::vector<Vec<D>> velocities_of(const std::vector<double>& rows) const {
    const std::size_t width = rows.size() / members.size();
    std::vector<Vec<D>> them(members.size());
    for (std::size_t i = 0; i < them.size(); ++i)
      for (std::size_t axis = 0; axis < D; ++axis) them[i][axis] = rows[i * width + axis];
    return them;
  }

  /// `velocities` [L/T]: what is the same but for rounding is the same.
  void even_out(std::vector<Vec<D>>& velocities, std::span<const HeapContact<D>> contacts) const {
    double fastest = 0.0;
    for (const std::size_t member : members)
      fastest = std::max(fastest, max_abs(all[member].velocity - carrier));
    // By member and axis, and, first, what does not move.
    Groups groups(1 + D * members.size());
    const double rounding = kIdle * fastest;
    for (const HeapContact<D>& contact : contacts) {
      const std::size_t a = index_of(contact.a);
      const std::size_t b = index_of(contact.b);
      for (std::size_t axis = 0; axis < D; ++axis) {
        const double speed = velocities[a][axis] - (b == kNone ? 0.0 : velocities[b][axis]);
        if (std::fabs(speed) <= rounding) groups.join(1 + a * D + axis, b == kNone ? 0 : 1 + b * D + axis);
      }
    }
    for (std::size_t i = 0; i < members.size(); ++i) {
      for (std::size_t axis = 0; axis < D; ++axis) {
        if (std::fabs(velocities[i][axis]) <= rounding) groups.join(1 + i * D + axis, 0);
        const std::size_t like = groups.of(1 + i * D + axis);
        velocities[i][axis] = like == 0 ? 0.0 : velocities[(like - 1) / D][axis];
      }
    }
  }
};

}  // namespace firsthit
