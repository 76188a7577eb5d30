#include "queries/query_reader.hpp"

#include "core/angle.hpp"
#include "scene/toml/problems.hpp"
#include "screen/terminal.hpp"

#include <firsthit/error.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace firsthit {
namespace {

using Messages = std::vector<std::string>;

constexpr std::array<std::string_view, 11> kShapes{"point",    "ball",         "segment", "capsule",
                                                   "box",      "oriented_box", "hull",    "polygon",
                                                   "triangle", "half_space",   "arc"};

/// Takes the values of one object, and in the end names the keys that nobody took.
/// What is missing or wrong becomes a message, and reads as zero.
class ObjectReader {
 public:
  ObjectReader(const JsonValue& object, std::string path, Messages& messages)
      : object_(object), path_(std::move(path)), messages_(messages) {
    if (!is_object()) complain("", fmt::format("expected an object, found {}", describe(object)));
  }

  std::string path(std::string_view key) const {
    return path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key);
  }
  Messages& messages() { return messages_; }

  const JsonValue* optional(std::string_view key) {
    taken_.push_back(key);
    return object_.find(key);
  }

  const JsonValue* required(std::string_view key);

  double number(std::string_view key);

  double number_or(std::string_view key, double absent);

  template <int D>
  Vec<D> vector(std::string_view key) {
    Vec<D> r;
    if (const JsonValue* found = required(key)) read_numbers(*found, path(key), r.c);
    return r;
  }

  template <std::size_t N>
  std::array<double, N> numbers(std::string_view key) {
    std::array<double, N> r{};
    if (const JsonValue* found = required(key)) read_numbers(*found, path(key), r);
    return r;
  }

  /// An array of vectors; `count` of them, or any number.
  template <int D>
  std::vector<Vec<D>> vectors(std::string_view key, std::optional<std::size_t> count = {}) {
    const JsonValue::Array* array = points(key, count);
    std::vector<Vec<D>> r(array != nullptr ? array->size() : count.value_or(0));
    for (std::size_t i = 0; array != nullptr && i < r.size(); ++i)
      read_numbers((*array)[i], item(path(key), i), r[i].c);
    return r;
  }

  void complain(std::string_view key, const std::string& what);

  /// Every key that was not taken is unknown. True if there is none.
  bool finish();

 private:
  bool is_object() const { return std::holds_alternative<JsonValue::Object>(object_.value); }

  double number_at(const JsonValue& value, const std::string& where);

  static std::string item(const std::string& where, std::size_t i) { return fmt::format("{}[{}]", where, i); }

  /// So many numbers as there is room for; they stay as they are if there are not.
  void read_numbers(const JsonValue& value, const std::string& where, std::span<double> numbers);

  /// The array of points under a key; null if there is none, or one of another length.
  const JsonValue::Array* points(std::string_view key, std::optional<std::size_t> count);

  const JsonValue& object_;
  std::string path_;
  Messages& messages_;
  std::vector<std::string_view> taken_;
};

const JsonValue* ObjectReader::required(std::string_view key) {
  const JsonValue* found = optional(key);
  if (found == nullptr && is_object()) complain(key, "expected a value, found none");
  return found;
}

double ObjectReader::number(std::string_view key) {
  const JsonValue* found = required(key);
  return found == nullptr ? 0.0 : number_at(*found, path(key));
}

double ObjectReader::number_or(std::string_view key, double absent) {
  const JsonValue* found = optional(key);
  return found == nullptr ? absent : number_at(*found, path(key));
}

void ObjectReader::complain(std::string_view key, const std::string& what) {
  const std::string place = key.empty() ? path_ : path(key);
  messages_.push_back(place.empty() ? what : fmt::format("{}: {}", place, what));
}

bool ObjectReader::finish() {
  const auto* members = std::get_if<JsonValue::Object>(&object_.value);
  if (members == nullptr) return false;
  bool all_known = true;
  for (const JsonValue::Member& member : *members) {
    if (std::find(taken_.begin(), taken_.end(), member.key) != taken_.end()) continue;
    const std::string_view guess = nearest(member.key, taken_);
    complain("", fmt::format("unknown key {}{}", firsthit::quoted(member.key),
                             guess.empty() ? "" : fmt::format("; did you mean {}?", guess)));
    all_known = false;
  }
  return all_known;
}

