#include "oracle/random_shapes.hpp"

#include "core/vec_math.hpp"

#include <array>
#include <cstddef>

namespace firsthit::judging {
namespace {

/// Unit vectors with short coordinates, over the number below.
constexpr std::array<std::array<int, 4>, 7> kUnits3D = {
    {{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}, {1, 2, 2, 3}, {2, 3, 6, 7}, {3, 4, 0, 5}, {0, 3, -4, 5}}};
constexpr std::array<std::array<int, 3>, 6> kUnits2D = {
    {{1, 0, 1}, {0, 1, 1}, {3, 4, 5}, {-4, 3, 5}, {5, 12, 13}, {8, -15, 17}}};

/// Concave shapes on a grid, counterclockwise.
const std::array<std::vector<Vec<2>>, 6>& concave_outlines() {
  static const std::array<std::vector<Vec<2>>, 6> kOutlines = {{
      {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}},                          // L
      {{0, 0}, {3, 0}, {3, 2}, {2, 2}, {2, 1}, {1, 1}, {1, 2}, {0, 2}},          // U
      {{0, 1}, {1, 1}, {1, 0}, {2, 0}, {2, 1}, {3, 1}, {3, 2}, {0, 2}},          // T
      {{0, 0}, {2, 1}, {0, 2}, {1, 1}},                                          // arrow
      {{0, 0}, {1, 1}, {2, 0}, {2, 2}, {1, 3}, {0, 2}},                          // notch
      {{0, 0}, {4, 0}, {4, 3}, {1, 3}, {1, 2}, {3, 2}, {3, 1}, {1, 1}, {0, 1}},  // hook
  }};
  return kOutlines;
}

/// Axes across each other, to rounding; or, on a grid, whole numbers, perhaps not across each other.
template <int D>
std::array<Vec<D>, static_cast<std::size_t>(D)> axes(Numbers& numbers) {
  std::array<Vec<D>, static_cast<std::size_t>(D)> r{};
  if (numbers.on_grid() && numbers.chance(0.6)) {
    for (Vec<D>& axis : r)
      for (double& x : axis.c) x = numbers.whole(1);
    return r;
  }
  Vec<D> first = numbers.on_grid() ? random_unit_vector<D>(numbers) : numbers.vector<D>();
  if (is_zero(first)) first[0] = 1.0;
  r[0] = (1.0 / length(first)) * first;
  if constexpr (D == 2) {
    r[1] = {-r[0][1], r[0][0]};
  } else {
    const Vec<3> helper = std::fabs(r[0][0]) < 0.5 ? Vec<3>{1.0, 0.0, 0.0} : Vec<3>{0.0, 1.0, 0.0};
    const Vec<3> across = vector_product(r[0], helper);
    r[1] = (1.0 / length(across)) * across;
    r[2] = vector_product(r[0], r[1]);
  }
  return r;
}

template <int D>
Hull<D> hull(Numbers& numbers) {
  Hull<D> r;
  const std::size_t count = numbers.chance(0.1) ? 1 + numbers.below(3) : 4 + numbers.below(D == 2 ? 5 : 4);
  for (std::size_t i = 0; i < count; ++i) r.vertices.push_back(numbers.vector<D>());
  if (numbers.chance(0.05)) r.vertices.push_back(r.vertices[0]);
  if (numbers.chance(0.3)) r.radius = numbers.size();
  return r;
}

template <int D>
Shape<D> polygon(Numbers& numbers) {
  if constexpr (D == 3) return Point{};
  if constexpr (D == 2) {
    std::vector<Vec<2>> r;
    if (numbers.on_grid() || numbers.chance(0.3)) {
      r = concave_outlines()[numbers.below(concave_outlines().size())];
      const bool turn = numbers.chance(0.5);
      const double flip = numbers.chance(0.5) ? 1.0 : -1.0;
      const double shear = numbers.on_grid() ? numbers.whole(1) : numbers.uniform(-1.0, 1.0);
      for (Vec<2>& v : r) {
        v = {(v[0] + shear * v[1]) * numbers.step(), flip * v[1] * numbers.step()};
        if (turn) v = {v[1], v[0]};
      }
      return Polygon(r);
    }
    // A star: directions around the origin, in order, each with a radius of its own.
    const std::size_t count = 5 + numbers.below(6);
    constexpr std::array<Vec<2>, 5> kQuarter = {
        {{1.0, 0.0}, {0.8, 0.6}, {0.6, 0.8}, {0.28, 0.96}, {0.96, 0.28}}};
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t quarter = 4 * i / count;
      Vec<2> u = kQuarter[i % 3 == 0 ? 0 : 1 + i % 2];
      for (std::size_t k = 0; k < quarter; ++k) u = {-u[1], u[0]};
      r.push_back(numbers.uniform(0.2, 1.5) * u);
    }
    return Polygon(r);
  }
}

}  // namespace

