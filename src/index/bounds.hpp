#pragma once

#include <firsthit/vec.hpp>

#include <algorithm>
#include <cstddef>

namespace firsthit {

/// A box with sides along the axes.
template <int D>
struct Bounds {
  Vec<D> low;
  Vec<D> high;

  void include(const Bounds& other) {
    for (std::size_t axis = 0; axis < std::size_t{D}; ++axis) {
      low[axis] = std::min(low[axis], other.low[axis]);
      high[axis] = std::max(high[axis], other.high[axis]);
    }
  }

  friend constexpr bool operator==(const Bounds&, const Bounds&) = default;
};

/// The smallest box around two.
template <int D>
Bounds<D> around(const Bounds<D>& a, const Bounds<D>& b) {
  Bounds<D> r = a;
  r.include(b);
  return r;
}

/// Have two boxes a place in common? Their sides belong to them.
template <int D>
bool meet(const Bounds<D>& a, const Bounds<D>& b) {
  bool r = true;
  for (std::size_t axis = 0; axis < std::size_t{D}; ++axis)
    r = r && a.low[axis] <= b.high[axis] && b.low[axis] <= a.high[axis];
  return r;
}

/// Is all of `inner` in `outer`?
template <int D>
bool holds(const Bounds<D>& outer, const Bounds<D>& inner) {
  bool r = true;
  for (std::size_t axis = 0; axis < std::size_t{D}; ++axis)
    r = r && outer.low[axis] <= inner.low[axis] && inner.high[axis] <= outer.high[axis];
  return r;
}

}  // namespace firsthit
