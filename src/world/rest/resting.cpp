#include "world/rest/resting.hpp"

#include "core/expect.hpp"
#include "core/vec_math.hpp"
#include "world/rest/glide.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace firsthit {

namespace {

/// A step that passes an edge, in parts of the coordinates, and the most that are taken at a time: fewer
/// would do but for the tiniest angles between an edge and the way.
constexpr double kEdge = std::numeric_limits<double>::epsilon();
constexpr double kMostSteps = 0x1p20;

/// So many impacts without room between them are taken to be endless, unless they are elastic: these
/// are pi over the angle of the corner. Smaller: bounces out of sharp corners are lost. Larger: the
/// engine takes them for a collapse.
constexpr std::uint32_t kJammed = 64;

/// The sine between what supports leave free and the way into something: below, that stops nobody who slides
/// on them. Smaller: it is the rounding of their directions.
constexpr double kAcross = 0x1p-20;

/// What rests further off its support than this many roundings did not get there by rounding.
constexpr double kSeatRoundings = 1024.0;

/// What stands on something curved is put onto one support after the other, so many times at most, until all
/// are as near as this part of what rounds: each time leaves the square of the cosine between two of them.
constexpr int kMostSeatings = 256;
constexpr double kSeated = 0x1p-4;

}  // namespace

template <int D>
void Resting<D>::Touches::add(Id body, const Touch<D>& one) {
  for (std::size_t i = 0; i < count; ++i)
    if (whose[i] == body && touch[i].support == one.support) return;
  FIRSTHIT_EXPECT(count < kMostTogether);
  whose[count] = body;
  touch[count] = one;
  into[count++] = one.into;
}

template <int D>
void Resting<D>::start(bool enabled) {
  enabled_ = enabled;
  supports_.start(table_.size(), enabled && flight_.falls());
  heaps_ = {};
}

/// Calls each(id) for the body and all who are stuck to it and may fall.
template <int D>
template <class Each>
void Resting<D>::each_with(Id body, const Each& each) const {
  const std::span<const Id> all = bonds_.of(body);
  if (all.empty()) each(body);
  for (const Id id : all)
    if (table_.is_dynamic(id)) each(id);
}

/// Does anything hold it, or who is stuck to it?
template <int D>
bool Resting<D>::is_held(Id body) const {
  bool held = false;
  each_with(body, [&](Id id) { held = held || !supports_.of(id).empty(); });
  return held;
}

template <int D>
auto Resting<D>::supports_of(Id body, const Vec<D>& position) const -> Touches {
  Touches touches;
  each_with(body, [&](Id id) {
    if (supports_.of(id).empty()) return;
    const auto mate =
        std::find_if(mates_.begin(), mates_.end(), [id](const Mate& one) { return one.id == id; });
    FIRSTHIT_EXPECT(id == body || mate != mates_.end());
    const Vec<D>& place = id == body ? position : mate->position;
    for (const Support<D>& support : supports_.of(id))
      touches.add(id, touch_of(id, support, place, supports_.into(id, support)));
  });
  return touches;
}

/// From now on those of `touches` hold the body, and all who are stuck to it, whose bit is set; what is stuck
/// to something that impacts do not move hangs there.
template <int D>
void Resting<D>::settle(Id body, const Touches& touches, std::uint32_t holding, const Vec<D>& acceleration) {
  const bool hangs = is_anchored(body);
  Vec<D> onward = hangs ? Vec<D>{} : acceleration;
  for (const Id id : bonds_.of(body))
    if (hangs && table_.is_kinematic(id)) onward = flight_.acceleration(id);
  each_with(body, [&](Id id) {
    supports_.let_go(id);
    flight_.set_acceleration(id, onward);
  });
  for (std::size_t i = 0; i < touches.count && !hangs; ++i) {
    if ((holding >> i & 1U) == 0) continue;
    supports_.add(touches.whose[i], touches.touch[i].support, touches.into[i]);
  }
}

