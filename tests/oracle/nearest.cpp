#include "oracle/nearest.hpp"

#include <array>
#include <cmath>

namespace firsthit::judging {
namespace {

using Kind = FeaturePair::Kind;

/// From a point to the line through a vertex along e, and whether the foot is between its ends.
template <class T, int D>
struct ToLine {
  Vector<T, D> d, e;  // from the point to the line's first vertex; along the line

  T length() const { return dot(e, e); }
  Vector<T, D> n() const { return T(dot(e, e)) * d - T(dot(d, e)) * e; }
  Fraction<T> squared_distance() const { return {squared_area(d, e), dot(e, e)}; }
  std::array<T, 4> inside() const {
    const T along = -T(dot(d, e));
    return {along, length() - along, along, along};
  }
};

template <class T>
struct ToPlane {
  std::array<T, 3> d, e, f;  // from the point to the first vertex of a face; along two edges

  std::array<T, 3> normal() const { return cross(e, f); }
  T height() const { return dot(d, normal()); }
  /// Barycentric coordinates of the foot, times the normal's squared length.
  std::array<T, 4> inside() const {
    const auto normal = cross(e, f);
    const T second = dot(cross(f, d), normal);
    const T third = dot(cross(d, e), normal);
    const T sum = second + third;
    return {second, third, T(dot(normal, normal)) - sum, second};
  }
};

template <class T>
struct LineToLine {
  std::array<T, 3> d, e, f;  // from a's first vertex to b's; along a's edge; along b's

  std::array<T, 3> normal() const { return cross(e, f); }
  std::array<T, 4> inside() const {
    const auto normal = cross(e, f);
    const T size = dot(normal, normal);
    const T on_a = dot(cross(d, f), normal);
    const T on_b = dot(cross(d, e), normal);
    return {on_a, size - on_a, on_b, size - on_b};
  }
};

/// Calls `use` with what describes a pair of features, and with whether it leads from b to a.
template <class T, int D, class Use>
auto described(const Geometry<T, D>& g, const Topology& shape_a, const Topology& shape_b,
               const FeaturePair& f, const Use& use) {
  if (f.kind == Kind::VertexEdge) {
    const Edge& edge = shape_b.edges[f.b];
    return use(ToLine<T, D>{g.b[edge[0]] - g.a[f.a], g.b[edge[1]] - g.b[edge[0]]}, false);
  }
  if constexpr (D == 3) {
    if (f.kind == Kind::VertexFace) {
      const auto& face = shape_b.faces[f.b];
      const auto& p = g.b[face[0]];
      return use(ToPlane<T>{p - g.a[f.a], g.b[face[1]] - p, g.b[face[2]] - p}, false);
    }
    if (f.kind == Kind::FaceVertex) {
      const auto& face = shape_a.faces[f.a];
      const auto& p = g.a[face[0]];
      return use(ToPlane<T>{p - g.b[f.b], g.a[face[1]] - p, g.a[face[2]] - p}, true);
    }
    if (f.kind == Kind::EdgeEdge) {
      const Edge& one = shape_a.edges[f.a];
      const Edge& two = shape_b.edges[f.b];
      return use(
          LineToLine<T>{g.b[two[0]] - g.a[one[0]], g.a[one[1]] - g.a[one[0]], g.b[two[1]] - g.b[two[0]]},
          false);
    }
  }
  const Edge& edge = shape_a.edges[f.a];
  return use(ToLine<T, D>{g.a[edge[0]] - g.b[f.b], g.a[edge[1]] - g.a[edge[0]]}, true);
}

template <class T, int D>
Fraction<T> squared_distance(const Geometry<T, D>& g, const Topology& shape_a, const Topology& shape_b,
                             const FeaturePair& f) {
  if (f.kind == Kind::VertexVertex) {
    const auto d = g.b[f.b] - g.a[f.a];
    return {dot(d, d), T(1L)};
  }
  return described(g, shape_a, shape_b, f, [](const auto& pair, bool) -> Fraction<T> {
    if constexpr (requires { pair.squared_distance(); }) {
      return pair.squared_distance();
    } else {
      const auto normal = pair.normal();
      const T height = dot(pair.d, normal);
      return {height * height, dot(normal, normal)};
    }
  });
}

template <int D>
class Search {
 public:
  explicit Search(const Moment<D>& moment) : moment_(moment) {}

  void look(const FeaturePair& f) {
    const Fraction<Approx> here = squared_distance(moment_.rounded, *moment_.shape_a, *moment_.shape_b, f);
    if (found_ && (here.above * best_.below - best_.above * here.below).sign() == 1) return;
    if (f.kind != Kind::VertexVertex && !faces_each_other(f)) return;
    if (found_ && compare(f) >= 0) return;
    found_ = true;
    best_pair_ = f;
    best_ = here;
  }
  const FeaturePair& best() const { return best_pair_; }

