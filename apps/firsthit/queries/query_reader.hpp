#pragma once

#include "queries/json_value.hpp"

#include <firsthit/first_hit.hpp>

#include <string>
#include <variant>
#include <vector>

namespace firsthit {

/// One line of a file of queries (docs/formats/query.md).
template <int D>
struct Asked {
  Moving<D> a;
  Moving<D> b;
  Query query;
  std::string shape_a;  ///< the shapes' keys in the file, for messages
  std::string shape_b;
};

/// What a line asks, or everything that is wrong with it: a message each, which begins with the place
/// in the line, `a.ball.radius: expected ..., found ...`.
struct ReadQuery {
  std::variant<Asked<2>, Asked<3>> asked;
  std::vector<std::string> problems;
};

ReadQuery read_query(const JsonValue& line);

}  // namespace firsthit
