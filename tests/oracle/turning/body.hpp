#pragma once

#include "oracle/turning/parts.hpp"

#include <firsthit/first_hit.hpp>

#include <cmath>
#include <type_traits>
#include <variant>

namespace firsthit::turning_judge {

/// [rad/T] as AngularVelocity.
template <int D, class N>
using Rate = std::conditional_t<D == 2, N, Place<3, N>>;

template <class N>
Place<2, N> spun(const N& rate, const Place<2, N>& x) {
  return rate * turned_left(x);
}
template <class N>
Place<3, N> spun(const Place<3, N>& rate, const Place<3, N>& x) {
  return cross(rate, x);
}

template <class N>
N size_of(const N& rate) {
  using std::fabs;
  return fabs(rate);
}
template <class N>
N size_of(const Place<3, N>& rate) {
  return length(rate);
}

/// A shape that moves, seen from its centre: where it is at a time, by the definition of Spinning.
template <int D, class N>
class Body {
 public:
  explicit Body(const Moving<D>& moving);

  bool is_plane() const { return start_.is_plane; }
  bool is_bow() const { return !start_.parts.empty() && start_.parts[0].bow_radius > N(0.0); }  ///< an arc
  const N& radius() const { return start_.radius; }
  const N& reach() const { return reach_; }  ///< of the corners from the centre; of a plane its height's size

  /// Puts it where it is at t.
  void look(double t);

  // Where it is and how it moves then.
  const Place<D, N>& place() const { return place_; }  ///< of the centre
  const Place<D, N>& velocity() const { return velocity_; }
  const Place<D, N>& acceleration() const { return acceleration_; }
  const Place<D, N>& jerk() const { return jerk_; }
  const Rate<D, N>& rate() const { return rate_; }  ///< that it turns at in the world
  /// By which that changes: 0 but for what precesses.
  const Rate<D, N>& rate_change() const { return rate_change_; }
  bool precesses() const { return precesses_; }
  /// The parts as turned then, from the centre.
  const std::vector<Part<D, N>>& parts() const { return now_.parts; }
  const Place<D, N>& plane_normal() const { return start_.normal; }
  const N& plane_height() const { return start_.height; }

  /// |place| + |velocity| t + |acceleration| t^2 + |jerk| t^3 + reach + radius: what errors are relative to.
  N size(double t) const;
  const N& fastest() const { return fastest_; }  ///< [rad/T] no rate is larger

 private:
  Anatomy<D, N> start_;
  Anatomy<D, N> now_;
  Place<D, N> start_place_;
  Place<D, N> start_velocity_;
  Place<D, N> start_acceleration_;
  Place<D, N> jerk_;
  Rate<D, N> precession_{};
  Rate<D, N> spin_{};  // of what precesses, in its own numbers
  Orientation<D> orientation_;
  bool precesses_ = false;
  N fastest_{0.0};
  N reach_{0.0};
  Place<D, N> place_;
  Place<D, N> velocity_;
  Place<D, N> acceleration_;
  Rate<D, N> rate_{};
  Rate<D, N> rate_change_{};
};

/// [T] When its course ends; infinite if it does not.
template <int D>
double end_of_course(const Moving<D>& moving) {
  const auto* spline = std::get_if<Spline<D>>(&moving.motion);
  return spline != nullptr ? spline->duration : HUGE_VAL;
}

}  // namespace firsthit::turning_judge
