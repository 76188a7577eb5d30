#include "engine/id_lists.hpp"

namespace firsthit {

namespace {

/// So many places can short words tell, and so many bodies mostly need no more.
constexpr std::size_t kShortPlaces = std::size_t{1} << 16U;
constexpr std::size_t kFewBodies = kShortPlaces / 4;

/// By a little, not twofold: memory is dear.
template <class Words>
void grow(Words& words, std::size_t more) {
  const std::size_t size = words.size() + more;
  if (size > words.capacity()) words.reserve(size + size / 32);
  words.resize(size);
}

}  // namespace

void IdLists::reset(std::size_t lists, std::size_t ids) {
  ends_.assign(lists, 0);
  is_short_ = ids <= kFewBodies;
  if (is_short_) {
    words_ = {};
  } else {
    short_words_ = {};
  }
  words_.clear();
  short_words_.clear();
  free_ = 0;
  add_free_piece();  // nobody's
  add_free_piece();
  in_use_ = 0;
  waiting_ = 0;
  waits_ = lists > kFewLists;
}

/// Requires: there is none.
void IdLists::add_free_piece() {
  if (is_short_ && short_words_.size() == kShortPlaces) {
    words_.assign(short_words_.begin(), short_words_.end());
    short_words_ = {};
    is_short_ = false;
  }
  free_ = static_cast<std::uint32_t>(is_short_ ? short_words_.size() : words_.size());
  is_short_ ? grow(short_words_, kPiece) : grow(words_, kPiece);
}

}  // namespace firsthit
