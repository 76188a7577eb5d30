#include "query/convex/exact/exact_depth.hpp"

#include <algorithm>
#include <utility>

namespace firsthit {
namespace {

template <int D>
class Grower {
 public:
  using Facet = typename Shell<D>::Facet;
  using Ridge = std::array<std::size_t, static_cast<std::size_t>(D) - 1>;

  Grower(const DifferenceHull<D>& hull, const RationalPlace<D>& place, const ExactSimplex<D>& full)
      : hull_(hull), place_(place) {
    for (std::size_t i = 0; i <= D; ++i) {
      shell_.vertices.push_back(full[i]);
      middle_ = middle_ + full[i].place;
    }
    for (std::size_t without = 0; without <= D; ++without) {
      typename std::remove_reference_t<decltype(Facet{}.corners)> corners{};
      for (std::size_t i = 0, n = 0; i <= D; ++i)
        if (i != without) corners[n++] = i;
      add(corners);
    }
  }

  Shell<D> grow(bool only_inside) {
    while (true) {
      Facet& facet = *std::min_element(shell_.facets.begin(), shell_.facets.end(), comes_first);
      if (facet.final || (only_inside && facet.height.sign() > 0)) return std::move(shell_);
      const DifferenceVertex<D> vertex = hull_.support(facet.normal);
      if (compare(dot(facet.normal, vertex.place), dot(facet.normal, corner(facet))) <= 0) {
        facet.final = true;
      } else {
        expand(vertex);
      }
    }
  }

 private:
  /// The less deep, and among equals the one that may still move.
  static bool comes_first(const Facet& a, const Facet& b) {
    const int depths = compare(a.height_squared * b.normal_squared, b.height_squared * a.normal_squared);
    return depths != 0 ? depths < 0 : !a.final && b.final;
  }

  const IntegerVec<D>& corner(const Facet& facet) const { return shell_.vertices[facet.corners[0]].place; }

  void add(const std::array<std::size_t, static_cast<std::size_t>(D)>& corners) {
    Facet f;
    f.corners = corners;
    const auto at = [&](std::size_t i) -> const IntegerVec<D>& { return shell_.vertices[corners[i]].place; };
    if constexpr (D == 2) {
      f.normal = normal_of(at(0), at(1));
    } else {
      f.normal = normal_of(at(0), at(1), at(2));
    }
    const Integer plane = dot(f.normal, at(0));
    if (compare(dot(f.normal, middle_), Integer(D + 1) * plane) > 0) f.normal = -f.normal;
    f.height = dot(f.normal, place_.scale * at(0) - place_.x);
    f.height_squared = f.height * f.height;
    f.normal_squared = dot(f.normal, f.normal);
    shell_.facets.push_back(std::move(f));
  }

  /// Replaces the facets that the new vertex sees by those that join it to their rim.
  void expand(const DifferenceVertex<D>& vertex) {
    std::vector<Ridge> ridges;
    const auto seen = [&](const Facet& f) {
      if (dot(f.normal, vertex.place - corner(f)).sign() <= 0) return false;
      for (std::size_t without = 0; without < D; ++without) {
        Ridge ridge{};
        for (std::size_t i = 0, n = 0; i < D; ++i)
          if (i != without) ridge[n++] = f.corners[i];
        std::sort(ridge.begin(), ridge.end());
        ridges.push_back(ridge);
      }
      return true;
    };
    std::erase_if(shell_.facets, seen);
    std::sort(ridges.begin(), ridges.end());
    shell_.vertices.push_back(vertex);
    for (std::size_t i = 0; i < ridges.size(); ++i) {
      if (i + 1 < ridges.size() && ridges[i] == ridges[i + 1]) {  // between two facets that are seen
        ++i;
        continue;
      }
      std::array<std::size_t, static_cast<std::size_t>(D)> corners{};
      std::copy(ridges[i].begin(), ridges[i].end(), corners.begin());
      corners.back() = shell_.vertices.size() - 1;
      add(corners);
    }
  }

  const DifferenceHull<D>& hull_;
  const RationalPlace<D>& place_;
  IntegerVec<D> middle_;  // D + 1 times a place inside
  Shell<D> shell_;
};

}  // namespace

template <int D>
Shell<D> grown_shell(const DifferenceHull<D>& hull, const RationalPlace<D>& place,
                     const ExactSimplex<D>& full, bool only_inside) {
  return Grower<D>(hull, place, full).grow(only_inside);
}

template <int D>
bool on_boundary(const Shell<D>& shell) {
  return std::any_of(shell.facets.begin(), shell.facets.end(),
                     [](const auto& f) { return f.final && f.height.sign() == 0; });
}

template <int D>
LeastDepth<D> least_depth(const DifferenceHull<D>& hull, const RationalPlace<D>& place,
                          const ExactSimplex<D>& full) {
  const Shell<D> shell = grown_shell(hull, place, full, false);
  LeastDepth<D> r;
  const typename Shell<D>::Facet* best = nullptr;
  for (const auto& f : shell.facets) {
    if (!f.final) continue;
    const int depths = best == nullptr ? -1
                                       : compare(f.height_squared * best->normal_squared,
                                                 best->height_squared * f.normal_squared);
    if (depths > 0) continue;
    if (depths < 0) {
      r.normals.clear();
      r.height = f.height;
      best = &f;
    }
    if (std::none_of(r.normals.begin(), r.normals.end(),
                     [&](const IntegerVec<D>& n) { return same_direction(n, f.normal); }))
      r.normals.push_back(f.normal);
  }
  return r;
}

template Shell<2> grown_shell(const DifferenceHull<2>&, const RationalPlace<2>&, const ExactSimplex<2>&,
                              bool);
template Shell<3> grown_shell(const DifferenceHull<3>&, const RationalPlace<3>&, const ExactSimplex<3>&,
                              bool);
template bool on_boundary(const Shell<2>&);
template bool on_boundary(const Shell<3>&);
template LeastDepth<2> least_depth(const DifferenceHull<2>&, const RationalPlace<2>&, const ExactSimplex<2>&);
template LeastDepth<3> least_depth(const DifferenceHull<3>&, const RationalPlace<3>&, const ExactSimplex<3>&);

}  // namespace firsthit
