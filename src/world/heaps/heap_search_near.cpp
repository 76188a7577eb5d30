#include "core/vec_math.hpp"
#include "query/convex/polytope/inline_vector.hpp"
#include "query/tolerant/solid_nearest.hpp"
#include "query/tolerant/solid_planes.hpp"
#include "query/tolerant/solid_round.hpp"
#include "world/bodies/fixed_shape.hpp"
#include "world/heaps/heap_search.hpp"
#include "world/heaps/hops.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

// Who is near whom, and how they touch.

namespace firsthit {

namespace {

/// Those who part, or come together, faster than this many hops do not lie on each other.
constexpr double kSlow = 16.0;

/// The same of those who pass each other, where friction is to hold them: impacts of hops leave each other's
/// speed along them below two hops. Larger: a slow slide ends further from where it would. Smaller: some of a
/// large pile always pass too fast.
constexpr double kSlowAlong = 8.0;

}  // namespace

/// Calls each(image, way [L]) for all images of a place that is `apart` [L] from another, no further from it
/// than `reach` [L].
template <int D>
template <class Each>
void HeapSearch<D>::each_image(const Vec<D>& apart, double reach, const Each& each) const {
  Image<D> low{};
  Image<D> high{};
  const auto& period = flight_.period();
  for (std::size_t axis = 0; axis < D; ++axis) {
    if (!period.along(axis)) continue;
    const double length = period.length[axis];
    low[axis] = static_cast<std::int32_t>(std::ceil((-reach - apart[axis]) / length));
    high[axis] = static_cast<std::int32_t>(std::floor((reach - apart[axis]) / length));
    if (low[axis] > high[axis]) return;
  }
  for (Image<D> image = low;;) {
    Vec<D> way = apart;
    for (std::size_t axis = 0; axis < D; ++axis)
      if (period.along(axis)) way[axis] += static_cast<double>(image[axis]) * period.length[axis];
    if (length_squared(way) <= reach * reach) each(image, way);
    std::size_t axis = 0;
    while (axis < D && image[axis] == high[axis]) {
      image[axis] = low[axis];
      ++axis;
    }
    if (axis == D) return;
    ++image[axis];
  }
}

/// None of who has no size, or is bonded to others.
template <int D>
auto HeapSearch<D>::loose(Id id, std::span<const Record<D>> records, const Instant& now) const
    -> std::optional<Loose> {
  const bool yields = table_.is_dynamic(id);
  if (!(table_.radius[id] > 0.0) || (yields && !bonds_.of(id).empty())) return {};
  const Vec<D> velocity = flight_.velocity_at(id, records[id], now);
  const double size = table_.radius[id];
  const double reach = table_.is_ball_that_moves(id) ? size : table_.extent(id);
  const Place<D> place = flight_.place_at(id, records[id], now);
  Loose one{id, yields, place.position, velocity, size, reach};
  one.wraps = place.wraps;
  if (!turns() || !spins_.spins(id)) return one;
  const Spin<D> spin = spins_.at(id, now, flight_.timebase());
  one.stands = spin.stands();
  one.turning = spin.velocity;
  if (yields && !spins_freely(id) && spins_.inverse_inertia(id) > 0.0) one.lever = size;
  return one;
}

template <int D>
auto HeapSearch<D>::loose(std::span<const Record<D>> records, const Instant& now) const
    -> std::vector<Loose> {
  std::vector<Loose> all;
  for (const Id id : table_.moving)
    if (const std::optional<Loose> one = loose(id, records, now)) all.push_back(*one);
  return all;
}

/// Pairs of places in `order` whose bodies are near each other along all axes on which nothing repeats; in
/// the order of the first, then of the second, which comes after it.
template <int D>
auto HeapSearch<D>::neighbours_in(const std::vector<std::size_t>& order, const std::vector<Loose>& all,
                                  double within) const -> std::vector<std::pair<std::size_t, std::size_t>> {
  // Swept along the axis on which they spread furthest: a floor full of crates is wide, a pile is high.
  std::size_t swept = 0;
  double widest = -1.0;
  double furthest = 0.0;
  for (const Loose& one : all) furthest = std::max(furthest, one.reach);
  for (std::size_t axis = 0; axis < D; ++axis) {
    if (flight_.period().along(axis)) continue;
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const Loose& one : all) {
      low = std::min(low, one.place[axis]);
      high = std::max(high, one.place[axis]);
    }
    if (!(high - low > widest)) continue;
    swept = axis;
    widest = high - low;
  }
  std::vector<std::size_t> along(order.size());  // places in `order`
  std::iota(along.begin(), along.end(), std::size_t{0});
  std::sort(along.begin(), along.end(), [&](std::size_t i, std::size_t j) {
    const double a = all[order[i]].place[swept];
    const double b = all[order[j]].place[swept];
    return a != b ? a < b : i < j;
  });
  std::vector<std::pair<std::size_t, std::size_t>> near;
  for (std::size_t at = 0; at < along.size(); ++at) {
    const Loose& one = all[order[along[at]]];
    for (std::size_t next = at + 1; next < along.size(); ++next) {
      const Loose& other = all[order[along[next]]];
      const double slack = 1.0 + 2.0 * within;
      if (other.place[swept] - one.place[swept] > slack * (one.reach + furthest)) break;
      bool is_near = true;
      for (std::size_t axis = 0; axis < D; ++axis)
        if (!flight_.period().along(axis))
          is_near =
              is_near && std::fabs(other.place[axis] - one.place[axis]) <= slack * (one.reach + other.reach);
      if (is_near) near.emplace_back(std::minmax(along[at], along[next]));
    }
  }
  std::sort(near.begin(), near.end());
  return near;
}

