#include "world/resting.hpp"

#include "core/expect.hpp"
#include "core/vec_math.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace firsthit {

namespace {

/// Directions this near to a plane of others (squared sine) add nothing to what the others hold.
constexpr double kDependent = 0x1p-40;

/// On a curved support a bounce lower than this part of the radius of curvature loses nothing. Smaller:
/// a body that glides costs more events, in proportion to one over the root. Larger: its path is less
/// true to the surface.
constexpr double kGlide = 0x1p-20;

/// A body that starts to glide from a standstill is lifted, bounce by bounce, to this part of the radius
/// of curvature; so much higher goes each bounce. (At the joint of two flush faces the first of these
/// bounces already ends on a face.)
constexpr double kLift = 0x1p-30;
constexpr double kLiftGrowth = 4.0;

/// A glide's bounces must stand clear of the rounding of positions, by these factors.
constexpr double kGlideRoundings = 64.0;
constexpr double kLiftRoundings = 0.5;

/// A step that passes an edge, in parts of the coordinates, and the most that are taken at a time: fewer
/// would do but for the tiniest angles between an edge and the way.
constexpr double kEdge = std::numeric_limits<double>::epsilon();
constexpr double kMostSteps = 0x1p20;

/// So many impacts without room between them are taken to be endless, unless they are elastic: these
/// are pi over the angle of the corner. Smaller: bounces out of sharp corners are lost. Larger: the
/// engine takes them for a collapse.
constexpr std::uint32_t kJammed = 64;

/// What rests further off its support than this many roundings did not get there by rounding.
constexpr double kSeatRoundings = 1024.0;

/// How high [L] a bounce at `speed` goes against the acceleration `press`.
double bounce_height(double speed, double press) { return speed * speed / (2.0 * press); }

}  // namespace

template <int D>
Vec<D> without(Vec<D> v, std::span<const Vec<D>> along, std::uint32_t bits) {
  std::array<Vec<D>, std::size_t{D}> basis{};
  std::size_t size = 0;
  for (std::size_t i = 0; i < along.size() && size < D; ++i) {
    if ((bits >> i & 1U) == 0) continue;
    Vec<D> direction = along[i];
    for (std::size_t k = 0; k < size; ++k) direction = direction - dot(direction, basis[k]) * basis[k];
    const double squared = length_squared(direction);
    if (squared < kDependent) continue;
    basis[size++] = (1.0 / std::sqrt(squared)) * direction;
  }
  if (size == D) return Vec<D>{};
  // Once more takes away what rounding has left of the first: nobody sinks into what holds it.
  for (int pass = 0; pass < 2; ++pass)
    for (std::size_t k = 0; k < size; ++k) v = v - dot(v, basis[k]) * basis[k];
  return v;
}

template <int D>
Held<D> held(const Vec<D>& gravity, std::span<const Vec<D>> into) {
  Held<D> best{gravity, 0};
  double least = std::numeric_limits<double>::infinity();
  for (std::uint32_t bits = 0; bits < 1U << into.size(); ++bits) {
    if (std::popcount(bits) > D) continue;
    const Vec<D> rest = without(gravity, into, bits);
    double violation = 0.0;  // how far some of these would have to pull, or let the body in
    bool needed = true;
    for (std::size_t i = 0; i < into.size(); ++i) {
      const std::uint32_t bit = 1U << i;
      if ((bits & bit) == 0) {
        violation = std::max(violation, dot(into[i], rest));
        continue;
      }
      const Vec<D> alone = without(into[i], into, bits & ~bit);
      needed = needed && length_squared(alone) >= kDependent;
      violation = std::max(violation, -dot(gravity, alone));
    }
    if (!needed || !(violation < least)) continue;
    least = violation;
    best = {rest, bits};
  }
  return best;
}

template <int D>
void Resting<D>::Touches::add(const Touch<D>& one) {
  for (std::size_t i = 0; i < count; ++i)
    if (touch[i].support == one.support) return;
  touch[count] = one;
  into[count++] = one.into;
}

template <int D>
void Resting<D>::start(bool enabled) {
  enabled_ = enabled;
  index_.assign(enabled && flight_.falls() ? table_.size() : 0, 0);
  holds_.clear();
}

