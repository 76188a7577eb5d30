#pragma once

#include "moves.hpp"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace moves {

/// Tells by plain arithmetic, and by none of the programs, where a box may be in a landscape.
template <int D>
class Judge {
 public:
  /// The landscape must outlive this.
  explicit Judge(const Landscape<D>& landscape);

  /// [L] How deep the box is in anything, at a place; below 0 if it is apart from all that is near.
  double depth(const Vec<D>& place) const;
  /// Is it anywhere deeper than `slop` [L] in something, on a straight way?
  bool crosses(const Vec<D>& from, const Vec<D>& to, double slop) const;

 private:
  template <class Each>
  void each_near(const Vec<D>& low, const Vec<D>& high, const Each& each) const;

  const Landscape<D>& landscape_;
  std::unordered_map<std::uint64_t, std::vector<std::size_t>> cells_;
};

}  // namespace moves
