#pragma once

#include <firsthit/error.hpp>
#include <firsthit/first_hit.hpp>

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

// Every number of a query, one after the other, to be changed.

namespace firsthit::judging {

/// What a number of a query stands for.
enum class Meaning {
  Place,   ///< part of a vector of lengths
  Size,    ///< a length >= 0
  Speed,   ///< part of a velocity
  Normal,  ///< part of a vector without unit
  Offset   ///< a length times the length of a normal
};

/// Calls change(vector, meaning) with every vector of a shape, and change(number, meaning) with the others.
template <int D, class Change>
void change_numbers(Shape<D>& shape, const Change& change) {
  std::visit(
      [&](auto& s) {
        using S = std::remove_cvref_t<decltype(s)>;
        if constexpr (requires { s.from; } && !std::is_same_v<S, Arc>) {
          change(s.from, Meaning::Place);
          change(s.to, Meaning::Place);
        }
        if constexpr (requires { s.radius; }) change(s.radius, Meaning::Size);
        if constexpr (requires { s.half_extents; })
          for (double& x : s.half_extents.c) change(x, Meaning::Size);
        if constexpr (requires { s.axes; })
          for (Vec<D>& axis : s.axes) change(axis, Meaning::Normal);
        if constexpr (std::is_same_v<S, Hull<D>>)
          for (Vec<D>& vertex : s.vertices) change(vertex, Meaning::Place);
        if constexpr (std::is_same_v<S, Triangle> && D == 3)
          for (Vec<3>& vertex : s.vertices) change(vertex, Meaning::Place);
        if constexpr (std::is_same_v<S, HalfSpace<D>>) {
          change(s.normal, Meaning::Normal);
          change(s.offset, Meaning::Offset);
        }
        if constexpr (std::is_same_v<S, Polygon> && D == 2) {
          std::vector<Vec<2>> vertices = s.vertices();
          for (Vec<2>& vertex : vertices) change(vertex, Meaning::Place);
          s = Polygon(std::move(vertices));
        }
      },
      shape);
}

/// The same with its straight motion. Throws InputError if a polygon is none any more.
template <int D, class Change>
void change_numbers(Moving<D>& moving, const Change& change) {
  change_numbers(moving.shape, change);
  auto& motion = std::get<Linear<D>>(moving.motion);
  change(motion.position, Meaning::Place);
  change(motion.velocity, Meaning::Speed);
}

}  // namespace firsthit::judging