double ObjectReader::number_at(const JsonValue& value, const std::string& where) {
  if (const auto* number = std::get_if<double>(&value.value)) return *number;
  messages_.push_back(fmt::format("{}: expected a number, found {}", where, describe(value)));
  return 0.0;
}

void ObjectReader::read_numbers(const JsonValue& value, const std::string& where, std::span<double> numbers) {
  const auto* array = std::get_if<JsonValue::Array>(&value.value);
  if (array == nullptr || array->size() != numbers.size()) {
    messages_.push_back(
        fmt::format("{}: expected {} numbers, found {}", where, numbers.size(), describe(value)));
    return;
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = number_at((*array)[i], item(where, i));
}

const JsonValue::Array* ObjectReader::points(std::string_view key, std::optional<std::size_t> count) {
  const JsonValue* found = required(key);
  if (found == nullptr) return nullptr;
  const auto* array = std::get_if<JsonValue::Array>(&found->value);
  if (array != nullptr && (!count || array->size() == *count)) return array;
  complain(key, fmt::format("expected an array of {}, found {}",
                            count ? fmt::format("{} points", *count) : "points", describe(*found)));
  return nullptr;
}

template <int D>
OrientedBox<D> read_oriented_box(ObjectReader& reader) {
  OrientedBox<D> box{reader.vector<D>("half_extents"), {}};
  if (D == 2 && reader.optional("angle") != nullptr) {
    if (reader.optional("axes") != nullptr) reader.complain("", "expected axes or angle, found both");
    const Vec<2> along = direction_at(reader.number("angle"));
    if constexpr (D == 2) box.axes = {along, Vec<2>{-along[1], along[0]}};
    return box;
  }
  const std::vector<Vec<D>> axes = reader.vectors<D>("axes", D);
  std::copy(axes.begin(), axes.end(), box.axes.begin());
  return box;
}

Arc read_arc(ObjectReader& reader) {
  const double radius = reader.number("radius");
  const std::size_t problems = reader.messages().size();
  const double from = reader.number("from");
  const double to = reader.number("to");
  if (from == to && reader.messages().size() == problems)
    reader.complain("to", "expected another angle than from (all around is from 0 to 360), found the same");
  return {radius, direction_at(from), direction_at(to)};
}

/// Throws InputError if the vertices are no simple polygon.
template <int D>
Shape<D> read_shape(std::string_view name, ObjectReader& reader) {
  if (name == "point") return Point{};
  if (name == "ball") return Ball{reader.number("radius")};
  if (name == "segment") return Segment<D>{reader.vector<D>("from"), reader.vector<D>("to")};
  if (name == "capsule")
    return Capsule<D>{reader.vector<D>("from"), reader.vector<D>("to"), reader.number("radius")};
  if (name == "box") return Box<D>{reader.vector<D>("half_extents")};
  if (name == "oriented_box") return read_oriented_box<D>(reader);
  if (name == "hull") return Hull<D>{reader.vectors<D>("vertices"), reader.number_or("radius", 0.0)};
  if (name == "half_space") return HalfSpace<D>{reader.vector<D>("normal"), reader.number_or("offset", 0.0)};
  if (D == 2 && name == "arc") return read_arc(reader);
  if (D == 2 && name == "polygon") {
    const std::size_t problems = reader.messages().size();
    std::vector<Vec<2>> vertices = reader.vectors<2>("vertices");
    if (reader.messages().size() == problems) return Polygon(std::move(vertices));
  } else if (D == 3 && name == "triangle") {
    const std::vector<Vec<3>> vertices = reader.vectors<3>("vertices", 3);
    return Triangle{{vertices[0], vertices[1], vertices[2]}};
  } else {
    for (const std::string_view key : {"vertices", "radius", "from", "to"}) reader.optional(key);
    reader.complain("", fmt::format("expected a shape of {} dimensions, found one of {}", D, 5 - D));
  }
  return Point{};
}

void read_rate(ObjectReader& reader, std::string_view key, double& r) { r = reader.number(key); }
void read_rate(ObjectReader& reader, std::string_view key, Vec<3>& r) { r = reader.vector<3>(key); }

void read_orientation(ObjectReader& reader, Orientation<2>& r) {
  r = turned_by(reader.number("orientation"));
}

void read_quaternion(ObjectReader& reader, std::string_view key, Orientation<3>& r) {
  // Any quaternion but 0 is a rotation; one of another length was meant to be something else. Smaller: those
  // that were written with seven digits would be refused.
  constexpr double kOffUnit = 1e-6;
  const std::size_t problems = reader.messages().size();
  const auto [w, x, y, z] = reader.numbers<4>(key);
  if (reader.messages().size() > problems) return;
  const double length = std::sqrt((w * w + x * x) + (y * y + z * z));
  if (std::fabs(length - 1.0) <= kOffUnit) {
    r = {w, x, y, z};
  } else {
    reader.complain(key, fmt::format("expected a quaternion of length 1, found one of length {}", length));
  }
}

void read_orientation(ObjectReader& reader, Orientation<3>& r) { read_quaternion(reader, "orientation", r); }

PrincipalInertia read_inertia(const JsonValue& value, ObjectReader& outer) {
  ObjectReader reader(value, outer.path("inertia"), outer.messages());
  PrincipalInertia r;
  r.moments = reader.vector<3>("moments");
  if (reader.optional("axes") != nullptr) read_quaternion(reader, "axes", r.axes);
  reader.finish();
  return r;
}

template <int D>
class QueryReader {
 public:
  ReadQuery read(const JsonValue& line) {
    Asked<D> asked;
    ObjectReader reader(line, "", messages_);
    if (const JsonValue* a = reader.required("a")) asked.a = moving(*a, "a", asked.shape_a);
    if (const JsonValue* b = reader.required("b")) asked.b = moving(*b, "b", asked.shape_b);
    const JsonValue* horizon = reader.optional("horizon");
    if (horizon != nullptr && !std::holds_alternative<std::nullptr_t>(horizon->value))
      asked.query.horizon = reader.number("horizon");
    asked.query.margin = reader.number_or("margin", 0.0);
    reader.finish();
    return {std::move(asked), std::move(messages_)};
  }

 private:
  Moving<D> moving(const JsonValue& value, const std::string& name, std::string& shape_name) {
    ObjectReader reader(value, name, messages_);
    Moving<D> r;
    const bool has_shape = shape(reader, r.shape, shape_name);
    r.motion = motion(reader);
    // An unknown key was meant to be the shape, perhaps.
    if (reader.finish() && !has_shape)
      reader.complain("", fmt::format("expected a shape ({}), found none",
                                      joined(std::vector<std::string>(kShapes.begin(), kShapes.end()))));
    return r;
  }

  /// The simplest that has all that the keys tell.
  static Motion<D> motion(ObjectReader& reader) {
    if (reader.optional("control") != nullptr) return spline(reader);
    Precessing<D> m;
    m.position = reader.vector<D>("position");
    (void)is_given(reader, "velocity", m.velocity);
    const bool falls = is_given(reader, "acceleration", m.acceleration);
    const Turning turning = read_turning(reader);
    const bool precesses = reader.optional("precession") != nullptr;
    if (precesses) read_rate(reader, "precession", m.precession);
    const bool has_spin = reader.optional("spin") != nullptr;
    if (has_spin) read_rate(reader, "spin", m.spin);
    refuse_together(reader, {"angular_velocity", "precession"});
    refuse_together(reader, {"angular_velocity", "spin"});
    const JsonValue* inertia = reader.optional("inertia");
    if (D == 2 && inertia != nullptr)
      reader.complain("inertia", fmt::format("expected none in 2 dimensions, found {}", describe(*inertia)));
    refuse_alone(reader, "inertia", "angular_velocity");
    (void)reader.optional("duration");
    refuse_alone(reader, "duration", "control");
    m.orientation = turning.orientation;
    m.centre = turning.centre;
    if (precesses || has_spin) return m;
    if (D == 3 && inertia != nullptr) {
      const PrincipalInertia told = read_inertia(*inertia, reader);
      return Tumbling<D>{m.position, m.velocity, turning.rate, m.orientation, m.acceleration, m.centre, told};
    }
    if (turning.is_given)
      return Spinning<D>{m.position, m.velocity, turning.rate, m.orientation, m.acceleration, m.centre};
    if (falls) return Falling<D>{m.position, m.velocity, m.acceleration};
    return Linear<D>{m.position, m.velocity};
  }

  /// Along its control points, and nothing else that moves the centre.
  static Motion<D> spline(ObjectReader& reader) {
    constexpr std::size_t kPoints = 4;
    Spline<D> m;
    const std::vector<Vec<D>> control = reader.vectors<D>("control", kPoints);
    std::copy(control.begin(), control.end(), m.control.begin());
    m.duration = reader.number("duration");
    const Turning turning = read_turning(reader);
    m.angular_velocity = turning.rate;
    m.orientation = turning.orientation;
    m.centre = turning.centre;
    for (const std::string_view key :
         {"position", "velocity", "acceleration", "precession", "spin", "inertia"})
      refuse_together(reader, {"control", key});
    return m;
  }

  /// How a shape turns about its centre.
  struct Turning {
    AngularVelocity<D> rate{};
    Orientation<D> orientation{};
    Vec<D> centre{};
    bool is_given = false;  ///< any of them
  };
  static Turning read_turning(ObjectReader& reader) {
    Turning r;
    const bool turns = reader.optional("angular_velocity") != nullptr;
    if (turns) read_rate(reader, "angular_velocity", r.rate);
    const bool is_turned = reader.optional("orientation") != nullptr;
    if (is_turned) read_orientation(reader, r.orientation);
    const bool has_centre = is_given(reader, "centre", r.centre);
    r.is_given = turns || is_turned || has_centre;
    return r;
  }

  static void refuse_together(ObjectReader& reader, const std::array<std::string_view, 2>& keys) {
    if (reader.optional(keys[0]) == nullptr || reader.optional(keys[1]) == nullptr) return;
    reader.complain("", fmt::format("expected {} or {}, found both", keys[0], keys[1]));
  }
  static void refuse_alone(ObjectReader& reader, std::string_view key, std::string_view with) {
    if (reader.optional(key) != nullptr && reader.optional(with) == nullptr)
      reader.complain(key, fmt::format("expected {} beside it, found none", with));
  }

  static bool is_given(ObjectReader& reader, std::string_view key, Vec<D>& vector) {
    if (reader.optional(key) == nullptr) return false;
    vector = reader.vector<D>(key);
    return true;
  }

  /// The one shape among the keys of a body. False if there is none.
  bool shape(ObjectReader& reader, Shape<D>& shape, std::string& shape_name) {
    for (const std::string_view name : kShapes) {
      const JsonValue* found = reader.optional(name);
      if (found == nullptr) continue;
      if (!shape_name.empty()) {
        reader.complain("", fmt::format("expected one shape, found {} and {}", shape_name, name));
        continue;
      }
      shape_name = name;
      ObjectReader inner(*found, reader.path(name), messages_);
      try {
        shape = read_shape<D>(name, inner);
      } catch (const InputError& error) {
        complain_of_polygon(inner, error.what());
      }
      inner.finish();
    }
    return !shape_name.empty();
  }

  /// What the polygon's maker says, with the place that it has in the file.
  static void complain_of_polygon(ObjectReader& reader, std::string_view message) {
    constexpr std::string_view kName = "Polygon: ";
    constexpr std::string_view kKey = "vertices";
    if (message.starts_with(kName)) message.remove_prefix(kName.size());
    const bool of_vertices = message.starts_with(kKey);
    reader.complain(of_vertices ? message.substr(0, message.find(": ")) : "",
                    std::string(of_vertices ? message.substr(message.find(": ") + 2) : message));
  }

  Messages messages_;
};

/// How many numbers a body's place has, its position or its first control point: 2, 3, or 0 for anything
/// else.
std::size_t dimension_of(const JsonValue* body) {
  const auto array_of = [](const JsonValue* value) {
    return value == nullptr ? nullptr : std::get_if<JsonValue::Array>(&value->value);
  };
  const JsonValue::Array* place = array_of(body == nullptr ? nullptr : body->find("position"));
  const JsonValue::Array* control = array_of(body == nullptr ? nullptr : body->find("control"));
  if (place == nullptr && control != nullptr && !control->empty()) place = array_of(&control->front());
  return place != nullptr && (place->size() == 2 || place->size() == 3) ? place->size() : 0;
}

}  // namespace

ReadQuery read_query(const JsonValue& line) {
  std::size_t dimension = dimension_of(line.find("a"));
  if (dimension == 0) dimension = dimension_of(line.find("b"));
  const JsonValue* a = line.find("a");
  const JsonValue* position = a == nullptr ? nullptr : a->find("position");
  if (dimension == 0 && position != nullptr)
    return {{}, {fmt::format("a.position: expected 2 or 3 numbers, found {}", describe(*position))}};
  return dimension == 3 ? QueryReader<3>().read(line) : QueryReader<2>().read(line);
}

}  // namespace firsthit
