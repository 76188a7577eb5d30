#include "queries/feature_rows.hpp"

#include "exact/integer.hpp"
#include "scene/toml/problems.hpp"

#include <fmt/core.h>

#include <utility>

namespace firsthit {
namespace {

constexpr std::size_t kCells = 7;  // three fractions and the label

struct Cell {
  std::string_view text;
  std::size_t column;  // from 1
};

std::vector<Cell> cells(std::string_view line) {
  std::vector<Cell> r;
  std::size_t start = 0;
  while (true) {
    const std::size_t comma = line.find(',', start);
    std::size_t end = comma == std::string_view::npos ? line.size() : comma;
    const std::size_t next = end + 1;
    while (start < end && line[start] == ' ') ++start;
    while (end > start && line[end - 1] == ' ') --end;
    r.push_back({line.substr(start, end - start), start + 1});
    if (comma == std::string_view::npos) return r;
    start = next;
  }
}

}  // namespace

std::optional<std::string_view> FeatureRows::next_line() {
  while (!text_.empty()) {
    const std::size_t end = text_.find('\n');
    std::string_view line = text_.substr(0, end);
    text_.remove_prefix(end == std::string_view::npos ? text_.size() : end + 1);
    ++line_;
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (!line.empty()) return line;
  }
  return std::nullopt;
}

std::optional<FeatureRows::Query> FeatureRows::next() {
  problems_.clear();
  std::optional<std::string_view> line = next_line();
  if (!line) return std::nullopt;
  Query query{queries_++, std::array<Vec3, kRows>{}};
  for (std::size_t row = 0; row < kRows; ++row) {
    if (row > 0) line = next_line();
    if (!line) {
      complain(1, fmt::format("expected {} rows a query, found {}", kRows, row));
      break;
    }
    if (const std::optional<Vec3> found = place(*line)) (*query.places)[row] = *found;
  }
  if (!problems_.empty()) query.places.reset();
  return query;
}

void FeatureRows::complain(std::size_t column, std::string message) {
  problems_.push_back(fmt::format("{}:{}:{}: {}", file_, line_, column, std::move(message)));
}

/// One row; a message, and nothing, if it is bad.
std::optional<Vec3> FeatureRows::place(std::string_view line) {
  const std::vector<Cell> found = cells(line);
  if (found.size() != kCells) {
    complain(1, fmt::format("expected {} whole numbers: three fractions and a label, found {}", kCells,
                            found.size()));
    return std::nullopt;
  }
  Vec3 r;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const Cell& cell = found[2 * axis];
    const std::optional<double> x = fraction(cell.text, found[2 * axis + 1].text, cell.column);
    if (!x) return std::nullopt;
    r[axis] = *x;
  }
  const std::string_view label = found.back().text;
  if (label == "0" || label == "1") return r;
  complain(found.back().column, fmt::format("label: expected 0 or 1, found {}", quoted(label)));
  return std::nullopt;
}

std::optional<double> FeatureRows::fraction(std::string_view numerator, std::string_view denominator,
                                            std::size_t column) {
  const std::optional<Integer> p = Integer::parse(numerator);
  const std::optional<Integer> q = Integer::parse(denominator);
  if (!p || !q) {
    complain(column, fmt::format("expected a whole number, found {}", quoted(p ? denominator : numerator)));
    return std::nullopt;
  }
  if (q->sign() <= 0) {
    complain(column, fmt::format("expected a denominator > 0, found {}", quoted(denominator)));
    return std::nullopt;
  }
  std::optional<double> r = exact_quotient(*p, *q);
  if (!r)
    complain(column, fmt::format("expected a fraction that is a double, found {} / {}", quoted(numerator),
                                 quoted(denominator)));
  return r;
}

}  // namespace firsthit
