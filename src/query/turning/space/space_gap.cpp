#include "core/vec_math.hpp"
#include "query/turning/base/turning_gap.hpp"
#include "query/turning/space/space_boxes.hpp"
#include "query/turning/space/space_simplex.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

// Which way the axis between two shapes turns follows from the parts that are nearest: it goes with a face,
// stays across two edges, or keeps to the way between two corners.

namespace firsthit {
namespace {

/// The corners of one body that some differences are made of: one, both ends of an edge, or three of a face.
struct Members {
  std::array<std::size_t, 3> index{};
  std::size_t count = 0;

  void insert(std::size_t k) {
    for (std::size_t i = 0; i < count; ++i)
      if (index[i] == k) return;
    index[count++] = k;
  }
};

/// The nearest parts of two bodies.
struct Parts {
  Members of_a;
  Members of_b;

  void insert(const Difference3& difference) {
    of_a.insert(difference.i);
    of_b.insert(difference.j);
  }
};

Parts parts_of(const Simplex3& simplex) {
  Parts r;
  for (std::size_t k = 0; k < simplex.count; ++k) r.insert(simplex.corner[k]);
  return r;
}

class Axes {
 public:
  Axes(const TurningPair<3>& pair, const TurningInstant<3>& now) : pair_(pair), now_(now) {}

  /// Of the one between two boxes.
  TurningAxis<3> axis_of(const BoxAxis& found) const {
    if (found.of == BoxAxis::Of::SideOfA) return {found.normal, spin_a()};
    if (found.of == BoxAxis::Of::SideOfB) return {found.normal, spin_b()};
    return {found.normal,
            rate_across(found.normal, pair_.a.box()->half[found.edge_a], pair_.b.box()->half[found.edge_b])};
  }

  /// Where both have the same say, whichever of them is called a: the one that spins faster.
  bool a_leads() const {
    const Vec<3>& p = spin_a();
    const Vec<3>& q = spin_b();
    if (pair_.a.rate() != pair_.b.rate()) return pair_.a.rate() > pair_.b.rate();
    return std::lexicographical_compare(std::begin(p.c), std::end(p.c), std::begin(q.c), std::end(q.c));
  }

  /// Of a direction along which these parts are nearest, `distance` apart.
  TurningAxis<3> axis_of(const Vec<3>& normal, const Parts& parts, double distance) const {
    const std::size_t of_a = parts.of_a.count;
    const std::size_t of_b = parts.of_b.count;
    if (of_a == 3 && of_b == 3) return {normal, a_leads() ? spin_a() : spin_b()};
    if (of_a == 3) return {normal, spin_a()};
    if (of_b == 3) return {normal, spin_b()};
    if (of_a == 2 && of_b == 2) return across_edges(normal, parts, distance);
    if (of_a == 2) return beside_edge(normal, pair_.a, parts.of_a, parts, distance);
    if (of_b == 2) return beside_edge(normal, pair_.b, parts.of_b, parts, distance);
    return {normal, (1.0 / distance) * cross(normal, velocity_of(parts))};
  }

 private:
  const Vec<3>& spin_a() const { return pair_.a.angular_velocity(); }
  const Vec<3>& spin_b() const { return pair_.b.angular_velocity(); }

  static const Vec<3>& place(const TurningBody<3>& body, std::size_t k) { return body.corners()[k]; }
  static Vec<3> along(const TurningBody<3>& body, const Members& edge) {
    return place(body, edge.index[1]) - place(body, edge.index[0]);
  }
  /// The middle of an edge, or a corner: so the order of corners does not show.
  static Vec<3> middle(const TurningBody<3>& body, const Members& part) {
    if (part.count != 2) return place(body, part.index[0]);
    return 0.5 * (place(body, part.index[0]) + place(body, part.index[1]));
  }

  /// Of b's part seen from a's.
  Vec<3> velocity_of(const Parts& parts) const {
    return now_.velocity +
           (cross(spin_b(), middle(pair_.b, parts.of_b)) - cross(spin_a(), middle(pair_.a, parts.of_a)));
  }

