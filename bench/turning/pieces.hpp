#pragma once

#include "contest.hpp"

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace turning {

constexpr double kWhole = std::numeric_limits<double>::infinity();  // [rad] not cut, whatever the turning
constexpr double kPiece =
    3.14159265358979323846 / 4.0;  // [rad] more than that games let nothing turn in a step

/// The unit of time, cut into pieces in which neither body turns by more than an angle [rad]: what a library
/// needs to be told of each, make(from, to).
template <int D, class F>
auto cut(const Pair<D>& pair, double angle, const F& make) {
  const std::size_t count = pieces(pair, angle);
  const auto time = [count](std::size_t i) { return static_cast<double>(i) / static_cast<double>(count); };
  std::vector<decltype(make(0.0, 1.0))> r;
  for (std::size_t i = 0; i < count; ++i) r.push_back(make(time(i), time(i + 1)));
  return r;
}

/// Asks piece by piece until two touch. `ask` answers of a piece, with times from 0 to 1.
template <class Pieces, class F>
Answer first_of(const Pieces& pieces, const F& ask) {
  const auto count = static_cast<double>(pieces.size());
  for (std::size_t i = 0; i < pieces.size(); ++i)
    if (const Answer answer = ask(pieces[i]); answer.touches)
      return {true, (static_cast<double>(i) + answer.time) / count};
  return {};
}

/// A program that is asked about the whole, make(name, kWhole), and where a pair turns further than a piece
/// about pieces too.
template <int D, class F>
std::vector<Program> whole_and_in_pieces(const std::string& name, const std::vector<Pair<D>>& pairs,
                                         const F& make) {
  std::vector<Program> r{make(name, kWhole)};
  for (const Pair<D>& pair : pairs)
    if (pieces(pair, kPiece) > 1) {
      r.push_back(make(name + ", in pieces", kPiece));
      break;
    }
  return r;
}

}  // namespace turning
