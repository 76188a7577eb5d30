#include "scene/toml/reader.hpp"

#include "core/decimal.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace firsthit {

std::string range_problem(double x, Range range) {
  if (!std::isfinite(x)) return fmt::format("expected a finite number, found {}", x);
  if (range == Range::Positive && !(x > 0.0)) return fmt::format("expected > 0, found {}", x);
  if (range == Range::NotNegative && x < 0.0) return fmt::format("expected >= 0, found {}", x);
  if (range == Range::Fraction && (x < 0.0 || x > 1.0)) return fmt::format("expected 0 to 1, found {}", x);
  const double size = std::abs(x);
  if (x != 0.0 && (size < kLeastMagnitude || size > kMostMagnitude))
    return fmt::format("expected 0 or a size of {:g} to {:g}, found {}", kLeastMagnitude, kMostMagnitude, x);
  return {};
}

std::string name_problem(std::string_view name) {
  constexpr std::size_t kLongest = 64;
  if (name.empty()) return "expected a name, found \"\"";
  if (name.size() > kLongest)
    return fmt::format("expected at most {} letters, found {}", kLongest, name.size());
  for (const char c : name)
    if (c <= ' ' || c > '~' || c == '"' || c == '\'' || c == ',' || c == '\\')
      return fmt::format("expected letters without blanks, quotes, commas and backslashes, found {}",
                         quoted(name));
  return {};
}

std::optional<double> parse_number(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  return read_decimal(text);
}

std::optional<Color> parse_color(std::string_view text) {
  Color color = 0;
  if (text.size() != 7 || text[0] != '#') return std::nullopt;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + 7, color, 16);
  if (error != std::errc() || end != text.data() + 7) return std::nullopt;
  return color;
}

const Value* TableReader::value(std::string_view key) {
  taken_.push_back(key);
  return table_.find(key);
}

void TableReader::expected(std::string_view key, const Value& value, std::string_view what) {
  problems_.error(value.place, fmt::format("{}: expected {}, found {}", key, what, describe(value)));
}

std::optional<double> TableReader::checked(std::string_view key, const Value& value, Range range) {
  if (value.kind != Value::Kind::Float && value.kind != Value::Kind::Integer) {
    expected(key, value, "a number");
    return std::nullopt;
  }
  const std::string wrong = range_problem(value.number, range);
  if (wrong.empty()) return value.number;
  problems_.error(value.place, fmt::format("{}: {}", key, wrong));
  return std::nullopt;
}

std::optional<double> TableReader::number(std::string_view key, Range range) {
  const Value* found = value(key);
  return found == nullptr ? std::nullopt : checked(key, *found, range);
}

std::optional<std::uint64_t> TableReader::whole(std::string_view key, std::uint64_t least,
                                                std::uint64_t most) {
  const Value* found = value(key);
  if (found == nullptr) return std::nullopt;
  if (found->kind == Value::Kind::Integer && found->integer >= 0) {
    const auto number = static_cast<std::uint64_t>(found->integer);
    if (number >= least && number <= most) return number;
  }
  expected(key, *found, fmt::format("a whole number from {} to {}", least, most));
  return std::nullopt;
}

std::optional<bool> TableReader::boolean(std::string_view key) {
  const Value* found = value(key);
  if (found == nullptr) return std::nullopt;
  if (found->kind == Value::Kind::Boolean) return found->boolean;
  expected(key, *found, "true or false");
  return std::nullopt;
}

std::optional<std::string> TableReader::string(std::string_view key) {
  const Value* found = value(key);
  if (found == nullptr) return std::nullopt;
  if (found->kind == Value::Kind::String) return found->text;
  expected(key, *found, "a string");
  return std::nullopt;
}

std::optional<std::string> TableReader::choice(std::string_view key,
                                               const std::vector<std::string_view>& choices) {
  const Value* found = value(key);
  if (found == nullptr) return std::nullopt;
  if (found->kind == Value::Kind::String &&
      std::find(choices.begin(), choices.end(), found->text) != choices.end())
    return found->text;
  std::string all;
  for (const std::string_view one : choices) all += fmt::format("{}\"{}\"", all.empty() ? "" : " or ", one);
  expected(key, *found, all);
  return std::nullopt;
}

std::optional<std::string> TableReader::name(std::string_view key) {
  std::optional<std::string> text = string(key);
  if (!text) return std::nullopt;
  const std::string wrong = name_problem(*text);
  if (wrong.empty()) return text;
  error(key, wrong);
  return std::nullopt;
}