Vec<3> vector_product(const Vec<3>& a, const Vec<3>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

template <int D>
Vec<D> random_unit_vector(Numbers& numbers) {
  Vec<D> r;
  if constexpr (D == 2) {
    const auto& u = kUnits2D[numbers.below(kUnits2D.size())];
    for (std::size_t i = 0; i < static_cast<std::size_t>(D); ++i) r[i] = static_cast<double>(u[i]) / u[2];
  } else {
    const auto& u = kUnits3D[numbers.below(kUnits3D.size())];
    for (std::size_t i = 0; i < static_cast<std::size_t>(D); ++i) r[i] = static_cast<double>(u[i]) / u[3];
  }
  for (double& x : r.c)
    if (numbers.chance(0.5)) x = -x;
  return r;
}

template <int D>
Shape<D> random_shape(Numbers& numbers, Kind kind) {
  switch (kind) {
    case Kind::Point:
      return Point{};
    case Kind::Segment: {
      const Vec<D> from = numbers.vector<D>();
      return Segment<D>{from, numbers.vector<D>()};
    }
    case Kind::Ball:
      return Ball{numbers.size()};
    case Kind::Capsule: {
      const Vec<D> from = numbers.vector<D>();
      const Vec<D> to = numbers.vector<D>();
      return Capsule<D>{from, to, numbers.size()};
    }
    case Kind::Box:
    case Kind::OrientedBox: {
      Vec<D> half;
      for (double& x : half.c) x = numbers.size();
      if (kind == Kind::Box) return Box<D>{half};
      return OrientedBox<D>{half, axes<D>(numbers)};
    }
    case Kind::Hull:
      return hull<D>(numbers);
    case Kind::Polygon:
      return polygon<D>(numbers);
    case Kind::Triangle:
      if constexpr (D == 3) {
        const Vec<3> one = numbers.vector<D>();
        const Vec<3> two = numbers.vector<D>();
        return Triangle{{one, two, numbers.vector<D>()}};
      }
      return Point{};
    case Kind::Arc:  // of pairs that turn only
    case Kind::HalfSpace:
      break;
  }
  Vec<D> normal = numbers.chance(0.4) ? random_unit_vector<D>(numbers) : numbers.vector<D>();
  if (is_zero(normal)) normal[0] = 1.0;
  return HalfSpace<D>{normal, numbers.number()};
}

template <int D>
std::vector<Vec<D>> places_of(const Shape<D>& shape) {
  if (const auto* hull = std::get_if<Hull<D>>(&shape)) return hull->vertices;
  if (const auto* segment = std::get_if<Segment<D>>(&shape)) return {segment->from, segment->to};
  if (const auto* capsule = std::get_if<Capsule<D>>(&shape)) return {capsule->from, capsule->to};
  if constexpr (D == 3)
    if (const auto* triangle = std::get_if<Triangle>(&shape))
      return {triangle->vertices.begin(), triangle->vertices.end()};
  if constexpr (D == 2)
    if (const auto* polygon = std::get_if<Polygon>(&shape)) return polygon->vertices();
  if (const auto* box = std::get_if<Box<D>>(&shape)) {
    Vec<D> other = box->half_extents;
    other[0] = -other[0];
    return {box->half_extents, other, -box->half_extents};
  }
  if (const auto* box = std::get_if<OrientedBox<D>>(&shape)) {
    Vec<D> rest{};
    for (std::size_t k = 1; k < static_cast<std::size_t>(D); ++k)
      rest = rest + box->half_extents[k] * box->axes[k];
    const Vec<D> first = box->half_extents[0] * box->axes[0];
    return {first + rest, rest - first, -(first + rest)};
  }
  return {Vec<D>{}};
}

template <int D>
double radius_of(const Shape<D>& shape) {
  if (const auto* ball = std::get_if<Ball>(&shape)) return ball->radius;
  if (const auto* hull = std::get_if<Hull<D>>(&shape)) return hull->radius;
  const auto* capsule = std::get_if<Capsule<D>>(&shape);
  return capsule != nullptr ? capsule->radius : 0.0;
}

template Shape<2> random_shape<2>(Numbers&, Kind);
template Shape<3> random_shape<3>(Numbers&, Kind);
template Vec<2> random_unit_vector<2>(Numbers&);
template Vec<3> random_unit_vector<3>(Numbers&);
template std::vector<Vec<2>> places_of<2>(const Shape<2>&);
template std::vector<Vec<3>> places_of<3>(const Shape<3>&);
template double radius_of<2>(const Shape<2>&);
template double radius_of<3>(const Shape<3>&);

}  // namespace firsthit::judging
