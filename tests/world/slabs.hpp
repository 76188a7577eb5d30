#pragma once

#include <firsthit/body.hpp>

#include <cstddef>

namespace firsthit {

/// So much [L] along an axis.
template <int D>
Vec<D> along(std::size_t axis, double size) {
  Vec<D> v;
  v[axis] = size;
  return v;
}

/// As wide as deep, around its position.
template <int D>
Body<D> slab(double half_width, double half_height, BodyKind kind) {
  Box<D> box;
  for (double& half : box.half_extents.c) half = half_width;
  box.half_extents[1] = half_height;
  Body<D> body;
  body.shape = box;
  body.kind = kind;
  return body;
}

}  // namespace firsthit
