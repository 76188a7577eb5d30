#pragma once

#include "scene/base/scene.hpp"
#include "scene/toml/document.hpp"
#include "scene/toml/problems.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace firsthit {

/// Numbers of a scene are zero or, in size, within this range: then no product in the engine leaves
/// the range of doubles. Lengths, times, speeds, masses alike, in the scene's own units.
inline constexpr double kLeastMagnitude = 1e-40;
inline constexpr double kMostMagnitude = 1e40;

/// What a number must be.
enum class Range { Any, Positive, NotNegative, Fraction };

/// Why `x` is not a number that a scene may hold there, or "": `expected > 0, found -1`.
std::string range_problem(double x, Range range);

/// Why `name` is not a name, or "".
std::string name_problem(std::string_view name);

/// A number as text files hold it: decimal, with or without an exponent, and perhaps a plus sign.
std::optional<double> parse_number(std::string_view text);

/// 0xRRGGBB of `#rrggbb`.
std::optional<Color> parse_color(std::string_view text);

/// Takes the keys of one table, one after the other, checks types and ranges, and in the end names
/// the keys that nobody took. What is wrong becomes a problem and reads as absent.
class TableReader {
 public:
  /// `header` is what the table is called in messages, `[[ball]]`.
  TableReader(const Value& table, std::string header, Problems& problems)
      : table_(table), header_(std::move(header)), problems_(problems) {}

  const Value* value(std::string_view key);  ///< any type; null if absent
  std::optional<double> number(std::string_view key, Range range);
  std::optional<std::uint64_t> whole(std::string_view key, std::uint64_t least, std::uint64_t most);
  std::optional<bool> boolean(std::string_view key);
  std::optional<std::string> string(std::string_view key);
  std::optional<std::string> choice(std::string_view key, const std::vector<std::string_view>& choices);
  std::optional<std::string> name(std::string_view key);
  std::optional<Color> color(std::string_view key);
  /// A vector of `dimension` numbers.
  std::optional<Triple> vector(std::string_view key, int dimension, Range range = Range::Any);
  /// An array of `count` numbers.
  std::optional<std::vector<double>> numbers(std::string_view key, std::size_t count);
  /// An array of such vectors, `least` at least and `most` at most.
  std::optional<std::vector<Triple>> vectors(std::string_view key, int dimension, std::size_t least,
                                             std::size_t most);
  /// The strings of an array, with their places.
  std::optional<std::vector<const Value*>> strings(std::string_view key);

  /// Says that `key` is missing, unless it is there (and, if wrong, has been complained about).
  void require(std::string_view key);
  /// Complains about `key`, at its value; at the table if it is absent.
  void error(std::string_view key, const std::string& what);
  /// Where the value of `key` stands, or the table.
  FilePlace place(std::string_view key) const;
  const FilePlace& place() const { return table_.place; }

  /// Every key that was not taken is unknown. `inner`: keys of tables in this one, as `table.key`, which it
  /// may have been meant to be.
  void finish(std::span<const std::string_view> inner = {});

 private:
  std::optional<double> checked(std::string_view key, const Value& value, Range range);
  std::optional<Triple> checked_vector(std::string_view key, const Value& value, int dimension, Range range);
  void expected(std::string_view key, const Value& value, std::string_view what);

  const Value& table_;
  std::string header_;
  Problems& problems_;
  std::vector<std::string_view> taken_;
};

}  // namespace firsthit
