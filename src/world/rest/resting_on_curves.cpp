#include "core/vec_math.hpp"
#include "world/rest/glide.hpp"
#include "world/rest/resting.hpp"

#include <algorithm>
#include <array>
#include <cmath>

// How bodies land on what is curved, glide there, and come to rest.

namespace firsthit {

namespace {

/// A body that starts to glide from a standstill is lifted, bounce by bounce, to this part of the radius
/// of curvature; so much higher goes each bounce. (At the joint of two flush faces the first of these
/// bounces already ends on a face.)
constexpr double kLift = 0x1p-30;
constexpr double kLiftGrowth = 4.0;

/// Such bounces must stand clear of the rounding of positions, by this factor.
constexpr double kLiftRoundings = 0.5;

/// One that spins, and whom friction below presses on something else, parts from that with this part of how
/// fast it slips, at most. Until it is back, friction takes 2 (1 + m r^2 / I) times that of the slip: three
/// quarters of it from a disc, seven eighths from a sphere. Larger: it would come back rolling, with energy
/// from nowhere. Smaller: more hops.
constexpr double kHopOfSlip = 0x1p-3;

}  // namespace

/// Does it touch this, and what it has touched before, in a groove of space, and glide, or fall, along it?
/// There its bounces on both would get ever smaller.
template <int D>
bool Resting<D>::glides_in_groove(Id body, const Vec<D>& position, const Vec<D>& velocity,
                                  const Touch<D>& touch, double rounding) const {
  if (D == 2) return false;
  Touches touches = supports_of(body, position);
  double curvature = 0.0;
  const std::span<const Support<D>> others = supports_.touched(body);
  for (std::size_t i = 0; i < others.size(); ++i) {
    if (others[i] == touch.support) continue;
    const Touch<D> near = touch_of(body, others[i], position, supports_.find(body)->touched_into[i]);
    if (!(near.gap <= kGlide * table_.radius[body])) continue;
    touches.add(body, near);
    curvature = std::max(curvature, std::fabs(near.curvature));
  }
  if (curvature == 0.0) return false;
  touches.add(body, touch);
  return !is_balanced(body, touches, velocity, curvature, rounding);
}

/// [L/T] How fast what spins slips on the flat support that holds it, so that friction may press it on
/// something else.
template <int D>
double Resting<D>::slip_below(Id body, const Vec<D>& position, const Vec<D>& velocity) const {
  if (table_.turns(body) || !spins_.spins(body)) return 0.0;
  const std::optional<Touch<D>> below = only_flat_support(body, position);
  if (!below || !(table_.surfaces(body, below->support.id).friction > 0.0)) return 0.0;
  const AngularVelocity<D> turning = spins_.velocity_at(body, now_, flight_.timebase());
  const Vec<D> carried = below->velocity + table_.surface_velocity(below->support.id, below->into);
  const Vec<D> passing = velocity - carried + turning_velocity(turning, table_.radius[body] * below->into);
  return length(passing - dot(passing, below->into) * below->into);
}

/// [L/T] How fast it hops off that, if it slips so: no higher than `high` [L].
template <int D>
double Resting<D>::hop_of_slip(double slip, double press, double high) {
  const double highest = std::sqrt(2.0 * press * high);
  return slip > 0.0 ? std::min(highest, kHopOfSlip * slip) : highest;
}

/// Are all of these, of two at least, nearly in one plane?
template <int D>
bool Resting<D>::is_one_plane(const Touches& touches) const {
  constexpr double kNearly = 0x1p-12;  // of the square of the angle between two
  const std::span<const Vec<D>> into = touches.directions();
  return into.size() > 1 && std::all_of(into.begin(), into.end(), [&](const Vec<D>& one) {
           return length_squared(one - into[0]) < kNearly;
         });
}

/// Can gravity and `touches` hold a body with this velocity where it is, for all that rounding tells?
template <int D>
bool Resting<D>::is_balanced(Id body, const Touches& touches, const Vec<D>& velocity, double curvature,
                             double rounding) const {
  if (!flight_.falls()) return false;
  const Vec<D>& gravity = flight_.gravity();
  const double pull = length(gravity);
  const Held<D> held_now = held(gravity, touches.all());
  const Touch<D>& touch = touches.touch[touches.count - 1];
  // The place of a contact rounds, and its direction with it.
  if (length(held_now.acceleration - touch.acceleration) > 4.0 * rounding * std::fabs(curvature) * pull)
    return false;
  // Two that lie nearly in one plane, as a floor and an arc that begins there, hold nobody between them.
  const Vec<D> slide = is_one_plane(touches)
                           ? held(velocity - touch.velocity, touches.directions()).acceleration
                           : kept_on(velocity, touches.all(), held_now.holding) - touch.velocity;
  return bounce_height(length(slide), pull) <= rounding && table_.moves(body);
}

template <int D>
Landing<D> Resting<D>::land_on_curve(Id body, const Vec<D>& position, const Vec<D>& velocity,
                                     const Touch<D>& touch, double restitution, double rounding,
                                     double press) {
  const double closing = std::max(dot(touch.into, velocity - touch.velocity), 0.0);
  const double radius = 1.0 / std::fabs(touch.curvature);
  const double glide = std::max(kGlide * radius, kGlideRoundings * rounding);
  const double rebound = restitution * closing;
  Landing<D> landing{restitution, 0.0, false, {}};
  if (bounce_height(rebound, press) >= glide) {
    forget_touched(body);
    return landing;
  }
  if (supports_.may_rest()) {
    Touches touches = supports_of(body, position);
    const std::span<const Support<D>> others = supports_.touched(body);
    for (std::size_t i = 0; i < others.size(); ++i) {
      const Touch<D> near = touch_of(body, others[i], position, supports_.find(body)->touched_into[i]);
      if (near.gap <= glide) touches.add(body, near);
    }
    touches.add(body, touch);
    if (is_balanced(body, touches, velocity, touch.curvature, rounding)) {
      if (bounce_height(rebound, press) > rounding) {
        remember(body, touch);
        return landing;
      }
      const Held<D> held_now = held(flight_.gravity(), touches.all());
      const bool needs_it = (held_now.holding >> (touches.count - 1) & 1U) != 0;
      if (const double slip = slip_below(body, position, velocity); !needs_it && slip > 0.0) {
        landing.lift = hop_of_slip(slip, press, glide);
        return landing;
      }
      settle(body, touches, held_now.holding, touch.acceleration);
      return {0.0, 0.0, true, touch.velocity};
    }
    remember(body, touch);
  }
  const double height = bounce_height(closing, press);
  const double lift = std::max(kLift * radius, kGlideRoundings * rounding);
  if (height < lift) {
    landing.lift = std::sqrt(2.0 * press * std::clamp(kLiftGrowth * height, kLiftRoundings * rounding, lift));
  } else {
    landing.restitution = std::min(1.0, std::sqrt(2.0 * press * glide) / closing);
  }
  return landing;
}

template double Resting<2>::slip_below(Id, const Vec<2>&, const Vec<2>&) const;
template double Resting<2>::hop_of_slip(double, double, double);
template bool Resting<2>::glides_in_groove(Id, const Vec<2>&, const Vec<2>&, const Touch<2>&, double) const;
template Landing<2> Resting<2>::land_on_curve(Id, const Vec<2>&, const Vec<2>&, const Touch<2>&, double,
                                              double, double);
template double Resting<3>::slip_below(Id, const Vec<3>&, const Vec<3>&) const;
template double Resting<3>::hop_of_slip(double, double, double);
template bool Resting<3>::glides_in_groove(Id, const Vec<3>&, const Vec<3>&, const Touch<3>&, double) const;
template Landing<3> Resting<3>::land_on_curve(Id, const Vec<3>&, const Vec<3>&, const Touch<3>&, double,
                                              double, double);

}  // namespace firsthit
