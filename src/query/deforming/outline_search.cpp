#include "query/deforming/outline_search.hpp"

#include "core/vec_math.hpp"
#include "exact/dyadic.hpp"
#include "index/swept_tree.hpp"
#include "query/deforming/features_staged.hpp"
#include "query/deforming/outline_corner.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace firsthit {
namespace {

std::size_t next(const DeformingOutline& outline, std::size_t vertex) {
  return vertex + 1 == outline.start.size() ? 0 : vertex + 1;
}

Bounds<2> bounds_of(const Vec2& p, const Vec2& q) {
  return {{std::min(p[0], q[0]), std::min(p[1], q[1])}, {std::max(p[0], q[0]), std::max(p[1], q[1])}};
}

SweptBox<2> swept_edge(const DeformingOutline& outline, std::size_t edge) {
  const std::size_t to = next(outline, edge);
  return {bounds_of(outline.start[edge], outline.start[to]), bounds_of(outline.end[edge], outline.end[to])};
}

SweptBox<2> swept_vertex(const DeformingOutline& outline, std::size_t i) {
  const Vec2& start = outline.start[i];
  const Vec2& end = outline.end[i];
  return {{start, start}, {end, end}};
}

std::vector<SweptBox<2>> swept_edges(const DeformingOutline& outline) {
  std::vector<SweptBox<2>> r;
  r.reserve(outline.start.size());
  for (std::size_t i = 0; i < outline.start.size(); ++i) r.push_back(swept_edge(outline, i));
  return r;
}

/// The sign of the area of p, q and r: above 0 if they run counterclockwise.
int turn(const Vec2& p, const Vec2& q, const Vec2& r) {
  const double left = (q[0] - p[0]) * (r[1] - p[1]);
  const double right = (q[1] - p[1]) * (r[0] - p[0]);
  // Each product errs by 3.1 u of it, the difference by one u more.
  const double error = 0x1p-50 * (std::fabs(left) + std::fabs(right)) + 0x1p-1000;
  if (left - right > error) return 1;
  if (left - right < -error) return -1;
  const auto difference = [](double x, double y) { return Dyadic(x) - Dyadic(y); };
  return (difference(q[0], p[0]) * difference(r[1], p[1]) - difference(q[1], p[1]) * difference(r[0], p[0]))
      .sign();
}

bool is_before(const Vec2& p, const Vec2& q) { return std::tie(p[0], p[1]) < std::tie(q[0], q[1]); }

/// Coordinates by which features are told apart that meet at the same time, whatever their numbers are.
template <std::size_t N>
bool is_before(const std::array<Vec2, N>& p, const std::array<Vec2, N>& q) {
  return std::lexicographical_compare(p.begin(), p.end(), q.begin(), q.end(),
                                      [](const Vec2& x, const Vec2& y) { return is_before(x, y); });
}

std::array<Vec2, 6> sorted_places(const Deformation<PointSegment>& f) {
  std::array<Vec2, 6> r = {f.start.point,    f.end.point,        f.start.segment[0],
                           f.end.segment[0], f.start.segment[1], f.end.segment[1]};
  const bool backwards = is_before(std::array{r[4], r[5]}, std::array{r[2], r[3]});
  if (backwards) r = {r[0], r[1], r[4], r[5], r[2], r[3]};
  return r;
}

std::array<Vec2, 4> sorted_places(std::array<Vec2, 4> p) {
  if (is_before(p[1], p[0])) std::swap(p[0], p[1]);
  if (is_before(p[3], p[2])) std::swap(p[2], p[3]);
  if (is_before(std::array{p[2], p[3]}, std::array{p[0], p[1]})) p = {p[2], p[3], p[0], p[1]};
  return p;
}

/// Where p to q crosses the line of r and s, which are on different sides of its own. Divided by what cannot
/// overflow.
Vec2 place_of_crossing(const Vec2& p, const Vec2& q, const Vec2& r, const Vec2& s) {
  const Vec2 along = 0.25 * s - 0.25 * r;
  const double size = max_abs(along);
  const auto height = [&](const Vec2& x) {
    const Vec2 from = 0.25 * x - 0.25 * r;
    return std::fabs(from[0] * (along[1] / size) - from[1] * (along[0] / size));
  };
  const double of_p = 0.5 * height(p);
  const double of_q = 0.5 * height(q);
  const double part = of_p + of_q > 0.0 ? of_p / (of_p + of_q) : 0.5;
  const Vec2 place = (1.0 - part) * p + part * q;
  const Bounds<2> within = bounds_of(p, q);
  return {std::clamp(place[0], within.low[0], within.high[0]),
          std::clamp(place[1], within.low[1], within.high[1])};
}

}  // namespace

Deformation<PointSegment> OutlineMeeting::features(const VertexAndEdge& pair) const {
  const DeformingOutline& of_vertex = pair.vertex_of_a ? a_ : b_;
  const DeformingOutline& of_edge = pair.vertex_of_a ? b_ : a_;
  const std::size_t to = next(of_edge, pair.edge);
  return {{of_vertex.start[pair.vertex], {of_edge.start[pair.edge], of_edge.start[to]}},
          {of_vertex.end[pair.vertex], {of_edge.end[pair.edge], of_edge.end[to]}}};
}

