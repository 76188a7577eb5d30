#include "world/rest/sliding.hpp"

#include "core/vec_math.hpp"
#include "world/bodies/spin_table.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit {

namespace {

constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

/// Surfaces that slip no faster than so many roundings of the speeds they come from do not slip. Smaller:
/// what rolls is told to slip for a moment, which does no harm. Larger: what slips that slowly grips too
/// early.
constexpr double kGripRoundings = 16.0;

/// What slips, and could slip on by no more than this part of a rounding of its place with all its speed,
/// stops at once. Without that it would meet a wall, at which friction stops it, endlessly often in no time.
/// Larger: the end of a slip is told early.
constexpr double kNoWay = 0x1p-40;

/// A pull across the way that is no more than so many roundings of itself does not bend it.
constexpr double kStraight = 8.0 * kEpsilon;

/// In one piece of a way that bends, its direction turns by no more [rad], and its speed changes by no larger
/// part. Smaller: more events, in proportion. Larger: the path within a piece is less true.
constexpr double kPieceAngle = 0x1p-6;
constexpr double kPieceChange = 0x1p-4;

/// Such a way has no pieces in which friction and pull could move a body by fewer roundings than these.
/// Smaller: pieces that lead nowhere are taken for a collapse. Larger: a slow way is less true.
constexpr double kPieceRoundings = 64.0;

/// A way on which friction of constant strength acts against the velocity, and something pulls.
template <int D>
struct Braked {
  Vec<D> against{};                                        // the mean direction of the velocity, at most unit
  double lasts = std::numeric_limits<double>::infinity();  // [T]
  bool stops = false;                                      // then
};

/// du/dt = pull - strength u / |u|, from u on. Requires: u is not zero.
template <int D>
Braked<D> braked(const Vec<D>& u, const Vec<D>& pull, double strength, double rounding) {
  const double speed = length(u);
  const Vec<D> along = (1.0 / speed) * u;
  Braked<D> way{along};
  if (!(strength > 0.0)) return way;
  const double helps = dot(pull, along);
  const double slows = strength - helps;
  const double across = D == 2 ? 0.0 : length(pull - helps * along);
  const double strongest = length(pull);
  const double room = kPieceRoundings * rounding;
  const bool is_slow = speed * speed <= 2.0 * (strength + strongest) * room;
  if (across <= kStraight * strongest || (is_slow && strength > strongest)) {
    if (slows > 0.0) way = {along, speed / slows, true};
    return way;
  }
  // A piece: the velocity at its end by the classical Runge-Kutta scheme, and the direction that leads there.
  way.lasts = std::max(std::min(kPieceAngle * speed / across, kPieceChange * speed / std::fabs(slows)),
                       std::sqrt(2.0 * room / (strength + strongest)));
  const double h = way.lasts;
  const auto rate = [&](const Vec<D>& v) {
    const double size = length(v);
    return size > 0.0 ? pull - (strength / size) * v : pull;
  };
  const Vec<D> k1 = rate(u);
  const Vec<D> k2 = rate(u + (0.5 * h) * k1);
  const Vec<D> k3 = rate(u + (0.5 * h) * k2);
  const Vec<D> k4 = rate(u + h * k3);
  const Vec<D> mean = (1.0 / 6.0) * ((k1 + k4) + 2.0 * (k2 + k3));
  way.against = (1.0 / strength) * (pull - mean);
  return way;
}

/// [L/T] How the surface of the slider passes over the support.
template <int D>
Vec<D> slip_of(const Slider<D>& slider) {
  if (!(slider.leverage > 0.0)) return slider.velocity;
  return slider.velocity + turning_velocity(slider.angular_velocity, slider.radius * slider.into);
}

double about(const Vec<2>&, double) { return 0.0; }
double about(const Vec<3>& axis, const Vec<3>& turning) { return dot(axis, turning); }
double about_only(const Vec<2>&, double) { return 0.0; }
Vec<3> about_only(const Vec<3>& axis, double rate) { return rate * axis; }

/// Whatever ends first ends.
template <int D>
void end_after(Slide<D>& way, double lasts, std::uint32_t what) {
  if (!(lasts <= way.lasts)) return;
  way.ends = lasts < way.lasts ? what : way.ends | what;
  way.lasts = lasts;
}

}  // namespace

