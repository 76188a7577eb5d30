#pragma once

#include "query/base/query_trace.hpp"

#include <firsthit/first_hit.hpp>

namespace firsthit {

/// first_hit, with the same bits, and how it came to its answer.
template <int D>
Encounter<D> explained_first_hit(const Moving<D>& a, const Moving<D>& b, const Query& query,
                                 QueryTrace& trace);

}  // namespace firsthit