template <int D>
void Resting<D>::remember(Id body, const Touch<D>& touch) {
  Hold& now = supports_.hold(body);
  std::size_t last = 0;
  while (last < now.touched_count && now.touched[last] != touch.support) ++last;
  if (last == now.touched_count && now.touched_count < kMostTouched) ++now.touched_count;
  for (std::size_t i = std::min(last, kMostTouched - 1); i > 0; --i) {
    now.touched[i] = now.touched[i - 1];
    now.touched_into[i] = now.touched_into[i - 1];
  }
  now.touched[0] = touch.support;
  now.touched_into[0] = touch.into;
}

/// Has the body had many impacts in a row, now one more, without any room between them? In a corner there
/// may be endlessly many.
template <int D>
bool Resting<D>::is_jammed(Id body, bool without_room) {
  if (!without_room && supports_.find(body) == nullptr) return false;
  Hold& now = supports_.hold(body);
  now.roomless = without_room ? std::min(now.roomless + 1, kJammed) : 0;
  return now.roomless == kJammed;
}

template <int D>
bool Resting<D>::jams(Id body, bool without_room) {
  if (!is_jammed(body, without_room)) return false;
  supports_.hold(body).roomless = 0;
  return true;
}

/// Does nothing push what is in this corner?
template <int D>
bool Resting<D>::stands_still(Id body, const Touch<D>& touch) const {
  bool pushed = table_.is_kinematic(touch.support.id);
  each_with(body, [&](Id id) {
    for (const Support<D>& one : supports_.of(id)) pushed = pushed || table_.is_kinematic(one.id);
  });
  return !pushed;
}

/// Has it had so many impacts without room that it is well to know what with?
template <int D>
bool Resting<D>::is_nearly_jammed(Id body) const {
  const Hold* const hold = supports_.find(body);
  return hold != nullptr && hold->roomless >= kJammed / 2;
}

/// Is it in a wedge, as between a wall and an edge, of which nothing holds it?
template <int D>
bool Resting<D>::is_wedged(Id body) const {
  return supports_.of(body).empty() && !supports_.touched(body).empty();
}

/// The velocity of a body that is driven into an overhang while supports hold it: it goes on neither into
/// the one nor off the others. In a wedge it goes no further in, whether it stands on something there or not.
template <int D>
Vec<D> Resting<D>::stopped(Id body, const Vec<D>& position, const Vec<D>& velocity, const Touch<D>& touch,
                           double rounding) const {
  const Touches all = supports_of(body, position);
  const auto onward = [&](const Vec<D>& into) {
    return without(into, all.directions(), (1U << all.count) - 1U);
  };
  const std::array<Vec<D>, 1> first = {onward(touch.into)};
  const Vec<D> after = without(velocity, std::span<const Vec<D>>(first), 1U);
  std::vector<Vec<D>> into{touch.into};
  const std::span<const Support<D>> others = supports_.touched(body);
  for (std::size_t i = 0; i < others.size(); ++i) {
    const Vec<D>& known = supports_.find(body)->touched_into[i];
    if (all.count == 0) {
      into.push_back(known);
      continue;
    }
    // It may have slid along since it touched this: without room it has gone no further than that.
    if (others[i] == touch.support || table_.is_kinematic(others[i].id)) continue;
    const Touch<D> near = touch_of(body, others[i], position, known);
    const Vec<D> way = onward(near.into);
    const double part = length(way);
    if (near.gap <= kJammed * rounding && part > kAcross) into.push_back((1.0 / part) * way);
  }
  const double size = length(first[0]);
  if (into.size() == 1 || !(size > kAcross)) return after;
  if (all.count > 0) into[0] = (1.0 / size) * first[0];
  return held(after, std::span<const Vec<D>>(into)).acceleration;
}

/// How far [L] a body that is stopped has been pushed into others: it does not meet them any more, so no
/// impact of theirs takes that back.
template <int D>
Vec<D> Resting<D>::out_of_touched(Id body, const Vec<D>& position, const Touch<D>& touch,
                                  double rounding) const {
  Vec<D> out;
  const std::span<const Support<D>> others = supports_.touched(body);
  for (std::size_t i = 0; i < others.size(); ++i) {
    if (others[i] == touch.support || table_.is_kinematic(others[i].id)) continue;
    const Touch<D> near = touch_of(body, others[i], position + out, supports_.find(body)->touched_into[i]);
    if (near.gap < -rounding) out = out + near.gap * near.into;
  }
  return out;
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
  if (supports_.find(body) != nullptr) supports_.hold(body).touched_count = 0;
}

