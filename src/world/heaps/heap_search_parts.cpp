#include "core/vec_math.hpp"
#include "geometry/rotation.hpp"
#include "world/heaps/heap_search.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

// How bodies of the plane that turn touch: corners and sides.

namespace firsthit {

namespace {

/// A piece, and where it is.
struct Placed {
  SolidPiece<2> room;
  Rotation<2> rotation;
  const SolidPiece<2>* piece = nullptr;
  Vec<2> place;

  PlacedPiece get() const { return {*piece, rotation, place}; }
};

void place(const BodyTable<2>& table, Id id, std::uint32_t piece, const Orientation<2>& stands,
           const Vec<2>& at, Placed& placed) {
  placed.piece = &table.pieces(id, placed.room)[piece];
  placed.rotation = rotation_of(stands);
  placed.place = at;
}

/// Is it a plane, or a side of the box?
bool is_plane(const BodyTable<2>& table, Id id) {
  return id >= kFirstSide || (!table.is_plain(id) && table.solid(id).plane.has_value());
}

}  // namespace

/// Balls on balls, and on what is fixed, touch where their centres tell.
template <int D>
bool HeapSearch<D>::touches_whole(const HeapContact<D>& contact) const {
  if (contact.b >= kFirstSide) return table_.is_ball_that_moves(contact.a);
  return table_.meet_as_balls(contact.a, contact.b);
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
  if (!turns() || touches_whole(pair.contact)) {
    add({});
    return;
  }
  if constexpr (D == 2) {
    const HeapContact<2>& contact = pair.contact;
    Placed own;
    place(table_, contact.a, contact.own_piece, a.stands, {}, own);
    if (is_plane(table_, contact.b)) {
      for (std::uint32_t i = 0; i < own.get().size(); ++i) add({TouchingParts::Kind::CornerOnPlane, i, 0});
      return;
    }
    Placed other;
    place(table_, contact.b, contact.piece, b.stands, apart(a, b, pair), other);
    if (own.piece->is_seam || other.piece->is_seam) return;
    for (const TouchingParts& parts : touching_parts(own.get(), other.get(), within)) add(parts);
  }
}

/// How the pieces of a pair are parted, by the parts that do it best.
template <int D>
auto HeapSearch<D>::separating(const Pose<D>& a, const Pose<D>& b, const Near& pair) const
    -> std::optional<Near> {
  Near best = pair;
  if (touches_whole(pair.contact)) {
    touch(a, b, best);
    return best;
  }
  if constexpr (D == 2) {
    const HeapContact<2>& contact = pair.contact;
    Placed own;
    place(table_, contact.a, contact.own_piece, a.stands, {}, own);
    if (is_plane(table_, contact.b)) {
      double least = std::numeric_limits<double>::infinity();
      for (std::uint32_t i = 0; i < own.get().size(); ++i) {
        Near one = pair;
        one.parts = {TouchingParts::Kind::CornerOnPlane, i, 0};
        touch(a, b, one);
        if (!(one.gap < least)) continue;
        least = one.gap;
        best = one;
      }
      return best;
    }
    Placed other;
    place(table_, contact.b, contact.piece, b.stands, apart(a, b, pair), other);
    if (own.piece->is_seam || other.piece->is_seam) return {};
    best.parts = separating_parts(own.get(), other.get());
    touch(a, b, best);
  }
  return best;
}

template <int D>
void HeapSearch<D>::touch_parts(const Pose<D>& a, const Pose<D>& b, Near& near) const {
  if constexpr (D == 2) {
    HeapContact<2>& contact = near.contact;
    Placed own;
    place(table_, contact.a, contact.own_piece, a.stands, {}, own);
    if (contact.b >= kFirstSide) {
      const std::size_t axis = side_axis(contact.b);
      const bool upper = side_is_upper(contact.b);
      contact.normal = {};
      contact.normal[axis] = upper ? 1.0 : -1.0;
      const Vec<2> corner = own.get().corner(near.parts.own);
      near.gap = (upper ? space_.max[axis] - a.place[axis] : a.place[axis] - space_.min[axis]) -
                 dot(contact.normal, corner) - own.get().radius();
      contact.arm = corner + own.get().radius() * contact.normal;
      return;
    }
    const Vec<2> d = apart(a, b, near);
    if (is_plane(table_, contact.b)) {
      const HalfSpace<2>& plane = *table_.solid(contact.b).plane;
      contact.normal = -plane.normal;
      const Vec<2> corner = own.get().corner(near.parts.own);
      near.gap = dot(contact.normal, d) - plane.offset - dot(contact.normal, corner) - own.get().radius();
      contact.arm = corner + own.get().radius() * contact.normal;
      return;
    }
    Placed other;
    place(table_, contact.b, contact.piece, b.stands, d, other);
    const PartsTouch touch = touch_of(own.get(), other.get(), near.parts);
    contact.normal = touch.normal;
    contact.arm = touch.place;
    contact.other_arm = touch.place - d;
    near.gap = touch.gap;
  }
}

template bool HeapSearch<2>::touches_whole(const HeapContact<2>&) const;
template void HeapSearch<2>::add_parts(const Pose<2>&, const Pose<2>&, double, const Near&,
                                       std::vector<Near>&) const;
template auto HeapSearch<2>::separating(const Pose<2>&, const Pose<2>&, const Near&) const
    -> std::optional<Near>;
template void HeapSearch<2>::touch_parts(const Pose<2>&, const Pose<2>&, Near&) const;
template bool HeapSearch<3>::touches_whole(const HeapContact<3>&) const;
template void HeapSearch<3>::add_parts(const Pose<3>&, const Pose<3>&, double, const Near&,
                                       std::vector<Near>&) const;
template auto HeapSearch<3>::separating(const Pose<3>&, const Pose<3>&, const Near&) const
    -> std::optional<Near>;
template void HeapSearch<3>::touch_parts(const Pose<3>&, const Pose<3>&, Near&) const;

}  // namespace firsthit
