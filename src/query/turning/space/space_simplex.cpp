#include "query/turning/space/space_simplex.hpp"

#include "core/vec_math.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace firsthit {
namespace {

using Corners = std::array<Difference3, 4>;

/// Some of the corners of a simplex, and the place of their hull nearest to the origin.
struct Part {
  std::array<std::size_t, 3> corner{};
  std::size_t count = 0;
  Vec<3> nearest;
};

Part nearest_of_corner(const Corners& c, std::size_t k) { return {{k}, 1, c[k].d}; }

Part nearest_of_edge(const Corners& c, std::size_t p, std::size_t q) {
  const Vec<3> along = c[q].d - c[p].d;
  const double from_p = -dot(along, c[p].d);
  const double from_q = dot(along, c[q].d);
  if (!(from_p > 0.0)) return nearest_of_corner(c, p);
  if (!(from_q > 0.0)) return nearest_of_corner(c, q);
  const double whole = from_p + from_q;
  return {{p, q}, 2, (from_q / whole) * c[p].d + (from_p / whole) * c[q].d};
}

const Part& nearer(const Part& p, const Part& q) {
  return length_squared(q.nearest) < length_squared(p.nearest) ? q : p;
}

Part nearest_of_triangle(const Corners& c, std::size_t p, std::size_t q, std::size_t r) {
  const Vec<3> normal = cross(c[q].d - c[p].d, c[r].d - c[p].d);
  const double square = length_squared(normal);
  const double of_p = dot(normal, cross(c[q].d, c[r].d));
  const double of_q = dot(normal, cross(c[r].d, c[p].d));
  const double of_r = dot(normal, cross(c[p].d, c[q].d));
  if (square > 0.0 && of_p > 0.0 && of_q > 0.0 && of_r > 0.0)
    return {{p, q, r}, 3, (dot(normal, c[p].d) / square) * normal};
  return nearer(nearer(nearest_of_edge(c, p, q), nearest_of_edge(c, q, r)), nearest_of_edge(c, r, p));
}

/// Is the origin beyond the face p, q, r, seen from the fourth corner, or is that flat?
bool is_beyond(const Corners& c, std::size_t p, std::size_t q, std::size_t r, std::size_t fourth) {
  const Vec<3> normal = cross(c[q].d - c[p].d, c[r].d - c[p].d);
  const double of_origin = -dot(normal, c[p].d);
  const double of_fourth = dot(normal, c[fourth].d - c[p].d);
  return of_fourth == 0.0 || (of_fourth > 0.0 ? of_origin < 0.0 : of_origin > 0.0);
}

/// Leaves those corners that the nearest place needs.
void reduce(Simplex3& s) {
  const Corners& c = s.corner;
  Part best;
  if (s.count == 1) best = nearest_of_corner(c, 0);
  if (s.count == 2) best = nearest_of_edge(c, 0, 1);
  if (s.count == 3) best = nearest_of_triangle(c, 0, 1, 2);
  if (s.count == 4) {
    constexpr std::size_t kFaces[4][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}};
    double least = std::numeric_limits<double>::infinity();
    for (const auto& f : kFaces) {
      if (!is_beyond(c, f[0], f[1], f[2], f[3])) continue;
      const Part found = nearest_of_triangle(c, f[0], f[1], f[2]);
      const double square = length_squared(found.nearest);
      if (square >= least) continue;
      least = square;
      best = found;
    }
    if (best.count == 0) {
      s.has_origin = true;
      s.nearest = {};
      return;
    }
  }
  Corners left;
  for (std::size_t k = 0; k < best.count; ++k) left[k] = c[best.corner[k]];
  s.corner = left;
  s.count = best.count;
  s.nearest = best.nearest;
}

/// The corner that reaches furthest along a direction; of several the one furthest towards the other body,
/// whichever is listed first.
std::size_t furthest(std::span<const Vec<3>> corners, const Vec<3>& direction, const Vec<3>& towards) {
  std::size_t best = 0;
  double most = dot(direction, corners[0]);
  for (std::size_t k = 1; k < corners.size(); ++k) {
    const double along = dot(direction, corners[k]);
    if (along < most || (along == most && !(dot(towards, corners[k]) > dot(towards, corners[best]))))
      continue;
    most = along;
    best = k;
  }
  return best;
}

}  // namespace

Difference3 Differences3::lowest(const Vec<3>& direction) const {
  return at(furthest(a_, direction, place_), furthest(b_, -direction, -place_));
}

void approach_origin(const Differences3& all, const Vec<3>& start, double radii, double error, Simplex3& s) {
  constexpr int kRounds = 40;
  constexpr double kNoFurther = 1.0 + 0x1p-50;
  constexpr double kFar = 0x1p38;   // [errors] 2^-8 of the pair's size: nobody is told a direction from there
  constexpr double kNear = 0x1p-5;  // from there, any axis near the best one does
  if (s.count == 0) {
    s.corner[0] = all.lowest(start);
    s.count = 1;
  }
  reduce(s);
  for (int round = 0; round < kRounds && !s.has_origin; ++round) {
    const double square = length_squared(s.nearest);
    if (square == 0.0) return;
    const Difference3 next = all.lowest(s.nearest);
    const double distance = std::sqrt(square);
    const double apart = distance - radii;
    const double enough = apart > kFar * error ? kNear * apart : 0.25 * error;
    if (square - dot(s.nearest, next.d) <= enough * distance) return;
    for (std::size_t k = 0; k < s.count; ++k)
      if (s.corner[k].i == next.i && s.corner[k].j == next.j) return;
    const Simplex3 before = s;
    s.corner[s.count++] = next;
    reduce(s);
    // Where several parts are as near to rounding, the larger one tells more.
    if (!s.has_origin && length_squared(s.nearest) > kNoFurther * square) {
      s = before;
      return;
    }
  }
}

}  // namespace firsthit
