#include "oracle/turning/random_shapes.hpp"

#include "core/vec_math.hpp"

#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

namespace firsthit::turning_judge {
namespace {

using judging::Kind;

double radius(Random& random, double size) {
  const double r = log_uniform(random, 1e-3, 1.0);
  return random.uniform() < 0.1 ? 0.0 : size * r;
}

template <int D>
Vec<D> half_extents(Random& random, double size) {
  Vec<D> r;
  for (double& x : r.c) x = size * log_uniform(random, 0.05, 1.0);
  return r;
}

template <int D>
std::array<Vec<D>, static_cast<std::size_t>(D)> axes(Random& random) {
  std::array<Vec<D>, static_cast<std::size_t>(D)> r{};
  r[0] = random_direction<D>(random);
  if constexpr (D == 2) {
    r[1] = {-r[0][1], r[0][0]};
  } else {
    const Vec<3> across = cross(r[0], random_direction<3>(random));
    r[1] = (1.0 / length(across)) * across;
    r[2] = cross(r[0], r[1]);
  }
  return r;
}

template <int D>
Hull<D> hull(Random& random, double size) {
  Hull<D> r;
  const std::size_t least = D == 2 ? 3 : 4;
  const bool is_thin = random.uniform() < 0.1;
  const std::size_t count = is_thin ? 1 + random.below(2) : least + random.below(5);
  for (std::size_t i = 0; i < count; ++i) r.vertices.push_back(random_place<D>(random, size));
  if (random.uniform() < 0.4) r.radius = radius(random, size);
  return r;
}

/// A gear, an L, or a star.
Polygon polygon(Random& random, double size) {
  const double kind = random.uniform();
  if (kind < 0.3) {
    const double thick = random.uniform(0.1, 0.9);
    return Polygon({{0.0, 0.0},
                    {size, 0.0},
                    {size, thick * size},
                    {thick * size, thick * size},
                    {thick * size, size},
                    {0.0, size}});
  }
  const bool is_gear = kind < 0.5;
  const std::size_t count = is_gear ? 2 * (3 + random.below(3)) : 4 + random.below(6);
  const double inner = random.uniform(0.3, 0.9);
  std::vector<Vec<2>> r;
  for (std::size_t i = 0; i < count; ++i) {
    const double angle = 2.0 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(count);
    const double free = random.uniform(0.3, 1.0);
    const double far = size * (is_gear ? (i % 2 == 0 ? 1.0 : inner) : free);
    r.push_back({far * std::cos(angle), far * std::sin(angle)});
  }
  return Polygon(std::move(r));
}

/// A circle, one with a narrow opening, or any part of one.
Arc arc(Random& random, double size) {
  const double kind = random.uniform();
  const double first = random.uniform(0.0, 2.0 * std::numbers::pi);
  const double narrow = log_uniform(random, 1e-6, 1.0);
  double spanned = random.uniform(0.0, 2.0 * std::numbers::pi);
  if (kind < 0.15) spanned = 0.0;
  if (kind >= 0.15 && kind < 0.4) spanned = 2.0 * std::numbers::pi - narrow;
  if (kind >= 0.4 && kind < 0.5) spanned = narrow;
  const auto ray = [&](double angle) { return Vec<2>{std::cos(angle), std::sin(angle)}; };
  return {size, ray(first), ray(first + spanned)};
}

}  // namespace

double log_uniform(Random& random, double low, double high) {
  return low * std::exp(random.uniform() * std::log(high / low));
}

template <int D>
Vec<D> random_place(Random& random, double size) {
  Vec<D> r;
  for (double& x : r.c) x = random.uniform(-size, size);
  return r;
}

template <int D>
Vec<D> random_direction(Random& random) {
  Vec<D> r;
  for (double& x : r.c) x = random.normal();
  return (1.0 / length(r)) * r;
}

template <int D>
Shape<D> random_shape(Random& random, Kind kind, double size) {
  const auto ends = [&] {
    const Vec<D> half = random_place<D>(random, size);
    const Vec<D> middle = random.uniform() < 0.5 ? Vec<D>{} : half;
    return std::array<Vec<D>, 2>{middle - half, middle + half};
  };
  switch (kind) {
    case Kind::Point:
      return Point{};
    case Kind::Ball:
      return Ball{size};
    case Kind::Segment: {
      const auto both = ends();
      return Segment<D>{both[0], both[1]};
    }
    case Kind::Capsule: {
      const auto both = ends();
      return Capsule<D>{both[0], both[1], radius(random, size)};
    }
    case Kind::Box:
      return Box<D>{half_extents<D>(random, size)};
    case Kind::OrientedBox: {
      const Vec<D> half = half_extents<D>(random, size);
      return OrientedBox<D>{half, axes<D>(random)};
    }
    case Kind::Hull:
      return hull<D>(random, size);
    case Kind::Polygon:
      if constexpr (D == 2) return polygon(random, size);
      return Point{};
    case Kind::Triangle:
      if constexpr (D == 3) {
        Triangle r;
        for (Vec<3>& v : r.vertices) v = random_place<3>(random, size);
        return r;
      }
      return Point{};
    case Kind::Arc:
      if constexpr (D == 2) return arc(random, size);
      return Point{};
    case Kind::HalfSpace:
      break;
  }
  const Vec<D> direction = random_direction<D>(random);
  const Vec<D> normal = log_uniform(random, 0.5, 2.0) * direction;
  return HalfSpace<D>{normal, random.uniform(-size, size)};
}

template Vec<2> random_place<2>(Random&, double);
template Vec<3> random_place<3>(Random&, double);
template Vec<2> random_direction<2>(Random&);
template Vec<3> random_direction<3>(Random&);
template Shape<2> random_shape<2>(Random&, Kind, double);
template Shape<3> random_shape<3>(Random&, Kind, double);

}  // namespace firsthit::turning_judge
