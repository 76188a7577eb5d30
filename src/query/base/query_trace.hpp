#pragma once

#include "query/base/pair_table.hpp"

#include <cstddef>

namespace firsthit {

/// How a query came to its answer, for those who want to know: `firsthit query --explain`. No answer depends
/// on it.
struct QueryTrace {
  QueryKernel kernel = QueryKernel::None;
  bool b_first = false;      ///< did the kernel take b as its first?
  bool rescaled = false;     ///< was it asked again in units of its own (docs/numerics/scale.md)?
  bool wide = false;         ///< were its numbers too far apart for any filter?
  std::size_t filtered = 0;  ///< pairs that rounded arithmetic answered, within its derived bound
  std::size_t exact = 0;     ///< pairs that whole numbers answered
  std::size_t steps = 0;     ///< times at which whole numbers looked at a gap; instants of what turns
};

}  // namespace firsthit
