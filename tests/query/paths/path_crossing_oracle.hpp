#pragma once

#include <firsthit/path_crossing.hpp>

#include <gmpxx.h>

#include <string>

// Where two paths are closest, decided a second time and in another way: GMP's fractions, and the least of
// all candidates that calculus knows for a quadratic function on a rectangle (corners, sides, inside).

namespace firsthit::oracle {

/// All pairs of delays at which two paths are closest: from the first of each to the last.
struct Closest {
  mpq_class first_p, last_p, first_q, last_q;  // after kForever: infinite
  mpq_class distance_squared;
};

template <int D>
Closest closest(const Linear<D>& p, const Linear<D>& q, const PathQuery& query);

/// What is wrong with an answer; empty if nothing is.
template <int D>
std::string objection(const Linear<D>& p, const Linear<D>& q, const PathQuery& query,
                      const PathCrossing<D>& answer);

}  // namespace firsthit::oracle
