#include "index/bounds_tree.hpp"

namespace firsthit {
namespace {

/// So much higher may one child of a node stand than the other: a few items that are much larger than all
/// others hang next to the root then. With less, all boxes on their way down were as large as they are. A
/// tree of height h has at least N(h) = N(h - 1) + N(h - 33) items: more than 2^(h / 9).
constexpr std::uint32_t kSlack = 32;

constexpr std::size_t kSlices = 16;  // with 32, visits are hardly faster, and building is slower

double finite(double x) {
  constexpr double kLargest = 0x1p480;  // its square, for each of 2^31 boxes, does not overflow
  return std::clamp(x, -kLargest, kLargest);
}

template <int D>
double extent(const Bounds<D>& bounds, std::size_t axis) {
  return finite(bounds.high[axis]) - finite(bounds.low[axis]);
}

template <int D>
double middle(const Bounds<D>& bounds, std::size_t axis) {
  return 0.5 * finite(bounds.low[axis]) + 0.5 * finite(bounds.high[axis]);
}

/// How likely a box is met: half of its perimeter.
double measure(const Bounds<2>& bounds) { return extent(bounds, 0) + extent(bounds, 1); }

/// Half of its surface, and a little for lines, which have none.
double measure(const Bounds<3>& bounds) {
  const double x = extent(bounds, 0);
  const double y = extent(bounds, 1);
  const double z = extent(bounds, 2);
  return x * y + y * z + z * x + 0x1p-6 * (x * x + y * y + z * z);
}

template <int D>
Bounds<D> nothing() {
  Bounds<D> r;
  for (std::size_t axis = 0; axis < std::size_t{D}; ++axis) {
    r.low[axis] = std::numeric_limits<double>::infinity();
    r.high[axis] = -std::numeric_limits<double>::infinity();
  }
  return r;
}

template <int D>
bool is_box(const Bounds<D>& bounds) {
  for (std::size_t axis = 0; axis < std::size_t{D}; ++axis)
    if (!(bounds.low[axis] <= bounds.high[axis])) return false;
  return true;
}

/// Slices of equal width across the middles of boxes, along the axis on which they spread most.
template <int D>
class Slices {
 public:
  template <class Leaf>
  explicit Slices(std::span<const Leaf> leaves) {
    Bounds<D> middles = nothing<D>();
    for (const Leaf& leaf : leaves)
      for (std::size_t axis = 0; axis < std::size_t{D}; ++axis) {
        const double x = middle(leaf.bounds, axis);
        middles.low[axis] = std::min(middles.low[axis], x);
        middles.high[axis] = std::max(middles.high[axis], x);
      }
    for (std::size_t axis = 1; axis < std::size_t{D}; ++axis)
      if (extent(middles, axis) > extent(middles, axis_)) axis_ = axis;
    low_ = middles.low[axis_];
    width_ = middles.high[axis_] - low_;
  }

  bool are_one() const { return !(width_ > 0.0); }
  std::size_t of(const Bounds<D>& bounds) const {
    const double part = (middle(bounds, axis_) - low_) / width_;
    return std::min(static_cast<std::size_t>(part * kSlices), kSlices - 1);
  }

