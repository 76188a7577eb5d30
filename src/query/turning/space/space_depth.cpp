#include "core/vec_math.hpp"
#include "query/turning/space/space_simplex.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace firsthit {
namespace {

using Edge = std::array<std::size_t, 2>;

/// A triangle of a polytope around the origin, counterclockwise as seen from outside.
struct Facet {
  std::array<std::size_t, 3> corner;
  Vec<3> outward;  // unit
  double depth;    // [L] of the origin below it

  /// One whose corners are on a line, to rounding, has no direction: its neighbours tell.
  void pass_over() {
    outward = {};
    depth = std::numeric_limits<double>::infinity();
  }
  bool is_passed_over() const { return is_zero(outward); }
  bool has(const Edge& edge) const {
    return Edge{corner[0], corner[1]} == edge || Edge{corner[1], corner[2]} == edge ||
           Edge{corner[2], corner[0]} == edge;
  }
};

class Polytope {
 public:
  explicit Polytope(const Simplex3& simplex) : corners_(simplex.corner.begin(), simplex.corner.end()) {
    for (const auto& f : {std::array<std::size_t, 3>{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}}) add(f);
    const Vec<3> middle = 0.25 * ((corners_[0].d + corners_[1].d) + (corners_[2].d + corners_[3].d));
    if (dot(facets_[0].outward, middle - corners_[0].d) <= 0.0) return;
    facets_.clear();
    for (const auto& f : {std::array<std::size_t, 3>{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}) add(f);
  }

  /// Of several, whatever comes first, the one that faces most along the first axis, either way.
  Facet& nearest() {
    return *std::min_element(facets_.begin(), facets_.end(), [](const Facet& p, const Facet& q) {
      if (p.depth != q.depth) return p.depth < q.depth;
      for (std::size_t i = 0; i < 3; ++i)
        if (std::fabs(p.outward[i]) != std::fabs(q.outward[i]))
          return std::fabs(p.outward[i]) > std::fabs(q.outward[i]);
      return false;
    });
  }
  const Difference3& corner(std::size_t k) const { return corners_[k]; }

  /// Is the corner outside of the facet?
  bool sees(const Facet& f, const Difference3& corner) const {
    return dot(f.outward, corner.d - corners_[f.corner[0]].d) > 0.0;
  }
  /// Takes in a corner that a facet sees, from outside, in place of that and of all that see it, too, next to
  /// each other. (Where rounding makes facets elsewhere see it, they stay: else there could be ever more.)
  void grow(const Difference3& corner, const Facet& seen_by) {
    std::vector<bool> goes(facets_.size(), false);
    std::vector<std::size_t> next{static_cast<std::size_t>(&seen_by - facets_.data())};
    goes[next[0]] = true;
    std::vector<Edge> rim;
    while (!next.empty()) {
      const Facet& f = facets_[next.back()];
      next.pop_back();
      for (std::size_t k = 0; k < 3; ++k) {
        const Edge edge{f.corner[k], f.corner[(k + 1) % 3]};
        cut(edge, rim);
        const auto beside = std::find_if(facets_.begin(), facets_.end(), [&](const Facet& g) {
          return g.has({edge[1], edge[0]});
        });
        const auto at = static_cast<std::size_t>(beside - facets_.begin());
        if (beside == facets_.end() || goes[at] || !sees(*beside, corner)) continue;
        goes[at] = true;
        next.push_back(at);
      }
    }
    // In one order, which way around the facets may be: mirror images grow alike.
    std::sort(rim.begin(), rim.end(),
              [](const Edge& p, const Edge& q) { return std::minmax(p[0], p[1]) < std::minmax(q[0], q[1]); });
    std::vector<Facet> left;
    for (std::size_t i = 0; i < facets_.size(); ++i)
      if (!goes[i]) left.push_back(facets_[i]);
    facets_ = std::move(left);
    corners_.push_back(corner);
    for (const Edge& edge : rim)
      add({corners_.size() - 1, edge[0], edge[1]});  // first, so that those of mirror images are alike
  }

 private:
  static void cut(const Edge& edge, std::vector<Edge>& rim) {
    const auto twin = std::find(rim.begin(), rim.end(), Edge{edge[1], edge[0]});
    if (twin == rim.end())
      rim.push_back(edge);
    else
      rim.erase(twin);
  }

  /// The cross product of the two shorter edges, which is the sharpest; of two as long as each other, those
  /// from the first corner.
  static Vec<3> across_of(const std::array<Vec<3>, 3>& edge) {
    const double first = length_squared(edge[0]);
    const double last = length_squared(edge[2]);
    const double middle = length_squared(edge[1]);
    if (first > std::max(middle, last)) return cross(edge[1], edge[2]);
    if (last > std::max(first, middle)) return cross(edge[0], edge[1]);
    return cross(edge[2], edge[0]);
  }

  void add(const std::array<std::size_t, 3>& f) {
    const Vec<3>& from = corners_[f[0]].d;
    const Vec<3> across =
        across_of({corners_[f[1]].d - from, corners_[f[2]].d - corners_[f[1]].d, from - corners_[f[2]].d});
    const double size = length(across);
    const Vec<3> outward = size > 0.0 ? (1.0 / size) * across : Vec<3>{};
    facets_.push_back({f, outward, dot(outward, from)});
    if (is_zero(outward)) facets_.back().pass_over();
  }

  std::vector<Difference3> corners_;
  std::vector<Facet> facets_;
};

/// The corner furthest to either side of a plane through the first of the simplex' corners; of two as far,
/// the one on the origin's side, whichever of the two bodies is called a.
Difference3 furthest(const Differences3& all, const Simplex3& simplex, const Vec<3>& direction) {
  const Vec<3>& from = simplex.corner[0].d;
  const Vec<3> inward = dot(direction, from) > 0.0 ? -direction : direction;
  const Difference3 beyond = all.lowest(-inward);
  const Difference3 behind = all.lowest(inward);
  return dot(inward, beyond.d - from) < -dot(inward, behind.d - from) ? behind : beyond;
}

/// Adds corners until it is a tetrahedron, as far as that goes.
void complete(const Differences3& all, Simplex3& s) {
  const auto along = [&](std::size_t k) { return s.corner[k].d - s.corner[0].d; };
  const auto add_best = [&](const auto& directions, const auto& size_with) {
    Difference3 best = s.corner[0];
    for (const Vec<3>& direction : directions) {
      const Difference3 found = furthest(all, s, direction);
      if (size_with(found.d - s.corner[0].d) > size_with(best.d - s.corner[0].d)) best = found;
    }
    s.corner[s.count++] = best;
  };
  if (s.count == 1) add_best(kCoordinateAxes<3>, [](const Vec<3>& to) { return length_squared(to); });
  if (s.count == 2) {
    std::array<Vec<3>, 3> across;
    for (std::size_t k = 0; k < 3; ++k) across[k] = cross(along(1), kCoordinateAxes<3>[k]);
    add_best(across, [&](const Vec<3>& to) { return cross_squared(along(1), to); });
  }
  if (s.count == 3) {
    const Vec<3> across = cross(along(1), along(2));
    add_best(std::array{across}, [&](const Vec<3>& to) { return std::fabs(dot(across, to)); });
  }
}

}  // namespace

Depth3 depth_of_origin(const Differences3& all, Simplex3 simplex, double error) {
  constexpr int kRounds = 200;
  Depth3 r;
  complete(all, simplex);
  Polytope polytope(simplex);
  for (int round = 0; round < kRounds; ++round) {
    Facet& nearest = polytope.nearest();
    if (nearest.is_passed_over()) return {};
    r = {nearest.depth, nearest.outward, {}};
    for (std::size_t k = 0; k < 3; ++k) r.face[k] = polytope.corner(nearest.corner[k]);
    const Difference3 next = all.lowest(-nearest.outward);
    if (dot(nearest.outward, next.d) <= nearest.depth + 0.25 * error) return r;
    const auto is_next = [&](const Difference3& corner) { return corner.d == next.d; };
    if (std::any_of(r.face.begin(), r.face.end(), is_next) || !polytope.sees(nearest, next))
      nearest.pass_over();  // its own corner is beyond it, or another but for rounding
    else
      polytope.grow(next, nearest);
  }
  return r;
}

}  // namespace firsthit
