#include "world/cells/layout/cell_slots.hpp"

#include "core/expect.hpp"

#include <utility>

namespace firsthit {

void CellSlots::set_next(std::size_t piece, std::uint32_t next) {
  pieces_[piece].state_ = (pieces_[piece].state_ & (kTaken | kMarked)) | (next << (2 * kSlots));
}

std::uint32_t CellSlots::new_piece() {
  if (free_ == 0) {
    // Few are ever needed: not so many more as a vector would set aside.
    if (pieces_.size() == pieces_.capacity()) pieces_.reserve(pieces_.size() + pieces_.size() / 16 + 16);
    pieces_.emplace_back();
    return static_cast<std::uint32_t>(pieces_.size() - 1);
  }
  const std::uint32_t piece = free_;
  free_ = pieces_[piece].next();
  pieces_[piece] = {};
  return piece;
}

void CellSlots::put(std::size_t cell, Id body, bool marked) {
  std::size_t piece = cell;
  while (pieces_[piece].count() == kSlots) {
    if (!pieces_[piece].goes_on()) {
      const std::uint32_t next = new_piece();
      set_next(piece, next);
    }
    piece = pieces_[piece].next();
  }
  Piece& to = pieces_[piece];
  const std::size_t slot = to.count();
  to.body_[slot] = body;
  to.state_ |= (marked ? (1U << kSlots) + 1U : 1U) << slot;
}

/// The last one in the cell takes the body's place; a piece without anybody is given back.
void CellSlots::take(std::size_t cell, Id body) {
  // Most cells: nobody is marked, and they do not go on. Nobody can foretell which slot it is: no branches.
  if (Piece& only = pieces_[cell]; only.state_ <= kTaken) {
    const std::size_t count = only.count();
    std::size_t slot = 0;
    for (std::size_t k = 1; k < kSlots; ++k)
      slot += k * (static_cast<std::size_t>(only.body_[k] == body) & static_cast<std::size_t>(k < count));
    FIRSTHIT_EXPECT(slot < count && only.body_[slot] == body);
    only.body_[slot] = only.body_[count - 1];
    only.state_ >>= 1U;
    return;
  }
  std::size_t piece = cell;
  std::size_t slot = 0;
  std::size_t before = cell;
  std::size_t last = cell;
  [[maybe_unused]] bool found = false;
  for (std::size_t at = cell;; at = pieces_[at].next()) {
    for (std::size_t k = 0; k < pieces_[at].count(); ++k) {
      if (pieces_[at].body_[k] != body) continue;
      piece = at;
      slot = k;
      found = true;
    }
    before = std::exchange(last, at);
    if (!pieces_[at].goes_on()) break;
  }
  FIRSTHIT_EXPECT(found);
  Piece& from = pieces_[piece];
  Piece& end = pieces_[last];
  const std::size_t end_slot = end.count() - 1;
  const bool end_is_marked = end.is_marked(end_slot);
  from.body_[slot] = end.body_[end_slot];
  from.state_ &= ~(1U << (kSlots + slot));
  if (end_is_marked) from.state_ |= 1U << (kSlots + slot);
  end.state_ &= ~(((1U << kSlots) + 1U) << end_slot);
  if (end.count() > 0 || last == cell) return;
  set_next(before, 0);
  end.state_ = free_ << (2 * kSlots);
  free_ = static_cast<std::uint32_t>(last);
}

}  // namespace firsthit
