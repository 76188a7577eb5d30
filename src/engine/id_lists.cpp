#include "engine/id_lists.hpp"

namespace firsthit {

void IdLists::lengthen(std::size_t list, Id id) {
  std::uint32_t piece = free_;
  if (piece != 0) {
    free_ = word(piece);
  } else {
    piece = static_cast<std::uint32_t>(pieces_.size()) * kPiece;
    // By an eighth, not twofold: memory is dear.
    if (pieces_.size() == pieces_.capacity()) pieces_.reserve(pieces_.size() + pieces_.size() / 8 + 16);
    pieces_.emplace_back();
  }
  word(piece) = ends_[list];
  word(piece + 1) = id;
  ends_[list] = piece + 2;
  ++in_use_;
}

}  // namespace firsthit
