#include "engine/id_lists.hpp"

#include "core/expect.hpp"

#include <limits>
#include <stdexcept>

namespace firsthit {

void IdLists::reset(std::size_t lists, std::size_t ids, std::size_t most) {
  for (width_ = kFewestBytes;; ++width_) {
    const std::size_t pieces = 2 + lists + most / room_of_piece();
    if (width_ == kMostBytes || (ids <= most_ids() && pieces < most_ids())) break;
  }
  ends_.assign(lists, 0);
  bytes_.assign_zeros(kMostBytes);  // the last word is read like others, four bytes at a time
  free_ = 0;
  add_free_piece();  // nobody's
  add_free_piece();
  in_use_ = 0;
  waiting_ = 0;
  waits_ = lists > kFewLists;
}

/// Requires: there is none.
void IdLists::add_free_piece() {
  free_ = static_cast<std::uint32_t>(bytes_.size() - kMostBytes);
  FIRSTHIT_EXPECT(free_ / kPiece < most_ids());
  const std::size_t size = bytes_.size() + kPiece;
  if (size > std::numeric_limits<std::uint32_t>::max())
    throw std::length_error("a world of so many bodies: expected less than 4 GiB of lists of events");
  // By a little, not twofold: memory is dear.
  if (size > bytes_.capacity()) bytes_.reserve(size + size / 32);
  bytes_.grow_to(size);
}

}  // namespace firsthit
