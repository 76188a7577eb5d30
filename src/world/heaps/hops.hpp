#pragma once

#include "engine/record.hpp"
#include "world/heaps/pile_contacts.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>

namespace firsthit {

/// [L/T] Under gravity, balls that keep meeting each other part at least so fast, where they would otherwise
/// come to infinitely many impacts: as from a fall of 2^-18 of the smaller radius. A ball that lies on others
/// so takes part in a few hundred impacts in the time in which it would fall its radius. Smaller: more of
/// them, in proportion to one over the root. Larger: a heap is more loosely packed until it rests, and its
/// bodies are put further when it does.
inline constexpr double kHeapHop = 0x1p-18;
inline double heap_hop_speed(double gravity, double radius) {
  return std::sqrt(2.0 * gravity * kHeapHop * radius);
}

/// [L/T] Those whom gravity presses together hop all at once, so high: 2^-14 of the smallest one's size. So
/// their contacts are solved anew some 64 times in the time in which that one falls its size. Smaller: more
/// often, in proportion to one over the root. Larger: what moves slowly moves less smoothly, and is faster
/// than those who may come to rest together (kSlow).
inline constexpr double kJointHop = 0x1p-14;

/// The same of those of the plane whom no friction stops. Larger: who turns lands too fast to come to stand,
/// and to glide (kLowestBounce). Smaller: more often.
inline constexpr double kSmoothJointHop = 0x1p-16;

template <int D>
double joint_hop_speed(double gravity, double size, bool rubs) {
  return std::sqrt(2.0 * gravity * (D == 2 && !rubs ? kSmoothJointHop : kJointHop) * size);
}

/// Two that have come together by no more than this part of a hop's height left each other no room.
inline constexpr double kRoomlessPart = 0x1p-5;

/// What is counted of those who keep meeting each other.
template <int D>
struct Hops {
  std::uint64_t count = 0;     ///< of them, and of impacts without room, since heaps were looked for
  std::uint64_t slow = 0;      ///< impacts, since all who are pressed together have hopped at once
  std::uint64_t joined = 0;    ///< bodies that did
  Instant joint{};             ///< when they did
  double lasts = 0.0;          ///< [T] for how long
  PileContacts<D> contacts{};  ///< what their contacts carried
  std::map<Id, std::uint32_t> roomless;  ///< by ball: impacts with others in a row, without room between them

  /// Two have met, with or without room. Have both done so many times without? Then there may be endlessly
  /// many. Fewer times: balls that touch, and are struck, hop where they would not. More: the engine takes
  /// them for a collapse.
  bool jams(Id a, Id b, bool without_room) {
    if (!without_room) {
      if (!roomless.empty())
        for (const Id id : {a, b}) roomless.erase(id);
      return false;
    }
    constexpr std::uint32_t kJammed = 32;
    bool jammed = true;
    for (const Id id : {a, b}) {
      std::uint32_t& so_far = roomless[id];
      so_far = std::min(so_far + 1, kJammed);
      jammed = jammed && so_far == kJammed;
    }
    return jammed;
  }

  /// The body is gone.
  void forget(Id body) {
    roomless.erase(body);
    contacts.drop(
        [body](const PileContact<D>& one) { return one.contact.a == body || one.contact.b == body; });
  }

  template <class Self, class Archive>
  static void persist(Self& self, Archive& archive) {
    archive(self.count, self.roomless);
    if (archive.version() >= 7) archive(self.slow, self.joined, self.joint);
    if (archive.version() >= 9) archive(self.lasts, self.contacts);
  }
};

}  // namespace firsthit
