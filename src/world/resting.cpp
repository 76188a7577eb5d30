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

/// A body that starts to glide from a standstill is lifted by this part of the radius of curvature.
constexpr double kLift = 0x1p-30;

/// A glide's bounces must stand clear of the rounding of positions, by these factors.
constexpr double kGlideRoundings = 64.0;
constexpr double kLiftRoundings = 4.0;

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
    if (touch[i].support.id == one.support.id && touch[i].support.image == one.support.image) return;
  touch[count] = one;
  into[count++] = one.into;
}

template <int D>
void Resting<D>::start(bool enabled) {
  enabled_ = enabled;
  index_.assign(enabled && flight_.falls() ? table_.bodies.size() : 0, 0);
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
bool Resting<D>::rests_on(Id body, Id support) const {
  for (const Support<D>& each : supports(body))
    if (each.id == support) return true;
  return false;
}

template <int D>
Touch<D> Resting<D>::touch_of(Id body, const Support<D>& support, const Vec<D>& position) const {
  Touch<D> touch{support, {}, 0.0};
  if (support.id >= kFirstSide) {
    touch.into[side_axis(support.id)] = side_is_upper(support.id) ? 1.0 : -1.0;
    return touch;
  }
  const Body<D>& fixed = table_.bodies[support.id];
  Vec<D> d = fixed.position - position;
  for (std::size_t axis = 0; axis < D; ++axis)
    d[axis] += static_cast<double>(support.image[axis]) * flight_.period().length[axis];
  const Facing<D> face = facing(fixed.shape, d, table_.radius_at(body, support.id));
  const double size = length(face.toward);
  if (size > 0.0) touch.into = (1.0 / size) * face.toward;
  touch.curvature = face.curvature;
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
  while (last < now.touched_count && now.touched[last].id != support.id) ++last;
  if (last == now.touched_count && now.touched_count < kMostTouched) ++now.touched_count;
  for (std::size_t i = std::min(last, kMostTouched - 1); i > 0; --i) now.touched[i] = now.touched[i - 1];
  now.touched[0] = support;
}

template <int D>
void Resting<D>::forget_touched(Id body) {
  if (held_by(body) != nullptr) hold(body).touched_count = 0;
}

template <int D>
Landing<D> Resting<D>::land(Id body, const Vec<D>& position, const Vec<D>& velocity, const Touch<D>& touch,
                            double restitution, double rounding) {
  const double closing = std::max(dot(touch.into, velocity), 0.0);
  Landing<D> landing{restitution, 0.0, false, {}};
  if (!enabled_) return landing;
  const double slide = std::max(length_squared(velocity) - closing * closing, 0.0);
  const double press = dot(touch.into, flight_.acceleration(body)) - touch.curvature * slide;
  if (!(press > 0.0)) return landing;
  if (touch.curvature != 0.0)
    return land_on_curve(body, position, velocity, touch, restitution, rounding, press);
  if (bounce_height(restitution * closing, press) > rounding) {
    forget_touched(body);
    return landing;
  }
  Touches touches = supports_of(body, position);
  touches.add(touch);
  const Held<D> held_now = held(flight_.gravity(), touches.directions());
  forget_touched(body);
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
    for (const Support<D>& each : touched(body)) touches.add(touch_of(body, each, position));
    touches.add(touch);
    if (is_balanced(body, touches, velocity, touch.curvature, rounding)) {
      if (bounce_height(rebound, press) > rounding) {
        remember(body, touch.support);
        return landing;
      }
      const Held<D> held_now = held(flight_.gravity(), touches.directions());
      forget_touched(body);
      settle(body, touches, held_now.holding, Vec<D>{});
      return {0.0, 0.0, true, Vec<D>{}};
    }
    remember(body, touch.support);
  }
  if (bounce_height(closing, press) <= rounding) {
    landing.lift = std::sqrt(2.0 * press * std::max(kLift * radius, kLiftRoundings * rounding));
  } else {
    landing.restitution = std::min(1.0, std::sqrt(2.0 * press * glide) / closing);
  }
  return landing;
}

template <int D>
Vec<D> Resting<D>::knocked(Id body, const Vec<D>& position, const Vec<D>& velocity, double rounding) {
  const Hold* before = held_by(body);
  if (before == nullptr || before->support_count == 0) return velocity;
  Touches kept;
  for (const Support<D>& support : supports(body)) {
    const Touch<D> touch = touch_of(body, support, position);
    const double press = dot(touch.into, flight_.gravity());
    if (touch.curvature == 0.0 && press > 0.0 && bounce_height(dot(touch.into, velocity), press) <= rounding)
      kept.add(touch);
  }
  const Held<D> held_now = held(flight_.gravity(), kept.directions());
  settle(body, kept, held_now.holding, held_now.acceleration);
  return without(velocity, kept.directions(), held_now.holding);
}

template <int D>
void Resting<D>::leave(Id body, const Vec<D>& position, Id support) {
  Touches kept;
  for (const Support<D>& each : supports(body))
    if (each.id != support) kept.add(touch_of(body, each, position));
  const Held<D> held_now = held(flight_.gravity(), kept.directions());
  settle(body, kept, held_now.holding, held_now.acceleration);
}

template <int D>
void Resting<D>::rebase(Id body, const std::array<std::int64_t, std::size_t{D}>& boxes) {
  if (held_by(body) == nullptr) return;
  Hold& now = hold(body);
  for (std::size_t axis = 0; axis < D; ++axis) {
    const auto moved = static_cast<std::int32_t>(boxes[axis]);
    for (auto& support : now.supports) support.image[axis] -= moved;
    for (auto& support : now.touched) support.image[axis] -= moved;
  }
}

template Vec<2> without(Vec<2>, std::span<const Vec<2>>, std::uint32_t);
template Vec<3> without(Vec<3>, std::span<const Vec<3>>, std::uint32_t);
template Held<2> held(const Vec<2>&, std::span<const Vec<2>>);
template Held<3> held(const Vec<3>&, std::span<const Vec<3>>);
template class Resting<2>;
template class Resting<3>;

}  // namespace firsthit
