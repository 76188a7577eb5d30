#pragma once

#include <firsthit/distance.hpp>
#include <firsthit/error.hpp>
#include <firsthit/first_hit.hpp>
#include <firsthit/motion.hpp>
#include <firsthit/orientation.hpp>
#include <firsthit/shape.hpp>
#include <firsthit/vec.hpp>

#include <nanobind/nanobind.h>

#include <array>
#include <optional>
#include <string>
#include <variant>

namespace firsthit::python {

/// Something in the plane, in space, or in both: a ball is a shape of either.
template <template <int> class Thing>
struct Handle {
  std::optional<Thing<2>> plane;
  std::optional<Thing<3>> space;

  template <int D>
  const std::optional<Thing<D>>& in() const {
    if constexpr (D == 2)
      return plane;
    else
      return space;
  }
  template <int D>
  void set(Thing<D> thing) {
    if constexpr (D == 2)
      plane = std::move(thing);
    else
      space = std::move(thing);
  }
};

using ShapeHandle = Handle<Shape>;
using MovingHandle = Handle<Moving>;
using PlacedHandle = Handle<Placed>;

struct MotionHandle {
  std::variant<Motion<2>, Motion<3>> motion;
};

/// As stubs tell it.
using Tuple = nanobind::typed<nanobind::tuple, nanobind::any, nanobind::ellipsis>;

// Vectors come from Python as tuples of floats, whose lengths the package has seen to.
template <int D>
Vec<D> vec(nanobind::handle numbers) {
  Vec<D> r;
  for (int i = 0; i < D; ++i) r[static_cast<std::size_t>(i)] = nanobind::cast<double>(numbers[i]);
  return r;
}

template <int D>
Tuple tuple(const Vec<D>& a) {
  if constexpr (D == 2)
    return nanobind::make_tuple(a[0], a[1]);
  else
    return nanobind::make_tuple(a[0], a[1], a[2]);
}

template <int D>
AngularVelocity<D> angular_velocity(nanobind::handle rate) {
  if constexpr (D == 2)
    return nanobind::cast<double>(rate);
  else
    return vec<3>(rate);
}

template <int D>
Orientation<D> orientation(nanobind::handle q) {
  const auto at = [&q](int i) { return nanobind::cast<double>(q[i]); };
  if constexpr (D == 2)
    return {at(0), at(1)};
  else
    return {at(0), at(1), at(2), at(3)};
}

/// Calls `make` with the dimension that a vector has, `make.template operator()<D>()`.
template <class Make>
auto with_dimension(nanobind::handle vector, const Make& make) {
  return nanobind::len(vector) == 2 ? make.template operator()<2>() : make.template operator()<3>();
}

/// Calls `ask` with both in the dimension that they share, of which there must be one.
template <template <int> class Thing, class Ask>
auto in_common(const Handle<Thing>& a, const Handle<Thing>& b, const char* what, const Ask& ask) {
  const bool plane = a.plane && b.plane, space = a.space && b.space;
  if (plane && space)
    throw InputError(std::string(what) +
                     ": expected one that is in 2D or in 3D, found two that may be in both");
  if (plane) return ask(*a.plane, *b.plane);
  if (space) return ask(*a.space, *b.space);
  const auto dimension = [](const Handle<Thing>& x) { return x.plane ? "2D" : "3D"; };
  throw InputError(std::string(what) + ": expected two of one dimension, found a in " + dimension(a) +
                   " and b in " + dimension(b));
}

}  // namespace firsthit::python
