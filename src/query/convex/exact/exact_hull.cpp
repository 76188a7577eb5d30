#include "query/convex/exact/exact_hull.hpp"

#include "core/bits.hpp"
#include "core/vec_math.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace firsthit {
namespace {

template <int D>
IntegerVec<D> axis(std::size_t i) {
  IntegerVec<D> r;
  r[i] = 1;
  return r;
}

/// Directions across all edges of the simplex that between them see any place off its span.
template <int D>
std::vector<IntegerVec<D>> across(const ExactSimplex<D>& simplex) {
  std::vector<IntegerVec<D>> r;
  if (simplex.size == 1)
    for (std::size_t i = 0; i < D; ++i) r.push_back(axis<D>(i));
  if constexpr (D == 2) {
    if (simplex.size == 2) r.push_back(normal_of(simplex[0].place, simplex[1].place));
  } else {
    if (simplex.size == 2) {
      const IntegerVec<3> edge = simplex[1].place - simplex[0].place;
      for (std::size_t i = 0; i < 3; ++i) r.push_back(cross(edge, axis<3>(i)));
    }
    if (simplex.size == 3) r.push_back(normal_of(simplex[0].place, simplex[1].place, simplex[2].place));
  }
  return r;
}

template <int D>
void add_both(VertexSet<D>& set, const IntegerVec<D>& step) {
  std::vector<IntegerVec<D>> places(set.begin(), set.end());
  const std::size_t size = places.size();
  for (std::size_t i = 0; i < size; ++i) {
    places.push_back(places[i] - step);
    places[i] = places[i] + step;
  }
  set = VertexSet<D>(std::move(places));
}

template <int D>
std::vector<IntegerVec<D>> furthest_of(const VertexSet<D>& places, const IntegerVec<D>& n) {
  const Integer most = dot(n, places[places.furthest(n, shrunk(n), 1)]);
  std::vector<IntegerVec<D>> r;
  for (const IntegerVec<D>& p : places)
    if (compare(dot(n, p), most) == 0) r.push_back(p);
  return r;
}

template <int D>
std::int64_t bits_of(const IntegerVec<D>& x) {
  std::size_t r = 0;
  for (std::size_t i = 0; i < D; ++i) r = std::max(r, x[i].bits());
  return static_cast<std::int64_t>(r);
}

template <int D>
Vec<D> shrunk(const IntegerVec<D>& x, std::int64_t bits) {
  Vec<D> r;
  for (std::size_t i = 0; i < D; ++i) {
    const Magnified m = x[i].rounded();
    const std::int64_t exponent = m.exponent - bits;
    if (exponent > -1000) r[i] = m.value * bit_cast<double>((1023 + exponent) << 52U);
  }
  return r;
}

}  // namespace

template <int D>
Vec<D> shrunk(const IntegerVec<D>& x) {
  return shrunk(x, bits_of(x));
}

template <int D>
VertexSet<D>::VertexSet(std::vector<IntegerVec<D>> places) : places_(std::move(places)) {
  std::int64_t bits = 0;
  for (const IntegerVec<D>& p : places_) bits = std::max(bits, bits_of(p));
  rough_.reserve(places_.size());
  for (const IntegerVec<D>& p : places_) rough_.push_back(shrunk(p, bits));
}

template <int D>
std::size_t VertexSet<D>::furthest(const IntegerVec<D>& direction, const Vec<D>& rough, int side) const {
  // Each rounded product is wrong by less than 24 u, u = 2^-53: of the three terms, all below 1, each factor
  // by 2 u and the product by u, and the two sums by 3 u each.
  constexpr double kError = 0x1p-48;
  const auto rough_height = [&](std::size_t i) { return side * firsthit::dot(rough, rough_[i]); };
  double rough_most = rough_height(0);
  std::size_t best = 0;
  for (std::size_t i = 1; i < places_.size(); ++i) {
    const double height = rough_height(i);
    if (height <= rough_most) continue;
    rough_most = height;
    best = i;
  }
  std::optional<Integer> most;  // of the best, once there is another to compare with
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (i == best || rough_height(i) < rough_most - 2.0 * kError) continue;
    if (!most) most = dot(direction, places_[best]);
    Integer height = dot(direction, places_[i]);
    if (side * compare(height, *most) <= 0) continue;
    most = std::move(height);
    best = i;
  }
  return best;
}

template <int D>
DifferenceVertex<D> DifferenceHull<D>::support(const IntegerVec<D>& direction) const {
  const Vec<D> rough = shrunk(direction);
  return vertex(a.furthest(direction, rough, 1), b.furthest(direction, rough, -1));
}

template <int D>
void extend(const DifferenceHull<D>& hull, ExactSimplex<D>& simplex) {
  if (simplex.size == 0) simplex.add(hull.vertex(0, 0));
  for (bool found = true; found && simplex.size <= D;) {
    found = false;
    for (const IntegerVec<D>& n : across(simplex)) {
      const Integer height = dot(n, simplex[0].place);
      DifferenceVertex<D> vertex = hull.support(n);
      if (compare(dot(n, vertex.place), height) == 0) vertex = hull.support(-n);
      if (compare(dot(n, vertex.place), height) == 0) continue;
      simplex.add(vertex);
      found = true;
      break;
    }
  }
}

template <int D>
int dimension(const DifferenceHull<D>& hull) {
  ExactSimplex<D> simplex;
  extend(hull, simplex);
  return static_cast<int>(simplex.size) - 1;
}

template <int D>
DifferenceHull<D> face(const DifferenceHull<D>& hull, const IntegerVec<D>& direction) {
  return {furthest_of(hull.a, direction), furthest_of(hull.b, -direction)};
}

template <int D>
DifferenceHull<D> thickened(const DifferenceHull<D>& hull, const ExactSimplex<D>& full) {
  DifferenceHull<D> r = hull;
  if (full.size == D) {
    add_both(r.a, across(full)[0]);
  } else if constexpr (D == 3) {
    if (full.size == 2) {
      for (const IntegerVec<3>& n : across(full)) {
        if (is_zero(n)) continue;
        add_both(r.a, n);
        add_both(r.a, cross(full[1].place - full[0].place, n));
        break;
      }
    }
  }
  return r;
}

IntegerVec<2> normal_of(const IntegerVec<2>& a, const IntegerVec<2>& b) { return left_of(b - a); }

IntegerVec<3> normal_of(const IntegerVec<3>& a, const IntegerVec<3>& b, const IntegerVec<3>& c) {
  return cross(b - a, c - a);
}

template Vec<2> shrunk(const IntegerVec<2>&);
template Vec<3> shrunk(const IntegerVec<3>&);
template class VertexSet<2>;
template class VertexSet<3>;
template struct DifferenceHull<2>;
template struct DifferenceHull<3>;
template void extend(const DifferenceHull<2>&, ExactSimplex<2>&);
template void extend(const DifferenceHull<3>&, ExactSimplex<3>&);
template int dimension(const DifferenceHull<2>&);
template int dimension(const DifferenceHull<3>&);
template DifferenceHull<2> face(const DifferenceHull<2>&, const IntegerVec<2>&);
template DifferenceHull<3> face(const DifferenceHull<3>&, const IntegerVec<3>&);
template DifferenceHull<2> thickened(const DifferenceHull<2>&, const ExactSimplex<2>&);
template DifferenceHull<3> thickened(const DifferenceHull<3>&, const ExactSimplex<3>&);

}  // namespace firsthit
