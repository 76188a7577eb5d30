#pragma once

#include "core/random.hpp"
#include "query/convex/exact/convex_event.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace firsthit {

/// Two shapes on their courses, which the cores refer to.
template <int D>
struct PairQuery {
  Shape<D> shape_a, shape_b;
  Vec<D> position_a, position_b, velocity_a, velocity_b;
  double margin = 0.0;
  double end = 0.0;
};

/// Draws numbers of one kind.
struct Draw {
  enum class Kind {
    Whole,      // small whole numbers: ties and degenerate shapes
    Continuum,  // none of these
    Wild        // both, at sizes from 2^-450 to 2^450
  };
  Random& random;
  Kind kind = Kind::Whole;

  double number(int most) {
    if (kind == Kind::Continuum) return random.uniform(-most, most);
    const double whole = static_cast<double>(random.below(2 * static_cast<std::uint64_t>(most) + 1)) - most;
    if (kind == Kind::Whole) return whole;
    const double mantissa = random.below(2) == 0 ? whole : random.uniform(-1.0, 1.0);
    const int exponent = random.below(2) == 0 ? 0 : static_cast<int>(random.below(887)) - 443;
    return std::fabs(mantissa) < 0x1p-4 ? 0.0 : std::ldexp(mantissa, exponent);
  }
  double size(int most) {
    if (kind == Kind::Continuum) return random.uniform(0.0, most);
    if (kind == Kind::Wild) return std::fabs(number(most));
    return static_cast<double>(random.below(static_cast<std::uint64_t>(most) + 1));
  }
  template <int D>
  Vec<D> vec(int most) {
    Vec<D> r;
    for (std::size_t i = 0; i < D; ++i) r[i] = number(most);
    return r;
  }
};

template <int D>
Shape<D> random_shape(Draw& draw, bool with_boxes) {
  switch (draw.random.below(with_boxes ? 8 : 6)) {
    case 0:
      return Point{};
    case 1:
      return Ball{draw.size(2)};
    case 2: {
      Segment<D> s;
      s.from = draw.vec<D>(2);
      s.to = draw.vec<D>(2);
      return s;
    }
    case 3: {
      Capsule<D> s;
      s.from = draw.vec<D>(2);
      s.to = draw.vec<D>(2);
      s.radius = draw.size(1);
      return s;
    }
    case 4: {
      Hull<D> s;
      const std::uint64_t size = 1 + draw.random.below(D == 2 ? 6 : 4);
      for (std::uint64_t i = 0; i < size; ++i) s.vertices.push_back(draw.vec<D>(2));
      if (draw.random.below(3) == 0) s.radius = draw.size(1);
      return s;
    }
    case 5: {
      if constexpr (D == 3) {
        Triangle s;
        for (Vec<3>& v : s.vertices) v = draw.vec<3>(2);
        return s;
      } else {
        Box<D> s;
        for (std::size_t i = 0; i < D; ++i) s.half_extents[i] = draw.size(2);
        return s;
      }
    }
    case 6: {
      Box<D> s;
      for (std::size_t i = 0; i < D; ++i) s.half_extents[i] = draw.size(2);
      return s;
    }
    default: {
      OrientedBox<D> s;
      for (std::size_t i = 0; i < D; ++i) {
        s.half_extents[i] = draw.size(1);
        s.axes[i] = draw.vec<D>(2);
      }
      return s;
    }
  }
}

template <int D>
PairQuery<D> random_query(Draw& draw, bool with_boxes) {
  PairQuery<D> q;
  q.shape_a = random_shape<D>(draw, with_boxes);
  q.shape_b = random_shape<D>(draw, with_boxes);
  q.position_a = draw.vec<D>(2);
  q.position_b = draw.vec<D>(3);
  q.velocity_a = draw.vec<D>(1);
  q.velocity_b = draw.vec<D>(1);
  if (draw.random.below(3) != 0)  // towards each other, more or less
    for (std::size_t i = 0; i < D; ++i) q.velocity_b[i] += q.position_a[i] - q.position_b[i];
  if (draw.random.below(4) == 0) q.margin = draw.size(1);
  q.end = draw.random.below(4) == 0 ? draw.size(3) : 64.0;
  return q;
}

/// Moves a number to a neighbour now and then.
template <int D>
void nudge(Vec<D>& v, Random& random) {
  for (std::size_t i = 0; i < D; ++i) {
    const std::uint64_t how = random.below(8);
    if (how == 0) v[i] = std::nextafter(v[i], 10.0);
    if (how == 1) v[i] = std::nextafter(v[i], -10.0);
    if (std::fabs(v[i]) < 0x1p-450) v[i] = 0.0;
  }
}

template <int D>
struct Cores {
  RoundedPolytope<D> a, b;
  explicit Cores(const PairQuery<D>& q) {
    make_polytope<D>(q.shape_a, q.position_a, q.velocity_a, a);
    make_polytope<D>(q.shape_b, q.position_b, q.velocity_b, b);
  }
};

template <int D>
ConvexEvent<D> answer(const PairQuery<D>& q) {
  const Cores<D> cores(q);
  return exact_convex_event(cores.a, cores.b, q.margin, q.end);
}

}  // namespace firsthit
