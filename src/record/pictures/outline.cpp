#include "record/pictures/outline.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <utility>

namespace firsthit {
namespace {

using Kind = PlainShape::Kind;

/// Which way three places turn, seen on the drawing, where y points down: above zero if counterclockwise.
double turn(const Spot& a, const Spot& b, const Spot& c) {
  return (c.x - a.x) * (b.y - a.y) - (b.x - a.x) * (c.y - a.y);
}

/// The convex hull of places on the drawing, counterclockwise as one sees it.
std::vector<Spot> hull_of(std::vector<Spot> spots) {
  const auto before = [](const Spot& a, const Spot& b) {
    return std::pair(a.x, -a.y) < std::pair(b.x, -b.y);
  };
  const auto same = [](const Spot& a, const Spot& b) { return a.x == b.x && a.y == b.y; };
  std::sort(spots.begin(), spots.end(), before);
  spots.erase(std::unique(spots.begin(), spots.end(), same), spots.end());
  if (spots.size() < 3) return spots;
  std::vector<Spot> hull;
  const auto extend = [&](const Spot& spot, std::size_t least) {
    while (hull.size() > least && turn(hull[hull.size() - 2], hull.back(), spot) <= 0.0) hull.pop_back();
    hull.push_back(spot);
  };
  for (const Spot& spot : spots) extend(spot, 1);
  const std::size_t lower = hull.size();
  for (std::size_t i = spots.size() - 1; i-- > 0;) extend(spots[i], lower);
  hull.pop_back();
  return hull;
}

void add_polygon(Path& path, std::span<const Spot> corners, double finest) {
  Spot last;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Spot& corner = corners[i];
    if (i > 0 && std::hypot(corner.x - last.x, corner.y - last.y) < finest) continue;
    i == 0 ? path.move(corner.x, corner.y) : path.line(corner.x, corner.y);
    last = corner;
  }
  path.close();
}

/// All that is within `radius` pixels of a convex polygon, counterclockwise; of a line or a place if it is
/// one.
void add_rounded(Path& path, std::span<const Spot> corners, double radius) {
  const std::size_t count = corners.size();
  if (count == 1) {
    const Spot& middle = corners.front();
    path.move(middle.x - radius, middle.y);
    path.arc(radius, middle.x + radius, middle.y);
    path.arc(radius, middle.x - radius, middle.y);
    path.close();
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Spot& from = corners[i];
    const Spot& to = corners[(i + 1) % count];
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    // To the right of the way, as one sees it: outwards.
    const double out_x = -(to.y - from.y) / length * radius;
    const double out_y = (to.x - from.x) / length * radius;
    if (i == 0)
      path.move(from.x + out_x, from.y + out_y);
    else
      path.arc(radius, from.x + out_x, from.y + out_y);
    path.line(to.x + out_x, to.y + out_y);
  }
  const Path::Step& first = path.steps()[path.steps().size() - 2 * count];
  path.arc(radius, first.x, first.y);
  path.close();
}

Point3 sum(const Point3& a, const Point3& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }

/// Half extents along axes, and all their signs.
std::vector<Point3> box_corners(std::span<const Point3> arms) {
  std::vector<Point3> corners = {Point3{}};
  for (const Point3& arm : arms) {
    std::vector<Point3> more;
    for (const Point3& corner : corners) {
      more.push_back(sum(corner, arm));
      more.push_back(sum(corner, {-arm[0], -arm[1], -arm[2]}));
    }
    corners = std::move(more);
  }
  return corners;
}

std::vector<Point3> arms_of(const PlainShape& shape, int dimension) {
  std::vector<Point3> arms;
  for (std::size_t k = 0; k < static_cast<std::size_t>(dimension); ++k) {
    const double half = shape.points[0][k];
    Point3 arm{};
    if (shape.kind == Kind::Box)
      arm[k] = half;
    else
      for (std::size_t i = 0; i < 3; ++i) arm[i] = half * shape.points[k + 1][i];
    arms.push_back(arm);
  }
  return arms;
}

Point3 difference(const Point3& a, const Point3& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
Point3 cross_product(const Point3& a, const Point3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double inner_product(const Point3& a, const Point3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// The side of the hull of all corners that three of them are in, counterclockwise as one sees it from
/// outside; empty if there is none.
std::vector<std::size_t> side_through(std::span<const Point3> corners, std::size_t i, std::size_t j,
                                      std::size_t k) {
  constexpr double kFlat = 1e-9;  // of the sizes
  Point3 outward = cross_product(difference(corners[j], corners[i]), difference(corners[k], corners[i]));
  const double size = std::sqrt(inner_product(outward, outward));
  if (!(size > 0.0)) return {};
  std::vector<std::size_t> side;
  int above = 0, below = 0;
  for (std::size_t corner = 0; corner < corners.size(); ++corner) {
    const Point3 from = difference(corners[corner], corners[i]);
    const double height = inner_product(outward, from) / size;
    if (std::fabs(height) <= kFlat * std::sqrt(inner_product(from, from)))
      side.push_back(corner);
    else
      ++(height > 0.0 ? above : below);
  }
  if (above > 0 && below > 0) return {};
  if (above > 0) outward = {-outward[0], -outward[1], -outward[2]};
  Point3 middle{};
  for (const std::size_t corner : side)
    for (std::size_t axis = 0; axis < 3; ++axis)
      middle[axis] += corners[corner][axis] / static_cast<double>(side.size());
  const Point3 first = difference(corners[side.front()], middle);
  const Point3 second = cross_product(outward, first);
  const double scale = std::sqrt(inner_product(second, second) / inner_product(first, first));
  const auto angle = [&](std::size_t corner) {
    const Point3 from = difference(corners[corner], middle);
    return std::atan2(inner_product(second, from), scale * inner_product(first, from));
  };
  std::sort(side.begin(), side.end(), [&](std::size_t a, std::size_t b) { return angle(a) < angle(b); });
  return side;
}

/// Numbers below 32 as a set: a bit each. (Vectors of them cannot stand in a set of g++ 12's on big-endian
/// machines, where it compares them wrongly: GCC bug 113960.)
std::uint32_t bits_of(std::span<const std::size_t> numbers) {
  std::uint32_t r = 0;
  for (const std::size_t each : numbers) r |= std::uint32_t{1} << each;
  return r;
}

/// Do they run counterclockwise? A picture's y axis points down.
bool is_seen_from_front(std::span<const Spot> spots) {
  double twice_area = 0.0;
  for (std::size_t i = 0; i < spots.size(); ++i) {
    const Spot& p = spots[i];
    const Spot& q = spots[i + 1 < spots.size() ? i + 1 : 0];
    twice_area += p.x * q.y - p.y * q.x;
  }
  return twice_area < 0.0;
}

}  // namespace

std::vector<Point3> corners_of(const PlainShape& shape, int dimension) {
  switch (shape.kind) {
    case Kind::Point:
    case Kind::Ball:
      return {Point3{}};
    case Kind::Box:
    case Kind::OrientedBox:
      return box_corners(arms_of(shape, dimension));
    case Kind::Segment:
    case Kind::Capsule:
    case Kind::Hull:
    case Kind::Polygon:
    case Kind::Triangle:
      return shape.points;
    case Kind::HalfSpace:
    case Kind::Container:
    case Kind::Arc:
      break;
  }
  return {};
}

double radius_of(const PlainShape& shape) { return shape.kind == Kind::HalfSpace ? 0.0 : shape.size; }

double outer_radius(const PlainShape& shape, int dimension) {
  double farthest = 0.0;
  for (const Point3& corner : corners_of(shape, dimension))
    farthest = std::max(farthest, std::hypot(corner[0], corner[1], corner[2]));
  return farthest + radius_of(shape);
}

bool is_area(const PlainShape& shape, int dimension) {
  return radius_of(shape) > 0.0 || shape.kind == Kind::Polygon || corners_of(shape, dimension).size() > 2;
}

Reach reach_of(const PlainShape& shape, int dimension) {
  std::vector<Point3> corners = corners_of(shape, dimension);
  if (corners.empty()) corners.emplace_back();  // around the place
  Reach reach{corners.front(), corners.front()};
  for (const Point3& corner : corners)
    for (std::size_t k = 0; k < 3; ++k) {
      reach.low[k] = std::min(reach.low[k], corner[k]);
      reach.high[k] = std::max(reach.high[k], corner[k]);
    }
  for (std::size_t k = 0; k < static_cast<std::size_t>(dimension); ++k) {
    reach.low[k] -= radius_of(shape);
    reach.high[k] += radius_of(shape);
  }
  return reach;
}

PlainShape turned(const PlainShape& shape, int dimension, const UnitQuaternion& by) {
  const auto [x, y, z] = turned_axes(by);
  PlainShape stands = shape;
  stands.points = corners_of(shape, dimension);
  if (shape.kind == Kind::Box || shape.kind == Kind::OrientedBox) stands.kind = Kind::Hull;
  for (Point3& corner : stands.points) {
    const Point3 from = corner;
    for (std::size_t k = 0; k < 3; ++k) corner[k] = x[k] * from[0] + y[k] * from[1] + z[k] * from[2];
  }
  return stands;
}

void add_visible_sides(Path& path, const PlainShape& shape, const Point3& place, const View& view) {
  constexpr std::size_t kMost = 32;  // corners, a bit each: a side is looked for through every three of them
  const std::vector<Point3> corners = corners_of(shape, 3);
  const std::size_t count = corners.size();
  if (radius_of(shape) > 0.0 || count < 4 || count > kMost) return;
  std::set<std::uint32_t> found;
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = i + 1; j < count; ++j)
      for (std::size_t k = j + 1; k < count; ++k) {
        const std::vector<std::size_t> side = side_through(corners, i, j, k);
        if (side.empty() || !found.insert(bits_of(side)).second) continue;
        std::vector<Spot> spots;
        for (const std::size_t corner : side) spots.push_back(view(sum(place, corners[corner])));
        if (is_seen_from_front(spots)) add_polygon(path, spots, 0.0);
      }
}

void add_outline(Path& path, const PlainShape& shape, const Point3& place, int dimension, const View& view,
                 double finest) {
  std::vector<Spot> spots;
  for (const Point3& corner : corners_of(shape, dimension)) spots.push_back(view(sum(place, corner)));
  if (shape.kind == Kind::Polygon) return add_polygon(path, spots, finest);
  spots = hull_of(std::move(spots));
  const double radius = view.pixels(radius_of(shape));
  if (radius > 0.0 && (radius > finest || spots.size() < 3)) return add_rounded(path, spots, radius);
  if (spots.size() > 2) return add_polygon(path, spots, finest);
  path.move(spots.front().x, spots.front().y);
  path.line(spots.back().x, spots.back().y);
}

}  // namespace firsthit
