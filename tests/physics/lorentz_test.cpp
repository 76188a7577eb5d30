#include "core/vec_math.hpp"
#include "physics/statistics.hpp"
#include "support/long_form.hpp"
#include "world/worlds.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

// The largest Lyapunov exponent of the periodic Lorentz gas: a ball among fixed ones, which is a point
// among discs of radius R, the sum of both radii.
//
// Two neighbouring courses differ across the flight by a place q and an angle p. A flight over a path s
// turns (q, p) into (q + s p, p), a bounce at the angle phi to the normal into
// -(q, p + 2 q / (R cos phi)). Source: Sinai 1970, doi:10.1070/RM1970v025n02ABEH003794; for hard balls in
// general Dellago, Posch, Hoover 1996, doi:10.1103/PhysRevE.53.1485. The exponent is the mean growth of
// ln |p| per impact, or, divided by the mean free path, per length (Abramov).

namespace firsthit {
namespace {

constexpr std::uint64_t kSeed = 45;

/// Discs of an effective radius in a cell that repeats.
struct Lattice {
  std::vector<Vec2> discs;  // [L] centres
  Vec2 cell;                // [L]
  double radius;            // [L]
};

/// Discs of radius 1, each with six neighbours at the distance `spacing` [L].
Lattice triangular(double spacing) {
  const Vec2 cell{spacing, std::sqrt(3.0) * spacing};
  return {{0.25 * cell, 0.75 * cell}, cell, 1.0};
}

/// Follows the difference of two neighbouring courses from impact to impact.
struct Tangent : Observer<2> {
  explicit Tangent(double radius) : effective_radius(radius) {}
  void impact(const Impact<2>& impact) override {
    const bool a_moves = length_squared(impact.a.velocity_before) > 0.0;
    const ImpactSide<2>& moving = a_moves ? impact.a : impact.b;
    const double speed = length(moving.velocity_before);
    const double cosine = std::fabs(dot(moving.velocity_before, impact.normal)) / speed;
    const double path = speed * moving.elapsed;
    free_path += path;
    place += path * angle;
    const double before = std::fabs(angle);
    angle += 2.0 * place / (effective_radius * cosine);
    growth += std::log(std::fabs(angle) / before);
    place /= std::fabs(angle);
    angle = angle > 0.0 ? 1.0 : -1.0;
    impacts += 1.0;
  }
  double effective_radius;  // [L]
  double place = 0.0;       // [L], in units in which the angle was last 1
  double angle = 1.0;
  double growth = 0.0;
  double free_path = 0.0;  // [L] summed
  double impacts = 0.0;
};

struct Exponent {
  Mean per_impact;
  Mean per_length;  // [1/L]
  Mean free_path;   // [L]
};

bool inside_a_disc(const Lattice& lattice, const Vec2& place) {
  for (const Vec2& disc : lattice.discs) {
    Vec2 d = place - disc;
    for (std::size_t axis = 0; axis < 2; ++axis)
      d[axis] -= lattice.cell[axis] * std::nearbyint(d[axis] / lattice.cell[axis]);
    if (length(d) <= lattice.radius) return true;
  }
  return false;
}

/// Measures along several courses of speed 1, each from a random place in a random direction. The ball
/// has half the effective radius.
Exponent measure(const Lattice& lattice, std::uint64_t impacts, Random& random) {
  std::vector<double> per_impact;
  std::vector<double> per_length;
  std::vector<double> free_path;
  for (int course = 0; course < 10; ++course) {
    WorldOptions<2> options = box<2>(Side::Periodic, 0.0);
    options.space.max = lattice.cell;
    World<2> world(options);
    Vec2 start;
    do {
      start = {random.uniform(0.0, lattice.cell[0]), random.uniform(0.0, lattice.cell[1])};
    } while (inside_a_disc(lattice, start));
    const double turn = random.uniform(0.0, 2.0 * kPi);
    world.add(ball<2>(start, {std::cos(turn), std::sin(turn)}, 0.5 * lattice.radius));
    for (const Vec2& disc : lattice.discs) world.add(fixed<2>(Ball{0.5 * lattice.radius}, disc));
    RunLimits limits;
    limits.collisions = 10;  // the difference turns into the growing direction
    world.run_until(1e12, limits);
    Tangent tangent(lattice.radius);
    world.observe(tangent);
    limits.collisions += impacts / 10;
    EXPECT_EQ(world.run_until(1e12, limits).outcome, RunOutcome::ReachedCollisions);
    per_impact.push_back(tangent.growth / tangent.impacts);
    per_length.push_back(tangent.growth / tangent.free_path);
    free_path.push_back(tangent.free_path / tangent.impacts);
  }
  return {mean_of(per_impact), mean_of(per_length), mean_of(free_path)};
}

TEST(LorentzGas, OfSmallDiscsHasThePublishedExponent) {
  // In a unit square the exponent per impact is -2 ln R + C + O(R ln^2 R), C = 1 - 4 ln 2 +
  // 27 zeta(3) / (2 pi^2): Dahlqvist 1997, doi:10.1088/0951-7715/10/1/011. It is the mean of
  // ln(2 s / (R cos phi)): -ln(cos phi) gives 1 - ln 2, and ln(2 R s) gives 27 zeta(3) / (2 pi^2) - 3 ln 2 by
  // the limiting distribution of free paths (Boca and Zaharescu 2007, doi:10.1007/s00220-006-0137-7). The
  // mean free path is (1 - pi R^2) / (2 R), by Santalo's formula (Chernov 1997, doi:10.1007/BF02508462).
  SCOPED_TRACE(kSeed);
  constexpr double kZeta3 = 1.2020569031595943;
  const double c = 1.0 - 4.0 * std::log(2.0) + 27.0 * kZeta3 / (2.0 * kPi * kPi);
  Random random(kSeed);
  for (const double radius : {0.01, 0.001}) {
    const std::uint64_t impacts = (long_form() ? 1'000'000U : 40'000U) / (radius < 0.005 ? 4U : 1U);
    const Exponent found = measure({{{0.5, 0.5}}, {1.0, 1.0}, radius}, impacts, random);
    const double theory = c - 2.0 * std::log(radius);
    const std::string at = " for R = " + std::to_string(radius);
    note("exponent per impact" + at, found.per_impact.value, theory);
    note("its error" + at, found.per_impact.error, theory);
    const double log_radius = std::log(radius);
    EXPECT_NEAR(found.per_impact.value, theory,
                radius * log_radius * log_radius + kStandardErrors * found.per_impact.error)
        << at;
    const double path = (1.0 - kPi * radius * radius) / (2.0 * radius);
    note("free path" + at, found.free_path.value, path);
    EXPECT_NEAR(found.free_path.value, path, kStandardErrors * found.free_path.error) << at;
  }
}

/// Where a ray meets its first disc.
struct Hit {
  double path = std::numeric_limits<double>::infinity();  // [L]
  Vec2 normal;                                            // out of the disc
};

Hit first_disc(const Lattice& lattice, const Vec2& from, const Vec2& way) {
  Hit hit;
  // Whatever lies within n cells is surely seen before the ray has gone n - 1 of the shorter sides.
  for (int n = 2; hit.path > (n / 2 - 1) * std::min(lattice.cell[0], lattice.cell[1]); n *= 2) {
    for (int i = -n; i <= n; ++i) {
      for (int j = -n; j <= n; ++j) {
        for (const Vec2& disc : lattice.discs) {
          const Vec2 to = disc + Vec2{i * lattice.cell[0], j * lattice.cell[1]} - from;
          const double along = dot(to, way);
          const double half_chord_squared =
              lattice.radius * lattice.radius - (length_squared(to) - along * along);
          if (along <= 0.0 || half_chord_squared <= 0.0) continue;
          const double path = along - std::sqrt(half_chord_squared);
          if (path > 1e-9 && path < hit.path) hit = {path, (1.0 / lattice.radius) * (path * way - to)};
        }
      }
    }
  }
  return hit;
}

/// The same without the engine: a ray among all images of the discs that could be hit, and Sinai's
/// curvature of the front, 1 / (q / p): b becomes b / (1 + s b) in a flight, b + 2 / (R cos phi) in a bounce,
/// and ln p grows by ln(1 + s b).
Mean exponent_by_rays(const Lattice& lattice, std::uint64_t impacts, Random& random) {
  std::vector<double> growths;
  for (int course = 0; course < 10; ++course) {
    const double at = random.uniform(0.0, 2.0 * kPi);
    const double turn = random.uniform(-1.0, 1.0);
    Vec2 place = lattice.discs[0] + lattice.radius * Vec2{std::cos(at), std::sin(at)};
    Vec2 way{std::cos(at + turn), std::sin(at + turn)};
    double front = 2.0 / lattice.radius;
    double growth = 0.0;
    for (std::uint64_t k = 0; k < impacts / 10 + 10; ++k) {
      const Hit hit = first_disc(lattice, place, way);
      if (k >= 10) growth += std::log(1.0 + hit.path * front);
      front = front / (1.0 + hit.path * front) - 2.0 / (lattice.radius * dot(way, hit.normal));
      place = place + hit.path * way;
      way = way - 2.0 * dot(way, hit.normal) * hit.normal;
      way = (1.0 / length(way)) * way;  // or else its rounding grows with every bounce
      for (std::size_t axis = 0; axis < 2; ++axis)
        place[axis] -= lattice.cell[axis] * std::floor(place[axis] / lattice.cell[axis]);
    }
    growths.push_back(growth / static_cast<double>(impacts / 10));
  }
  return mean_of(growths);
}

TEST(LorentzGas, HasTheExponentOfTheMapOfRays) {
  SCOPED_TRACE(kSeed);
  Random random(kSeed, 1);
  const double root = std::sqrt(3.0);
  // A square, and triangular lattices of 4/5 of the closest packing, where no flight is long, and of 1/3.
  const Lattice lattices[] = {
      {{{0.5, 0.5}}, {1.0, 1.0}, 0.3}, triangular(std::sqrt(5.0)), triangular(2.0 * root)};
  for (const Lattice& lattice : lattices) {
    const std::uint64_t impacts = long_form() ? 10'000'000U : 500'000U;
    const Exponent found = measure(lattice, impacts, random);
    const Mean rays = exponent_by_rays(lattice, impacts, random);
    const std::string of =
        " with R = " + std::to_string(lattice.radius) + " in " + std::to_string(lattice.cell[0]);
    note("exponent per impact" + of, found.per_impact.value, rays.value);
    note("its error" + of, found.per_impact.error, rays.error);
    const double error = std::hypot(found.per_impact.error, rays.error);
    EXPECT_NEAR(found.per_impact.value / rays.value, 1.0, 0.005);
    EXPECT_NEAR(found.per_impact.value, rays.value, kStandardErrors * error) << of;
    const auto discs = static_cast<double>(lattice.discs.size());
    const double area = lattice.cell[0] * lattice.cell[1] - discs * kPi * lattice.radius * lattice.radius;
    const double path = area / (2.0 * lattice.radius * discs);
    note("free path" + of, found.free_path.value, path);
    EXPECT_NEAR(found.free_path.value, path, kStandardErrors * found.free_path.error) << of;
    note("exponent per length" + of, found.per_length.value, rays.value / path);
  }
}

}  // namespace
}  // namespace firsthit
