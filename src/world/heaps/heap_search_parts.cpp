#include "core/vec_math.hpp"
#include "geometry/rotation.hpp"
#include "world/heaps/heap_search.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

// How bodies that turn touch: corners, edges and faces.

namespace firsthit {

namespace {

using Kind = TouchingParts::Kind;

/// The cosine of the largest angle between normals at corners of one contact. Smaller: what is round the
/// corner would belong to it. Larger: what rounds would not.
constexpr double kNearlyAlong = 1.0 - 0x1p-10;

/// Is it a plane, or a side of the box?
template <int D>
bool is_plane(const BodyTable<D>& table, Id id) {
  return id >= kFirstSide || (!table.is_plain(id) && table.solid(id).plane.has_value());
}

}  // namespace

/// Balls on balls, and on what is fixed, touch where their centres tell.
template <int D>
bool HeapSearch<D>::touches_whole(const HeapContact<D>& contact) const {
  if (contact.b >= kFirstSide) return table_.is_ball_that_moves(contact.a);
  return table_.meet_as_balls(contact.a, contact.b);
}

/// A piece of a body that stands so at `place` [L].
template <int D>
PlacedPiece<D> HeapSearch<D>::placed(Id body, std::uint32_t piece, const Orientation<D>& stands,
                                     const Vec<D>& place) const {
  auto known = hulls_.find({body, piece});
  if (known == hulls_.end()) {
    SolidPiece<D> room;
    known = hulls_.emplace(std::pair(body, piece), hull_of(table_.pieces(body, room)[piece])).first;
  }
  return {known->second, rotation_of(stands), place};
}

/// Adds all parts in which the pieces of a pair are nearer than `within` [L].
template <int D>
void HeapSearch<D>::add_parts(const Pose<D>& a, const Pose<D>& b, double within, const Near& pair,
                              std::vector<Near>& near) const {
  const auto add = [&](const TouchingParts& parts) {
    Near one = pair;
    one.parts = parts;
    touch(a, b, one);
    if (one.gap <= within && !is_zero(one.contact.normal)) near.push_back(one);
  };
  const HeapContact<D>& contact = pair.contact;
  if (!turns() || touches_whole(contact)) {
    add({});
    return;
  }
  const PlacedPiece<D> own = placed(contact.a, contact.own_piece, a.stands, {});
  if (is_plane(table_, contact.b)) {
    for (std::uint32_t i = 0; i < own.size(); ++i) add({Kind::CornerOnPlane, i, 0, 0});
    return;
  }
  const PlacedPiece<D> other = placed(contact.b, contact.piece, b.stands, apart(a, b, pair));
  if (own.hull().is_seam || other.hull().is_seam) return;
  for (const TouchingParts& parts : touching_parts(own, other, within)) add(parts);
}

template <int D>
std::vector<Vec<D>> HeapSearch<D>::touching_places(Id a, const Pose<D>& of_a, Id b, const Pose<D>& of_b,
                                                   const Vec<D>& normal, double within) const {
  if (is_plane(table_, a)) {
    std::vector<Vec<D>> places = touching_places(b, of_b, a, of_a, -normal, within);
    for (Vec<D>& place : places) place = place + (of_b.place - of_a.place);
    return places;
  }
  SolidPiece<D> own_room;
  SolidPiece<D> other_room;
  const std::size_t own_pieces = table_.pieces(a, own_room).size();
  const std::size_t pieces = is_plane(table_, b) ? 1 : table_.pieces(b, other_room).size();
  std::vector<Near> near;
  constexpr std::size_t kAny = 0;  // both are where they are told to be, as what moves is
  for (std::uint32_t own = 0; own < own_pieces; ++own)
    for (std::uint32_t piece = 0; piece < pieces; ++piece)
      add_parts(of_a, of_b, within, {{a, b, {}, piece, own, {}, {}, {}}, kAny, kAny}, near);
  std::vector<Vec<D>> places;
  for (const Near& one : near)
    if (dot(one.contact.normal, normal) > kNearlyAlong) places.push_back(one.contact.arm);
  return places;
}

/// How the pieces of a pair are parted, by the parts that do it best.
template <int D>
auto HeapSearch<D>::separating(const Pose<D>& a, const Pose<D>& b, const Near& pair) const
    -> std::optional<Near> {
  Near best = pair;
  const HeapContact<D>& contact = pair.contact;
  if (touches_whole(contact)) {
    touch(a, b, best);
    return best;
  }
  const PlacedPiece<D> own = placed(contact.a, contact.own_piece, a.stands, {});
  if (is_plane(table_, contact.b)) {
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t i = 0; i < own.size(); ++i) {
      Near one = pair;
      one.parts = {Kind::CornerOnPlane, i, 0, 0};
      touch(a, b, one);
      if (!(one.gap < least)) continue;
      least = one.gap;
      best = one;
    }
    return best;
  }
  const PlacedPiece<D> other = placed(contact.b, contact.piece, b.stands, apart(a, b, pair));
  if (own.hull().is_seam || other.hull().is_seam) return {};
  best.parts = separating_parts(own, other);
  touch(a, b, best);
  return best;
}

