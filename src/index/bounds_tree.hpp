#pragma once

#include "core/expect.hpp"
#include "core/prefetch.hpp"
#include "index/bounds.hpp"

#include <firsthit/vec.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

// Finding what is near or in the way, among boxes that change now and then.

namespace firsthit {

/// A box on its way, and when it may meet boxes that stand still.
template <int D>
class BoxCourse {
 public:
  /// From `start` on by `displacement` [L] while time goes from 0 to 1. Requires: |displacement| below
  /// 2^1000.
  BoxCourse(const Bounds<D>& start, const Vec<D>& displacement) {
    for (std::size_t axis = 0; axis < std::size_t{D}; ++axis) {
      double low = start.low[axis];
      double high = start.high[axis];
      double by = displacement[axis];
      FIRSTHIT_EXPECT(std::fabs(by) < 0x1p1000);
      if (std::fabs(by) < kLeast) {
        // As if it were all along its way at once; the rounded sum is beyond no double that it reaches.
        low += std::min(by, 0.0);
        high += std::max(by, 0.0);
        by = 0.0;
      }
      const double inverse = by == 0.0 ? std::numeric_limits<double>::infinity() : 1.0 / by;
      entry_[axis] = by < 0.0 ? &Bounds<D>::high : &Bounds<D>::low;
      exit_[axis] = by < 0.0 ? &Bounds<D>::low : &Bounds<D>::high;
      front_[axis] = by < 0.0 ? low : high;
      back_[axis] = by < 0.0 ? high : low;
      entering_[axis] = (1.0 - kError) * inverse;
      leaving_[axis] = (1.0 + kError) * inverse;
    }
  }

  /// No later than it meets `box`, and no earlier than that for any box around it; infinity if it never does.
  double time_to(const Bounds<D>& box) const {
    double from = 0.0;
    double to = std::numeric_limits<double>::infinity();
    for (std::size_t axis = 0; axis < std::size_t{D}; ++axis) {
      // 0 times infinity is passed over: what touches, and goes nowhere along the axis, touches all the time.
      from = std::max(from, ((box.*entry_[axis])[axis] - front_[axis]) * entering_[axis]);
      to = std::min(to, ((box.*exit_[axis])[axis] - back_[axis]) * leaving_[axis]);
    }
    from -= kUnderflow;
    return from <= to ? std::max(from, 0.0) : std::numeric_limits<double>::infinity();
  }

 private:
  /// 8 u. The difference, the inverse, its product with 1 -+ 8 u and the quotient's err by u each, so 4.1 u
  /// in all; signs are right. Every step is monotone: a larger box is met no later.
  static constexpr double kError = 0x1p-50;
  static constexpr double kUnderflow = 0x1p-1000;
  static constexpr double kLeast = 0x1p-1000;  // the inverse of less might be infinite

  template <class T>
  using PerAxis = std::array<T, static_cast<std::size_t>(D)>;

  PerAxis<Vec<D> Bounds<D>::*> entry_;  // the side of others that is met first
  PerAxis<Vec<D> Bounds<D>::*> exit_;
  PerAxis<double> front_;
  PerAxis<double> back_;
  PerAxis<double> entering_;  // 1 / displacement, rounded so that quotients are too small
  PerAxis<double> leaving_;   // and too large
};

/// A binary tree over boxes that come, go and change, each an item with a number below 2^31 - 1. Its tables
/// are as long as the largest of them. Boxes may be infinitely large; what is finite should be below 2^480:
/// the tree does not spread what is farther out.
template <int D>
class BoundsTree {
 public:
  using Item = std::uint32_t;

  struct Leaf {
    Item item;
    Bounds<D> bounds;
  };

  BoundsTree() { build({}); }

  /// Replaces all there is. Requires: every item once.
  void build(std::vector<Leaf> leaves);
  /// Requires: not in it.
  void insert(Item item, const Bounds<D>& bounds);
  /// Requires: in it.
  void remove(Item item);
  /// Cheaper if the bounds stay near. Requires: in it.
  void update(Item item, const Bounds<D>& bounds);

  bool contains(Item item) const { return item < slots_.size() && slots_[item] != kNone; }
  /// Requires: in it.
  const Bounds<D>& bounds(Item item) const { return box(slots_[item]); }
  std::size_t size() const { return size_; }
  /// Around all of them. Requires: there are any.
  const Bounds<D>& whole() const { return box(kRoot); }
  /// How many branchings the longest way from the root to an item has: at most 9 log2 of the size.
  std::size_t height() const { return size_ == 0 ? 0 : height_of(child(kRoot)); }