template <int D>
void HeapSearch<D>::find_pairs(const std::vector<Loose>& all, double within, std::vector<Near>& near) const {
  // Along what gravity pulls along most nothing repeats.
  const Vec<D>& gravity = flight_.gravity();
  std::size_t down = 0;
  for (std::size_t axis = 1; axis < D; ++axis)
    if (std::fabs(gravity[axis]) > std::fabs(gravity[down])) down = axis;
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return all[i].place[down] != all[j].place[down] ? all[i].place[down] < all[j].place[down] : i < j;
  });
  for (const auto& [at, next] : neighbours_in(order, all, within))
    add_pair(all, std::min(order[at], order[next]), std::max(order[at], order[next]), within, near);
}

/// Where two bodies, of which the first comes first, are near each other.
template <int D>
void HeapSearch<D>::add_pair(const std::vector<Loose>& all, std::size_t a, std::size_t b, double within,
                             std::vector<Near>& near) const {
  if (!all[a].yields) std::swap(a, b);
  if (!all[a].yields || !may_touch(all[a].id, all[b].id)) return;
  const bool both = all[b].yields;
  const double nearly = within * (both ? std::min(all[a].size, all[b].size) : all[a].size);
  SolidPiece<D> room_a;
  SolidPiece<D> room_b;
  const bool round = table_.meet_as_balls(all[a].id, all[b].id);
  const std::size_t own_pieces = round ? 1 : table_.pieces(all[a].id, room_a).size();
  const std::size_t pieces = round ? 1 : table_.pieces(all[b].id, room_b).size();
  each_image(all[b].place - all[a].place, all[a].reach + all[b].reach + nearly,
             [&](const Image<D>& image, const Vec<D>&) {
               if (is_inside(all[a], all[b], image)) return;
               for (std::size_t own = 0; own < own_pieces; ++own) {
                 for (std::size_t piece = 0; piece < pieces; ++piece) {
                   Near one{{all[a].id,
                             all[b].id,
                             image,
                             static_cast<std::uint32_t>(piece),
                             static_cast<std::uint32_t>(own),
                             {}},
                            a,
                            b,
                            both,
                            0.0};
                   add_parts(all[a].pose(), all[b].pose(), nearly, one, near);
                 }
               }
             });
}

/// What does not move, and is near.
template <int D>
void HeapSearch<D>::find_unmoved(const std::vector<Loose>& all, double within,
                                 std::vector<Near>& near) const {
  const std::vector<double> extents = extents_of_fixed();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (all[i].yields) add_unmoved(all, i, within, extents, near);
}

/// [L] Of all that is fixed.
template <int D>
std::vector<double> HeapSearch<D>::extents_of_fixed() const {
  std::vector<double> extents;
  for (const Id id : table_.fixed) extents.push_back(extent_of(table_.fixed_body(id).shape));
  return extents;
}

