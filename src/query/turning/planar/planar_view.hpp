#pragma once

#include "core/vec_math.hpp"
#include "query/turning/base/turning_pair.hpp"
#include "query/turning/planar/planar_figure.hpp"
#include "query/turning/planar/planar_turn.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace firsthit {

/// A figure, and how it moves.
struct MovingFigure {
  PlanarFigure figure;
  const TurningMotion<2>& motion;

  /// The figure is to be taken: nothing is cleared first.
  explicit MovingFigure(const TurningMotion<2>& of) : motion(of) {}
};

/// The corners of one figure along a direction, of which the lowest count.
struct PlanarAlong {
  PlanarFigure::Numbers value;  // [L]
  double lowest = 0.0;          // [L] of them
  std::size_t nearest = 0;      // the one that is lowest
  bool is_alone = true;         // is no other as low?
  Vec<2> direction;             // unit, as the figure tells it

  template <std::size_t kWidth>
  void look(const PlanarFigure& figure) {
    for (std::size_t i = 0; i < kWidth; ++i)
      value[i] = direction[0] * figure.x[i] + direction[1] * figure.y[i];
    PlanarFigure::Numbers least = value;
    for (std::size_t half = kWidth / 2; half > 0; half /= 2)
      for (std::size_t i = 0; i < half; ++i) least[i] = std::min(least[i], least[i + half]);
    lowest = least[0];
  }
  void look(const PlanarFigure& figure, const Vec<2>& along) {
    direction = along;
    figure.with_width([&](auto width) { look<width>(figure); });
  }
  /// Finds `nearest`.
  void find(const PlanarFigure& figure) {
    std::size_t found = figure.corners;
    unsigned count = 0;
    for (std::size_t i = figure.corners; i-- > 0;) {
      const bool is_lowest = value[i] == lowest;
      found = is_lowest ? i : found;
      count += is_lowest ? 1U : 0U;
    }
    nearest = found;
    is_alone = count == 1;
  }
};

/// An edge of one figure as it faces the other.
struct PlanarFace {
  std::size_t owner = 0;
  std::size_t edge = 0;
  double height = -std::numeric_limits<double>::infinity();  // [L] of the other's lowest corner above it
  double facing = 0.0;                                       // [L] of the other's centre along its normal
  double beside = 0.0;                                       // [L] how far that corner is beside it
  PlanarAlong along;                                         // of the other's corners
};

/// Two figures at an instant: how each faces the other. Directions and places are told as either figure does,
/// so that its corners never have to be turned.
class PlanarView {
 public:
  /// One of the two.
  struct Side {
    const PlanarFigure& figure;
    double spin;  // [rad/T]
    double rate;  // [rad/T] its size
    PlanarTurn start;
    const CubicPath<2>& path;

    explicit Side(const MovingFigure& moving);
  };
  /// What both have at an instant.
  struct Instant {
    double t = 0.0;       // [T]
    PlanarTurn turn[2];   // of a and b
    PlanarTurn relative;  // what takes a's directions to b's numbers
    Vec<2> place;         // [L] of b's centre, seen from a's
    Vec<2> velocity;      // [L/T]
    Vec<2> acceleration;  // [L/T^2]
    double distance = 0.0;
    double speed = 0.0;
    double acceleration_size = 0.0;
    double error = 0.0;  // [L] of any gap
    double blur = 0.0;   // [L] what a gap may change by within the last digit of the time
  };

  PlanarView(const MovingFigure& a, const MovingFigure& b, double margin);

  /// Turns both to t. Requires: reaches(t).
  void look(double t);
  bool reaches(double t) const;
  const Instant& now() const { return now_; }

  const Side& side(std::size_t i) const { return side_[i]; }
  bool is_straight() const { return is_straight_; }
  const Vec<2>& jerk() const { return jerk_; }      ///< [L/T^3]
  double jerk_size() const { return jerk_size_; }   ///< [L/T^3]
  double radii() const { return radii_; }           ///< [L] of both, and the margin
  double sizes() const { return sizes_; }           ///< [L] of both reaches and radii
  double fastest_spin() const { return fastest_; }  ///< [rad/T] a little above 0 if nothing spins