template <int D>
auto Resting<D>::hold(Id body) -> Hold& {
  if (index_[body] == 0) {
    holds_.emplace_back();
    index_[body] = static_cast<std::uint32_t>(holds_.size());
  }
  return holds_[index_[body] - 1];
}

template <int D>
auto Resting<D>::held_by(Id body) const -> const Hold* {
  return body < index_.size() && index_[body] != 0 ? &holds_[index_[body] - 1] : nullptr;
}

template <int D>
std::span<const Support<D>> Resting<D>::supports(Id body) const {
  const Hold* hold = held_by(body);
  if (hold == nullptr) return {};
  return {hold->supports.data(), hold->support_count};
}

template <int D>
std::span<const Support<D>> Resting<D>::touched(Id body) const {
  const Hold* hold = held_by(body);
  if (hold == nullptr) return {};
  return {hold->touched.data(), hold->touched_count};
}

template <int D>
bool Resting<D>::rests_on(Id body, const Support<D>& support) const {
  const auto all = supports(body);
  return std::find(all.begin(), all.end(), support) != all.end();
}

template <int D>
Touch<D> Resting<D>::touch_of(Id body, const Support<D>& support, const Vec<D>& position) const {
  Touch<D> touch{support, {}, 0.0, 0.0};
  if (support.id >= kFirstSide) {
    const std::size_t axis = side_axis(support.id);
    const bool upper = side_is_upper(support.id);
    const double room = upper ? space_.max[axis] - position[axis] : position[axis] - space_.min[axis];
    touch.into[axis] = upper ? 1.0 : -1.0;
    touch.gap = room - table_.radius[body];
    return touch;
  }
  const Body<D>& fixed = table_.fixed_body(support.id);
  Vec<D> d = fixed.position - position;
  for (std::size_t axis = 0; axis < D; ++axis)
    d[axis] += static_cast<double>(support.image[axis]) * flight_.period().length[axis];
  const Facing<D> face = facing(fixed.shape, d, table_.radius_at(body, support.id));
  const double size = length(face.toward);
  if (size > 0.0) touch.into = (1.0 / size) * face.toward;
  touch.curvature = face.curvature;
  touch.gap = face.distance - table_.radius_at(body, support.id);
  return touch;
}

template <int D>
auto Resting<D>::supports_of(Id body, const Vec<D>& position) const -> Touches {
  Touches touches;
  for (const Support<D>& support : supports(body)) touches.add(touch_of(body, support, position));
  return touches;
}

/// From now on those of `touches` hold the body whose bit is set.
template <int D>
void Resting<D>::settle(Id body, const Touches& touches, std::uint32_t holding, const Vec<D>& acceleration) {
  Hold& now = hold(body);
  now.support_count = 0;
  for (std::size_t i = 0; i < touches.count; ++i)
    if ((holding >> i & 1U) != 0) now.supports[now.support_count++] = touches.touch[i].support;
  flight_.set_acceleration(body, acceleration);
}

template <int D>
void Resting<D>::remember(Id body, const Support<D>& support) {
  Hold& now = hold(body);
  std::size_t last = 0;
  while (last < now.touched_count && now.touched[last] != support) ++last;
  if (last == now.touched_count && now.touched_count < kMostTouched) ++now.touched_count;
  for (std::size_t i = std::min(last, kMostTouched - 1); i > 0; --i) now.touched[i] = now.touched[i - 1];
  now.touched[0] = support;
}

/// Has the body had many impacts in a row, now one more, without any room between them? In a corner there
/// may be endlessly many.
template <int D>
bool Resting<D>::is_jammed(Id body, bool without_room) {
  if (!without_room && held_by(body) == nullptr) return false;
  Hold& now = hold(body);
  now.roomless = without_room ? std::min(now.roomless + 1, kJammed) : 0;
  return now.roomless == kJammed;
}

/// The velocity of a body that is driven into an overhang while supports hold it: it goes on neither into
/// the one nor off the others.
template <int D>
Vec<D> Resting<D>::stopped(Id body, const Vec<D>& position, const Vec<D>& velocity,
                           const Touch<D>& touch) const {
  const Touches all = supports_of(body, position);
  const std::array<Vec<D>, 1> onward = {without(touch.into, all.directions(), (1U << all.count) - 1U)};
  return without(velocity, std::span<const Vec<D>>(onward), 1U);
}

