#pragma once

#include "query/tolerant/solid.hpp"

#include <array>
#include <vector>

namespace firsthit {

/// A unit vector for each way across the unit vector n.
std::array<Vec<2>, 1> ways_across(const Vec<2>& n);
std::array<Vec<3>, 2> ways_across(const Vec<3>& n);

/// The corners of a piece, without its radius, that face along `normal`.
template <int D>
std::vector<Vec<D>> facing_vertices(const SolidPiece<D>& piece, const Vec<D>& normal);

/// [L^(D-1)] Of the contact of two pieces across `normal`, b's place being d [L] from a's: how far their
/// nearest parts reach along each other; in space the area of a box around that. 0 where either is a point.
template <int D>
double contact_area(const SolidPiece<D>& a, const SolidPiece<D>& b, const Vec<D>& d, const Vec<D>& normal);

/// The same of what lies on a plane, facing along `normal`.
template <int D>
double flat_area(const SolidPiece<D>& piece, const Vec<D>& normal);

/// [L] Where they meet, seen from a's place: the middle of that contact.
template <int D>
Vec<D> contact_middle(const SolidPiece<D>& a, const SolidPiece<D>& b, const Vec<D>& d, const Vec<D>& normal);

/// [L] The middle of what faces along `normal`, seen from the piece's place.
template <int D>
Vec<D> flat_middle(const SolidPiece<D>& piece, const Vec<D>& normal);

}  // namespace firsthit
