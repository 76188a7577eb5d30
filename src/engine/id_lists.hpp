#pragma once

#include "core/prefetch.hpp"
#include "engine/record.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace firsthit {

/// Lists of ids that are only added to, and emptied as a whole: chains of short pieces from one pool, so that
/// neither touches anything but the end of a list. Where there are many lists what is added waits a little,
/// until the end of its list has come from memory.
class IdLists {
 public:
  /// Empties all; from now on there are so many, of ids below `ids`, and in all of them together at most
  /// `most` at a time.
  void reset(std::size_t lists, std::size_t ids, std::size_t most);
  /// They hold ids below that, too.
  std::uint64_t most_ids() const { return std::uint64_t{1} << (8 * width_); }

  bool empty(std::size_t list) {
    settle();
    return ends_[list] == 0;
  }
  /// How many ids there is room for in pieces that are in use.
  std::size_t room() const { return in_use_ * room_of_piece(); }
  /// Of which a list may leave one all but empty.
  std::size_t room_of_piece() const { return kPiece / width_ - 1; }

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
    for (std::uint32_t end = ends_[list]; end != 0;) end = each_in_last_piece(end, each);
  }

  /// The same, and empties the list. `each` may add to lists, this one as well.
  template <class Each>
  void take(std::size_t list, const Each& each) {
    settle();
    std::uint32_t end = ends_[list];
    ends_[list] = 0;
    while (end != 0) {
      const std::uint32_t piece = piece_of(end);
      end = each_in_last_piece(end, each);
      set_word(piece, free_ / kPiece);
      free_ = piece;
      --in_use_;
    }
  }

 private:
  static constexpr std::uint32_t kFewestBytes = 2;  // of a word
  static constexpr std::uint32_t kMostBytes = 4;
  /// Bytes of a piece: half a line of a cache. The first word tells how many pieces there are up to the one
  /// before in the list. Longer: more of the last ones stays empty. Shorter: more steps.
  static constexpr std::uint32_t kPiece = 32;

  static std::uint32_t piece_of(std::uint32_t end) { return (end - 1) & ~(kPiece - 1); }
  std::uint32_t word(std::uint32_t place) const { return word(place, width_); }
  /// Of so many bytes. (As one load, which may read what is behind it.)
  std::uint32_t word(std::uint32_t place, std::uint32_t width) const {
    const unsigned char* const from = &bytes_[place];
    const std::uint32_t four = from[0] | static_cast<std::uint32_t>(from[1]) << 8U |
                               static_cast<std::uint32_t>(from[2]) << 16U |
                               static_cast<std::uint32_t>(from[3]) << 24U;
    return four & (~std::uint32_t{0} >> (8 * (kMostBytes - width)));
  }
  void set_word(std::uint32_t place, std::uint32_t word) {
    unsigned char* const to = &bytes_[place];
    const std::uint32_t width = width_;  // once: what is written might be anything
    to[0] = static_cast<unsigned char>(word);
    to[1] = static_cast<unsigned char>(word >> 8U);
    if (width == 2) return;
    to[2] = static_cast<unsigned char>(word >> 16U);
    if (width > 3) to[3] = static_cast<unsigned char>(word >> 24U);
  }
  /// Those of a list that ends here which are in its last piece. Where the one before ends.
  template <class Each>
  std::uint32_t each_in_last_piece(std::uint32_t end, const Each& each) {
    const std::uint32_t piece = piece_of(end);
    const auto each_of_width = [&](auto width) {
      for (std::uint32_t place = piece + width; place < end; place += width) each(word(place, width));
    };
    if (width_ == 2) {  // most of what there is to do is done here: of each width with a loop of its own
      each_of_width(std::integral_constant<std::uint32_t, 2>());
    } else if (width_ == 3) {
      each_of_width(std::integral_constant<std::uint32_t, 3>());
    } else {
      each_of_width(std::integral_constant<std::uint32_t, 4>());
    }
    const std::uint32_t pieces = word(piece);
    return pieces == 0 ? 0 : pieces * kPiece - kPiece % width_;
  }

  struct Waiting {
    std::uint32_t list = 0;
    Id id = 0;
  };

  /// Behind the end of a list, or into the first free piece.
  void put(const Waiting& one) {
    std::uint32_t end = ends_[one.list];
    const std::uint32_t in_piece = end & (kPiece - 1);
    if (in_piece == 0 || in_piece > kPiece - width_) {
      const std::uint32_t piece = free_;
      free_ = word(piece) * kPiece;
      set_word(piece, (end + kPiece - 1) / kPiece);
      end = piece + width_;
      ++in_use_;
      if (free_ == 0) add_free_piece();
    }
    ends_[one.list] = end + width_;
    set_word(end, one.id);
  }
  /// Nobody waits any more.
  void settle() {
    for (std::size_t i = std::min(waiting_, kMostWaiting); i > 0; --i)
      put(those_waiting_[(waiting_ - i) % kMostWaiting]);
    waiting_ = 0;
  }
  void add_free_piece();

  LargeBytes bytes_;                    // all pieces, and kMostBytes; the first is nobody's: 0 is no place
  std::uint32_t width_ = kFewestBytes;  // of a word, as few as ids and numbers of pieces need
  std::vector<std::uint32_t> ends_;     // by list: behind its last id, or 0
  std::uint32_t free_ = 0;              // the first of a chain of free pieces: there is always one
  std::size_t in_use_ = 0;

  // The last that were added, in a ring; more: they wait longer. And how many since nobody waited.
  static constexpr std::size_t kMostWaiting = 8;
  static constexpr std::size_t kFewLists = 2048;  // all of them are in a near cache
  std::array<Waiting, kMostWaiting> those_waiting_;
  std::size_t waiting_ = 0;
  bool waits_ = false;  // what is added
};

}  // namespace firsthit
