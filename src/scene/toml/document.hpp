#pragma once

#include "scene/toml/problems.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// A scene's text as a tree of values that know their place. toml++ stays behind read_toml.

namespace firsthit {

struct Entry;

struct Value {
  enum class Kind : std::uint8_t { Table, Array, String, Integer, Float, Boolean, Date };
  Kind kind = Kind::Table;
  bool boolean = false;
  FilePlace place;
  std::int64_t integer = 0;
  double number = 0.0;
  std::string text;
  std::vector<Value> items;    ///< of an array
  std::vector<Entry> entries;  ///< of a table, in the order of the file

  bool is_table() const { return kind == Kind::Table; }
  bool is_array() const { return kind == Kind::Array; }
  /// The value of a table's key, or null.
  Value* find(std::string_view key);
  const Value* find(std::string_view key) const;
};

struct Entry {
  std::string key;
  FilePlace place;  ///< of the key
  Value value;
};

/// `a string "abc"`, `-1`, `an array of 3`: what was found, for a message.
std::string describe(const Value& value);

/// Parses TOML that stands in the source numbered `source`. Nothing, and a problem, if it is not TOML.
std::optional<Value> read_toml(std::string_view text, std::uint32_t source, Problems& problems);

/// Sets what a dotted path names to a value, `run.window=0.1`; makes tables that are missing.
void apply_override(Value& root, const std::string& option, Problems& problems);

/// TOML text of a tree, numbers with the digits that give them back exactly.
std::string write_document(const Value& root);

}  // namespace firsthit
