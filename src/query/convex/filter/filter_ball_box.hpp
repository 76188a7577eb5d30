#pragma once

#include "query/convex/filter/filter_balls.hpp"
#include "query/convex/filter/filter_boxes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

// A ball and a box along the axes, seen from the box. The axes along which the ball's centre is beyond the
// box' half extent tell which feature is nearest: a side, an edge, a corner. Seen along these axes only, that
// feature is a point, and the ball meets it as it would meet a point.

namespace firsthit {

/// The ball's centre seen from the box.
struct CentreAlong {
  DoubleDouble p;  // [L] exact
  DoubleDouble v;  // [L/T] exact
};

template <int D>
struct BallAndBox {
  std::array<CentreAlong, kAxes<D>> axis;
  const Vec<D>& half;  // [L]
  DoubleDouble s;      // [L] radii and margin

  BallAndBox(const BoxBody<D>& box, const Linear<D>& centre, const DoubleDouble& reach)
      : axis(for_each_axis<D>([&](std::size_t i) {
          return CentreAlong{exact_difference(centre.position[i], box.position[i]),
                             exact_difference(centre.velocity[i], box.velocity[i])};
        })),
        half(box.half_extents),
        s(reach) {}

  double place(std::size_t i, double t) const { return axis[i].p.high + axis[i].v.high * t; }
};

/// The feature of the box that is nearest to the ball's centre at a moment, and the course seen from it.
template <int D>
struct NearestFeature {
  std::array<double, kAxes<D>> side;  // of the box on which it is: 1, -1, or 0 if it is as wide as the box
  BallCourse<D> course;

  NearestFeature(const BallAndBox<D>& pair, double t)
      : side(for_each_axis<D>([&](std::size_t i) {
          const double place = pair.place(i, t);
          return std::copysign(static_cast<double>(std::fabs(place) > pair.half[i]), place);
        })),
        course{for_each_axis<D>([&](std::size_t i) { return along(pair.axis[i], side[i], pair.half[i]); }),
               pair.s} {}

  /// Is its place known to many digits?
  bool is_sharp() const {
    bool sharp = true;
    for (const CourseAlong& x : course.axis) sharp = sharp & (std::fabs(x.p.high) >= 0x1p-40 * x.size);
    return sharp;
  }

  /// Is it nearest at t, and kMomentError of it before and after?
  bool surely_at(const BallAndBox<D>& pair, double t) const {
    bool sure = true;
    for (std::size_t i = 0; i < D; ++i) {
      const double place = pair.place(i, t);
      const double path = std::fabs(pair.axis[i].v.high * t);
      const double doubt =
          kMomentError * path + kBesideError * ((std::fabs(pair.axis[i].p.high) + path) + pair.half[i]);
      const bool on_side = side[i] * place - pair.half[i] > doubt;
      const bool between = std::fabs(place) - pair.half[i] < -doubt;
      sure = sure & (on_side | (between & (side[i] == 0.0)));
    }
    return sure;
  }

 private:
  /// All 0 where the side is, without a branch: nobody could foretell it.
  static CourseAlong along(const CentreAlong& centre, double side, double half) {
    const double some = std::fabs(side);
    const DoubleDouble from = exact_sum(some * centre.p.high, -side * half);
    return {exact_sum(from.high, from.low + some * centre.p.low),
            {some * centre.v.high, some * centre.v.low},
            some * (std::fabs(centre.p.high) + half)};
  }
};

/// When the centre is within the box that is grown by s along every axis.
template <int D>
SlabPassage<D> passage_of(const BallAndBox<D>& pair) {
  return SlabPassage<D>(for_each_axis<D>([&](std::size_t i) {
    return Slab(pair.axis[i].p, pair.axis[i].v, exact_sum(pair.half[i], pair.s.high));
  }));
}

/// What becomes of a ball and a box that are apart at the start, beyond doubt: the direction is from the box
/// to the ball. `side`: those of the feature that is met, as in NearestFeature.
template <int D>
Told event_of_ball_and_box(const BallAndBox<D>& pair, double end, SureImpact<D>& impact,
                           std::array<double, kAxes<D>>& side) {
  const SlabPassage<D> passage = passage_of(pair);
  if (passage.missed(end)) return Told::Miss;
  double t = std::max(passage.enter, 0.0);
  // The nearest feature when the grown box is entered leads to a time, the one that is nearest then to a
  // better.
  for (int i = 0; i <= D; ++i) {
    const NearestFeature<D> feature(pair, t);
    const BallApproach approach(feature.course);
    if (!feature.is_sharp() || !(approach.gap > approach.gap_error)) return Told::Nothing;
    const BallRoom room(feature.course, approach);
    const BallGuess guess(approach, room);
    if (guess.meets) {
      t = guess.time;
      if (!feature.surely_at(pair, t)) continue;
      side = feature.side;
      const Told told = ball_impact(feature.course, approach, room, guess, end, impact);
      return told != Told::Nothing && feature.surely_at(pair, impact.lower) ? told : Told::Nothing;
    }
    // Where the course is nearest to the feature.
    if (!(room.value < -room.error && std::fabs(approach.dot) > kSharpDot * approach.dot_error))
      return Told::Nothing;
    t = -approach.dot / approach.v_squared;
    if (feature.surely_at(pair, t)) return Told::Miss;
    if (!(t > 0.0)) return Told::Nothing;
  }
  return Told::Nothing;
}

}  // namespace firsthit
