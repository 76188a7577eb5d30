#pragma once

#include <firsthit/vec.hpp>

#include <array>
#include <cstddef>
#include <vector>

// What all programs are asked, as plain numbers: each turns them into shapes of its own.

namespace peers {

using firsthit::Vec;

template <int D>
struct BallCourse {
  Vec<D> place;
  Vec<D> velocity;  // for one unit of time
  double radius = 0.0;
};

/// A box along the axes of the plane.
struct BoxCourse {
  Vec<2> place;
  Vec<2> velocity;
  Vec<2> half_extents;
};

struct OrientedBoxCourse {
  Vec<3> place;
  Vec<3> velocity;
  Vec<3> half_extents;
  std::array<Vec<3>, 3> axes;
};

/// Do the two touch within one unit of time, and when first?
template <class Course>
struct Pair {
  Course a;
  Course b;
};

/// Lengths are multiples of this and, wherever something is within the unit of time, below 32: so they, and
/// relative velocities too, are exact in single precision, which is all that Box2D has.
constexpr double kGrid = 0x1p-18;

/// The same pairs on every machine: all begin apart, about half of them touch, and a tenth pass each other at
/// a distance, or a depth, from 2^-16 to 2^-7 of what is about 1 wide.
template <class Course>
std::vector<Pair<Course>> draw(std::size_t count);

}  // namespace peers
