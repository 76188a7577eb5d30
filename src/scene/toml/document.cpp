#include "scene/toml/document.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

namespace firsthit {

const Value* Value::find(std::string_view key) const {
  const auto at = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.key == key; });
  return at == entries.end() ? nullptr : &at->value;
}

Value* Value::find(std::string_view key) { return const_cast<Value*>(std::as_const(*this).find(key)); }

std::string describe(const Value& value) {
  switch (value.kind) {
    case Value::Kind::Table:
      return "a table";
    case Value::Kind::Array:
      return fmt::format("an array of {}", value.items.size());
    case Value::Kind::String:
      return quoted(value.text);
    case Value::Kind::Integer:
      return fmt::format("{}", value.integer);
    case Value::Kind::Float:
      return fmt::format("{}", value.number);
    case Value::Kind::Boolean:
      return value.boolean ? "true" : "false";
    case Value::Kind::Date:
      return "a date or time";
  }
  return {};
}

namespace {

constexpr std::size_t kLongestPath = 8;  // parts; scenes need 4, and every part costs a level of recursion

void move_to(Value& value, const FilePlace& place) {
  value.place = place;
  for (Value& item : value.items) move_to(item, place);
  for (Entry& entry : value.entries) {
    entry.place = place;
    move_to(entry.value, place);
  }
}

bool is_bare_word(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_-./").find(c) != std::string_view::npos;
  });
}

std::optional<Value> override_value(const std::string& text, const FilePlace& place) {
  Problems unheard("");
  std::optional<Value> table = read_toml("x = " + text, 0, unheard);
  if (table && table->entries.size() == 1) {
    move_to(table->entries.front().value, place);
    return std::move(table->entries.front().value);
  }
  if (!is_bare_word(text)) return std::nullopt;
  Value word;
  word.kind = Value::Kind::String;
  word.place = place;
  word.text = text;
  return word;
}

/// The parts of a dotted path, blanks dropped.
std::vector<std::string> split(std::string_view path) {
  std::vector<std::string> parts(1);
  for (const char c : path) {
    if (c == '.')
      parts.emplace_back();
    else if (c != ' ')
      parts.back() += c;
  }
  return parts;
}

/// The child that a part of a path names; made if a table lacks it, null if there can be none.
Value* child(Value& parent, const std::string& part, const FilePlace& place, Problems& problems) {
  if (parent.is_table()) {
    if (Value* found = parent.find(part)) return found;
    Value table;
    table.place = place;
    parent.entries.push_back({part, place, std::move(table)});
    return &parent.entries.back().value;
  }
  if (!parent.is_array()) {
    problems.error(place, fmt::format("{}: there is nothing below {}", part, describe(parent)));
    return nullptr;
  }
  std::size_t index = 0;
  const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), index);
  if (error == std::errc() && end == part.data() + part.size() && index < parent.items.size())
    return &parent.items[index];
  problems.error(place, fmt::format("{}: expected a number from 0 to {}, one less than there are",
                                    quoted(part), static_cast<std::int64_t>(parent.items.size()) - 1));
  return nullptr;
}

}  // namespace

void apply_override(Value& root, const std::string& option, Problems& problems) {
  std::string shown = "--set ";
  for (const char c : option.substr(0, 80)) shown += (c < ' ' || c > '~') ? '?' : c;
  const FilePlace place{problems.add_source(shown), 0, 0};
  const std::size_t equals = option.find('=');
  const std::vector<std::string> path = split(std::string_view(option).substr(0, equals));
  const bool has_empty =
      std::any_of(path.begin(), path.end(), [](const std::string& p) { return p.empty(); });
  if (equals == std::string::npos || has_empty || path.size() > kLongestPath) {
    problems.error(place, "expected KEY=VALUE with a dotted key, such as run.window=0.1");
    return;
  }
  std::optional<Value> value = override_value(option.substr(equals + 1), place);
  if (!value) {
    problems.error(place,
                   fmt::format("expected a TOML value after =, found {}", quoted(option.substr(equals + 1))));
    return;
  }
  Value* target = &root;
  for (const std::string& part : path) {
    target = child(*target, part, place, problems);
    if (target == nullptr) return;
  }
  *target = std::move(*value);
}

namespace {

void write_string(std::string_view text, std::string& out) {
  if (text.find('\n') != std::string_view::npos && text.find('\'') == std::string_view::npos) {
    out += fmt::format("'''\n{}'''", text);
    return;
  }
  out += "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out += fmt::format("\\{}", c);
    else if (c < ' ')
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      out += c;
  }
  out += "\"";
}

void write_inline(const Value& value, std::string& out) {
  switch (value.kind) {
    case Value::Kind::String:
      write_string(value.text, out);
      return;
    case Value::Kind::Integer:
      out += fmt::format("{}", value.integer);
      return;
    case Value::Kind::Boolean:
      out += fmt::format("{}", value.boolean);
      return;
    case Value::Kind::Date:
      return;  // no scene that is valid has one
    case Value::Kind::Float: {
      const std::string digits = fmt::format("{}", value.number);
      const bool looks_whole = digits.find_first_not_of("-0123456789") == std::string::npos;
      out += fmt::format("{}{}", digits, looks_whole ? ".0" : "");
      return;
    }
    case Value::Kind::Array:
      out += "[";
      for (const Value& item : value.items) {
        if (&item != &value.items.front()) out += ", ";
        write_inline(item, out);
      }
      out += "]";
      return;
    case Value::Kind::Table:
      out += "{";
      for (const Entry& entry : value.entries) {
        out += fmt::format("{}{} = ", &entry == &value.entries.front() ? "" : ", ", entry.key);
        write_inline(entry.value, out);
      }
      out += "}";
      return;
  }
}

bool holds_tables(const Value& value) {
  return value.is_table() || (value.is_array() && !value.items.empty() && value.items.front().is_table());
}

void write_keys(const Value& table, std::string& out) {
  for (const Entry& entry : table.entries) {
    out += fmt::format("{} = ", entry.key);
    write_inline(entry.value, out);
    out += "\n";
  }
}

}  // namespace

std::string write_document(const Value& root) {
  std::string text;
  for (const Entry& entry : root.entries) {
    if (holds_tables(entry.value)) continue;
    text += fmt::format("{} = ", entry.key);
    write_inline(entry.value, text);
    text += "\n";
  }
  for (const Entry& entry : root.entries) {
    if (!holds_tables(entry.value)) continue;
    if (entry.value.is_table()) {
      text += fmt::format("\n[{}]\n", entry.key);
      write_keys(entry.value, text);
    }
    for (const Value& item : entry.value.items) {
      text += fmt::format("\n[[{}]]\n", entry.key);
      write_keys(item, text);
    }
  }
  return text;
}

}  // namespace firsthit