/// Of what does not move, what is near one of them.
template <int D>
void HeapSearch<D>::add_unmoved(const std::vector<Loose>& all, std::size_t i, double within,
                                std::span<const double> extents, std::vector<Near>& near) const {
  const Loose& body = all[i];
  SolidPiece<D> room;
  const bool is_ball = table_.is_ball_that_moves(body.id);
  const std::size_t own_pieces = is_ball ? 1 : table_.pieces(body.id, room).size();
  const auto add = [&](Near one) {
    for (std::size_t own = 0; own < own_pieces; ++own) {
      one.contact.own_piece = static_cast<std::uint32_t>(own);
      add_parts(body.pose(), {}, within * body.size, one, near);
    }
  };
  for (std::size_t axis = 0; axis < D; ++axis)
    if (space_.sides[axis] == Side::Wall)
      for (const bool upper : {false, true}) {
        Near one{{body.id, side_id(axis, upper), {}, 0, 0, {}}, i};
        one.farthest = std::fabs(upper ? space_.max[axis] : space_.min[axis]);
        add(one);
      }
  for (std::size_t k = 0; k < table_.fixed.size(); ++k) {
    const Id id = table_.fixed[k];
    if (!may_touch(body.id, id)) continue;
    Loose unmoved;
    unmoved.id = id;
    Near one{{body.id, id, {}, 0, 0, {}}, i};
    const bool as_balls = table_.meet_as_balls(body.id, id);
    const Body<D>& fixed = table_.fixed_body(id);
    const bool is_bounded = std::isfinite(extents[k]);
    one.farthest = std::max(max_abs(fixed.position), is_bounded ? extents[k] : 0.0);
    const double reach = (1.0 + within) * body.reach;
    const auto add_image = [&](const Image<D>& image, const Vec<D>& way) {
      if (is_inside(body, unmoved, image)) return;
      one.contact.image = image;
      if (as_balls) {
        if (is_within(fixed.shape, way, reach)) add(one);
        return;
      }
      SolidPiece<D> other;
      const bool is_plane = !table_.is_plain(id) && table_.solid(id).plane;
      const std::size_t pieces = is_plane ? 1 : table_.pieces(id, other).size();
      for (std::size_t piece = 0; piece < pieces; ++piece) {
        one.contact.piece = static_cast<std::uint32_t>(piece);
        add(one);
      }
    };
    const Vec<D> apart = fixed.position - body.place;
    if (is_bounded)
      each_image(apart, extents[k] + reach, add_image);
    else
      add_image({}, apart);
  }
}

/// Do they meet, and hinder each other?
template <int D>
bool HeapSearch<D>::may_touch(Id a, Id b) const {
  return table_.meet(a, b) && !table_.passes(a, b);
}

/// Have they begun to go through each other, and not parted so far? `image`: of the second's present place,
/// seen from the first's.
template <int D>
bool HeapSearch<D>::is_inside(const Loose& a, const Loose& b, Image<D> image) const {
  if (!table_.interactions.has_overlap_pairs()) return false;
  for (std::size_t axis = 0; axis < D; ++axis)
    image[axis] += static_cast<std::int32_t>(a.wraps[axis] - b.wraps[axis]);
  return overlap_pairs_.contains(OrderedPair<D>(a.id, Candidate<D>{b.id, image}));
}

/// [L/T] How fast is what the body of a contact touches, if forces do not move that? Where it rubs, its
/// surface.
template <int D>
Vec<D> HeapSearch<D>::carrier_velocity(const std::vector<Loose>& all, const Near& near) const {
  const Vec<D> velocity = near.b == kNone ? Vec<D>{} : all[near.b].velocity;
  if (!(near.friction > 0.0)) return velocity;
  return velocity + table_.surface_velocity(near.contact.b, near.contact.normal);
}

/// [L/T^2] How does that accelerate?
template <int D>
Vec<D> HeapSearch<D>::carrier_acceleration(const std::vector<Loose>& all, const Near& near) const {
  return near.b == kNone ? Vec<D>{} : flight_.acceleration(all[near.b].id);
}

/// Does nothing hinder the two from holding each other, whatever their speeds?
template <int D>
bool HeapSearch<D>::may_hold(const std::vector<Loose>& all, const Near& near) const {
  if (!near.both && near.b != kNone &&
      (table_.is_pinned(all[near.b].id) || speed_of(all[near.b].turning) > 0.0))
    return false;
  return !table_.have_rule(near.contact.a, near.contact.b) && !table_.interactions.waits(near.contact.a) &&
         !table_.interactions.waits(near.contact.b);
}

/// [L/T] How the first passes the other, where they touch.
template <int D>
Vec<D> HeapSearch<D>::passing_speed(const std::vector<Loose>& all, const Near& near) const {
  Vec<D> velocity = all[near.a].velocity - carrier_velocity(all, near);
  if (turns()) velocity = velocity + turning_velocity(all[near.a].turning, near.contact.arm);
  if (near.both && turns())
    velocity = velocity - turning_velocity(all[near.b].turning, near.contact.other_arm);
  return velocity;
}

