#pragma once

#include "core/random.hpp"

#include <firsthit/path_crossing.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

// Random and hostile pairs of paths.

namespace firsthit {

template <int D>
struct PathQuestion {
  Linear<D> p, q;
  PathQuery query;
};

/// How the numbers of a pair are drawn.
enum class PathHostility : std::uint8_t {
  None,        ///< from the continuum
  Grid,        ///< small whole numbers: ties and degeneracies everywhere
  Neighbours,  ///< a grid, some of its numbers one unit in the last place off
  Parallel,    ///< velocities that are multiples of each other, often on one line
  Nearly,      ///< as parallel, some of its numbers off by 2^-60 to 2^-5
  Made,        ///< made to cross after delays that are fractions, often at a horizon, then rounded
  Ratios,      ///< sizes that differ by up to 2^60
  Scaled,      ///< any of those above, with units of length and speed from 1e-100 to 1e100
  Wild         ///< every number of a size of its own, from 2^-450 to 2^450
};
inline constexpr std::size_t kPathHostilities = 9;

template <int D>
class PathSource {
  static constexpr std::size_t kAxes{D};

 public:
  explicit PathSource(std::uint64_t seed) : random_(seed, 0xca7) {}

  PathQuestion<D> next(PathHostility hostility) {
    PathQuestion<D> r = draw(hostility);
    for_each_number(r, [](double& x) { x = accepted(x); });
    r.query.tolerance = accepted(r.query.tolerance);
    return r;
  }

 private:
  static double accepted(double x) { return std::fabs(x) >= 0x1p-450 && std::fabs(x) <= 0x1p450 ? x : 0.0; }

  template <class Change>
  static void for_each_number(PathQuestion<D>& question, const Change& change) {
    for (Linear<D>* course : {&question.p, &question.q})
      for (std::size_t i = 0; i < kAxes; ++i) {
        change(course->position[i]);
        change(course->velocity[i]);
      }
  }

  bool chance(double p) { return random_.uniform() < p; }
  double whole(std::uint64_t largest) {
    return static_cast<double>(random_.below(2 * largest + 1)) - static_cast<double>(largest);
  }
  double number(bool grid) { return grid ? whole(3) : random_.uniform(-1.0, 1.0); }
  Vec<D> vector(bool grid) {
    Vec<D> r;
    for (std::size_t i = 0; i < kAxes; ++i) r[i] = number(grid);
    return r;
  }
  double horizon(bool grid) {
    if (chance(0.5)) return std::numeric_limits<double>::infinity();
    return grid ? 0.5 * static_cast<double>(random_.below(9)) : random_.uniform(0.0, 3.0);
  }

  PathQuestion<D> drawn(bool grid) {
    PathQuestion<D> r;
    for_each_number(r, [&](double& x) { x = number(grid); });
    r.query.horizon_p = horizon(grid);
    r.query.horizon_q = horizon(grid);
    if (chance(0.4)) r.query.tolerance = std::fabs(number(grid));
    if (grid && chance(0.1)) r.p.velocity = {};
    if (grid && chance(0.1)) r.q.velocity = {};
    return r;
  }

  double slightly_off(double x) { return std::nextafter(x, chance(0.5) ? 9.0 : -9.0); }

  PathQuestion<D> draw(PathHostility hostility) {
    switch (hostility) {
      case PathHostility::None:
        return drawn(false);
      case PathHostility::Grid:
        return drawn(true);
      case PathHostility::Neighbours:
        return neighbours(drawn(true));
      case PathHostility::Parallel:
        return parallel();
      case PathHostility::Nearly:
        return nearly(parallel());
      case PathHostility::Made:
        return made();
      case PathHostility::Ratios:
        return ratios();
      case PathHostility::Scaled:
        return scaled(draw(static_cast<PathHostility>(random_.below(7))));
      default:
        return wild();
    }
  }

