#pragma once

#include "engine/record.hpp"

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace firsthit {

/// Puts at place i what was at place order[i] so far, one round of places after the other: a copy would take
/// as much memory once more. Requires: `order` has each place once.
/// `is_done`: as long as `order`, and false; with it nothing fails for want of memory.
template <class List>
void put_in_order(List& all, std::span<const Id> order, std::vector<bool> is_done) {
  for (std::size_t first = 0; first < order.size(); ++first) {
    if (is_done[first]) continue;
    auto kept = std::move(all[first]);
    std::size_t place = first;
    for (; order[place] != first; place = order[place]) {
      all[place] = std::move(all[order[place]]);
      is_done[place] = true;
    }
    all[place] = std::move(kept);
    is_done[place] = true;
  }
}
template <class List>
void put_in_order(List& all, std::span<const Id> order) {
  put_in_order(all, order, std::vector<bool>(order.size()));
}

}  // namespace firsthit