 private:
  std::size_t axis_ = 0;
  double low_;
  double width_;
};

/// Puts the leaves in two parts, so that boxes around them are met by few, and tells how many are in the
/// first. Source: Wald 2007, doi:10.1109/RT.2007.4342588.
template <int D, class Leaf>
std::size_t split(std::span<Leaf> leaves) {
  const std::size_t half = leaves.size() / 2;
  const Slices<D> slices{std::span<const Leaf>(leaves)};
  if (slices.are_one()) return half;

  std::array<Bounds<D>, kSlices> boxes;
  boxes.fill(nothing<D>());
  std::array<std::size_t, kSlices> counts{};
  for (const Leaf& leaf : leaves) {
    const std::size_t slice = slices.of(leaf.bounds);
    boxes[slice].include(leaf.bounds);
    ++counts[slice];
  }
  // The outer slices have leaves, so neither part is empty anywhere.
  std::array<double, kSlices> behind{};
  Bounds<D> box = nothing<D>();
  std::size_t count = 0;
  for (std::size_t slice = kSlices; --slice > 0;) {
    box.include(boxes[slice]);
    count += counts[slice];
    behind[slice] = static_cast<double>(count) * measure(box);
  }
  double least = std::numeric_limits<double>::infinity();
  std::size_t last = 0;
  std::size_t first_part = 0;
  box = nothing<D>();
  count = 0;
  const auto off = [half](std::size_t n) { return n > half ? n - half : half - n; };
  for (std::size_t slice = 0; slice + 1 < kSlices; ++slice) {
    box.include(boxes[slice]);
    count += counts[slice];
    const double cost = static_cast<double>(count) * measure(box) + behind[slice + 1];
    if (cost < least || (cost == least && off(count) < off(first_part))) {
      least = cost;
      last = slice;
      first_part = count;
    }
  }
  std::partition(leaves.begin(), leaves.end(),
                 [&](const Leaf& leaf) { return slices.of(leaf.bounds) <= last; });
  return first_part;
}

}  // namespace

template <int D>
void BoundsTree<D>::build(std::vector<Leaf> leaves) {
  boxes_.clear();
  nodes_.clear();
  unused_.clear();
  slots_.clear();
  boxes_.reserve(leaves.size());
  nodes_.reserve(leaves.size());
  size_ = leaves.size();
  new_node();
  Item items = 0;
  for (const Leaf& leaf : leaves) {
    FIRSTHIT_EXPECT(leaf.item < kItem - 1 && is_box(leaf.bounds));
    items = std::max(items, leaf.item + 1);
  }
  slots_.resize(items, kNone);
  if (size_ > 0) build(kRoot, leaves);
}

template <int D>
void BoundsTree<D>::build(Slot slot, std::span<Leaf> leaves) {
  if (leaves.size() == 1) {
    FIRSTHIT_EXPECT(!contains(leaves[0].item));
    hang(slot, kItem + leaves[0].item, leaves[0].bounds);
    return;
  }
  const std::size_t first_part = split<D>(leaves);
  const std::uint32_t node = new_node();  // what stands below it stands right behind it
  hang(slot, node, {});
  build(2 * node, leaves.first(first_part));
  build(2 * node + 1, leaves.subspan(first_part));
  balance(node);
  refit(node);
}

template <int D>
void BoundsTree<D>::insert(Item item, const Bounds<D>& bounds) {
  FIRSTHIT_EXPECT(item < kItem - 1 && !contains(item) && is_box(bounds));
  if (item >= slots_.size()) slots_.resize(item + std::size_t{1}, kNone);
  attach(item, bounds);
}

template <int D>
void BoundsTree<D>::remove(Item item) {
  FIRSTHIT_EXPECT(contains(item));
  detach(item);
  slots_[item] = kNone;
}

template <int D>
void BoundsTree<D>::update(Item item, const Bounds<D>& bounds) {
  FIRSTHIT_EXPECT(contains(item) && is_box(bounds));
  const Slot slot = slots_[item];
  const std::uint32_t node = slot / 2;
  if (slot == kRoot) {
    box(slot) = bounds;
  } else if (holds(box(nodes_[node].slot), bounds)) {  // so no box gets larger
    box(slot) = bounds;
    refit_from(node);
  } else {
    detach(item);
    attach(item, bounds);
  }
}

template <int D>
std::uint32_t BoundsTree<D>::new_node() {
  if (unused_.empty()) {
    boxes_.emplace_back();
    nodes_.emplace_back();
    return static_cast<std::uint32_t>(nodes_.size() - 1);
  }
  const std::uint32_t r = unused_.back();
  unused_.pop_back();
  return r;
}

template <int D>
void BoundsTree<D>::hang(Slot slot, Child child, const Bounds<D>& bounds) {
  this->child(slot) = child;
  box(slot) = bounds;
  (is_item(child) ? slots_[child - kItem] : nodes_[child].slot) = slot;
}

/// The slot whose child is best made a sibling of a new item: where measures, of the new node and of how much
/// the boxes above it grow, are least. Source: Bittner, Hapala, Havran 2013, doi:10.1111/cgf.12000.
template <int D>
typename BoundsTree<D>::Slot BoundsTree<D>::best_place(const Bounds<D>& bounds) const {
  const double new_node = measure(bounds);  // at least
  double least = std::numeric_limits<double>::infinity();
  Slot place = kRoot;
  Queue queue;  // by how much boxes grow down to there
  const auto look_at = [&](Slot slot, double growth) {
    const double both = measure(around(box(slot), bounds));
    if (growth + both < least) {
      least = growth + both;
      place = slot;
    }
    if (is_item(child(slot))) return;
    growth += both - measure(box(slot));
    if (growth + new_node < least) queue.push({growth, child(slot)});
  };
  look_at(kRoot, 0.0);
  while (!queue.is_empty() && queue.top().key + new_node < least) {
    const Waiting next = queue.top();
    queue.pop();
    const Slot slot = 2 * static_cast<Child>(next.child);
    look_at(slot, next.key);
    look_at(slot + 1, next.key);
  }
  return place;
}

template <int D>
void BoundsTree<D>::attach(Item item, const Bounds<D>& bounds) {
  if (size_++ == 0) {
    hang(kRoot, kItem + item, bounds);
    return;
  }
  const Slot slot = best_place(bounds);
  const std::uint32_t node = new_node();
  hang(2 * node, child(slot), Bounds<D>(box(slot)));
  hang(2 * node + 1, kItem + item, bounds);
  hang(slot, node, {});
  balance(node);
  refit(node);
  refit_from(slot / 2);
}

template <int D>
void BoundsTree<D>::detach(Item item) {
  if (--size_ == 0) return;
  const Slot slot = slots_[item];
  const Slot sibling = slot ^ 1U;
  const std::uint32_t node = slot / 2;
  const Slot place = nodes_[node].slot;
  hang(place, child(sibling), box(sibling));
  unused_.push_back(node);
  refit_from(place / 2);
}

template <int D>
void BoundsTree<D>::exchange(Slot a, Slot b) {
  const Child child_of_a = child(a);
  const Bounds<D> box_of_a = box(a);
  hang(a, child(b), Bounds<D>(box(b)));
  hang(b, child_of_a, box_of_a);
}

template <int D>
void BoundsTree<D>::refit(std::uint32_t node) {
  Node& n = nodes_[node];
  box(n.slot) = around(box(2 * node), box(2 * node + 1));
  n.height = 1 + std::max(height_of(n.children[0]), height_of(n.children[1]));
}

/// What hangs at a node has changed: makes right what is above it.
template <int D>
void BoundsTree<D>::refit_from(std::uint32_t node) {
  while (node != 0) {
    const Slot slot = nodes_[node].slot;
    const Bounds<D> bounds = box(slot);
    const std::uint32_t height = nodes_[node].height;
    balance(node);
    rotate(node);
    refit(node);
    if (bounds == box(slot) && height == nodes_[node].height) return;
    node = slot / 2;
  }
}

template <int D>
bool BoundsTree<D>::may_be_siblings(std::uint32_t height, std::uint32_t other) const {
  return height <= other + kSlack && other <= height + kSlack;
}

/// If one child is too much higher than the other, its own higher child changes places with the latter.
/// Requires: all nodes below are balanced; they stay so.
template <int D>
void BoundsTree<D>::balance(std::uint32_t node) {
  const std::uint32_t left = height_of(child(2 * node));
  const std::uint32_t right = height_of(child(2 * node + 1));
  if (may_be_siblings(left, right)) return;
  const Slot high = 2 * node + (left > right ? 0 : 1);
  const std::uint32_t inner = child(high);
  const bool first = height_of(child(2 * inner)) >= height_of(child(2 * inner + 1));
  exchange(high ^ 1U, 2 * inner + (first ? 0 : 1));
  // The inner node keeps a child hardly lower than the one that went up, so it is hardly lower itself.
  balance(inner);
  refit(inner);
}

/// Exchanges a child and a grandchild if that makes the box between them smaller, and leaves all balanced.
/// Source: Kopta et al. 2012, doi:10.1145/2159616.2159649.
template <int D>
void BoundsTree<D>::rotate(std::uint32_t node) {
  double most = 0.0;
  Slot up = kNone;
  Slot down = kNone;
  for (const Slot outer : {2 * node, 2 * node + 1}) {
    const Child inner = child(outer ^ 1U);
    if (is_item(inner)) continue;
    const double before = measure(box(outer ^ 1U));
    const std::uint32_t height = height_of(child(outer));
    for (const Slot lifted : {2 * inner, 2 * inner + 1}) {
      const Slot kept = lifted ^ 1U;
      const double gain = before - measure(around(box(outer), box(kept)));
      const std::uint32_t kept_height = height_of(child(kept));
      if (gain > most && may_be_siblings(height, kept_height) &&
          may_be_siblings(height_of(child(lifted)), 1 + std::max(height, kept_height))) {
        most = gain;
        up = lifted;
        down = outer;
      }
    }
  }
  if (up == kNone) return;
  exchange(up, down);
  refit(up / 2);
}

template class BoundsTree<2>;
template class BoundsTree<3>;

}  // namespace firsthit
