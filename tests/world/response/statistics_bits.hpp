#pragma once

#include <firsthit/statistics.hpp>

#include <bit>
#include <cstdint>
#include <vector>

namespace firsthit {

/// All that has been counted, to the last bit.
inline std::vector<std::uint64_t> bits(const Statistics& statistics) {
  std::vector<std::uint64_t> all(statistics.impacts.begin(), statistics.impacts.end());
  all.push_back(statistics.meetings);
  for (const double number : {statistics.begin, statistics.time, statistics.kinetic_action, statistics.virial,
                              statistics.path_length, statistics.deepest_overlap})
    all.push_back(std::bit_cast<std::uint64_t>(number));
  return all;
}

}  // namespace firsthit