  // What visits call may not change the tree. Boxes have their sides: what touches meets.

  /// Calls each(item, bounds) for all that meet `where`, until one call returns false. Returns false then.
  template <class Each>
  bool visit(const Bounds<D>& where, Each&& each) const;

  /// A box moves from `start` by `displacement` while time goes from 0 to 1. Calls visit(item, time) for all
  /// that it may meet, in the order of `time`, before which it does not. Visits return the time after which
  /// nothing matters any more; the least of them counts.
  template <class Visit>
  void visit_along(const Bounds<D>& start, const Vec<D>& displacement, Visit&& visit) const;

  /// Calls visit(item, distance) for all that may be as near to `where` as `most` [L], in the order of
  /// `distance` [L], which none is nearer than. Visits return the distance beyond which nothing matters.
  /// Requires: what is finite is below 2^500.
  template <class Visit>
  void visit_near(const Bounds<D>& where, double most, Visit&& visit) const;

 private:
  /// A node, or an item if the highest bit is set.
  using Child = std::uint32_t;
  /// Where a child hangs: twice its node's number, and one more on the second side. Node 0 has the root only.
  using Slot = std::uint32_t;

  static constexpr std::uint32_t kNone = 0xffffffff;
  static constexpr Child kItem = 0x80000000;
  static constexpr Slot kRoot = 0;

  /// The boxes of a node's children: in the plane just a line of the cache.
  struct alignas(D == 2 ? 64 : 32) Boxes {
    std::array<Bounds<D>, 2> of;
  };
  struct Node {
    std::array<Child, 2> children{kNone, kNone};
    Slot slot = kRoot;
    std::uint32_t height = 0;
  };
  /// What is still to be looked at: what has the smallest key comes first. Both parts are equally wide, as
  /// what is written in pieces cannot be read as a whole right behind.
  struct Waiting {
    double key;
    std::uint64_t child;
    bool operator<(const Waiting& other) const { return key > other.key; }
  };
  class Queue;

  static bool is_item(Child child) { return (child & kItem) != 0; }
  Child& child(Slot slot) { return nodes_[slot / 2].children[slot % 2]; }
  Child child(Slot slot) const { return nodes_[slot / 2].children[slot % 2]; }
  Bounds<D>& box(Slot slot) { return boxes_[slot / 2].of[slot % 2]; }
  const Bounds<D>& box(Slot slot) const { return boxes_[slot / 2].of[slot % 2]; }
  std::uint32_t height_of(Child child) const { return is_item(child) ? 0 : nodes_[child].height; }

  template <class Each>
  bool visit_child(Child at, const Bounds<D>& bounds, const Bounds<D>& where, Each& each) const;
  template <class Key, class Visit>
  void visit_in_order(double last, const Key& key, Visit& visit) const;

  std::uint32_t new_node();
  void hang(Slot slot, Child child, const Bounds<D>& bounds);
  void build(Slot slot, std::span<Leaf> leaves);
  Slot best_place(const Bounds<D>& bounds) const;
  void attach(Item item, const Bounds<D>& bounds);
  void detach(Item item);
  void exchange(Slot a, Slot b);
  void refit(std::uint32_t node);
  void refit_from(std::uint32_t node);
  bool may_be_siblings(std::uint32_t height, std::uint32_t other) const;
  void balance(std::uint32_t node);
  void rotate(std::uint32_t node);

  std::vector<Boxes> boxes_;  // of nodes
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> unused_;  // nodes
  std::vector<Slot> slots_;            // of items
  std::size_t size_ = 0;
};

/// What waits, the first on top: the next few in order, and all that comes later in a heap.
template <int D>
class BoundsTree<D>::Queue {
 public:
  bool is_empty() const { return count_ == 0 && later_.empty(); }
  const Waiting& top() const { return count_ > 0 ? few_[count_ - 1] : later_.front(); }
  void push(const Waiting& what) {
    if (count_ == kFew) put_half_off();
    if (!later_.empty() && later_.front().key < what.key) {
      push_later(what);
      return;
    }
    std::size_t place = count_++;
    for (; place > 0 && few_[place - 1].key < what.key; --place) few_[place] = few_[place - 1];
    few_[place] = what;
  }
  void pop() {
    if (count_ > 0) {
      --count_;
    } else {
      std::pop_heap(later_.begin(), later_.end());
      later_.pop_back();
    }
  }