template <int D>
Slide<D> slide(const Slider<D>& slider, const Surfaces& surfaces) {
  const Vec<D>& into = slider.into;
  const double leverage = slider.leverage;
  const double holds = surfaces.friction * slider.press;  // [L/T^2] at most
  const double speeds =
      length(slider.velocity) + slider.radius * speed_of(slider.angular_velocity) + length(slider.carried);
  const double nothing = kGripRoundings * kEpsilon * speeds;
  const Vec<D> slip = slip_of(slider);
  Slide<D> way{slider.pull, {}, std::numeric_limits<double>::infinity(), 0};
  if (length(slip) > nothing) {
    const double strength = (1.0 + leverage) * holds;
    if (std::isinf(holds)) return {slider.pull, {}, 0.0, kSlipEnds};
    const double slows = strength - length(slider.pull);
    const AngularVelocity<D> rolls =
        slider.angular_velocity - about_only(into, about(into, slider.angular_velocity));
    const double speed =
        leverage > 0.0 ? length(slider.velocity) + slider.radius * speed_of(rolls) : length(slip);
    if (slows > 0.0 && speed * speed <= 2.0 * slows * (kNoWay * slider.rounding))
      return {slider.pull, {}, 0.0, leverage > 0.0 ? kSlipEnds | kRollEnds : kSlipEnds};
    const Braked<D> braking = braked(slip, slider.pull, strength, slider.rounding);
    const Vec<D> force = -holds * braking.against;
    way.acceleration = slider.pull + force;
    if (leverage > 0.0) way.angular_acceleration = (leverage / slider.radius) * cross(into, force);
    end_after(way, braking.lasts, braking.stops ? kSlipEnds : 0);
  } else if (length(slider.pull) <= (1.0 + leverage) * holds) {
    if (!(leverage > 0.0) && !is_zero(slip)) return {slider.pull, {}, 0.0, kSlipEnds};
    // It grips: the surface that touches has no acceleration.
    const Vec<D> pull = leverage > 0.0 ? (leverage / (1.0 + leverage)) * slider.pull : Vec<D>{};
    // What resists rolling acts where the surfaces touch, too: it is at most what is left of friction there.
    const double resists =
        std::min(surfaces.rolling_friction * slider.press, holds - length(slider.pull) / (1.0 + leverage));
    const bool rolls = leverage > 0.0 && length(slider.velocity) > nothing;
    if (rolls) {
      const Braked<D> braking = braked(slider.velocity, pull, resists, slider.rounding);
      way.acceleration = pull - resists * braking.against;
      end_after(way, braking.lasts, braking.stops ? kRollEnds : 0);
    } else {
      const double strongest = length(pull);
      way.acceleration = strongest > resists ? (1.0 - resists / strongest) * pull : Vec<D>{};
    }
    if (leverage > 0.0) way.angular_acceleration = (-1.0 / slider.radius) * cross(into, way.acceleration);
  } else {  // it begins to slip, where it is pulled
    const Vec<D> force = (-holds / length(slider.pull)) * slider.pull;
    way.acceleration = slider.pull + force;
    if (leverage > 0.0) way.angular_acceleration = (leverage / slider.radius) * cross(into, force);
  }
  const double spin = about(into, slider.angular_velocity);
  if (leverage > 0.0 && surfaces.spinning_friction > 0.0 && std::fabs(spin) * slider.radius > nothing) {
    const double slows = leverage / slider.radius * surfaces.spinning_friction * slider.press;
    way.angular_acceleration = way.angular_acceleration + about_only(into, spin > 0.0 ? -slows : slows);
    end_after(way, std::fabs(spin) / slows, kSpinEnds);
  }
  return way;
}

template <int D>
void end_slide(Slider<D>& slider, std::uint32_t ends) {
  if ((ends & kSlipEnds) != 0) {
    const Vec<D> impulse = (-1.0 / (1.0 + slider.leverage)) * slip_of(slider);
    slider.velocity = slider.velocity + impulse;
    if (slider.leverage > 0.0)
      slider.angular_velocity =
          slider.angular_velocity + (slider.leverage / slider.radius) * cross(slider.into, impulse);
  }
  const double spin = about(slider.into, slider.angular_velocity);
  if ((ends & kRollEnds) != 0) {
    slider.velocity = Vec<D>{};
    slider.angular_velocity = about_only(slider.into, spin);
  }
  if ((ends & kSpinEnds) != 0)
    slider.angular_velocity = slider.angular_velocity - about_only(slider.into, spin);
}

template Slide<2> slide(const Slider<2>&, const Surfaces&);
template Slide<3> slide(const Slider<3>&, const Surfaces&);
template void end_slide(Slider<2>&, std::uint32_t);
template void end_slide(Slider<3>&, std::uint32_t);

}  // namespace firsthit
