#include "query/convex/exact/exact_nearest.hpp"

#include <utility>

namespace firsthit {
namespace {

/// Finds the part of a simplex that is nearest to a place, where its last vertex is known to belong to it.
template <int D>
class PartFinder {
 public:
  PartFinder(const ExactSimplex<D>& simplex, const RationalPlace<D>& place)
      : simplex_(simplex), scale_(place.scale) {
    const std::size_t last = simplex.size - 1;
    const IntegerVec<D>& newest = simplex[last].place;
    to_place_ = place.x - scale_ * newest;
    for (std::size_t i = 0; i < last; ++i) {
      edges_[i] = simplex[i].place - newest;
      along_[i] = dot(to_place_, edges_[i]);
    }
  }

  /// Is the nearest place of the whole simplex's span in its inside? Then that is the result.
  bool is_whole(NearestPart<D>& r) {
    const std::size_t last = simplex_.size - 1;
    if (last == 1) {
      const Integer length = dot(edges_[0], edges_[0]);
      if (along_[0].sign() <= 0 || compare(along_[0], scale_ * length) >= 0) return false;
      r = result({0, 1}, across_edge(0));
      return true;
    }
    if constexpr (D == 3)
      if (last == 2 && is_triangle(0, 1)) {
        r = result({0, 1, 2}, std::move(normal_));
        return true;
      }
    return false;
  }

  /// The only part that contains the nearest place in its inside: the multipliers of its vertices are above
  /// zero, and no other vertex is on the place's side of the plane across.
  NearestPart<D> find() {
    const std::size_t last = simplex_.size - 1;
    if (is_vertex()) return result({last}, to_place_);
    for (std::size_t i = 0; i < last; ++i)
      if (is_edge(i)) return result({i, last}, across_edge(i));
    if constexpr (D == 3) {
      for (std::size_t i = 0; i < last; ++i)
        for (std::size_t j = i + 1; j < last; ++j)
          if (is_triangle(i, j)) return result({i, j, last}, std::move(normal_));
    }
    NearestPart<D> r;
    r.part = simplex_;
    r.inside = true;
    return r;
  }

 private:
  NearestPart<D> result(std::initializer_list<std::size_t> which, IntegerVec<D> normal) const {
    NearestPart<D> r;
    for (const std::size_t i : which) r.part.add(simplex_[i]);
    r.normal = std::move(normal);
    r.inside = is_zero(r.normal);
    if (!r.inside) r.height = dot(r.normal, to_place_);
    return r;
  }

  bool is_vertex() const {
    for (std::size_t i = 0; i + 1 < simplex_.size; ++i)
      if (along_[i].sign() > 0) return false;
    return true;
  }

  bool is_edge(std::size_t i) const {
    if (along_[i].sign() <= 0) return false;
    const Integer length = dot(edges_[i], edges_[i]);
    if (compare(along_[i], scale_ * length) >= 0) return false;
    for (std::size_t j = 0; j + 1 < simplex_.size; ++j)
      if (j != i && compare(along_[j] * length, along_[i] * dot(edges_[i], edges_[j])) > 0) return false;
    return true;
  }

  IntegerVec<D> across_edge(std::size_t i) const {
    if constexpr (D == 2) {
      IntegerVec<2> r = left_of(edges_[i]);
      const int side = dot(r, to_place_).sign();
      return Integer(side) * r;
    } else {
      return dot(edges_[i], edges_[i]) * to_place_ - along_[i] * edges_[i];
    }
  }

  bool is_triangle(std::size_t i, std::size_t j) {
    const IntegerVec<3> n = cross(edges_[i], edges_[j]);
    const Integer share_i = dot(n, cross(to_place_, edges_[j]));
    if (share_i.sign() <= 0) return false;
    const Integer share_j = dot(n, cross(edges_[i], to_place_));
    if (share_j.sign() <= 0 || compare(share_i + share_j, scale_ * dot(n, n)) >= 0) return false;
    const int side = dot(n, to_place_).sign();
    for (std::size_t k = 0; k + 1 < simplex_.size; ++k)
      if (k != i && k != j && side * dot(n, edges_[k]).sign() > 0) return false;
    normal_ = Integer(side) * n;
    return true;
  }

  const ExactSimplex<D>& simplex_;
  const Integer& scale_;
  IntegerVec<D> to_place_;                                        // from the newest vertex, times scale
  std::array<IntegerVec<D>, static_cast<std::size_t>(D)> edges_;  // from the newest vertex
  std::array<Integer, static_cast<std::size_t>(D)> along_;
  IntegerVec<D> normal_;
};

}  // namespace

template <int D>
NearestPart<D> nearest_part(const DifferenceHull<D>& hull, const RationalPlace<D>& place,
                            const ExactSimplex<D>& start) {
  ExactSimplex<D> simplex = start;
  if (simplex.size == 0) simplex.add(hull.vertex(0, 0));
  NearestPart<D> r;
  if (simplex.size == 1 || !PartFinder<D>(simplex, place).is_whole(r)) {
    simplex.size = 1;
    r = PartFinder<D>(simplex, place).find();
  }
  while (!r.inside) {
    const DifferenceVertex<D> vertex = hull.support(r.normal);
    if (compare(dot(r.normal, vertex.place), dot(r.normal, r.part[0].place)) <= 0) return r;
    simplex = r.part;
    simplex.add(vertex);
    r = PartFinder<D>(simplex, place).find();
  }
  return r;
}

template NearestPart<2> nearest_part(const DifferenceHull<2>&, const RationalPlace<2>&,
                                     const ExactSimplex<2>&);
template NearestPart<3> nearest_part(const DifferenceHull<3>&, const RationalPlace<3>&,
                                     const ExactSimplex<3>&);

}  // namespace firsthit
