#pragma once

#include <algorithm>
#include <cstddef>

namespace firsthit {

/// Makes room in a vector for so many more, as push_back does: then these cannot fail for want of memory.
/// Where several vectors grow together, each is given room before any of them grows.
template <class Vector>
void make_room(Vector& vector, std::size_t more = 1) {
  if (vector.capacity() - vector.size() < more)
    vector.reserve(std::max(2 * vector.size(), vector.size() + more));
}

}  // namespace firsthit
