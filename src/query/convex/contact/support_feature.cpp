#include "query/convex/contact/support_feature.hpp"

#include "core/vec_math.hpp"
#include "geometry/orientation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firsthit {
namespace {

/// Is b beyond a, seen from `from`? Requires: all three are different and on one line, a and b on one side.
bool is_beyond(const Vec<2>& from, const Vec<2>& a, const Vec<2>& b) {
  const std::size_t axis = from[0] != a[0] ? 0 : 1;
  return a[axis] > from[axis] ? b[axis] > a[axis] : b[axis] < a[axis];
}

/// Vertices of the two sides across an axis differ in height by twice `reach`, the half extent along the
/// direction. Where that is above 128 u = 2^-46 of the sizes, those of the lower side are out: 16 u are the
/// threshold for the furthest, 14.4 u both heights' errors, 8 u that of the reach. Smaller: the furthest
/// might be left out.
void note_side(std::size_t axis, double reach, double size, BoxPart& part) {
  const std::size_t bit = std::size_t{1} << axis;
  if (!(2.0 * std::fabs(reach) > 0x1p-46 * size))
    part.free |= bit;
  else if (reach > 0.0)
    part.upper |= bit;
}

/// What of a core may be furthest: all of it, if it is no box.
template <int D>
BoxPart facing_part(const RoundedPolytope<D>& core, const Vec<D>& direction, double size) {
  if (core.box != nullptr) return facing_part(*core.box, direction, size);
  BoxPart r;
  if (is_plain_box(core)) {
    for (std::size_t k = 0; k < D; ++k) note_side(k, core.offsets.back()[k] * direction[k], size, r);
  } else {
    r.free = ~std::size_t{0};
  }
  return r;
}

/// Without one coordinate.
Vec<2> flat(const Vec<3>& a, std::size_t dropped_axis) {
  return {a[dropped_axis == 0 ? 1 : 0], a[dropped_axis == 2 ? 1 : 2]};
}

}  // namespace

template <int D>
Vec<D> sizes_of(const OrientedBox<D>& box) {
  Vec<D> sizes;
  for (std::size_t k = 0; k < D; ++k)
    for (std::size_t i = 0; i < D; ++i) sizes[i] += box.half_extents[k] * std::fabs(box.axes[k][i]);
  return sizes;
}

template <int D>
Vec<D> sizes_of(const RoundedPolytope<D>& core) {
  if (core.box != nullptr) return sizes_of(*core.box);
  Vec<D> sizes;
  for (const Vec<D>& offset : core.offsets)
    for (std::size_t i = 0; i < D; ++i) sizes[i] = std::max(sizes[i], std::fabs(offset[i]));
  return sizes;
}

template <int D>
BoxPart facing_part(const OrientedBox<D>& box, const Vec<D>& direction, double size) {
  BoxPart r;
  for (std::size_t k = 0; k < D; ++k)
    note_side(k, box.half_extents[k] * dot(direction, box.axes[k]), size, r);
  return r;
}

template <int D>
double size_along(const Vec<D>& sizes, const Vec<D>& direction) {
  double sum = 0.0;
  for (std::size_t i = 0; i < D; ++i) sum += std::fabs(direction[i]) * sizes[i];
  return sum;
}

template <int D>
std::size_t largest_axis(const Vec<D>& direction) {
  std::size_t axis = 0;
  for (std::size_t i = 1; i < D; ++i)
    if (std::fabs(direction[i]) > std::fabs(direction[axis])) axis = i;
  return axis;
}

template <int D>
SupportFeature<D>::SupportFeature(const RoundedPolytope<D>& core, const Vec<D>& direction, double slack)
    : direction_is_zero_(is_zero(direction)), sizes_(sizes_of(core)) {
  const std::size_t count = vertex_count(core);
  if (count == 1) {
    const Vertex only{offset_of(core, 0), 0};
    reach_ = dot(direction, only.offset);
    vertices_.push_back(only);
    corners_.push_back(only);
    return;
  }
  collect(core, direction, count, slack);
  if (!direction_is_zero_) wrap(largest_axis(direction));
}

