#pragma once

#include "handles.hpp"

#include <firsthit/batch.hpp>

#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace firsthit::python {

using Column = nanobind::ndarray<const double, nanobind::ndim<1>, nanobind::device::cpu>;
using Rows = nanobind::ndarray<const double, nanobind::ndim<2>, nanobind::device::cpu>;

/// The numbers of an array of any strides, read where they lie.
template <class Array>
class Numbers {
 public:
  explicit Numbers(const Array& array) : array_(array), data_(array.data()), stride_(array.stride(0)) {
    if constexpr (std::is_same_v<Array, Rows>) across_ = array.stride(1);
  }
  /// Do the numbers of a row stand side by side? Then they begin here, and `pitch` further on those of the
  /// next.
  const double* adjacent(std::size_t i) const { return across_ == 1 ? row(i) : nullptr; }
  std::int64_t pitch() const { return stride_; }
  const double* row(std::size_t i) const { return data_ + static_cast<std::int64_t>(i) * stride_; }
  double at(std::size_t i, int k = 0) const { return row(i)[k * across_]; }
  template <int D>
  Vec<D> vec(std::size_t i) const {
    Vec<D> r;
    for (int k = 0; k < D; ++k) r[static_cast<std::size_t>(k)] = at(i, k);
    return r;
  }

 private:
  Array array_;  // kept, whatever becomes of it in Python meanwhile
  const double* data_;
  std::int64_t stride_, across_ = 0;
};

/// One side of many pairs: their shapes, and how they move.
template <int D>
struct Side {
  // Shapes: one for all, or one each, or balls or boxes.
  std::vector<Shape<D>> shapes;
  std::optional<Numbers<Column>> radii;
  std::optional<Numbers<Rows>> half_extents;
  // Motions: one for all, or by arrays, of which those that are not there stand for none.
  std::optional<Motion<D>> motion;
  std::optional<Numbers<Rows>> positions, velocities, accelerations, orientations, centres;
  std::optional<Numbers<Rows>> angular_velocities;

  bool turns() const { return angular_velocities || orientations || centres; }
  /// On straight courses, all of them.
  bool is_straight() const {
    return motion ? std::holds_alternative<Linear<D>>(*motion) : !turns() && !accelerations;
  }
  /// Do all of them have a shape of this kind?
  template <class S>
  bool are() const {
    if constexpr (std::is_same_v<S, Ball>)
      if (radii) return true;
    if constexpr (std::is_same_v<S, Box<D>>)
      if (half_extents) return true;
    return shapes.size() == 1 && std::holds_alternative<S>(shapes[0]);
  }
  /// Requires: are<S>().
  template <class S>
  S shape(std::size_t i) const {
    if constexpr (std::is_same_v<S, Ball>)
      if (radii) return {radii->at(i)};
    if constexpr (std::is_same_v<S, Box<D>>)
      if (half_extents) return {half_extents->template vec<D>(i)};
    return std::get<S>(shapes[0]);
  }
  Linear<D> linear(std::size_t i) const {
    if (motion) return std::get<Linear<D>>(*motion);
    return {row(positions, i), row(velocities, i)};
  }
  Spinning<D> spinning(std::size_t i) const {
    Spinning<D> r{.position = row(positions, i), .velocity = row(velocities, i)};
    r.acceleration = row(accelerations, i);
    r.centre = row(centres, i);
    if (angular_velocities) {
      if constexpr (D == 2)
        r.angular_velocity = angular_velocities->at(i);
      else
        r.angular_velocity = angular_velocities->template vec<3>(i);
    }
    if (orientations) {
      const auto q = [this, i](int k) { return orientations->at(i, k); };
      if constexpr (D == 2)
        r.orientation = {q(0), q(1)};
      else
        r.orientation = {q(0), q(1), q(2), q(3)};
    }
    return r;
  }
  /// Number i, into what has been number i - 1, so that one shape for all is copied once.
  void read(std::size_t i, Moving<D>& into) const {
    if (radii)
      into.shape = Ball{radii->at(i)};
    else if (half_extents)
      into.shape = Box<D>{half_extents->template vec<D>(i)};
    else if (shapes.size() > 1)
      into.shape = shapes[i];
    if (motion)
      into.motion = *motion;
    else if (turns())
      into.motion = spinning(i);
    else if (accelerations)
      into.motion = Falling<D>{row(positions, i), row(velocities, i), row(accelerations, i)};
    else
      into.motion = linear(i);
  }
  Moving<D> first() const { return {shapes.empty() ? Shape<D>{Ball{}} : shapes[0]}; }

 private:
  static Vec<D> row(const std::optional<Numbers<Rows>>& rows, std::size_t i) {
    return rows ? rows->template vec<D>(i) : Vec<D>{};
  }
};

}  // namespace firsthit::python
