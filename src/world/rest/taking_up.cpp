#include "core/vec_math.hpp"
#include "query/tolerant/solid_patch.hpp"
#include "world/heaps/friction_cone.hpp"
#include "world/heaps/heap_forces.hpp"
#include "world/rest/cone.hpp"
#include "world/rest/resting.hpp"

#include <algorithm>
#include <cmath>

// What bodies that stand still, and hold others, take up: each passes on to what holds it as much as it must,
// until all comes to what no impact moves.

namespace firsthit {

namespace {

/// In parts of friction, what rounding leaves of one that slips.
constexpr double kSlips = 0x1p-40;

}  // namespace

template <int D>
bool Resting<D>::is_still(std::span<const Record<D>> records, Id body) const {
  if (heaps_.contains(body)) return true;
  if (!table_.is_dynamic(body) || supports_.of(body).empty() || supports_.turns(body)) return false;
  if (D == 3 && spins_.spins(body) && table_.interactions.rubs()) return false;
  return is_zero(records[body].velocity) && is_zero(flight_.acceleration(body)) &&
         supports_.slides_until(body) == kEndOfTime && bonds_.of(body).empty() &&
         spins_[body].velocity == AngularVelocity<D>{};
}

/// Adds all who hold the body, and whoever holds these, after those whom they hold, but for what no impact
/// moves; in reverse.
template <int D>
void Resting<D>::order_downwards(Id body, std::vector<Id>& order) const {
  if (std::find(order.begin(), order.end(), body) != order.end()) return;
  for (const Support<D>& support : supports_.of(body))
    if (table_.is_dynamic(support.id)) order_downwards(support.id, order);
  order.push_back(body);
}

template <int D>
bool Resting<D>::takes_up(Id body, const Vec<D>& arm, const Vec<D>& push, Pulls pulls) const {
  std::vector<Id> order;
  order_downwards(body, order);
  const Load<D> load{push, cross(arm, push)};
  Loads loads{{body, load}};
  for (auto next = order.rbegin(); next != order.rend(); ++next)
    if (const auto found = loads.find(*next);
        found != loads.end() && !heaps_.contains(*next) && !pass_on(*next, found->second, loads))
      return false;
  return !overloaded_heap(loads, pulls);
}

/// All who are connected to a body by holding each other, in order.
template <int D>
std::vector<Id> Resting<D>::pile_of(Id body) const {
  std::vector<Id> all{body};
  const auto add = [&](Id id) {
    const auto place = std::lower_bound(all.begin(), all.end(), id);
    if (place != all.end() && *place == id) return false;
    all.insert(place, id);
    return true;
  };
  std::vector<Id> next{body};
  while (!next.empty()) {
    const Id id = next.back();
    next.pop_back();
    for (const Support<D>& support : supports_.of(id))
      if (table_.is_dynamic(support.id) && add(support.id)) next.push_back(support.id);
    for (const Id held : supports_.carried(id))
      if (add(held)) next.push_back(held);
    if (!heaps_.contains(id)) continue;
    for (const Id mate : heaps_.of(id).members)
      if (add(mate)) next.push_back(mate);
  }
  return all;
}

/// What a body that goes on with this acceleration [L/T^2] gives what holds it.
template <int D>
Load<D> Resting<D>::weight_of(Id body, const Vec<D>& acceleration) const {
  Load<D> load{table_.mass[body] * (flight_.gravity() - acceleration)};
  if (const double inverse = spins_.inverse_inertia(body); inverse > 0.0)
    for (std::size_t axis = 0; axis < kAxesOfTurning<D>; ++axis)
      about_axis(load.torque, axis) = -about_axis(spins_[body].acceleration, axis) / inverse;
  return load;
}

template <int D>
std::optional<Id> Resting<D>::overloaded(Id body, const Vec<D>& acceleration) const {
  const std::vector<Id> pile = pile_of(body);
  if (pile.size() == 1) return {};
  std::vector<Id> order;
  Loads loads;
  for (const Id id : pile) {
    order_downwards(id, order);
    loads[id] = weight_of(id, id == body ? acceleration : flight_.acceleration(id));
  }
  for (auto next = order.rbegin(); next != order.rend(); ++next)
    if (!heaps_.contains(*next) && !pass_on(*next, loads[*next], loads)) return *next;
  return overloaded_heap(loads);
}

/// One of the heap that does not bear what has come to its members, if any.
template <int D>
std::optional<Id> Resting<D>::overloaded_heap(const Loads& loads, Pulls pulls) const {
  if (heaps_.is_empty()) return {};
  std::map<Id, bool> seen;  // by the first member
  for (const auto& [id, load] : loads) {
    if (!heaps_.contains(id)) continue;
    const Heap<D>& heap = heaps_.of(id);
    if (!seen.emplace(heap.members.front(), true).second) continue;
    std::vector<Load<D>> all;
    for (const Id member : heap.members) {
      const auto known = loads.find(member);
      all.push_back(known != loads.end() ? known->second : Load<D>{});
    }
    if (pulls == Pulls::Allowed) {
      if (!could_bear<D>(heap, all)) return id;
      continue;
    }
    if (passes_down(heap, all)) continue;
    if (!bearing_forces<D>(heap, frictions_of(table_, heap), all, depths_of(heap), Sought::Any)) return id;
  }
  return {};
}

/// [L] From the place of a body that does not turn, at `position`, to where something holds it.
template <int D>
Vec<D> Resting<D>::contact_place(Id body, const Support<D>& support, const Vec<D>& position,
                                 const Vec<D>& into) const {
  if (table_.meet_as_balls(body, support.id)) return table_.radius[body] * into;
  const SolidPiece<D>& own = supports_.solid(body).pieces[support.own_piece];
  if (support.id >= kFirstSide || supports_.solid(support.id).plane) return flat_middle(own, into);
  return contact_middle(own, supports_.solid(support.id).pieces[support.other_piece], from(position, support),
                        into);
}

/// What may push a body, at `position` [L], where something holds it: along normals.
template <int D>
auto Resting<D>::normal_thrusts(Id body, const Vec<D>& position) const -> std::optional<std::vector<Thrust>> {
  std::vector<Thrust> thrusts;
  for (const Support<D>& support : supports_.of(body)) {
    const Vec<D>& into = supports_.into(body, support);
    if (table_.turns(body)) {
      const std::optional<Footing> footing = this->footing(body, support, position, into);
      if (!footing) return {};
      if constexpr (D == 2)
        for (const double end : {footing->low, footing->high})
          thrusts.push_back(
              {support, -footing->into, footing->height * footing->into + end * turned_left(footing->into)});
    } else {
      thrusts.push_back({support, -into, contact_place(body, support, position, into)});
    }
  }
  return thrusts;
}

/// Thrusts that bear a load, each at its size: without friction if that is enough; none if they cannot.
template <int D>
auto Resting<D>::bearing(Id body, std::vector<Thrust> thrusts, const Load<D>& load) const
    -> std::optional<std::vector<Thrust>> {
  const double per_length = 1.0 / std::max(table_.radius[body], table_.length_of(body));
  // Where rolling is resisted a contact bears a moment, too.
  const bool turns = spins_.spins(body) && !resists_rolling(body);
  const auto column = [&](const Vec<D>& force, const AngularVelocity<D>& torque) {
    if constexpr (D == 2)
      return Vec<3>{force[0], force[1], turns ? torque * per_length : 0.0};
    else
      return force;
  };
  std::vector<Vec<3>> rays;
  const auto add_ray = [&](const Thrust& thrust) {
    rays.push_back(column(thrust.direction, cross(thrust.arm, thrust.direction)));
  };
  for (const Thrust& thrust : thrusts) add_ray(thrust);
  const Vec<3> target = -column(load.force, load.torque);
  auto parts = combined(rays, target);
  if (!parts && table_.interactions.rubs()) {
    const std::size_t normals = thrusts.size();
    for (std::size_t i = 0; i < normals; ++i) {
      const Thrust normal = thrusts[i];
      const double friction = std::min(table_.surfaces(body, normal.support.id).friction, kMostFriction);
      if (!(friction > 0.0)) continue;
      for (const Vec<D>& rim : friction_cone(normal.direction, friction, {})) {
        thrusts.push_back({normal.support, rim, normal.arm});
        add_ray(thrusts.back());
      }
      // In space what slips does so along any direction.
      const Vec<D> whole = Vec<D>{} - load.force;
      const double press = dot(whole, normal.direction);
      if (D == 3 && press > 0.0 &&
          length(whole - press * normal.direction) <= (1.0 + kSlips) * friction * press) {
        thrusts.push_back({normal.support, (1.0 / length(whole)) * whole, normal.arm});
        add_ray(thrusts.back());
      }
    }
    parts = combined(rays, target);
  }
  if (!parts) return {};
  std::vector<Thrust> pushes;
  for (const Multiple& part : *parts) {
    if (!(part.share > 0.0)) continue;
    pushes.push_back(thrusts[part.index]);
    pushes.back().size = part.share;
  }
  return pushes;
}

/// Is it a ball whose rolling, or spinning about the normal, is resisted where it rests?
template <int D>
bool Resting<D>::resists_rolling(Id body) const {
  if (!spins_.spins(body) || table_.turns(body)) return false;
  const std::span<const Support<D>> supports = supports_.of(body);
  return std::any_of(supports.begin(), supports.end(), [&](const Support<D>& support) {
    const Surfaces surfaces = table_.surfaces(body, support.id);
    return surfaces.rolling_friction > 0.0 || surfaces.spinning_friction > 0.0;
  });
}

/// Shares a load among what holds the body.
template <int D>
bool Resting<D>::pass_on(Id body, const Load<D>& load, Loads& loads) const {
  const Vec<D>& position = records_[body].position;
  auto thrusts = normal_thrusts(body, position);
  if (!thrusts) return false;
  const auto pushes = bearing(body, *std::move(thrusts), load);
  if (!pushes) return false;
  AngularVelocity<D> moment = load.torque;  // that the pushes leave
  for (const Thrust& push : *pushes) {
    load_below(position, push, loads);
    moment = moment + push.size * cross(push.arm, push.direction);
  }
  if (resists_rolling(body) && !pushes->empty() && table_.is_dynamic(pushes->front().support.id)) {
    Load<D>& below = loads[pushes->front().support.id];
    below.torque = below.torque + moment;
  }
  return true;
}

/// What holds a body at `position` [L] gets what pushes this.
template <int D>
void Resting<D>::load_below(const Vec<D>& position, const Thrust& push, Loads& loads) const {
  if (!table_.is_dynamic(push.support.id)) return;
  loads[push.support.id].add(push.arm - from(position, push.support), -push.size * push.direction);
}

template void Resting<2>::load_below(const Vec<2>&, const Thrust&, Loads&) const;
template Load<2> Resting<2>::weight_of(Id, const Vec<2>&) const;
template Load<3> Resting<3>::weight_of(Id, const Vec<3>&) const;
template std::optional<Id> Resting<2>::overloaded(Id, const Vec<2>&) const;
template bool Resting<2>::is_still(std::span<const Record<2>>, Id) const;
template bool Resting<2>::takes_up(Id, const Vec<2>&, const Vec<2>&, Pulls) const;
template void Resting<3>::load_below(const Vec<3>&, const Thrust&, Loads&) const;
template std::optional<Id> Resting<3>::overloaded(Id, const Vec<3>&) const;
template bool Resting<3>::is_still(std::span<const Record<3>>, Id) const;
template bool Resting<3>::takes_up(Id, const Vec<3>&, const Vec<3>&, Pulls) const;

}  // namespace firsthit
