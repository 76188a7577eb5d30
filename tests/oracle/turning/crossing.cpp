#include "oracle/turning/crossing.hpp"

namespace firsthit::turning_judge {
namespace {

/// On which side of one's edges the other's corners are.
template <class N>
void add_sides(const Part<2, N>& one, const Part<2, N>& other, const Place<2, N>& from, std::vector<N>& r) {
  for (const auto& edge : one.edges)
    for (const Place<2, N>& x : other.corners)
      r.push_back(cross(one.corners[edge[1]] - one.corners[edge[0]], from + x - one.corners[edge[0]]));
}

/// The same of faces, and how edges pass each other.
template <class N>
void add_sides(const Part<3, N>& one, const Part<3, N>& other, const Place<3, N>& from, std::vector<N>& r) {
  for (const auto& face : one.faces) {
    const Place<3, N>& p = one.corners[face[0]];
    const Place<3, N> across = cross(one.corners[face[1]] - p, one.corners[face[2]] - p);
    for (const Place<3, N>& x : other.corners) r.push_back(dot(across, from + x - p));
  }
  for (const auto& edge : one.edges)
    for (const auto& passes : other.edges) {
      const Place<3, N> across = cross(one.corners[edge[1]] - one.corners[edge[0]],
                                       other.corners[passes[1]] - other.corners[passes[0]]);
      r.push_back(dot(across, from + other.corners[passes[0]] - one.corners[edge[0]]));
    }
}

}  // namespace

template <int D>
bool has_crossed(const Asked<D>& asked, double from, double to) {
  Sight<D, LongFloat> sight(asked);
  if (sight.a().is_plane() || sight.b().is_plane() || sight.pairs() > 1) return false;
  const auto sides_at = [&](double t) {
    sight.look(t);
    const Place<D, LongFloat> p = sight.b().place() - sight.a().place();
    std::vector<LongFloat> r;
    add_sides(sight.a().parts()[0], sight.b().parts()[0], p, r);
    add_sides(sight.b().parts()[0], sight.a().parts()[0], LongFloat(-1.0) * p, r);
    return r;
  };
  const std::vector<LongFloat> before = sides_at(from);
  const std::vector<LongFloat> after = sides_at(to);
  const LongFloat none(0.0);
  for (std::size_t i = 0; i < before.size(); ++i)
    if ((before[i] < none && after[i] > none) || (before[i] > none && after[i] < none)) return true;
  return false;
}

template bool has_crossed(const Asked<2>&, double, double);
template bool has_crossed(const Asked<3>&, double, double);

}  // namespace firsthit::turning_judge