/// May the two hold each other, as they meet no faster than those who hop, or part?
template <int D>
bool HeapSearch<D>::is_slow(const std::vector<Loose>& all, const Near& near) const {
  if (!may_hold(all, near)) return false;
  const double size = near.both ? std::min(all[near.a].size, all[near.b].size) : all[near.a].size;
  const Vec<D> velocity = passing_speed(all, near);
  const double hop = heap_hop_speed(length(flight_.gravity()), size);
  const double closing = dot(near.contact.normal, velocity);
  if (!(std::fabs(closing) <= kSlow * hop)) return false;
  return !(near.friction > 0.0) || length(velocity - closing * near.contact.normal) <= kSlowAlong * hop;
}

/// [L] From the body of a contact to what it touches, which is at `b` if that may move too.
template <int D>
Vec<D> HeapSearch<D>::apart(const Pose<D>& a, const Pose<D>& b, const Near& near) const {
  const HeapContact<D>& contact = near.contact;
  Vec<D> d = (near.b == kNone ? table_.fixed_body(contact.b).position : b.place) - a.place;
  for (std::size_t axis = 0; axis < D; ++axis)
    d[axis] += static_cast<double>(contact.image[axis]) * flight_.period().length[axis];
  return d;
}

/// How the body of a contact, at `a`, touches what is at `b`, if that may move too, or at its own place.
template <int D>
void HeapSearch<D>::touch(const Pose<D>& a, const Pose<D>& b, Near& near) const {
  if (turns() && !touches_whole(near.contact)) {
    touch_parts(a, b, near);
    return;
  }
  const HeapContact<D>& contact = near.contact;
  Vec<D>& normal = near.contact.normal;
  const Id id = contact.b;
  if (id >= kFirstSide) {
    touch_side(a.place, near);
    near.contact.arm = table_.radius[contact.a] * normal;
    return;
  }
  const Vec<D> d = apart(a, b, near);
  if (!table_.meet_as_balls(contact.a, id)) {
    touch_pieces(d, near);
    return;
  }
  if (near.b != kNone) {
    const double distance = length(d);
    normal = distance > 0.0 ? (1.0 / distance) * d : Vec<D>{};
    near.gap = distance - (table_.radius[contact.a] + table_.radius[id]);
    near.contact.arm = table_.radius[contact.a] * normal;
    near.contact.other_arm = -table_.radius[id] * normal;
    return;
  }
  const double reach = table_.radius_at(contact.a, id);
  const Facing<D> face = facing(table_.fixed_body(id).shape, d, reach);
  const double size = length(face.toward);
  normal = size > 0.0 ? (1.0 / size) * face.toward : Vec<D>{};
  near.gap = face.distance - reach;
  near.contact.arm = reach * normal;
}

template <int D>
void HeapSearch<D>::touch_side(const Vec<D>& a, Near& near) const {
  const HeapContact<D>& contact = near.contact;
  const std::size_t axis = side_axis(contact.b);
  const bool upper = side_is_upper(contact.b);
  near.contact.normal = {};
  near.contact.normal[axis] = upper ? 1.0 : -1.0;
  SolidPiece<D> room;
  const double reach = table_.is_ball_that_moves(contact.a)
                           ? table_.radius[contact.a]
                           : table_.pieces(contact.a, room)[contact.own_piece].reach(contact.normal);
  near.gap = (upper ? space_.max[axis] - a[axis] : a[axis] - space_.min[axis]) - reach;
}

