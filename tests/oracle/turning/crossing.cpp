#include "oracle/turning/crossing.hpp"

#include <algorithm>

namespace firsthit::turning_judge {
namespace {

/// Which side of an edge (2D) of one a corner of the other is on: of all corners with all edges.
template <class N>
void add_sides(const Part<2, N>& edges, const Part<2, N>& corners, const Place<2, N>& from, std::vector<N>& r) {
  for (const auto& edge : edges.edges)
    for (const Place<2, N>& x : corners.corners)
      r.push_back(cross(edges.corners[edge[1]] - edges.corners[edge[0]], from + x - edges.corners[edge[0]]));
}

}  // namespace

template <int D>
bool has_crossed(const Asked<D>& asked, double from, double to) {
  if constexpr (D == 2) {
    Sight<D, LongFloat> sight(asked);
    if (sight.a().is_plane() || sight.b().is_plane() || sight.pairs() > 1) return false;
    const auto sides_at = [&](double t) {
      sight.look(t);
      const Place<2, LongFloat> p = sight.b().place() - sight.a().place();
      const auto& a = sight.a().parts()[0];
      const auto& b = sight.b().parts()[0];
      std::vector<LongFloat> r;
      add_sides(a, b, p, r);
      add_sides(b, a, LongFloat(-1.0) * p, r);
      return r;
    };
    const std::vector<LongFloat> before = sides_at(from);
    const std::vector<LongFloat> after = sides_at(to);
    const LongFloat none(0.0);
    for (std::size_t i = 0; i < before.size(); ++i)
      if ((before[i] < none && after[i] > none) || (before[i] > none && after[i] < none)) return true;
  }
  return false;
}

template bool has_crossed(const Asked<2>&, double, double);
template bool has_crossed(const Asked<3>&, double, double);

}  // namespace firsthit::turning_judge
