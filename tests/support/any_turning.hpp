#pragma once

#include <firsthit/orientation.hpp>
#include <firsthit/vec.hpp>

#include "core/random.hpp"

namespace firsthit {

/// Towards anywhere, of a length around the root of D.
template <int D = 3>
Vec<D> any_vector(Random& random) {
  Vec<D> r;
  for (double& x : r.c) x = random.normal();
  return r;
}

/// Every one as likely as any other; its length is not 1.
inline Orientation<3> any_orientation(Random& random) {
  Orientation<3> r;
  for (double* x : {&r.w, &r.x, &r.y, &r.z}) *x = random.normal();
  return r;
}

}  // namespace firsthit
