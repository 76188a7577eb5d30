#include "query/convex/exact/exact_line.hpp"

#include "query/convex/exact/exact_depth.hpp"
#include "query/convex/exact/exact_nearest.hpp"

#include <utility>

namespace firsthit {
namespace {

using Aim2 = LinePass<2>::Aim;
using Aim3 = LinePass<3>::Aim;

/// Leaves one axis out.
class Drop {
 public:
  /// Keeps all that is across `normal` apart: leaves out an axis that it is not across.
  explicit Drop(const IntegerVec<3>& normal) {
    while (normal[left_out_].sign() == 0) ++left_out_;
  }

  std::size_t left_out() const { return left_out_; }
  std::size_t first() const { return left_out_ == 0 ? 1 : 0; }
  std::size_t second() const { return left_out_ == 2 ? 1 : 2; }

  IntegerVec<2> operator()(const IntegerVec<3>& p) const { return {{p[first()], p[second()]}}; }

 private:
  std::size_t left_out_ = 0;
};

/// The hull's vertices under a linear map.
template <class Map>
auto image(const VertexSet<3>& places, const Map& map) {
  std::vector<decltype(map(places[0]))> r;
  r.reserve(places.size());
  for (const IntegerVec<3>& p : places) r.push_back(map(p));
  return r;
}

template <class Map>
DifferenceHull<2> flat_image(const DifferenceHull<3>& hull, const Map& map) {
  return {image(hull.a, map), image(hull.b, map)};
}

/// Space seen along v: linear, and zero for v alone.
class ViewAlong {
 public:
  explicit ViewAlong(const IntegerVec<3>& v) : v_(v), drop_(v) {}

  IntegerVec<2> operator()(const IntegerVec<3>& p) const {
    return v_[drop_.left_out()] * drop_(p) - p[drop_.left_out()] * drop_(v_);
  }

  /// The direction in space whose product with p is that of n with p's image.
  IntegerVec<3> pulled_back(const IntegerVec<2>& n) const {
    IntegerVec<3> r;
    r[drop_.first()] = n[0] * v_[drop_.left_out()];
    r[drop_.second()] = n[1] * v_[drop_.left_out()];
    r[drop_.left_out()] = -dot(n, drop_(v_));
    return r;
  }

 private:
  const IntegerVec<3>& v_;
  Drop drop_;
};

template <int D>
LineEntry<D> entry_at(Integer numerator, Integer denominator, IntegerVec<D> normal) {
  if (denominator.sign() < 0) {
    numerator.negate();
    denominator.negate();
  }
  return {std::move(numerator), std::move(denominator), std::move(normal)};
}

/// The entry of a line that contains K.
template <int D>
LineEntry<D> entry_along(const DifferenceHull<D>& hull, const IntegerVec<D>& v,
                         const RationalPlace<D>& from) {
  const IntegerVec<D> first = hull.support(-v).place;
  return entry_at<D>(dot(v, from.scale * first - from.x), from.scale * dot(v, v), {});
}

/// The entry of the line from + v time in the plane. Requires: they touch.
LineEntry<2> plane_entry(const DifferenceHull<2>& hull, const IntegerVec<2>& v,
                         const RationalPlace<2>& from) {
  const IntegerVec<2> left = left_of(v);
  const auto side = [&](const IntegerVec<2>& p) { return dot(left, from.scale * p - from.x).sign(); };
  IntegerVec<2> on_left = hull.support(left).place;
  IntegerVec<2> on_right = hull.support(-left).place;
  if (side(on_left) == 0) return entry_along(face(hull, left), v, from);
  if (side(on_right) == 0) return entry_along(face(hull, -left), v, from);
  // An edge that the line crosses, moved outwards; vertices on the line count as on its right.
  while (true) {
    IntegerVec<2> n = normal_of(on_left, on_right);
    if (dot(n, v).sign() > 0) n = -n;
    const IntegerVec<2> furthest = hull.support(n).place;
    if (compare(dot(n, furthest), dot(n, on_left)) <= 0) {
      const bool only = side(on_right) != 0;
      return entry_at<2>(dot(n, from.scale * on_left - from.x), from.scale * dot(n, v),
                         only ? n : IntegerVec<2>());
    }
    (side(furthest) > 0 ? on_left : on_right) = furthest;
  }
}

/// Sides of lines through the image of v's line, which is moved a little so that it is on none of them.
class MovedOrigin {
 public:
  explicit MovedOrigin(const ExactSimplex<2>& around) {
    for (std::size_t i = 0; i < 3; ++i) step_ = step_ + around[i].place;
    if (is_zero(step_)) step_[0] = 1;
  }

