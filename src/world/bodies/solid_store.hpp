#pragma once

#include "core/prefetch.hpp"
#include "engine/record.hpp"
#include "query/tolerant/solid.hpp"

#include <firsthit/shape.hpp>

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace firsthit {

/// The prepared shapes of a world, each kept once. A world of balls alone, and of what balls have kernels of
/// their own for, has none.
template <int D>
class SolidStore {
 public:
  /// The shape of the next body. What is thrown leaves all as it was.
  void add(const Shape<D>& shape, bool is_fixed);

  /// The last of them is none.
  void take_back() noexcept {
    kinds_.pop_back();
    places_.pop_back();
    plain_.pop_back();
  }

  Id size() const { return static_cast<Id>(kinds_.size()); }
  bool is_empty() const { return kinds_.empty(); }
  /// Is it a ball or a point?
  bool is_round(Id id) const { return (kinds_[id] & kRound) != 0; }
  /// Do the kernels of balls know it?
  bool is_for_balls(Id id) const { return (kinds_[id] & kForBalls) != 0; }
  const Solid<D>& operator[](Id id) const { return solids_[places_[id]]; }

  /// Is it a ball, or a box along the axes? Many worlds have no other shapes: what is to know of one is in a
  /// line of its own.
  bool is_plain(Id id) const { return plain_[id].extent >= 0.0; }
  double extent(Id id) const { return is_plain(id) ? plain_[id].extent : (*this)[id].extent; }
  /// Its pieces; that of a plain one is made in `room`.
  std::span<const SolidPiece<D>> pieces(Id id, SolidPiece<D>& room) const;
  void fetch(Id id) const { prefetch(&plain_[id]); }

 private:
  static constexpr std::uint8_t kRound = 1;
  static constexpr std::uint8_t kForBalls = 2;

  struct Plain {
    Vec<D> half{};        ///< [L] of a box
    double radius = 0.0;  ///< [L] of a ball; negative of a box
    double extent = 0.0;  ///< [L] as of a Solid; negative of any other shape
  };

  std::vector<std::uint8_t> kinds_;    // by id
  std::vector<std::uint32_t> places_;  // by id
  std::vector<Plain> plain_;           // by id
  std::vector<Solid<D>> solids_;
  std::map<std::vector<double>, std::uint32_t> known_;  // by the numbers that tell of a shape
};

}  // namespace firsthit
