#pragma once

#include "exact/polynomial.hpp"
#include "query/ballistic/exact_pairs.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace firsthit {

/// A polynomial in time of degree 2 at most, lowest power first.
using ExactParabola = std::array<Dyadic, 3>;

/// b's place relative to a, exactly; a parabola per coordinate.
template <int D>
using ExactPath = std::array<ExactParabola, static_cast<std::size_t>(D)>;

template <int D>
ExactPath<D> relative_path(const Course<D>& a, const Course<D>& b) {
  ExactPath<D> path;
  for (std::size_t i = 0; i < path.size(); ++i) {
    path[i][0] = Dyadic(b.position[i]) - Dyadic(a.position[i]);
    path[i][1] = Dyadic(b.velocity[i]) - Dyadic(a.velocity[i]);
    path[i][2] = Dyadic(0.5) * (Dyadic(b.acceleration[i]) - Dyadic(a.acceleration[i]));
  }
  return path;
}

/// direction . path, minus `offset`.
template <int D>
ExactParabola along(const std::array<Dyadic, static_cast<std::size_t>(D)>& direction,
                    const ExactPath<D>& path, const Dyadic& offset) {
  ExactParabola r;
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t i = 0; i < path.size(); ++i) r[k] = r[k] + direction[i] * path[i][k];
  r[0] = r[0] - offset;
  return r;
}

/// |path|^2
template <int D>
std::vector<Surd> squared_length(const ExactPath<D>& path) {
  std::vector<Surd> r(5);
  for (const ExactParabola& p : path)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) r[j + k].rational = r[j + k].rational + p[j] * p[k];
  return r;
}

/// |path|^2 - sigma^2
template <int D>
Polynomial squared_gap(const ExactPath<D>& path, const Dyadic& sigma) {
  std::vector<Surd> r = squared_length<D>(path);
  r[0].rational = r[0].rational - sigma * sigma;
  return {std::move(r), Dyadic()};
}

/// sigma^2 - |path|^2
template <int D>
Polynomial squared_room(const ExactPath<D>& path, const Dyadic& sigma) {
  std::vector<Surd> r = squared_length<D>(path);
  for (Surd& coefficient : r) coefficient.rational = -coefficient.rational;
  r[0].rational = r[0].rational + sigma * sigma;
  return {std::move(r), Dyadic()};
}

/// height - radius sqrt(radicand): the gap over a plane, times the length of the plane's normal.
inline Polynomial plane_gap(const ExactParabola& height, const Dyadic& radius, const Dyadic& radicand) {
  return {{{height[0], -radius}, {height[1], {}}, {height[2], {}}}, radicand};
}

inline Polynomial plain(const ExactParabola& p) { return {{{p[0], {}}, {p[1], {}}, {p[2], {}}}, Dyadic()}; }

}  // namespace firsthit
