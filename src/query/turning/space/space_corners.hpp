#pragma once

#include "core/vec_math.hpp"
#include "query/turning/base/turning_pair.hpp"
#include "query/turning/base/turning_taylor.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

// How far places of bodies in space reach along an axis that turns: with the derivatives n' and n'' of the
// axis, n . x of a place x that turns with its body, and its derivatives, are products of x with three
// vectors, the same for all places of the body. Derivation: docs/numerics/turning.md.

namespace firsthit {

/// What an axis in space does, with what all corners have in common.
class SpaceAxis {
 public:
  explicit SpaceAxis(const TurningAxis<3>& axis)
      : n_(axis.normal),
        first_(cross(axis.rate, axis.normal)),
        second_(cross(axis.rate, first_)),
        rate_(axis.rate),
        size_(length(axis.rate)),
        tip_speed_(length(first_) + 0x1p-50 * size_) {}

  double size() const { return size_; }            ///< [rad/T] of its rate
  double tip_speed() const { return tip_speed_; }  ///< [1/T] or a little more

  Taylor of_path(const TurningInstant<3>& now) const {
    return {dot(n_, now.place), dot(first_, now.place) + dot(n_, now.velocity),
            dot(n_, now.acceleration) + 2.0 * dot(first_, now.velocity) + dot(second_, now.place)};
  }

 private:
  friend class SpaceCorners;

  Vec<3> n_;
  Vec<3> first_;  // derivatives of n
  Vec<3> second_;
  Vec<3> rate_;
  double size_;
  double tip_speed_;
};

/// The corners of one body along an axis.
class SpaceCorners {
 public:
  /// `sign`: 1 if those that reach least far count, -1 if those that reach furthest.
  SpaceCorners(const SpaceAxis& axis, const TurningBody<3>& body, double sign)
      : body_(body), n_(sign * axis.n_) {
    if (body.corners().empty()) return;
    const Vec<3>& spin = body.angular_velocity();
    rate_ = sign * cross(axis.n_, spin - axis.rate_);
    bend_ = axis.second_ + (2.0 * cross(axis.first_, spin) + cross(cross(axis.n_, spin), spin));
    if (body.precesses()) bend_ = bend_ + cross(axis.n_, body.angular_acceleration());
    bend_ = sign * bend_;
    const double both = axis.size_ + body.rate();
    third_ = relative_rate(axis, body) * both * both * body.reach();
    if (body.box() != nullptr)
      reach_of_box(*body.box());
    else
      reach_of_hull();
  }

  /// Of the one that is nearest now; of nothing, if there is none.
  const Taylor& nearest() const { return nearest_; }

  /// Calls use(Taylor) for all others that may be the nearest within a time, as far as their Taylors tell.
  void for_others(double time, const auto& use) const {
    if (third_ == 0.0 || body_.corners().empty()) return;  // they stand still along the axis
    if (body_.box() != nullptr)
      for_others_of_box(time, use);
    else
      for_others_of_hull(time, use);
  }

 private:
  /// [rad/T] How fast the body turns at most, seen from the axis.
  static double relative_rate(const SpaceAxis& axis, const TurningBody<3>& body) {
    return body.precesses() ? axis.size_ + body.rate() : length(body.angular_velocity() - axis.rate_);
  }

  Taylor of(const Vec<3>& x) const { return {dot(n_, x), dot(rate_, x), dot(bend_, x)}; }

  static bool is_below(const Taylor& f, const Taylor& g) {
    if (f.value != g.value) return f.value < g.value;
    return f.rate < g.rate || (f.rate == g.rate && f.bend < g.bend);
  }

  /// Is value + rate t + bend t^2 / 2 below 0 within a time? Requires: value >= 0.
  static bool gets_below(double value, double rate, double bend, double time) {
    if (value + time * (rate + (0.5 * time) * bend) < 0.0) return true;
    const bool has_summit = rate < 0.0 && bend > 0.0 && -rate < bend * time;
    return has_summit && rate * rate > 2.0 * value * bend;
  }

  /// Of several as near, the one that comes nearer soonest, whichever is listed first.
  void reach_of_hull() {
    const auto corners = body_.corners();
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const double along = dot(n_, corners[i]);
      if (along > least) continue;
      const Taylor f = of(corners[i]);
      if (along == least && !is_below(f, nearest_)) continue;
      least = along;
      nearest_ = f;
      which_ = i;
    }
    nearest_.third = third_;
  }

  void for_others_of_hull(double time, const auto& use) const {
    const auto corners = body_.corners();
    for (std::size_t i = 0; i < corners.size(); ++i) {
      if (i == which_) continue;
      Taylor f = of(corners[i]);
      if (!gets_below(f.value - nearest_.value, f.rate - nearest_.rate, f.bend - nearest_.bend, time))
        continue;
      f.third = third_;
      use(f);
    }
  }

  /// Each half edge to the side where it is nearer, whatever the other two do.
  void reach_of_box(const TurningBox& box) {
    nearest_ = of(box.middle);
    for (std::size_t k = 0; k < 3; ++k) {
      const Taylor f = of(box.half[k]);
      const Taylor g{-f.value, -f.rate, -f.bend};
      edges_[k] = is_below(g, f) ? g : f;
      nearest_ = nearest_ + edges_[k];
    }
    nearest_.third = third_;
  }

  /// With all choices of those half edges that may come to be nearer on the other side.
  void for_others_of_box(double time, const auto& use) const {
    std::array<Taylor, 8> all;
    all[0] = nearest_;
    std::size_t count = 1;
    for (const Taylor& f : edges_) {
      const Taylor change{-2.0 * f.value, -2.0 * f.rate, -2.0 * f.bend};
      if (!gets_below(change.value, change.rate, change.bend, time)) continue;
      for (std::size_t i = 0; i < count; ++i) all[count + i] = all[i] + change;
      count *= 2;
    }
    for (std::size_t i = 1; i < count; ++i) use(all[i]);
  }

  const TurningBody<3>& body_;
  Vec<3> n_;
  Vec<3> rate_;
  Vec<3> bend_;
  double third_ = 0.0;  // [L/T^3] of all corners
  Taylor nearest_;
  std::size_t which_ = 0;          // of a hull
  std::array<Taylor, 3> edges_{};  // of a box
};

}  // namespace firsthit
