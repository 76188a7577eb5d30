#pragma once

#include "core/vec_math.hpp"

#include <array>
#include <cstddef>

// Where the hull of a few places comes nearest to the origin, in doubles: a guess, never a proof.

namespace firsthit {

/// A vertex of a core less one of another: w = a[i] - b[j].
template <int D>
struct Difference {
  Vec<D> w;
  std::size_t i = 0;
  std::size_t j = 0;
};

/// Up to D + 1 differences, affinely independent.
template <int D>
struct Simplex {
  std::array<Difference<D>, static_cast<std::size_t>(D) + 1> corner;
  std::size_t count = 0;
};

/// The place of the simplex that is nearest to x; the simplex is reduced to the corners that it lies between.
/// `last_is_new`: the last corner has just been added, further out than the place that was nearest so far.
template <int D>
Vec<D> nearest_place(const Vec<D>& x, Simplex<D>& simplex, bool last_is_new);

}  // namespace firsthit
