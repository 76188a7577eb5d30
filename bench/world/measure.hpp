#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace firsthit::bench {

/// What is measured: a gas, and how many collisions per ball it is given.
struct Task {
  int dimension;
  double packing;
  std::size_t balls;
  double warm_up;  ///< not timed
  double block;    ///< each block is timed; what counts is the median
  int blocks;
  bool with_textbook;
};

struct Cost {
  double nanoseconds = 0.0;  ///< per collision
  double bytes = 0.0;        ///< per ball, held
  double rate = 0.0;         ///< [1/T] collisions of a ball: tells whether programs are in the same state
};

struct Row {
  Cost firsthit;
  Cost yardstick;
  std::optional<Cost> textbook;
  double events = 0.0;     ///< of firsthit, per collision
  std::uint64_t hash = 0;  ///< of firsthit's state at the end
};

/// Runs the programs in turns, a block each, so that what disturbs the machine disturbs all of them.
/// Tells `progress` what is being done.
Row measure(const Task& task, const std::function<void(const std::string&)>& progress);

}  // namespace firsthit::bench
