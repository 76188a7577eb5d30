#include "core/vec_math.hpp"
#include "query/tolerant/solid_support.hpp"
#include "world/prediction/solid_predictor.hpp"
#include "world/rest/resting.hpp"

// How a body that rests, or may come to rest, touches what holds it.

namespace firsthit {

namespace {

/// What is no further from a side, in parts of its extent, touches it.
constexpr double kNear = 0x1p-10;

}  // namespace

/// [L] From a place to that of a support, which is not a side.
template <int D>
Vec<D> Resting<D>::from(const Vec<D>& position, const Support<D>& support) const {
  std::array<std::int64_t, std::size_t{D}> boxes{};
  Vec<D> place;
  if (table_.moves(support.id)) {
    const Place<D> now = flight_.place_at(support.id, records_[support.id], now_);
    place = now.position;
    boxes = now.wraps;
  } else {
    place = table_.fixed_body(support.id).position;
  }
  Vec<D> d = place - position;
  for (std::size_t axis = 0; axis < D; ++axis)
    d[axis] += static_cast<double>(support.image[axis] + boxes[axis]) * flight_.period().length[axis];
  return d;
}

/// `known`: its direction as it was when they met, if they have.
template <int D>
Touch<D> Resting<D>::touch_of(Id body, const Support<D>& support, const Vec<D>& position,
                              const Vec<D>& known) const {
  Touch<D> touch{support, {}, 0.0, 0.0, velocity_of(support.id), {}, acceleration_of(support.id)};
  if (!table_.meet_as_balls(body, support.id)) return solid_touch(touch, body, position, known);
  if (support.id >= kFirstSide) {
    const std::size_t axis = side_axis(support.id);
    const bool upper = side_is_upper(support.id);
    const double room = upper ? space_.max[axis] - position[axis] : position[axis] - space_.min[axis];
    touch.into[axis] = upper ? 1.0 : -1.0;
    touch.gap = room - table_.radius[body];
    return touch;
  }
  const bool moves = table_.moves(support.id);  // then it is a ball
  const double radius = moves ? table_.radius[body] : table_.radius_at(body, support.id);
  const Facing<D> face = facing(moves ? table_.shape(support.id) : table_.fixed_body(support.id).shape,
                                from(position, support), radius);
  const double size = length(face.toward);
  if (size > 0.0) touch.into = (1.0 / size) * face.toward;
  touch.curvature = face.curvature;
  touch.gap = face.distance - radius;
  return touch;
}

template <int D>
Touch<D> Resting<D>::solid_touch(Touch<D> touch, Id body, const Vec<D>& position, const Vec<D>& known) const {
  const Support<D>& support = touch.support;
  if (table_.turns(body)) {
    touch.into = known;
    if (const std::optional<Footing> footing = this->footing(body, support, position, known))
      touch.gap = footing->least_gap();
    return touch;
  }
  const SolidPiece<D>& own = table_.solid(body).pieces[support.own_piece];
  if (support.id >= kFirstSide) {
    const std::size_t axis = side_axis(support.id);
    const bool upper = side_is_upper(support.id);
    touch.into[axis] = upper ? 1.0 : -1.0;
    touch.gap = (upper ? space_.max[axis] - position[axis] : position[axis] - space_.min[axis]) -
                own.reach(touch.into);
    return touch;
  }
  const Solid<D>& other = supports_.solid(support.id);
  RelativeMotion<D> approach;
  approach.d = from(position, support);
  approach.least_radius = table_.least_radius;
  approach.b_moves = table_.moves(support.id);
  if (other.plane) {
    touch.into = -other.plane->normal;
    touch.gap = dot(touch.into, approach.d) - other.plane->offset - own.reach(touch.into);
    return touch;
  }
  set_tolerance(approach, max_abs(position) + table_.radius[body], 0.0, space_);
  const FaceContact<D> standing = face_contact_of(own, other.pieces[support.other_piece], approach, known);
  touch.into = standing.normal;
  touch.gap = standing.gap;
  touch.curvature = standing.curvature;
  touch.ridge = standing.ridge;
  return touch;
}

template <int D>
bool Resting<D>::passes_along_ridge(Id body, const Support<D>& support, const Vec<D>& position,
                                    const Vec<D>& put, const Vec<D>& velocity, const Vec<D>& normal) const {
  if (D == 2 || support.id >= kFirstSide || table_.meet_as_balls(body, support.id)) return false;
  const Solid<D>& other = supports_.solid(support.id);
  if (other.plane) return false;
  RelativeMotion<D> approach;
  approach.d = from(position, support) + put;
  approach.v = velocity;
  approach.least_radius = table_.least_radius;
  approach.b_moves = table_.moves(support.id);
  set_tolerance(approach, max_abs(position) + table_.radius[body], 0.0, space_);
  return go_along_ridge(table_.solid(body).pieces[support.own_piece], other.pieces[support.other_piece],
                        approach, normal);
}

template <int D>
std::optional<Footing> Resting<D>::footing(Id body, const Support<D>& support, const Vec<D>& position,
                                           const Vec<D>& toward) const {
  if constexpr (D == 2) {
    const Rotation<2> stands = rotation_of(spins_.at(body, now_, flight_.timebase()).stands());
    const Solid<2>& own = table_.solid(body);
    if (support.id >= kFirstSide) {
      const std::size_t axis = side_axis(support.id);
      Vec<2> into;
      into[axis] = side_is_upper(support.id) ? 1.0 : -1.0;
      return footing_on_plane(
          own, stands, into,
          side_is_upper(support.id) ? space_.max[axis] - position[axis] : position[axis] - space_.min[axis]);
    }
    const Solid<2>& other = supports_.solid(support.id);
    const Vec<2> apart = from(position, support);
    if (!other.plane) return footing_on(own, stands, other, apart, toward, kNear * own.extent);
    const Vec<2> into = -other.plane->normal;
    return footing_on_plane(own, stands, into, dot(into, apart) - other.plane->offset);
  } else {
    return {};
  }
}

template <int D>
std::optional<Footing> Resting<D>::footing(Id body, const Vec<D>& position) const {
  std::optional<Footing> all;
  for (const Support<D>& support : supports_.of(body)) {
    const auto one = footing(body, support, position, supports_.into(body, support));
    if (!one) return {};
    all = all ? united(*all, *one) : *one;
  }
  return all;
}

template <int D>
std::vector<Support<D>> Resting<D>::others_under(Id body, const Vec<D>& position, const Footing& footing,
                                                 double flat) const {
  std::vector<Support<D>> others;
  if constexpr (D == 2) {
    for (const Support<2>& support : supports_.touched(body)) {
      const auto one = this->footing(body, support, position, footing.into);
      if (!one || !(one->widest_gap() <= flat) || one->least_gap() < -flat) continue;
      if (in_one_plane(one->into, footing.into)) others.push_back(support);
    }
  }
  return others;
}

template std::optional<Footing> Resting<2>::footing(Id, const Vec<2>&) const;
template std::optional<Footing> Resting<3>::footing(Id, const Vec<3>&) const;
template std::vector<Support<2>> Resting<2>::others_under(Id, const Vec<2>&, const Footing&, double) const;
template std::vector<Support<3>> Resting<3>::others_under(Id, const Vec<3>&, const Footing&, double) const;
template std::optional<Footing> Resting<2>::footing(Id, const Support<2>&, const Vec<2>&,
                                                    const Vec<2>&) const;
template std::optional<Footing> Resting<3>::footing(Id, const Support<3>&, const Vec<3>&,
                                                    const Vec<3>&) const;
template bool Resting<2>::passes_along_ridge(Id, const Support<2>&, const Vec<2>&, const Vec<2>&,
                                             const Vec<2>&, const Vec<2>&) const;
template bool Resting<3>::passes_along_ridge(Id, const Support<3>&, const Vec<3>&, const Vec<3>&,
                                             const Vec<3>&, const Vec<3>&) const;
template Touch<2> Resting<2>::touch_of(Id, const Support<2>&, const Vec<2>&, const Vec<2>&) const;
template Touch<3> Resting<3>::touch_of(Id, const Support<3>&, const Vec<3>&, const Vec<3>&) const;

}  // namespace firsthit
