#include "oracle/outline.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <stdexcept>

namespace firsthit::judging {
namespace {

using Place = std::array<mpq_class, 2>;
using Outline = std::vector<Place>;

Place rational(const Vector<mpz_class, 2>& a) { return {mpq_class(a[0]), mpq_class(a[1])}; }

/// Strictly inside?
bool is_inside(const Outline& outline, const Place& m) {
  bool r = false;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Place& p = outline[i];
    const Place& q = outline[(i + 1) % outline.size()];
    const mpq_class side = cross(q - p, m - p);
    if (side == 0 && dot(p - m, q - m) <= 0) return false;
    if ((p[1] > m[1]) == (q[1] > m[1])) continue;
    if ((side > 0) == (q[1] > p[1])) r = !r;  // the edge is right of m
  }
  return r;
}

/// Is some place of the piece from one place to another strictly inside?
bool enters(const Outline& outline, const Place& from, const Place& to) {
  const Place along = to - from;
  std::vector<mpq_class> cuts = {0, 1};
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Place& p = outline[i];
    const Place edge = outline[(i + 1) % outline.size()] - p;
    const mpq_class across = cross(along, edge);
    if (across != 0) {
      cuts.push_back(cross(p - from, edge) / across);
    } else if (dot(along, along) != 0) {
      cuts.push_back(dot(p - from, along) / dot(along, along));
    }
  }
  std::sort(cuts.begin(), cuts.end());
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    const mpq_class middle = (cuts[i] + cuts[i + 1]) / 2;
    if (middle >= 0 && middle <= 1 && is_inside(outline, from + middle * along)) return true;
  }
  return false;
}

/// The ends of vertices that are on one line.
std::array<Place, 2> ends(const std::vector<Vector<mpz_class, 2>>& vertices) {
  std::array<Vector<mpz_class, 2>, 2> r = {vertices[0], vertices[0]};
  for (const auto& vertex : vertices) {
    if (vertex < r[0]) r[0] = vertex;
    if (vertex > r[1]) r[1] = vertex;
  }
  return {rational(r[0]), rational(r[1])};
}

/// All times from 0 on at which the two may begin or cease to meet.
std::vector<mpq_class> changes(const Outline& outline, const std::array<Place, 2>& piece, const Place& v) {
  std::vector<mpq_class> r = {0};
  const auto add = [&r](const mpq_class& above, const mpq_class& below) {
    if (below != 0 && sgn(above) * sgn(below) > 0) r.push_back(above / below);
  };
  const Place along = piece[1] - piece[0];
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Place& p = outline[i];
    const Place edge = outline[(i + 1) % outline.size()] - p;
    add(cross(p - piece[0], along), cross(v, along));
    for (const Place& end : piece) {
      add(cross(p - end, edge), cross(v, edge));
      add(dot(p - end, v), dot(v, v));
    }
  }
  std::sort(r.begin(), r.end());
  r.erase(std::unique(r.begin(), r.end()), r.end());
  return r;
}

int turning(const std::vector<Vec<2>>& v) {
  mpq_class r = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    const Vec<2>& next = v[(i + 1) % v.size()];
    r += mpq_class(v[i][0]) * next[1] - mpq_class(v[i][1]) * next[0];
  }
  return sgn(r);
}

}  // namespace

std::vector<Body<2>> triangles(const Polygon& polygon) {
  std::vector<Vec<2>> rest = polygon.vertices();
  if (turning(rest) < 0) std::reverse(rest.begin(), rest.end());
  const auto turn = [](const Vec<2>& a, const Vec<2>& b, const Vec<2>& c) {
    const auto place = [](const Vec<2>& x) { return Place{mpq_class(x[0]), mpq_class(x[1])}; };
    return sgn(mpq_class(cross(place(b) - place(a), place(c) - place(a))));
  };
  std::vector<Body<2>> r;
  while (rest.size() >= 3) {
    bool cut = false;
    for (std::size_t i = 0; i < rest.size() && !cut; ++i) {
      const Vec<2> a = rest[(i + rest.size() - 1) % rest.size()];
      const Vec<2> b = rest[i];
      const Vec<2> c = rest[(i + 1) % rest.size()];
      const int corner = turn(a, b, c);
      if (corner < 0) continue;
      cut = corner == 0 || std::none_of(rest.begin(), rest.end(), [&](const Vec<2>& other) {
              return other != a && other != b && other != c && turn(a, b, other) >= 0 &&
                     turn(b, c, other) >= 0 && turn(c, a, other) >= 0;
            });
      if (!cut) continue;
      if (corner > 0) r.push_back(hull_of<2>({a, b, c}));
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    }
    if (!cut) throw std::logic_error("a polygon without ears");
  }
  return r;
}

Entry entry(const Pair<2>& pair) {
  Outline outline;
  for (const auto& vertex : pair.start().exact.a) outline.push_back(rational(vertex));
  const std::array<Place, 2> piece = ends(pair.start().exact.b);
  const Place v = rational(pair.start().exact.v);
  const auto inside = [&](const mpq_class& t) {
    const Place way = t * v;
    return enters(outline, piece[0] + way, piece[1] + way);
  };
  Entry r;
  r.starts_inside = inside(0);
  const std::vector<mpq_class> times = changes(outline, piece, v);
  for (std::size_t i = 0; i < times.size() && !r.time; ++i) {
    const mpq_class later =
        i + 1 < times.size() ? mpq_class((times[i] + times[i + 1]) / 2) : mpq_class(times[i] + 1);
    if (inside(later)) r.time = times[i];
  }
  return r;
}

}  // namespace firsthit::judging