  /// From an edge to a corner: with the edge, and about it as the corner goes round it.
  TurningAxis<3> beside_edge(const Vec<3>& normal, const TurningBody<3>& body, const Members& edge,
                             const Parts& parts, double distance) const {
    const Vec<3>& spin = body.angular_velocity();
    const Vec<3> velocity = velocity_of(parts);
    const Vec<3> e = along(body, edge);
    const double size = length(e);
    if (!(size > 0.0)) return {normal, (1.0 / distance) * cross(normal, velocity)};
    const Vec<3> unit = (1.0 / size) * e;
    // Seen from where the edge's body does not turn, the way between both changes so.
    const Vec<3> way = now_.place + (middle(pair_.b, parts.of_b) - middle(pair_.a, parts.of_a));
    const Vec<3> seen = velocity - cross(spin, way);
    const double around = dot(cross(unit, normal), seen) / distance;
    return {normal, spin + around * unit};
  }

  /// So that it stays across both edges.
  TurningAxis<3> across_edges(const Vec<3>& normal, const Parts& parts, double distance) const {
    const Vec<3> a = along(pair_.a, parts.of_a);
    const Vec<3> b = along(pair_.b, parts.of_b);
    constexpr double kParallel = 0x1p-40;
    if (!(cross_squared(a, b) > kParallel * length_squared(a) * length_squared(b)))
      return a_leads() ? beside_edge(normal, pair_.a, parts.of_a, parts, distance)
                       : beside_edge(normal, pair_.b, parts.of_b, parts, distance);
    return {normal, rate_across(normal, a, b)};
  }

  /// Of an axis that stays across two edges, which go with a and with b.
  Vec<3> rate_across(const Vec<3>& normal, const Vec<3>& a, const Vec<3>& b) const {
    const Vec<3> c = cross(a, b);
    const double with_a = -dot(normal, cross(spin_a(), a));
    const double with_b = -dot(normal, cross(spin_b(), b));
    const Vec<3> change = (1.0 / length_squared(c)) * (with_a * cross(b, c) + with_b * cross(c, a));
    const double about = 0.5 * (dot(spin_a(), normal) + dot(spin_b(), normal));
    return cross(normal, change) + about * normal;
  }

