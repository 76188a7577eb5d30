#include "core/vec_math.hpp"
#include "query/tolerant/solid_nearest.hpp"
#include "world/bodies/fixed_shape.hpp"
#include "world/heaps/heap_search.hpp"
#include "world/heaps/hops.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

// Who is near whom, and how they touch.

namespace firsthit {

namespace {

/// Who is faster than this many hops does not lie still.
constexpr double kSlow = 16.0;

}  // namespace

/// [L] From a place to another, through the nearest image of that.
template <int D>
Vec<D> HeapSearch<D>::apart(const Vec<D>& a, const Vec<D>& b, Image<D>& image) const {
  Vec<D> d = b - a;
  for (std::size_t axis = 0; axis < D; ++axis) {
    if (!flight_.period().along(axis)) continue;
    const double boxes = -std::nearbyint(d[axis] / flight_.period().length[axis]);
    image[axis] = static_cast<std::int32_t>(boxes);
    d[axis] += boxes * flight_.period().length[axis];
  }
  return d;
}

template <int D>
auto HeapSearch<D>::balls(std::span<const Record<D>> records, const Instant& now) const -> std::vector<Ball> {
  std::vector<Ball> balls;
  const double gravity = length(flight_.gravity());
  for (const Id id : table_.moving) {
    if (!table_.is_dynamic(id) || !table_.is_ball_that_moves(id) || !(table_.radius[id] > 0.0)) continue;
    if (!bonds_.of(id).empty()) continue;
    const Vec<D> velocity = flight_.velocity_at(id, records[id], now);
    const double radius = table_.radius[id];
    const bool slow = length(velocity) <= kSlow * heap_hop_speed(gravity, radius);
    balls.push_back({id, flight_.place_at(id, records[id], now).position, velocity, radius, slow});
  }
  return balls;
}

template <int D>
void HeapSearch<D>::find_pairs(const std::vector<Ball>& balls, double within, std::vector<Near>& near) const {
  // Along what gravity pulls along most nothing repeats.
  const Vec<D>& gravity = flight_.gravity();
  std::size_t down = 0;
  for (std::size_t axis = 1; axis < D; ++axis)
    if (std::fabs(gravity[axis]) > std::fabs(gravity[down])) down = axis;
  std::vector<std::size_t> order(balls.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return balls[i].place[down] != balls[j].place[down] ? balls[i].place[down] < balls[j].place[down] : i < j;
  });
  double largest = 0.0;
  for (const Ball& ball : balls) largest = std::max(largest, ball.radius);
  for (std::size_t at = 0; at < order.size(); ++at) {
    const Ball& ball = balls[order[at]];
    const double reach = (1.0 + within) * (ball.radius + largest);
    for (std::size_t next = at + 1; next < order.size(); ++next) {
      if (balls[order[next]].place[down] - ball.place[down] > reach) break;
      const auto [a, b] = std::minmax(order[at], order[next]);
      Near one{{balls[a].id, balls[b].id, {}, 0, {}}, a, b, 0.0};
      const double radii = balls[a].radius + balls[b].radius;
      const Vec<D> d = apart(balls[a].place, balls[b].place, one.contact.image);
      const double distance = length(d);
      one.gap = distance - radii;
      if (!(one.gap <= within * std::min(balls[a].radius, balls[b].radius)) || !(distance > 0.0)) continue;
      one.contact.normal = (1.0 / distance) * d;
      near.push_back(one);
    }
  }
}

