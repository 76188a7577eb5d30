#pragma once

#include "engine/record.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace firsthit {

/// Lists of ids that are only added to, and emptied as a whole: chains of short pieces from one pool, so that
/// neither touches anything but the end of a list.
class IdLists {
 public:
  /// Empties all; from now on there are so many.
  void reset(std::size_t lists) {
    ends_.assign(lists, 0);
    pieces_.resize(1);
    free_ = 0;
    in_use_ = 0;
  }

  bool empty(std::size_t list) const { return ends_[list] == 0; }
  /// How many ids there is room for in pieces that are in use.
  std::size_t room() const { return in_use_ * (kPiece - 1); }

  /// True if that took another piece.
  bool append(std::size_t list, Id id) {
    const std::uint32_t end = ends_[list];
    if (end % kPiece == 0) {
      lengthen(list, id);
      return true;
    }
    word(end) = id;
    ends_[list] = end + 1;
    return false;
  }

  /// Calls each(id) for all in a list, in no order.
  template <class Each>
  void each(std::size_t list, const Each& each) const {
    for (std::uint32_t end = ends_[list]; end != 0;) {
      const std::uint32_t piece = (end - 1) & ~(kPiece - 1);
      for (std::uint32_t i = piece + 1; i < end; ++i) each(word(i));
      end = word(piece);
    }
  }

  /// The same, and empties the list. `each` may add to lists, this one as well.
  template <class Each>
  void take(std::size_t list, const Each& each) {
    std::uint32_t end = ends_[list];
    ends_[list] = 0;
    while (end != 0) {
      const std::uint32_t piece = (end - 1) & ~(kPiece - 1);
      for (std::uint32_t i = piece + 1; i < end; ++i) each(word(i));
      end = word(piece);
      word(piece) = free_;
      free_ = piece;
      --in_use_;
    }
  }

 private:
  /// Words in a piece, the first of which tells where the piece before ends: half a line of a cache. Longer:
  /// more of the last ones stays empty. Shorter: more steps.
  static constexpr std::uint32_t kPiece = 8;
  struct alignas(kPiece * sizeof(std::uint32_t)) Piece {
    std::array<std::uint32_t, kPiece> words{};
  };

  std::uint32_t& word(std::uint32_t place) { return pieces_[place / kPiece].words[place % kPiece]; }
  std::uint32_t word(std::uint32_t place) const { return pieces_[place / kPiece].words[place % kPiece]; }

  void lengthen(std::size_t list, Id id);

  std::vector<Piece> pieces_;        // the first is nobody's, so that 0 is no place
  std::vector<std::uint32_t> ends_;  // by list: behind its last id, or 0
  std::uint32_t free_ = 0;           // the first of a chain of free pieces
  std::size_t in_use_ = 0;
};

}  // namespace firsthit