std::optional<Color> TableReader::color(std::string_view key) {
  const Value* found = value(key);
  if (found == nullptr) return std::nullopt;
  if (found->kind == Value::Kind::String) {
    if (const std::optional<Color> color = parse_color(found->text)) return color;
  }
  expected(key, *found, "a color such as \"#f5f5f0\"");
  return std::nullopt;
}

std::optional<Triple> TableReader::checked_vector(std::string_view key, const Value& value, int dimension,
                                                  Range range) {
  if (!value.is_array() || value.items.size() != static_cast<std::size_t>(dimension)) {
    expected(key, value, fmt::format("an array of {} numbers", dimension));
    return std::nullopt;
  }
  Triple result{};
  bool good = true;
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    const std::optional<double> x = checked(key, value.items[i], range);
    good = good && x.has_value();
    result[i] = x.value_or(0.0);
  }
  return good ? std::optional(result) : std::nullopt;
}

std::optional<std::vector<double>> TableReader::numbers(std::string_view key, std::size_t count) {
  const Value* found = value(key);
  if (found == nullptr) return std::nullopt;
  if (!found->is_array() || found->items.size() != count) {
    expected(key, *found, fmt::format("an array of {} numbers", count));
    return std::nullopt;
  }
  std::vector<double> result;
  for (const Value& item : found->items)
    if (const auto x = checked(key, item, Range::Any)) result.push_back(*x);
  return result.size() == count ? std::optional(std::move(result)) : std::nullopt;
}

std::optional<Triple> TableReader::vector(std::string_view key, int dimension, Range range) {
  const Value* found = value(key);
  return found == nullptr ? std::nullopt : checked_vector(key, *found, dimension, range);
}

std::optional<std::vector<Triple>> TableReader::vectors(std::string_view key, int dimension,
                                                        std::size_t least, std::size_t most) {
  const Value* found = value(key);
  if (found == nullptr) return std::nullopt;
  if (!found->is_array() || found->items.size() < least || found->items.size() > most) {
    expected(key, *found, fmt::format("an array of {}{} points", least, least == most ? "" : " or more"));
    return std::nullopt;
  }
  std::vector<Triple> result;
  for (const Value& item : found->items)
    if (const auto point = checked_vector(key, item, dimension, Range::Any)) result.push_back(*point);
  return result.size() == found->items.size() ? std::optional(std::move(result)) : std::nullopt;
}

std::optional<std::vector<const Value*>> TableReader::strings(std::string_view key) {
  const Value* found = value(key);
  if (found == nullptr) return std::nullopt;
  if (!found->is_array()) {
    expected(key, *found, "an array of names");
    return std::nullopt;
  }
  std::vector<const Value*> result;
  for (const Value& item : found->items) {
    if (item.kind == Value::Kind::String)
      result.push_back(&item);
    else
      expected(key, item, "a name");
  }
  return result;
}

void TableReader::require(std::string_view key) {
  if (table_.find(key) == nullptr)
    problems_.error(table_.place, fmt::format("{}: expected in {}, but it is missing", key, header_));
}

FilePlace TableReader::place(std::string_view key) const {
  const Value* found = table_.find(key);
  return found == nullptr ? table_.place : found->place;
}

void TableReader::error(std::string_view key, const std::string& what) {
  problems_.error(place(key), fmt::format("{}: {}", key, what));
}

namespace {

std::string_view last_of(std::string_view path) { return path.substr(path.find('.') + 1); }

/// What an unknown key was meant to be: a key of this table, or one of a table within; empty if none.
std::string_view meant_by(std::string_view key, std::vector<std::string_view> candidates,
                          std::span<const std::string_view> inner) {
  const auto is_last_of = [&](std::string_view name) {
    return std::find_if(inner.begin(), inner.end(),
                        [&](std::string_view path) { return last_of(path) == name; });
  };
  if (const auto same = is_last_of(key); same != inner.end()) return *same;
  const std::size_t own = candidates.size();
  for (const std::string_view path : inner) candidates.push_back(last_of(path));
  const std::string_view guess = nearest(key, candidates);
  const auto end_of_own = candidates.begin() + static_cast<std::ptrdiff_t>(own);
  if (guess.empty() || std::find(candidates.begin(), end_of_own, guess) != end_of_own) return guess;
  return *is_last_of(guess);
}

}  // namespace

void TableReader::finish(std::span<const std::string_view> inner) {
  for (const Entry& entry : table_.entries) {
    if (std::find(taken_.begin(), taken_.end(), entry.key) != taken_.end()) continue;
    const std::string_view guess = meant_by(entry.key, taken_, inner);
    const std::string hint = guess.empty() ? "" : fmt::format("; did you mean {}?", guess);
    problems_.error(entry.place, fmt::format("{}: unknown key in {}{}", quoted(entry.key), header_, hint));
  }
}

}  // namespace firsthit