 private:
  static constexpr std::size_t kFew = 32;  // most visits have no more; they are moved one by one

  void push_later(const Waiting& what) {
    later_.push_back(what);
    std::push_heap(later_.begin(), later_.end());
  }
  void put_half_off() {
    constexpr std::size_t kHalf = kFew / 2;
    for (std::size_t i = 0; i < kHalf; ++i) push_later(few_[i]);
    std::copy(few_.begin() + kHalf, few_.end(), few_.begin());
    count_ -= kHalf;
  }

  std::array<Waiting, kFew> few_;  // the first behind all others
  std::size_t count_ = 0;
  std::vector<Waiting> later_;
};

template <int D>
template <class Each>
bool BoundsTree<D>::visit(const Bounds<D>& where, Each&& each) const {
  return size_ == 0 || !meet(whole(), where) || visit_child(child(kRoot), whole(), where, each);
}

/// Goes on with a child whose bounds meet `where`. What comes second is asked for before the first is
/// visited.
template <int D>
template <class Each>
bool BoundsTree<D>::visit_child(Child at, const Bounds<D>& bounds, const Bounds<D>& where, Each& each) const {
  if (is_item(at)) return each(at - kItem, bounds);
  const Boxes& boxes = boxes_[at];
  const std::array<Child, 2> children = nodes_[at].children;
  const bool meets_second = meet(boxes.of[1], where);
  if (meets_second && !is_item(children[1])) {
    prefetch(&boxes_[children[1]]);
    prefetch(&nodes_[children[1]]);
  }
  if (meet(boxes.of[0], where) && !visit_child(children[0], boxes.of[0], where, each)) return false;
  return !meets_second || visit_child(children[1], boxes.of[1], where, each);
}

template <int D>
template <class Visit>
void BoundsTree<D>::visit_along(const Bounds<D>& start, const Vec<D>& displacement, Visit&& visit) const {
  const BoxCourse<D> course(start, displacement);
  visit_in_order(
      1.0, [&course](const Bounds<D>& bounds) { return course.time_to(bounds); }, visit);
}

template <int D>
template <class Visit>
void BoundsTree<D>::visit_near(const Bounds<D>& where, double most, Visit&& visit) const {
  // A gap errs by u, its square by 3.1 u, the sum by 2 u more, its root by 3.6 u in all.
  constexpr double kError = 0x1p-50;  // 8 u
  constexpr double kUnderflow = 0x1p-1000;
  const auto distance = [&where](const Bounds<D>& bounds) {
    double sum = 0.0;
    for (std::size_t axis = 0; axis < std::size_t{D}; ++axis) {
      const double gap =
          std::max({bounds.low[axis] - where.high[axis], where.low[axis] - bounds.high[axis], 0.0});
      sum += gap * gap;
    }
    return (1.0 - kError) * std::sqrt(std::max(sum - kUnderflow, 0.0));
  };
  visit_in_order(most, distance, visit);
}

/// Calls visit(item, key) in the order of the keys, up to the least number that was returned. Requires: the
/// key of a box is no smaller than that of any box around it.
template <int D>
template <class Key, class Visit>
void BoundsTree<D>::visit_in_order(double last, const Key& key, Visit& visit) const {
  if (size_ == 0) return;
  Queue queue;
  Waiting next{key(box(kRoot)), child(kRoot)};
  const auto goes_on_with = [&](const Waiting& nearer, const Waiting& other) {
    if (other.key <= last) queue.push(other);
    if (nearer.key <= last && (queue.is_empty() || nearer.key <= queue.top().key)) {
      next = nearer;
      return true;
    }
    if (nearer.key <= last) queue.push(nearer);
    return false;
  };
  while (next.key <= last) {
    const Child at = static_cast<Child>(next.child);
    if (is_item(at)) {
      last = std::min<double>(last, visit(at - kItem, next.key));
    } else {
      const std::array<Child, 2> children = nodes_[at].children;
      for (const Child child : children)
        if (!is_item(child)) prefetch(&boxes_[child]);
      const Waiting first{key(boxes_[at].of[0]), children[0]};
      const Waiting second{key(boxes_[at].of[1]), children[1]};
      // A branch, not a choice of values: a right guess has the next boxes on their way early.
      if (first.key <= second.key) {
        if (goes_on_with(first, second)) continue;
      } else {
        if (goes_on_with(second, first)) continue;
      }
    }
    if (queue.is_empty()) return;
    next = queue.top();
    queue.pop();
  }
}

}  // namespace firsthit
