#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

// What the oracle is asked: for every pair of shapes and of features, queries by number.

namespace firsthit::judging {

/// What came of some queries.
struct Tally {
  std::array<std::uint64_t, 5> outcomes{};  ///< by Outcome; of features, Miss and Impact
  std::vector<std::string> objections;      ///< with the query that each is about

  Tally& operator+=(const Tally& other);
};

struct Task {
  std::string name;           ///< "2D/ball-box", "edge-edge"
  std::uint64_t queries = 0;  ///< in the long form
  std::function<void(std::uint64_t seed, Tally& tally)> ask;
};

/// All of them.
const std::vector<Task>& tasks();

}  // namespace firsthit::judging
