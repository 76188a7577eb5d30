#include "query/convex/filter_depth.hpp"

#include <cmath>
#include <utility>
#include <vector>

namespace firsthit {
namespace {

template <int D>
bool same(const Difference<D>& a, const Difference<D>& b) {
  return a.i == b.i && a.j == b.j;
}

template <int D>
double sum_abs(const Vec<D>& x) {
  double r = 0.0;
  for (std::size_t i = 0; i < D; ++i) r += std::fabs(x[i]);
  return r;
}

/// Its corners run counterclockwise, seen from outside.
template <int D>
struct Facet {
  std::array<Difference<D>, kAxes<D>> corner;
  Vec<D> normal;
  double depth = 0.0;  // [L] of p behind it
  double error = 0.0;  // of the depth

  Facet(const CorePair<D>& pair, const std::array<Difference<D>, kAxes<D>>& corners) : corner(corners) {
    const Vec<D> f = corner[1].w - corner[0].w;
    double size = sum_abs(f);
    double product = size;
    if constexpr (D == 2) {
      normal = {f[1], -f[0]};
    } else {
      const Vec<D> g = corner[2].w - corner[0].w;
      normal = cross(f, g);
      size += sum_abs(g);
      product = size * size;
    }
    double place_error = 0.0;
    for (std::size_t i = 0; i < D; ++i)
      place_error += 16.0 * kHalfUlp * (pair.extent(i) + std::fabs(pair.p[i]));
    const Vec<D> way = corner[0].w - pair.p;
    const double inverse = 1.0 / length(normal);
    depth = dot(normal, way) * inverse;
    const double normal_error = 2.0 * (product / size) * place_error + 8.0 * kHalfUlp * product;
    error = 4.0 * inverse * (normal_error * sum_abs(way) + sum_abs(normal) * place_error);
    if (!(normal_error * inverse < 0x1p-20)) error = HUGE_VAL;
  }
};

template <int D>
class Polytope {
 public:
  Polytope(const CorePair<D>& pair, const Simplex<D>& simplex) : pair_(pair) {
    auto c = simplex.corner;
    if constexpr (D == 2) {
      if (cross(c[1].w - c[0].w, c[2].w - c[0].w) < 0.0) std::swap(c[1], c[2]);
      for (const auto& [i, j] : {std::pair{0U, 1U}, {1U, 2U}, {2U, 0U}}) add({c[i], c[j]});
    } else {
      if (dot(Facet<3>(pair, {c[0], c[1], c[2]}).normal, c[3].w - c[0].w) < 0.0) std::swap(c[1], c[2]);
      add({c[0], c[2], c[1]});
      add({c[0], c[1], c[3]});
      add({c[0], c[3], c[2]});
      add({c[1], c[2], c[3]});
    }
  }

  bool run(Simplex<D>& simplex) {
    for (int step = 0; step < kMostSteps; ++step) {
      const std::size_t least = nearest();
      const Facet<D>& facet = facets_[least];
      if (!(facet.error < HUGE_VAL)) return false;
      Difference<D> next;
      next.i = pair_.a.furthest(facet.normal);
      next.j = pair_.b.furthest(-facet.normal);
      next.w = pair_.a.corner[next.i] - pair_.b.corner[next.j];
      const double gain = dot(facet.normal, next.w - facet.corner[0].w);
      if (!(gain > pair_.noise * length(facet.normal)) || is_corner(next)) return is_unique(least, simplex);
      grow(next);
    }
    return false;
  }

 private:
  static constexpr int kMostSteps = 40;

  void add(const std::array<Difference<D>, kAxes<D>>& corners) { facets_.emplace_back(pair_, corners); }

  std::size_t nearest() const {
    std::size_t least = 0;
    for (std::size_t k = 1; k < facets_.size(); ++k)
      if (facets_[k].depth < facets_[least].depth) least = k;
    return least;
  }

  bool is_corner(const Difference<D>& next) const {
    for (const Facet<D>& facet : facets_)
      for (const Difference<D>& corner : facet.corner)
        if (same(corner, next)) return true;
    return false;
  }

  /// The facets that `next` sees give way to those that it makes with their rim.
  void grow(const Difference<D>& next) {
    std::vector<Facet<D>> seen;
    std::vector<Facet<D>> kept;
    for (const Facet<D>& facet : facets_)
      (dot(facet.normal, next.w - facet.corner[0].w) > 0.0 ? seen : kept).push_back(facet);
    facets_ = std::move(kept);
    for (const Facet<D>& facet : seen)
      for (std::size_t k = 0; k < D; ++k) {
        const Difference<D>& from = facet.corner[k];
        const Difference<D>& to = facet.corner[(k + 1) % D];
        if constexpr (D == 2) {
          if (is_shared(seen, from, facet)) continue;
          add(k == 0 ? std::array{from, next} : std::array{next, from});
        } else {
          if (!is_shared(seen, to, from)) add({from, to, next});
        }
      }
  }

  bool is_shared(const std::vector<Facet<D>>& seen, const Difference<D>& corner, const Facet<D>& own) const {
    for (const Facet<D>& facet : seen)
      if (&facet != &own && (same(facet.corner[0], corner) || same(facet.corner[1], corner))) return true;
    return false;
  }

  bool is_shared(const std::vector<Facet<D>>& seen, const Difference<D>& from,
                 const Difference<D>& to) const {
    for (const Facet<D>& facet : seen)
      for (std::size_t k = 0; k < D; ++k)
        if (same(facet.corner[k], from) && same(facet.corner[(k + 1) % D], to)) return true;
    return false;
  }

  /// All facets but those of the same plane are surely further off: then the ball that touches this one
  /// is inside of the polytope, and so of K, but for the touch.
  bool is_unique(std::size_t least, Simplex<D>& simplex) const {
    const Facet<D>& best = facets_[least];
    simplex.count = D;
    for (std::size_t k = 0; k < D; ++k) simplex.corner[k] = best.corner[k];
    const double most = best.depth + best.error;
    if (!(best.depth > best.error)) return false;
    for (std::size_t k = 0; k < facets_.size(); ++k) {
      const Facet<D>& other = facets_[k];
      if (k != least && !(other.depth - other.error > most) && !on_one_plane(best, other)) return false;
    }
    return true;
  }

  /// Do both have corners of one and the same product of a face of a and one of b?
  bool on_one_plane(const Facet<D>& best, const Facet<D>& other) const {
    if (!(other.depth > other.error)) return false;
    for (const Difference<D>& corner : other.corner)
      if (!is_among(pair_.a, best, corner.i, [](const Difference<D>& d) { return d.i; }) ||
          !is_among(pair_.b, best, corner.j, [](const Difference<D>& d) { return d.j; }))
        return false;
    return true;
  }

  template <class Index>
  static bool is_among(const Corners<D>& corners, const Facet<D>& best, std::size_t i, const Index& index) {
    const std::size_t first = index(best.corner[0]);
    std::size_t free = 0;
    bool listed = false;
    for (const Difference<D>& corner : best.corner) {
      free |= index(corner) ^ first;
      listed = listed || index(corner) == i;
    }
    return listed || (corners.is_box && ((i ^ first) & ~free) == 0);
  }

  const CorePair<D>& pair_;
  std::vector<Facet<D>> facets_;
};

}  // namespace

template <int D>
bool find_least_depth(const CorePair<D>& pair, Simplex<D>& simplex) {
  return Polytope<D>(pair, simplex).run(simplex);
}

template bool find_least_depth(const CorePair<2>&, Simplex<2>&);
template bool find_least_depth(const CorePair<3>&, Simplex<3>&);

}  // namespace firsthit