  /// 1 if the moved origin is on the left of the line from a to b, -1 if it is on the right.
  int side(const IntegerVec<2>& a, const IntegerVec<2>& b) const {
    if (const int sign = cross(a, b).sign()) return sign;
    const IntegerVec<2> along = b - a;
    if (const int sign = cross(along, step_).sign()) return sign;
    return dot(along, step_).sign();  // moved to the left of the step, too, but far less
  }

 private:
  IntegerVec<2> step_;  // towards the inside of the triangle
};

struct PortalCorner {
  IntegerVec<3> place;
  IntegerVec<2> seen;
};

/// Moves a triangle of vertices of K, through which the line runs, outwards against v until it is in a facet.
/// That is the simplex method for the least time, whose value falls with every step as the origin is moved
/// off all ties.
LineEntry<3> space_entry(const DifferenceHull<3>& hull, const IntegerVec<3>& v,
                         const ExactSimplex<2>& around) {
  const ViewAlong view(v);
  const MovedOrigin origin(around);
  std::array<PortalCorner, 3> portal;
  for (std::size_t i = 0; i < 3; ++i)
    portal[i] = {hull.vertex(around[i].a, around[i].b).place, around[i].place};
  if (origin.side(portal[0].seen, portal[1].seen) < 0) std::swap(portal[0], portal[1]);
  while (true) {
    IntegerVec<3> n = normal_of(portal[0].place, portal[1].place, portal[2].place);
    if (dot(n, v).sign() > 0) n = -n;
    PortalCorner corner{hull.support(n).place, {}};
    const Integer height = dot(n, portal[0].place);
    if (compare(dot(n, corner.place), height) <= 0) {
      bool only = true;
      for (std::size_t i = 0; i < 3; ++i)
        only = only && cross(portal[i].seen, portal[(i + 1) % 3].seen).sign() != 0;
      return entry_at<3>(height, dot(n, v), only ? n : IntegerVec<3>());
    }
    corner.seen = view(corner.place);
    std::array<int, 3> sides{};
    bool replaced = false;
    for (std::size_t i = 0; i < 3 && !replaced; ++i) {
      replaced = is_zero(corner.seen - portal[i].seen);
      if (replaced) portal[i] = corner;
      sides[i] = replaced ? 0 : origin.side(corner.seen, portal[i].seen);
    }
    // The line runs through one of the triangles of the new corner and an edge.
    for (std::size_t i = 0; i < 3 && !replaced; ++i) {
      if (sides[i] < 0 || sides[(i + 1) % 3] > 0) continue;
      portal[(i + 2) % 3] = corner;
      replaced = true;
    }
  }
}

/// Compares a distance with reach * |v|: both squares are given as square / scale.
template <int D>
void tell_aim(const Integer& square, const Integer& limit, LinePass<D>& pass) {
  using Aim = typename LinePass<D>::Aim;
  const int order = compare(square, limit);
  pass.aim = order > 0 ? Aim::Past : order == 0 ? Aim::Touching : Aim::Through;
}

LinePass<3> crisp_pass(const DifferenceHull<3>& hull, const IntegerVec<3>& v) {
  LinePass<3> pass;
  const ViewAlong view(v);
  const DifferenceHull<2> seen = flat_image(hull, view);
  NearestPart<2> nearest = nearest_part(seen, RationalPlace<2>{});
  if (!nearest.inside) return pass;
  pass.aim = Aim3::Touching;
  if (nearest.part.size == 3) {
    pass.aim = Aim3::Through;
    pass.around = nearest.part;
    return pass;
  }
  extend(seen, nearest.part);
  if (nearest.part.size < 3) {
    IntegerVec<2> n{{Integer(1), Integer()}};
    if (nearest.part.size == 2) n = normal_of(nearest.part[0].place, nearest.part[1].place);
    pass.across = view.pulled_back(n);
    return pass;
  }
  const Shell<2> shell = grown_shell(seen, RationalPlace<2>{}, nearest.part, true);
  for (const auto& facet : shell.facets)
    if (facet.final && facet.height.sign() == 0) {
      pass.across = view.pulled_back(facet.normal);
      return pass;
    }
  // Inside of a polygon, whose triangles with one vertex cover it.
  pass.aim = Aim3::Through;
  const DifferenceVertex<2>& hub = shell.vertices[shell.facets[0].corners[0]];
  for (const auto& facet : shell.facets) {
    const DifferenceVertex<2>& p = shell.vertices[facet.corners[0]];
    const DifferenceVertex<2>& q = shell.vertices[facet.corners[1]];
    const int turn = cross(p.place - hub.place, q.place - hub.place).sign();
    if (turn == 0 || turn * cross(hub.place, p.place).sign() < 0 ||
        turn * cross(q.place, hub.place).sign() < 0)
      continue;
    pass.around = {};
    for (const auto* vertex : {&hub, &p, &q}) pass.around.add(*vertex);
    break;
  }
  return pass;
}

}  // namespace

template <>
LinePass<2> line_pass(const DifferenceHull<2>& hull, const IntegerVec<2>& v, const Integer& reach) {
  const IntegerVec<2> left = left_of(v);
  const Integer most = dot(left, hull.support(left).place);
  const Integer least = dot(left, hull.support(-left).place);
  LinePass<2> pass;
  if (most.sign() > 0 && least.sign() < 0) {
    pass.aim = Aim2::Through;
    return pass;
  }
  const bool on_left = most.sign() <= 0;  // the line is on the left of K
  const Integer& distance = on_left ? most : least;
  tell_aim(distance * distance, reach * reach * dot(v, v), pass);
  pass.across = on_left ? left : -left;
  return pass;
}

template <>
LinePass<3> line_pass(const DifferenceHull<3>& hull, const IntegerVec<3>& v, const Integer& reach) {
  if (reach.sign() == 0) return crisp_pass(hull, v);
  const auto turned = [&](const IntegerVec<3>& p) { return cross(p, v); };
  const DifferenceHull<3> seen{image(hull.a, turned), image(hull.b, turned)};
  const NearestPart<3> nearest = nearest_part(seen, RationalPlace<3>{});
  LinePass<3> pass;
  pass.aim = Aim3::Through;
  if (nearest.inside) return pass;
  tell_aim(nearest.height * nearest.height, reach * reach * dot(v, v) * dot(nearest.normal, nearest.normal),
           pass);
  pass.across = cross(v, nearest.normal);
  return pass;
}

template <>
LineEntry<2> line_entry(const DifferenceHull<2>& hull, const IntegerVec<2>& v, const LinePass<2>& pass) {
  if (pass.aim == Aim2::Through) return plane_entry(hull, v, {});
  return entry_along(face(hull, pass.across), v, {});
}

template <>
LineEntry<3> line_entry(const DifferenceHull<3>& hull, const IntegerVec<3>& v, const LinePass<3>& pass) {
  if (pass.aim == Aim3::Through) return space_entry(hull, v, pass.around);
  // Within the face's plane, into which the line is moved.
  const DifferenceHull<3> touched = face(hull, pass.across);
  const Drop drop(pass.across);
  RationalPlace<2> from;
  const Integer height = dot(pass.across, touched.vertex(0, 0).place);
  if (height.sign() != 0) from = {height * drop(pass.across), dot(pass.across, pass.across)};
  LineEntry<2> entry = plane_entry(flat_image(touched, drop), drop(v), from);
  return {std::move(entry.numerator), std::move(entry.denominator), {}};
}

}  // namespace firsthit
