#pragma once

#include "oracle/space.hpp"

#include <vector>

// Normals where they are not unique.

namespace firsthit::judging {

/// The direction of a contact whose normals are the cone that `rays` make: the projection of -v on it; where
/// that is zero, the only ray, or the sum of the unit vectors of the extreme ones to 4,200 bits. Zero if
/// there is none. Any length.
template <int D>
Vector<mpz_class, D> direction_in_cone(const std::vector<Vector<mpz_class, D>>& rays,
                                       const Vector<mpz_class, D>& v);

}  // namespace firsthit::judging
