#pragma once

#include "engine/candidates.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace firsthit {

/// Who is in which cell, in no order, in sixteen bytes a cell: a few slots, and a full cell may go on in
/// another one. Some bodies are marked.
class CellSlots {
 public:
  static constexpr std::size_t kSlots = 3;
  /// There are numbers for so many pieces.
  static constexpr std::size_t kMostPieces = std::size_t{1} << 26U;

  /// A piece of a cell: up to kSlots bodies, those that are there first, and a word more: to be copied in one
  /// go.
  class Piece {
   public:
    Id body(std::size_t slot) const { return body_[slot]; }
    bool is_marked(std::size_t slot) const { return (state_ >> (kSlots + slot) & 1U) != 0; }
    /// All slots, those that count first, and a word more.
    void copy(Id* to) const { std::memcpy(to, this, sizeof(*this)); }
    std::size_t count() const {
      const std::uint32_t taken = state_ & kTaken;
      return taken - (taken >> 1U) - (taken >> 2U);
    }
    bool goes_on() const { return goes_on(state_); }
    std::uint32_t next() const { return state_ >> (2 * kSlots); }
    /// The states of several pieces combined by | tell whether any of them goes on, or has somebody marked.
    std::uint32_t state() const { return state_; }
    static bool goes_on(std::uint32_t states) { return states > (kMarked | kTaken); }
    static bool has_marked(std::uint32_t states) { return (states & kMarked) != 0; }

   private:
    friend class CellSlots;
    std::array<Id, kSlots> body_{};
    // A bit for each slot that is taken, and one for each whose body is marked; then the next piece's number.
    std::uint32_t state_ = 0;
  };
  static constexpr std::uint32_t kTaken = (1U << kSlots) - 1;
  static constexpr std::uint32_t kMarked = kTaken << kSlots;
  static_assert(sizeof(Piece) == 16);

  /// Cells 0 to count - 1, without anybody.
  void resize(std::size_t count) { pieces_.resize(count); }

  const Piece* first(std::size_t cell) const { return &pieces_[cell]; }
  const Piece* next(const Piece& piece) const { return &pieces_[piece.next()]; }

  /// Calls each(body, marked) for all in a cell.
  template <class Each>
  void each_in(std::size_t cell, const Each& each) const {
    for (const Piece* piece = first(cell);; piece = next(*piece)) {
      for (std::size_t slot = 0; slot < piece->count(); ++slot)
        each(piece->body(slot), piece->is_marked(slot));
      if (!piece->goes_on()) return;
    }
  }

  /// Appends whoever is in some cells. Nobody could foretell how many are in one: all its slots are taken
  /// over, and only those that count kept. True if somebody is marked.
  template <int D>
  bool gather(std::span<const std::uint32_t> cells, CandidateList<D>& found) const {
    found.make_room(cells.size() * (kSlots + 1));
    Id* to = found.partners() + found.moving();
    std::uint32_t states = 0;
    for (const std::uint32_t cell : cells) {
      const Piece& piece = pieces_[cell];
      piece.copy(to);
      to += piece.count();
      states |= piece.state();
    }
    found.set_moving(static_cast<std::size_t>(to - found.partners()));
    if (Piece::goes_on(states)) {
      for (const std::uint32_t cell : cells) {
        for (const Piece* piece = &pieces_[cell]; piece->goes_on();) {
          piece = next(*piece);
          states |= piece->state();
          for (std::size_t slot = 0; slot < piece->count(); ++slot) found.add_moving(piece->body(slot), {});
        }
      }
    }
    return Piece::has_marked(states);
  }

  void put(std::size_t cell, Id body, bool marked);
  /// Requires: `body` is in `cell`.
  void take(std::size_t cell, Id body);

 private:
  std::uint32_t new_piece();
  void set_next(std::size_t piece, std::uint32_t next);

  LargeVector<Piece> pieces_;  // the first of every cell; behind them those that go on
  std::uint32_t free_ = 0;     // the first of those not used, each of which tells the next; 0: none
};

}  // namespace firsthit