template <int D>
Landing<D> Resting<D>::land(Id body, const Vec<D>& position, const Vec<D>& velocity, Touch<D> touch,
                            double restitution, bool lasting, double elapsed, double rounding) {
  if (!enabled_ || (!flight_.falls() && touch.curvature >= 0.0))  // nothing presses it
    return {lasting ? 1.0 : restitution, 0.0, false, {}, false};
  double closing = std::max(dot(touch.into, velocity - touch.velocity), 0.0);
  bool without_room = false;
  bool jammed = false;
  if (flight_.falls()) {
    without_room = closing * elapsed <= rounding;
    jammed = is_jammed(body, without_room) && restitution < 1.0 && stands_still(body, touch);
    if (jammed) restitution = 0.0;
    const Touch<D> next = touch_of(
        body, touch.support, position + 4.0 * ahead(body, position, velocity - touch.velocity), touch.into);
    if (touch.curvature != 0.0 && next.curvature == 0.0 &&
        bounce_height(closing, length(flight_.gravity())) <= rounding) {
      touch = next;
      closing = std::max(dot(touch.into, velocity - touch.velocity), 0.0);
    }
  }
  if (lasting && !jammed) restitution = 1.0;
  Landing<D> landing{restitution, 0.0, false, {}, jammed};
  const Vec<D> relative = velocity - touch.velocity;
  const double along = dot(relative, touch.ridge);
  const double slide = std::max(length_squared(relative) - (closing * closing + along * along), 0.0);
  const double press =
      dot(touch.into, flight_.acceleration(body) - touch.acceleration) - touch.curvature * slide;
  if (!(press > 0.0)) {
    // What gravity does not press on it may yet keep it from leaving what it glides on.
    const bool glides = supports_.may_rest() && !supports_.touched(body).empty() &&
                        bounce_height(closing, length(flight_.gravity())) < kGlide * table_.radius[body];
    if (jammed) {
      landing = {0.0, 0.0, true, stopped(body, position, velocity, touch, rounding), true};
      landing.out = out_of_touched(body, position, touch, rounding);
      if (is_wedged(body)) supports_.hold(body).roomless = 0;  // from now on it hops
      return landing;
    }
    if (glides && glides_in_groove(body, position, velocity, touch, rounding))
      landing.lift =
          std::max(closing, std::sqrt(2.0 * length(flight_.gravity()) * kGlide * table_.radius[body]));
    if (glides || (without_room && is_nearly_jammed(body))) remember(body, touch);
    return landing;
  }
  if (touch.curvature != 0.0)
    return land_on_curve(body, position, velocity, touch, restitution, rounding, press);
  const double height = bounce_height(restitution * closing, press);
  if (height > rounding) {
    if (supports_.may_rest() && height < kGlide * table_.radius[body])
      remember(body, touch);
    else
      forget_touched(body);
    return landing;
  }
  if (!would_hold(body, position, touch)) {  // friction presses it there, as one that spins: it hops
    const double high = std::max(kGlide * table_.radius[body], kGlideRoundings * rounding);
    landing.lift = hop_of_slip(slip_below(body, position, velocity), press, high);
    return landing;
  }
  return {0.0, 0.0, true, settled_on(body, position, velocity, touch), jammed};
}

/// Does gravity press the body on this, besides what holds it already?
template <int D>
bool Resting<D>::would_hold(Id body, const Vec<D>& position, const Touch<D>& touch) const {
  if (dot(touch.into, flight_.gravity() - touch.acceleration) > 0.0) return true;
  Touches touches = supports_of(body, position);
  touches.add(body, touch);
  return ((held(flight_.gravity(), touches.all()).holding >> (touches.count - 1)) & 1U) != 0;
}

/// One more support holds the body. Returns its velocity then.
template <int D>
Vec<D> Resting<D>::settled_on(Id body, const Vec<D>& position, const Vec<D>& velocity,
                              const Touch<D>& touch) {
  Touches touches = supports_of(body, position);
  touches.add(body, touch);
  const Held<D> held_now = held(flight_.gravity(), touches.all());
  settle(body, touches, held_now.holding, held_now.acceleration);
  return kept_on(velocity, touches.all(), held_now.holding);
}

