#include "record/base/shape_json.hpp"

#include <firsthit/error.hpp>

#include <cmath>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace firsthit {
namespace {

using Kind = PlainShape::Kind;

constexpr double kDegrees = 57.29577951308232;

/// The first D of three numbers.
Json vector_json(const Point3& numbers, int dimension) {
  return Json::Array(numbers.begin(), numbers.begin() + dimension);
}

Json points_json(std::span<const Point3> points, int dimension) {
  Json::Array array;
  for (const Point3& each : points) array.push_back(vector_json(each, dimension));
  return array;
}

/// What follows the name.
Json keys_json(const PlainShape& shape, int dimension) {
  const auto point = [&](std::size_t i) { return vector_json(shape.points[i], dimension); };
  switch (shape.kind) {
    case Kind::Point:
      return Json::Object();
    case Kind::Ball:
    case Kind::Container:
      return {{"radius", shape.size}};
    case Kind::Segment:
      return {{"from", point(0)}, {"to", point(1)}};
    case Kind::Capsule:
      return {{"from", point(0)}, {"to", point(1)}, {"radius", shape.size}};
    case Kind::HalfSpace:
      return {{"normal", point(0)}, {"offset", shape.size}};
    case Kind::Arc:
      return {
          {"radius", shape.size}, {"from", kDegrees * shape.from_angle}, {"to", kDegrees * shape.to_angle}};
    case Kind::Box:
      return {{"half_extents", point(0)}};
    case Kind::OrientedBox:
      return {{"half_extents", point(0)},
              {"axes", points_json(std::span(shape.points).subspan(1), dimension)}};
    case Kind::Hull:
      return {{"vertices", points_json(shape.points, dimension)}, {"radius", shape.size}};
    case Kind::Polygon:
    case Kind::Triangle:
      return {{"vertices", points_json(shape.points, dimension)}};
  }
  return {};
}

/// Reads the keys of one shape.
class Keys {
 public:
  Keys(const Json& keys, int dimension) : keys_(keys), axes_(static_cast<std::size_t>(dimension)) {}

  double number(const char* key) const { return finite(keys_.at(key)); }
  Point3 vector(const char* key) const { return vector_of(keys_.at(key)); }
  std::vector<Point3> vectors(const char* key, std::size_t least) const {
    const Json::Array& array = keys_.at(key).array();
    if (array.size() < least) throw InputError("a shape with too few points");
    std::vector<Point3> points;
    for (const Json& each : array) points.push_back(vector_of(each));
    return points;
  }

 private:
  static double finite(const Json& json) {
    const auto number = json.number();
    if (!std::isfinite(number)) throw InputError("a shape with a number that is not finite");
    return number;
  }
  Point3 vector_of(const Json& json) const {
    const Json::Array& numbers = json.array();
    if (numbers.size() != axes_) throw InputError("a shape of another dimension");
    Point3 vector{};
    for (std::size_t k = 0; k < axes_; ++k) vector[k] = finite(numbers[k]);
    return vector;
  }

  const Json& keys_;
  std::size_t axes_;
};

}  // namespace

Json shape_json(const PlainShape& shape, int dimension) {
  return {{std::string(name_of(shape.kind)), keys_json(shape, dimension)}};
}

PlainShape shape_of_json(const Json& json, int dimension) {
  if (json.object().size() != 1) throw InputError("no shape");
  const auto& [name, value] = json.object().front();
  const Keys keys(value, dimension);
  if (name == "point") return {};
  if (name == "ball") return {Kind::Ball, {}, keys.number("radius")};
  if (name == "container") return {Kind::Container, {}, keys.number("radius")};
  if (name == "segment") return {Kind::Segment, {keys.vector("from"), keys.vector("to")}};
  if (name == "capsule")
    return {Kind::Capsule, {keys.vector("from"), keys.vector("to")}, keys.number("radius")};
  if (name == "half_space") return {Kind::HalfSpace, {keys.vector("normal")}, keys.number("offset")};
  if (name == "box") return {Kind::Box, {keys.vector("half_extents")}};
  if (name == "hull") return {Kind::Hull, keys.vectors("vertices", 1), keys.number("radius")};
  if (name == "polygon") return {Kind::Polygon, keys.vectors("vertices", 3)};
  if (name == "triangle") return {Kind::Triangle, keys.vectors("vertices", 3)};
  if (name == "arc")
    return {
        Kind::Arc, {}, keys.number("radius"), keys.number("from") / kDegrees, keys.number("to") / kDegrees};
  if (name != "oriented_box") throw InputError("a shape that nobody knows");
  PlainShape box{Kind::OrientedBox, {keys.vector("half_extents")}};
  for (const Point3& axis : keys.vectors("axes", static_cast<std::size_t>(dimension)))
    box.points.push_back(axis);
  return box;
}

}  // namespace firsthit
