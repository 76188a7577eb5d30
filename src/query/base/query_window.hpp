#pragma once

#include "query/base/query_trace.hpp"

#include <limits>

namespace firsthit {

/// The window and the margin of a query; `end` is finite.
struct QueryWindow {
  double end = 0.0;             ///< [T]
  double margin = 0.0;          ///< [L]
  QueryTrace* trace = nullptr;  ///< if somebody wants to know
  /// [T] Of what turns: what comes later may be told as nothing. What comes by then is told to the same bits.
  double latest = std::numeric_limits<double>::infinity();
  bool only_when = false;  ///< of what turns: where they meet is not asked for, nor how long an overlap takes

  /// [T] Who is known to be apart for longer than this from t on is so until after `latest`, rounding
  /// included: more than some digits of both.
  double enough_from(double t) const { return (latest - t) + 0x1p-40 * latest; }
};

}  // namespace firsthit
