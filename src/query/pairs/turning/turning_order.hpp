#pragma once

#include <firsthit/first_hit.hpp>

namespace firsthit {

/// Which of two is asked about as the first, where one turns: a half-space, then an arc, then by their kinds
/// and numbers. So both orders are one question, and where symmetry leaves the normal open, as of a ball
/// whose centre lies on a capsule's core, its choice is the same.
///
/// Below 0: `one` is; above 0: `other`; 0: they are the same in all.
template <int D>
int turning_order(const Moving<D>& one, const Moving<D>& other);

}  // namespace firsthit
