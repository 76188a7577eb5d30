#pragma once

#include "core/instant.hpp"
#include "engine/record.hpp"

#include <cstddef>
#include <vector>

namespace firsthit {

/// A binary heap of bodies by time, which tells where in it each of them is, so that anybody can be taken
/// out. Times stand in it, so that keeping order touches nothing else.
///
/// Two functions of whoever has it come with each change: ties(a, b), which of two bodies at one time comes
/// first, and place(body, place), which keeps where a body is.
class LateHeap {
 public:
  bool is_empty() const { return all_.empty(); }
  std::size_t size() const { return all_.size(); }
  /// Requires: it is not empty.
  Id front() const { return all_.front().body; }
  /// The end of time if it is empty.
  const Instant& first_time() const { return first_time_; }

  void clear() {
    all_.clear();
    first_time_ = kEndOfTime;
  }

  template <class Ties, class Place>
  void push(const Instant& time, Id body, const Ties& ties, const Place& place) {
    all_.push_back({time, body});
    sift_up(all_.size() - 1, ties, place);
    first_time_ = all_.front().time;
  }
  template <class Ties, class Place>
  void remove(std::size_t at, const Ties& ties, const Place& place) {
    const Late last = all_.back();
    all_.pop_back();
    if (at < all_.size()) {
      all_[at] = last;
      sift_down(sift_up(at, ties, place), ties, place);
    }
    first_time_ = all_.empty() ? kEndOfTime : all_.front().time;
  }

 private:
  struct Late {
    Instant time;
    Id body = 0;
  };

  template <class Ties>
  static bool before(const Late& a, const Late& b, const Ties& ties) {
    if (!(a.time == b.time)) return a.time < b.time;
    return ties(a.body, b.body);
  }

  /// Both tell where it then is.
  template <class Ties, class Place>
  std::size_t sift_up(std::size_t at, const Ties& ties, const Place& place) {
    const Late late = all_[at];
    while (at > 0) {
      const std::size_t parent = (at - 1) / 2;
      if (!before(late, all_[parent], ties)) break;
      all_[at] = all_[parent];
      place(all_[at].body, at);
      at = parent;
    }
    all_[at] = late;
    place(late.body, at);
    return at;
  }
  template <class Ties, class Place>
  std::size_t sift_down(std::size_t at, const Ties& ties, const Place& place) {
    const Late late = all_[at];
    for (std::size_t child = 2 * at + 1; child < all_.size(); child = 2 * at + 1) {
      if (child + 1 < all_.size() && before(all_[child + 1], all_[child], ties)) ++child;
      if (!before(all_[child], late, ties)) break;
      all_[at] = all_[child];
      place(all_[at].body, at);
      at = child;
    }
    all_[at] = late;
    place(late.body, at);
    return at;
  }

  std::vector<Late> all_;
  Instant first_time_ = kEndOfTime;
};

}  // namespace firsthit