/// A step [L] along the velocity that is just long enough to tell what comes next.
template <int D>
Vec<D> Resting<D>::ahead(Id body, const Vec<D>& position, const Vec<D>& velocity) const {
  const double fastest = max_abs(velocity);
  Vec<D> step;
  if (!(fastest > 0.0)) return step;
  for (std::size_t axis = 0; axis < D; ++axis)
    step[axis] = velocity[axis] / fastest * (kEdge * (max_abs(position) + table_.radius[body]));
  return step;
}

template <int D>
void Resting<D>::forget_touched(Id body) {
  if (held_by(body) != nullptr) hold(body).touched_count = 0;
}

template <int D>
Landing<D> Resting<D>::land(Id body, const Vec<D>& position, const Vec<D>& velocity, Touch<D> touch,
                            double restitution, bool lasting, double elapsed, double rounding) {
  double closing = std::max(dot(touch.into, velocity), 0.0);
  bool jammed = false;
  if (enabled_ && flight_.falls()) {
    jammed = is_jammed(body, closing * elapsed <= rounding) && restitution < 1.0;
    if (jammed) restitution = 0.0;
    const Touch<D> next = touch_of(body, touch.support, position + 4.0 * ahead(body, position, velocity));
    if (touch.curvature != 0.0 && next.curvature == 0.0 &&
        bounce_height(closing, length(flight_.gravity())) <= rounding) {
      touch = next;
      closing = std::max(dot(touch.into, velocity), 0.0);
    }
  }
  if (lasting && !jammed) restitution = 1.0;
  Landing<D> landing{restitution, 0.0, false, {}};
  if (!enabled_) return landing;
  const double slide = std::max(length_squared(velocity) - closing * closing, 0.0);
  const double press = dot(touch.into, flight_.acceleration(body)) - touch.curvature * slide;
  if (!(press > 0.0)) {
    if (jammed) landing = {0.0, 0.0, true, stopped(body, position, velocity, touch)};
    return landing;
  }
  if (touch.curvature != 0.0)
    return land_on_curve(body, position, velocity, touch, restitution, rounding, press);
  const double height = bounce_height(restitution * closing, press);
  if (height > rounding) {
    if (!index_.empty() && height < kGlide * table_.radius[body])
      remember(body, touch.support);
    else
      forget_touched(body);
    return landing;
  }
  Touches touches = supports_of(body, position);
  touches.add(touch);
  const Held<D> held_now = held(flight_.gravity(), touches.directions());
  settle(body, touches, held_now.holding, held_now.acceleration);
  return {0.0, 0.0, true, without(velocity, touches.directions(), held_now.holding)};
}

/// Can gravity and `touches` hold a body with this velocity where it is, for all that rounding tells?
template <int D>
bool Resting<D>::is_balanced(Id body, const Touches& touches, const Vec<D>& velocity, double curvature,
                             double rounding) const {
  if (!flight_.falls()) return false;
  const Vec<D>& gravity = flight_.gravity();
  const double pull = length(gravity);
  const Held<D> held_now = held(gravity, touches.directions());
  // The place of a contact rounds, and its direction with it.
  if (length(held_now.acceleration) > 4.0 * rounding * std::fabs(curvature) * pull) return false;
  const Vec<D> slide = without(velocity, touches.directions(), held_now.holding);
  return bounce_height(length(slide), pull) <= rounding && table_.moves(body);
}

