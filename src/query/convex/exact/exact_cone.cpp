#include "query/convex/exact/exact_cone.hpp"

#include "query/convex/exact/exact_roots.hpp"

#include <algorithm>
#include <utility>

namespace firsthit {
namespace {

/// scale times what is left of a vector when its projection on a cone is taken off.
template <int D>
struct Rest {
  IntegerVec<D> rest;
  Integer scale = 1;
};

/// Rays of a cone whose own cone holds the projection of u in its inside.
template <int D>
struct Rays {
  std::array<IntegerVec<D>, static_cast<std::size_t>(D)> rays;
  std::size_t size = 0;
};

/// Projects u on the cone of `old` and `newest`, which is known to take part: the multipliers of the rays
/// that do are above zero, and no other ray is on the rest's side.
template <int D>
Rest<D> project(const IntegerVec<D>& u, const IntegerVec<D>& newest, Rays<D>& active) {
  const Rays<D> old = std::exchange(active, {});
  const auto keep = [&](const IntegerVec<D>& ray) { active.rays[active.size++] = ray; };
  const auto others_behind = [&](const IntegerVec<D>& rest, std::size_t but) {
    for (std::size_t i = 0; i < old.size; ++i)
      if (i != but && dot(rest, old.rays[i]).sign() > 0) return false;
    return true;
  };
  keep(newest);
  const Integer along = dot(u, newest);
  if (along.sign() > 0) {
    const Integer length = dot(newest, newest);
    const IntegerVec<D> rest = length * u - along * newest;
    if (others_behind(rest, D)) return {rest, length};
  }
  if constexpr (D == 3) {
    for (std::size_t i = 0; i < old.size; ++i) {
      const IntegerVec<3>& other = old.rays[i];
      const IntegerVec<3> n = cross(newest, other);
      if (dot(cross(u, other), n).sign() <= 0 || dot(cross(newest, u), n).sign() <= 0) continue;
      const IntegerVec<3> rest = dot(u, n) * n;
      if (!others_behind(rest, i)) continue;
      keep(other);
      return {rest, dot(n, n)};
    }
  }
  for (std::size_t i = 0; i < old.size; ++i) keep(old.rays[i]);
  return {};
}

/// `furthest_ray(r)` is one of the cone's rays that has the largest product with r. Every step leaves a
/// shorter rest, so it ends.
template <int D, class FurthestRay>
Rest<D> rest_of(const IntegerVec<D>& u, const FurthestRay& furthest_ray) {
  Rays<D> active;
  Rest<D> r{u};
  while (!is_zero(r.rest)) {
    const IntegerVec<D> ray = furthest_ray(r.rest);
    if (dot(r.rest, ray).sign() <= 0) break;
    r = project(u, ray, active);
  }
  return r;
}

template <int D>
Rest<D> rest_of(const IntegerVec<D>& u, const std::vector<IntegerVec<D>>& rays) {
  const VertexSet<D> ends(rays);
  return rest_of(u, [&](const IntegerVec<D>& r) { return ends[ends.furthest(r, shrunk(r), 1)]; });
}

/// The rays without those that are within lines of the cone, the others projected across these lines; no
/// two of them point the same way.
template <int D>
std::vector<IntegerVec<D>> across_lines(const std::vector<IntegerVec<D>>& rays) {
  std::vector<IntegerVec<D>> lines;
  std::vector<IntegerVec<D>> others;
  for (const IntegerVec<D>& ray : rays) (is_zero(rest_of(-ray, rays).rest) ? lines : others).push_back(ray);
  std::vector<IntegerVec<D>> r;
  for (const IntegerVec<D>& ray : others) {
    // The lines make a subspace, and so a cone.
    const IntegerVec<D> across = lines.empty() ? ray : rest_of(ray, lines).rest;
    if (std::none_of(r.begin(), r.end(), [&](const auto& other) { return same_direction(across, other); }))
      r.push_back(across);
  }
  return r;
}

template <int D>
std::vector<IntegerVec<D>> extreme_rays(const std::vector<IntegerVec<D>>& rays) {
  std::vector<IntegerVec<D>> r;
  for (std::size_t i = 0; i < rays.size(); ++i) {
    std::vector<IntegerVec<D>> others = rays;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    if (others.empty() || !is_zero(rest_of(rays[i], others).rest)) r.push_back(rays[i]);
  }
  return r;
}

}  // namespace

template <int D>
IntegerVec<D> normal_part(const IntegerVec<D>& u, const DifferenceHull<D>& hull,
                          const RationalPlace<D>& place) {
  const auto furthest_ray = [&](const IntegerVec<D>& r) {
    return place.scale * hull.support(r).place - place.x;
  };
  return rest_of(u, furthest_ray).rest;
}

template <int D>
IntegerVec<D> cone_part(const IntegerVec<D>& u, const std::vector<IntegerVec<D>>& rays) {
  const Rest<D> rest = rest_of(u, rays);
  return rest.scale * u - rest.rest;
}

template <int D>
Vec<D> direction_of(const IntegerVec<D>& r) {
  std::array<Integer, static_cast<std::size_t>(D)> sizes = r.c;
  for (Integer& size : sizes)
    if (size.sign() < 0) size.negate();
  const Integer& largest = *std::max_element(
      sizes.begin(), sizes.end(), [](const Integer& a, const Integer& b) { return compare(a, b) < 0; });
  Vec<D> direction;
  if (largest.sign() == 0) return direction;
  for (std::size_t i = 0; i < D; ++i) direction[i] = rounded_quotient(r[i], largest).nearest;
  return direction;
}

template <int D>
Vec<D> middle_direction(const std::vector<IntegerVec<D>>& rays) {
  const std::vector<IntegerVec<D>> extreme = extreme_rays(across_lines(rays));
  return extreme.size() == 1 ? direction_of(extreme[0]) : sum_of_units(extreme);
}

template IntegerVec<2> normal_part(const IntegerVec<2>&, const DifferenceHull<2>&, const RationalPlace<2>&);
template IntegerVec<3> normal_part(const IntegerVec<3>&, const DifferenceHull<3>&, const RationalPlace<3>&);
template IntegerVec<2> cone_part(const IntegerVec<2>&, const std::vector<IntegerVec<2>>&);
template IntegerVec<3> cone_part(const IntegerVec<3>&, const std::vector<IntegerVec<3>>&);
template Vec<2> direction_of(const IntegerVec<2>&);
template Vec<3> direction_of(const IntegerVec<3>&);
template Vec<2> middle_direction(const std::vector<IntegerVec<2>>&);
template Vec<3> middle_direction(const std::vector<IntegerVec<3>>&);

}  // namespace firsthit