/// The earlier one, or of two that are told to be at the same time that with the smaller coordinates.
void OutlineMeeting::take(First& first, double lower, double upper, const VertexAndEdge& pair) const {
  const auto times = std::tuple(lower, upper);
  const auto times_so_far = std::tuple(first.lower, first.upper);
  if (first.pair && times_so_far < times) return;
  if (first.pair && times_so_far == times) {
    const auto places = sorted_places(features(pair));
    const auto places_so_far = sorted_places(features(*first.pair));
    if (is_before(places_so_far, places)) return;
    const auto numbers = [](const VertexAndEdge& p) { return std::tuple(p.vertex, p.edge, !p.vertex_of_a); };
    if (!is_before(places, places_so_far) && numbers(*first.pair) < numbers(pair)) return;
  }
  first = {lower, upper, pair};
}

bool OutlineMeeting::passes_in_line(const VertexAndEdge& pair) const {
  const DeformingOutline& of_vertex = pair.vertex_of_a ? a_ : b_;
  const DeformingOutline& of_edge = pair.vertex_of_a ? b_ : a_;
  const FlyingPoint point{of_vertex.start[pair.vertex], of_vertex.end[pair.vertex]};
  return firsthit::passes_in_line(point, of_edge, pair.edge, 0) ||
         firsthit::passes_in_line(point, of_edge, pair.edge, 1);
}

void OutlineMeeting::look_at(const VertexAndEdge& pair) {
  ++count_;
  const FeatureEncounter found = staged_first_hit(features(pair));
  if (found.outcome == Outcome::Miss) return;
  take(touch_, found.first_touch, found.first_touch_upper, pair);
  if (found.outcome == Outcome::Impact) {
    take(impact_, found.delay, found.delay_upper, pair);
  } else if (passes_in_line(pair)) {
    take(impact_, found.first_touch, found.first_touch_upper, pair);
  }
}

std::array<Vec2, 4> OutlineMeeting::places_at_start(const EdgeAndEdge& pair) const {
  return {a_.start[pair.edge_a], a_.start[next(a_, pair.edge_a)], b_.start[pair.edge_b],
          b_.start[next(b_, pair.edge_b)]};
}

void OutlineMeeting::look_at_start(const EdgeAndEdge& pair) {
  const std::array<Vec2, 4> p = places_at_start(pair);
  if (turn(p[0], p[1], p[2]) * turn(p[0], p[1], p[3]) >= 0) return;
  if (turn(p[2], p[3], p[0]) * turn(p[2], p[3], p[1]) >= 0) return;
  if (crossing_) {
    const auto places = sorted_places(p);
    const auto places_so_far = sorted_places(places_at_start(*crossing_));
    if (is_before(places_so_far, places)) return;
    const auto numbers = [](const EdgeAndEdge& e) { return std::tuple(e.edge_a, e.edge_b); };
    if (!is_before(places, places_so_far) && numbers(*crossing_) < numbers(pair)) return;
  }
  crossing_ = pair;
}

Encounter<2> OutlineMeeting::crossing() const {
  Encounter<2> r{Outcome::Graze, 1.0, 1.0, 0.0, {}, {}, {}, 0.0, {}, {}};
  const std::array<Vec2, 4> p = places_at_start(*crossing_);
  r.point_a = place_of_crossing(p[0], p[1], p[2], p[3]);
  r.point_b = place_of_crossing(p[2], p[3], p[0], p[1]);
  r.feature_a = {Feature::Kind::Edge, static_cast<int>(crossing_->edge_a)};
  r.feature_b = {Feature::Kind::Edge, static_cast<int>(crossing_->edge_b)};
  return r;
}

Encounter<2> OutlineMeeting::encounter(const First& at, const FeatureEncounter& found) const {
  const FeatureContact<2> place = contact(features(*at.pair), found);
  Encounter<2> r{found.outcome,
                 found.delay,
                 found.delay_upper,
                 found.first_touch,
                 place.normal,
                 place.point_a,
                 place.point_b,
                 0.0,
                 {},
                 {}};
  r.feature_a = {Feature::Kind::Vertex, static_cast<int>(at.pair->vertex)};
  r.feature_b = {Feature::Kind::Edge, static_cast<int>(at.pair->edge)};
  if (!at.pair->vertex_of_a) {
    r.normal = -r.normal;
    std::swap(r.point_a, r.point_b);
    std::swap(r.feature_a, r.feature_b);
  }
  return r;
}

Encounter<2> OutlineMeeting::encounter() const {
  const double first = crossing_ ? 0.0 : touch_.lower;
  if (impact_.pair)
    return encounter(
        impact_, {Outcome::Impact, FeatureStage::Exact, impact_.lower, impact_.upper, first, touch_.upper});
  if (touch_.pair && touch_.lower <= first)
    return encounter(touch_, {Outcome::Graze, FeatureStage::Exact, 1.0, 1.0, first, touch_.upper});
  if (crossing_) return crossing();
  return {Outcome::Miss, 1.0, 1.0, 1.0, {}, {}, {}, 0.0, {}, {}};
}

OutlineMeeting meeting(const DeformingOutline& a, const DeformingOutline& b) {
  OutlineMeeting r(a, b);
  const SweptTree<2> edges_of_a(swept_edges(a));
  const SweptTree<2> edges_of_b(swept_edges(b));
  const auto look_at = [&r](const VertexAndEdge& pair, const SweptBox<2>& vertex, const SweptBox<2>& edge) {
    const std::optional<double> time = earliest_meeting(vertex, edge);
    if (time && *time <= r.limit()) r.look_at(pair);
  };
  // Every vertex is the start of one edge.
  visit_in_time(edges_of_a, edges_of_b, [&](std::size_t i, std::size_t j, double time) {
    if (time == 0.0) r.look_at_start({i, j});
    look_at({true, i, j}, swept_vertex(a, i), swept_edge(b, j));
    look_at({false, j, i}, swept_vertex(b, j), swept_edge(a, i));
    return r.limit();
  });
  return r;
}

}  // namespace firsthit
