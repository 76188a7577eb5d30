#include "queries/json_value.hpp"

#include "record/base/json.hpp"
#include "scene/toml/problems.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace firsthit {
namespace {

constexpr std::size_t kDeepest = 16;   // levels; a query has 5
constexpr std::size_t kMostKeys = 64;  // of one object, so that looking for equal ones stays cheap

/// Builds the value that a text is.
class Builder final : public JsonListener {
 public:
  explicit Builder(std::string_view text) : text_(text) {}

  bool null() override { return add<std::nullptr_t>(nullptr); }
  bool boolean(bool x) override { return add<bool>(x); }
  bool number(double x) override { return add<double>(x); }
  bool text(std::string&& x) override { return add<std::string>(std::move(x)); }

  bool key(std::string&& name) override {
    auto& members = std::get<JsonValue::Object>(open_.back()->value);
    for (const JsonValue::Member& member : members)
      if (member.key == name)
        return refuse(fmt::format("expected each key once, found {} twice", firsthit::quoted(name)));
    if (members.size() == kMostKeys)
      return refuse(fmt::format("expected at most {} keys in one object", kMostKeys));
    members.push_back({std::move(name), {}});
    return true;
  }

  bool open(bool is_object) override {
    if (open_.size() == kDeepest)
      return refuse(fmt::format("expected at most {} levels of nesting", kDeepest));
    JsonValue& opened = place();
    if (is_object) {
      opened.value.emplace<JsonValue::Object>();
    } else {
      opened.value.emplace<JsonValue::Array>();
    }
    open_.push_back(&opened);  // stays where it is: what holds it grows only after it is closed
    return true;
  }

  bool close() override {
    open_.pop_back();
    return true;
  }

  void error(std::size_t read, std::size_t token, bool overflow) override {
    const char* expected = overflow ? "a number within the range of doubles" : "JSON";
    // Where the number begins, or else the byte that was read last: behind the text if that ended too early.
    const std::size_t begin = std::min(read - std::min(read, overflow ? token : 1), text_.size());
    refuse(fmt::format("expected {}, found {}", expected,
                       begin < text_.size() ? firsthit::quoted(text_.substr(begin)) : "the end of the line"));
    result_.column = begin + 1;
  }

  JsonResult result(bool complete) {
    if (complete) result_.value = std::move(root_);
    return std::move(result_);
  }

 private:
  bool refuse(std::string problem) {
    result_.problem = std::move(problem);
    return false;
  }

  /// Where the next value belongs.
  JsonValue& place() {
    if (open_.empty()) return root_;
    if (auto* array = std::get_if<JsonValue::Array>(&open_.back()->value)) return array->emplace_back();
    return std::get<JsonValue::Object>(open_.back()->value).back().value;
  }

  template <class T>
  bool add(T value) {
    place().value.emplace<T>(std::move(value));
    return true;
  }

  std::string_view text_;
  JsonValue root_;
  std::vector<JsonValue*> open_;
  JsonResult result_;
};

struct Describe {
  std::string operator()(std::nullptr_t) const { return "null"; }
  std::string operator()(bool x) const { return x ? "true" : "false"; }
  std::string operator()(double x) const { return fmt::format("{}", x); }
  std::string operator()(const std::string& x) const { return firsthit::quoted(x); }
  std::string operator()(const JsonValue::Array& x) const { return fmt::format("an array of {}", x.size()); }
  std::string operator()(const JsonValue::Object&) const { return "an object"; }
};

}  // namespace

const JsonValue* JsonValue::find(std::string_view key) const {
  const auto* members = std::get_if<Object>(&value);
  if (members == nullptr) return nullptr;
  for (const Member& member : *members)
    if (member.key == key) return &member.value;
  return nullptr;
}

JsonResult parse_json(std::string_view text) {
  // The library would take a zero byte for the end.
  if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos)
    return {{}, "expected text, found a zero byte", zero + 1};
  Builder builder(text);
  return builder.result(read_json(text, builder));
}

std::string describe(const JsonValue& value) { return std::visit(Describe(), value.value); }

}  // namespace firsthit
