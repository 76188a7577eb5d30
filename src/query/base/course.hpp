#pragma once

#include <firsthit/vec.hpp>

namespace firsthit {

/// A place and its derivatives now, as given.
template <int D>
struct Course {
  Vec<D> position;      ///< [L]
  Vec<D> velocity;      ///< [L/T]
  Vec<D> acceleration;  ///< [L/T^2]
};

}  // namespace firsthit
