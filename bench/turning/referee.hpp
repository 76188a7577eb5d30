#pragma once

#include "oracle/turning/apart.hpp"
#include "pairs.hpp"

namespace turning {

/// Tells what is wrong with answers about a pair: by subdivision of time with proven bounds, which shares
/// nothing with how firsthit answers.
template <int D>
class Referee {
 public:
  explicit Referee(const Pair<D>& pair);
  Referee(const Referee&) = delete;
  Referee& operator=(const Referee&) = delete;

  /// [L] between the two; below zero if they overlap, by how deep they are.
  double gap(double time);

  enum class Depth { Proven, Excluded, Open };
  /// Are they deeper in each other than a tolerance [L], at some time until then?
  Depth deeper(double tolerance, double until);

 private:
  firsthit::turning_judge::Asked<D> asked_;
  firsthit::turning_judge::Subdivision<D> subdivision_;
};

}  // namespace turning
