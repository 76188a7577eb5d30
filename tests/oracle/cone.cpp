#include "oracle/cone.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

namespace firsthit::judging {
namespace {

template <int D>
using Exact = Vector<mpz_class, D>;

/// A fraction of vectors: place / scale.
template <int D>
struct Place {
  Exact<D> place;
  mpz_class scale;
};

/// Is it the projection of u, given that it is in the cone and u - place is across it?
template <int D>
bool is_best(const Place<D>& p, const Exact<D>& u, const std::vector<Exact<D>>& rays) {
  const Exact<D> rest = p.scale * u - p.place;
  return std::all_of(rays.begin(), rays.end(), [&](const Exact<D>& ray) { return dot(rest, ray) <= 0; });
}

/// The projection of u on the plane of two rays, if it is between them.
std::optional<Place<3>> between(const Exact<3>& one, const Exact<3>& two, const Exact<3>& u) {
  const Exact<3> n = cross(one, two);
  if (is_zero(n)) return std::nullopt;
  const Place<3> p{mpz_class(dot(n, n)) * u - mpz_class(dot(u, n)) * n, dot(n, n)};
  if (dot(cross(p.place, two), n) < 0 || dot(cross(one, p.place), n) < 0) return std::nullopt;
  return p;
}

template <int D>
Exact<D> projection(const std::vector<Exact<D>>& rays, const Exact<D>& u) {
  const Place<D> nothing{{}, 1};
  if (is_best<D>(nothing, u, rays)) return nothing.place;
  for (const Exact<D>& ray : rays) {
    if (dot(u, ray) <= 0) continue;
    const Place<D> p{mpz_class(dot(u, ray)) * ray, dot(ray, ray)};
    if (is_best<D>(p, u, rays)) return p.place;
  }
  if constexpr (D == 3)
    for (std::size_t i = 0; i < rays.size(); ++i)
      for (std::size_t k = i + 1; k < rays.size(); ++k)
        if (const auto p = between(rays[i], rays[k], u); p && is_best<3>(*p, u, rays)) return p->place;
  return u;  // no face of the cone is nearest: u is inside
}

/// Is the ray, which is not zero, made of the others?
template <int D>
bool in_cone(const Exact<D>& ray, const std::vector<Exact<D>>& others) {
  return same_direction(projection<D>(others, ray), ray);
}

template <int D>
std::vector<Exact<D>> without_repeats(const std::vector<Exact<D>>& rays) {
  std::vector<Exact<D>> r;
  for (Exact<D> ray : rays) {
    shorten(ray);
    if (std::find(r.begin(), r.end(), ray) == r.end()) r.push_back(std::move(ray));
  }
  return r;
}

/// The rays as they are seen along the lines that the cone contains.
template <int D>
std::vector<Exact<D>> across_lines(const std::vector<Exact<D>>& rays) {
  std::vector<Exact<D>> lines;
  for (const Exact<D>& ray : rays)
    if (in_cone<D>(-ray, rays)) lines.push_back(ray);
  const int rank = dimension<D>(lines);
  if (rank == 0) return rays;
  if (rank == D) return {};
  std::vector<Exact<D>> r;
  for (const Exact<D>& ray : rays) {
    Exact<D> rest = mpz_class(dot(lines[0], lines[0])) * ray - mpz_class(dot(lines[0], ray)) * lines[0];
    if constexpr (D == 3)
      if (rank == 2) {
        std::size_t other = 1;
        while (is_zero(cross(lines[0], lines[other]))) ++other;
        const Exact<3> normal = cross(lines[0], lines[other]);
        rest = mpz_class(dot(ray, normal)) * normal;
      }
    if (!is_zero(rest)) r.push_back(rest);
  }
  return r;
}

/// The rays that are not made of others. Requires: the cone contains no line.
template <int D>
std::vector<Exact<D>> extreme(std::vector<Exact<D>> rays) {
  for (std::size_t i = 0; i < rays.size();) {
    std::vector<Exact<D>> others = rays;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(i));
    if (!others.empty() && in_cone<D>(rays[i], others)) {
      rays = std::move(others);
    } else {
      ++i;
    }
  }
  return rays;
}

/// Bits of a unit vector: of rays that are nearly opposite, whose numbers, of 950 bits each, are multiplied
/// with each other, at most 3,800 cancel.
constexpr int kBits = 4200;

/// The sum of unit vectors; what is below 2^-4100 is 0.
template <int D>
Exact<D> sum_of_units(const std::vector<Exact<D>>& rays) {
  Exact<D> sum{};
  for (const Exact<D>& ray : rays) {
    const int power = kBits + static_cast<int>(mpz_sizeinbase(mpz_class(dot(ray, ray)).get_mpz_t(), 2));
    const mpz_class size = sqrt(shifted(dot(ray, ray), 2 * power));
    for (std::size_t i = 0; i < std::size_t{D}; ++i) {
      mpz_class part = shifted(abs(ray[i]), power + kBits) / size;
      sum[i] += ray[i] < 0 ? mpz_class(-part) : part;
    }
  }
  for (mpz_class& x : sum)
    if (mpz_sizeinbase(x.get_mpz_t(), 2) < 100) x = 0;
  return sum;
}

}  // namespace

template <int D>
Vector<mpz_class, D> direction_in_cone(const std::vector<Vector<mpz_class, D>>& rays,
                                       const Vector<mpz_class, D>& v) {
  const std::vector<Exact<D>> distinct = without_repeats<D>(rays);
  Exact<D> r = projection<D>(distinct, -v);
  if (!is_zero(r)) return r;
  const std::vector<Exact<D>> borders = extreme<D>(without_repeats<D>(across_lines<D>(distinct)));
  if (borders.size() == 1) return borders.front();
  return sum_of_units<D>(borders);
}

template Vector<mpz_class, 2> direction_in_cone<2>(const std::vector<Vector<mpz_class, 2>>&,
                                                   const Vector<mpz_class, 2>&);
template Vector<mpz_class, 3> direction_in_cone<3>(const std::vector<Vector<mpz_class, 3>>&,
                                                   const Vector<mpz_class, 3>&);

}  // namespace firsthit::judging