/// d [L]: from the place of the one to that of the other. What has no normal, as it is only there to stop
/// what is thin, gets none.
template <int D>
void HeapSearch<D>::touch_pieces(const Vec<D>& d, Near& near) const {
  const HeapContact<D>& contact = near.contact;
  Vec<D>& normal = near.contact.normal;
  SolidPiece<D> own_room;
  SolidPiece<D> other_room;
  const SolidPiece<D>& own = table_.pieces(contact.a, own_room)[contact.own_piece];
  if (!table_.is_plain(contact.b) && table_.solid(contact.b).plane) {
    const HalfSpace<D>& plane = *table_.solid(contact.b).plane;
    normal = -plane.normal;
    near.gap = dot(normal, d) - plane.offset - own.reach(normal);
    return;
  }
  const SolidPiece<D>& other = table_.pieces(contact.b, other_room)[contact.piece];
  RelativeMotion<D> approach;
  approach.d = d;
  approach.least_radius = table_.least_radius;
  const PieceKernel kernel = piece_kernel(own, other, approach);
  normal = {};
  if (kernel == PieceKernel::None) return;
  if (kernel == PieceKernel::Round) {
    const double doubt = 0x1p-50 * (table_.extent(contact.a) + table_.extent(contact.b));
    normal = cores_apart(own, other, d, doubt).normal;
    near.gap = dot(normal, d) - core_reach(own, normal) - core_reach(other, -normal) -
               joint_radius(own, other, approach);
    return;
  }
  // By the plane that keeps them furthest apart.
  InlineVector<Vec<D>, 24> normals;
  collect_normals(own, other, normals);
  near.gap = -std::numeric_limits<double>::infinity();
  for (const Vec<D>& one : normals.all()) {
    const double gap = dot(one, d) - own.reach(one) - other.reach(-one);
    if (!(gap > near.gap)) continue;
    near.gap = gap;
    normal = one;
  }
}

template auto HeapSearch<2>::loose(std::span<const Record<2>>, const Instant&) const -> std::vector<Loose>;
template auto HeapSearch<2>::loose(Id, std::span<const Record<2>>, const Instant&) const
    -> std::optional<Loose>;
template void HeapSearch<2>::add_pair(const std::vector<Loose>&, std::size_t, std::size_t, double,
                                      std::vector<Near>&) const;
template void HeapSearch<2>::find_pairs(const std::vector<Loose>&, double, std::vector<Near>&) const;
template std::vector<double> HeapSearch<2>::extents_of_fixed() const;
template void HeapSearch<2>::add_unmoved(const std::vector<Loose>&, std::size_t, double,
                                         std::span<const double>, std::vector<Near>&) const;
template void HeapSearch<2>::find_unmoved(const std::vector<Loose>&, double, std::vector<Near>&) const;
template bool HeapSearch<2>::may_touch(Id, Id) const;
template Vec<2> HeapSearch<2>::carrier_velocity(const std::vector<Loose>&, const Near&) const;
template Vec<2> HeapSearch<2>::carrier_acceleration(const std::vector<Loose>&, const Near&) const;
template bool HeapSearch<2>::may_hold(const std::vector<Loose>&, const Near&) const;
template Vec<2> HeapSearch<2>::passing_speed(const std::vector<Loose>&, const Near&) const;
template bool HeapSearch<2>::is_slow(const std::vector<Loose>&, const Near&) const;
template Vec<2> HeapSearch<2>::apart(const Pose<2>&, const Pose<2>&, const Near&) const;
template void HeapSearch<2>::touch(const Pose<2>&, const Pose<2>&, Near&) const;
template auto HeapSearch<3>::loose(std::span<const Record<3>>, const Instant&) const -> std::vector<Loose>;
template auto HeapSearch<3>::loose(Id, std::span<const Record<3>>, const Instant&) const
    -> std::optional<Loose>;
template void HeapSearch<3>::add_pair(const std::vector<Loose>&, std::size_t, std::size_t, double,
                                      std::vector<Near>&) const;
template void HeapSearch<3>::find_pairs(const std::vector<Loose>&, double, std::vector<Near>&) const;
template std::vector<double> HeapSearch<3>::extents_of_fixed() const;
template void HeapSearch<3>::add_unmoved(const std::vector<Loose>&, std::size_t, double,
                                         std::span<const double>, std::vector<Near>&) const;
template void HeapSearch<3>::find_unmoved(const std::vector<Loose>&, double, std::vector<Near>&) const;
template bool HeapSearch<3>::may_touch(Id, Id) const;
template Vec<3> HeapSearch<3>::carrier_velocity(const std::vector<Loose>&, const Near&) const;
template Vec<3> HeapSearch<3>::carrier_acceleration(const std::vector<Loose>&, const Near&) const;
template bool HeapSearch<3>::may_hold(const std::vector<Loose>&, const Near&) const;
template Vec<3> HeapSearch<3>::passing_speed(const std::vector<Loose>&, const Near&) const;
template bool HeapSearch<3>::is_slow(const std::vector<Loose>&, const Near&) const;
template Vec<3> HeapSearch<3>::apart(const Pose<3>&, const Pose<3>&, const Near&) const;
template void HeapSearch<3>::touch(const Pose<3>&, const Pose<3>&, Near&) const;

}  // namespace firsthit
