#pragma once

#include "pairs.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace peers {

/// What a program says of a pair.
struct Answer {
  bool touches = false;
  double time = 1.0;
};

/// Answers the pairs [begin, begin + answers.size()) that it was made for.
using Run = std::function<void(std::size_t begin, std::span<Answer> answers)>;

struct Program {
  std::string name;
  Run run;
};

/// Lets the programs answer all pairs, taking turns block by block, and prints a row for each: its time, what
/// the oracle finds wrong, and a hash. The first is the one that the others are compared with.
/// Returns how often the first was wrong.
template <class Course>
std::size_t contest(const std::string& title, const std::vector<Pair<Course>>& pairs,
                    const std::vector<Program>& programs);

/// firsthit's own: one call for each pair.
template <class Course>
std::vector<Program> ours(const std::vector<Pair<Course>>& pairs);

/// Those of the one peer that is linked; none for what it does not know.
std::vector<Program> theirs(const std::vector<Pair<BallCourse<2>>>& pairs);
std::vector<Program> theirs(const std::vector<Pair<BoxCourse>>& pairs);
std::vector<Program> theirs(const std::vector<Pair<BallCourse<3>>>& pairs);
std::vector<Program> theirs(const std::vector<Pair<OrientedBoxCourse>>& pairs);

}  // namespace peers
