#include "scene/toml/document.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>

namespace firsthit::internal {
[[noreturn]] static void toml_assertion_failed(const char* what) { throw std::logic_error(what); }
}  // namespace firsthit::internal

// toml++'s own assertions catch hostile text that its parser overlooks; they must throw, in release too.
#undef NDEBUG
#define TOML_ASSERT(expr) \
  (static_cast<bool>(expr) ? static_cast<void>(0) : ::firsthit::internal::toml_assertion_failed(#expr))
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 1
#define TOML_ENABLE_FORMATTERS 0
#define TOML_MAX_NESTED_VALUES 64
#include <toml++/toml.h>

namespace firsthit {
namespace {

/// Walks over TOML text, byte by byte, knowing strings and comments from the rest.
class Scanner {
 public:
  Scanner(std::string_view text, std::uint32_t source, Problems& problems)
      : text_(text), place_{source, 1, 1}, problems_(problems) {}

  /// Is the text fit for a parser: ASCII, no control bytes, nested no deeper than kDeepest?
  bool accepts() {
    while (at_ < text_.size()) {
      if (!byte_is_fine()) return false;
      if (!step()) return false;
    }
    return true;
  }

 private:
  static constexpr int kDeepest = 32;  // scenes need 3; a parser's stack must bear it squared

  bool byte_is_fine() {
    const auto c = static_cast<unsigned char>(text_[at_]);
    const bool newline = c == '\n' || (c == '\r' && at_ + 1 < text_.size() && text_[at_ + 1] == '\n');
    if (newline || c == '\t' || (c >= 0x20 && c < 0x7f)) return true;
    problems_.error(place_, fmt::format("expected printable ASCII text, found byte 0x{:02x}", c));
    return false;
  }

  bool step() {
    const char c = text_[at_];
    if (mode_ == Mode::Plain) {
      if (!step_plain(c)) return false;
    } else if (mode_ == Mode::Comment) {
      if (c == '\n') mode_ = Mode::Plain;
    } else if (escapes_ && c == '\\' && at_ + 1 < text_.size()) {
      advance(1);  // the byte after it cannot end the string
      if (!byte_is_fine()) return false;
    } else if (text_.substr(at_).starts_with(quote_)) {
      mode_ = Mode::Plain;
      advance(quote_.size() - 1);
    } else if (c == '\n' && quote_.size() == 1) {
      mode_ = Mode::Plain;  // not closed: the parser will say so
    }
    advance(1);
    return true;
  }

  bool step_plain(char c) {
    if (c == '#') {
      mode_ = Mode::Comment;
    } else if (c == '"' || c == '\'') {
      const std::string_view rest = text_.substr(at_);
      const bool triple = rest.size() >= 3 && rest[1] == c && rest[2] == c;
      mode_ = Mode::String;
      escapes_ = c == '"';
      quote_ = rest.substr(0, triple ? 3 : 1);
      advance(quote_.size() - 1);
    } else if (c == '[' || c == '{') {
      ++depth_;
      dots_ = 0;
    } else if (c == ']' || c == '}') {
      depth_ = std::max(depth_ - 1, 0);
      dots_ = 0;
    } else if (c == '.') {
      ++dots_;
    } else if (c == '=' || c == ',' || c == '\n') {
      dots_ = 0;
    }
    if (depth_ <= kDeepest && dots_ <= kDeepest) return true;
    problems_.error(place_, fmt::format("expected at most {} levels of nesting, found more", kDeepest));
    return false;
  }

  void advance(std::size_t count) {
    for (; count > 0; --count, ++at_) {
      if (text_[at_] == '\n') {
        ++place_.line;
        place_.column = 1;
      } else {
        ++place_.column;
      }
    }
  }

  enum class Mode { Plain, Comment, String };
  std::string_view text_;
  FilePlace place_;
  Problems& problems_;
  std::size_t at_ = 0;
  Mode mode_ = Mode::Plain;
  bool escapes_ = false;
  std::string_view quote_;
  int depth_ = 0;
  int dots_ = 0;
};

FilePlace place_of(const toml::source_region& region, std::uint32_t source) {
  return {source, static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}

Value convert(const toml::node& node, std::uint32_t source) {
  Value value;
  value.place = place_of(node.source(), source);
  if (const auto* table = node.as_table()) {
    value.kind = Value::Kind::Table;
    for (const auto& [key, child] : *table)
      value.entries.push_back(
          {std::string(key.str()), place_of(key.source(), source), convert(child, source)});
    std::stable_sort(value.entries.begin(), value.entries.end(), [](const Entry& a, const Entry& b) {
      return std::tie(a.place.line, a.place.column) < std::tie(b.place.line, b.place.column);
    });
  } else if (const auto* array = node.as_array()) {
    value.kind = Value::Kind::Array;
    value.items.reserve(array->size());
    for (const toml::node& child : *array) value.items.push_back(convert(child, source));
  } else if (const auto* string = node.as_string()) {
    value.kind = Value::Kind::String;
    value.text = string->get();
  } else if (const auto* integer = node.as_integer()) {
    value.kind = Value::Kind::Integer;
    value.integer = integer->get();
    value.number = static_cast<double>(value.integer);
  } else if (const auto* number = node.as_floating_point()) {
    value.kind = Value::Kind::Float;
    value.number = number->get();
  } else if (const auto* boolean = node.as_boolean()) {
    value.kind = Value::Kind::Boolean;
    value.boolean = boolean->get();
  } else {
    value.kind = Value::Kind::Date;
  }
  return value;
}

}  // namespace

std::optional<Value> read_toml(std::string_view text, std::uint32_t source, Problems& problems) {
  if (!Scanner(text, source, problems).accepts()) return std::nullopt;
  try {
    return convert(toml::parse(text), source);
  } catch (const toml::parse_error& error) {
    problems.error(place_of(error.source(), source), fmt::format("not valid TOML: {}", error.description()));
  } catch (const std::exception&) {
    problems.error({source, 0, 0}, "not valid TOML");
  }
  return std::nullopt;
}

}  // namespace firsthit
