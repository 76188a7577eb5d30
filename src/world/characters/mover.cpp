#include "world/characters/mover.hpp"

#include "core/angle.hpp"
#include "core/vec_math.hpp"
#include "query/tolerant/solid_planes.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace firsthit {

namespace {

/// Of one move. More: who bounces between two walls that nearly touch would never come back. Fewer: who
/// bounces about in a narrow place does not go all of his way.
constexpr int kMostHits = 256;

/// Of one move: few have more, which are copied to a larger place.
constexpr std::size_t kUsualHits = 4;

/// Of one move, of those who have come into it.
constexpr int kMostPushes = 16;

/// A step is worth it if one gets further by this part of the way. Smaller: rounding would climb. Larger:
/// slow ones would not.
constexpr double kWorthAStep = 0x1p-30;

/// The ground is looked for so many tolerances below. Fewer: rounding might hide it.
constexpr double kProbe = 16.0;

template <int D>
Vec<D> without(const Vec<D>& v, const Vec<D>& unit) {
  return v - dot(v, unit) * unit;
}

template <int D>
Vec<D> unit_of(const Vec<D>& v) {
  const double size = length(v);
  return size > 0.0 ? (1.0 / size) * v : Vec<D>{};
}

}  // namespace

template <int D>
Mover<D>::Mover(const WorldBvh<D>& bvh, const Solid<D>& solid, Id body, const MovePolicy<D>& policy)
    : bvh_(bvh),
      solid_(solid),
      body_(body),
      policy_(policy),
      among_(policy.among),
      up_(unit_of(policy.up)),
      steepest_(knows_ground() ? cosine(policy.max_slope) : 1.0) {}

template <int D>
bool Mover<D>::knows_ground() const {
  return !is_zero(up_);
}

/// `normal`: from it to what it stands on.
template <int D>
bool Mover<D>::is_walkable(const Vec<D>& normal) const {
  return -dot(normal, up_) >= steepest_ - 0x1p-40;
}

/// Not inside what it hit, and its skin away from it.
template <int D>
Vec<D> Mover<D>::seated(const Vec<D>& position, const SweepHit<D>& hit) const {
  const double gap = bvh_.gap(sweep(position, {}), hit);
  return gap < policy_.skin ? position - (policy_.skin - gap) * hit.meeting.normal : position;
}

/// Whoever may be met on the way, but for what turns aside far.
template <int D>
void Mover<D>::gather(const Vec<D>& position, const Vec<D>& displacement) {
  double reach = policy_.skin;
  if (knows_ground()) reach += policy_.step_height + policy_.snap_distance + probe(position);
  bvh_.gather(sweep(position, displacement), 2.0 * reach, vicinity_);
}

template <int D>
std::optional<SweepHit<D>> Mover<D>::first(const Vec<D>& position, const Vec<D>& way) const {
  return bvh_.first(sweep(position, way), vicinity_);
}

/// [L] So much deeper the ground is looked for, as rounding may hide it.
template <int D>
double Mover<D>::probe(const Vec<D>& position) const {
  return kProbe * bvh_.approach(sweep(position, up_), kFirstSide, {}).tolerance;
}

/// Of all vectors that lead into none of the planes (given by outward unit normals), the one nearest to
/// `left`.
template <int D>
Vec<D> Mover<D>::along(const Vec<D>& left, std::span<const Vec<D>> planes) const {
  const auto is_free = [&](const Vec<D>& way) {
    return std::all_of(planes.begin(), planes.end(),
                       [&](const Vec<D>& plane) { return rate_along(plane, way) >= 0.0; });
  };
  if (is_free(left)) return left;
  Vec<D> best{};
  const auto take = [&](const Vec<D>& way) {
    if (length_squared(way) > length_squared(best) && is_free(way)) best = way;
  };
  for (const Vec<D>& plane : planes) {
    // Twice: what rounding has left of it the first time is taken off the second time.
    take(without(without(left, plane), plane));
  }
  if constexpr (D == 3) {
    for (std::size_t i = 0; i < planes.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const Vec<3> crease = unit_of(cross(planes[i], planes[j]));
        take(dot(left, crease) * crease);
      }
    }
  }
  return best;
}

/// What it makes of the rest of its way at a surface, `outward` from there, when it touches `planes`, too.
template <int D>
Vec<D> Mover<D>::deflected(const Vec<D>& left, const Vec<D>& outward, Planes& planes, Gait gait) const {
  planes.push_back(outward);
  if (gait != Gait::Walks || !(dot(outward, up_) > 0.0)) return along(left, planes.all());
  // Who stands does not slide down.
  if (is_walkable(-outward)) return along(dot(left, up_) < 0.0 ? without(left, up_) : left, planes.all());
  if (dot(along(left, planes.all()), up_) > std::max(dot(left, up_), 0.0))
    planes.push_back(unit_of(without(outward, up_)));  // too steep to be climbed: a wall
  return along(left, planes.all());
}

