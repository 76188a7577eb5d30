#pragma once

#include "core/vec_math.hpp"

#include <firsthit/shape.hpp>

#include <vector>

namespace firsthit {

/// One shape of each alternative that there is in D dimensions; of polygons a convex and a concave one.
template <int D>
std::vector<Shape<D>> one_of_each() {
  Vec<D> e;
  e[0] = 1.0;
  Vec<D> half;
  for (double& x : half.c) x = 0.5;
  OrientedBox<D> turned{half, {}};
  for (std::size_t k = 0; k < D; ++k) turned.axes[k][(k + 1) % D] = 1.0;
  std::vector<Shape<D>> all = {Point{},
                               Ball{0.5},
                               Segment<D>{-e, e},
                               HalfSpace<D>{e, 0.0},
                               Container{},
                               Arc{},
                               Capsule<D>{-e, e, 0.25},
                               Box<D>{half},
                               turned,
                               Hull<D>{{e, -e, half}, 0.1}};
  if constexpr (D == 2) {
    all.emplace_back(Polygon({{0.0, 0.0}, {1.0, 0.0}, {0.0, 1.0}}));
    all.emplace_back(Polygon({{0.0, 0.0}, {2.0, 0.0}, {0.5, 0.5}, {0.0, 2.0}}));
  } else {
    all.emplace_back(Triangle{{{{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}}}});
  }
  return all;
}

}  // namespace firsthit