  const TurningPair<3>& pair_;
  const TurningInstant<3>& now_;
};

/// Are all differences in one plane, whichever way the two are turned?
bool has_no_inside(const TurningPair<3>& pair) {
  const std::size_t fewer = std::min(pair.a.corners().size(), pair.b.corners().size());
  const std::size_t more = std::max(pair.a.corners().size(), pair.b.corners().size());
  return more <= 2 || (fewer == 1 && more == 3);
}

/// The direction from the origin to the nearest place of a simplex. That is across its edge or its triangle,
/// and so it is found where the place itself is too near to tell; where it is in the triangle, to the side of
/// `place`, of b's centre.
Vec<3> direction_to(const Simplex3& simplex, const Vec<3>& place) {
  const auto& corner = simplex.corner;
  Vec<3> direction = simplex.nearest;
  if (simplex.count == 2) {
    const Vec<3> along = corner[1].d - corner[0].d;
    direction = direction - (dot(direction, along) / length_squared(along)) * along;
  }
  if (simplex.count == 3) {
    const Vec<3> across = cross(corner[1].d - corner[0].d, corner[2].d - corner[0].d);
    const double height = dot(across, simplex.nearest);
    const double side = height != 0.0 ? height : dot(across, place);
    if (!is_zero(across)) direction = side < 0.0 ? -across : across;
  }
  const double size = length(direction);
  return size > 0.0 ? (1.0 / size) * direction : Vec<3>{};
}

BoxAxis of_swapped(BoxAxis axis) {
  axis.normal = -axis.normal;
  if (axis.of != BoxAxis::Of::Edges)
    axis.of = axis.of == BoxAxis::Of::SideOfA ? BoxAxis::Of::SideOfB : BoxAxis::Of::SideOfA;
  std::swap(axis.edge_a, axis.edge_b);
  return axis;
}

/// Where both are boxes, the directions across their sides and edges tell whether they are apart, or in each
/// other: nothing where these leave it open.
std::optional<TurningGap<3>> gap_of_boxes(const TurningPair<3>& pair, const TurningInstant<3>& now,
                                          const Axes& axes) {
  const TurningBox* a = pair.a.box();
  const TurningBox* b = pair.b.box();
  if (a == nullptr || b == nullptr || pair.radii > 0.0) return std::nullopt;  // the distance counts there
  const bool a_leads = axes.a_leads();
  std::optional<BoxAxis> found = a_leads ? axis_between_boxes(*a, *b, now.place, now.error)
                                         : axis_between_boxes(*b, *a, -now.place, now.error);
  if (!found) return std::nullopt;
  if (!a_leads) found = of_swapped(*found);
  TurningGap<3> r;
  r.gap = found->gap;
  r.normal = found->normal;
  const bool is_apart = r.gap > 6.0 * now.error;
  if (!is_apart && !found->proves_impact) return std::nullopt;
  r.add(axes.axis_of(*found));
  return r;
}

}  // namespace

TurningGap<3> gap_of(const TurningPair<3>& pair, const TurningInstant<3>& now, TurningHint<3>& hint) {
  if (pair.plane) return gap_to_plane(pair, now);
  const Axes axes(pair, now);
  if (const auto of_boxes = gap_of_boxes(pair, now, axes)) {
    hint.t = now.t;
    hint.axis = of_boxes->axes[0];
    return *of_boxes;
  }
  const Differences3 all(pair, now);
  Simplex3 simplex;
  for (simplex.count = 0; simplex.count < hint.count; ++simplex.count)
    simplex.corner[simplex.count] = all.at(hint.corners[simplex.count][0], hint.corners[simplex.count][1]);
  approach_origin(all, now.place, pair.radii, now.error, simplex);
  hint.count = std::min<std::size_t>(simplex.count, 3);
  for (std::size_t k = 0; k < hint.count; ++k) hint.corners[k] = {simplex.corner[k].i, simplex.corner[k].j};

  TurningGap<3> r;
  Parts parts;
  const double distance = length(simplex.nearest);
  // A face tells its direction by itself; else the way between the nearest places does, if it is long enough.
  const bool is_sharp =
      !simplex.has_origin && distance > (simplex.count == 3 || pair.radii > 0.0 ? 4.0 : kSharp) * now.error;
  Depth3 depth;
  if (!is_sharp && !has_no_inside(pair)) depth = depth_of_origin(all, simplex, now.error);
  if (simplex.has_origin || depth.depth > now.error) {
    r.gap = -depth.depth - pair.radii;
    r.normal = -depth.outward;
    for (const Difference3& corner : depth.face) parts.insert(corner);
    r.add(axes.axis_of(r.normal, parts, now.error));
  } else {
    r.gap = distance - pair.radii;
    const bool by_face = !is_sharp && !is_zero(depth.outward);
    if (by_face) {
      r.normal = -depth.outward;
      for (const Difference3& corner : depth.face) parts.insert(corner);
    } else {
      parts = parts_of(simplex);
      r.normal = direction_to(simplex, now.place);
    }
    if (!is_zero(r.normal)) r.add(axes.axis_of(r.normal, parts, std::max(distance, now.error)));
    if (by_face && distance > now.error)
      r.add(axes.axis_of(direction_to(simplex, now.place), parts_of(simplex), distance));
  }
  // Where two nearly meet, what separated them last may still.
  if (!is_sharp && !is_zero(hint.axis.normal)) {
    const TurningAxis<3> last = turned(hint.axis, now.t - hint.t);
    if (is_zero(r.normal)) r.normal = last.normal;
    r.add(last);
  }
  hint.t = now.t;
  if (r.axis_count > 0) hint.axis = r.axes[0];
  return r;
}

}  // namespace firsthit
