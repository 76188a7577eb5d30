#include "scene/read/body_shapes.hpp"

#include "core/angle.hpp"
#include "query/tolerant/solid.hpp"

#include <firsthit/distance.hpp>
#include <firsthit/error.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace firsthit {
namespace {

constexpr std::array<std::string_view, 10> kShapes{"point",    "ball",         "segment", "capsule",
                                                   "box",      "oriented_box", "hull",    "polygon",
                                                   "triangle", "half_space"};

template <int D>
Vec<D> vec(const Triple& from) {
  Vec<D> result;
  for (std::size_t i = 0; i < D; ++i) result[i] = from[i];
  return result;
}

template <int D>
std::vector<Vec<D>> vecs(const std::vector<Triple>& from) {
  std::vector<Vec<D>> result;
  result.reserve(from.size());
  for (const Triple& each : from) result.push_back(vec<D>(each));
  return result;
}

template <int D>
Triple triple(const Vec<D>& from) {
  Triple result{};
  for (std::size_t i = 0; i < D; ++i) result[i] = from[i];
  return result;
}

/// Reads the keys of one shape. What is wrong becomes a problem, and then the shape is of no use.
template <int D>
class ShapeKeys {
 public:
  ShapeKeys(TableReader& reader, Problems& problems) : reader_(reader), problems_(problems) {}

  Shape<D> read(std::string_view name) {
    if (name == "ball") return Ball{size("radius")};
    if (name == "segment") return Segment<D>{place("from"), place("to")};
    if (name == "capsule") return Capsule<D>{place("from"), place("to"), size("radius")};
    if (name == "box") return Box<D>{half_extents()};
    if (name == "oriented_box") return oriented_box();
    if (name == "hull")
      return Hull<D>{vertices(1, kMost), reader_.number("radius", Range::NotNegative).value_or(0.0)};
    if (name == "half_space") return half_space();
    if constexpr (D == 2)
      if (name == "polygon") return polygon();
    if constexpr (D == 3)
      if (name == "triangle") return triangle();
    return Point{};
  }

 private:
  static constexpr std::size_t kMost = std::numeric_limits<std::size_t>::max();

  double size(const char* key) {
    reader_.require(key);
    return reader_.number(key, Range::NotNegative).value_or(1.0);
  }
  Vec<D> place(const char* key) {
    reader_.require(key);
    return vec<D>(reader_.vector(key, D).value_or(Triple{}));
  }
  Vec<D> half_extents() {
    reader_.require("half_extents");
    return vec<D>(reader_.vector("half_extents", D, Range::NotNegative).value_or(Triple{1.0, 1.0, 1.0}));
  }
  std::vector<Vec<D>> vertices(std::size_t least, std::size_t most) {
    reader_.require("vertices");
    return vecs<D>(reader_.vectors("vertices", D, least, most).value_or(std::vector<Triple>(least)));
  }

  Shape<D> oriented_box() {
    OrientedBox<D> box{half_extents(), {}};
    const bool has_angle = D == 2 && reader_.value("angle") != nullptr;
    if (has_angle && reader_.value("axes") != nullptr)
      reader_.error("angle", "expected axes or angle, found both");
    if (has_angle) {
      const Vec<2> along = direction_at(reader_.number("angle", Range::Any).value_or(0.0));
      if constexpr (D == 2) box.axes = {along, Vec<2>{-along[1], along[0]}};
      return box;
    }
    reader_.require("axes");
    if (const auto axes = reader_.vectors("axes", D, D, D))
      for (std::size_t i = 0; i < D; ++i) box.axes[i] = vec<D>((*axes)[i]);
    return box;
  }

  Shape<D> half_space() {
    reader_.require("normal");
    const auto normal = reader_.vector("normal", D);
    if (normal && *normal == Triple{})
      reader_.error("normal", "expected a vector that is not zero, found zero");
    return HalfSpace<D>{vec<D>(normal.value_or(Triple{1.0, 0.0, 0.0})),
                        reader_.number("offset", Range::Any).value_or(0.0)};
  }

  Shape<D> polygon() {
    const std::size_t before = problems_.errors();
    std::vector<Vec<D>> corners = vertices(3, kMost);
    if (problems_.errors() > before) return Point{};
    try {
      return Polygon(std::move(corners));
    } catch (const InputError& error) {
      std::string_view message = error.what();
      for (const std::string_view prefix : {"Polygon: ", "vertices: "})
        if (message.starts_with(prefix)) message.remove_prefix(prefix.size());
      reader_.error("vertices", std::string(message));
      return Point{};
    }
  }

  Shape<D> triangle() {
    const std::vector<Vec<D>> corners = vertices(3, 3);
    return Triangle{{corners[0], corners[1], corners[2]}};
  }

