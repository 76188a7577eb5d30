#pragma once

#include "engine/record.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace firsthit {

/// The events of a bin, in the total order: a word each, which tells how far into the bin and whose.
class SortedBin {
 public:
  bool is_empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  Id body(std::size_t place) const { return due_[place].body(); }
  /// Does all of it lie in one moment? Requires: it is sorted, and not empty.
  bool is_one_moment() const { return due_[0].moment() == due_[size_ - 1].moment(); }

  void clear() { size_ = 0; }
  /// Takes whoever source(take) has to give, in any order: take(moment into the bin, body, counts), where
  /// those that do not count are left out. (Nobody can foretell who does: no branch.)
  template <class Source>
  void fill(const Source& source) {
    std::size_t size = 0;
    source([&](std::int64_t moment, Id body, bool counts) {
      if (size == due_.size()) due_.resize(2 * size + 16);
      due_[size] = Due(static_cast<std::uint64_t>(moment), body);
      size += counts ? 1 : 0;
    });
    size_ = size;
  }

  /// By moments, and those of one moment by before(a, b) of two bodies.
  template <class Before>
  void sort(const Before& before) {
    sort_by_moment();
    Due* const end = due_.data() + size_;
    for (Due* next = due_.data(); end - next > 1; ++next)
      if (next->moment() == (next + 1)->moment()) next = sort_moment(next, end, before) - 1;
  }

 private:
  struct Due {
    std::uint64_t word = 0;

    Due() = default;
    Due(std::uint64_t moment, Id body) : word(moment << 32U | body) {}
    std::uint64_t moment() const { return word >> 32U; }
    Id body() const { return static_cast<Id>(word); }
  };

  void sort_by_moment();
  static void sort_short(Due* first, std::size_t size);

  /// Puts those of the first one's moment into the total order. Where they end. (Few bins need it.)
  template <class Before>
  [[gnu::noinline]] static Due* sort_moment(Due* first, Due* end, const Before& before) {
    const auto comes_first = [&](const Due& a, const Due& b) { return before(a.body(), b.body()); };
    Due* const last =
        std::find_if(first, end, [&](const Due& due) { return due.moment() != first->moment(); });
    if (last - first > 2) {
      std::sort(first, last, comes_first);
    } else if (comes_first(first[1], first[0])) {
      std::swap(first[0], first[1]);
    }
    return last;
  }

  std::vector<Due> due_;  // and room for more
  std::size_t size_ = 0;
};

}  // namespace firsthit