  PathQuestion<D> neighbours(PathQuestion<D> r) {
    for_each_number(r, [&](double& x) {
      if (chance(0.15)) x = slightly_off(x);
    });
    if (r.query.horizon_p > 0.0 && chance(0.2)) r.query.horizon_p = slightly_off(r.query.horizon_p);
    return r;
  }

  PathQuestion<D> parallel() {
    const bool grid = chance(0.7);
    PathQuestion<D> r = drawn(grid);
    const double ratio = grid ? whole(3) : std::ldexp(chance(0.5) ? 1.0 : -1.0, static_cast<int>(whole(3)));
    const double shift = grid ? whole(4) : std::ldexp(whole(4), -2);
    const bool one_line = chance(0.6);
    for (std::size_t i = 0; i < kAxes; ++i) {
      r.q.velocity[i] = ratio * r.p.velocity[i];
      if (one_line) r.q.position[i] = r.p.position[i] + shift * r.p.velocity[i];
    }
    return r;
  }

  PathQuestion<D> nearly(PathQuestion<D> r) {
    const double size = std::exp2(random_.uniform(-60.0, -5.0));
    for_each_number(r, [&](double& x) {
      if (chance(0.5)) x += size * random_.uniform(-1.0, 1.0);
    });
    return r;
  }

  /// Every delay that it is made of is at an end of the window with some probability.
  PathQuestion<D> made() {
    const bool grid = chance(0.6);
    PathQuestion<D> r = drawn(grid);
    const double after_p =
        chance(0.2) ? 0.0 : static_cast<double>(random_.below(9)) / (chance(0.5) ? 4.0 : 5.0);
    const double after_q =
        chance(0.2) ? 0.0 : static_cast<double>(random_.below(9)) / (chance(0.5) ? 4.0 : 5.0);
    for (std::size_t i = 0; i < kAxes; ++i)
      r.q.position[i] = r.p.position[i] + after_p * r.p.velocity[i] - after_q * r.q.velocity[i];
    if (chance(0.5)) r.query.horizon_p = after_p;
    if (chance(0.5)) r.query.horizon_q = after_q;
    if (after_p > 0.0 && chance(0.2)) r.query.horizon_p = slightly_off(after_p);
    return r;
  }

  PathQuestion<D> ratios() {
    PathQuestion<D> r = drawn(chance(0.5));
    const bool by_axis = chance(0.5);
    std::array<double, 4> scale{};
    for (double& s : scale) s = std::exp2(-static_cast<double>(random_.below(61)));
    std::size_t count = 0;
    for_each_number(r, [&](double& x) {
      x *= scale[by_axis ? count / 2 % kAxes : count % 2 + (count >= 2 * kAxes ? 2 : 0)];
      ++count;
    });
    return r;
  }

  PathQuestion<D> scaled(PathQuestion<D> r) {
    const double length = std::exp2(chance(0.5) ? random_.uniform(-332.0, 332.0) : whole(332));
    const double speed = std::exp2(chance(0.5) ? random_.uniform(-332.0, 332.0) : whole(332));
    for (Linear<D>* course : {&r.p, &r.q})
      for (std::size_t i = 0; i < kAxes; ++i) {
        course->position[i] *= length;
        course->velocity[i] *= speed;
      }
    r.query.horizon_p *= length / speed;
    r.query.horizon_q *= length / speed;
    r.query.tolerance *= length;
    return r;
  }

  PathQuestion<D> wild() {
    PathQuestion<D> r = drawn(chance(0.5));
    const int common = static_cast<int>(whole(449));
    const auto resize = [&](double& x) {
      x = std::ldexp(x, chance(0.5) ? common : static_cast<int>(whole(449)));
    };
    for_each_number(r, resize);
    for (double* x : {&r.query.horizon_p, &r.query.horizon_q})
      if (chance(0.5)) *x = std::ldexp(*x, static_cast<int>(whole(1070)));
    resize(r.query.tolerance);
    return r;
  }

  Random random_;
};

}  // namespace firsthit