  TableReader& reader_;
  Problems& problems_;
};

template <int D>
ShapeExtent extent_of_shape(const Shape<D>& shape) {
  const Bounds<D> bounds = solid_of(shape).bounds;
  ShapeExtent extent{triple(bounds.low), triple(bounds.high), {}, 0.0};
  double squared = 0.0;
  for (std::size_t i = 0; i < D; ++i) {
    extent.middle[i] = 0.5 * (bounds.low[i] + bounds.high[i]);
    const double half = 0.5 * (bounds.high[i] - bounds.low[i]);
    squared += half * half;
  }
  const auto* ball = std::get_if<Ball>(&shape);
  extent.reach = ball != nullptr ? ball->radius : std::sqrt(squared);
  return extent;
}

}  // namespace

std::optional<SceneShape> read_shape(const Value& value, int dimension, Problems& problems) {
  const auto refuse = [&](const FilePlace& place, const std::string& what) {
    problems.error(place, "shape: " + what);
    return std::nullopt;
  };
  if (!value.is_table() || value.entries.size() != 1)
    return refuse(
        value.place,
        fmt::format("expected one shape, such as {{ ball = {{ radius = 1.0 }} }}, found {}",
                    value.is_table() ? fmt::format("{} keys", value.entries.size()) : describe(value)));
  const Entry& entry = value.entries.front();
  const std::vector<std::string_view> names(kShapes.begin(), kShapes.end());
  if (std::find(names.begin(), names.end(), entry.key) == names.end()) {
    const std::string_view guess = nearest(entry.key, names);
    return refuse(entry.place, fmt::format("expected the name of a shape, found {}{}", quoted(entry.key),
                                           guess.empty() ? "" : fmt::format("; did you mean {}?", guess)));
  }
  if ((entry.key == "polygon" && dimension != 2) || (entry.key == "triangle" && dimension != 3))
    return refuse(entry.place,
                  fmt::format("expected a shape of {} dimensions, found {}", dimension, quoted(entry.key)));
  if (!entry.value.is_table())
    return refuse(entry.value.place, fmt::format("expected a table of the keys of {}, found {}", entry.key,
                                                 describe(entry.value)));
  const std::size_t before = problems.errors();
  TableReader reader(entry.value, entry.key, problems);
  SceneShape shape = dimension == 2 ? SceneShape(ShapeKeys<2>(reader, problems).read(entry.key))
                                    : SceneShape(ShapeKeys<3>(reader, problems).read(entry.key));
  reader.finish();
  return problems.errors() > before ? std::nullopt : std::optional(std::move(shape));
}

SceneShape ball_shape(int dimension, double radius) {
  return dimension == 2 ? SceneShape(Shape<2>(Ball{radius})) : SceneShape(Shape<3>(Ball{radius}));
}

double volume_of(const SceneShape& shape) {
  return std::visit([](const auto& of) { return volume(of); }, shape);
}

bool is_round(const SceneShape& shape) {
  return std::visit(
      [](const auto& of) { return std::holds_alternative<Ball>(of) || std::holds_alternative<Point>(of); },
      shape);
}

bool is_unbounded(const SceneShape& shape) {
  return std::visit([]<int D>(const Shape<D>& of) { return std::holds_alternative<HalfSpace<D>>(of); },
                    shape);
}

ShapeExtent extent_of(const SceneShape& shape) {
  return std::visit([]<int D>(const Shape<D>& of) { return extent_of_shape<D>(of); }, shape);
}

double gap_between(const SceneShape& a, const SceneShape& b, const Triple& d) {
  return std::visit(
      [&]<int D>(const Shape<D>& of_a) {
        return distance<D>({of_a, {}}, {std::get<Shape<D>>(b), vec<D>(d)}).distance;
      },
      a);
}

void for_each_image(const Room& room, const Triple& d, double reach,
                    const std::function<void(const Triple&)>& visit) {
  std::array<double, 3> first{}, last{};
  for (std::size_t i = 0; i < 3; ++i) {
    if (!room.periodic[i]) continue;
    // One more each way: the quotients are rounded.
    first[i] = std::min(std::ceil((-reach - d[i]) / room.length[i]) - 1.0, 0.0);
    last[i] = std::max(std::floor((reach - d[i]) / room.length[i]) + 1.0, 0.0);
  }
  for (double x = first[0]; x <= last[0]; ++x)
    for (double y = first[1]; y <= last[1]; ++y)
      for (double z = first[2]; z <= last[2]; ++z) {
        const Triple image{d[0] + x * room.length[0], d[1] + y * room.length[1], d[2] + z * room.length[2]};
        if (std::hypot(image[0], image[1], image[2]) <= reach * (1.0 + 0x1p-20)) visit(image);
      }
}

}  // namespace firsthit
