#include "record/base/json.hpp"

#include <nlohmann/json.hpp>

#include <utility>

namespace firsthit {
namespace {

using Library = nlohmann::ordered_json;

constexpr std::size_t kDeepest = 64;  // levels; files of this program have 6

/// Hands on what the library's parser tells.
class Messenger {
 public:
  explicit Messenger(JsonListener& listener) : listener_(listener) {}

  bool null() { return listener_.null(); }
  bool boolean(bool x) { return listener_.boolean(x); }
  bool number_integer(Library::number_integer_t x) { return listener_.negative(x); }
  bool number_unsigned(Library::number_unsigned_t x) { return listener_.whole(x); }
  bool number_float(double x, const std::string&) { return listener_.number(x); }
  bool string(std::string& x) { return listener_.text(std::move(x)); }
  bool binary(Library::binary_t&) { return false; }  // JSON has none
  bool start_array(std::size_t) { return listener_.open(false); }
  bool end_array() { return listener_.close(); }
  bool start_object(std::size_t) { return listener_.open(true); }
  bool end_object() { return listener_.close(); }
  bool key(std::string& name) { return listener_.key(std::move(name)); }
  bool parse_error(std::size_t read, const std::string& token, const Library::exception& error) {
    constexpr int kNumberOverflow = 406;
    listener_.error(read, token.size(), error.id == kNumberOverflow);
    return false;
  }

 private:
  JsonListener& listener_;
};

/// Builds the value that a text is.
class Builder final : public JsonListener {
 public:
  bool null() override { return add({}); }
  bool boolean(bool x) override { return add(x); }
  bool number(double x) override { return add(x); }
  bool whole(std::uint64_t x) override { return add(x); }
  bool negative(std::int64_t x) override { return add(x); }
  bool text(std::string&& x) override { return add(std::move(x)); }
  bool key(std::string&& name) override {
    open_.back().key = std::move(name);
    return true;
  }
  bool open(bool is_object) override {
    open_.push_back({is_object});
    return open_.size() <= kDeepest;
  }
  bool close() override {
    Open& last = open_.back();
    Json value = last.is_object ? Json(std::move(last.object)) : Json(std::move(last.array));
    open_.pop_back();
    return add(std::move(value));
  }
  void error(std::size_t, std::size_t, bool) override {}

  Json result() { return std::move(root_); }

 private:
  /// An array or an object whose end has not come.
  struct Open {
    bool is_object;
    Json::Array array = {};
    Json::Object object = {};
    std::string key = {};
  };

  bool add(Json value) {
    if (open_.empty()) {
      root_ = std::move(value);
    } else if (Open& in = open_.back(); in.is_object) {
      in.object.push_back({std::move(in.key), std::move(value)});
    } else {
      in.array.push_back(std::move(value));
    }
    return true;
  }

  Json root_;
  std::vector<Open> open_;
};

/// The same value as the library has it, which writes it.
struct ForLibrary {
  template <class Scalar>
  Library operator()(const Scalar& x) const {
    return x;
  }
  Library operator()(const Json::Array& x) const {
    Library array(Library::value_t::array);
    for (const Json& each : x) array.push_back(std::visit(*this, each.value()));
    return array;
  }
  Library operator()(const Json::Object& x) const {
    Library object(Library::value_t::object);
    for (const Json::Member& each : x) object[each.key] = std::visit(*this, each.value.value());
    return object;
  }
};

/// What a value holds of a type.
template <class T>
const T& held(const Json::Value& value, const char* expected) {
  const T* held = std::get_if<T>(&value);
  if (held == nullptr) throw JsonError(std::string("expected ") + expected);
  return *held;
}

}  // namespace

Json::Json() = default;
Json::Json(bool value) : value_(value) {}
Json::Json(double value) : value_(value) {}
Json::Json(const char* text) : value_(std::string(text)) {}
Json::Json(std::string_view text) : value_(std::string(text)) {}
Json::Json(std::string text) : value_(std::move(text)) {}
Json::Json(const std::vector<std::string>& texts) : value_(Array(texts.begin(), texts.end())) {}
Json::Json(Array array) : value_(std::move(array)) {}
Json::Json(Object object) : value_(std::move(object)) {}
Json::Json(std::initializer_list<Member> members) : value_(Object(members)) {}

Json::Json(const Json& other) = default;
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(const Json& other) = default;
Json& Json::operator=(Json&& other) noexcept = default;
Json::~Json() = default;

bool Json::is_null() const { return std::holds_alternative<std::nullptr_t>(value_); }

const Json* Json::find(std::string_view key) const {
  const Object* members = std::get_if<Object>(&value_);
  if (members == nullptr) return nullptr;
  for (const Member& member : *members)
    if (member.key == key) return &member.value;
  return nullptr;
}

const Json& Json::at(std::string_view key) const {
  const Json* found = find(key);
  if (found == nullptr) throw JsonError("expected the key " + std::string(key));
  return *found;
}

const Json::Array& Json::array() const { return held<Array>(value_, "an array"); }
const Json::Object& Json::object() const { return held<Object>(value_, "an object"); }
const std::string& Json::text() const { return held<std::string>(value_, "a text"); }
bool Json::boolean() const { return held<bool>(value_, "true or false"); }
std::uint64_t Json::whole() const { return held<std::uint64_t>(value_, "a whole number"); }

double Json::number() const {
  if (const auto* whole = std::get_if<std::uint64_t>(&value_)) return static_cast<double>(*whole);
  if (const auto* whole = std::get_if<std::int64_t>(&value_)) return static_cast<double>(*whole);
  return held<double>(value_, "a number");
}

void Json::add(std::string key, Json value) {
  std::get<Object>(value_).push_back({std::move(key), std::move(value)});
}

std::string Json::written(int indent) const {
  return std::visit(ForLibrary(), value_).dump(indent, ' ', false, Library::error_handler_t::replace);
}

JsonListener::~JsonListener() = default;

bool read_json(std::string_view text, JsonListener& listener) {
  Messenger messenger(listener);
  return Library::sax_parse(text.begin(), text.end(), &messenger);
}

Json json_of(std::string_view text) {
  Builder builder;
  if (!read_json(text, builder)) throw JsonError("expected JSON");
  return builder.result();
}

}  // namespace firsthit
