#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace firsthit {

/// A value of JSON. A number is the double nearest to its text.
struct JsonValue {
  struct Member;
  using Array = std::vector<JsonValue>;
  using Object = std::vector<Member>;  ///< in the order of the text, each key once

  std::variant<std::nullptr_t, bool, double, std::string, Array, Object> value;

  /// The value of a key; null if this is no object or has no such key.
  const JsonValue* find(std::string_view key) const;
};

struct JsonValue::Member {
  std::string key;
  JsonValue value;
};

/// What a text is, or why it is not JSON.
struct JsonResult {
  std::optional<JsonValue> value;
  std::string problem;     ///< expected and found
  std::size_t column = 0;  ///< of the problem, in bytes from 1; 0 if unknown
};

/// Reads one value. Any bytes will do: what is nested deeper, or has more keys, than a file of this
/// program may is a problem too.
JsonResult parse_json(std::string_view text);

/// What is found where something else was expected: `null`, `-1`, `"text"`, `an array of 3`.
std::string describe(const JsonValue& value);

}  // namespace firsthit
