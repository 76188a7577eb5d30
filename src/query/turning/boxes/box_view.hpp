#pragma once

#include "exact/sin_cos.hpp"
#include "geometry/rotation.hpp"
#include "query/turning/base/turning_pair.hpp"

#include <array>
#include <cstddef>

namespace firsthit {

/// A box in space that turns but does not precess, all of middle +-half[0] +-half[1] +-half[2] along the
/// coordinates as it tells them, and how it moves.
struct MovingBox {
  Vec<3> half;  ///< [L] above 0
  const TurningMotion<3>& motion;

  double reach() const;  ///< [L] no corner is further from what it turns about
};

/// A direction across a side of one box, or across an edge of each.
struct BoxFacing {
  enum class Of { Side, Edges };

  Of of = Of::Side;
  std::size_t owner = 0;     ///< of the side
  std::size_t axis[2] = {};  ///< which one is across the side, [0]; or along a's and b's edge
  double gap = 0.0;          ///< [L] along it
};

/// Two boxes at an instant.
class BoxView {
 public:
  /// One of the two.
  struct Side {
    Vec<3> half;
    Vec<3> spin;   // [rad/T]
    double rate;   // [rad/T] its size
    double reach;  // [L] no corner is further from the centre
    const CubicPath<3>& path;
    SteadySpin<3> turning;
    /// What it turns: its axes, and its middle, as seen from the centre that it turns about [L]. Now, and of
    /// what they are sums: along the spin, and, times cosine and sine of the angle, across it.
    using Vectors = std::array<Vec<3>, 4>;
    Vectors now;
    Vectors along;
    Vectors across;
    Vectors ahead;

    explicit Side(const MovingBox& moving);
    void turn(const SinCos& angle);
    const Vec<3>& axis(std::size_t k) const { return now[k]; }
    const Vec<3>& middle() const { return now[3]; }
    TurningBox box() const;
  };

  BoxView(const MovingBox& a, const MovingBox& b);

  /// Turns both to t. Requires: reaches(t).
  void look(double t);
  bool reaches(double t) const { return t * fastest_ <= kLargestAngle; }
  const TurningInstant<3>& now() const { return now_; }

  const Side& side(std::size_t i) const { return side_[i]; }
  bool is_straight() const { return is_straight_; }
  double sizes() const { return sizes_; }           ///< [L] of both reaches
  double fastest_spin() const { return fastest_; }  ///< [rad/T] a little above 0 if nothing spins

  /// The direction along which they are furthest apart, or nearly so; its gap is not above 0 if they are not
  /// apart. Source: Gottschalk, Lin and Manocha, SIGGRAPH 1996.
  BoxFacing furthest() const;
  /// Are they in each other beyond doubt?
  bool overlap() const;

 private:
  struct Cosines;
  void look_across_edges(const Cosines& cosines, BoxFacing& best) const;

  Side side_[2];
  TurningInstant<3> start_;
  bool is_straight_;
  double place_size_;
  double velocity_size_;
  double acceleration_size_;
  double jerk_size_;
  double sizes_;
  double spinning_;
  double fastest_;
  TurningInstant<3> now_;
};

}  // namespace firsthit
