#include "world/heaps/friction_cone.hpp"

#include "core/vec_math.hpp"
#include "query/tolerant/solid_patch.hpp"

#include <algorithm>
#include <cmath>

namespace firsthit {

namespace {

/// Unit vectors at right angles to a unit vector, all around.
std::vector<Vec<2>> around(const Vec<2>& n, const Vec<2>&) {
  const Vec<2> left = ways_across(n)[0];
  return {left, -left};
}
std::vector<Vec<3>> around(const Vec<3>& n, const Vec<3>& load) {
  const auto [u, v] = ways_across(n);
  const double half = std::sqrt(0.5);
  std::vector<Vec<3>> all{u, v, -u, -v, half * (u + v), half * (u - v), half * (v - u), half * (-u - v)};
  const Vec<3> across = dot(load, n) * n - load;
  if (const double size = length(across); size > 0.0) all.push_back((1.0 / size) * across);
  return all;
}

}  // namespace

template <int D>
std::vector<Vec<D>> friction_cone(const Vec<D>& normal, double friction, const Vec<D>& load) {
  const double size = 1.0 / std::max(1.0, friction);
  std::vector<Vec<D>> rim = around(normal, load);
  for (Vec<D>& one : rim) one = size * (normal + friction * one);
  return rim;
}

template std::vector<Vec<2>> friction_cone(const Vec<2>&, double, const Vec<2>&);
template std::vector<Vec<3>> friction_cone(const Vec<3>&, double, const Vec<3>&);

}  // namespace firsthit
