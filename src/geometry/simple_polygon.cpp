#include "geometry/simple_polygon.hpp"

#include "core/vec_math.hpp"
#include "geometry/orientation.hpp"

#include <firsthit/error.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <string>

namespace firsthit {
namespace {

[[noreturn]] void refuse(const std::string& where, const std::string& expected, const std::string& found) {
  throw InputError("Polygon: " + where + ": expected " + expected + ", found " + found);
}

std::string text(double x) {
  char digits[40];
  std::snprintf(digits, sizeof digits, "%.17g", x);
  return digits;
}

std::string text(const Vec<2>& a) { return "(" + text(a[0]) + ", " + text(a[1]) + ")"; }

std::string name(std::size_t i) { return "vertices[" + std::to_string(i) + "]"; }

void expect_numbers(std::span<const Vec<2>> vertices) {
  for (std::size_t i = 0; i < vertices.size(); ++i)
    for (std::size_t axis = 0; axis < 2; ++axis) {
      const double x = vertices[i][axis];
      const std::string where = name(i) + "[" + std::to_string(axis) + "]";
      if (!std::isfinite(x)) refuse(where, "a finite number", text(x));
      if (x != 0.0 && (std::fabs(x) < 0x1p-450 || std::fabs(x) > 0x1p450))
        refuse(where, "0 or a size from 2^-450 to 2^450", text(x));
    }
}

bool before(const Vec<2>& a, const Vec<2>& b) { return a[0] < b[0] || (a[0] == b[0] && a[1] < b[1]); }

void expect_different_places(std::span<const Vec<2>> vertices) {
  std::vector<std::size_t> order(vertices.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t j) { return before(vertices[i], vertices[j]); });
  for (std::size_t k = 1; k < order.size(); ++k)
    if (vertices[order[k - 1]] == vertices[order[k]])
      refuse(name(order[k - 1]) + " and " + name(order[k]), "different places",
             text(vertices[order[k]]) + " twice");
}

/// An edge from vertex i to vertex j, and the box around it.
struct Edge {
  std::size_t i, j;
  Vec<2> low, high;
};

bool meet(const Edge& a, const Edge& b, std::span<const Vec<2>> vertices) {
  for (std::size_t axis = 0; axis < 2; ++axis)
    if (a.high[axis] < b.low[axis] || b.high[axis] < a.low[axis]) return false;
  const auto apart = [&](const Edge& line, const Edge& other) {
    const int from = orientation(vertices[line.i], vertices[line.j], vertices[other.i]);
    return from != 0 && from == orientation(vertices[line.i], vertices[line.j], vertices[other.j]);
  };
  return !apart(a, b) && !apart(b, a);
}

/// Do the edges at vertex j, from i and to k, lie upon each other? Requires: three different places.
bool folds_back(const Vec<2>& i, const Vec<2>& j, const Vec<2>& k) {
  if (orientation(i, j, k) != 0) return false;
  // On one line, so an axis along which i differs from j orders all three.
  const std::size_t axis = i[0] != j[0] ? 0 : 1;
  return (i[axis] < j[axis]) == (k[axis] < j[axis]);
}

void expect_edges_apart(std::span<const Vec<2>> vertices) {
  const std::size_t n = vertices.size();
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t j = (i + 1) % n;
    const Vec<2>& p = vertices[i];
    const Vec<2>& q = vertices[j];
    if (folds_back(p, q, vertices[(i + 2) % n]))
      refuse(name(j), "edges that meet only there", "that they lie upon each other");
    edges.push_back(
        {i, j, {std::min(p[0], q[0]), std::min(p[1], q[1])}, {std::max(p[0], q[0]), std::max(p[1], q[1])}});
  }
  std::stable_sort(edges.begin(), edges.end(),
                   [](const Edge& a, const Edge& b) { return a.low[0] < b.low[0]; });
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t l = k + 1; l < n && edges[l].low[0] <= edges[k].high[0]; ++l) {
      const Edge& a = edges[k].i < edges[l].i ? edges[k] : edges[l];
      const Edge& b = edges[k].i < edges[l].i ? edges[l] : edges[k];
      if (a.j == b.i || b.j == a.i) continue;  // neighbours
      if (meet(a, b, vertices))
        refuse("edges from " + name(a.i) + " to [" + std::to_string(a.j) + "] and from " + name(b.i) +
                   " to [" + std::to_string(b.j) + "]",
               "to be apart", "that they meet");
    }
}

/// The chain of vertices that are left, in the order given, while ears are cut off.
class Chain {
 public:
  explicit Chain(std::span<const Vec<2>> vertices)
      : vertices_(vertices), before_(vertices.size()), after_(vertices.size()), left_(vertices.size()) {
    for (std::size_t i = 0; i < left_; ++i) {
      before_[i] = (i + left_ - 1) % left_;
      after_[i] = (i + 1) % left_;
    }
    const auto least = std::min_element(vertices.begin(), vertices.end(), before);
    turn_ = turn(static_cast<std::size_t>(least - vertices.begin()));
  }

