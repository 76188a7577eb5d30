#pragma once

#include "query/ballistic/flight_proof.hpp"

namespace firsthit {

/// Where a gap may first come to 0 from above, after 0, or fall again from inside; kNever if rounded numbers
/// see no such place. Nothing is certain of it. Cost: two roots and some of Newton's steps.
double root_guess(const RoundedPolynomial& gap);

}  // namespace firsthit
