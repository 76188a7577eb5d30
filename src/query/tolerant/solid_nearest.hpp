#pragma once

#include "query/tolerant/solid.hpp"

namespace firsthit {

/// How far the cores of two pieces, without their radii, are apart.
template <int D>
struct CoresApart {
  double distance = 0.0;  ///< [L] at least so far, and at most `doubt` further; 0 if they meet
  Vec<D> normal{};        ///< unit, from a to b; zero if they meet
};

/// d [L]: from a's place to b's. `doubt` [L]: the distance may be told too low by this much.
template <int D>
CoresApart<D> cores_apart(const SolidPiece<D>& a, const SolidPiece<D>& b, const Vec<D>& d, double doubt);

/// [L] How far the core of a piece reaches along n.
template <int D>
double core_reach(const SolidPiece<D>& piece, const Vec<D>& n) {
  return piece.reach(n) - piece.radius;
}

}  // namespace firsthit
