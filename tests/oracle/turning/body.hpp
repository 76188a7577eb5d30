#pragma once

#include "oracle/turning/parts.hpp"

#include <firsthit/first_hit.hpp>

#include <type_traits>

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
  const N& radius() const { return start_.radius; }
  const N& reach() const { return reach_; }  ///< of the corners from the centre; of a plane its height's size
  const Rate<D, N>& rate() const { return rate_; }

  /// Puts it where it is at t.
  void look(double t);

  // Where it is and how it moves then.
  const Place<D, N>& place() const { return place_; }  ///< of the centre
  const Place<D, N>& velocity() const { return velocity_; }
  const Place<D, N>& acceleration() const { return acceleration_; }
  /// The parts as turned then, from the centre.
  const std::vector<Part<D, N>>& parts() const { return now_.parts; }
  const Place<D, N>& plane_normal() const { return start_.normal; }
  const N& plane_height() const { return start_.height; }

  /// |place| + |velocity| t + |acceleration| t^2 + reach + radius: what errors are relative to.
  N size(double t) const;

 private:
  Anatomy<D, N> start_;
  Anatomy<D, N> now_;
  Place<D, N> start_place_;
  Place<D, N> start_velocity_;
  Place<D, N> acceleration_;
  Rate<D, N> rate_{};
  N reach_{0.0};
  Place<D, N> place_;
  Place<D, N> velocity_;
};

}  // namespace firsthit::turning_judge
