#pragma once

#include "geometry/free_top.hpp"
#include "geometry/rotation.hpp"
#include "query/convex/polytope/inline_vector.hpp"
#include "query/convex/polytope/rounded_polytope.hpp"

#include <firsthit/motion.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <span>

namespace firsthit {

/// A place that is a polynomial of third degree in time: position + t (velocity + t / 2 (acceleration + t / 3
/// jerk)).
template <int D>
struct CubicPath {
  Vec<D> position;      ///< [L]
  Vec<D> velocity;      ///< [L/T]
  Vec<D> acceleration;  ///< [L/T^2]
  Vec<D> jerk;          ///< [L/T^3]
};

/// How a shape moves that may turn.
template <int D>
struct TurningMotion {
  CubicPath<D> centre;
  AngularVelocity<D> angular_velocity{};  ///< [rad/T]
  Orientation<D> orientation{};
  Vec<D> centre_of_shape{};  ///< [L] the shape's own point that is at the path's place
  Vec<3> own_spin{};         ///< [rad/T] before the orientation, as the shape tells directions; in space
  std::shared_ptr<FreeTop> top{};  ///< how it turns, if it tumbles
};

/// [rad/T]
inline double size_of(double angular_velocity) { return std::fabs(angular_velocity); }
inline double size_of(const Vec<3>& angular_velocity) { return length(angular_velocity); }

/// Which vertices of a core are its corners, counterclockwise, no three of them on a line: exact.
void add_corners(const RoundedPolytope<2>& core, InlineVector<int, 8>& numbers);

/// A box as it turns, in space: all of middle +-half[0] +-half[1] +-half[2], seen from the centre that it
/// turns about. The half edges are across each other, or nearly so; some may be 0.
struct TurningBox {
  std::array<Vec<3>, 3> half;  ///< [L]
  Vec<3> middle;               ///< [L]
};

/// A convex shape that turns: its corners, seen from the centre that it turns about.
template <int D>
class TurningBody {
 public:
  /// `core`: the hull of its offsets, grown by a radius. In the plane its corners go counterclockwise then,
  /// and no three are on a line.
  TurningBody(const RoundedPolytope<D>& core, const TurningMotion<D>& motion);
  /// Other places that turn with a body, where they are now [L], seen from its centre. It is not turned
  /// again.
  TurningBody(const TurningBody& body, std::span<const Vec<D>> places);

  double radius() const { return radius_; }  ///< [L]
  double reach() const { return reach_; }    ///< [L] no corner is further from the centre
  /// [L] How far a corner is from it, or a little more.
  double reach(std::size_t corner) const { return reaches_.all()[corner]; }
  const CubicPath<D>& path() const { return path_; }
  /// [rad/T] As turned last.
  const AngularVelocity<D>& angular_velocity() const { return angular_velocity_; }
  /// [rad/T^2] As turned last: not 0 if it precesses, or tumbles.
  const Vec<3>& angular_acceleration() const { return angular_acceleration_; }
  bool precesses() const { return own_rate_ > 0.0; }  ///< or tumbles
  bool tumbles() const { return top_ != nullptr; }
  double rate() const { return rate_; }  ///< [rad/T] it never turns faster
  /// [rad] How far it can be followed.
  double furthest_angle() const { return tumbles() ? top_->furthest_angle() : kLargestAngle; }
  /// [rad] at most, within that time
  double angle_within(double time) const { return rate_ * time; }

  /// Puts the corners where they are after t. Requires: angle_within(t) <= furthest_angle().
  void turn(double t);
  /// The same of two.
  static void turn(TurningBody& a, TurningBody& b, double t);
  /// [L] The corners as turned last, from the centre.
  std::span<const Vec<D>> corners() const { return now_.all(); }
  /// The same, if it is a box in space, else null.
  const TurningBox* box() const { return is_box_ ? &box_ : nullptr; }
  /// As the core counts them.
  std::span<const int> numbers() const { return numbers_.all(); }
  /// [1/L] Of the edge from a corner to the next: one over its length. In the plane only.
  double edge_scale(std::size_t corner) const { return edge_scales_.all()[corner]; }
  /// A direction as the shape's own numbers tell it, as turned last.
  Vec<D> in_shape(const Vec<D>& direction) const;

 private:
  void turn_by(const Rotation<D>& spun, double t);
  void put_corners_at();

  double radius_;
  double reach_ = 0.0;
  double rate_;
  CubicPath<D> path_;
  AngularVelocity<D> angular_velocity_;
  Vec<3> angular_acceleration_{};
  AngularVelocity<D> steady_;  // [rad/T] in the world
  Vec<3> own_spin_;            // [rad/T] in the shape
  double own_rate_;
  SteadySpin<D> spin_;
  std::shared_ptr<FreeTop> top_;
  Rotation<D> start_rotation_;
  Rotation<D> rotation_;
  bool is_box_ = false;
  TurningBox box_start_;
  TurningBox box_;
  InlineVector<Vec<D>, 8> start_;
  InlineVector<Vec<D>, 8> now_;
  InlineVector<int, 8> numbers_;
  InlineVector<double, 8> reaches_;
  InlineVector<double, 8> edge_scales_;
};

}  // namespace firsthit