 private:
  /// Is the shortest way between the lines or planes one between the features?
  bool faces_each_other(const FeaturePair& f) const {
    if (moment_.sign([&](const auto& g) {
          return squared_distance(g, *moment_.shape_a, *moment_.shape_b, f).below;
        }) == 0)
      return false;
    for (std::size_t i = 0; i < 4; ++i)
      if (moment_.sign([&](const auto& g) {
            return described(g, *moment_.shape_a, *moment_.shape_b, f,
                             [i](const auto& pair, bool) { return pair.inside()[i]; });
          }) < 0)
        return false;
    return true;
  }

  int compare(const FeaturePair& f) const {
    return moment_.sign([&](const auto& g) {
      const auto x = squared_distance(g, *moment_.shape_a, *moment_.shape_b, f);
      const auto y = squared_distance(g, *moment_.shape_a, *moment_.shape_b, best_pair_);
      using T = std::remove_cv_t<decltype(x.above)>;
      return T(x.above * y.below - y.above * x.below);
    });
  }

  const Moment<D>& moment_;
  bool found_ = false;
  FeaturePair best_pair_;
  Fraction<Approx> best_;
};

}  // namespace

template <class T, int D>
Way<T, D> way(const Geometry<T, D>& g, const Topology& shape_a, const Topology& shape_b,
              const FeaturePair& f) {
  Way<T, D> r;
  r.squared_distance = squared_distance(g, shape_a, shape_b, f);
  if (f.kind == Kind::VertexVertex) {
    r.n = g.b[f.b] - g.a[f.a];
    return r;
  }
  r.n = described(g, shape_a, shape_b, f, [](const auto& pair, bool from_b) -> Vector<T, D> {
    if constexpr (requires { pair.n(); }) {
      return from_b ? -pair.n() : pair.n();
    } else {
      const auto normal = pair.normal();
      const T height = from_b ? T(-dot(pair.d, normal)) : T(dot(pair.d, normal));
      return height * normal;
    }
  });
  return r;
}

template <int D>
std::optional<FeaturePair> nearest(const Moment<D>& moment) {
  Search<D> search(moment);
  const Topology& a = *moment.shape_a;
  const Topology& b = *moment.shape_b;
  const std::size_t vertices_a = moment.exact.a.size();
  const std::size_t vertices_b = moment.exact.b.size();
  const auto look = [&search](Kind kind, std::size_t count_a, std::size_t count_b) {
    for (std::size_t i = 0; i < count_a; ++i)
      for (std::size_t k = 0; k < count_b; ++k) search.look({kind, i, k});
  };
  look(Kind::VertexVertex, vertices_a, vertices_b);
  look(Kind::VertexEdge, vertices_a, b.edges.size());
  look(Kind::EdgeVertex, a.edges.size(), vertices_b);
  if constexpr (D == 3) {
    look(Kind::VertexFace, vertices_a, b.faces.size());
    look(Kind::FaceVertex, a.faces.size(), vertices_b);
    look(Kind::EdgeEdge, a.edges.size(), b.edges.size());
  }
  const FeaturePair best = search.best();
  const bool apart = moment.sign([&](const auto& g) { return gap_along(g, way(g, a, b, best).n); }) > 0;
  return apart ? std::optional(best) : std::nullopt;
}

template <int D>
Way<mpz_class, D> exact_way(const Moment<D>& moment, const FeaturePair& f) {
  return way(moment.exact, *moment.shape_a, *moment.shape_b, f);
}

template <int D>
int compare_with_reach(const Moment<D>& moment, const FeaturePair& f) {
  return moment.sign([&](const auto& g) {
    const auto x = squared_distance(g, *moment.shape_a, *moment.shape_b, f);
    using T = std::remove_cv_t<decltype(x.above)>;
    return T(x.above - g.reach * x.below);
  });
}

template <int D>
int parting(const Moment<D>& moment, const FeaturePair& f) {
  return moment.sign([&](const auto& g) { return dot(way(g, *moment.shape_a, *moment.shape_b, f).n, g.v); });
}

template std::optional<FeaturePair> nearest<2>(const Moment<2>&);
template std::optional<FeaturePair> nearest<3>(const Moment<3>&);
template Way<mpz_class, 2> exact_way<2>(const Moment<2>&, const FeaturePair&);
template Way<mpz_class, 3> exact_way<3>(const Moment<3>&, const FeaturePair&);
template int compare_with_reach<2>(const Moment<2>&, const FeaturePair&);
template int compare_with_reach<3>(const Moment<3>&, const FeaturePair&);
template int parting<2>(const Moment<2>&, const FeaturePair&);
template int parting<3>(const Moment<3>&, const FeaturePair&);

}  // namespace firsthit::judging