template <int D>
Landing<D> Resting<D>::land_on_curve(Id body, const Vec<D>& position, const Vec<D>& velocity,
                                     const Touch<D>& touch, double restitution, double rounding,
                                     double press) {
  const double closing = std::max(dot(touch.into, velocity), 0.0);
  const double radius = 1.0 / std::fabs(touch.curvature);
  const double glide = std::max(kGlide * radius, kGlideRoundings * rounding);
  const double rebound = restitution * closing;
  Landing<D> landing{restitution, 0.0, false, {}};
  if (bounce_height(rebound, press) >= glide) {
    forget_touched(body);
    return landing;
  }
  if (!index_.empty()) {
    Touches touches = supports_of(body, position);
    for (const Support<D>& each : touched(body)) {
      const Touch<D> near = touch_of(body, each, position);
      if (near.gap <= glide) touches.add(near);
    }
    touches.add(touch);
    if (is_balanced(body, touches, velocity, touch.curvature, rounding)) {
      if (bounce_height(rebound, press) > rounding) {
        remember(body, touch.support);
        return landing;
      }
      const Held<D> held_now = held(flight_.gravity(), touches.directions());
      settle(body, touches, held_now.holding, Vec<D>{});
      return {0.0, 0.0, true, Vec<D>{}};
    }
    remember(body, touch.support);
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

template <int D>
Vec<D> Resting<D>::knocked(Id body, const Vec<D>& position, const Vec<D>& velocity, double rounding) {
  if (supports(body).empty()) return velocity;
  const Vec<D>& gravity = flight_.gravity();
  const bool below_rounding = bounce_height(length(velocity), length(gravity)) <= rounding;
  const Touches before = supports_of(body, position);
  Touches kept;
  for (std::size_t i = 0; i < before.count; ++i) {
    const Touch<D>& touch = before.touch[i];
    const double press = dot(touch.into, gravity);
    if (touch.curvature != 0.0 && below_rounding) return Vec<D>{};
    if (touch.curvature == 0.0 && press > 0.0 &&
        bounce_height(dot(touch.into, velocity), press) <= rounding) {
      kept.add(touch);
    } else {
      remember(body, touch.support);
    }
  }
  const Held<D> held_now = held(gravity, kept.directions());
  settle(body, kept, held_now.holding, held_now.acceleration);
  return without(velocity, kept.directions(), held_now.holding);
}

template <int D>
Vec<D> Resting<D>::leave(Id body, Vec<D> position, const Vec<D>& velocity, const Support<D>& support) {
  const Vec<D> step = ahead(body, position, is_zero(velocity) ? flight_.acceleration(body) : velocity);
  for (double steps = 1.0; touch_of(body, support, position).curvature == 0.0 && steps < kMostSteps;
       steps *= 2.0)
    position = position + steps * step;
  Touches kept;
  for (const Support<D>& each : supports(body))
    if (each != support) kept.add(touch_of(body, each, position));
  const Held<D> held_now = held(flight_.gravity(), kept.directions());
  settle(body, kept, held_now.holding, held_now.acceleration);
  return position;
}

template <int D>
Vec<D> Resting<D>::seated(Id body, Vec<D> position, double rounding) const {
  for (const Support<D>& support : supports(body)) {
    const Touch<D> touch = touch_of(body, support, position);
    if (touch.curvature == 0.0 && std::fabs(touch.gap) <= kSeatRoundings * rounding)
      position = position + touch.gap * touch.into;
  }
  return position;
}

template <int D>
std::vector<Id> Resting<D>::held_by_support(Id support) const {
  std::vector<Id> held;
  for (Id body = 0; body < index_.size(); ++body)
    for (const Support<D>& one : supports(body))
      if (one.id == support && (held.empty() || held.back() != body)) held.push_back(body);
  return held;
}

template <int D>
void Resting<D>::rebase(Id body, const std::array<std::int64_t, std::size_t{D}>& boxes) {
  if (held_by(body) == nullptr) return;
  Hold& now = hold(body);
  const auto move = [&](Support<D>& support) {
    if (support.id >= kFirstSide || is_everywhere(table_.fixed_body(support.id).shape)) return;
    for (std::size_t axis = 0; axis < D; ++axis)
      support.image[axis] -= static_cast<std::int32_t>(boxes[axis]);
  };
  for (std::size_t i = 0; i < now.support_count; ++i) move(now.supports[i]);
  for (std::size_t i = 0; i < now.touched_count; ++i) move(now.touched[i]);
}

template Vec<2> without(Vec<2>, std::span<const Vec<2>>, std::uint32_t);
template Vec<3> without(Vec<3>, std::span<const Vec<3>>, std::uint32_t);
template Held<2> held(const Vec<2>&, std::span<const Vec<2>>);
template Held<3> held(const Vec<3>&, std::span<const Vec<3>>);
template class Resting<2>;
template class Resting<3>;

}  // namespace firsthit