/// What does not move, and is near.
template <int D>
void HeapSearch<D>::find_unmoved(const std::vector<Ball>& balls, double within,
                                 std::vector<Near>& near) const {
  for (std::size_t i = 0; i < balls.size(); ++i) {
    const Ball& ball = balls[i];
    const auto add = [&](Near one) {
      touch(ball.place, {}, ball.radius, one);
      if (one.gap <= within * ball.radius && !is_zero(one.contact.normal)) near.push_back(one);
    };
    for (std::size_t axis = 0; axis < D; ++axis)
      if (space_.sides[axis] == Side::Wall)
        for (const bool upper : {false, true})
          add({{ball.id, side_id(axis, upper), {}, 0, {}}, i, kNone, 0.0});
    for (const Id id : table_.fixed) {
      Near one{{ball.id, id, {}, 0, {}}, i, kNone, 0.0};
      const Body<D>& body = table_.fixed_body(id);
      const Vec<D> d = apart(ball.place, body.position, one.contact.image);
      if (table_.meet_as_balls(ball.id, id)) {
        if (is_within(body.shape, d, (1.0 + within) * ball.radius)) add(one);
        continue;
      }
      const bool is_plane = !table_.is_plain(id) && table_.solid(id).plane;
      if (!is_plane && length(d) > table_.extent(id) + (1.0 + within) * ball.radius) continue;
      SolidPiece<D> room;
      const std::size_t pieces = is_plane ? 1 : table_.pieces(id, room).size();
      for (std::size_t piece = 0; piece < pieces; ++piece) {
        one.contact.piece = static_cast<std::uint32_t>(piece);
        add(one);
      }
    }
  }
}

/// How a ball at `a` touches what is at `b`, if that is a ball, or at its own place.
template <int D>
void HeapSearch<D>::touch(const Vec<D>& a, const Vec<D>& b, double radius, Near& near) const {
  const HeapContact<D>& contact = near.contact;
  Vec<D>& normal = near.contact.normal;
  const Id id = contact.b;
  if (id >= kFirstSide) {
    const std::size_t axis = side_axis(id);
    normal = {};
    normal[axis] = side_is_upper(id) ? 1.0 : -1.0;
    near.gap = (side_is_upper(id) ? space_.max[axis] - a[axis] : a[axis] - space_.min[axis]) - radius;
    return;
  }
  Vec<D> d = (near.b == kNone ? table_.fixed_body(id).position : b) - a;
  for (std::size_t axis = 0; axis < D; ++axis)
    d[axis] += static_cast<double>(contact.image[axis]) * flight_.period().length[axis];
  if (near.b != kNone) {
    const double distance = length(d);
    normal = (1.0 / distance) * d;
    near.gap = distance - radius;
    return;
  }
  if (table_.meet_as_balls(contact.a, id)) {
    const double reach = table_.radius_at(contact.a, id);
    const Facing<D> face = facing(table_.fixed_body(id).shape, d, reach);
    const double size = length(face.toward);
    normal = size > 0.0 ? (1.0 / size) * face.toward : Vec<D>{};
    near.gap = face.distance - reach;
    return;
  }
  if (!table_.is_plain(id) && table_.solid(id).plane) {
    const HalfSpace<D>& plane = *table_.solid(id).plane;
    normal = -plane.normal;
    near.gap = dot(normal, d) - plane.offset - radius;
    return;
  }
  SolidPiece<D> room;
  const SolidPiece<D>& piece = table_.pieces(id, room)[contact.piece];
  normal = {};
  if (piece.is_seam) return;
  SolidPiece<D> own;
  own.radius = radius;
  const CoresApart<D> cores = cores_apart(own, piece, d, 0x1p-50 * (radius + table_.extent(id)));
  normal = cores.normal;
  near.gap = dot(normal, d) - core_reach(piece, -normal) - piece.radius - radius;
}

template auto HeapSearch<2>::balls(std::span<const Record<2>>, const Instant&) const -> std::vector<Ball>;
template void HeapSearch<2>::find_pairs(const std::vector<Ball>&, double, std::vector<Near>&) const;
template void HeapSearch<2>::find_unmoved(const std::vector<Ball>&, double, std::vector<Near>&) const;
template void HeapSearch<2>::touch(const Vec<2>&, const Vec<2>&, double, Near&) const;
template auto HeapSearch<3>::balls(std::span<const Record<3>>, const Instant&) const -> std::vector<Ball>;
template void HeapSearch<3>::find_pairs(const std::vector<Ball>&, double, std::vector<Near>&) const;
template void HeapSearch<3>::find_unmoved(const std::vector<Ball>&, double, std::vector<Near>&) const;
template void HeapSearch<3>::touch(const Vec<3>&, const Vec<3>&, double, Near&) const;

}  // namespace firsthit
