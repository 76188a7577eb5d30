#pragma once

#include <firsthit/c/shape.h>
#include <firsthit/shape.hpp>

#include "c/status.hpp"

#include <string>
#include <variant>

struct FirsthitShape {
  std::variant<firsthit::Shape<2>, firsthit::Shape<3>> any;
};

namespace firsthit::c {

/// Requires a shape in D dimensions.
template <int D>
const Shape<D>& shape_in(const FirsthitShape* shape, const char* what) {
  if (const auto* found = std::get_if<Shape<D>>(&there(shape, what).any)) return *found;
  throw InputError(std::string(what) + ": expected one in " + std::to_string(D) +
                   " dimensions, found one in " + std::to_string(5 - D));
}

template <int D>
void give(FirsthitShape** into, Shape<D> shape) {
  there(into, "into");
  *into = new FirsthitShape{std::move(shape)};
}

}  // namespace firsthit::c