  /// 1 for counterclockwise, -1 for clockwise.
  int turn() const { return turn_; }
  std::size_t left() const { return left_; }
  std::size_t before_of(std::size_t i) const { return before_[i]; }
  std::size_t after_of(std::size_t i) const { return after_[i]; }

  /// Can the triangle at i be cut off: is it in the polygon, with no vertex in it or on its new side?
  bool is_ear(std::size_t i) const {
    if (turn(i) != turn_) return false;
    const std::size_t from = before_[i];
    const std::size_t to = after_[i];
    for (std::size_t k = after_[to]; k != from; k = after_[k]) {
      const Vec<2>& place = vertices_[k];
      if (turn(k) != turn_ && turn_ * orientation(vertices_[to], vertices_[from], place) >= 0 &&
          turn_ * orientation(vertices_[from], vertices_[i], place) >= 0 &&
          turn_ * orientation(vertices_[i], vertices_[to], place) >= 0)
        return false;
    }
    return true;
  }

  void cut_off(std::size_t i) {
    after_[before_[i]] = after_[i];
    before_[after_[i]] = before_[i];
    --left_;
  }

 private:
  int turn(std::size_t i) const {
    return orientation(vertices_[before_[i]], vertices_[i], vertices_[after_[i]]);
  }

  std::span<const Vec<2>> vertices_;
  std::vector<std::size_t> before_;
  std::vector<std::size_t> after_;
  std::size_t left_;
  int turn_ = 0;
};

struct Diagonal {
  int from, to;
};

/// The place in `piece` of the corner from which a side goes to `to`, or the size of the piece.
std::size_t find_side(const std::vector<int>& piece, int from, int to) {
  for (std::size_t i = 0; i < piece.size(); ++i)
    if (piece[i] == from && piece[(i + 1) % piece.size()] == to) return i;
  return piece.size();
}

/// Joins the two pieces on both sides of a diagonal, if what they make is convex.
void join(const Diagonal& diagonal, int turn, std::span<const Vec<2>> vertices,
          std::vector<std::vector<int>>& pieces) {
  const auto has_side = [](int from, int to) {
    return [from, to](const std::vector<int>& piece) { return find_side(piece, from, to) != piece.size(); };
  };
  const auto one = std::find_if(pieces.begin(), pieces.end(), has_side(diagonal.from, diagonal.to));
  const auto other = std::find_if(pieces.begin(), pieces.end(), has_side(diagonal.to, diagonal.from));
  std::vector<int> rest = *other;  // starting behind the diagonal: from ... to
  std::rotate(rest.begin(),
              rest.begin() + static_cast<std::ptrdiff_t>(find_side(rest, diagonal.to, diagonal.from)) + 1,
              rest.end());
  std::vector<int> joined = *one;
  std::rotate(joined.begin(),
              joined.begin() + static_cast<std::ptrdiff_t>(find_side(joined, diagonal.from, diagonal.to)) + 1,
              joined.end());  // to ... from
  const std::size_t seam = joined.size() - 1;
  joined.insert(joined.end(), rest.begin() + 1, rest.end() - 1);
  const std::size_t n = joined.size();
  for (const std::size_t i : {std::size_t{0}, seam}) {
    const auto corner = [&](std::size_t k) { return vertices[static_cast<std::size_t>(joined[k % n])]; };
    if (turn * orientation(corner(i + n - 1), corner(i), corner(i + 1)) < 0) return;
  }
  *one = std::move(joined);
  pieces.erase(other);
}

}  // namespace

void expect_simple_polygon(std::span<const Vec<2>> vertices) {
  expect_numbers(vertices);
  if (vertices.size() < 3) refuse("vertices", "at least 3", std::to_string(vertices.size()));
  expect_different_places(vertices);
  expect_edges_apart(vertices);
}

std::vector<std::vector<int>> convex_pieces(std::span<const Vec<2>> vertices) {
  // All choices go by the numbers of the vertices and by signs that a mirror turns together.
  Chain chain(vertices);
  std::vector<std::vector<int>> pieces;
  std::vector<Diagonal> diagonals;
  std::size_t i = 0;
  while (chain.left() > 3) {
    while (!chain.is_ear(i)) i = chain.after_of(i);
    const int from = static_cast<int>(chain.before_of(i));
    const int to = static_cast<int>(chain.after_of(i));
    pieces.push_back({from, static_cast<int>(i), to});
    diagonals.push_back({to, from});
    chain.cut_off(i);
    i = chain.after_of(chain.after_of(i));  // fans of thin triangles join badly
  }
  pieces.push_back(
      {static_cast<int>(chain.before_of(i)), static_cast<int>(i), static_cast<int>(chain.after_of(i))});

  for (const Diagonal& diagonal : diagonals) join(diagonal, chain.turn(), vertices, pieces);
  if (chain.turn() < 0)
    for (std::vector<int>& piece : pieces) std::reverse(piece.begin(), piece.end());
  return pieces;
}

}  // namespace firsthit