template <int D>
Vec<D> Resting<D>::stand(Id body, const Vec<D>& velocity, std::span<const Touch<D>> touches) {
  Touches all;
  for (const Touch<D>& touch : touches) all.add(body, touch);
  settle(body, all, (1U << all.count) - 1U, held(flight_.gravity(), touches.first(1)).acceleration);
  see_standing(body);
  return kept_on(velocity, all.all(), 1U);
}

template <int D>
std::optional<Vec<D>> Resting<D>::lean(Id body, const Vec<D>& position, const Vec<D>& velocity,
                                       const Touch<D>& touch, const Push& push) {
  if constexpr (D == 2) {
    const std::span<const Support<2>> supports = supports_.of(body);
    if (supports.size() != 1 || table_.is_kinematic(supports[0].id) || table_.is_kinematic(touch.support.id))
      return {};
    if (!is_zero(acceleration_of(supports[0].id)) || !is_zero(touch.acceleration)) return {};
    const auto footing = this->footing(body, position);
    if (!footing || in_one_plane(footing->into, push.into)) return {};
    if (!hold_upright(flight_.gravity(), {footing->into, footing->low, footing->high}, push)) return {};
    const Touches before = supports_of(body, position);
    Touches touches = before;
    touches.add(body, touch);
    const Vec<2> acceleration = flight_.acceleration(body);
    settle(body, touches, 3U, Vec<2>{});
    if (overloaded(body, Vec<2>{})) {
      settle(body, before, 1U, acceleration);
      return {};
    }
    see_standing(body);
    return kept_on(velocity, touches.all(), 3U);
  }
  return {};
}

template <int D>
double Resting<D>::gap_of_leaning(Id body, const Vec<D>& position, const Push& push) const {
  double gap = std::numeric_limits<double>::infinity();
  if constexpr (D == 2) {
    const auto look = [&](const Support<2>& support, const Vec<2>& into) {
      if (in_one_plane(into, push.into)) return;
      const auto footing = this->footing(body, support, position, into);
      if (footing && hold_upright(flight_.gravity(), {footing->into, footing->low, footing->high}, push))
        gap = std::min(gap, std::max(footing->widest_gap(), 0.0));
    };
    for (const Support<2>& support : supports_.of(body)) look(support, supports_.into(body, support));
    const std::span<const Support<2>> touched = supports_.touched(body);
    for (std::size_t i = 0; i < touched.size(); ++i) look(touched[i], supports_.find(body)->touched_into[i]);
  }
  return gap;
}

/// Remembers how the body stands.
template <int D>
void Resting<D>::see_standing(Id body) {
  supports_.set_standing(
      body, turned(table_.solid(body), rotation_of(spins_.at(body, now_, flight_.timebase()).stands())));
}

template <int D>
Vec<D> Resting<D>::caught(Id body, const Vec<D>& position, const Vec<D>& velocity, const Touch<D>& touch,
                          double rounding) {
  if (!enabled_ || !flight_.falls() || touch.curvature != 0.0) return velocity;
  const double press = dot(touch.into, flight_.acceleration(body) - touch.acceleration);
  const double leaving = -dot(touch.into, velocity - touch.velocity);
  if (!(press > 0.0) || bounce_height(leaving, press) > rounding) return velocity;
  return settled_on(body, position, velocity, touch);
}

template <int D>
Vec<D> Resting<D>::kept(Id body, const Vec<D>& position, const Vec<D>& velocity, double rounding) {
  const Vec<D>& gravity = flight_.gravity();
  const Touches before = supports_of(body, position);
  Touches still;
  for (std::size_t i = 0; i < before.count; ++i) {
    const Touch<D>& touch = before.touch[i];
    const Vec<D> relative = velocity - touch.velocity;
    const double press = dot(touch.into, gravity - touch.acceleration);
    if (touch.curvature != 0.0 && bounce_height(length(relative), length(gravity)) <= rounding) {
      // As it stood before.
      each_with(body, [&](Id id) { flight_.set_acceleration(id, touch.acceleration); });
      return touch.velocity;
    }
    // A wall that holds it together with a slope is not pressed by gravity alone: bodies are knocked by what
    // rubs them there, too.
    const bool wall = !(press > 0.0) && (spins_.spins(body) || table_.interactions.rubs());
    const double pull = wall ? length(gravity) : press;
    if (touch.curvature == 0.0 && pull > 0.0 && bounce_height(dot(touch.into, relative), pull) <= rounding) {
      still.add(before.whose[i], touch);
    } else {
      remember(before.whose[i], touch);
    }
  }
  const Held<D> held_now = held(gravity, still.all());
  settle(body, still, held_now.holding, held_now.acceleration);
  return kept_on(velocity, still.all(), held_now.holding);
}

