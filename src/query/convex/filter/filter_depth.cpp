#include "query/convex/filter/filter_depth.hpp"

#include <cmath>
#include <utility>
#include <vector>

namespace firsthit {
namespace {

template <int D>
bool same(const Difference<D>& a, const Difference<D>& b) {
  return a.i == b.i && a.j == b.j;
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

  bool run(Simplex<D>& simplex, std::vector<Difference<D>>& tied) {
    for (int step = 0; step < kMostSteps; ++step) {
      const std::size_t least = nearest();
      const Facet<D>& facet = facets_[least];
      if (!(facet.error < HUGE_VAL)) return false;
      Difference<D> next;
      next.i = pair_.a.furthest(facet.normal);
      next.j = pair_.b.furthest(-facet.normal);
      next.w = pair_.a.corner[next.i] - pair_.b.corner[next.j];
      const double gain = dot(facet.normal, next.w - facet.corner[0].w);
      if (!(gain > pair_.noise * length(facet.normal)) || is_corner(next))
        return is_unique(least, simplex, tied);
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

  /// All facets but those that `tied` has corners of are surely further off: if these are of the same
  /// plane, the ball that touches it is inside of the polytope, and so of K, but for the touch.
  bool is_unique(std::size_t least, Simplex<D>& simplex, std::vector<Difference<D>>& tied) const {
    const Facet<D>& best = facets_[least];
    simplex.count = D;
    for (std::size_t k = 0; k < D; ++k) simplex.corner[k] = best.corner[k];
    for (const Facet<D>& facet : facets_) {
      if (!(facet.depth > facet.error)) return false;
      if (facet.depth - facet.error > best.depth + best.error) continue;
      tied.insert(tied.end(), facet.corner.begin(), facet.corner.end());
    }
    return true;
  }

  const CorePair<D>& pair_;
  std::vector<Facet<D>> facets_;
};

}  // namespace

template <int D>
bool find_least_depth(const CorePair<D>& pair, Simplex<D>& simplex, std::vector<Difference<D>>& tied) {
  return Polytope<D>(pair, simplex).run(simplex, tied);
}

template bool find_least_depth(const CorePair<2>&, Simplex<2>&, std::vector<Difference<2>>&);
template bool find_least_depth(const CorePair<3>&, Simplex<3>&, std::vector<Difference<3>>&);

}  // namespace firsthit
