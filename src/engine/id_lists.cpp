#include "engine/id_lists.hpp"

namespace firsthit {

/// Requires: there is none.
void IdLists::add_free_piece() {
  free_ = static_cast<std::uint32_t>(pieces_.size()) * kPiece;
  // By an eighth, not twofold: memory is dear.
  if (pieces_.size() == pieces_.capacity()) pieces_.reserve(pieces_.size() + pieces_.size() / 8 + 16);
  pieces_.emplace_back();
}

}  // namespace firsthit