template <int D>
Vec<D> Resting<D>::leave(Id body, Vec<D> position, const Vec<D>& velocity, const Support<D>& support) {
  const Vec<D> known = supports_.into(body, support);
  const Touch<D> left = touch_of(body, support, position, known);
  const Vec<D> relative = velocity - left.velocity;
  const Vec<D> step =
      ahead(body, position, is_zero(relative) ? flight_.acceleration(body) - left.acceleration : relative);
  for (double steps = 1.0; touch_of(body, support, position, known).curvature == 0.0 && steps < kMostSteps;
       steps *= 2.0)
    position = position + steps * step;
  const Touches before = supports_of(body, position);
  Touches kept;
  for (std::size_t i = 0; i < before.count; ++i)
    if (before.whose[i] != body || before.touch[i].support != support)
      kept.add(before.whose[i], before.touch[i]);
  const Held<D> held_now = held(flight_.gravity(), kept.all());
  settle(body, kept, held_now.holding, held_now.acceleration);
  return position;
}

template <int D>
std::optional<Touch<D>> Resting<D>::only_flat_support(Id body, const Vec<D>& position) const {
  const std::span<const Support<D>> supports = supports_.of(body);
  if (supports.empty() || !bonds_.of(body).empty()) return {};
  for (const Support<D>& one : supports.subspan(1))
    if (!in_one_plane(supports_.into(body, one), supports_.into(body, supports[0]))) return {};
  const Touch<D> touch = touch_of(body, supports[0], position, supports_.into(body, supports[0]));
  const Vec<D> pull = flight_.gravity() - touch.acceleration;
  if (touch.curvature != 0.0 || !(dot(touch.into, pull) > 0.0)) return {};
  return touch;
}

template <int D>
void Resting<D>::set_slide(Id body, const Slide<D>& way) {
  flight_.set_acceleration(body, way.acceleration);
  Hold& now = supports_.hold(body);
  now.slides_until = std::isfinite(way.lasts) ? flight_.timebase().after(now_, way.lasts) : kEndOfTime;
  now.slide_ends = way.ends;
}

template <int D>
Vec<D> Resting<D>::seated(Id body, Vec<D> position, double rounding) {
  double glides = 0.0;  // [L] so high were the bounces in which it came to what is curved
  const auto seat = [&](double on_flat, double on_curve) {
    double furthest = 0.0;  // [L]
    for (const Support<D>& support : supports_.of(body)) {
      const Touch<D> touch = touch_of(body, support, position, supports_.into(body, support));
      if (touch.curvature != 0.0) glides = std::max(glides, 2.0 * kGlide / std::fabs(touch.curvature));
      if (!(std::fabs(touch.gap) <= (touch.curvature == 0.0 ? on_flat : on_curve))) continue;
      furthest = std::max(furthest, std::fabs(touch.gap));
      position = position + touch.gap * touch.into;
    }
    return furthest;
  };
  seat(kSeatRoundings * rounding, 0.0);
  // What something curved holds stands still.
  for (int times = 0; glides > 0.0 && times < kMostSeatings; ++times)
    if (!(seat(glides, glides) > kSeated * rounding)) break;
  if (!(glides > 0.0)) return position;
  // It came to rest elsewhere: what is curved pushes it along the normal that it has here.
  for (const Support<D>& support : supports_.of(body)) {
    const Vec<D> known = supports_.into(body, support);
    const Touch<D> touch = touch_of(body, support, position, known);
    if (touch.curvature != 0.0 && !is_zero(touch.into)) supports_.set_into(body, support, touch.into);
  }
  return position;
}

template class Resting<2>;
template class Resting<3>;

}  // namespace firsthit
