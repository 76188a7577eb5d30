#pragma once

#include "core/prefetch.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace firsthit {

/// Many short lists in one piece of memory, as chains of chunks of one cache line. The order of entries
/// does not last. All chunks but a list's first are full.
template <typename Entry>
class ListPool {
 public:
  class List {
   public:
    std::size_t size() const { return size_; }

   private:
    friend class ListPool;
    std::uint32_t first_ = kNone;
    std::uint32_t size_ = 0;
  };

  /// Calls `f` with each entry.
  template <typename F>
  void each(const List& list, F&& f) const {
    std::size_t count = in_first(list);
    for (std::uint32_t at = list.first_; at != kNone; at = chunks_[at].next, count = kEntries)
      for (std::size_t i = 0; i < count; ++i) f(chunks_[at].entries[i]);
  }

  void append(List& list, const Entry& entry) {
    std::size_t place = in_first(list);
    if (list.first_ == kNone || place == kEntries) {
      list.first_ = take(list.first_);
      place = 0;
    }
    chunks_[list.first_].entries[place] = entry;
    ++list.size_;
  }

  /// Removes one that equals `entry`. Requires: it is there.
  void remove(List& list, const Entry& entry) {
    const std::size_t last = in_first(list) - 1;
    Entry* hole = nullptr;
    std::size_t count = last + 1;
    for (std::uint32_t at = list.first_; hole == nullptr; at = chunks_[at].next, count = kEntries)
      for (std::size_t i = 0; i < count; ++i)
        if (chunks_[at].entries[i] == entry) hole = &chunks_[at].entries[i];
    *hole = chunks_[list.first_].entries[last];
    --list.size_;
    if (last == 0) give_back_first(list);
  }

  void clear(List& list) {
    while (list.first_ != kNone) give_back_first(list);
    list.size_ = 0;
  }

  /// A hint: the list will soon be looked at.
  void fetch(const List& list) const {
    if (list.first_ != kNone) prefetch(&chunks_[list.first_]);
  }

 private:
  static constexpr std::uint32_t kNone = 0xffffffffU;
  static constexpr std::size_t kEntries = (64 - sizeof(std::uint32_t)) / sizeof(Entry);

  struct alignas(64) Chunk {
    std::array<Entry, kEntries> entries{};
    std::uint32_t next = kNone;
  };

  static std::size_t in_first(const List& list) {
    return list.size_ == 0 ? 0 : (list.size_ - 1) % kEntries + 1;
  }

  /// An unused chunk, before `next`.
  std::uint32_t take(std::uint32_t next) {
    std::uint32_t taken = free_;
    if (taken != kNone) {
      free_ = chunks_[taken].next;
    } else {
      // Growing by halves would leave a third of the memory unused.
      if (chunks_.size() == chunks_.capacity()) chunks_.reserve(chunks_.size() + chunks_.size() / 32 + 16);
      taken = static_cast<std::uint32_t>(chunks_.size());
      chunks_.emplace_back();
    }
    chunks_[taken].next = next;
    return taken;
  }

  void give_back_first(List& list) {
    const std::uint32_t first = list.first_;
    list.first_ = chunks_[first].next;
    chunks_[first].next = free_;
    free_ = first;
  }

  std::vector<Chunk> chunks_;
  std::uint32_t free_ = kNone;  // a chain of unused chunks
};

}  // namespace firsthit
