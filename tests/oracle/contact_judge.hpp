#pragma once

#include "oracle/bodies.hpp"

#include <firsthit/first_hit.hpp>

#include <string>

// Are the places, the normal and the gap of an answer right, to rounding?

namespace firsthit::judging {

/// Within so many roundings of all that is added up to find a place.
inline constexpr double kPlaceError = 0x1p-46;

/// Is `normal` the unit vector along an exact direction? A direction of zero has the normal zero.
template <int D>
std::string check_normal(const Vec<D>& normal, const Vector<mpz_class, D>& direction);

/// [L] The signed distance of two hulls at a time, to rounding.
template <int D>
double core_gap(const Pair<D>& pair, double t);

/// [L] sqrt(above / below), to rounding, where the unit of length is 2^unit / scale.
double rounded_length(const Fraction<mpz_class>& square, const mpz_class& scale, int unit);

/// The signed distance [L] of a place from the surface of a set that has moved for t; below 0 inside.
template <int D>
double distance_from_surface(const Vec<D>& place, const Body<D>& body, const Linear<D>& motion, double t);
template <int D>
double distance_from_surface(const Vec<D>& place, const HalfSpace<D>& plane, const Linear<D>& motion,
                             double t);

}  // namespace firsthit::judging