template <int D>
SupportFeature<D>::SupportFeature(const OrientedBox<D>& box, const BoxPart& part, const Vec<D>& direction)
    : direction_is_zero_(false), sizes_(sizes_of(box)), reach_(-std::numeric_limits<double>::infinity()) {
  constexpr std::size_t kCorners = std::size_t{1} << static_cast<unsigned>(D);
  for (std::size_t n = 0; n < kCorners; ++n) {
    const std::size_t i = n ^ (n >> 1U);  // around a face: from one to the next a single bit changes
    if (!part.has(i)) continue;
    const Vertex vertex{corner_of(box, i), static_cast<int>(i)};
    reach_ = std::max(reach_, dot(direction, vertex.offset));
    vertices_.push_back(vertex);
    corners_.push_back(vertex);
  }
}

template <int D>
void SupportFeature<D>::collect(const RoundedPolytope<D>& core, const Vec<D>& direction, std::size_t count,
                                double slack) {
  const double size = size_along(sizes_, direction);
  const BoxPart part = facing_part(core, direction, size);
  reach_ = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < count; ++i)
    if (part.has(i)) reach_ = std::max(reach_, dot(direction, offset_of(core, i)));
  // Vertices that are exactly the furthest have heights that differ by 14.4 u of the sizes at most: each errs
  // by 4.1 u (direction, products, sums) and 3.1 u (an oriented box's offset). Counted as 16 u = 2^-49.
  const double least = reach_ - (0x1p-49 * size + slack);
  for (std::size_t i = 0; i < count; ++i) {
    if (!part.has(i)) continue;
    const Vec<D> offset = offset_of(core, i);
    if (dot(direction, offset) < least) continue;
    const auto known = vertices_.all();
    if (std::none_of(known.begin(), known.end(), [&](const Vertex& v) { return v.offset == offset; }))
      vertices_.push_back({offset, static_cast<int>(i)});
  }
}

template <>
void SupportFeature<2>::wrap(std::size_t dropped_axis) {
  const std::size_t axis = 1 - dropped_axis;
  const auto all = vertices();
  const auto ends = std::minmax_element(all.begin(), all.end(), [axis](const Vertex& a, const Vertex& b) {
    return a.offset[axis] < b.offset[axis];
  });
  corners_.push_back(*ends.first);
  if (ends.first->offset[axis] != ends.second->offset[axis]) corners_.push_back(*ends.second);
}

template <>
void SupportFeature<3>::wrap(std::size_t dropped_axis) {
  const auto all = vertices();
  const auto place = [&](const Vertex& v) { return flat(v.offset, dropped_axis); };
  const auto first = std::min_element(all.begin(), all.end(), [&](const Vertex& a, const Vertex& b) {
    const Vec<2> p = place(a);
    const Vec<2> q = place(b);
    return p[0] < q[0] || (p[0] == q[0] && p[1] < q[1]);
  });
  // From corner to corner: the next is the one that has nobody to its right, the furthest of them.
  const Vertex* corner = &*first;
  do {
    corners_.push_back(*corner);
    const Vec<2> from = place(*corner);
    const Vertex* next = nullptr;
    for (const Vertex& v : all) {
      const Vec<2> to = place(v);
      if (to == from) continue;
      if (next == nullptr) {
        next = &v;
        continue;
      }
      const Vec<2> best = place(*next);
      const int side = orientation(from, best, to);
      if (side < 0 || (side == 0 && is_beyond(from, best, to))) next = &v;
    }
    corner = next;
  } while (corner != nullptr && place(*corner) != place(*first));
}

template std::size_t largest_axis(const Vec<2>&);
template std::size_t largest_axis(const Vec<3>&);
template Vec<2> sizes_of(const RoundedPolytope<2>&);
template Vec<3> sizes_of(const RoundedPolytope<3>&);
template Vec<2> sizes_of(const OrientedBox<2>&);
template Vec<3> sizes_of(const OrientedBox<3>&);
template BoxPart facing_part(const OrientedBox<2>&, const Vec<2>&, double);
template BoxPart facing_part(const OrientedBox<3>&, const Vec<3>&, double);
template double size_along(const Vec<2>&, const Vec<2>&);
template double size_along(const Vec<3>&, const Vec<3>&);
template class SupportFeature<2>;
template class SupportFeature<3>;

}  // namespace firsthit
