#pragma once

#include "pairs.hpp"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace turning {

/// What a program says of a pair.
struct Answer {
  bool touches = false;
  double time = 1.0;
};

/// Answers the pairs [begin, begin + answers.size()) that it was made for.
using Run = std::function<void(std::size_t begin, std::span<Answer> answers)>;

struct Program {
  std::string name;
  double tolerance;  ///< [L] by which it may let two be apart or deep when it says that they touch
  Run run;
};

/// A run that asks about one pair after the other: answer(item) of those that were made before the clock
/// starts.
template <class Item, class F>
Run one_by_one(std::shared_ptr<std::vector<Item>> items, F answer) {
  return [items = std::move(items), answer](std::size_t begin, std::span<Answer> answers) {
    for (std::size_t i = 0; i < answers.size(); ++i) answers[i] = answer((*items)[begin + i]);
  };
}

/// Lets the programs answer all pairs, taking turns block by block, and prints a row for each: its time, what
/// the referee finds wrong, and a hash. The first is firsthit, with which the others are compared.
/// Returns how often that was wrong.
template <int D>
std::size_t contest(const std::string& title, const std::vector<Pair<D>>& pairs,
                    const std::vector<Program>& programs, int rounds);

/// One call for each pair, first; and of spinning boxes of the plane all of a block at once.
std::vector<Program> firsthit_programs(const std::vector<Pair<2>>& pairs);
std::vector<Program> firsthit_programs(const std::vector<Pair<3>>& pairs);

// Those of each library that is linked; none for courses that it does not know.
std::vector<Program> box2d_programs(const std::vector<Pair<2>>& pairs);
std::vector<Program> box2d3_programs(const std::vector<Pair<2>>& pairs);
std::vector<Program> bullet_programs(const std::vector<Pair<3>>& pairs);
std::vector<Program> fcl_programs(const std::vector<Pair<3>>& pairs);
std::vector<Program> box3d_programs(const std::vector<Pair<3>>& pairs);
std::vector<Program> dart_programs(const std::vector<Pair<3>>& pairs);

}  // namespace turning