  /// [L] The other's centre, as the owner tells it.
  Vec<2> place_of_other(std::size_t owner) const;
  /// A direction of the owner, as the other tells it.
  Vec<2> to_other(std::size_t owner, const Vec<2>& direction) const;

  /// How the other is above an edge.
  void look_at(PlanarFace& face) const;
  /// And how far beside it.
  void look_beside(PlanarFace& face) const;
  /// [L] Where the other's nearest corner is along an edge. Requires: looked beside.
  double place_along(const PlanarFace& face) const;
  /// The edge from which the other is furthest. `hint`: one that may be it, or null.
  PlanarFace furthest(const PlanarFace* hint) const;

  /// [L] From a's corner to b's.
  Vec<2> between(std::size_t corner_of_a, std::size_t corner_of_b) const;

 private:
  bool is_better(const PlanarFace& p, const PlanarFace& q) const;
  double turning_to(const PlanarFace& face) const;
  template <std::size_t kWidth>
  void look_out(std::size_t owner, PlanarFigure::Numbers& highest) const;

  const Side side_[2];
  Vec<2> place_;
  Vec<2> velocity_;
  Vec<2> acceleration_;
  Vec<2> jerk_;
  double radii_;
  bool is_straight_;
  double jerk_size_;
  double place_size_;
  double velocity_size_;
  double acceleration_sum_;
  double jerk_sum_;
  double sizes_;
  double spinning_;
  double fastest_;
  Instant now_;
};

inline Vec<2> PlanarView::place_of_other(std::size_t owner) const {
  const Vec<2> place = now_.turn[owner].back(now_.place);
  return owner == 0 ? place : -place;
}

inline Vec<2> PlanarView::to_other(std::size_t owner, const Vec<2>& direction) const {
  return owner == 0 ? now_.relative.of(direction) : now_.relative.back(direction);
}

inline void PlanarView::look_at(PlanarFace& face) const {
  const PlanarFigure& own = side_[face.owner].figure;
  const PlanarFigure& other = side_[1 - face.owner].figure;
  const Vec<2> normal = own.normal(face.edge);
  const Vec<2> place = place_of_other(face.owner);
  face.facing = dot(normal, place);
  face.along.look(other, to_other(face.owner, normal));
  face.height = (face.facing - own.height[face.edge]) + face.along.lowest;
}

inline void PlanarView::look_beside(PlanarFace& face) const {
  const PlanarFigure& own = side_[face.owner].figure;
  const PlanarFigure& other = side_[1 - face.owner].figure;
  face.along.find(other);
  const double centre = dot(turned_left(own.normal(face.edge)), place_of_other(face.owner));
  const Vec<2> across = turned_left(face.along.direction);
  const auto beside = [&](std::size_t i) {
    const double x = centre + dot(across, other.corner(i));
    return std::max(own.first[face.edge] - x, x - own.last[face.edge]);
  };
  face.beside = beside(face.along.nearest);
  if (face.along.is_alone) return;
  for (std::size_t i = face.along.nearest + 1; i < other.corners; ++i) {
    if (face.along.value[i] != face.along.lowest) continue;
    const double there = beside(i);
    if (there < face.beside) face.along.nearest = i;
    face.beside = std::min(face.beside, there);
  }
}

inline double PlanarView::place_along(const PlanarFace& face) const {
  const PlanarFigure& own = side_[face.owner].figure;
  const PlanarFigure& other = side_[1 - face.owner].figure;
  return dot(turned_left(own.normal(face.edge)), place_of_other(face.owner)) +
         dot(turned_left(face.along.direction), other.corner(face.along.nearest));
}

inline Vec<2> PlanarView::between(std::size_t corner_of_a, std::size_t corner_of_b) const {
  return now_.place + (now_.turn[1].of(side_[1].figure.corner(corner_of_b)) -
                       now_.turn[0].of(side_[0].figure.corner(corner_of_a)));
}

}  // namespace firsthit
