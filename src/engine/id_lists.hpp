#pragma once

#include "core/prefetch.hpp"
#include "engine/record.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace firsthit {

/// Lists of ids that are only added to, and emptied as a whole: chains of short pieces from one pool, so that
/// neither touches anything but the end of a list. Where there are many lists what is added waits a little,
/// until the end of its list has come from memory.
class IdLists {
 public:
  /// Empties all; from now on there are so many, of ids below `ids`.
  void reset(std::size_t lists, std::size_t ids);

  bool empty(std::size_t list) {
    settle();
    return ends_[list] == 0;
  }
  /// How many ids there is room for in pieces that are in use.
  std::size_t room() const { return in_use_ * (kPiece - 1); }

  void append(std::size_t list, Id id) {
    if (!waits_) {
      put({static_cast<std::uint32_t>(list), id});
      return;
    }
    prefetch(&ends_[list]);
    Waiting& place = those_waiting_[waiting_ % kMostWaiting];
    if (waiting_ >= kMostWaiting) put(place);
    place = {static_cast<std::uint32_t>(list), id};
    ++waiting_;
  }

  /// Calls each(id) for all in a list, in no order.
  template <class Each>
  void each(std::size_t list, const Each& each) {
    settle();
    for (std::uint32_t end = ends_[list]; end != 0;) {
      const std::uint32_t piece = (end - 1) & ~(kPiece - 1);
      for (std::uint32_t i = piece + 1; i < end; ++i) each(word(i));
      end = word(piece);
    }
  }

  /// The same, and empties the list. `each` may add to lists, this one as well.
  template <class Each>
  void take(std::size_t list, const Each& each) {
    settle();
    std::uint32_t end = ends_[list];
    ends_[list] = 0;
    while (end != 0) {
      const std::uint32_t piece = (end - 1) & ~(kPiece - 1);
      for (std::uint32_t i = piece + 1; i < end; ++i) each(word(i));
      end = word(piece);
      set_word(piece, free_);
      free_ = piece;
      --in_use_;
    }
  }

 private:
  /// Words in a piece, the first of which tells where the piece before ends: half a line of a cache, or less.
  /// Longer: more of the last ones stays empty. Shorter: more steps.
  static constexpr std::uint32_t kPiece = 8;

  std::uint32_t word(std::uint32_t place) const { return is_short_ ? short_words_[place] : words_[place]; }
  void set_word(std::uint32_t place, std::uint32_t word) {
    if (is_short_) {
      short_words_[place] = static_cast<std::uint16_t>(word);
    } else {
      words_[place] = word;
    }
  }

  struct Waiting {
    std::uint32_t list = 0;
    Id id = 0;
  };

  /// Behind the end of a list, or into the first free piece. (Nobody could foretell whether the last piece of
  /// a list is full: no branch.)
  void put(const Waiting& one) {
    const std::uint32_t end = ends_[one.list];
    const std::uint32_t free = free_;
    const std::uint32_t next_free = word(free);
    const std::uint32_t is_full = std::uint32_t{0} - static_cast<std::uint32_t>(end % kPiece == 0);
    const auto if_full = [is_full](std::uint32_t x, std::uint32_t y) {
      return (x & is_full) | (y & ~is_full);
    };
    const std::uint32_t place = if_full(free + 1, end);
    set_word(free, if_full(end, next_free));
    set_word(place, one.id);
    ends_[one.list] = place + 1;
    free_ = if_full(next_free, free);
    in_use_ += is_full & 1U;
    if (free_ == 0) add_free_piece();
  }
  /// Nobody waits any more.
  void settle() {
    for (std::size_t i = std::min(waiting_, kMostWaiting); i > 0; --i)
      put(those_waiting_[(waiting_ - i) % kMostWaiting]);
    waiting_ = 0;
  }
  void add_free_piece();

  // All pieces, in one of the two; the first is nobody's, so that 0 is no place.
  LargeVector<std::uint32_t> words_;
  LargeVector<std::uint16_t> short_words_;
  bool is_short_ = false;            // ids and places fit short words
  std::vector<std::uint32_t> ends_;  // by list: behind its last id, or 0
  std::uint32_t free_ = 0;           // the first of a chain of free pieces: there is always one
  std::size_t in_use_ = 0;

  // The last that were added, in a ring; more: they wait longer. And how many since nobody waited.
  static constexpr std::size_t kMostWaiting = 8;
  static constexpr std::size_t kFewLists = 2048;  // all of them are in a near cache
  std::array<Waiting, kMostWaiting> those_waiting_;
  std::size_t waiting_ = 0;
  bool waits_ = false;  // what is added
};

}  // namespace firsthit
