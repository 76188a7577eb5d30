#pragma once

#include "core/expect.hpp"
#include "index/bounds.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

// Finding what may meet within a window, in the order of time. Derivation: docs/numerics/outlines.md.

namespace firsthit {

/// Boxes at both ends of a window. What moves on straight lines at constant speed, and is inside them then,
/// is inside a box with sides in between during all of the window.
template <int D>
struct SweptBox {
  Bounds<D> start;
  Bounds<D> end;

  void include(const SweptBox& other) {
    start.include(other.start);
    end.include(other.end);
  }
};

/// A part of the window, as fractions of it, rounded outwards.
struct WindowPart {
  double from = 0.0;
  double to = 1.0;

  /// Narrows it to where a gap is not above 0, one that changes at a constant rate and whose values at both
  /// ends of the window are rounded differences. False if that is nowhere.
  bool narrow(double at_start, double at_end) {
    constexpr double kError = 0x1p-50;  // 8 u; the quotient errs by less than 4.1 u
    constexpr double kUnderflow = 0x1p-1000;
    if (at_start > 0.0 && at_end > 0.0) return false;
    const double range = std::fabs(at_start - at_end);
    if (std::isinf(range)) return true;
    if (at_start > 0.0) {
      from = std::max(from, (1.0 - kError) * (at_start / range) - kUnderflow);
    } else if (at_end > 0.0) {
      to = std::min(to, (1.0 + kError) * (-at_start / range) + kUnderflow);
    }
    return from <= to;
  }
};

/// No later than the first moment at which two swept boxes meet; nothing if they never do.
template <int D>
std::optional<double> earliest_meeting(const SweptBox<D>& a, const SweptBox<D>& b) {
  WindowPart part;
  for (std::size_t i = 0; i < std::size_t{D}; ++i)
    if (!part.narrow(a.start.low[i] - b.start.high[i], a.end.low[i] - b.end.high[i]) ||
        !part.narrow(b.start.low[i] - a.start.high[i], b.end.low[i] - a.end.high[i]))
      return std::nullopt;
  return part.from;
}

/// A binary tree over swept boxes in a given order: neighbours there should be neighbours in space.
template <int D>
class SweptTree {
 public:
  /// `count` leaves from number `first` on; what stands below node i stands right behind it.
  struct Node {
    std::uint32_t index;
    std::uint32_t first;
    std::uint32_t count;

    bool is_leaf() const { return count == 1; }
    std::pair<Node, Node> children() const {
      const std::uint32_t left = count / 2;
      return {{index + 1, first, left}, {index + 2 * left, first + left, count - left}};
    }
  };

  /// Requires: at least one leaf, fewer than 2^31.
  explicit SweptTree(const std::vector<SweptBox<D>>& leaves) : boxes_(2 * leaves.size() - 1) {
    FIRSTHIT_EXPECT(!leaves.empty());
    build(root(), leaves);
  }

  Node root() const { return {0, 0, static_cast<std::uint32_t>((boxes_.size() + 1) / 2)}; }
  const SweptBox<D>& box(const Node& node) const { return boxes_[node.index]; }

 private:
  void build(const Node& node, const std::vector<SweptBox<D>>& leaves) {
    SweptBox<D>& box = boxes_[node.index];
    if (node.is_leaf()) {
      box = leaves[node.first];
      return;
    }
    const auto [left, right] = node.children();
    build(left, leaves);
    build(right, leaves);
    box = boxes_[left.index];
    box.include(boxes_[right.index]);
  }

  std::vector<SweptBox<D>> boxes_;
};

/// Calls visit(i, j, time) for leaves i of `a` and j of `b` that may meet, in the order of `time`, before
/// which they do not. It returns the time after which nothing matters any more.
template <int D, class Visit>
void visit_in_time(const SweptTree<D>& a, const SweptTree<D>& b, const Visit& visit) {
  using Node = typename SweptTree<D>::Node;
  struct Candidate {
    double time;
    Node of_a;
    Node of_b;
    bool operator<(const Candidate& other) const { return time > other.time; }  // earliest on top
  };
  std::priority_queue<Candidate> queue;
  double last = 1.0;
  const auto add = [&](const Node& of_a, const Node& of_b) {
    const std::optional<double> time = earliest_meeting(a.box(of_a), b.box(of_b));
    if (time && *time <= last) queue.push({*time, of_a, of_b});
  };
  add(a.root(), b.root());
  while (!queue.empty() && queue.top().time <= last) {
    const Candidate next = queue.top();
    queue.pop();
    if (next.of_a.is_leaf() && next.of_b.is_leaf()) {
      last = std::min<double>(last, visit(next.of_a.first, next.of_b.first, next.time));
    } else if (next.of_a.count > next.of_b.count) {
      const auto [left, right] = next.of_a.children();
      add(left, next.of_b);
      add(right, next.of_b);
    } else {
      const auto [left, right] = next.of_b.children();
      add(next.of_a, left);
      add(next.of_a, right);
    }
  }
}

}  // namespace firsthit
