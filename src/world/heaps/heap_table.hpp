#pragma once

#include "core/vec_math.hpp"
#include "engine/record.hpp"

#include <firsthit/orientation.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace firsthit {

/// About how many axes a body turns, and by how much about one of them.
template <int D>
inline constexpr std::size_t kAxesOfTurning = D == 2 ? 1 : 3;
inline double about_axis(const double& turning, std::size_t) { return turning; }
inline double about_axis(const Vec<3>& turning, std::size_t axis) { return turning[axis]; }
inline double& about_axis(double& turning, std::size_t) { return turning; }
inline double& about_axis(Vec<3>& turning, std::size_t axis) { return turning[axis]; }

/// Where a body of a heap touches another, or something that does not move.
template <int D>
struct HeapContact {
  Id a = 0;                     ///< a body of the heap
  Id b = 0;                     ///< another one, or what does not move, or a side of the box
  Image<D> image{};             ///< of b, seen from a
  std::uint32_t piece = 0;      ///< of b, and
  std::uint32_t own_piece = 0;  ///< of a, where these are solids
  Vec<D> normal{};              ///< unit, from a to b
  Vec<D> arm{};                 ///< [L] from a's place to where they touch, if anybody of the heap turns, and
  Vec<D> other_arm{};           ///< from b's place

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.a, self.b, self.image, self.piece);
    if (archive.version() >= 3) archive(self.own_piece);
    archive(self.normal);
    if (archive.version() >= 4) archive(self.arm, self.other_arm);
  }
};

/// Of the same two pieces?
template <int D>
bool is_same_pair(const HeapContact<D>& x, const HeapContact<D>& y) {
  return x.a == y.a && x.b == y.b && x.image == y.image && x.piece == y.piece && x.own_piece == y.own_piece;
}

/// Bodies that hold each other, and none of which would stand without the others.
template <int D>
struct Heap {
  std::vector<Id> members;               ///< in order
  std::vector<HeapContact<D>> contacts;  ///< those that carry forces, none of which can be done without
  /// [L] What the torques on each member are told in parts of, 0 of who does not turn; none if nobody does.
  std::vector<double> levers;

  /// Of each member: its directions, and about how many axes it turns where anybody does.
  std::size_t width() const { return levers.empty() ? D : D + kAxesOfTurning<D>; }
  /// All of these.
  std::size_t rows() const { return width() * members.size(); }
  /// The place of a body among the members, if it is one.
  std::optional<std::size_t> index_of(Id id) const {
    const auto at = std::lower_bound(members.begin(), members.end(), id);
    if (at == members.end() || *at != id) return {};
    return static_cast<std::size_t>(at - members.begin());
  }

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.members, self.contacts);
    if (archive.version() >= 4) archive(self.levers);
    // Whose squares neither over- nor underflow.
    const auto is_lever = [](double lever) {
      return lever == 0.0 || (lever >= 0x1p-480 && lever <= 0x1p480);
    };
    archive.require(self.levers.empty() || (self.levers.size() == self.members.size() &&
                                            std::all_of(self.levers.begin(), self.levers.end(), is_lever)),
                    "expected a lever for each member of a heap, or none, found others");
  }
};

/// [M L/T^2, M L^2/T^2] On a body; or impulses.
template <int D>
struct Load {
  Vec<D> force{};
  AngularVelocity<D> torque{};

  /// `force` acts on it too, at `arm` [L] from the body's place.
  void add(const Vec<D>& arm, const Vec<D>& more) {
    force = force + more;
    torque = torque + cross(arm, more);
  }
  friend Load operator+(const Load& a, const Load& b) { return {a.force + b.force, a.torque + b.torque}; }
};

/// Which bodies rest together. Each is in one heap at most.
template <int D>
class HeapTable {
 public:
  bool is_empty() const { return heaps_.empty(); }
  bool contains(Id body) const { return !heap_of_.empty() && heap_of_.contains(body); }
  /// The heap of a body. Requires: contains(body).
  const Heap<D>& of(Id body) const { return heaps_.at(heap_of_.at(body)); }
  /// One member of each heap that touches this.
  std::vector<Id> touching(Id support) const {
    std::vector<Id> found;
    for (const auto& [first, heap] : heaps_)
      if (std::any_of(heap.contacts.begin(), heap.contacts.end(),
                      [support](const HeapContact<D>& contact) { return contact.b == support; }))
        found.push_back(first);
    return found;
  }
  /// One member of each.
  std::vector<Id> each_first() const {
    std::vector<Id> found;
    for (const auto& [first, heap] : heaps_) found.push_back(first);
    return found;
  }
  /// Requires: none of its members is in a heap.
  void add(Heap<D> heap) {
    const Id first = heap.members.front();
    for (const Id id : heap.members) heap_of_[id] = first;
    heaps_.emplace(first, std::move(heap));
  }
  /// The heap of a body is none any more. Returns who was in it. Requires: contains(body).
  std::vector<Id> dissolve(Id body) {
    const auto heap = heaps_.find(heap_of_.at(body));
    std::vector<Id> members = std::move(heap->second.members);
    heaps_.erase(heap);
    for (const Id id : members) heap_of_.erase(id);
    return members;
  }

  template <class Each>
  void each_member(const Each& each) const {
    for (const auto& [first, heap] : heaps_)
      for (const Id id : heap.members) each(id);
  }
  template <class Each>
  void each_contact(const Each& each) const {
    for (const auto& [first, heap] : heaps_)
      for (const HeapContact<D>& contact : heap.contacts) each(contact);
  }

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.heaps_);
    if constexpr (Archive::kReads) {
      self.heap_of_.clear();
      for (const auto& [first, heap] : self.heaps_) {
        archive.require(!heap.members.empty() && heap.members.front() == first &&
                            std::is_sorted(heap.members.begin(), heap.members.end()),
                        "expected the members of a heap in order, found others");
        for (const Id id : heap.members)
          archive.require(self.heap_of_.emplace(id, first).second,
                          "expected each body in one heap at most, found one in two");
        for (const HeapContact<D>& contact : heap.contacts)
          archive.require(std::binary_search(heap.members.begin(), heap.members.end(), contact.a),
                          "expected contacts of members of a heap, found others");
      }
    }
  }

 private:
  std::map<Id, Heap<D>> heaps_;  // by their first members
  std::map<Id, Id> heap_of_;     // by body: the first member of its heap
};

}  // namespace firsthit
