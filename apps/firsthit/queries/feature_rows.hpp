#pragma once

#include <firsthit/vec.hpp>

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace firsthit {

/// Reads the places of four vertices at two times from rows of fractions (docs/formats/features.md).
class FeatureRows {
 public:
  static constexpr std::size_t kRows = 8;

  struct Query {
    std::size_t index = 0;  ///< among all queries of the file, good or bad
    std::optional<std::array<Vec3, kRows>> places;
  };

  /// `file` is its name in messages.
  FeatureRows(std::string_view text, std::string file) : text_(text), file_(std::move(file)) {}

  /// The next query; its places are missing if a row of it is bad. Nothing at the end of the file.
  std::optional<Query> next();

  /// What was wrong with the query that was given last, a message per row.
  const std::vector<std::string>& problems() const { return problems_; }

 private:
  std::optional<std::string_view> next_line();
  std::optional<Vec3> place(std::string_view line);
  std::optional<double> fraction(std::string_view numerator, std::string_view denominator,
                                 std::size_t column);
  void complain(std::size_t column, std::string message);

  std::string_view text_;
  std::string file_;
  std::size_t line_ = 0;
  std::size_t queries_ = 0;
  std::vector<std::string> problems_;
};

}  // namespace firsthit