/// [L] How far two hulls lie beyond each other along the normal of their contact.
template <int D>
double HeapSearch<D>::parted_along(const Pose<D>& a, const Pose<D>& b, const Near& pair) const {
  const HeapContact<D>& contact = pair.contact;
  const PlacedPiece<D> own = placed(contact.a, contact.own_piece, a.stands, {});
  return gap_along(own, placed(contact.b, contact.piece, b.stands, apart(a, b, pair)), contact.normal);
}

template <int D>
void HeapSearch<D>::touch_parts(const Pose<D>& a, const Pose<D>& b, Near& near) const {
  HeapContact<D>& contact = near.contact;
  const PlacedPiece<D> own = placed(contact.a, contact.own_piece, a.stands, {});
  if (!is_plane(table_, contact.b)) {
    const Vec<D> d = apart(a, b, near);
    const PartsTouch<D> touch = touch_of(own, placed(contact.b, contact.piece, b.stands, d), near.parts);
    contact.normal = touch.normal;
    contact.arm = touch.place;
    contact.other_arm = touch.place - d;
    near.gap = touch.gap;
    return;
  }
  double room = 0.0;  // [L] from the body's place to the plane
  if (contact.b >= kFirstSide) {
    const std::size_t axis = side_axis(contact.b);
    const bool upper = side_is_upper(contact.b);
    contact.normal = {};
    contact.normal[axis] = upper ? 1.0 : -1.0;
    room = upper ? space_.max[axis] - a.place[axis] : a.place[axis] - space_.min[axis];
  } else {
    const HalfSpace<D>& plane = *table_.solid(contact.b).plane;
    contact.normal = -plane.normal;
    room = dot(contact.normal, apart(a, b, near)) - plane.offset;
  }
  const Vec<D> corner = own.corner(near.parts.own);
  near.gap = room - dot(contact.normal, corner) - own.radius();
  contact.arm = corner + own.radius() * contact.normal;
}

template bool HeapSearch<2>::touches_whole(const HeapContact<2>&) const;
template PlacedPiece<2> HeapSearch<2>::placed(Id, std::uint32_t, const Orientation<2>&, const Vec<2>&) const;
template void HeapSearch<2>::add_parts(const Pose<2>&, const Pose<2>&, double, const Near&,
                                       std::vector<Near>&) const;
template std::vector<Vec<2>> HeapSearch<2>::touching_places(Id, const Pose<2>&, Id, const Pose<2>&,
                                                            const Vec<2>&, double) const;
template std::vector<Vec<3>> HeapSearch<3>::touching_places(Id, const Pose<3>&, Id, const Pose<3>&,
                                                            const Vec<3>&, double) const;
template auto HeapSearch<2>::separating(const Pose<2>&, const Pose<2>&, const Near&) const
    -> std::optional<Near>;
template double HeapSearch<2>::parted_along(const Pose<2>&, const Pose<2>&, const Near&) const;
template void HeapSearch<2>::touch_parts(const Pose<2>&, const Pose<2>&, Near&) const;
template bool HeapSearch<3>::touches_whole(const HeapContact<3>&) const;
template PlacedPiece<3> HeapSearch<3>::placed(Id, std::uint32_t, const Orientation<3>&, const Vec<3>&) const;
template void HeapSearch<3>::add_parts(const Pose<3>&, const Pose<3>&, double, const Near&,
                                       std::vector<Near>&) const;
template auto HeapSearch<3>::separating(const Pose<3>&, const Pose<3>&, const Near&) const
    -> std::optional<Near>;
template double HeapSearch<3>::parted_along(const Pose<3>&, const Pose<3>&, const Near&) const;
template void HeapSearch<3>::touch_parts(const Pose<3>&, const Pose<3>&, Near&) const;

}  // namespace firsthit
