#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace firsthit {

/// A text that is not JSON, or a value that is not what it should be.
class JsonError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A value of JSON, as files have it. The library that reads and writes it takes long to compile: one file
/// sees it, all others see this.
class Json {
 public:
  struct Member;
  using Array = std::vector<Json>;
  using Object = std::vector<Member>;  ///< in the order of the text
  using Value =
      std::variant<std::nullptr_t, bool, std::uint64_t, std::int64_t, double, std::string, Array, Object>;

  Json();  ///< null
  Json(bool value);
  Json(double value);  ///< written as null unless finite
  template <std::unsigned_integral Whole>
  Json(Whole value);
  template <std::signed_integral Whole>
  Json(Whole value);
  Json(const char* text);
  Json(std::string_view text);
  Json(std::string text);
  Json(const std::vector<std::string>& texts);
  Json(Array array);
  Json(Object object);
  /// `{{"radius", 1.0}, {"center", center}}`.
  Json(std::initializer_list<Member> members);

  // Defined once: they are long, as all that a value may hold is in them.
  Json(const Json& other);
  Json(Json&& other) noexcept;
  Json& operator=(const Json& other);
  Json& operator=(Json&& other) noexcept;
  ~Json();

  const Value& value() const { return value_; }
  bool is_null() const;
  /// The value of a key; null if this is no object or has no such key.
  const Json* find(std::string_view key) const;

  // Each throws JsonError where there is no such thing.
  const Json& at(std::string_view key) const;
  const Array& array() const;
  const Object& object() const;
  const std::string& text() const;
  bool boolean() const;
  double number() const;
  std::uint64_t whole() const;  ///< a number without sign, point and exponent

  /// Puts a member behind all others of an object.
  void add(std::string key, Json value);

  /// In one line, or a member a line with so many spaces a level. What is not UTF-8 in texts is replaced:
  /// names come from outside.
  std::string written(int indent = -1) const;

 private:
  Value value_;
};

struct Json::Member {
  std::string key;
  Json value;
};

template <std::unsigned_integral Whole>
Json::Json(Whole value) : value_(std::uint64_t{value}) {}
template <std::signed_integral Whole>
Json::Json(Whole value) : value_(std::int64_t{value}) {}

/// Is told what a text of JSON holds, in its order. Each function returns whether to go on.
class JsonListener {
 public:
  virtual ~JsonListener();

  virtual bool null() = 0;
  virtual bool boolean(bool value) = 0;
  virtual bool number(double value) = 0;
  /// Numbers without point and exponent; as others, unless one cares.
  virtual bool whole(std::uint64_t value) { return number(static_cast<double>(value)); }
  virtual bool negative(std::int64_t value) { return number(static_cast<double>(value)); }
  virtual bool text(std::string&& value) = 0;
  virtual bool key(std::string&& name) = 0;
  virtual bool open(bool is_object) = 0;  ///< an object, or else an array
  virtual bool close() = 0;
  /// The text is no JSON (or a number beyond doubles), as is seen after `read` bytes, of which the last
  /// `token` are what was being read.
  virtual void error(std::size_t read, std::size_t token, bool overflow) = 0;
};

/// False if the text is anything but one value, or the listener does not go on.
bool read_json(std::string_view text, JsonListener& listener);

/// Throws JsonError if the text is anything but one value, nested no deeper than a file of this program.
Json json_of(std::string_view text);

}  // namespace firsthit
