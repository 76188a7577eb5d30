#pragma once

#include "core/random.hpp"

#include <firsthit/shape.hpp>

#include <cmath>
#include <cstdint>

namespace firsthit {

/// Random shapes of a size near 1, for tests of solids.
template <int D>
class Shapes {
 public:
  explicit Shapes(std::uint64_t seed) : random_(seed) {}

  Vec<D> vector(double size) {
    Vec<D> v;
    for (double& x : v.c) x = random_.uniform(-size, size);
    return v;
  }

  Shape<D> draw() {
    switch (random_.below(7)) {
      case 0:
        return Ball{random_.uniform(0.2, 1.0)};
      case 1: {
        const Vec<D> from = vector(1.0);
        return Capsule<D>{from, vector(1.0), random_.uniform(0.1, 0.5)};
      }
      case 2: {
        Box<D> box;
        for (double& half : box.half_extents.c) half = random_.uniform(0.1, 1.0);
        return box;
      }
      case 3: {
        OrientedBox<D> box;
        const double angle = random_.uniform(0.0, 6.0);
        for (std::size_t axis = 0; axis < D; ++axis) box.axes[axis][axis] = 1.0;
        box.axes[0] = box.axes[1] = {};
        box.axes[0][0] = box.axes[1][1] = std::cos(angle);
        box.axes[0][1] = std::sin(angle);
        box.axes[1][0] = -box.axes[0][1];
        for (double& half : box.half_extents.c) half = random_.uniform(0.1, 1.0);
        return box;
      }
      case 4: {
        Hull<D> hull;
        for (std::uint64_t i = 0; i < 5 + random_.below(4); ++i) hull.vertices.push_back(vector(1.0));
        return hull;
      }
      case 5:
        if constexpr (D == 2)
          return Polygon({{-0.6, -0.5}, {random_.uniform(-0.2, 0.3), 0.0}, {-0.6, 0.5}, {0.7, 0.0}});
        break;
      default:
        break;
    }
    const Vec<D> from = vector(1.0);
    return Segment<D>{from, vector(1.0)};
  }

  Random& random() { return random_; }

 private:
  Random random_;
};

}  // namespace firsthit