template <int D>
auto Mover<D>::slide(Vec<D> position, const Vec<D>& displacement, Gait gait) -> Slid {
  Slid slid;
  const std::size_t met_before = among_.exclude.size();
  Planes planes;  // of what it touches
  Vec<D> left = displacement;
  double remaining = 1.0;
  for (int hits = 0; hits < kMostHits && !is_zero(left); ++hits) {
    const std::optional<SweepHit<D>> hit = first(position, left);
    if (!hit) {
      position = position + left;
      break;
    }
    const double t = hit->meeting.delay;
    const Vec<D> moved = t * left;
    position = seated(position + moved, *hit);
    remaining *= 1.0 - t;
    left = (1.0 - t) * left;
    if (slid.hits.empty()) slid.hits.reserve(kUsualHits);
    slid.hits.push_back(bvh_.told(sweep(position, {}), *hit, 1.0 - remaining));
    MoveResponse response = gait == Gait::Carried ? MoveResponse::Slide : policy_.response;
    if (gait != Gait::Carried && policy_.choose) response = policy_.choose(slid.hits.back());
    const Vec<D> outward = -hit->meeting.normal;
    if (response == MoveResponse::Stop) break;
    if (response == MoveResponse::Cross) {
      among_.exclude.push_back(BodyId{hit->body});
    } else if (response == MoveResponse::Bounce) {
      left = left - (2.0 * dot(left, outward)) * outward;
    } else {
      planes.erase_if([&](const Vec<D>& plane) { return rate_along(plane, moved) > 0.0; });
      left = deflected(left, outward, planes, gait);
      if (!(dot(left, displacement) > 0.0)) break;
    }
  }
  among_.exclude.resize(met_before);
  slid.position = position;
  return slid;
}

/// The ground, if there is some that one can stand on at most so far below.
template <int D>
auto Mover<D>::landing(const Vec<D>& position, double depth) const -> std::optional<Landing> {
  const Vec<D> way = -(depth + probe(position)) * up_;
  const std::optional<SweepHit<D>> hit = first(position, way);
  if (!hit || !is_walkable(hit->meeting.normal)) return std::nullopt;
  return Landing{*hit, seated(position + hit->meeting.delay * way, *hit)};
}

/// As far as it slides; over steps, if it gets further so.
template <int D>
auto Mover<D>::walk(const Vec<D>& position, const Vec<D>& displacement) -> Slid {
  Slid level = slide(position, displacement, Gait::Walks);
  const Vec<D> flat = without(displacement, up_);
  const bool blocked = std::any_of(level.hits.begin(), level.hits.end(), [&](const CastHit<D>& hit) {
    return !is_walkable(hit.normal) && dot(hit.normal, flat) > 0.0;
  });
  if (!blocked || !(policy_.step_height > 0.0)) return level;
  const Vec<D> rise = policy_.step_height * up_;
  const std::optional<SweepHit<D>> ceiling = first(position, rise);
  const double height = (ceiling ? ceiling->meeting.delay : 1.0) * policy_.step_height;
  Slid over = slide(position + height * up_, flat, Gait::Walks);
  const std::optional<Landing> ground = landing(over.position, height + policy_.snap_distance);
  if (!ground) return level;
  over.position = ground->position;
  over.hits.push_back(bvh_.told(sweep(over.position, {}), ground->hit, 1.0));
  const double gained = dot(over.position - level.position, unit_of(flat));
  return gained > kWorthAStep * length(flat) ? over : level;
}

template <int D>
MoveResult<D> Mover<D>::move(const Vec<D>& position, const Vec<D>& displacement) {
  gather(position, displacement);
  const bool rises = dot(displacement, up_) > 0.0;
  const bool stood = knows_ground() && landing(position, policy_.skin);
  Slid slid = stood && !rises ? walk(position, displacement)
                              : slide(position, displacement, knows_ground() ? Gait::Walks : Gait::Free);
  MoveResult<D> result;
  result.position = slid.position;
  result.hits = std::move(slid.hits);
  if (!knows_ground() || rises) return result;
  const std::optional<Landing> ground =
      landing(result.position, std::max(policy_.skin, stood ? policy_.snap_distance : 0.0));
  if (!ground) return result;
  result.position = ground->position;
  result.grounded = true;
  result.ground = BodyId{ground->hit.body};
  result.ground_normal = -ground->hit.meeting.normal;
  ground_ = *ground;
  return result;
}

template <int D>
Vec<D> Mover<D>::footing() const {
  return bvh_.told(sweep(ground_.position, {}), ground_.hit, 1.0).point;
}

template <int D>
Vec<D> Mover<D>::carried(const Vec<D>& position, const Vec<D>& displacement, Id carrier) {
  among_.exclude.push_back(BodyId{carrier});
  const Vec<D> there = slide(position, displacement, Gait::Carried).position;
  among_.exclude.pop_back();
  return there;
}

template <int D>
Vec<D> Mover<D>::give_way(Vec<D> position, std::vector<BodyId>& crushed_by) {
  for (int push = 0; push < kMostPushes; ++push) {
    const std::vector<SweepHit<D>> within = bvh_.within(sweep(position, {}));
    if (within.empty()) return position;
    const SweepHit<D>& deepest = within.front();
    const double depth = -bvh_.gap(sweep(position, {}), deepest);
    const Vec<D> there = carried(position, -depth * deepest.meeting.normal, deepest.body);
    if (there == position) break;
    position = there;
  }
  for (const SweepHit<D>& hit : bvh_.within(sweep(position, {}))) crushed_by.push_back(BodyId{hit.body});
  return position;
}

template class Mover<2>;
template class Mover<3>;

}  // namespace firsthit
